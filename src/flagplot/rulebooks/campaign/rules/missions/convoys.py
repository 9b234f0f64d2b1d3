"""Convoys: their cargo and loading ports, the range of transports, and several parts that form one
convoy (6.3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse

from ... import orders as o
from ...map.chart import place_square
from ...map.squares import are_adjacent
from ...state import HOME, Leg, Mission, Ship, State
from ...state.territories import on_true_island
from ..assault.islands import unloaded_on
from ..groups import group_faults, ships_named
from ..interception.search import square_at
from ..movement.order_routes import (
    legs_of,
    passage_for,
    route_refusals,
    stops_of,
    unfriendly_calls,
    whole_route,
)
from ..movement.reach import beyond_transports, why_overfull
from ..movement.routes import cut_in_legs, passage_along, passage_of, route_faults
from ..pools import why_too_few
from ..registry import checks
from ..trade import why_out_of_turn
from .escorts import after_escort, escort_range, free_to_escort
from .loading import convoy_too_large, loading_faults


@checks(o.Convoy)
@clause("6.1.8.4.a", "6.2.4", "6.3.4.b", "6.2.6.c", "6.1.6.c")
def check_convoy(state: State, side: str, order: o.Convoy) -> Verdict:
    """Check a convoy between friendly ports: stretches within the transports' Endurance of 10, its
    cargo, and its escort if any (6.3.4, 6.3.5)."""
    ships, missing = ships_named(state, side, order.escorts)
    faults: list[Refusal | None] = list(missing)
    for s in ships:
        faults.extend(free_to_escort(state, s))
    faults.extend(group_faults(ships, with_transports=True))
    if order.origin == order.target and not order.joins:
        faults.append(Refusal("6.3.4.a", "convoy-goes-nowhere", (order.target,)))
    if order.number < 1:
        faults.append(Refusal("6.3.4.1.a", "empty-convoy"))
    if order.tankers and order.load != "merchants":
        faults.append(Refusal("6.3.4.5.b", "tankers-with-merchants", (), facts(load=order.load)))
    faults.append(
        convoy_too_large(
            order.total, merchants=order.load == "merchants", tankers=order.has_tankers
        )
    )
    for port in (order.origin, order.target):
        if port not in state.ports:
            faults.append(Refusal("6.3.4.1.a", "not-a-port", (port,)))
        elif not state.friendly(side, port):
            faults.append(Refusal("6.3.4.1.a", "port-not-friendly", (port,)))
    faults.extend(_check_stops(state, side, order))
    faults.append(why_too_few(state, side, order.origin, order.total, order.nation))
    faults.extend(
        loading_faults(
            state, side, order.origin, order.load, order.number, order.cargo, order.supplies
        )
    )
    if not order.joins:
        faults.extend(_check_inland(state, order))
        faults.extend(_unloading_refusals(state, side, order.target, order.inland, order.cargo))
    if order.load == "merchants":
        faults.append(why_out_of_turn(state, side, order.origin, order.nation))
    route_bad = route_refusals(
        state, side, ships, order, frozenset((*stops_of(order), *order.calls))
    )
    faults.extend(route_bad)
    if not route_bad and order.origin in state.ports:
        way = whole_route(state, ships, order)
        faults.extend(escort_range(state, side, ships, way, order.refuel))
        faults.extend(_too_far(state, side, ships, order))
        if not order.joins:
            faults.extend(_base_refusals(state, side, ships, way, order.returns))
    if order.joins:
        faults.extend(_check_joining(state, side, ships, order))
    return refuse(*faults)


def _base_refusals(
    state: State, side: str, ships: list[Ship], way: tuple[str, ...], back: str
) -> Iterator[Refusal]:
    """Yield the refusals for the base of escorts after the convoy (6.3.5, 6.1.2): the convoy's
    target, unless the order names another base."""
    yield from after_escort(state, side, ships, way, back)
    full = why_overfull(state, side, way[-1], ships) if ships and not back else None
    if full is not None:
        yield full


@clause("6.3.4.2.a", "6.3.4.3.a")
def _check_stops(state: State, side: str, order: o.Convoy) -> Iterator[Refusal]:
    """Check that a convoy unloads in one port. It may refuel at any friendly port, island or
    territory, and calls at friendly ports (6.3.4)."""
    if order.more:
        yield Refusal("6.3.4.2.a", "one-port-to-unload", (order.target, *order.more))
    yield from unfriendly_calls(state, side, order.calls)
    if order.refuel and not state.friendly(side, order.refuel):
        yield Refusal("6.3.4.3.a", "stop-not-friendly", (order.refuel,))
    yield from _check_overland(state, whole_route(state, [], order), order.refuel)


@clause("6.3.4.3.a", "6.4.1.d")
def _check_overland(state: State, way: tuple[str, ...], refuel: str) -> Iterator[Refusal]:
    """Yield the refusal for a convoy that would refuel at a coast without a port and leave it by
    another sea (6.3.4.3, 6.4.1)."""
    shore = state.chart.shore(refuel) if refuel not in state.ports and refuel in way[1:-1] else None
    if shore is None or state.chart.sailable(shore):
        return
    here = way.index(refuel)
    before, after = place_square(way[here - 1]), place_square(way[here + 1])
    if (
        before is not None
        and after is not None
        and after != before
        and after not in state.chart.steps(before)
    ):
        yield Refusal(
            "6.4.1.d", "no-water-between", (way[here - 1], way[here + 1]), facts(step=here + 1)
        )


@clause("6.3.4.1.e", "6.3.4.3.b")
def _too_far(state: State, side: str, ships: list[Ship], order: o.Convoy) -> Iterator[Refusal]:
    """Yield the refusals for stretches beyond the transports' Endurance (6.3.4.1). One of the ports
    on the route may refuel them (6.3.4.3)."""
    p = passage_of(state, side, ships)
    for leg in legs_of(state, ships, order):
        for fault in beyond_transports(p, leg, order.nation):
            also = (*fault.also_cites, *(("6.3.4.3.b",) if order.refuel and order.calls else ()))
            ways = tuple(
                Remedy("refuel-there", o.order_text(replace(order, refuel=x)))
                for x in order.calls
                if not order.refuel
            )
            yield replace(fault, remedies=ways, also_cites=also)


def _unloading_refusals(
    state: State, side: str, target: str, inland: tuple[str, ...], cargo: tuple[str, ...]
) -> list[Refusal]:
    """Return the refusals for cargo beyond the room of an island, when the convoy ends on one
    (6.5.3)."""
    ends_there = on_true_island(state, target) and not inland
    return unloaded_on(state, side, target, cargo) if ends_there else []


@clause("6.3.4.2.c")
def _check_inland(state: State, order: o.Convoy) -> Iterator[Refusal]:
    """Check that formations that land go on overland, square by square from the port (6.3.4.2)."""
    if not order.inland:
        return
    for a, b in pairwise((order.target, *order.inland)):
        here, there = square_at(state, a), place_square(b)
        if (
            there is None
            or here is None
            or not are_adjacent(here, there)
            or state.chart.kind(there) == "sea"
        ):
            yield Refusal("6.3.4.2.c", "no-way-inland", (a, b))
    if all(u not in state.troops or state.troops[u].reserve for u in order.cargo):
        yield Refusal("6.3.4.2.c", "nobody-goes-on", (order.target,))


@clause("6.3.4.1.c", "6.3.4.3.b")
def _check_joining(
    state: State, side: str, ships: list[Ship], order: o.Convoy
) -> Iterator[Refusal]:
    """Check a part that loads at another port and joins a convoy (6.3.4.1). They meet at a friendly
    port on the convoy's route or where it loads, and go on together. All of it is one mission,
    which refuels once (6.3.4.3)."""
    m = state.missions.get(order.joins)
    if m is None or m.side != side or m.kind != "convoy":
        yield Refusal("6.4.1.a", "no-such-mission", (order.joins,))
        return
    if m.status != "ordered":
        yield Refusal("6.1.3.c", "not-at-sea", (m.id,))
    if order.target not in m.route[:-1] or order.target not in state.ports:
        called = order.origin in m.route[:-1]  # it loads where the convoy calls, and needs no route
        there = (
            (Remedy("load-there", o.order_text(replace(order, target=order.origin, via=()))),)
            if called
            else ()
        )
        yield Refusal("6.3.4.1.c", "no-port-to-join-at", (order.target, m.id), remedies=there)
        return
    if (order.load == "transports") == (m.merchants or m.tankers):
        trade = order.load == "merchants" or m.merchants
        yield Refusal(
            "6.3.4.1.c", "another-load", (m.id,), also_cites=("6.1.6.a",) if trade else ()
        )
    if order.refuel and m.refuel and order.refuel != m.refuel:
        yield Refusal("6.3.4.3.b", "refuels-elsewhere", (order.refuel, m.refuel, m.id))
    yield from _as_the_convoy(order, m)
    yield from _unloading_refusals(state, side, m.target, m.inland, order.cargo)
    yield from group_faults([*(state.ships[u] for u in m.units), *ships], with_transports=True)
    merchants, tankers = m.merchants or order.load == "merchants", m.tankers or order.has_tankers
    too_large = convoy_too_large(m.transports + order.total, merchants=merchants, tankers=tankers)
    if too_large:
        yield too_large
    way, refuel = joined_way(state, ships, order, m), m.refuel or order.refuel
    p = passage_along(passage_for(state, side, ships, order), way)
    yield from route_faults(p, way, frozenset(x for x in way if x in state.ports or x == refuel))
    for leg in cut_in_legs(way, [refuel] if refuel else []):
        yield from beyond_transports(p, leg, order.nation)
    yield from escort_range(state, side, ships, way, refuel)
    yield from _base_refusals(state, side, ships, way, order.returns)


@clause("6.2.6.b", "6.3.4.2.c")
def _as_the_convoy(order: o.Convoy, m: Mission) -> Iterator[Refusal]:
    """Yield the refusals for a part whose orders for the end differ from its convoy's. The orders
    of a mission say once whether its transports stay, and where its troops go on to (6.2.6,
    6.3.4.2)."""
    alike = (Remedy("as-the-convoy", o.order_text(replace(order, remain=False, inland=()))),)
    if order.remain and not m.remain:
        yield Refusal("6.2.6.b", "remains-alone", (m.id,), remedies=alike)
    if order.inland:
        yield Refusal("6.3.4.2.c", "goes-on-alone", (m.id,), remedies=alike)


def joined_way(state: State, ships: list[Ship], order: o.Convoy, m: Mission) -> tuple[str, ...]:
    """Return the route of a part that joins a convoy: its own to the meeting port, then the
    convoy's."""
    return (*whole_route(state, ships, order), *m.route[m.route.index(order.target) + 1 :])


def joining_leg(state: State, order: o.Convoy, m: Mission) -> Leg:
    """Return the part that an order adds to a convoy, as a leg."""
    ships = [state.ships[u] for u in order.escorts]
    back = "" if order.returns == HOME else order.returns or m.target
    return Leg(joined_way(state, ships, order, m), order.escorts, order.total, back)
