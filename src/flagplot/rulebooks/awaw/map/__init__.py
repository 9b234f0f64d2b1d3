"""The boards as chapter 21 sees them: places, theatres, fronts, ports and who holds them,
straits."""
