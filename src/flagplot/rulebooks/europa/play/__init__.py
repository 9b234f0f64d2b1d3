"""What happens, step by step: the coroutines that ask, roll and record, in the order of play."""
