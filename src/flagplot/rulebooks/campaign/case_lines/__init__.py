"""The lines a case of this book may use: positions and what must follow. docs/casebook-campaign.md
explains them."""

from __future__ import annotations

from flagplot.table import Rulings

from ..map.chart import open_ocean
from ..state import State
from . import battles, facts, positions, ratings, shipping, shore, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """Return an empty sea: Europe's size, two sides, the Orders Phase of a Spring turn."""
    return State(
        rulings=rulings,
        scenario="",
        chart=open_ocean(),
        sides=("Axis", "Allied"),
        last_turn=99,
        ships={},
        planes={},
        ports={},
    )


def knows(state: State, text: str) -> bool:
    """Return True for what a line may name: a side, a ship or aircraft by id or name, a mission, a
    place, one unit in battle."""
    if text in (*state.missions, *state.past) or lines.knows(text, state, *THINGS):
        return True
    return state.battle is not None and any(text in (u.id, u.name) for u in state.battle.units)


__all__ = ["lines"]
