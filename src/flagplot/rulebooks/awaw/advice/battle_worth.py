"""Estimate of a battle before it is fought, from the forces a side knows: the greedy admiral's rule
of thumb.

Unit: victory points. The curves are fitted to battles between greedy admirals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ..rules.combat import combat_tables
from ..state import FAST_CARRIERS, State, Unit

UNKNOWN = {"10+": 14, "under 10": 5}
"""Naval factors assumed for a size band."""
SKILL = 1.3
"""Multiplier of a force's weight for each +1 on the Naval Attack Table. The enemy's fire has 1 less
at the same time."""
AIR_WORTH = 1.5
"""Naval factors that one factor of aircraft in range counts for in a battle."""
AIR_SKILL = 2
"""The modifier assumed for aircraft."""
FACTOR_WORTH = 0.7
"""Average points of a naval factor lost."""


class Strength(msgspec.Struct, frozen=True):
    """The strength of a force: its naval factors, and its weight after modifiers and aircraft."""

    factors: float = 0.0
    weight: float = 0.0

    def __add__(self, other: Strength) -> Strength:
        return Strength(self.factors + other.factors, self.weight + other.weight)


def strength_of_ships(view: State, ships: Iterable[Unit], *, hampered: bool = False) -> Strength:
    """Return the strength of known ships: their undamaged factors, with carriers weighted 1.5 for
    their aircraft.

    *hampered* by cargo or transports means a modifier of 1 less."""
    factors = weight = 0.0
    for u in ships:
        if not u.damaged:
            n, skill = (
                u.naval_factors,
                SKILL ** (combat_tables.naval_drm(view.rulings, u.nation) - hampered),
            )
            factors += n
            weight += n * skill * (1.5 if u.type in FAST_CARRIERS else 1.0)
    return Strength(factors, weight)


def enemy_strength(
    view: State, forces: Sequence[str], band: str, nations: Sequence[str], *, hampered: bool = False
) -> Strength:
    """Return the strength of enemy forces: that of the ships seen, but at least what their size
    bands stand for."""
    here = [view.forces[f] for f in forces if f in view.forces]
    seen = strength_of_ships(view, [u for f in here for u in view.members(f)], hampered=hampered)
    guess = sum(UNKNOWN.get(f.band, 0) for f in here) or UNKNOWN.get(band, 9)
    if seen.factors >= guess:
        return seen
    return unseen_strength(view, guess, nations, hampered=hampered)


def unseen_strength(
    view: State, size: float, nations: Iterable[str], *, hampered: bool = False
) -> Strength:
    """Return the strength of *size* unseen factors, with the average skill of *nations*."""
    skills = [combat_tables.naval_drm(view.rulings, n) for n in nations] or [2]
    return Strength(size, size * SKILL ** (sum(skills) / len(skills) - hampered))


def aircraft_strength(factors: int) -> Strength:
    """Return the strength of land-based aircraft in range."""
    return Strength(0.0, AIR_WORTH * factors * SKILL**AIR_SKILL)


class LossPoints(NamedTuple):
    """Points for losses in a battle: for each naval factor of either side, and for all cargo of
    either."""

    mine: float = FACTOR_WORTH
    his: float = FACTOR_WORTH
    my_cargo: float = 0.0
    his_cargo: float = 0.0


FLAT, NOBODY = LossPoints(), Strength()


def battle_worth(mine: Strength, his: Strength, prize: float, tolls: LossPoints = FLAT) -> float:
    """Return the expected points of a battle: the enemy's losses less one's own, plus the *prize*
    times the chance to be left in the hex."""
    ratio = mine.weight / max(1.0, his.weight)
    wins = max(0.0, min(1.0, (ratio - 0.8) / 0.7))
    back = 1 / max(0.1, ratio)
    gained = (his.factors * tolls.his + tolls.his_cargo) * share_lost(ratio)
    return gained - (mine.factors * tolls.mine + tolls.my_cargo) * share_lost(back) + prize * wins


def share_lost(ratio: float) -> float:
    """Return the share (0.01 to 0.3) of its factors that a force loses to one *ratio* times as
    strong."""
    return max(0.01, min(0.3, 0.25 * ratio - 0.05))
