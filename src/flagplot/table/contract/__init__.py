"""What a rule book must provide, and the texts of a book that provides no others."""
