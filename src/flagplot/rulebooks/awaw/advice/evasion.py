"""Chance that a landing evades a stronger enemy on its whole route, not at its beach alone."""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean

from flagplot.table.core.memo import memo_per_state

from ..orders import Mission
from ..rules.interception import attempt
from ..rules.interception.activity import Activity
from ..scenarios import cards
from ..state import BIG, State, factors
from . import interception_risk, order_tracks

TURNED = 0.8
"""Chance that an intercepted force with troops turns back when the enemy has at least twice its
side's strength."""


PORTS = 3
"""Number of enemy ports considered: those most likely to intercept."""


def arrival_chance(view: State, side: str, order: Mission) -> float:
    """Return the chance (0 to 1) that the troops of a landing reach their beach."""
    turned, chance = TURNED * enemy_superiority(view.scenario, view.start, side), 1.0
    for x in order_tracks.tracks_of(view, side, order) if turned and order.cargo else ():
        if x.plan.legs:
            chance *= 1 - turned * mean_port_chance(
                view, side, x.kind, tuple(x.plan.path), x.target, factors(x.ships) < BIG
            )
    return chance


@memo_per_state
def mean_port_chance(
    view: State, side: str, kind: str, path: tuple[str, ...], target: str, small: bool
) -> float:
    """Return the mean chance (0 to 1) that a port intercepts a route, over the PORTS likeliest
    ports."""
    a = Activity(kind=kind, side=side, forces=(), path=path, target=target, track=path)
    passage, _ = interception_risk.passage_from(
        view, side, a, BIG - 1 if small else BIG, slow=False
    )
    alone = (attempt.passage_chance(attempt.Passage(view.rulings, (w,))) for w in passage.watchers)
    each = sorted(alone, reverse=True)[:PORTS]
    return fmean(each) if each else 0.0


@lru_cache(None)
def enemy_superiority(scenario: str, start: str, side: str) -> float:
    """Return the enemy's superiority in ship factors by the order of battle: 0 at equal strength or
    less, 1 at twice the side's factors or more."""
    if not scenario:
        return 0.0
    ships = [
        u
        for u in cards.scenario_card(scenario, start).units
        if u.kind == "ship" and u.when == "setup"
    ]
    mine = sum(u.factors for u in ships if u.side == side)
    his = sum(u.factors for u in ships if u.side != side)
    return min(1.0, max(0.0, his / mine - 1)) if mine else 0.0
