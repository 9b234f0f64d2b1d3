"""Range (21.36) and the way home (21.33): limits, distances by water, returning."""
