"""The danger sea of ships: the squares they can patrol, and those in which the enemy may find and
intercept them. Search is certain within its range (6.4.2), so only the enemy's places are
uncertain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_state

from ..rules.groups import kept_from_hunting
from ..rules.interception.legality import fleet_intercept, meets_flotillas
from ..rules.interception.search import (
    fleet_search,
    observed_places,
    searching_units,
    squares_within,
)
from ..rules.movement.route_search import reachable_squares, shortest_route
from ..rules.movement.routes import Passage, passage_of, route_cost_in_range
from ..state import Mission, Ship, State
from .determinization import start_position_of


def reachable_places(view: State, side: str, ships: Sequence[Ship]) -> tuple[str, ...]:
    """Return the squares that ships can patrol together from their ports, and the zones beyond the
    squares."""
    least = min((s.patrol for s in ships), default=0)
    passage = passage_of(view, side, ships)
    found = [
        within_range(view, passage, base, least)
        for base in sorted({s.base for s in ships if s.base in view.ports})
    ]
    return tuple(sorted(frozenset.intersection(*found))) if found else ()


def within_range(view: State, passage: Passage, base: str, most: int) -> frozenset[str]:
    """Return the squares and zones within a Range of a port. Every zone is returned for a port
    whose place is not known."""
    port = view.ports[base]
    if port.square is None and view.chart.zone(port.zone) is None:
        return frozenset(z.id for z in view.chart.zones)
    squares = (
        reachable_squares(passage, base, most) if port.square is not None else frozenset[str]()
    )
    ways = ((z.id, shortest_route(passage, base, z.id)) for z in view.chart.zones)
    return squares | {
        z for z, way in ways if way is not None and route_cost_in_range(passage, way).range <= most
    }


@memo_per_state
def likely_danger(view: State, side: str, flotilla: bool) -> frozenset[str]:
    """Return the places where the enemy finds and intercepts a mission, if its ships and aircraft
    are where the scenario begins and only the patrols that were seen are at sea."""
    prey = mission_as_seen(side, flotilla)
    there = with_enemy_at_start(view, side)
    seen = frozenset[str]().union(
        *(
            observed_places(there, w, prey)
            for e in view.enemies(side)
            for w in searching_units(there, e)
        )
    )
    return seen & frozenset[str]().union(*interception_areas(there, side, prey))


@memo_per_state
def worst_danger(view: State, side: str, flotilla: bool) -> frozenset[str]:
    """Return the places where the enemy may find and intercept a mission, if any of its ships
    patrols anywhere within range of any port open to it."""
    prey = mission_as_seen(side, flotilla)
    there = with_enemy_at_start(view, side)
    able = [
        s for e in view.enemies(side) for s in there.side_ships(e) if can_intercept(there, s, prey)
    ]
    patrolled: set[str] = set()
    for port in view.ports.values() if able else ():
        fit = [s for s in able if view.open_to(s.side, s.nation, port.name)]
        if fit:
            far = max(s.patrol for s in fit)
            patrolled |= within_range(
                there, passage_of(there, fit[0].side, fit[:1]), port.name, far
            )
    around = max(
        (min(fleet_search(there, [s], prey) or 0, fleet_intercept(there, [s], prey)) for s in able),
        default=0,
    )
    near = (
        frozenset(patrolled).union(*(squares_within(there, p, around) for p in sorted(patrolled)))
        if around
        else frozenset(patrolled)
    )
    return near | likely_danger(view, side, flotilla)


def mission_as_seen(side: str, flotilla: bool) -> Mission:
    """Return a mission as searchers see it, without its ships' places."""
    return Mission("", side, "patrol", (), "", "", (), flotilla=flotilla)


def with_enemy_at_start(view: State, side: str) -> State:
    """Return the state with the enemy's ships and aircraft where the scenario puts them, which all
    sides know, except those that cannot be there any more."""
    if not view.scenario:
        return view
    first = start_position_of(view.scenario, view.rulings)
    others = {i: s for i, s in first.ships.items() if s.side != side and i not in view.ships}
    ships = {i: s for i, s in others.items() if view.open_to(s.side, s.nation, s.base)}
    planes = {i: p for i, p in first.planes.items() if p.side != side}
    return replace(view, ships={**ships, **view.ships}, planes={**planes, **view.planes})


def interception_areas(there: State, side: str, prey: Mission) -> Iterator[Iterable[str]]:
    """Yield the squares in which each enemy place can intercept what it finds, with its fastest
    ship or its aircraft."""
    for enemy in there.enemies(side):
        for w in searching_units(there, enemy):
            if w.plane:
                plane = there.planes[w.plane]
                if not prey.flotilla or meets_flotillas(plane):
                    yield squares_within(there, w.where, plane.reach)
                continue
            able = [s for i in w.ships if can_intercept(there, s := there.ships[i], prey)]
            if able and there.chart.zone(w.where) is not None:
                yield (w.where,)
            elif able:
                yield squares_within(
                    there, w.where, max(fleet_intercept(there, [s], prey) for s in able)
                )


def can_intercept(there: State, ship: Ship, prey: Mission) -> bool:
    """Return True when a ship may intercept such a mission at all."""
    return (
        ship.afloat and not ship.fixed and not kept_from_hunting(ship.cls, submarines=prey.flotilla)
    )
