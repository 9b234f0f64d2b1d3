"""Evaluation of fire in points of the scenario, and whether a group fights on or breaks off."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flagplot.table import Ask, about_map
from flagplot.table.core.memo import memo_per_state

from ..nouns import Shot
from ..rules.combat import gunnery
from ..rules.combat.disengagement import EscapeOf
from ..rules.combat.gunnery import HIT
from ..rules.combat.salvo import shot_fired
from ..state import Group, State
from ..state.units import Unit, can_fire, is_warship, tf_like
from . import route_losses
from .determinization import start_position_of

ESCORT = 4
"""Guns of a task force of which nothing is known."""


def mean_points_of_shots(view: State, shots: Iterable[Shot]) -> float:
    """Return the mean points of all shots, without hits beyond what a target can take."""
    night = bool(view.battle and view.battle.night)
    hits: dict[str, float] = {}
    for by, at in shots:
        hits[at] = hits.get(at, 0.0) + route_losses.mean_hits_of_shot(
            view.rulings, shot_fired(view, view.units[by], at, night)
        )
    return sum(
        min(n, view.units[at].strength) * route_losses.points_at_stake(view, view.units[at])
        for at, n in hits.items()
    )


def mean_points_of_group(view: State, by: Group | None, at: Group | None) -> float:
    """Return the mean points of a group's fire at the target where it costs the enemy most."""
    if by is None or at is None:
        return 0.0
    guns = [u.id for u in view.of(by) if can_fire(u)]
    return max(
        (mean_points_of_shots(view, [Shot(u, t.id) for u in guns]) for t in view.of(at)),
        default=0.0,
    )


def value_of_going_on(view: State, request: Ask[str], option: str) -> float:
    """Return the value in points of fighting on, declining, or breaking off: the balance of another
    round, and the chance to avoid it."""
    about = about_map(request)
    mine, foe = view.groups.get(str(about["group"])), view.groups.get(str(about["foe"]))
    if mine is None or foe is None or option == "decline":
        return 0.0
    risk = mean_points_of_group(view, foe, mine)
    ahead = mean_points_of_group(view, mine, foe) - risk
    if option == "fight on":
        return ahead
    pairs, every = gunnery.success_roll(
        view.rulings, EscapeOf(mine.id, foe.id).get(view).plus
    ).outcomes()
    away = sum(w for result, w in pairs if result in HIT) / every
    worst = sum(w for result, w in pairs if result == "D") / every
    return -ahead * away - risk * worst


@memo_per_state
def points_of_a_hit(view: State, id: str) -> float:
    """Return the points of a hit on an enemy group of which only the kind is known: on its cargo
    ships, else on the ships that the order of battle has left."""
    group, kind = view.groups[id], view.kind(view.groups[id])
    known = [
        u
        for u in start_position_of(view, view.other(group.side)).units.values()
        if u.side == group.side and is_preferred_target(u, kind)
    ]
    afloat = [u for u in known if u.id not in view.units or not view.units[u.id].lost]
    return (
        sum(route_losses.points_at_stake(view, u) for u in afloat) / len(afloat) if afloat else 0.0
    )


def is_preferred_target(unit: Unit, kind: str) -> bool:
    """Return True when a unit is of the kind that is shot at first in a group of this kind."""
    if kind == "submarine":
        return unit.kind == "SUB"
    return (
        unit.kind != "SUB" and not is_warship(unit)
        if kind in ("mixed", "cargo")
        else unit.kind == "CG" or tf_like(unit)
    )


@memo_per_state
def attacks_prey(view: State, g: Group, goal: str) -> bool:
    """Return True when a group attacks its prey: boats and submarines always, ships when the first
    round gains more points than it costs."""
    units = view.of(g)
    if all(u.kind in ("SUB", "MTB") for u in units):
        return True
    prey = next(
        (x for x in view.standing(view.other(g.side)) if x.hex == goal and x.where == "sea"), None
    )
    guns = sum(u.strength for u in units if can_fire(u))
    if prey is None or not guns:
        return False
    escorts = (
        0
        if view.kind(prey) == "cargo"
        else prey.disclosed_counts[0]
        if prey.disclosed_counts[0] >= 0
        else 2
    )
    own = max(route_losses.points_at_stake(view, u) for u in units)
    return (
        mean_hits_of_guns(view, guns) * points_of_a_hit(view, prey.id)
        > mean_hits_of_guns(view, ESCORT * escorts) * own
    )


def mean_hits_of_guns(view: State, guns: int) -> float:
    """Return the mean hits of *guns* gunnery strength by day."""
    return route_losses.mean_hits_of_strength(view.rulings, Fraction(guns), 0)
