"""Playing a game: the engine, the game, replay, undo, forks, standing orders, luck."""
