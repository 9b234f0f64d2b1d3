"""A game as it goes: phases and battles, what is asked, what happens."""
