"""Ways that cost least: hexes and what they take from a group, belts and batteries priced as so many hexes of detour."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from flagplot.table.latest import latest

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

    __slots__ = ("_cost", "_joined", "_known", "_rim")

    def __init__(self, goal: str, cost: Callable[[str], float], joined: Callable[[str, str], bool]) -> None:
        self._cost, self._joined = cost, joined
        self._known: dict[str, float] = {}
        self._rim: list[tuple[float, str]] = [(0.0, goal)]

    def __call__(self, hex: str) -> float:
        while hex not in self._known and self._rim:
            far, here = heapq.heappop(self._rim)
            if here in self._known:
                continue
            self._known[here] = far
            price = 1.0 + self._cost(here)  # of entering this hex on the way to the goal
            if far + price > MOST:
                continue
            for there in chart.neighbours(here):
                if there not in self._known and self._joined(there, here):
                    heapq.heappush(self._rim, (far + price, there))
        return self._known.get(hex, BEYOND)


@latest
def field(view: Campaign, group: Group, goal: str) -> Callable[[str], float]:
    """What is left of the way to a goal from every hex, in hexes, with detours that its dangers are worth."""
    prices = tolls(view, group)
    if not view.terrain and not view.hexsides:
        return _plain(goal, tuple(sorted(prices.items())))
    return Cheapest(goal, lambda h: prices.get(h, 0.0), lambda a, b: waters.joined(view, a, b))


@lru_cache(maxsize=256)
def _plain(goal: str, prices: tuple[tuple[str, float], ...]) -> Cheapest:
    known = dict(prices)
    return Cheapest(goal, lambda h: known.get(h, 0.0), waters.plainly_joined)


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
    for hex in view.mines:
        if (points := view.enemy_mines(hex, group.side)) and hex not in group.mined:
            yield hex, mean(view.rulings, Fraction(points), 0)
    for d in view.defences.values():
        if d.owner and d.owner != group.side and d.owner not in view.neutral and firing_level(view, d):
            for hex in zones.defence_zone(d, False):
                yield hex, OCCASION * mean(view.rulings, defence_gunnery(view, d, hex, False), 0) / strength
    for hex in routing.held(view, group):
        if hex not in view.mines:
            yield hex, HELD / DETOUR


def course(view: Campaign, group: Group, goal: str, mps: int) -> tuple[str, ...]:
    """The hexes toward a goal that so many MPs pay for, by the cheapest way that the group may sail."""
    return routing.down(view, group, goal, mps, field(view, group, goal))
