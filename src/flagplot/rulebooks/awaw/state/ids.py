"""Ids nobody has had: of forces, and of detachments of a unit."""

from __future__ import annotations

from itertools import count

from flagplot.table.core.opaque_ids import numbers

from . import State


def free_force_id(state: State, letter: str) -> str:
    """A force id nobody has had in this game: the letter of the activity, or the side, and the next number."""
    n = state.serial + 1
    while f"{letter}{n}" in state.forces:
        n += 1
    return f"{letter}{n}"


def free_id(state: State, root: str) -> str:
    """An id for a detachment of *root* that no unit has. In a game its number is drawn from the game's lots: whoever meets one
    detachment learns nothing of how many others there are."""
    drawn = (n + 2 for n in numbers(state.lots, 998, root)) if state.lots else count(2)
    return next(id for id in (f"{root}/{n}" for n in drawn) if id not in state.units)
