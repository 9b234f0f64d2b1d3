"""Rules 32 and 36, chapter by chapter, as functions of a position: what may be done, what it costs,
what follows."""
