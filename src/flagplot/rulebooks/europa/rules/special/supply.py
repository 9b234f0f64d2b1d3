"""Naval supply lines: the hexes through which they may be traced, by day and by night, and their
cost (36.H, 36.D.4)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from flagplot.table import Refusal, clause, facts

from ...map import chart
from ...state import State
from ..combat import zones
from ..movement import waters
from . import danger_zones

NIGHT = 5
"""The most hexes of a line that may be traced at night, in one run."""
COSTS = "europa.supply-line"


@clause("36.H")
def zones_covering(s: State, side: str, hex: str, night: bool) -> tuple[str, ...]:
    """Return the enemy naval groups and coast defences whose combat zone covers a hex, by day or by
    night."""
    foes = [g.id for g in s.standing(s.other(side)) if hex in zones.combat_zone(s, g, night)]
    guns = [
        d.hex
        for d in s.defences.values()
        if d.owner == s.other(side) and d.fires and hex in zones.defence_zone(d, night)
    ]
    return tuple(sorted(foes + guns))


@clause("36.D.4")
def hex_cost(s: State, side: str, hex: str) -> int:
    """Return the supply-line points that a hex costs. A hex costs more in a danger zone that the
    enemy exerts."""
    foes = [n for n in danger_zones.NATIONS if danger_zones.side_of(n) == s.other(side)]
    risky = any(danger_zones.exerts_zone(s, n, hex) for n in foes)
    return int(s.rulings.table(COSTS).cell("danger zone" if risky else "hex", "points"))


@clause("36.H.s02")
def why_not_trace(s: State, side: str, path: tuple[str, ...]) -> Refusal | None:
    """Return the refusal when a side cannot trace a naval supply line along touching hexes; else
    ``None``. No enemy combat zone may cover a hex of the line, its start and end included. One run
    of 5 hexes may be traced at night, when the zones are smaller."""
    for here, there in pairwise(path):
        if not chart.are_touching(here, there) or not waters.are_joined(s, here, there):
            return Refusal("36.H", "no-supply-way", (here, there))
    dark = [n for n, hex in enumerate(path) if zones_covering(s, side, hex, False)]
    if dark and dark[-1] - dark[0] >= NIGHT:
        return Refusal(
            "36.H.s02", "supply-night-too-long", tuple(path[n] for n in dark), facts(most=NIGHT)
        )
    for n in dark:
        who = zones_covering(s, side, path[n], True)
        if who:
            return Refusal("36.H", "supply-covered", (path[n],), facts(by=" ".join(who)))
    return None


def line_cost(s: State, side: str, path: tuple[str, ...]) -> int:
    """Return the supply-line points that a line costs. Its start is free."""
    return sum(hex_cost(s, side, hex) for hex in path[1:])


def cheapest_line(s: State, side: str, start: str, goal: str) -> tuple[str, ...]:
    """Return the cheapest naval supply line between two hexes within the points that a line may
    spend; empty when there is none.

    An enemy combat zone over the start bars the line, as over any other hex.
    """
    if zones_covering(s, side, start, True):
        return ()
    most = int(s.rulings.table(COSTS).cell("line", "points"))
    queue: list[tuple[int, int, str, int, tuple[str, ...]]] = [
        (0, 0, start, int(bool(zones_covering(s, side, start, False))), (start,))
    ]
    best: dict[tuple[str, int], int] = {}
    while queue:
        paid, _, here, dark, path = heappop(queue)
        if here == goal:
            return path
        if best.get((here, dark), most + 1) <= paid:
            continue
        best[here, dark] = paid
        for there in chart.neighbours(here):
            by_night = dark + 1 if dark or zones_covering(s, side, there, False) else 0
            shut = (
                by_night
                and zones_covering(s, side, there, False)
                and (by_night > NIGHT or zones_covering(s, side, there, True))
            )
            if shut or not waters.are_joined(s, here, there):
                continue
            total = paid + hex_cost(s, side, there)
            if total <= most:
                heappush(queue, (total, len(path), there, min(by_night, NIGHT + 1), (*path, there)))
    return ()
