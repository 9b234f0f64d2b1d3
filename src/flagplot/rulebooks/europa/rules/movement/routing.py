"""The way a group would sail to a place: greedy along distances by sea, keeping out of what bars it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from flagplot.table.latest import latest

from ...map import chart
from ...state import Campaign, Group
from ..combat import zones
from . import costs, waters

FAR = 130


def field(state: Campaign, goal: str) -> chart.Field:
    """Distance by sea of every hex from a goal."""
    return waters.sea_ways(state, goal, FAR)


def course(state: Campaign, group: Group, goal: str, mps: int, wary: bool = True) -> tuple[str, ...]:
    """The hexes toward a goal that so many MPs pay for, out of enemy combat zones where *wary*; empty when stuck."""
    here, before = group.hex, group.came_from
    far = field(state, goal).around(here)
    if here not in far:
        return ()
    out = held(state, group) if wary else frozenset()
    path: list[str] = []
    seen = {here}
    while mps > 0 and here != goal:
        ways = sorted(
            (far[h] + 0.5 * (state.ground(h) == "coastal"), n, h) for n, h in enumerate(chart.neighbours(here))
            if far.get(h, 999) <= far[here] + 1 and h not in seen and h not in group.closed and (h not in out or h == goal)
        )
        there, cost = _first(state, group, before, here, [h for _, _, h in ways])
        if not there or cost > mps:
            break
        path.append(there)
        seen.add(there)
        before, here = here, there
        mps -= cost
    return tuple(path)


def down(state: Campaign, group: Group, goal: str, mps: int, far: Callable[[str], float]) -> tuple[str, ...]:
    """The hexes toward a goal that so many MPs pay for, every one nearer to it by *far* than the one before; empty when stuck."""
    here, before = group.hex, group.came_from
    path: list[str] = []
    while mps > 0 and here != goal:
        left = far(here)
        nearer = sorted((to_go, n, h) for n, h in enumerate(chart.neighbours(here)) if (to_go := far(h)) < left)
        there, cost = _first(state, group, before, here, [h for _, _, h in nearer if h not in group.closed])
        if not there or cost > mps:
            break
        path.append(there)
        before, here = here, there
        mps -= cost
    return tuple(path)


def filled(state: Campaign, group: Group, places: tuple[str, ...]) -> tuple[str, ...]:
    """A path through places with the hexes between them filled in along the shortest way by sea, wary of the enemy.

    A place that cannot be reached stands as it is: the table then says why.
    """
    path: list[str] = []
    now = group
    for place in places:
        if place in chart.LIGHT or "/" in place or chart.touch(now.hex, place) or place == now.hex:
            path.append(place)
        else:
            way = course(state, now, place, FAR) or ()
            if not way or way[-1] != place:
                way = course(state, now, place, FAR, wary=False)
            path += way if way and way[-1] == place else _up_to(state, now, place)
        if place not in chart.LIGHT:
            before = (now.hex, *chart.places(path[:-1]))[-1]
            now = replace(now, hex=place.split("/")[0], came_from=before.split("/")[0])
    return tuple(path)


def _up_to(state: Campaign, group: Group, place: str) -> tuple[str, ...]:
    """The shortest way to beside a place that cannot be reached, and the place, so that the table refuses that last leg."""
    ways = [way for n in chart.neighbours(place) if (way := course(state, group, n, FAR, wary=False)) and way[-1] == n]
    return (*min(ways, key=len, default=()), place)


def _first(state: Campaign, group: Group, before: str, here: str, ways: list[str]) -> tuple[str, int]:
    """The first of some touching hexes that the group may enter, and its price; empty when there is none."""
    for there in ways:
        if (
            waters.why_not_enter(state, group, here, there) is None
            and waters.why_not_strait(state, group, before, here, there) is None
            and waters.why_not_gibraltar(state, group, before, here, there) is None
            and not zones.barred_by(state, group, there, False)
        ):
            cost = costs.entry(state, group, there)
            if cost is not None:
                return there, cost
    return "", 0


def held(state: Campaign, group: Group) -> frozenset[str]:
    """The hexes a wary group keeps out of: enemy combat zones and minebelts."""
    return _held(state, group.side)


@latest
def _held(state: Campaign, side: str) -> frozenset[str]:
    found: set[str] = set()
    for foe in state.standing(state.other(side)):
        if state.kind(foe) in ("combat", "mixed") and foe.where == "sea":
            found.update(zones.combat_zone(state, foe, False))
    found.update(h for h in state.mines if state.enemy_mines(h, side))
    return frozenset(found)
