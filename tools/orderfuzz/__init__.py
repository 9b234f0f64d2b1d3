"""Fuzzing of orders: texts nobody should write, in positions from play, and what must hold of the
answer."""
