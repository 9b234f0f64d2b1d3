"""Naval combat (22.3 to 22.9) and the aircraft in it (22.4, 23): fleets, rounds, gunnery, strikes,
damage."""
