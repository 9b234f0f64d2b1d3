"""Maps of the campaign: squares, charts of the theatres, the ocean map and coast maps of
battles."""
