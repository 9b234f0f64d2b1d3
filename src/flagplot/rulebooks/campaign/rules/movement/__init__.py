"""Routes over squares, straits and zones: their cost, whether they are open, the range of ships
(6.3.1, 6.4.1)."""
