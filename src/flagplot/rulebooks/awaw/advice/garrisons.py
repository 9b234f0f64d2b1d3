"""Worth of troops as garrisons: points at the end of the game, and the chance that a place is
lost."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..map.ports import side_holding
from ..rules.invasion.ground_units import enemy_defenders, ground_factors, own_units
from ..scenarios import cards
from ..state import State, Unit

LOST = (0.6, 0.35, 0.2, 0.1, 0.05)
"""Chance that a place is lost, by the ground factors in it, if the enemy may still attack."""


@memo_per_state
def held_points(view: State, side: str) -> dict[str, float]:
    """Return the places a side holds that score at the end -> the points at stake for both
    sides."""
    if not view.scenario:
        return {}
    card = cards.scenario_card(view.scenario, view.start)
    mine, his = card.score.held(side), card.score.held(view.enemy(side))
    found = {card.place(name).hex: mine[name] + his[name] for name in card.score.holding}
    return {
        h: p for h, p in found.items() if not theatre.is_box(h) and side_holding(view, h) == side
    }


def garrison_gain(view: State, side: str, place: str, more: int) -> float:
    """Return the points that *more* ground factors (fewer when negative) in a place of a side are
    worth."""
    points = held_points(view, side).get(place, 0.0)
    if not points or (view.closing and view.mover == side):
        return 0.0
    if not any(u.kind == "ground" and u.side != side and u.present for u in view.units.values()):
        return 0.0
    here = ground_factors(own_units(view, side, place))
    return points * (loss_chance(here) - loss_chance(here + more))


def loss_chance(factors: int) -> float:
    """Return the chance (0 to 1) that a place with so many factors is lost."""
    return LOST[max(0, min(factors, len(LOST) - 1))]


def points_at_risk(view: State, side: str, cargo: Sequence[Unit]) -> float:
    """Return the points at risk when *cargo* leaves the places it garrisons."""
    away: dict[str, int] = {}
    for u in cargo:
        if u.kind == "ground" and u.base:
            away[u.base] = away.get(u.base, 0) + u.factors
    return -sum(garrison_gain(view, side, place, -n) for place, n in away.items())


def weak_garrisons(view: State, side: str) -> tuple[str, ...]:
    """Return the places of a side with too small a garrison, the dearest first."""
    held = held_points(view, side)
    poor = [
        p
        for p in held
        if ground_factors(own_units(view, side, p)) < len(LOST) - 2
        and not enemy_defenders(view, side, p)
    ]
    return tuple(sorted(poor, key=lambda p: (-held[p], p)))
