"""The admiral who plans his turn: what the scenario scores gets forces, and forces get orders that carry the plan out."""

from __future__ import annotations

from itertools import islice
from random import Random as Chance
from typing import Any

import msgspec

from flagplot.table import Rulebook, Single
from flagplot.table.aims import plan

from .players import WIDTH, best_of


class Steady(msgspec.Struct, frozen=True):
    """Plans from what its side sees (:meth:`~flagplot.table.Rulebook.aims`), and takes the answer that its rule book rates best
    under the plan (:meth:`~flagplot.table.Rulebook.weighed`); equals are drawn by lot, and secrets mixed (``bluff``)."""

    name: str = "steady"
    about: str = "Steady: stronger, plans its turn; answers at once"
    thinks: bool = False
    width: int = WIDTH

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        return best_of(self.rated(book, view, request), book.bluff(view, request), rng)

    def rated(self, book: Rulebook[Any], view: Any, request: Single) -> list[tuple[Any, float]]:
        """The answers worth considering and how good each is under the plan of the turn, the pass last."""
        return list(islice(book.weighed(view, request, plan(book.aims(view, request.side))), self.width))
