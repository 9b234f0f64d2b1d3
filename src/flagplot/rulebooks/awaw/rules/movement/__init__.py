"""Movement over the sea (21.2): routes and their refusals, base changes, displacement, edges of the
board."""
