"""Naval combat (32.D): combat zones, gunnery, and battles."""
