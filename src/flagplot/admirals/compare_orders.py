"""Plans side by side: orders played on in the same guesses at what is hidden, with the same dice,
and what the score is then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flagplot.table import AskOrder, Rulebook, TextError

from .search import PlannedOrder, Search, imagined

GUESSES = 4
"""Positions in which each plan is played on."""


ANSWERS = 24
"""Answers after which a game in thought is rated as it stands."""


THOUGHT = Search(answers=ANSWERS)


class Weighed(msgspec.Struct, frozen=True):
    """How a plan looks: by how much the lead of the side changes in so many games in thought, on
    average and at the ends of what came. No ``games`` where the plan is not legal, or the position
    cannot be played on (something is half done)."""

    text: str
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0
    games: int = 0


def weigh(
    book: Rulebook[Any], view: Any, request: AskOrder, texts: Sequence[str]
) -> tuple[Weighed, ...]:
    """Each of the plans by itself, from the view of the side asked; steady admirals play both sides
    from there on. Nothing but the view is looked at, and the same question gets the same answer."""
    orders = [_order(book, view, request, text) for text in texts]
    found: list[list[float]] = [[] for _ in texts]
    for seed in range(GUESSES):
        branch = imagined(book, view, request, seed)
        if branch is None:
            break
        now = book.promise(branch.state, request.side)
        for kept, order in zip(found, orders, strict=True):
            if order is not None:
                kept.append(
                    THOUGHT.outlook(branch, request.side, PlannedOrder(order), seed).points - now
                )
    return tuple(
        Weighed(text, sum(kept) / len(kept), min(kept), max(kept), len(kept))
        if kept
        else Weighed(text)
        for text, kept in zip(texts, found, strict=True)
    )


def _order(book: Rulebook[Any], view: Any, request: AskOrder, text: str) -> Any:
    """The order a text means, when it is legal."""
    try:
        order = book.parse(text, view, request.side)
    except TextError:
        return None
    return order if book.check(view, request, order) else None
