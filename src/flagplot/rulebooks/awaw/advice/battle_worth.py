"""What a battle is worth before it is fought, as far as a side knows the forces: the greedy
admiral's rule of thumb.

Unit: victory points. The curves follow battles played out between greedy admirals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ..rules.combat import combat_tables
from ..state import FAST_CARRIERS, State, Unit

UNKNOWN = {"10+": 14, "under 10": 5}
"""Naval factors assumed behind a size band."""
SKILL = 1.3
"""What one more on the Naval Attack Table, and one less for the enemy, makes of a force's
factors."""
AIR_WORTH = 1.5
"""Naval factors that one factor of aircraft in range is reckoned as in a battle."""
AIR_SKILL = 2
"""The modifier aircraft are reckoned with."""
FACTOR_WORTH = 0.7
"""Points that a naval factor lost or sunk counts on average."""


class Might(msgspec.Struct, frozen=True):
    """A force in a battle: its naval factors, and what they count for with modifiers and
    aircraft."""

    factors: float = 0.0
    weight: float = 0.0

    def __add__(self, other: Might) -> Might:
        return Might(self.factors + other.factors, self.weight + other.weight)


def might(view: State, ships: Iterable[Unit], *, hampered: bool = False) -> Might:
    """What known ships count for: their undamaged factors, carriers half as much again for their
    aircraft. *hampered*: by cargo or transports to protect, which is one on the table for both
    sides."""
    factors = weight = 0.0
    for u in ships:
        if not u.damaged:
            n, skill = (
                u.naval_factors,
                SKILL ** (combat_tables.naval_drm(view.rulings, u.nation) - hampered),
            )
            factors += n
            weight += n * skill * (1.5 if u.type in FAST_CARRIERS else 1.0)
    return Might(factors, weight)


def reckoned(
    view: State, forces: Sequence[str], band: str, nations: Sequence[str], *, hampered: bool = False
) -> Might:
    """What enemy forces count for: the ships that are seen, but at least what their size bands
    stand for."""
    here = [view.forces[f] for f in forces if f in view.forces]
    seen = might(view, [u for f in here for u in view.members(f)], hampered=hampered)
    guess = sum(UNKNOWN.get(f.band, 0) for f in here) or UNKNOWN.get(band, 9)
    if seen.factors >= guess:
        return seen
    return unseen_might(view, guess, nations, hampered=hampered)


def unseen_might(
    view: State, size: float, nations: Iterable[str], *, hampered: bool = False
) -> Might:
    """What so many factors count for that are not seen, of the average skill of *nations*."""
    skills = [combat_tables.naval_drm(view.rulings, n) for n in nations] or [2]
    return Might(size, size * SKILL ** (sum(skills) / len(skills) - hampered))


def aircraft(factors: int) -> Might:
    """What land-based aircraft in range count for."""
    return Might(0.0, AIR_WORTH * factors * SKILL**AIR_SKILL)


class Tolls(NamedTuple):
    """Points that the losses of a battle count: for a naval factor of either side, and for all its
    cargo."""

    mine: float = FACTOR_WORTH
    his: float = FACTOR_WORTH
    my_cargo: float = 0.0
    his_cargo: float = 0.0


FLAT, NOBODY = Tolls(), Might()


def battle_worth(mine: Might, his: Might, prize: float, tolls: Tolls = FLAT) -> float:
    """Points a battle brings on average: what it costs either side, and the *prize* for him who is
    left in the hex."""
    ratio = mine.weight / max(1.0, his.weight)
    wins = max(0.0, min(1.0, (ratio - 0.8) / 0.7))
    back = 1 / max(0.1, ratio)
    gained = (his.factors * tolls.his + tolls.his_cargo) * share_lost(ratio)
    return gained - (mine.factors * tolls.mine + tolls.my_cargo) * share_lost(back) + prize * wins


def share_lost(ratio: float) -> float:
    """The share of its factors that a force loses to one *ratio* times as strong."""
    return max(0.01, min(0.3, 0.25 * ratio - 0.05))
