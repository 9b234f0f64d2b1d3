"""The interface that a rule book must provide, and the default texts."""
