"""Movement over the sea (21.2): the way and every clause in it, base changes, displacement, the
edges of the board."""
