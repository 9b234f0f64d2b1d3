"""Rules 32 and 36, chapter by chapter: the check of each order, its execution, and its events."""
