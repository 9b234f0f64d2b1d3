"""Range (21.36) and return to base (21.33): limits, distances by water, bases to return to."""
