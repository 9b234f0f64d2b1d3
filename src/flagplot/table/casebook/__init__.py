"""The casebook and the clause index: reading, running and checking cases for every rule book."""
