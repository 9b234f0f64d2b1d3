"""The 16-mile sheets: which hexes touch, terrain, hexsides, places."""
