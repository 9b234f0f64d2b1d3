"""Case lines of this book: the positions and facts that a case may state. See
docs/casebook-awaw.md."""

from __future__ import annotations

from flagplot.table import Rulings

from ..state import State
from . import battles, control, invasions, ports, raiders, routes, time, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """Return an empty board: Europe, Spring 1940, the announcements. Everything else has its
    ordinary value."""
    return State(rulings=rulings, ground_told=True, as_in_history=True, every_window=True)


def knows(state: State, text: str) -> bool:
    """Return True for text that a line may name: a side, a nation, units or forces, a place."""
    return lines.knows(text, state, *THINGS)


__all__ = ["lines"]
