"""The way a group would sail to a place: greedy along distances by sea, keeping out of what bars it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from msgspec.structs import replace

from flagplot.table.latest import latest

from ...map import canals, chart
from ...state import Campaign, Group
from ..combat import zones
from . import costs, passages, waters

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
    """A path through places with the hexes between them filled in along the shortest way by sea or through a named canal, wary of
    the enemy.

    A place that cannot be reached stands as it is: the table then says why.
    """
    path: list[str] = []
    now = group
    for place in places:
        if place in chart.LIGHT or "/" in place or chart.touch(now.hex, place) or place == now.hex:
            path.append(place)
        else:
            path += _way(state, now, place)
        if place not in chart.LIGHT:
            before = (now.hex, *chart.places(path[:-1]))[-1]
            now = replace(now, hex=place.split("/")[0], came_from=before.split("/")[0])
    return tuple(path)


def _way(state: Campaign, group: Group, place: str) -> tuple[str, ...]:
    """The way to a place: by sea, or through a named canal that the group may pass and that is shorter; where no sea leads
    there, up to what is in the way, if it is a canal then into that."""
    sea = _by_sea(state, group, place)
    canal = _by_canal(state, group, place, len(sea) or FAR)
    return canal or sea or _by_canal(state, group, place, FAR, barred=True) or _up_to(state, group, place)


def _by_sea(state: Campaign, group: Group, place: str) -> tuple[str, ...]:
    """The way by sea to a place, wary of the enemy if one so leads there; empty when none does."""
    for wary in (True, False):
        way = course(state, group, place, FAR, wary)
        if way and way[-1] == place:
            return way
    return ()


def _by_canal(state: Campaign, group: Group, place: str, most: int, barred: bool = False) -> tuple[str, ...]:
    """The shortest way to a place through a named canal, with fewer legs than *most*: one that the group may pass, or is
    *barred* from; empty when there is none."""
    here, best = group.hex, tuple[str, ...]()
    for line in (line for name in canals.NAMES for line in (canals.chain(name), canals.chain(name)[::-1])):
        if group.river or barred != any(passages.why_not_pass(state, group, edge) is not None for edge in line):
            continue
        for into, out in product(_mouths(state, line[0]), _mouths(state, line[-1])):
            if into == out or chart.distance(here, into) + len(line) + chart.distance(out, place) >= most:
                continue
            to = () if into == here else _by_sea(state, group, into)
            on = () if out == place else _by_sea(state, replace(group, hex=out, came_from=out), place)
            way = (*to, *line, out, *on)
            if (to or into == here) and (on or out == place) and len(way) < most:
                best, most = way, len(way)
    return best


def _mouths(state: Campaign, edge: str) -> list[str]:
    """The hexes of water from which a group enters a hexside."""
    one, two = chart.banks(edge)
    return [h for h in (*chart.common(one, two), one, two) if state.ground(h) in ("sea", "coastal")]


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
