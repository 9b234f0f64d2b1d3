"""Rule 32.D as far as it is arithmetic: combat zones and gunnery."""
