"""The lines a case of this book may use: positions and what must follow. docs/casebook-awaw.md explains them."""

from __future__ import annotations

from flagplot.table import Rulings
from flagplot.table.language import Found

from ..state import State
from . import (  # noqa: F401  (each declares its lines)
    battles,
    calendar,
    harbours,
    holdings,
    invasion,
    raiders,
    routes,
    scores,
    units,
)
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """An empty board: Europe, Spring 1940, the announcements. What is not said is at its most ordinary."""
    return State(rulings=rulings, ground_told=True, as_in_history=True, every_window=True)


def given(state: State, line: str) -> State:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    placed: State = lines.put(state, line)
    return placed


def holds(before: State, state: State, line: str) -> Found:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    return lines.holds(before, state, line)


def knows(state: State, text: str) -> bool:
    """True for what a line may name: a side, a nation, units or forces, a place."""
    return lines.knows(text, state, *THINGS)


__all__ = ["lines"]
