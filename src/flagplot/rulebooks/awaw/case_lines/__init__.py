"""Case lines of the book: they set up positions and check results. docs/casebook-awaw.md explains
them."""

from __future__ import annotations

from flagplot.table import Rulings

from ..state import State
from . import battles, control, invasions, ports, raiders, routes, time, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """Return an empty board of Europe, Spring 1940, in the announcements. All else has its most
    ordinary value."""
    return State(rulings=rulings, ground_told=True, as_in_history=True, every_window=True)


def knows(state: State, text: str) -> bool:
    """Return True for text that a line may name: a side, a nation, units or forces, a place."""
    return lines.knows(text, state, *THINGS)


__all__ = ["lines"]
