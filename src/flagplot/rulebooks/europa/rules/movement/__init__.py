"""Rule 32.A: groups, ways by water, movement points and what they pay for."""
