"""A loaded game: its row in the store, the running game, and the log lines shown to each side."""

from __future__ import annotations

import random
import secrets
from typing import Any

from flagplot.table import Rulebook
from flagplot.table.game.game import Game

from .schemas import LogLine
from .store import GameRow


class LiveGame:
    """One loaded game. Use it only inside :meth:`Host.open`, which holds its lock."""

    def __init__(self, row: GameRow, game: Game, stored: int) -> None:
        self.row = row
        self.game = game
        self.stored = stored
        self.chance = random.Random(row.seed if row.mode == "lesson" else secrets.randbits(64))
        self.logs: dict[str, list[LogLine]] = {}
        self._seen: dict[str, int] = {}
        self.look()

    def look(self) -> list[str]:
        """Compute every side's view now, as part of the change. Reading then takes a side equally
        long whether or not another side has acted in secret. Returns the sides that see new entries
        since the last call."""
        news = []
        for side in ("", *self.game.sides):
            self.game.view(side)
            count = len(self.game.side_log(side))
            if self._seen.get(side, 0) != count:
                news.append(side)
            self._seen[side] = count
        return news

    @property
    def book(self) -> Rulebook[Any]:
        return self.game.book

    @property
    def manual(self) -> bool:
        """True when people roll the dice."""
        return self.row.seed is None
