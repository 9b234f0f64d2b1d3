"""The order of play, step by step: coroutines that ask, roll and record."""
