"""Candidates for shipping and their values: convoys that are due, their escorts, submarines on the
enemy's trade routes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flagplot.table.core.memo import memo_per_parts, memo_per_state

from .. import orders as o
from ..map.squares import Square, distance, is_square, square_of
from ..rules.groups import MOST_IN_FLOTILLA, patrol_barred
from ..rules.missions.air_patrols import check_cover
from ..rules.missions.convoys import check_convoy
from ..rules.missions.escorts import check_escort
from ..rules.missions.loading import MOST_MERCHANTS
from ..rules.movement.order_routes import fill_route, with_route
from ..rules.movement.route_search import reachable_squares, shortest_route
from ..rules.movement.routes import Passage, passage_of, route_cost_in_range
from ..rules.trade import merchants_by_source, trade_demands
from ..state import Mission, Ship, State, route_parts
from ..state.ratings import ASW_SEARCHERS

ENOUGH = 4
"""The most escorts that an admiral gives to one convoy."""


ROADS = 3
"""Places on each trade route where submarines are stationed."""


IN_REACH = 2
"""Squares within which ships in port may intercept a raider."""


KEEPS_OFF, MERCHANT_CRUISER = "BB", "AMC"
"""The class from which raiders break off, and the row of the ships that let a convoy scatter."""


def shipping_orders(state: State, side: str, most: int = MOST_MERCHANTS) -> Iterator[o.Order]:
    """Yield the convoys that are due, each of at most *most* merchants, then escorts and aircraft
    for written ones."""
    yield from due_convoys(state, side, most)
    for m in state.missions.values():
        if m.side == side and m.kind == "convoy" and m.status == "ordered":
            yield from escorts_for(state, side, m)


def due_convoys(state: State, side: str, most: int = MOST_MERCHANTS) -> Iterator[o.Order]:
    """Yield the next convoy that is due, of at most *most* merchants, to each of the two nearest
    home ports, alone and with escorts that fetch it."""
    source, got = next(
        ((x, got) for x, got in merchants_by_source(state, side) if got < x.needs), (None, 0)
    )
    if source is None:
        return
    number = min(most, source.needs - got)
    for port in home_ports(state, side, source.source)[:2]:
        for ships in (idle_escorts(state, side, port)[:ENOUGH], []):
            order = o.Convoy(
                "merchants", number, source.source, port, escorts=tuple(s.id for s in ships)
            )
            route = fill_route(state, side, ships, order)
            whole = with_route(order, route) if route else None
            if isinstance(whole, o.Convoy) and check_convoy(state, side, whole):
                yield whole


def trade_route_parts(state: State) -> tuple[object, ...]:
    """Return the parts of a state on which trade routes depend."""
    return (state.trade, state.ports, *(passage_of(state, side) for side in state.sides))


@memo_per_parts(trade_route_parts)
def home_ports(state: State, side: str, source: str) -> list[str]:
    """Return the ports where a side's merchants unload, the nearest to a source first: major ports
    with a yard, on the map, that are not sources themselves."""
    sources = {x.source for x in state.trade if x.side == side}
    p = passage_of(state, side)
    found = []
    for port in state.ports.values():
        if (
            port.side == side
            and port.size == "major"
            and port.yard
            and port.square is not None
            and port.name not in sources
        ):
            way = shortest_route(p, source, port.name)
            if way is not None:
                found.append(
                    (
                        route_cost_in_range(p, way).range,
                        route_cost_in_range(p, way).squares,
                        port.name,
                    )
                )
    return [name for _, _, name in sorted(found)]


@memo_per_state
def idle_escorts(state: State, side: str, port: str) -> list[Ship]:
    """Return the idle ships in a port that can find submarines, those of longest Endurance
    first."""
    able = [
        s
        for s in state.based_at(port, side)
        if s.cls in ASW_SEARCHERS
        and not s.carries
        and not s.mission
        and not s.damaged
        and s.readiness == "ready"
        and s.rest_until <= state.turn
    ]
    return sorted(able, key=lambda s: (-s.endurance, s.id))


@memo_per_state
def idle_heavy_ships(state: State, side: str, port: str) -> list[Ship]:
    """Return the idle battleships and armed merchant cruisers in a port. With a convoy they keep
    raiders off."""
    able = (
        s for s in state.based_at(port, side) if s.cls == KEEPS_OFF or s.like == MERCHANT_CRUISER
    )
    return sorted(
        (s for s in able if not s.mission and not s.damaged and s.readiness == "ready"),
        key=lambda s: s.id,
    )


def escorts_for(state: State, side: str, m: Mission) -> Iterator[o.Order]:
    """Yield more escorts for a convoy with too few: all the way, or out to half their Endurance;
    aircraft that reach it; and one heavy ship from the loading port."""
    if m.merchants and not any(
        state.ships[u].cls == KEEPS_OFF or state.ships[u].like == MERCHANT_CRUISER for u in m.units
    ):
        for ship in idle_heavy_ships(state, side, m.origin)[:1]:
            order = o.Escort((m.id,), (ship.id,))
            if check_escort(state, side, order):
                yield order
    if len(m.units) < ENOUGH:
        for port in dict.fromkeys((m.target, m.origin)):
            for ship in idle_escorts(state, side, port)[:2]:
                for limited in (False, True):
                    order = o.Escort(
                        (m.id,), (ship.id,), limited=limited, returns="home" if limited else ""
                    )
                    if check_escort(state, side, order):
                        yield order
                        break
    for plane in sorted(state.planes.values(), key=lambda p: p.id):
        if plane.side == side and plane.asw:
            cover = o.Cover(m.id, (plane.id,))
            if check_cover(state, side, cover):
                yield cover


def ready_flotillas(state: State, side: str) -> Iterator[list[Ship]]:
    """Yield the submarines that are ready in each port, together."""
    by_port: dict[str, list[Ship]] = {}
    for s in state.side_ships(side):
        if (
            s.submarine
            and not s.mission
            and not s.damaged
            and s.readiness == "ready"
            and s.rest_until <= state.turn
        ):
            by_port.setdefault(s.base, []).append(s)
    yield from (ships[:MOST_IN_FLOTILLA] for _, ships in sorted(by_port.items()) if len(ships) > 1)


@memo_per_parts(lambda state: (state.trade,))
def hunts_trade(state: State, side: str) -> bool:
    """Return True when the other side has merchants."""
    return any(x.side != side for x in state.trade)


def across_the_lanes(state: State, side: str, ships: list[Ship]) -> Iterator[o.Order]:
    """Yield drafts of patrols on the other side's trade routes: submarines near the target ports,
    raiders far out, by a route clear of enemy ports."""
    if patrol_barred(ships) or not hunts_trade(state, side):
        return
    base, reach, under = (
        ships[0].base,
        min(s.patrol for s in ships),
        all(s.submarine for s in ships),
    )
    p = passage_of(state, side, ships)
    clear = "" if under else clear_square(p, base, enemy_ports(state, side))
    for way in routes_across(p, base, clear, reach, trade_routes(state, side), backwards=under):
        yield o.Patrol(tuple(s.id for s in ships), way[-1], way[1:-1], base)


@lru_cache(maxsize=512)
def routes_across(
    p: Passage,
    base: str,
    clear: str,
    reach: int,
    roads: tuple[tuple[str, ...], ...],
    *,
    backwards: bool,
) -> tuple[tuple[str, ...], ...]:
    """Return routes from a port, past a square, to some places of each trade route within Patrol
    Range, spread over it."""
    found: dict[str, tuple[str, ...]] = {}
    for road in roads:
        places = [x for x in road if x not in found]
        near = [
            x
            for x in (places[::-1] if backwards else places)
            if is_within_range(p, (base, clear, x), reach)
        ]
        for place in near[:: max(1, len(near) // ROADS)][:ROADS]:
            found[place] = route_through(p, (base, clear, place))
    return tuple(found.values())


@memo_per_parts(trade_route_parts)
def trade_routes(state: State, side: str) -> tuple[tuple[str, ...], ...]:
    """Return the shortest trade routes of the other side, as squares and zones, from each source to
    its two nearest home ports."""
    found: list[tuple[str, ...]] = []
    for owner, port in dict.fromkeys((x.side, x.source) for x in state.trade if x.side != side):
        for home in home_ports(state, owner, port)[:2]:
            lane = shortest_route(passage_of(state, owner), port, home) or ()
            found.append(tuple(x for x in lane if is_square(x) or state.chart.zone(x) is not None))
    return tuple(found)


@memo_per_state
def seen_from(state: State, side: str, place: str) -> float:
    """Return the share, 0 to 1, of the other side's merchants due this turn whose routes pass a
    place or a square beside it."""
    due = [x for owner in state.sides if owner != side for x in trade_demands(state, owner)]
    every = sum(x.needs for x in due)
    return (
        sum(x.needs * share_passing(state, x.side, x.source, place) for x in due) / every
        if every
        else 0.0
    )


@memo_per_parts(trade_route_parts)
def share_passing(state: State, owner: str, source: str, place: str) -> float:
    """Return the share of the shortest routes from a source to its two nearest home ports that pass
    a place, or a square beside it."""
    roads = [
        shortest_route(passage_of(state, owner), source, home) or ()
        for home in home_ports(state, owner, source)[:2]
    ]
    if not is_square(place) or not roads:
        return 0.0
    here = square_of(place)
    seen = [
        any(is_square(x) and distance(square_of(x), here, "alternating") <= 1 for x in road)
        for road in roads
    ]
    return sum(seen) / len(roads)


@memo_per_parts(route_parts)
def enemy_ports(state: State, side: str) -> tuple[Square, ...]:
    """Return the squares of the ports held by other sides."""
    return tuple(
        sorted(
            q.square
            for q in state.ports.values()
            if q.side not in ("", side) and q.square is not None
        )
    )


@lru_cache(maxsize=64)
def clear_square(p: Passage, base: str, foes: tuple[Square, ...]) -> str:
    """Return the square within Range 2 of a port that is farthest from every enemy port."""

    def apart(x: str) -> int:
        return min((distance(square_of(x), foe, p.diagonals) for foe in foes), default=0)

    return max(sorted(reachable_squares(p, base, 2)), key=apart, default="")


def route_through(p: Passage, stops: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shortest route through some places, empty ones skipped; empty when a stretch has
    none."""
    way: tuple[str, ...] = ()
    for stop in (x for x in stops if x):
        part = shortest_route(p, way[-1], stop) if way else (stop,)
        if part is None:
            return ()
        way = (*way, *part[1:]) if way else part
    return way


@memo_per_parts(route_parts)
def places_exposed(view: State, side: str, way: tuple[str, ...]) -> int:
    """Return how many places of a route are in range of ships in an enemy port."""
    foes = enemy_ports(view, side)
    squares = [square_of(x) for x in way if is_square(x)]
    return sum(any(distance(s, foe, "alternating") <= IN_REACH for foe in foes) for s in squares)


def is_within_range(p: Passage, stops: tuple[str, ...], reach: int) -> bool:
    """Return True when the route through some places is within Patrol Range."""
    way = route_through(p, stops)
    return bool(way) and route_cost_in_range(p, way).range <= reach


def shipping_worth(view: State, side: str, answer: o.Order) -> float | None:
    """Return the value of an order of shipping; ``None`` for other orders."""
    if isinstance(answer, o.Convoy):
        return 2.5 + 0.1 * len(answer.escorts)
    if isinstance(answer, o.Escort):
        m = view.missions[answer.missions[0]]
        return 1.9 - 0.1 * len(m.units) - (0.2 if answer.limited else 0.0)
    if isinstance(answer, o.Cover):
        return 1.2
    if isinstance(answer, o.Patrol) and hunts_trade(view, side):
        crowd = sum(
            1 for m in view.missions.values() if m.side == side and m.target == answer.target
        )
        boats = [view.ships[u] for u in answer.units]
        if not any(answer.target in lane for lane in trade_routes(view, side)):
            return 0.0
        if all(x.submarine for x in boats):
            return 1.4 + 0.05 * len(boats) - 0.4 * crowd
        return 1.3 - 0.4 * crowd - 0.2 * places_exposed(view, side, (*answer.via, answer.target))
    return None
