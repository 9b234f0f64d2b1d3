"""Naval battles on the tactical ocean map, by the Panzer General II formula."""
