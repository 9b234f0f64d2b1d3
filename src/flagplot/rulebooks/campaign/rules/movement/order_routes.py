"""The route of an order, as written and as filled in where places are missing, with its refusals
(6.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, clause
from flagplot.table.core.memo import memo_per_parts

from ... import orders as o
from ...map.chart import Chart, Strait
from ...state import Ship, State, port_at, route_parts
from ..pools import draw_transports, holder_of
from .route_search import shortest_route
from .routes import Passage, cut_in_legs, passage_of_nations, route_faults

Routed = o.Patrol | o.BaseChange | o.Convoy | o.Invade | o.Evacuate | o.Displace
"""Orders that sail a route."""


CALLING = (o.Patrol, o.BaseChange, o.Convoy)
"""Orders that may call at ports on the route."""


def origin_of(ships: list[Ship], order: Routed) -> str:
    """Return the port where an order's route begins; empty when the order names no ship."""
    if isinstance(order, (o.Convoy, o.Invade, o.Evacuate)):
        return order.origin
    return ships[0].base if ships else ""


def stops_of(order: Routed) -> tuple[str, ...]:
    """Return the ports where an order's route is cut into legs, in their order: where its ships
    gather, and where they refuel."""
    stage = order.stage if isinstance(order, (o.Patrol, o.BaseChange, o.Invade)) else ""
    refuel = order.refuel if isinstance(order, (o.BaseChange, o.Convoy)) else ""
    return tuple(x for x in (stage, refuel) if x)


@clause("6.3.7.a")
def calls_at(order: Routed, port: str) -> bool:
    """Return True when an order's route calls at a port. Its ships may then take the port as base
    if the order says so (6.3.7)."""
    calls = order.calls if isinstance(order, CALLING) else ()
    return port in (*stops_of(order), *calls)


def sailing_from(ships: list[Ship], order: Routed, start: str) -> list[Ship]:
    """Return the ships that sail the leg of an order's route that begins at a place (6.3.3.1). Only
    the ships of the first port sail the leg to a staging area; the others sail there on their own.
    From it all sail together."""
    gather = isinstance(order, (o.Patrol, o.BaseChange, o.Invade)) and order.stage not in (
        "",
        start,
    )
    return (
        [s for s in ships if s.base == start]
        if gather and start == origin_of(ships, order)
        else ships
    )


@clause("6.2.3.3.a", "6.3.6", "6.3.4.3.a", "6.2.3.1.e")
def passage_for(state: State, side: str, ships: list[Ship], order: Routed) -> Passage:
    """Return the passage for an order: for its ships, the nations whose transports it draws
    (6.2.3.3), and the territory without a port where it lands or refuels."""
    flags = [holder_of(key)[1] for key, _ in _transports_drawn(state, side, order)]
    p = passage_of_nations(state, side, (*flags, *(s.nation for s in ships)))
    shore = (
        order.target
        if isinstance(order, o.Invade)
        else order.refuel
        if isinstance(order, o.Convoy)
        else ""
    )
    plain = isinstance(order, o.Convoy) and shore in state.ports
    return replace(p, shore=shore) if shore and not plain else p


def _transports_drawn(state: State, side: str, order: Routed) -> tuple[tuple[str, int], ...]:
    """Return the transports that an order draws from each pool. For an invasion, whose number
    depends on the route, one for each unit is assumed."""
    if isinstance(order, o.Convoy):
        return draw_transports(state, side, order.origin, order.total, order.nation)
    if isinstance(order, o.Invade):
        return draw_transports(
            state,
            side,
            order.origin,
            len(order.troops) + len(order.later) + order.supplies,
            order.nation,
        )
    return ()


def legs_of(state: State, ships: list[Ship], order: Routed) -> tuple[tuple[str, ...], ...]:
    """Return the route of an order in legs, each to be sailed within one range; empty when it ends
    where it begins."""
    return cut_in_legs(whole_route(state, ships, order), stops_of(order))


def whole_route(state: State, ships: list[Ship], order: Routed) -> tuple[str, ...]:
    """Return the route of an order from its port to its target, as written."""
    origin, stops = origin_of(ships, order), stops_of(order)
    calls = order.calls if isinstance(order, CALLING) else ()
    return _by_way_of(state, origin, (*order.via, order.target), (*stops, *calls))


@memo_per_parts(route_parts)
def _by_way_of(
    state: State, origin: str, places: tuple[str, ...], calls: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the route from a port through some places. It *calls* at some of these."""
    route = [origin]
    for place in (port_at(state, x) for x in places):
        if place != route[-1]:
            route.append(place)
    return through_straits(state.chart, tuple(route), calls)


def through_straits(
    chart: Chart, route: tuple[str, ...], calls: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the route with a strait in place of its controlling port, where that port is written
    between the strait's two ends."""
    out = list(route)
    for i in range(1, len(route) - 1):
        if route[i] in calls:
            continue
        for s in _straits_of(chart, route[i]):
            if {route[i - 1], route[i + 1]} == set(s.ends):
                out[i] = s.id
    return tuple(out)


@lru_cache(4096)
def _straits_of(chart: Chart, port: str) -> tuple[Strait, ...]:
    """Return the straits that a port controls, alone or with others."""
    return tuple(s for s in chart.straits if port in s.holders)


def likely_route(
    state: State, side: str, ships: list[Ship], order: Routed
) -> tuple[str, ...] | None:
    """Return the shortest legal route. Failing that, return the shortest with every strait open and
    no ice, so that the check says which strait or ice bars it."""
    return fill_route(state, side, ships, order) or fill_route(
        state, side, ships, order, unbarred=True
    )


def fill_route(
    state: State, side: str, ships: list[Ship], order: Routed, *, unbarred: bool = False
) -> tuple[str, ...] | None:
    """Return the shortest legal route for an order through its stops, for remedies and the page;
    ``None`` without one."""
    stops = stops_of(order)
    calls = [x for x in (order.calls if isinstance(order, CALLING) else ()) if x not in stops]
    ways = (
        _route_through(state, side, ships, order, (*x, order.target), unbarred)
        for x in _mergings(stops, tuple(calls))
    )
    return min((w for w in ways if w is not None), key=len, default=None)


def _mergings(stops: tuple[str, ...], calls: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every merging of stops and calls that keeps both orders. The order does not say before
    which stop a call comes."""
    if not stops or not calls:
        yield (*stops, *calls)
        return
    yield from ((stops[0], *rest) for rest in _mergings(stops[1:], calls))
    yield from ((calls[0], *rest) for rest in _mergings(stops, calls[1:]))


def _route_through(
    state: State,
    side: str,
    ships: list[Ship],
    order: Routed,
    stops: tuple[str, ...],
    unbarred: bool,
) -> tuple[str, ...] | None:
    """Return the shortest route through these stops; ``None`` when a stretch has none. It leaves a
    coast without a port by the square from which it came."""
    route = [origin_of(ships, order)]
    for stop in stops:
        p = passage_for(state, side, sailing_from(ships, order, route[-1]), order)
        again = (
            len(route) > 1
            and route[-1] == p.shore
            and route[-1] not in state.ports
            and p.port(route[-1]) is not None
        )
        part = shortest_route(
            replace(p, unbarred=True) if unbarred else p, route[-2] if again else route[-1], stop
        )
        if part is None:
            return None
        route.extend(part if again else part[1:])
    return tuple(route)


def with_route(order: Routed, route: tuple[str, ...]) -> Routed:
    """Return the order with its route written out."""
    via = route[1:-1] if route[-1] == order.target else route[1:]
    return replace(order, via=tuple(via))


@clause("6.4.1.a")
def route_refusals(
    state: State, side: str, ships: list[Ship], order: Routed, calls: frozenset[str]
) -> tuple[Refusal, ...]:
    """Return the refusals of an order's route, the first with the shortest legal route as remedy
    (6.4.1). *calls* as in :func:`route_faults`."""
    route, steps = whole_route(state, ships, order), 0
    found: list[Refusal] = []
    for leg in cut_in_legs(route, stops_of(order)) or (route,):
        p = passage_for(state, side, sailing_from(ships, order, leg[0]), order)
        found.extend(route_faults(p, leg, calls | {route[0], order.target}, steps))
        steps += len(leg) - 1
    faults = tuple(dict.fromkeys(found))
    if not faults:
        return ()
    filled = fill_route(state, side, ships, order)
    remedies = (
        (Remedy("shortest-route", o.order_text(with_route(order, filled))),) if filled else ()
    )
    if not order.via and len(faults) == 1 and faults[0].code == "gap":
        return (Refusal("6.4.1.a", "no-route", (order.target,), remedies=remedies),)
    first = faults[0]
    return (replace(first, remedies=remedies), *faults[1:])


def unfriendly_calls(state: State, side: str, calls: tuple[str, ...]) -> tuple[Refusal, ...]:
    """Return the refusals for ports of call that are not friendly. Units may be based at a port of
    call when their orders say so (6.3.7)."""
    return tuple(
        Refusal("6.3.7.a", "stop-not-friendly", (c,))
        for c in calls
        if c not in state.ports or not state.friendly(side, c)
    )
