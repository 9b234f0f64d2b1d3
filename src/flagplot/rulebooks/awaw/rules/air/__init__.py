"""Aircraft as far as chapter 21 needs them (18, 23): bases, reach, strikes on ships in port and on
the move."""
