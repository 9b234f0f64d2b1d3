"""Sequence of the player turn: the order of phases, and the questions to the sides."""
