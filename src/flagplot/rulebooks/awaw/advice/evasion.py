"""How likely a landing gets past a stronger enemy, on the way it really takes and not at its beach
alone."""

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
"""How often a force with troops aboard does not reach its beach that is met by an enemy of twice
its side's strength."""


PORTS = 3
"""Ports that are reckoned with: those from which a track is met most likely."""


def through(view: State, side: str, order: Mission) -> float:
    """The chance that the troops of a landing reach their beach."""
    turned, chance = TURNED * outnumbered(view.scenario, view.start, side), 1.0
    for x in order_tracks.tracks_of(view, side, order) if turned and order.cargo else ():
        if x.plan.legs:
            chance *= 1 - turned * met(
                view, side, x.kind, tuple(x.plan.path), x.target, factors(x.ships) < BIG
            )
    return chance


@memo_per_state
def met(
    view: State, side: str, kind: str, path: tuple[str, ...], target: str, small: bool
) -> float:
    """The chance that one of the ports meets a track, on average of those from which that is
    likeliest."""
    a = Activity(kind=kind, side=side, forces=(), path=path, target=target, track=path)
    passage, _ = interception_risk.passage_from(
        view, side, a, BIG - 1 if small else BIG, slow=False
    )
    alone = (attempt.passage_chance(attempt.Passage(view.rulings, (w,))) for w in passage.watchers)
    each = sorted(alone, reverse=True)[:PORTS]
    return fmean(each) if each else 0.0


@lru_cache(None)
def outnumbered(scenario: str, start: str, side: str) -> float:
    """How far the enemy's ships of the order of battle outnumber a side's: 0 where they do not, 1
    from twice their factors on."""
    if not scenario:
        return 0.0
    ships = [u for u in cards.card(scenario, start).units if u.kind == "ship" and u.when == "setup"]
    mine = sum(u.factors for u in ships if u.side == side)
    his = sum(u.factors for u in ships if u.side != side)
    return min(1.0, max(0.0, his / mine - 1)) if mine else 0.0
