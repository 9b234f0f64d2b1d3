"""Answers under the plan of a turn: what a steady admiral weighs, and what a coach tells of."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from .contract.aims import plan
from .core.requests import Single

if TYPE_CHECKING:
    from .contract.rulebook import Rulebook

WIDTH = 400
"""How many answers are weighed at most; a rule book lists the better ones first and the pass last."""


def considered(
    book: Rulebook[Any], view: Any, request: Single, width: int = WIDTH, *, unchecked: bool = False
) -> list[tuple[Any, float]]:
    """The answers worth considering and how good each is under the plan of the turn, the pass last; *unchecked*, orders that may
    be illegal are among them."""
    return list(islice(book.weighed(view, request, plan(book.aims(view, request.side)), unchecked=unchecked), width))
