"""The course of a game: phases, battles, and scripts of scenarios."""
