"""Bases (21.1, 21.222): overfull ports, port building, repair."""
