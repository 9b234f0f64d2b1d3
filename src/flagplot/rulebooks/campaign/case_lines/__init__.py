"""The lines that a case of this book may use, for its position and for what must follow. See
docs/casebook-campaign.md."""

from __future__ import annotations

from flagplot.table import Rulings

from ..map.chart import open_ocean
from ..state import State
from . import battles, facts, positions, ratings, shipping, shore, units
from .nouns import THINGS, lines


def empty(rulings: Rulings) -> State:
    """Return an empty sea: of Europe's size, with two sides, in the Orders Phase of a Spring
    turn."""
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
    """Return True when a word names something that a line may name: a side, a ship or aircraft by
    id or name, a mission, a place, or one unit in battle."""
    if text in (*state.missions, *state.past) or lines.knows(text, state, *THINGS):
        return True
    return state.battle is not None and any(text in (u.id, u.name) for u in state.battle.units)


__all__ = ["lines"]
