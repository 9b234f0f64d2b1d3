"""The ladder of admirals: which one plays better, and which side has it easier. It covers every
scenario and start of every book, game by game."""
