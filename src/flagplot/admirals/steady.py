"""The planning admiral: forces are assigned to what the scenario scores, and get orders that carry
out the plan."""

from __future__ import annotations

from random import Random as Chance
from typing import Any

import msgspec

from flagplot.table import AskOrder, Rulebook, Single
from flagplot.table.assist.coach import WIDTH, evaluated_answers

from .players import best_legal, best_of


class Steady(msgspec.Struct, frozen=True):
    """An admiral that plans from its side's view (:meth:`~flagplot.table.Rulebook.aims`). It takes
    the answer that its rule book values most under the plan
    (:meth:`~flagplot.table.Rulebook.evaluate_under_plan`) and after a second look. Ties are broken by chance,
    and ``bluff`` adds noise."""

    name: str = "steady"
    about: str = "plans its turn and looks twice at battles"
    thinks: bool = False
    width: int = WIDTH
    looks: bool = True
    """True when it takes a second look (:meth:`~flagplot.table.Rulebook.second_look`). Playouts do
    without."""
    patience: float = 0.0
    """Points by which it values passing higher than its book does."""

    def decide(self, book: Rulebook[Any], view: Any, request: Single, rng: Chance) -> Any:
        if isinstance(request, AskOrder) and not book.mixing_noise(view, request):
            drafts = self._patient(
                evaluated_answers(book, view, request, self.width + 1, unchecked=True)
            )
            if len(drafts) <= self.width:
                best = best_legal(book, view, request, drafts, rng)
                return book.refine_choice(view, request, best, drafts) if self.looks else best
        return self.settled(book, view, request, self.rated(book, view, request), rng)

    def rated(self, book: Rulebook[Any], view: Any, request: Single) -> list[tuple[Any, float]]:
        """Return (answer, value) pairs of the answers worth considering under the plan of the turn,
        the pass last."""
        rated = evaluated_answers(book, view, request, self.width)
        return self._patient(rated) if isinstance(request, AskOrder) else rated

    def _patient(self, rated: list[tuple[Any, float]]) -> list[tuple[Any, float]]:
        """Return the orders with ``patience`` added to the value of the pass."""
        if self.patience and rated:
            passing, worth = rated[-1]
            rated[-1] = passing, worth + self.patience
        return rated

    def settled(
        self,
        book: Rulebook[Any],
        view: Any,
        request: Single,
        rated: list[tuple[Any, float]],
        rng: Chance,
    ) -> Any:
        """Return its answer among evaluated ones."""
        best = best_of(rated, book.mixing_noise(view, request), rng)
        return (
            book.refine_choice(view, request, best, rated)
            if self.looks and len(rated) > 1
            else best
        )
