"""6.3 Which naval orders may be written: groups, patrols, base changes, convoys. Every reason at once, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse

from . import orders as o
from .chart import Chart, Strait
from .pools import draw, too_few
from .ratings import CARRIERS, port_room, room_taken, squares_per_range
from .routes import Passage, cost, cut, passage_of, route_faults, suggest
from .squares import square_text
from .state import Mission, MissionKind, Ship, State

Faults = list[Refusal | None]
Routed = o.Patrol | o.BaseChange | o.Convoy | o.Evacuate | o.Displace
"""Orders that sail a route."""


# -- who may sail


def crew(state: State, side: str, ids: Iterable[str]) -> tuple[list[Ship], list[Refusal]]:
    """The ships named, and a refusal for each that is not one's own ship in play."""
    found: list[Ship] = []
    faults: list[Refusal] = []
    for id in ids:
        ship = state.ships.get(id)
        if ship is None or (ship.side != side):
            faults.append(Refusal("6.1.a", "no-such-ship", (id,)))
        elif not ship.afloat:
            faults.append(Refusal("6.1.a", "ship-gone", (id,), facts(why=ship.gone or "sunk")))
        elif ship.arrives > state.turn:
            faults.append(Refusal("6.3.a", "not-arrived", (id,), facts(turn=ship.arrives)))
        else:
            found.append(ship)
    return found, faults


@clause("6.5.1.4.f", "6.3.a", "6.1.7.4.c")
def may_sail(state: State, ship: Ship, *, moving_home: bool = False) -> tuple[Refusal, ...]:
    """6.5.1.4 A damaged ship does no missions until repaired, but may change base; one mission a turn (6.3)."""
    faults: list[Refusal] = []
    if ship.fixed:
        faults.append(Refusal("6.1.7.4.c", "fixed-gun", (ship.id,)))
    if ship.mission:
        faults.append(Refusal("6.3.a", "has-mission", (ship.id, ship.mission)))
    if ship.damaged and not moving_home:
        faults.append(Refusal("6.5.1.4.f", "damaged", (ship.id,), facts(strength=ship.strength, full=ship.full)))
    if ship.readiness != "ready" and not (moving_home and ship.readiness == "repair"):
        faults.append(Refusal("6.5.1.4.f", "not-ready", (ship.id,), facts(state=STATE_OF_REPAIR[ship.readiness])))
    if ship.rest_until > state.turn:
        faults.append(Refusal("6.3.2.a", "no-fuel", (ship.id,), facts(turn=ship.rest_until)))
    return tuple(faults)


STATE_OF_REPAIR = {"repair": "under repair", "construction": "under construction", "organizing": "organizing until the turn ends"}


# -- groups


@clause("6.1.3.a", "6.1.3.d", "6.1.3.e", "6.1.4.a", "6.1.4.b")
def group_faults(ships: list[Ship], *, with_transports: bool = False) -> tuple[Refusal, ...]:
    """6.1.3, 6.1.4 Any number of ships form a task force, 2 of them submarines; submarines alone a flotilla of at most 8."""
    subs = [s.id for s in ships if s.submarine]
    if len(subs) == len(ships) and not with_transports:
        if len(subs) > 8:
            return (Refusal("6.1.4.b", "flotilla-too-large", tuple(subs), facts(submarines=len(subs), most=8)),)
    elif len(subs) > 2:
        return (Refusal("6.1.3.e", "too-many-submarines", tuple(subs), facts(submarines=len(subs), most=2)),)
    return ()


@clause("6.1.5.a", "6.1.5.1.a", "6.1.5.1.b")
def is_raider_group(ships: list[Ship]) -> bool:
    """6.1.5 One or two surface units, every one with speed 3 or more or a disguised merchant raider (6.1.5.1)."""
    return 1 <= len(ships) <= 2 and all(not s.submarine and (s.speed >= 3 or s.disguised) for s in ships)


@clause("6.1.8.1.c", "6.1.8.4.b", "6.1.8.5.b")
def patrol_barred(ships: list[Ship]) -> tuple[Refusal, ...]:
    """6.1.8 Escort carriers, coastal cruisers and destroyer escorts do not patrol; escorts may lie in port for ASW work."""
    out = []
    for cls, where in (("CVE", "6.1.8.1.c"), ("CC", "6.1.8.4.b"), ("DE", "6.1.8.5.b")):
        barred = tuple(s.id for s in ships if s.cls == cls)
        if barred:
            out.append(Refusal(where, "may-not-patrol", barred, facts(type=cls)))
    return tuple(out)


# -- ranges


def patrol_limit(ships: list[Ship]) -> tuple[int, Ship]:
    """The shortest Patrol Range of a group, and whose it is."""
    shortest = min(ships, key=lambda s: (s.patrol, s.id))
    return shortest.patrol, shortest


@clause("6.3.1.a", "6.3.3.a", "6.3.3.3.a", "6.3.3.3.d", "6.3.3.1.b", "6.3.7.1.a")
def beyond_patrol(p: Passage, leg: tuple[str, ...], ships: list[Ship], where: str) -> tuple[Refusal, ...]:
    """6.3.1 A refusal for each ship whose Patrol Range a leg exceeds."""
    spent = cost(p, leg)
    scale = "6.3.1.d" if p.chart.theatre == "fareast" else "6.3.1.c"
    also = tuple(c for c in ("6.3.3.3.a" if spent.zones else "6.3.3.a", "6.3.1.a", scale) if c != where)
    return tuple(
        Refusal(
            where,
            "beyond-patrol-range",
            (s.id, leg[-1]),
            facts(
                range=s.patrol,
                needs=spent.range,
                squares=spent.squares,
                zones=spent.zones,
                limit=s.patrol * squares_per_range(p.chart.theatre),
            ),
            rests_on=("HR-2", "HR-14"),
            also=also,
        )
        for s in ships
        if spent.range > s.patrol
    )


@clause("6.3.2.b", "6.3.7.2.a")
def beyond_endurance(p: Passage, leg: tuple[str, ...], ships: list[Ship], where: str) -> tuple[Refusal, ...]:
    """6.3.2 A refusal for each ship whose Endurance a leg exceeds."""
    spent = cost(p, leg)
    return tuple(
        Refusal(
            where,
            "beyond-endurance",
            (s.id, leg[-1]),
            facts(range=s.endurance, needs=spent.range, squares=spent.squares),
            rests_on=("HR-2", "HR-14"),
            also=("6.3.2.b",),
        )
        for s in ships
        if spent.range > s.endurance
    )


@clause("6.1.2.b", "6.1.2.c")
def overfull(state: State, side: str, port: str, coming: list[Ship], leaving: frozenset[str] = frozenset()) -> Refusal | None:
    """6.1.2 The refusal when ships coming to a port would exceed its room; other missions' comings and goings are counted in."""
    found = state.ports.get(port)
    if found is None:
        return None
    here = {s.id: s for s in state.based_at(port) if s.id not in leaving}
    for m in state.missions.values():
        if m.side == side and m.status in ("ordered", "sailing"):
            goes = m.rebase or m.returns or ("" if m.kind == "patrol" else m.target)
            for id in m.units:
                ship = state.ships[id]
                if goes == port:
                    here[id] = ship
                elif ship.base == port and goes:
                    here.pop(id, None)
    for s in coming:
        here[s.id] = s
    used, room = sum(room_taken(s.cls) for s in here.values()), port_room(found.size)
    if used <= room:
        return None
    return Refusal(
        "6.1.2.c" if found.size == "major" else "6.1.2.b",
        "port-full",
        (port,),
        facts(size=found.size, room=room / 2, taken=used / 2),
    )


# -- a whole route


def whole_route(state: State, ships: list[Ship], order: Routed) -> tuple[str, ...]:
    """The route of an order from its port to its target, as written."""
    origin = order.origin if isinstance(order, (o.Convoy, o.Evacuate)) else ships[0].base if ships else ""
    stops = (origin, order.target, getattr(order, "stage", ""), getattr(order, "refuel", ""), *getattr(order, "calls", ()))
    squares = {square_text(p.square): p.name for x in stops if (p := state.ports.get(x)) is not None and p.square is not None}
    route = [origin]
    for place in (squares.get(x, x) for x in (*order.via, order.target)):  # a port's own square means the port
        if place != route[-1]:
            route.append(place)
    return through_straits(state.chart, tuple(route), (getattr(order, "stage", ""), getattr(order, "refuel", "")))


def through_straits(chart: Chart, route: tuple[str, ...], calls: tuple[str, ...]) -> tuple[str, ...]:
    """The route with a strait in place of its controlling port, where that port stands between the strait's two ends."""
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
    """The straits a port controls, alone or with others."""
    return tuple(s for s in chart.straits if port in s.holders)


def likely_route(state: State, side: str, ships: list[Ship], order: Routed) -> tuple[str, ...] | None:
    """The shortest legal route, or the shortest there would be were no strait shut and no sea frozen: the check says which is."""
    return fill_route(state, side, ships, order) or fill_route(state, side, ships, order, unbarred=True)


def fill_route(state: State, side: str, ships: list[Ship], order: Routed, *, unbarred: bool = False) -> tuple[str, ...] | None:
    """The shortest legal route for an order through its stops, for the remedy and for the page; ``None`` without one."""
    p = passage_of(state, side, ships[0].nation if ships else "")
    p = replace(p, unbarred=True) if unbarred else p
    origin = order.origin if isinstance(order, (o.Convoy, o.Evacuate)) else ships[0].base if ships else ""
    stops = [s for s in (getattr(order, "stage", ""), getattr(order, "refuel", "")) if s]
    route: list[str] = [origin]
    for stop in [*stops, order.target]:
        part = suggest(p, route[-1], stop)
        if part is None:
            return None
        route.extend(part[1:])
    return tuple(route)


def with_route(order: Routed, route: tuple[str, ...]) -> Routed:
    """The same order with its route written out."""
    via = route[1:-1] if route[-1] == order.target else route[1:]
    return replace(order, via=tuple(via))


def route_refusals(state: State, side: str, ships: list[Ship], order: Routed, calls: frozenset[str]) -> tuple[Refusal, ...]:
    p = passage_of(state, side, ships[0].nation if ships else "")
    route = whole_route(state, ships, order)
    faults = route_faults(p, route, calls | {route[0], order.target})
    if not faults:
        return ()
    filled = fill_route(state, side, ships, order)
    remedies = (Remedy("shortest-route", o.text(with_route(order, filled))),) if filled else ()
    if not order.via and len(faults) == 1 and faults[0].code == "gap":
        return (Refusal("6.4.1.a", "no-route", (order.target,), remedies=remedies),)
    first = faults[0]
    return (replace(first, remedies=remedies), *faults[1:])


# -- orders


@clause("6.3.3.1.a", "6.3.3.1.c", "6.3.3.1.d", "6.3.3.2.a", "6.3.3.2.b", "6.4.1.a", "6.2.3.3.a")
def check_patrol(state: State, side: str, order: o.Patrol) -> Verdict:
    """6.3.3 A patrol: ships ready and of one port (or gathered at a staging area), in range, with a return base in range."""
    ships, missing = crew(state, side, order.units)
    faults: Faults = list(missing)
    if not ships:
        return refuse(*faults, None if missing else Refusal("6.1.3.a", "no-ships"))
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.extend(group_faults(ships))
    faults.extend(patrol_barred(ships))
    if order.raiders and not is_raider_group(ships):
        slow = tuple(x.id for x in ships if x.submarine or (x.speed < 3 and not x.disguised))
        faults.append(Refusal("6.1.5.a", "no-raider-group", slow or tuple(x.id for x in ships), facts(ships=len(ships))))
    faults.extend(_gathering(state, side, ships, order.stage))
    p = passage_of(state, side, ships[0].nation)
    if state.chart.zone(order.target) is None:
        faults.append(_patrol_place(state, order.target))
    calls = frozenset(x for x in (order.stage, *order.calls) if x)
    faults.extend(unfriendly_calls(state, side, order.calls))
    route_bad = route_refusals(state, side, ships, order, calls)
    faults.extend(route_bad)
    if not route_bad:
        route = whole_route(state, ships, order)
        legs = cut(route, [order.stage] if order.stage else [])
        zone = state.chart.zone(order.target) is not None
        for leg in legs[-1:]:  # none when the patrol stays in its port's own place
            faults.extend(beyond_patrol(p, leg, ships, "6.3.3.3.d" if zone else "6.3.1.a"))
    faults.extend(_return_faults(state, side, ships, order))
    faults.extend(_own_air(state, side, order))
    return refuse(*faults)


def _patrol_place(state: State, target: str) -> Refusal | None:
    from .chart import place_square

    square = place_square(target)
    if square is None:
        return Refusal("6.3.3.a", "not-a-sea-place", (target,))
    return None if state.chart.sailable(square) else Refusal("6.3.3.a", "not-a-sea-place", (target,))


@clause("6.3.3.1.a", "6.3.3.1.b", "6.3.3.1.d", "6.1.3.b", "6.1.3.c")
def _gathering(state: State, side: str, ships: list[Ship], stage: str) -> tuple[Refusal, ...]:
    """6.3.3.1 Ships of several ports gather at a staging area: a friendly port or island within Patrol Range of each."""
    bases = sorted({s.base for s in ships})
    faults: list[Refusal] = []
    if len(bases) > 1 and not stage:
        faults.append(Refusal("6.3.3.1.a", "no-staging-area", tuple(bases), also=("6.1.3.c",)))
    if stage:
        if not state.friendly(side, stage):
            faults.append(Refusal("6.3.3.1.b", "staging-not-friendly", (stage,), also=("6.3.3.1.d",)))
        for s in ships:
            if s.base == stage:
                continue
            p = passage_of(state, side, s.nation)
            leg = suggest(p, s.base, stage)
            if leg is None:
                faults.append(Refusal("6.3.3.1.b", "staging-no-way", (s.id, stage)))
            elif cost(p, leg).range > s.patrol:
                spent = cost(p, leg)
                faults.append(
                    Refusal(
                        "6.3.3.1.b",
                        "staging-too-far",
                        (s.id, stage),
                        facts(
                            range=s.patrol,
                            needs=spent.range,
                            squares=spent.squares,
                            limit=s.patrol * squares_per_range(state.chart.theatre),
                        ),
                        rests_on=("HR-2",),
                    )
                )
    return tuple(faults)


def _return_faults(state: State, side: str, ships: list[Ship], order: o.Patrol) -> tuple[Refusal, ...]:
    """6.3.3.2 The order names where the ships return: home, the staging port, or a friendly base within Patrol Range."""
    back = order.returns
    homes = {s.base for s in ships}
    if not back:
        home = next(iter(sorted(homes)))
        return (
            Refusal("6.3.3.2.a", "no-return-base", (), remedies=(Remedy("return-home", o.text(replace(order, returns=home))),)),
        )
    if back not in state.ports:
        return (Refusal("6.3.3.2.b", "return-no-port", (back,)),)
    faults: list[Refusal] = []
    if not state.friendly(side, back):
        faults.append(Refusal("6.3.3.2.b", "return-not-friendly", (back,)))
    if homes != {back} and back != order.stage and back not in order.calls:
        for s in ships:
            if s.base == back:
                continue
            p = passage_of(state, side, s.nation)
            leg = suggest(p, order.target, back)
            spent = cost(p, leg) if leg else None
            if spent is None or spent.range > s.patrol:
                faults.append(
                    Refusal(
                        "6.3.3.2.b",
                        "return-too-far",
                        (s.id, back),
                        facts(range=s.patrol, needs=spent.range if spent else 0, squares=spent.squares if spent else 0),
                        rests_on=("HR-2",),
                    )
                )
    full = overfull(state, side, back, ships)
    return (*faults, *((full,) if full else ()))


@clause("6.3.7.a")
def unfriendly_calls(state: State, side: str, calls: tuple[str, ...]) -> tuple[Refusal, ...]:
    """6.3.7 Ports called at on the way are friendly ports; units may be based at them when their orders say so."""
    return tuple(
        Refusal("6.3.7.a", "stop-not-friendly", (c,)) for c in calls if c not in state.ports or not state.friendly(side, c)
    )


@clause("6.3.7.a")
def _convoy_return(state: State, side: str, ships: list[Ship], order: o.Convoy) -> tuple[Refusal, ...]:
    """6.3.7, 6.3.5 Escorts go back to their home, stay at the destination, or take a friendly port along the route as base."""
    back = order.returns
    if not back:
        return ()
    if back not in state.ports or not state.friendly(side, back):
        return (Refusal("6.3.3.2.b", "return-not-friendly", (back,)),)
    if back in (order.origin, order.target, order.refuel, *order.calls) or all(s.base == back for s in ships):
        return ()
    return (Refusal("6.3.7.a", "return-not-on-route", (back,)),)


@clause("6.4.2.2.a", "6.3.3.c")
def _own_air(state: State, side: str, order: o.Patrol) -> tuple[Refusal, ...]:
    """6.4.2.2 Carrier aircraft may patrol a place of their own within their range of the carrier's patrol square."""
    faults: list[Refusal] = []
    for pair in order.air:
        unit, _, place = pair.partition(">")
        plane = state.planes.get(unit)
        if plane is None or plane.side != side:
            faults.append(Refusal("6.1.a", "no-such-plane", (unit,)))
        elif plane.base not in order.units:
            faults.append(Refusal("6.4.2.2.a", "not-aboard-this-force", (unit,)))
        else:
            faults.extend(air_reach(state, plane.id, plane.reach, order.target, place, "6.4.2.2.a"))
    return tuple(faults)


def air_reach(state: State, id: str, reach: int, start: str, place: str, where: str) -> tuple[Refusal, ...]:
    """A refusal when an aircraft's place lies outside its range from where it starts."""
    from .search import squares_between

    apart = squares_between(state, start, place)
    if apart is None:
        return () if start == place else (Refusal(where, "air-out-of-range", (id, place), facts(range=reach)),)
    return () if apart <= reach else (Refusal(where, "air-out-of-range", (id, place), facts(range=reach, distance=apart)),)


@clause("6.3.7.b", "6.3.7.1.a", "6.3.7.1.b", "6.3.7.2.a", "6.5.1.4.e")
def check_base_change(state: State, side: str, order: o.BaseChange) -> Verdict:
    """6.3.7 A change of base to a friendly port with room: operational by Patrol Range, strategic by Endurance."""
    ships, missing = crew(state, side, order.units)
    faults: Faults = list(missing)
    if not ships:
        return refuse(*faults, None if missing else Refusal("6.1.3.a", "no-ships"))
    for s in ships:
        faults.extend(may_sail(state, s, moving_home=True))
    faults.extend(group_faults(ships))
    if order.mode == "operational":
        faults.extend(patrol_barred(ships))
    elif not order.mode:
        faults.append(_no_mode(order))
    elif order.stage:
        faults.append(Refusal("6.3.7.1.b", "strategic-does-not-stage", (order.stage,)))
    bases = sorted({s.base for s in ships})
    if len(bases) > 1 and not order.stage:
        faults.append(Refusal("6.1.3.c", "several-ports", tuple(bases)))
    elif order.stage:
        faults.extend(_gathering(state, side, ships, order.stage))
    if order.target not in state.ports:
        return refuse(*faults, Refusal("6.3.7.b", "not-a-port", (order.target,)))
    if not state.friendly(side, order.target) and not coup_allowed(state, side, ships, order.target):
        also = ("6.3.7.1.a",) if order.mode == "operational" else ("6.3.7.2.a", "6.3.2.b")
        faults.append(Refusal("6.3.7.b", "port-not-friendly", (order.target,), also=also))
    if {order.target} == set(bases):
        faults.append(Refusal("6.3.7.b", "already-there", (order.target,)))
    calls = frozenset(x for x in (order.stage, order.refuel, *order.calls) if x)
    faults.extend(unfriendly_calls(state, side, order.calls))
    for stop in sorted(calls - set(order.calls)):
        if not state.friendly(side, stop):
            faults.append(Refusal("6.3.7.b", "stop-not-friendly", (stop,)))
    route_bad = route_refusals(state, side, ships, order, calls)
    faults.extend(route_bad)
    if not route_bad:
        p = passage_of(state, side, ships[0].nation)
        stops = [x for x in (order.stage, order.refuel) if x]
        for leg in cut(whole_route(state, ships, order), stops):
            if order.mode == "operational":
                faults.extend(beyond_patrol(p, leg, ships, "6.3.7.1.a"))
            elif order.mode:
                faults.extend(beyond_endurance(p, leg, ships, "6.3.7.2.a"))
    faults.append(overfull(state, side, order.target, ships))
    hurt = tuple(s.id for s in ships if s.damaged)
    if hurt and not state.ports[order.target].yard:
        yards = ", ".join(sorted(x.name for x in state.ports.values() if x.yard and state.friendly(side, x.name)))
        also = ("6.5.1.4.f",)
        faults.append(Refusal("6.5.1.4.e", "damaged-to-no-yard", (*hurt, order.target), facts(yards=yards), also=also))
    return refuse(*faults)


def _no_mode(order: o.BaseChange) -> Refusal:
    """6.3.7 The refusal for a change of base that does not say of which kind it is, with both ways to say it."""
    ways = tuple(Remedy(f"say-{mode}", o.text(replace(order, mode=mode))) for mode in ("operational", "strategic"))
    return Refusal("6.3.7.b", "no-kind-of-change", (order.target,), remedies=ways)


def coup_allowed(state: State, side: str, ships: list[Ship], port: str) -> bool:
    """Scenario rule: ships with troops aboard may sail for a neutral port as if it were friendly (*coup de main*)."""
    flag = state.flags.get("coup-de-main", "")
    held = state.ports[port]
    return bool(flag) and flag == f"{side}:{state.turn}" and held.neutral and any(s.cargo for s in ships)


@clause("6.1.8.4.a", "6.2.2.f", "6.2.4")
def check_convoy(state: State, side: str, order: o.Convoy) -> Verdict:
    """6.3.4, 6.3.5 A convoy between friendly ports within the transports' Endurance of 10 a stretch, and its escort."""
    ships, missing = crew(state, side, order.escorts)
    faults: Faults = list(missing)
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.extend(group_faults(ships, with_transports=True))
    if order.number < 1:
        faults.append(Refusal("6.3.4.1.a", "empty-convoy"))
    if order.load in ("merchants", "tankers") and order.number > 8:
        where, *also = ("6.1.6.b", "6.3.4.5.a") if order.load == "merchants" else ("6.3.4.5.b",)
        faults.append(Refusal(where, "convoy-too-large", (), facts(number=order.number, most=8), also=tuple(also)))
    for port in (order.origin, order.target):
        if port not in state.ports:
            faults.append(Refusal("6.3.4.1.a", "not-a-port", (port,)))
        elif not state.friendly(side, port):
            faults.append(Refusal("6.3.4.1.a", "port-not-friendly", (port,)))
    calls = frozenset(x for x in (order.refuel, *order.calls) if x)
    faults.extend(unfriendly_calls(state, side, order.calls))
    faults.extend(_convoy_return(state, side, ships, order))
    faults.append(overfull(state, side, order.returns or order.target, ships) if ships else None)
    for s in ships if order.origin in state.ports else ():
        faults.extend(_to_the_loading_port(state, side, s, order.origin))
    faults.append(too_few(state, side, order.origin, order.number))
    route_bad = route_refusals(state, side, ships, order, calls)
    faults.extend(route_bad)
    if not route_bad:
        p = passage_of(state, side, ships[0].nation if ships else "")
        for leg in cut(whole_route(state, ships, order), [order.refuel] if order.refuel else []):
            faults.extend(beyond_endurance(p, leg, ships, "6.3.5.d"))
            if cost(p, leg).range > TRANSPORT_ENDURANCE:
                faults.append(
                    Refusal(
                        "6.3.4.1.e", "transports-too-far", (leg[-1],), facts(range=TRANSPORT_ENDURANCE, needs=cost(p, leg).range)
                    )
                )
    return refuse(*faults)


def _to_the_loading_port(state: State, side: str, ship: Ship, port: str) -> tuple[Refusal, ...]:
    """6.3.5 An escort first sails to a port where the convoy loads, a leg of its own within Endurance (HR-15)."""
    if ship.base == port:
        return ()
    p = passage_of(state, side, ship.nation)
    leg = suggest(p, ship.base, port)
    return beyond_endurance(p, leg, [ship], "6.3.5.d") if leg else (Refusal("6.3.5.c", "no-way-to-the-convoy", (ship.id, port)),)


TRANSPORT_ENDURANCE = 10


@clause("6.1.8.6")
def check_overland(state: State, side: str, order: o.Overland) -> Verdict:
    """6.1.8.6 Only small submarines go by land, from one friendly port to another joined by friendly land."""
    ships, missing = crew(state, side, [order.unit])
    if missing:
        return refuse(*missing)
    s = ships[0]
    faults: Faults = list(may_sail(state, s, moving_home=True))
    if s.cls != "SSC":
        faults.append(Refusal("6.1.8.6", "not-by-land", (s.id,), facts(type=s.cls)))
    if order.target not in state.ports or not state.friendly(side, order.target):
        faults.append(Refusal("6.1.8.6", "port-not-friendly", (order.target,)))
    elif not land_joined(state, side, s.base, order.target):
        faults.append(Refusal("6.1.8.6", "no-land-connection", (s.base, order.target)))
    faults.append(overfull(state, side, order.target, [s]))
    return refuse(*faults)


def land_joined(state: State, side: str, a: str, b: str) -> bool:
    """True when land squares join two ports; a flag of the scenario may say that the land between is not friendly."""
    one, two = state.ports[a].square, state.ports[b].square
    if state.flags.get(f"land {a} {b}") or state.flags.get(f"land {b} {a}"):
        return (state.flags.get(f"land {a} {b}") or state.flags.get(f"land {b} {a}")) == side
    if one is None or two is None:
        return False
    seen, front = {one}, [one]
    while front:
        onward = []
        for c, r in front:
            for n in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
                if n not in seen and state.chart.kind(n) == "land":
                    seen.add(n)
                    onward.append(n)
        front = onward
    return two in seen


@clause("6.1.3.b", "6.1.3.c")
def check_regroup(state: State, side: str, order: o.Regroup) -> Verdict:
    """6.1.3 Ships join or leave a task force in port as its mission is launched; never in mid-ocean."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    faults: Faults = []
    if m.status != "ordered":
        faults.append(Refusal("6.1.3.c", "not-at-sea", (m.id,)))
    ships, missing = crew(state, side, order.add)
    faults.extend(missing)
    for s in ships:
        faults.extend(may_sail(state, s))
        if s.base != m.origin and not m.stage:
            faults.append(Refusal("6.1.3.c", "joins-only-in-port", (s.id, m.origin)))
    for id in order.drop:
        if id not in m.units:
            faults.append(Refusal("6.1.3.b", "not-of-this-mission", (id, m.id)))
    left = [state.ships[u] for u in m.units if u not in order.drop] + ships
    if left or not m.transports:
        faults.extend(group_faults(left, with_transports=m.transports > 0) if left else (Refusal("6.1.3.a", "no-ships"),))
    if m.kind in ("patrol", "operational"):
        faults.extend(patrol_barred(ships))
    faults.extend(_joining(state, side, m, ships))
    return refuse(*faults)


def _joining(state: State, side: str, m: Mission, ships: list[Ship]) -> tuple[Refusal | None, ...]:
    """Refusals for ships that cannot sail the way of the mission they are to join, or find no room where it ends."""
    if not ships:
        return ()
    faults: list[Refusal | None] = list(_gathering(state, side, ships, m.stage) if m.stage else ())
    p = passage_of(state, side, ships[0].nation)
    legs = cut(m.route, [x for x in (m.stage, m.refuel) if x])
    for leg in legs[-1:] if m.kind == "patrol" else legs:
        if m.kind == "patrol":
            zone = state.chart.zone(m.target) is not None
            faults.extend(beyond_patrol(p, leg, ships, "6.3.3.3.d" if zone else "6.3.1.a"))
        elif m.kind == "operational":
            faults.extend(beyond_patrol(p, leg, ships, "6.3.7.1.a"))
        else:
            faults.extend(beyond_endurance(p, leg, ships, "6.3.7.2.a" if m.kind == "strategic" else "6.3.5.d"))
    return (*faults, overfull(state, side, m.returns or m.target, ships))


def code_name(state: State, side: str, order: Routed | o.Passage) -> str:
    """A short id for a mission that says nothing of how many there are: side, turn, and a number made from the order."""
    number = crc32(o.text(order).encode()) % 900 + 100
    while f"{side[:2].upper()}{state.turn}-{number}" in state.missions:
        number = (number - 99) % 900 + 100
    return f"{side[:2].upper()}{state.turn}-{number}"


def make_mission(state: State, side: str, order: o.Patrol | o.BaseChange | o.Convoy) -> Mission:
    """The mission a checked order writes down."""
    id = code_name(state, side, order)
    if isinstance(order, o.Convoy):
        ships = [state.ships[i] for i in order.escorts]
        return Mission(
            id,
            side,
            "convoy",
            order.escorts,
            order.origin,
            order.target,
            whole_route(state, ships, order),
            returns=order.returns,
            refuel=order.refuel,
            transports=order.number,
            escorts=order.escorts,
            drawn=draw(state, side, order.origin, order.number),
            merchants=order.load == "merchants",
            tankers=order.load == "tankers",
        )
    ships = [state.ships[i] for i in order.units]
    route = whole_route(state, ships, order)
    flotilla = all(s.submarine for s in ships)
    if isinstance(order, o.Patrol):
        return Mission(
            id,
            side,
            "patrol",
            order.units,
            ships[0].base,
            order.target,
            route,
            returns=order.returns,
            stage=order.stage,
            air=order.air,
            flotilla=flotilla,
            raider=is_raider_group(ships) and not flotilla,
        )
    kind: MissionKind = "operational" if order.mode == "operational" else "strategic"
    return Mission(
        id,
        side,
        kind,
        order.units,
        ships[0].base,
        order.target,
        route,
        stage=order.stage,
        refuel=order.refuel,
        rebase=order.target,
        flotilla=flotilla,
        raider=is_raider_group(ships) and not flotilla,
    )


__all__ = [
    "CARRIERS",
    "Routed",
    "check_base_change",
    "check_convoy",
    "check_overland",
    "check_patrol",
    "check_regroup",
    "fill_route",
    "group_faults",
    "is_raider_group",
    "likely_route",
    "make_mission",
    "square_text",
    "whole_route",
    "with_route",
]
