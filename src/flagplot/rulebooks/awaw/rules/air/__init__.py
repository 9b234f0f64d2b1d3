"""Aircraft, for the part of chapters 18 and 23 that the naval rules need: bases, range, strikes on
ships in port and at sea."""
