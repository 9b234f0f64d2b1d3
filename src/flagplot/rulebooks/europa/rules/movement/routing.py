"""The route of a group to a place: greedy along distances by sea, avoiding the hexes that bar
it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from flagplot.table.core.memo import by_value, memo_per_parts, memo_per_state

from ...map import canals, chart, sheets
from ...state import Group, State
from ..combat import zones
from . import canals as movement_canals
from . import costs, waters

FAR = 130
NOWHERE = frozenset[str]()


def sea_distances(state: State, goal: str) -> chart.Field:
    """Return the distance by sea of every hex from a goal, computed on demand."""
    return waters.sea_ways(state, goal, FAR)


def course_to(
    state: State, group: Group, goal: str, mps: int, wary: bool = True
) -> tuple[str, ...]:
    """Return the route toward a goal for *mps* MPs, out of enemy combat zones where *wary*; empty
    when no hex can be entered."""
    out = hexes_to_avoid(state, group.side) if wary else NOWHERE
    return _course_to(state, routing_key(group), goal, mps, out, hexes_barred(state, group.side))


def routing_key(group: Group) -> Group:
    """Return a group with only those marks on which its route depends. Equal results share memoised
    routes."""
    return Group(
        "",
        group.side,
        group.members,
        group.hex,
        came_from=group.came_from,
        closed=group.closed,
        mined=group.mined,
        known_as=group.known_as,
    )


def routing_parts(state: State) -> tuple[Any, ...]:
    """Return the parts of a state on which a group's route depends, except the hexes that bar
    it."""
    return (*shores(state), state.units, state.mines, state.interdiction, state.rulings)


@memo_per_parts(routing_parts)
def _course_to(
    state: State, group: Group, goal: str, mps: int, out: frozenset[str], shut: frozenset[str]
) -> tuple[str, ...]:
    if state.charted:
        return walk_toward(
            state, group, goal, mps, lambda here: _printed_ways(goal, here), out, shut
        )
    far = sea_distances(state, goal)
    return walk_toward(
        state, group, goal, mps, lambda here: _nearer_hexes(far, state.ground, here), out, shut
    )


def walk_toward(
    state: State,
    group: Group,
    goal: str,
    mps: int,
    ways: Callable[[str], Iterable[str]],
    out: frozenset[str],
    shut: frozenset[str],
) -> tuple[str, ...]:
    """Return the route toward a goal for *mps* MPs. Each hex is the first of its *ways* that is
    open to the group. The route avoids the hexes *out*, unless one is the goal, and the hexes
    *shut*."""
    here, before = group.hex, group.came_from
    path: list[str] = []
    seen = {here, *group.closed}
    flotilla = state.kind(group) == "flotilla"
    while mps > 0 and here != goal:
        for there in ways(here):
            if there in seen or there in shut or (there in out and there != goal):
                continue
            if (
                _can_go_on(state, group, before, here, there)
                if flotilla
                else _open_to(state, group.side, before, here, there)
            ):
                cost = costs.entry_cost(state, group, there)
                if cost is not None:
                    break
        else:
            break
        if cost > mps:
            break
        path.append(there)
        seen.add(there)
        before, here = here, there
        mps -= cost
    return tuple(path)


def _nearer_hexes(far: chart.Field, ground: Callable[[str], str], here: str) -> tuple[str, ...]:
    """Return the touching hexes that are at most a hex farther from a goal than *here*, the nearest
    first, open sea before a coast. Empty where the goal cannot be reached."""
    left = far.around(here)
    near = [
        (left[h] + 0.5 * (ground(h) == "coastal"), n, h)
        for n, h in enumerate(chart.neighbours(here))
        if left and left.get(h, 999) <= left[here] + 1
    ]
    return tuple([h for _, _, h in sorted(near)])


@lru_cache(maxsize=8192)
def _printed_ways(goal: str, here: str) -> tuple[str, ...]:
    return _nearer_hexes(waters.plain_ways(goal, FAR), sheets.terrain, here)


def fill_path(state: State, group: Group, places: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path through places, with the hexes between them filled in. The path takes the
    shortest route by sea or through a named canal and avoids the enemy where it can.

    A place that cannot be reached stays in the path as it is, so that the check says why.
    """
    path: list[str] = []
    now = group
    for place in places:
        if (
            place in chart.LIGHT
            or "/" in place
            or chart.are_touching(now.hex, place)
            or place == now.hex
        ):
            path.append(place)
        else:
            path += _route_to(state, now, place)
        if place not in chart.LIGHT:
            before = (now.hex, *chart.path_places(path[:-1]))[-1]
            now = replace(now, hex=place.split("/")[0], came_from=before.split("/")[0])
    return tuple(path)


def _route_to(state: State, group: Group, place: str) -> tuple[str, ...]:
    """Return the route to a place: by sea, or through a named canal if the group may pass it and
    that is shorter. Where no sea route leads there, return the route into a barred canal, or else
    up to the obstacle."""
    sea = _by_sea(state, group, place)
    canal = _by_canal(state, group, place, len(sea) or FAR)
    return (
        canal
        or sea
        or _by_canal(state, group, place, FAR, barred=True)
        or _route_up_to(state, group, place)
    )


def _by_sea(state: State, group: Group, place: str) -> tuple[str, ...]:
    """Return the route by sea to a place, avoiding the enemy if such a route exists; empty when
    none leads there."""
    for wary in (True, False):
        way = course_to(state, group, place, FAR, wary)
        if way and way[-1] == place:
            return way
    return ()


def _by_canal(
    state: State, group: Group, place: str, most: int, barred: bool = False
) -> tuple[str, ...]:
    """Return the shortest route to a place through a named canal, with fewer legs than *most*. Only
    canals that the group may pass count, or with *barred* those it may not pass. Empty when there
    is none."""
    here, best = group.hex, tuple[str, ...]()
    for line in (
        line
        for name in canals.NAMES
        for line in (canals.hexsides_of(name), canals.hexsides_of(name)[::-1])
    ):
        if group.river or barred != any(
            True for edge in line for _ in movement_canals.canal_refusals(state, group, edge)
        ):
            continue
        for into, out in product(_entry_hexes(state, line[0]), _entry_hexes(state, line[-1])):
            if (
                into == out
                or chart.distance(here, into) + len(line) + chart.distance(out, place) >= most
            ):
                continue
            to = () if into == here else _by_sea(state, group, into)
            on = (
                ()
                if out == place
                else _by_sea(state, replace(group, hex=out, came_from=out), place)
            )
            way = (*to, *line, out, *on)
            if (to or into == here) and (on or out == place) and len(way) < most:
                best, most = way, len(way)
    return best


def _entry_hexes(state: State, edge: str) -> list[str]:
    """Return the hexes of water from which a group can enter a hexside."""
    one, two = chart.hexes_of_side(edge)
    return [
        h
        for h in (*chart.common_neighbours(one, two), one, two)
        if state.ground(h) in ("sea", "coastal")
    ]


def _route_up_to(state: State, group: Group, place: str) -> tuple[str, ...]:
    """Return the shortest route to a neighbour of a place that cannot be reached, and then the
    place. The check refuses that last leg."""
    ways = [
        way
        for n in chart.neighbours(place)
        if (way := course_to(state, group, n, FAR, wary=False)) and way[-1] == n
    ]
    return (*min(ways, key=len, default=()), place)


def _can_go_on(state: State, group: Group, before: str, here: str, there: str) -> bool:
    """Return True when water and shores let a group that came from *before* go on from *here* to
    *there*."""
    return (
        waters.why_not_enter(state, group, here, there) is None
        and waters.why_not_strait(state, group, before, here, there) is None
        and waters.why_not_gibraltar(state, group, before, here, there) is None
    )


def _shore_parts(state: State) -> tuple[Any, ...]:
    """Return the parts of a state on which the question depends whether water and shores let a
    group go on."""
    return (
        state.terrain,
        state.hexsides,
        state.owners,
        _port_owners(state),
        state.gibraltar,
        state.gibraltar_passage,
    )


shores = by_value(_shore_parts)


@memo_per_parts(lambda state: (state.ports,))
def _port_owners(state: State) -> tuple[tuple[str, str], ...]:
    """Return the owner of each port: pairs (hex, side). The object is identical while no port
    changes hands, because memos compare by identity."""
    return tuple([(h, p.owner) for h, p in state.ports.items()])


@memo_per_parts(shores)
def _open_to(state: State, side: str, before: str, here: str, there: str) -> bool:
    """Memoised form of :func:`_way_in`, for any group of a side except river flotillas."""
    return _can_go_on(state, Group("", side, (), here), before, here, there)


@memo_per_state
def hexes_barred(state: State, side: str) -> frozenset[str]:
    """Return the hexes that enemy groups at sea bar to a side by day."""
    foes = {g.hex for g in state.standing(state.other(side)) if g.where == "sea"}
    return frozenset([h for h in foes if zones.barred_by(state, Group("", side, (), h), h, False)])


@memo_per_state
def hexes_to_avoid(state: State, side: str) -> frozenset[str]:
    """Return the hexes that wary groups of a side avoid: enemy combat zones and minebelts."""
    found: set[str] = set()
    for foe in state.standing(state.other(side)):
        if state.kind(foe) in ("combat", "mixed") and foe.where == "sea":
            found.update(zones.combat_zone(state, foe, False))
    found.update(h for h in state.mines if state.enemy_mines(h, side))
    return frozenset(found)
