"""6.2, 6.3, 6.5.1 The orders that send ships and aircraft out, each with what forbids it."""
