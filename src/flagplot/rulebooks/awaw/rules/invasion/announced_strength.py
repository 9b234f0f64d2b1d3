"""Strengths announced against a hex before the operation sails, and cautions about them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Refusal, facts

from ...map import theatre
from ...orders import Mission
from ...state import FLEET, Force, State, Unit
from ..air import air_units
from ..combat import combat_tables
from . import strength
from .beach_forces import defence_multiplier_at
from .ground_units import enemy_defenders, ground_factors
from .lift import destroyers_by_unit


class AnnouncedStrength(msgspec.Struct, frozen=True):
    """Announced strengths: ground factors that would attack, guns and support in combat factors,
    and the defence."""

    ground: int
    guns: int
    support: int
    defence: int
    dm: int

    @property
    def attack(self) -> int:
        return self.ground + self.guns + self.support


def announced_units(view: State, side: str, goal: str) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return (ships, troops) announced for a hex."""
    mine: list[Force] = [f for f in view.forces.values() if f.side == side and f.target == goal]
    forces = [f for f in mine if f.mission in ("invade", "bombard")]
    ships = [u for f in forces for u in view.members(f)]
    return tuple(ships), tuple(view.units[i] for f in forces for i in f.cargo if i in view.units)


def first_wave(troops: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units that would attack by default: marines and commandos, and the two strongest
    others."""
    special = [u for u in troops if u.type in ("MAR", "CDO")]
    others = sorted((u for u in troops if u not in special), key=lambda u: (-u.factors, u.id))[:2]
    return (*special, *others)


def announced_strength(
    view: State,
    side: str,
    goal: str,
    ships: Sequence[Unit],
    troops: Sequence[Unit],
    *,
    from_land: bool = True,
) -> AnnouncedStrength:
    """Return the strengths at a beach if everything announced arrives, with every aircraft of the
    side in range (land-based ones only if *from_land*) and no enemy aircraft."""
    r = view.rulings
    a = view.assaults.get(goal)
    sea = first_wave(troops)
    more = [view.units[i] for i in (*a.land, *a.drops)] if a is not None else []
    ground = ground_factors([*sea, *more])
    busy = sum(destroyers_by_unit(view, side, troops, goal).values())
    guns = []
    for u in sorted(ships, key=lambda u: u.type != "DD"):
        n = u.factors if u.type in FLEET and not u.damaged else 0
        if u.type == "DD":
            taken = min(busy, n)
            busy -= taken
            n -= taken
        if n:
            guns.append((combat_tables.naval_drm(r, u.nation), n))
    carriers = {u.id for u in ships}
    flying = [
        (u.type, u.factors)
        for u in view.units.values()
        if u.side == side
        and air_units.is_ready(u)
        and (
            u.aboard in carriers
            or (from_land and not u.aboard and air_units.is_in_range(view, u, goal))
        )
    ]
    gun = strength.gun_thirds(r, guns, ground if sea else 0)
    air = strength.support_thirds(r, flying, ground)
    here = enemy_defenders(view, side, goal)
    dm = defence_multiplier_at(view, side, goal, sea)
    return AnnouncedStrength(
        ground, gun // 3, (gun + air) // 3 - gun // 3, ground_factors(here) * dm, dm
    )


def cautions(
    view: State, side: str, order: Mission, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> tuple[Refusal, ...]:
    """Return a caution when the announced strength is less than 1:1 at the beach."""
    if order.kind != "invade" or theatre.is_box(goal) or not enemy_defenders(view, side, goal):
        return ()
    had, waiting = announced_units(view, side, goal)
    troops = (*waiting, *cargo)
    o = announced_strength(view, side, goal, (*had, *ships), troops)
    if strength.is_enough(o.attack, o.defence):
        return ()
    about = facts(attack=o.attack, defence=o.defence, goal=theatre.name_of(view, goal))
    return (Refusal("21.5152", "odds-short", (goal,), about),)
