"""Light escorts for landings: the enemy's hits fall on them first, and the cargo gets through."""

from __future__ import annotations

from ..map import theatre
from ..nouns import Pick
from ..orders import Mission
from ..rules.employment import free_ships
from ..rules.forces import TF_LIMIT, selected_units
from ..rules.invasion.lift import destroyers_by_unit
from ..rules.remedies import free_name
from ..state import BIG, CAPITAL, FAST_CARRIERS, State, factors
from .interception_candidates import whole_picks
from .landing_candidates import hexes_worth_taking, ships_within
from .track_danger import chance_met, track_of

LIGHT = ("CA", "DD")


MATCH = 6.0
"""Spare light factors that give the cargo of an intercepted force a chance of 0.5 to get
through."""


def with_light_escorts(view: State, side: str, order: Mission) -> Mission | None:
    """Return the landing *order* with cruisers and destroyers of its ports instead of heavy guns,
    which its carriers replace. ``None`` without carriers, and without spare light ships."""
    if order.kind != "invade" or not any(
        view.units[p.id].type in FAST_CARRIERS for p in order.units
    ):
        return None
    stay = tuple(p for p in order.units if view.units[p.id].type not in CAPITAL)
    heavy = [view.units[p.id] for p in order.units if view.units[p.id].type in CAPITAL]
    bases, there = {view.units[p.id].base for p in order.units}, {p.id for p in order.units}
    lights = [
        u
        for u in free_ships(view, side)
        if u.base in bases and u.id not in there and u.type in LIGHT
    ]
    room = TF_LIMIT - factors(selected_units(view, side, stay))
    coming = ships_within(
        sorted(lights, key=lambda u: (u.type != "CA", u.factors, u.id)), min(room, int(2 * MATCH))
    )
    if not coming:
        return None
    room -= factors(coming)
    ships: tuple[Pick, ...] = (*stay, *whole_picks(coming))
    for p in stay:
        u = view.units[p.id]
        if u.type == "DD" and p.factors and (more := min(room, u.factors - p.factors)) > 0:
            ships = tuple(
                Pick(x.id, p.factors + more if p.factors + more < u.factors else 0) if x == p else x
                for x in ships
            )
            room -= more
    ships = (*ships, *whole_picks(ships_within(heavy, room)))
    tf = order.tf or (
        free_name(view, side) if factors(selected_units(view, side, ships)) >= BIG else ""
    )
    return Mission(order.kind, ships, order.to, order.cargo, order.via, tf)


def points_saved(view: State, side: str, order: Mission, instead: Mission) -> float:
    """Return the points that *order* saves against *instead*, because more light ships protect its
    cargo."""
    goal = theatre.place_id(view, order.to)
    met = chance_met(view, side, track_of(view, goal), order.kind, BIG)
    return (
        hexes_worth_taking(view, side).get(goal, 0.0)
        * met
        * (cargo_chance(view, side, order, goal) - cargo_chance(view, side, instead, goal))
    )


def cargo_chance(view: State, side: str, order: Mission, goal: str) -> float:
    """Return the chance (0 to 1) that a landing's cargo gets through when its ships are
    intercepted."""
    ships, cargo = selected_units(view, side, order.units), selected_units(view, side, order.cargo)
    spare = max(
        0,
        factors([u for u in ships if u.type in LIGHT])
        - sum(destroyers_by_unit(view, side, cargo, goal).values()),
    )
    return spare / (spare + MATCH)
