"""Fuzzing of orders: malformed texts in positions from play, and the conditions that every answer
must meet."""
