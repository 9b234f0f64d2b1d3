"""The player turn, step by step: which phase follows which, and who is asked for what."""
