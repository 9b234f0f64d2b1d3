"""Orders that send out ships and aircraft, each with its check and execution (6.2, 6.3, 6.5.1)."""
