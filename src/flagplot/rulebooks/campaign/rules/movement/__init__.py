"""6.3.1, 6.4.1 Ways over squares, straits and zones: what they cost, whether they are open, how far
ships reach."""
