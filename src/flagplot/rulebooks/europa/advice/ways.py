"""Ways that cost least: hexes and what they take from a group, belts and batteries priced as so many hexes of detour."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from flagplot.table.latest import lasting, latest

from ..map import chart
from ..rules.combat import zones
from ..rules.combat.gunnery import defence_gunnery
from ..rules.movement import routing, waters
from ..rules.special.landing import firing_level
from ..state import Campaign, Group
from .losses import mean

DETOUR = 30.0
"""Hexes of detour that are as bad as the loss of the whole group."""
HELD = 4.0
"""Hexes of detour round a place where enemy ships lie in wait."""
OCCASION = 0.4
"""How often a battery fires for each hex of its zone that is entered."""
BEYOND = 1000.0
"""How far is what cannot be reached."""
MOST = 250.0
"""The dearest way that is looked for."""


class Cheapest:
    """What the way to a goal costs from every hex, worked out as far as it is asked for, the cheap ones first."""

    __slots__ = ("_known", "_prices", "_rim", "_ways")

    def __init__(self, goal: str, prices: Mapping[str, float], ways: Callable[[str], Iterable[str]]) -> None:
        self._prices, self._ways = prices, ways
        self._known: dict[str, float] = {}
        self._rim: list[tuple[float, str]] = [(0.0, goal)]

    def __call__(self, hex: str) -> float:
        known, rim = self._known, self._rim
        while hex not in known and rim:
            far, here = heapq.heappop(rim)
            if here in known:
                continue
            known[here] = far
            on = far + 1.0 + self._prices.get(here, 0.0)  # with the price of entering this hex on the way to the goal
            if on > MOST:
                continue
            for there in self._ways(here):
                if there not in known:
                    heapq.heappush(rim, (on, there))
        return known.get(hex, BEYOND)


@latest
def field(view: Campaign, group: Group, goal: str) -> Callable[[str], float]:
    """What is left of the way to a goal from every hex, in hexes, with detours that its dangers are worth."""
    prices = tolls(view, group)
    if not view.terrain and not view.hexsides:
        return _plain(goal, tuple(sorted(prices.items())))
    return Cheapest(goal, prices, lambda here: [h for h in chart.neighbours(here) if waters.joined(view, h, here)])


@lru_cache(maxsize=256)
def _plain(goal: str, prices: tuple[tuple[str, float], ...]) -> Cheapest:
    return Cheapest(goal, dict(prices), waters.plain_ways_from)


@latest
def tolls(view: Campaign, group: Group) -> dict[str, float]:
    """What entering hexes costs a group, in hexes of detour: the share of it that mines and batteries take on average, and
    places that enemy ships hold."""
    found: dict[str, float] = {}
    strength = max(1, sum(u.strength for u in view.of(group)))
    for hex, share in _risks(view, group, strength):
        found[hex] = found.get(hex, 0.0) + DETOUR * min(1.0, share)
    return found


def _risks(view: Campaign, group: Group, strength: int) -> Iterator[tuple[str, float]]:
    for hex, hits in _belts(view, group.side):
        if hex not in group.mined:
            yield hex, hits
    for zone, hits in _batteries(view, group.side):
        share = OCCASION * hits / strength
        for hex in zone:
            yield hex, share
    for hex in routing.held(view, group):
        if hex not in view.mines:
            yield hex, HELD / DETOUR


@lasting(lambda view: (view.mines, view.rulings))
def _belts(view: Campaign, side: str) -> list[tuple[str, float]]:
    """Where the other side's mines lie, and what they take of each strength point on average."""
    return [(hex, mean(view.rulings, Fraction(points), 0)) for hex in view.mines if (points := view.enemy_mines(hex, side))]


@lasting(lambda view: (view.defences, view.neutral, view.support, view.rulings))
def _batteries(view: Campaign, side: str) -> list[tuple[Iterable[str], float]]:
    """The zones of the batteries that may fire at a side, and the hits that each makes on average."""
    found: list[tuple[Iterable[str], float]] = []
    for d in view.defences.values():
        if d.owner and d.owner != side and d.owner not in view.neutral and firing_level(view, d):
            by_strength: dict[Fraction, list[str]] = {}
            for hex in zones.defence_zone(d, False):
                by_strength.setdefault(Fraction(defence_gunnery(view, d, hex, False)), []).append(hex)
            found += [(zone, mean(view.rulings, guns, 0)) for guns, zone in by_strength.items()]
    return found


def course(view: Campaign, group: Group, goal: str, mps: int) -> tuple[str, ...]:
    """The hexes toward a goal that so many MPs pay for, by the cheapest way that the group may sail."""
    return routing.down(view, group, goal, mps, field(view, group, goal))
