"""What troops are worth where they stand: points at the end, and how likely a place is lost with so
many factors in it."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..map.ports import side_holding
from ..rules.invasion.ground_units import defenders, own, total
from ..scenarios import cards
from ..state import State, Unit

LOST = (0.6, 0.35, 0.2, 0.1, 0.05)
"""The chance that a place with so many ground factors is lost, if the enemy may still come."""


@memo_per_state
def holdings(view: State, side: str) -> dict[str, float]:
    """Places a side holds that score at the end -> the points that hang on them, to gain and to
    lose."""
    if not view.scenario:
        return {}
    card = cards.card(view.scenario, view.start)
    mine, his = card.score.held(side), card.score.held(view.enemy(side))
    found = {card.place(name).hex: mine[name] + his[name] for name in card.score.holding}
    return {
        h: p for h, p in found.items() if not theatre.is_box(h) and side_holding(view, h) == side
    }


def safer(view: State, side: str, place: str, more: int) -> float:
    """Points that so many ground factors more (or fewer) in a place of a side are worth."""
    points = holdings(view, side).get(place, 0.0)
    if not points or (view.closing and view.mover == side):
        return 0.0
    if not any(u.kind == "ground" and u.side != side and u.present for u in view.units.values()):
        return 0.0
    here = total(own(view, side, place))
    return points * (lost(here) - lost(here + more))


def lost(factors: int) -> float:
    """The chance that a place with so many factors is lost."""
    return LOST[max(0, min(factors, len(LOST) - 1))]


def stripped(view: State, side: str, cargo: Sequence[Unit]) -> float:
    """Points at risk when troops leave the places they stand in."""
    away: dict[str, int] = {}
    for u in cargo:
        if u.kind == "ground" and u.base:
            away[u.base] = away.get(u.base, 0) + u.factors
    return -sum(safer(view, side, place, -n) for place, n in away.items())


def wanting(view: State, side: str) -> tuple[str, ...]:
    """Places of a side that too few troops hold, the dearest first."""
    held = holdings(view, side)
    poor = [
        p
        for p in held
        if total(own(view, side, p)) < len(LOST) - 2 and not defenders(view, side, p)
    ]
    return tuple(sorted(poor, key=lambda p: (-held[p], p)))
