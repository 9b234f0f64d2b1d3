"""The comparison of orders: each is played on from the same determinisations with the same dice,
and scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flagplot.table import AskOrder, Rulebook, TextError

from .search import PlannedOrder, Search, determinised_fork

GUESSES = 4
"""Determinisations from which each order is played on."""


ANSWERS = 24
"""Most answers in one playout."""


THOUGHT = Search(answers=ANSWERS)


class Weighed(msgspec.Struct, frozen=True):
    """The result of an order: the change of the side's lead, in points, over ``games`` playouts:
    mean, lowest and highest. ``games`` is 0 when the order is not legal, or the position cannot be
    played on."""

    text: str
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0
    games: int = 0


def evaluate_orders(
    book: Rulebook[Any], view: Any, request: AskOrder, texts: Sequence[str]
) -> tuple[Weighed, ...]:
    """Return the result of each order alone, from the view of the side asked. Steady admirals play
    both sides after it. Only the view is read, and equal questions get equal answers."""
    orders = [_order(book, view, request, text) for text in texts]
    found: list[list[float]] = [[] for _ in texts]
    for seed in range(GUESSES):
        branch = determinised_fork(book, view, request, seed)
        if branch is None:
            break
        now = book.expected_score(branch.state, request.side)
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
    """Return the order that a text means, or ``None`` when it is not legal."""
    try:
        order = book.parse(text, view, request.side)
    except TextError:
        return None
    return order if book.check(view, request, order) else None
