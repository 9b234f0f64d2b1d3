"""Battles for a shore (6.5.2 to 6.5.4): the checks of attacks, the units in them, and their
results."""
