"""Remembering what was worked out about a position while it is looked at: many orders are weighed in one position."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

POSITIONS = 4
"""Positions each function remembers: the truth and a few views of it."""
ANSWERS = 10_000
"""Answers remembered for one position."""


def latest(function: F) -> F:
    """Remember the answers of a pure function ``f(state, *hashable)`` for the positions last asked about.

    A position is recognised by identity, so it needs no hash; it must be immutable, as states are. Answers are handed out as
    they are: they must be immutable too, or not be changed by who gets them.
    """
    held: list[tuple[Any, dict[Hashable, Any]]] = []
    last: tuple[Any, dict[Hashable, Any]] = (held, {})  # one value, so that threads never mix two positions

    def answers_for(state: Any) -> dict[Hashable, Any]:
        nonlocal last
        answers = next((kept for position, kept in held if position is state), None)
        if answers is None:
            answers = {}
            held.insert(0, (state, answers))
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

    return remembered  # type: ignore[return-value]
