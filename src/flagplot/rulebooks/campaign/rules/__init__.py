"""What the rules allow and forbid, divided as chapter 6 is; nothing here changes a game."""
