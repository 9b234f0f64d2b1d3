"""The lines a case of this book may use: positions and what must follow. docs/casebook-awaw.md
explains them."""

from __future__ import annotations

from flagplot.table import Rulings

from ..state import State
from . import battles, control, invasions, ports, raiders, routes, time, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """An empty board: Europe, Spring 1940, the announcements. What is not said is at its most
    ordinary."""
    return State(rulings=rulings, ground_told=True, as_in_history=True, every_window=True)


def knows(state: State, text: str) -> bool:
    """True for what a line may name: a side, a nation, units or forces, a place."""
    return lines.knows(text, state, *THINGS)


__all__ = ["lines"]
