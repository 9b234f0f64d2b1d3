"""The append-only log of a game: entries, reading, signatures, and the redacted log of each
side."""
