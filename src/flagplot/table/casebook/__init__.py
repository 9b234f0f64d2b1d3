"""Cases and the clause index: reading, running and judging them for every rule book."""
