"""Who plays better, and which side has it easier: every scenario and start of every book, kept game
by game."""
