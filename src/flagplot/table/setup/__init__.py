"""Material for starting a game: a book's data files, scenarios, house switches and rule tables."""
