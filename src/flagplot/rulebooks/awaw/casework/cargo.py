"""Lines about cargo and aircraft."""

from __future__ import annotations

from flagplot.table.language import Found

from ..rules.air import air_units
from ..rules.transport.sea_transport import movement_left
from ..state import State
from . import nouns as n
from .nouns import lines


@lines.fact("{unit} has {factors} movement factors left")
def movement(before: State, state: State, unit: n.Unit, factors: int) -> Found:
    """What a ground unit may still march."""
    u = state.units[unit]
    left = u.movement if u.movement >= 0 else movement_left(state, u)
    return left == factors, f"{unit} has {left} movement factors left"


@lines.fact("{unit} flies {hexes} hexes")
def flies(before: State, state: State, unit: n.Unit, hexes: int) -> Found:
    """How far an air unit reaches."""
    reach = air_units.reach(state, state.units[unit])
    return reach == hexes, f"{unit} flies {reach} hexes"


@lines.fact("{unit} was transported")
def transported(before: State, state: State, unit: n.Unit) -> Found:
    """Whether a unit was cargo this player turn."""
    done = state.units[unit].transported
    return done, f"{unit} was {'' if done else 'not '}transported this turn"
