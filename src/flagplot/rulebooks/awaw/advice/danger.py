"""How likely a track is met by the enemy, and what that may cost: rough estimates from what a side sees."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.latest import latest

from ..map import theatre
from ..rules.interception import interception, watch
from ..rules.interception.interception import Attempt
from ..rules.range import distances
from ..state import BIG, State, Unit, factors
from .candidates import waters_by


@latest
def enemy_ports(view: State, side: str) -> dict[str, float]:
    """Enemy ports with ships -> naval factors known or assumed to be there."""
    enemy = view.enemy(side)
    out: dict[str, float] = {}
    for place, sides in view.presence.items():
        if enemy in sides:
            out[place] = 9.0
    for u in view.ships(enemy):
        if not u.force and u.base and u.naval_factors:
            out[u.base] = max(out.get(u.base, 0.0), 9.0)
    return out


def danger(view: State, side: str, ships: Sequence[Unit], path: Sequence[str], activity: str, carried: float = 0.0) -> float:
    """Points expected to be lost on a track: the best chance any enemy port has to meet it, times what a battle costs."""
    met = chance_met(view, side, path, activity, factors(ships))
    strength = sum(u.factors for u in ships if not u.damaged)
    bad = max(0.0, min(1.0, (14.0 - strength) / 14.0))
    return met * (0.15 * len(ships) * 0.5 + bad * 0.12 * factors(ships) + carried * (0.25 + 0.5 * bad))


def chance_met(view: State, side: str, path: Sequence[str], activity: str, size: int) -> float:
    """The best chance that an enemy force from a known port reaches some hex of a track, by the waters open to it."""
    best = 0.0
    waters = sorted(n for found in distances.along(view, side, tuple(path)).values() for n in found)
    for port in enemy_ports(view, side):
        by_water = watch.distances(view, view.enemy(side), port)
        near = distances.nearest(by_water, waters)
        if near is None:
            continue
        attempt = Attempt(activity, near, theatre.THEATRE[view.board], small=size < BIG)
        best = max(best, interception.odds(view.rulings, attempt))
    return best


def track_of(view: State, start: str, goal: str) -> tuple[str, ...]:
    """Hexes that a track is likely to cross: the goal and the sea next to it."""
    return (goal, *waters_by(view, goal))
