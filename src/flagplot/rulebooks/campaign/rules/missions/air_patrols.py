"""Aircraft on patrol or aboard a carrier: their range, and the room on deck (6.4.2.2)."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, clause, facts, refuse
from flagplot.table.core.memo import memo_per_parts

from ... import orders as o
from ...state import Plane, Ship, State, route_parts
from ...state.ratings import carries_at_most
from ..interception.search import base_place, free_to_fly, not_ready, squares_between
from ..registry import checks


@checks(o.Fly)
@clause("6.3.7.1.c")
def check_fly(state: State, side: str, order: o.Fly) -> Verdict:
    """Check that a ready air unit patrols a square within its range, or a zone that begins within
    it (6.4.2.2, 6.4.4.1)."""
    plane = state.planes.get(order.unit)
    if plane is None or plane.side != side or plane.arrives > state.turn:
        return refuse(Refusal("6.1.a", "no-such-plane", (order.unit,)))
    faults: list[Refusal | None] = []
    if not free_to_fly(state, plane):
        faults.append(not_ready(state, plane))
    where = "6.4.2.2.a" if state.chart.zone(order.target) is None else "6.4.4.1"
    faults.append(
        beyond_reach(
            plane,
            flight_distance(state, base_place(state, plane), order.target),
            order.target,
            where,
        )
    )
    return refuse(*faults)


def flight_distance(state: State, start: str, place: str) -> int | None:
    """Return the distance in squares that an aircraft flies to a place (6.4.2.2, 6.4.4.1). To an
    off-map zone it counts to the map edge where the zone begins, and is 0 from within the zone.
    ``None`` when no squares lie between."""
    zone = state.chart.zone(place)
    if zone is None:
        return squares_between(state, start, place)
    if start == place or (start in state.ports and state.ports[start].zone == place):
        return 0
    edges = (squares_between(state, start, x) for x in zone.next_to if state.chart.zone(x) is None)
    return min((x for x in edges if x is not None), default=None)


def beyond_reach(
    plane: Plane, apart: int | None, place: str, where: str, also: tuple[str, ...] = ()
) -> Refusal | None:
    """Return the refusal for a place out of an aircraft's range, else ``None`` (6.4.2.2). *apart*
    is the distance in squares; ``None`` when no squares lie between."""
    if apart is not None and apart <= plane.reach:
        return None
    detail = facts(range=plane.reach) if apart is None else facts(range=plane.reach, distance=apart)
    return Refusal(where, "air-out-of-range", (plane.id, place), detail, also_cites=also)


@clause("6.4.2.2.a", "6.3.3.c")
def check_own_air(state: State, side: str, order: o.Patrol) -> tuple[Refusal, ...]:
    """Check that each free aircraft of a carrier patrols at most one place, within its range of the
    carrier's patrol square (6.4.2.2)."""
    faults: list[Refusal | None] = []
    sent: set[str] = set()
    for pair in order.air:
        unit, _, place = pair.partition(">")
        plane = state.planes.get(unit)
        if plane is None or plane.side != side:
            faults.append(Refusal("6.1.a", "no-such-plane", (unit,)))
        elif plane.base not in order.units:
            faults.append(Refusal("6.4.2.2.a", "not-aboard-this-force", (unit,)))
        elif unit in sent or not free_to_fly(state, plane):
            faults.append(not_ready(state, plane))
        else:
            faults.append(
                beyond_reach(plane, flight_distance(state, order.target, place), place, "6.4.2.2.a")
            )
        sent.add(unit)
    return tuple(f for f in faults if f is not None)


def can_cover(state: State, plane: Plane, place: str) -> bool:
    """Return True when a place of a convoy's route lies within an aircraft's range of its base."""
    return _in_reach(state, base_place(state, plane), plane.reach, (place,))


@memo_per_parts(route_parts)
def _in_reach(state: State, start: str, reach: int, places: tuple[str, ...]) -> bool:
    """Return True when any of some places lies within *reach* squares of *start*."""
    return any(
        n is not None and n <= reach for n in (flight_distance(state, start, x) for x in places)
    )


@clause("6.4.2.2.a", "6.3.7.1.c")
def out_of_reach(state: State, plane: Plane) -> bool:
    """Return True when the patrol or the convoy of a carrier's aircraft is out of its range from
    the place where the carrier is to be (6.4.2.2, 6.3.7.1)."""
    covered = state.missions.get(plane.cap)
    places = (plane.patrol,) if plane.patrol else covered.places if covered is not None else ()
    return bool(places) and not _in_reach(state, base_place(state, plane), plane.reach, places)


@checks(o.Cover)
def check_cover(state: State, side: str, order: o.Cover) -> Verdict:
    """Check that ready aircraft fly CAP over a convoy that has not sailed yet and passes within
    their range (6.4.2.1)."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    faults: list[Refusal | None] = []
    if m.kind not in COVERED:
        faults.append(Refusal("6.4.2.1.g", "nothing-to-cover", (m.id,)))
    if m.status != "ordered":
        faults.append(Refusal("6.1.3.c", "not-at-sea", (m.id,)))
    for id in order.planes:
        plane = state.planes.get(id)
        if plane is None or plane.side != side or plane.arrives > state.turn:
            faults.append(Refusal("6.1.a", "no-such-plane", (id,)))
            continue
        if not free_to_fly(state, plane):
            faults.append(not_ready(state, plane))
        if not _in_reach(state, base_place(state, plane), plane.reach, m.places):
            faults.append(
                Refusal("6.4.2.2.a", "air-out-of-range", (id, m.target), facts(range=plane.reach))
            )
    return refuse(*faults)


COVERED = ("convoy", "invasion")
"""Kinds of mission over which aircraft fly CAP."""


@checks(o.Embark)
def check_embark(state: State, side: str, order: o.Embark) -> Verdict:
    """Check that a carrier takes 1 to 3 air units by its rating, an escort carrier 1, and other
    ships none (6.1.7.3)."""
    plane, ship = state.planes.get(order.unit), state.ships.get(order.ship)
    if plane is None or plane.side != side:
        return refuse(Refusal("6.1.a", "no-such-plane", (order.unit, order.ship)))
    if ship is None or ship.side != side or not ship.afloat:
        return refuse(Refusal("6.1.a", "no-such-ship", (order.unit, order.ship)))
    return refuse(
        None if free_to_fly(state, plane) else not_ready(state, plane),
        None
        if plane.base in (ship.base, ship.id)
        else Refusal("6.1.7.3.b", "not-in-one-port", (plane.id, ship.id)),
        no_room_aboard(state, plane, ship),
    )


def no_room_aboard(state: State, plane: Plane, ship: Ship) -> Refusal | None:
    """Return the refusal when a ship has no room for one more aircraft, else ``None`` (6.1.7.3,
    6.1.8.1)."""
    most = carries_at_most(ship.cls, ship.carries)
    aboard = sum(
        1 for p in state.planes.values() if p.base == ship.id and p.id != plane.id and not p.gone
    )
    if aboard < most:
        return None
    where = "6.1.8.1.b" if ship.cls == "CVE" else "6.1.7.3.b"
    return Refusal(
        where, "no-room-aboard", (ship.id,), facts(aboard=aboard, most=most, type=ship.cls)
    )
