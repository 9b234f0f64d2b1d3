"""What a game starts from: a book's data files, scenarios, house switches and rule tables."""
