"""Remembering what was worked out about a position while it is looked at: many orders are weighed in one position."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from operator import is_
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Parts = Callable[[Any], tuple[Any, ...]]
"""What of a position an answer depends on."""

POSITIONS = 4
"""Positions each function remembers: the truth and a few views of it."""
ANSWERS = 10_000
"""Answers remembered for one position."""


def latest(function: F) -> F:
    """Remember the answers of a pure function ``f(state, *hashable)`` for the positions last asked about.

    A position is recognised by identity, so it needs no hash; it must be immutable, as states are. Answers are handed out as
    they are: they must be immutable too, or not be changed by who gets them.
    """
    return _remembering(function, _whole)


def lasting(of: Parts) -> Callable[[F], F]:
    """Like :func:`latest`, for a function that reads nothing of a position but what *of* picks: its answers last from position
    to position while all of that stays the very same."""
    return lambda function: _remembering(function, of)


def _whole(state: Any) -> tuple[Any, ...]:
    return (state,)


def _remembering(function: F, of: Parts) -> F:
    held: list[tuple[tuple[Any, ...], dict[Hashable, Any]]] = []
    last: tuple[Any, dict[Hashable, Any]] = (held, {})  # one value, so that threads never mix two positions

    def answers_for(state: Any) -> dict[Hashable, Any]:
        nonlocal last
        parts = of(state)
        answers = next((kept for known, kept in held if known is parts or all(map(is_, known, parts))), None)
        if answers is None:
            answers = {}
            held.insert(0, (parts, answers))
            del held[POSITIONS:]
        last = (state, answers)
        return answers

    @wraps(function)
    def remembered(state: Any, *args: Hashable) -> Any:
        position, answers = last
        if position is not state:
            answers = answers_for(state)
        try:
            return answers[args]
        except KeyError:
            pass
        found = function(state, *args)
        if len(answers) > ANSWERS:
            answers.clear()
        answers[args] = found
        return found

    remembered.reads = of  # type: ignore[attr-defined]
    return remembered  # type: ignore[return-value]
