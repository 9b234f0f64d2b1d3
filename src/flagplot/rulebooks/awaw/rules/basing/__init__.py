"""Bases (21.1, 21.222): what is too much for a port, building ports, repair in them."""
