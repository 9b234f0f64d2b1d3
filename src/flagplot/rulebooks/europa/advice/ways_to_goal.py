"""Cheapest routes, with minebelts and batteries priced in hexes of detour, and the place that a
group reaches in this step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from flagplot.table import TextError
from flagplot.table.core.memo import by_value, memo_per_parts

from ..map import chart
from ..rules import reading
from ..rules.combat import zones
from ..rules.combat.gunnery import defence_gunnery
from ..rules.movement import path_check, routing, waters
from ..rules.special.landing import firing_level
from ..state import Group, State, group_parts
from .candidates import goal_of
from .route_losses import mean_hits_of_strength


def reachable_goal(view: State, g: Group) -> str:
    """Return the place that a group may reach in this step: its goal, a port or a beach, or without
    one the nearest port of its own; empty when there is none."""
    ports = [p for p in view.ports.values() if p.owner == g.side and p.hex != g.hex]
    goal = goal_of(view, g) if g.side == "Allied" else ""
    near = min(ports, key=lambda p: (chart.distance(p.hex, g.hex), p.name)).name if ports else ""
    to = next((p.name for p in ports if p.hex == goal), goal) or near
    if not to or to == g.hex:
        return ""
    try:
        order = reading.read(f"sail {g.id} to {to}", view, g.side)
    except TextError:
        return ""
    trip = path_check.plot_path(view, g, order.path)
    return to if trip.refusal is None else trip.legs[-1].to if trip.legs else ""


DETOUR = 30.0
"""Hexes of detour that are as bad as the loss of the whole group."""


HELD = 4.0
"""Hexes of detour around a place where enemy ships lie in wait."""


OCCASION = 0.4
"""Occasions to fire that a battery gets for each hex of its zone that a group enters."""


SOUGHT = 0.1
"""Hexes of detour for each 5 hexes that a hex lies nearer to an enemy airbase than :data:`NEAR`."""


NEAR = 15
"""Hexes beyond which the distance to an airbase does not count."""


BEYOND = 1000.0
"""The cost of a place that cannot be reached."""


MOST = 250.0
"""The highest cost of a route that is searched for."""


class Cheapest:
    """The cost of the route to a goal from every hex, computed on demand, cheap hexes first."""

    __slots__ = ("_goal", "_known", "_nearer", "_prices", "_reached", "_rim", "_ways")

    def __init__(
        self, goal: str, prices: Mapping[str, float], ways: Callable[[str], Sequence[str]]
    ) -> None:
        self._goal, self._prices, self._ways = goal, prices, ways
        self._known: dict[str, float] = {}
        self._rim: list[list[tuple[float, str]]] = [[(0.0, goal)]]
        self._reached: dict[str, float] = {goal: 0.0}
        self._nearer: dict[str, tuple[str, ...]] = {}

    def __call__(self, hex: str) -> float:
        known = self._known.get(hex)
        return known if known is not None else self._found(hex)

    def nearer(self, here: str) -> tuple[str, ...]:
        """Return the touching hexes by water from which the remaining cost is lower, the lowest
        first."""
        found = self._nearer.get(here)
        if found is None:
            left = self(here)
            near = sorted([(self(h), n, h) for n, h in enumerate(self._ways(here))])
            found = self._nearer[here] = tuple([h for far, _, h in near if far < left])
        return found

    def _found(self, hex: str) -> float:
        try:
            rim = self._rim.pop()
        except IndexError:  # another thread has the search front: compute afresh
            return Cheapest(self._goal, self._prices, self._ways)(hex)
        try:
            return self._go_on(hex, rim)
        finally:
            self._rim.append(rim)

    def _go_on(self, hex: str, rim: list[tuple[float, str]]) -> float:
        known, reached, prices, ways = self._known, self._reached, self._prices, self._ways
        if not ways(hex) and hex != self._goal:  # no water leads there: search nothing
            return BEYOND
        while hex not in known and rim:
            far, here = heappop(rim)
            if here in known:
                continue
            known[here] = far
            on = far + 1.0 + prices.get(here, 0.0)  # includes the cost of entering this hex
            if on > MOST:
                continue
            for there in ways(here):
                if there not in reached or on < reached[there]:
                    reached[there] = on
                    heappush(rim, (on, there))
        return known.get(hex, BEYOND)


def cost_field(view: State, group: Group, goal: str) -> Cheapest:
    """Return the remaining cost of the route to a goal from every hex: hexes, plus detours for
    dangers."""
    near = enemy_airbases(view, group.side)
    return _cost_field(
        view,
        group.side,
        _group_strength(view, group.members),
        group.mined,
        routing.hexes_to_avoid(view, group.side),
        near,
        goal,
    )


def entry_costs(
    view: State, group: Group, bases: tuple[str, ...] | None = None
) -> Mapping[str, float]:
    """Return the cost to a group of entering each hex, in hexes of detour: the mean share that
    mines and batteries take, places that enemy ships hold, and hexes near enemy airbases (*bases*;
    ``None``: all)."""
    near = enemy_airbases(view, group.side) if bases is None else bases
    return _entry_costs(
        view,
        group.side,
        _group_strength(view, group.members),
        group.mined,
        routing.hexes_to_avoid(view, group.side),
        near,
    )


@memo_per_parts(group_parts)
def _group_strength(view: State, members: tuple[str, ...]) -> int:
    return max(1, sum([view.units[m].strength for m in members if m in view.units]))


@by_value
def _danger_parts(view: State) -> tuple[Any, ...]:
    """Return the parts of a view on which the costs of hexes depend, except enemy ships."""
    return (
        view.terrain,
        view.hexsides,
        _mine_points(view),
        view.defences,
        view.neutral,
        view.support,
        view.rulings,
    )


@memo_per_parts(lambda view: (view.mines,))
def _mine_points(view: State) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Return the mine points of each side, by hex."""
    return tuple([(hex, tuple(points.items())) for hex, points in view.mines.items()])


@memo_per_parts(_danger_parts)
def _cost_field(
    view: State,
    side: str,
    strength: int,
    mined: tuple[str, ...],
    held: frozenset[str],
    bases: tuple[str, ...],
    goal: str,
) -> Cheapest:
    prices = _entry_costs(view, side, strength, mined, held, bases)
    if view.charted:
        return _plain_cost_field(goal, tuple(sorted(prices.items())))
    return Cheapest(
        goal,
        prices,
        lambda here: [h for h in chart.neighbours(here) if waters.are_joined(view, h, here)],
    )


@lru_cache(maxsize=256)
def _plain_cost_field(goal: str, prices: tuple[tuple[str, float], ...]) -> Cheapest:
    return Cheapest(goal, dict(prices), waters.plain_ways_from)


@memo_per_parts(_danger_parts)
def _entry_costs(
    view: State,
    side: str,
    strength: int,
    mined: tuple[str, ...],
    held: frozenset[str],
    bases: tuple[str, ...],
) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for hex, share in _hex_risks(view, side, strength, mined, held):
        found[hex] = found.get(hex, 0.0) + DETOUR * min(1.0, share)
    for base in bases:
        for hex, price in _airbase_costs(base):
            found[hex] = found.get(hex, 0.0) + price
    return found


@memo_per_parts(lambda view: (view.air,))
def enemy_airbases(view: State, side: str) -> tuple[str, ...]:
    """Return the places ashore of the other side's aircraft that may find and strike a side's
    groups."""
    return tuple(
        sorted(
            {
                a.place
                for a in view.air.values()
                if a.side != side
                and a.strength
                and not a.carrier
                and not a.marker
                and a.mission in ("patrol", "strike")
            }
        )
    )


@lru_cache(256)
def _airbase_costs(base: str) -> tuple[tuple[str, float], ...]:
    """Return the costs of hexes near an airbase, in hexes of detour."""
    return tuple(
        (h, SOUGHT * ((NEAR - chart.distance(base, h)) // 5))
        for h in chart.hexes_within(base, NEAR - 5)
    )


def _hex_risks(
    view: State, side: str, strength: int, mined: tuple[str, ...], held: frozenset[str]
) -> Iterator[tuple[str, float]]:
    for hex, hits in _belt_risks(view, side):
        if hex not in mined:
            yield hex, hits
    for zone, hits in _battery_risks(view, side):
        share = OCCASION * hits / strength
        for hex in zone:
            yield hex, share
    yield from ((hex, HELD / DETOUR) for hex in sorted(held.difference(view.mines)))


@memo_per_parts(lambda view: (view.mines, view.rulings))
def _belt_risks(view: State, side: str) -> list[tuple[str, float]]:
    """Return the other side's minebelts, with the mean hits of each on a strength point."""
    return [
        (hex, mean_hits_of_strength(view.rulings, Fraction(points), 0))
        for hex in view.mines
        if (points := view.enemy_mines(hex, side))
    ]


@memo_per_parts(lambda view: (view.defences, view.neutral, view.support, view.rulings))
def _battery_risks(view: State, side: str) -> list[tuple[Iterable[str], float]]:
    """Return the zones of the batteries that may fire at a side, with the mean hits of each."""
    found: list[tuple[Iterable[str], float]] = []
    for d in view.defences.values():
        if d.owner and d.owner != side and d.owner not in view.neutral and firing_level(view, d):
            by_strength: dict[Fraction, list[str]] = {}
            for hex in zones.defence_zone(d, False):
                by_strength.setdefault(Fraction(defence_gunnery(view, d, hex, False)), []).append(
                    hex
                )
            found += [
                (zone, mean_hits_of_strength(view.rulings, guns, 0))
                for guns, zone in by_strength.items()
            ]
    return found


def cheapest_course(view: State, group: Group, goal: str, mps: int) -> tuple[str, ...]:
    """Return the cheapest route toward a goal that the group may sail for *mps* MPs."""
    side, bearing = group.side, routing.routing_key(group)
    return _cheapest_course(
        view,
        bearing,
        goal,
        mps,
        routing.hexes_to_avoid(view, side),
        enemy_airbases(view, side),
        routing.hexes_barred(view, side),
    )


@memo_per_parts(lambda view: (*routing.routing_parts(view), *_danger_parts(view)))
def _cheapest_course(
    view: State,
    group: Group,
    goal: str,
    mps: int,
    held: frozenset[str],
    bases: tuple[str, ...],
    shut: frozenset[str],
) -> tuple[str, ...]:
    far = _cost_field(
        view, group.side, _group_strength(view, group.members), group.mined, held, bases, goal
    )
    return routing.walk_toward(view, group, goal, mps, far.nearer, routing.NOWHERE, shut)
