"""Boards of the naval rules: places, theatres, fronts, ports and their holders, straits."""
