"""The cost of a route in points: the points at stake on a group, and the mean share that the
route's dangers take."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from flagplot.table import Rulings
from flagplot.table.core.memo import memo_per_state

from ..rules.combat import gunnery
from ..rules.combat.gunnery import HIT
from ..rules.combat.salvo import Shot
from ..rules.danger_run import Danger, Look
from ..rules.search.situations import Passage
from ..rules.special.hazards import after_great_success
from ..scenarios.loss_points import is_tanker, points_for_hits, score_table
from ..state import Group, State
from ..state.units import FREIGHTERS, Cargo, Unit
from . import route_dangers, sea_danger
from .determinization import start_position_of

UNSCORED = 0.25
"""Points of a strength point for which the scenario gives no points: it is still of use."""


def points_at_stake(view: State, unit: Unit) -> float:
    """Return the points at stake on each strength point of a unit: those that a hit gives the
    enemy, and those that it would bring its own side."""
    if not unit.strength:
        return 0.0
    return UNSCORED + points_of_unit(view, unit) / unit.strength


def points_of_unit(view: State, unit: Unit) -> float:
    """Return all points that the scenario has for a unit."""
    return points_for_hits(view, unit, unit.strength) + points_it_brings(view, unit)


def points_it_brings(view: State, unit: Unit) -> float:
    """Return the points that a unit brings its side when it, or its cargo, arrives where the
    scenario requires."""
    score = score_table(view)
    found = (
        float(score.get("home", {}).get(unit.kind, 0) * unit.strength)
        if unit.side == "Allied"
        else 0.0
    )
    if unit.kind in FREIGHTERS and "docked" in score and unit.side == "Allied":
        tanker = is_tanker(view, unit)
        found += score["tanker-docked" if tanker else "docked"].get(view.turn, 0) * (
            1 if tanker else unit.strength
        )
    each = score.get("ashore", {}).get(view.turn, 0) if unit.side == "Allied" else 0
    return (
        found
        + each * sum(c.res for c in known_cargo(view, unit.side).values() if c.aboard == unit.id)
        if each
        else found
    )


@memo_per_state
def known_cargo(view: State, side: str) -> Mapping[str, Cargo]:
    """Return a side's cargo: the cargo in view, or if none is aboard there, the cargo of the order
    of battle."""
    if any(c.side == side and c.aboard for c in view.cargo.values()):
        return view.cargo
    first = start_position_of(view, view.other(side)).cargo
    return {i: c for i, c in first.items() if i not in view.cargo}


@memo_per_state
def mean_share_lost(view: State, id: str, path: tuple[str, ...]) -> float:
    """Return the mean share, 0 to 1, of its points that a group loses on a path. Every enemy that
    may fire does, and searches use everything the enemy has."""
    group = view.groups[id]
    stakes = {u.id: points_at_stake(view, u) * u.strength for u in view.of(group)}
    every = sum(stakes.values())
    return min(1.0, mean_points_lost(view, group, path) / every) if every else 0.0


def mean_points_lost(view: State, group: Group, path: tuple[str, ...]) -> float:
    """Return the mean points that a group loses on a path."""
    g = route_dangers.gauntlet_along(view, group, path)
    each = {u.id: points_at_stake(view, u) for u in view.of(group)}
    room = {u.id: float(u.strength) for u in view.of(group)}
    strength = sum(room.values())
    usual = sum(each[i] * n for i, n in room.items()) / strength if strength else 0.0
    before, unstruck, lost, anybody = g.passage, 1.0, 0.0, 0.0
    for danger in g.ahead:
        if isinstance(danger, Look):
            blows = max((mean_hits_of_shot(view.rulings, b) for b in danger.blows), default=0.0)
            found = chance_to_be_found(before, danger) if blows else 0.0
            anybody += unstruck * found * blows
            unstruck *= 1 - found
            continue
        for shot, hits in shots_with_mean_hits(view.rulings, danger):
            if shot.at in room:
                taken = min(room[shot.at], hits)
                room[shot.at] -= taken
                lost += taken * each[shot.at]
            else:
                anybody += hits
    return lost + usual * min(anybody, sum(room.values()))


def chance_to_be_found(before: Passage, danger: Look) -> float:
    """Return the chance, 0 to 1, that a search finds the group."""
    return sea_danger.chance_of_find(before, sea_danger.without_hex(danger).window)  # type: ignore[union-attr]


def shots_with_mean_hits(rulings: Rulings, danger: Danger) -> list[tuple[Shot, float]]:
    """Return the shots of a danger, each with its mean hits."""
    if danger.contact is None:
        return [(s, mean_hits_of_shot(rulings, s)) for s in danger.shots]
    pairs, every = danger.contact.outcomes()
    met = sum(w for result, w in pairs if result in HIT) / every
    hard = sum(w for result, w in pairs if result == "S*") / every
    return [
        (s, (met - hard) * mean_hits_of_shot(rulings, s) + hard * mean_hits_of_shot(rulings, h))
        for s, h in zip(danger.shots, after_great_success(danger.shots), strict=True)
    ]


def mean_points_of_shot(view: State, shot: Shot) -> float:
    """Return the mean points that a shot at a unit costs the unit's side, without hits beyond what
    it can take; 0 for a coast defence."""
    unit = view.units.get(shot.at)
    if unit is None or not unit.strength:
        return 0.0
    found = 0.0
    for spec in gunnery.gunnery_rolls(view.rulings, Fraction(shot.over, shot.under), shot.plus):
        pairs, every = spec.outcomes()
        found += sum(min(hits, unit.strength) * w for hits, w in pairs) / every
    return min(found, unit.strength) * points_at_stake(view, unit)


def mean_hits_of_shot(rulings: Rulings, shot: Shot) -> float:
    """Return the mean hits of a shot."""
    return mean_hits_of_strength(rulings, Fraction(shot.over, shot.under), shot.plus)


@lru_cache(1024)
def mean_hits_of_strength(rulings: Rulings, strength: Fraction, plus: int) -> float:
    """Return the mean hits of a gunnery strength."""
    found = 0.0
    for spec in gunnery.gunnery_rolls(rulings, strength, plus):
        pairs, every = spec.outcomes()
        found += sum(hits * w for hits, w in pairs) / every
    return found
