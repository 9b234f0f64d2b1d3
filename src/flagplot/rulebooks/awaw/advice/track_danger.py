"""Estimates of the chance that the enemy intercepts a track, and of the loss, from what a side
sees."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ..map import theatre
from ..map.ports import shore_fields
from ..rules.interception import attempt, eligibility
from ..rules.interception.attempt import Attempt
from ..rules.range import distances
from ..state import BIG, State, Unit, factors
from .candidates import sea_hexes_by


@memo_per_state
def enemy_ports(view: State, side: str) -> dict[str, float]:
    """Return the enemy ports with ships -> naval factors known or assumed there."""
    enemy = view.enemy(side)
    out: dict[str, float] = {}
    for place, sides in view.presence.items():
        if enemy in sides:
            out[place] = 9.0
    for u in view.ships(enemy):
        if not u.force and u.base and u.naval_factors:
            out[u.base] = max(out.get(u.base, 0.0), 9.0)
    return out


def expected_loss(
    view: State,
    side: str,
    ships: Sequence[Unit],
    path: Sequence[str],
    activity: str,
    carried: float = 0.0,
) -> float:
    """Return the expected loss on a track in points: the best chance of any enemy port to intercept
    it, times the cost of a battle."""
    met = chance_met(view, side, path, activity, factors(ships))
    strength = sum(u.factors for u in ships if not u.damaged)
    bad = max(0.0, min(1.0, (14.0 - strength) / 14.0))
    return met * (
        0.15 * len(ships) * 0.5 + bad * 0.12 * factors(ships) + carried * (0.25 + 0.5 * bad)
    )


def chance_met(view: State, side: str, path: Sequence[str], activity: str, size: int) -> float:
    """Return the best chance (0 to 1) that an enemy force from a known port reaches some hex of a
    track, by the waters open to it."""
    return _chance_met(view, side, tuple(path), activity, size < BIG)


@memo_per_state
def _chance_met(view: State, side: str, path: tuple[str, ...], activity: str, small: bool) -> float:
    near = nearest_port_distance(view, side, path, tuple(enemy_ports(view, side)))
    if near is None:
        return 0.0
    return attempt.chance_of(
        view.rulings, Attempt(activity, near, theatre.THEATRE[view.board], small=small)
    )


@memo_per_parts(shore_fields)
def nearest_port_distance(
    view: State, side: str, path: tuple[str, ...], ports: tuple[str, ...]
) -> int | None:
    """Return the distance by water from the nearest of these enemy *ports* to a track of *side*, in
    hexes. ``None`` when no port reaches it."""
    waters = [n for found in distances.waters_along(view, side, path).values() for n in found]
    found = (
        distances.nearest_distance(eligibility.distances(view, view.enemy(side), port), waters)
        for port in ports
    )
    return min((n for n in found if n is not None), default=None)


def track_of(view: State, goal: str) -> tuple[str, ...]:
    """Return the hexes that a track is likely to cross: the goal and the sea next to it."""
    return (goal, *sea_hexes_by(view, goal))
