"""Escorts: where they join a convoy, how far they sail with it, and where they go afterwards
(6.3.5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import HOME, Leg, Mission, Ship, State
from ..groups import group_faults, may_sail, ships_named
from ..movement.reach import beyond_endurance, why_overfull
from ..movement.route_search import shortest_route
from ..movement.routes import (
    cut_in_legs,
    passage_along,
    passage_of,
    route_cost_in_range,
    route_faults,
)
from ..registry import checks

Way = tuple[str, ...]


@clause("6.3.5.b")
def free_to_escort(state: State, ship: Ship) -> tuple[Refusal, ...]:
    """Return the refusals for a ship that cannot sail as an escort. One that escorts another convoy
    is refused under that clause too: a ship escorts one convoy only (6.3.5)."""
    m = state.missions.get(ship.mission)
    also = ("6.3.5.b",) if m is not None and m.kind == "convoy" else ()
    return tuple(
        replace(f, also_cites=(*f.also_cites, *also)) if f.code == "has-mission" else f
        for f in may_sail(state, ship)
    )


@clause("6.3.5.1.a", "6.3.5.1.c")
def fetches_convoy(ship: Ship, way: Way) -> bool:
    """Return True for an escort based where the convoy is bound. It sails out over the convoy's
    route and comes back with it (6.3.5.1)."""
    return ship.base == way[-1] != way[0]


@clause("6.3.5.d", "6.3.5.2.b")
def escort_range(
    state: State, side: str, ships: Sequence[Ship], way: Way, refuel: str
) -> tuple[Refusal, ...]:
    """Return the refusals for escorts whose Endurance is too short (6.3.5). It must cover the run
    to the refuelling port, and again the run on; the way to the loading port is a leg of its own
    (HR-15). Escorts that fetch the convoy need the same route outward too. A strait closed to them
    is refused as well (6.2.3.3)."""
    faults: list[Refusal] = []
    for s in ships:
        p = passage_of(state, side, [s])
        outward = way[::-1] if fetches_convoy(s, way) else way
        faults.extend(_shut_to(state, side, s, outward))
        legs = cut_in_legs(outward, [refuel] if refuel else [])
        faults.extend(_to_the_loading_port(state, side, s, way))
        for leg in legs:
            faults.extend(_with_sea_clause(f) for f in beyond_endurance(p, leg, [s], "6.3.5.d"))
    return tuple(dict.fromkeys(faults))


def _shut_to(state: State, side: str, ship: Ship, way: Way) -> tuple[Refusal, ...]:
    """Return the refusals for a ship on a convoy's route that may be open to the convoy itself
    (6.4.1, 6.2.3.3)."""
    p = passage_along(passage_of(state, side, [ship]), way)
    return route_faults(p, way, frozenset(x for x in way if p.port(x) is not None or "," in x))


def _with_sea_clause(fault: Refusal) -> Refusal:
    """Return a refusal that also names the clause by which an escort's Endurance must not end at
    sea (6.3.5.2)."""
    return replace(fault, also_cites=(*fault.also_cites, "6.3.5.2.b"))


@clause("6.3.5.c", "6.4.1.a", "6.3.5.1.b")
def approach_route(state: State, side: str, ship: Ship, way: Way) -> Way | None:
    """Return the shortest route on which an escort sails alone to the port where its stretch begins
    (6.3.5, 6.4.1). Empty for a ship that lies there or fetches the convoy (6.3.5.1); ``None`` when
    there is no route."""
    if ship.base == way[0] or fetches_convoy(ship, way):
        return ()
    return shortest_route(passage_of(state, side, [ship]), ship.base, way[0])


def _to_the_loading_port(state: State, side: str, ship: Ship, way: Way) -> tuple[Refusal, ...]:
    """Check that an escort can first sail to a port where the convoy loads, as a leg of its own
    within Endurance (HR-15, 6.3.5)."""
    leg = approach_route(state, side, ship, way)
    if leg is None:
        return (Refusal("6.3.5.c", "no-way-to-the-convoy", (ship.id, way[0])),)
    return (
        tuple(
            _with_sea_clause(f)
            for f in beyond_endurance(passage_of(state, side, [ship]), leg, [ship], "6.3.5.d")
        )
        if leg
        else ()
    )


@clause("6.3.5.c", "6.4.1.a")
def setting_out(state: State, side: str, leg: Leg) -> tuple[Leg, ...]:
    """Return the legs by which the ships of a stretch sail it (6.3.5). The first has the ships that
    lie where it begins, with the transports. Ships that lie elsewhere have legs that begin with
    their own route to that port."""
    ways: dict[Way, list[str]] = {(): []} if leg.transports else {}
    for s in sorted(
        (state.ships[u] for u in leg.units),
        key=lambda s: bool(approach_route(state, side, s, leg.route)),
    ):
        ways.setdefault(approach_route(state, side, s, leg.route) or (), []).append(s.id)
    parts = (replace(leg, units=tuple(units), approach=way) for way, units in ways.items())
    return tuple(replace(x, transports=0) if x.approach else x for x in parts)


def from_elsewhere(state: State, m: Mission) -> tuple[Leg, ...]:
    """Return the legs of those escorts of a convoy that do not lie where it loads (6.3.5)."""
    back = "" if m.returns == HOME else m.returns or m.target
    return tuple(
        x for x in setting_out(state, m.side, Leg(m.route, m.units, returns=back)) if x.approach
    )


@clause("6.3.5.e")
def after_escort(
    state: State, side: str, ships: Sequence[Ship], way: Way, back: str
) -> tuple[Refusal, ...]:
    """Check where escorts go afterwards: home, the place where they end, or a friendly port of call
    on the route as their new base. The run home is a leg of its own within Endurance (HR-15,
    6.3.5)."""
    if not back:
        return ()
    wrong = new_base(state, side, ships, way, back)
    if any(f.code.startswith("return") for f in wrong):
        return tuple(
            replace(f, also_cites=("6.3.5.e",)) if f.clause == "6.3.7.a" else f for f in wrong
        )
    faults = list(wrong)
    for s in ships:
        if s.base in way or back not in (
            s.base,
            HOME,
        ):  # back as they came, or there already
            continue
        p = passage_of(state, side, [s])
        leg = shortest_route(p, way[-1], s.base)
        faults.extend(beyond_endurance(p, leg, [s], "6.3.5.e") if leg else ())
    return tuple(faults)


@clause("6.3.7.a")
def new_base(
    state: State, side: str, ships: Sequence[Ship], way: Way, back: str
) -> tuple[Refusal, ...]:
    """Return the refusals for ships that take another port as base after their mission: it must be
    friendly, on their route, and have room (6.3.7)."""
    if back in ("", HOME):
        return ()
    if back not in state.ports or not state.friendly(side, back):
        return (Refusal("6.3.3.2.b", "return-not-friendly", (back,)),)
    away = [s for s in ships if s.base != back]
    if away and back not in way:
        return (Refusal("6.3.7.a", "return-not-on-route", (back,)),)
    full = why_overfull(state, side, back, away) if away else None
    return (full,) if full is not None else ()


@clause("6.3.5.2.c")
def half_way(state: State, side: str, ship: Ship, way: Way) -> Way:
    """Return the places of a convoy's route that a ship covers with half its Endurance, rounded
    down (6.3.5.2): from the loading port, or to the target for a ship based there. Empty when it
    covers none."""
    outward = way[::-1] if fetches_convoy(ship, way) else way
    p, most = passage_of(state, side, [ship]), ship.endurance // 2
    count = 1
    while count < len(outward) and route_cost_in_range(p, outward[: count + 1]).range <= most:
        count += 1
    stretch = outward[:count] if count > 1 else ()
    return stretch[::-1] if fetches_convoy(ship, way) else stretch


def loading_ways(m: Mission) -> dict[str, Way]:
    """Return the ports where a convoy loads, each with the route from there."""
    return {m.origin: m.route} | {leg.route[0]: leg.route for leg in m.legs if leg.transports}


def stretches(state: State, side: str, m: Mission, order: o.Escort) -> tuple[Leg, ...]:
    """Return the stretches on which the ships of an escort order sail with the convoy. Ships with
    equal stretches are together."""
    way = loading_ways(m).get(order.origin or m.origin, ())
    found: dict[tuple[Way, str], list[str]] = {}
    for s in (state.ships[u] for u in order.units):
        part = way
        if order.until in way:
            here = way.index(order.until)
            part = way[here:] if fetches_convoy(s, way) else way[: here + 1]
        if order.limited:
            part = half_way(state, side, s, way)
        stays = "" if order.limited or not part else part[-1]
        back = "" if order.returns in (HOME, s.base) else order.returns or stays
        found.setdefault((part, back), []).append(s.id)
    return tuple(Leg(part, tuple(units), 0, back) for (part, back), units in found.items())


@checks(o.Escort)
@clause("6.3.5.c", "6.3.4.5.c")
def check_escort(state: State, side: str, order: o.Escort) -> Verdict:
    """Check an escort of any size for one convoy, from a port where it loads: to its end, to a port
    on the route, or half way (6.3.5)."""
    if len(order.missions) != 1:
        return refuse(Refusal("6.3.5.b", "one-convoy-only", order.missions))
    m = state.missions.get(order.missions[0])
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", order.missions))
    ships, missing = ships_named(state, side, order.units)
    faults: list[Refusal | None] = list(missing)
    if not m.transports or m.kind != "convoy":
        return refuse(*faults, Refusal("6.3.5.a", "nothing-to-escort", (m.id,)))
    if m.status != "ordered":
        faults.append(Refusal("6.1.3.c", "not-at-sea", (m.id,)))
    for s in ships:
        faults.extend(free_to_escort(state, s))
    faults.extend(group_faults([*(state.ships[u] for u in m.units), *ships], with_transports=True))
    way = loading_ways(m).get(order.origin or m.origin)
    if way is None:
        return refuse(*faults, Refusal("6.3.5.c", "not-loading-there", (order.origin, m.id)))
    if order.until and (order.until not in way or not state.friendly(side, order.until)):
        return refuse(*faults, Refusal("6.3.5.2.a", "no-port-on-the-way", (order.until, m.id)))
    for leg in stretches(state, side, m, order) if ships and not missing else ():
        faults.extend(_stretch_faults(state, side, m, order, leg))
    return refuse(*faults)


def _stretch_faults(
    state: State, side: str, m: Mission, order: o.Escort, leg: Leg
) -> tuple[Refusal, ...]:
    """Return the refusals for the stretch that ships of an escort order would sail."""
    ships = [state.ships[u] for u in leg.units]
    if not leg.route:
        return (
            Refusal(
                "6.3.5.2.c", "too-short-for-escort", leg.units, facts(half=ships[0].endurance // 2)
            ),
        )
    if order.limited:
        way = loading_ways(m)[order.origin or m.origin]
        there = tuple(f for s in ships for f in _to_the_loading_port(state, side, s, way))
        shut = tuple(f for s in ships for f in _shut_to(state, side, s, leg.route))
        return (*shut, *there, *after_escort(state, side, ships, leg.route, leg.returns))
    faults = escort_range(state, side, ships, leg.route, m.refuel)
    if faults:
        mended = Remedy("escort-half-way", o.order_text(replace(order, limited=True, until="")))
        faults = (replace(faults[0], remedies=(mended,)), *faults[1:])
    return (*faults, *after_escort(state, side, ships, leg.route, leg.returns))
