"""A port lost on land: the ships and troops caught in it, and the orders by which they leave it in
Breakthrough (6.5.1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import Fall, Mission, Plane, Ship, State
from ...state.territories import on_true_island
from ...state.troops import Troop
from ..assault.islands import unloaded_on
from ..groups import group_faults, may_sail, ships_named
from ..interception.search import base_place, field_open
from ..movement.order_routes import route_refusals, whole_route
from ..movement.reach import beyond_endurance, beyond_transports, ports_in_reach, why_overfull
from ..movement.routes import passage_of
from ..pools import transports_available
from ..registry import checks
from .air_patrols import flight_distance


@clause("6.3.7.1.d")
def changes_arrived(state: State, fall: Fall) -> tuple[Mission, ...]:
    """Return the operational changes of base to a fallen port that were not stopped. Their ships
    lie in it when it is lost (6.3.7.1)."""
    bound = (
        m
        for m in state.missions.values()
        if m.kind == "operational" and m.target == fall.port and m.side != fall.to
    )
    return tuple(
        replace(
            m,
            units=tuple(
                u for u in m.units if state.ships[u].mission == m.id and state.ships[u].afloat
            ),
        )
        for m in sorted(bound, key=lambda m: m.id)
        if m.status in ("sailing", "completed")
    )


def ships_caught(state: State, fall: Fall) -> tuple[Ship, ...]:
    """Return the ships that lie in a fallen port: all of the losing sides that are not at sea on a
    mission."""
    return tuple(s for s in state.based_at(fall.port) if s.side != fall.to and not s.mission)


def displaced_at(state: State, side: str) -> dict[str, list[Ship]]:
    """Return the displaced ships of a side that have no orders to leave yet, by port."""
    out: dict[str, list[Ship]] = {}
    for id, port in state.displaced:
        ship = state.ships.get(id)
        if (
            ship is not None
            and ship.side == side
            and ship.afloat
            and not ship.mission
            and ship.base == port
        ):
            out.setdefault(port, []).append(ship)
    return out


@clause("6.5.1.5.a", "6.5.3.3.b")
def leaves_by_sea(state: State, place: str) -> bool:
    """Return True when troops that have lost a territory may leave it in transports: through its
    port, or from an island (6.5.1.5, 6.5.3.3)."""
    square = state.chart.shore(place)
    return place in state.ports or (square is not None and state.chart.sailable(square))


def troops_at(state: State, side: str) -> Iterator[Fall]:
    """Yield the falls that left troops of a side ashore at a place where they may embark."""
    lost = (f for f in state.falls if f.loser == side and f.units > 0 and f.how == "retreat")
    return (f for f in lost if leaves_by_sea(state, f.port))


@checks(o.Displace)
@clause("6.5.1.5.d")
def check_displace(state: State, side: str, order: o.Displace) -> Verdict:
    """Check that displaced ships take another friendly port as their base, in fleets as they like
    (6.5.1.5)."""
    ships, missing = ships_named(state, side, order.units)
    if missing or not ships:
        return refuse(*missing)
    faults: list[Refusal | None] = []
    here = {s.id for ships_ in displaced_at(state, side).values() for s in ships_}
    idle = tuple(s.id for s in ships if s.id not in here)
    if idle:
        faults.append(Refusal("6.5.1.5.d", "not-displaced", idle))
    bases = sorted({s.base for s in ships})
    if len(bases) > 1:
        faults.append(Refusal("6.1.3.c", "several-ports", tuple(bases)))
    faults.extend(group_faults(ships))
    if not all(state.open_to(side, s.nation, order.target) for s in ships):
        faults.append(Refusal("6.5.1.5.d", "port-not-friendly", (order.target,)))
    faults.append(why_overfull(state, side, order.target, ships))
    if not idle and len(bases) == 1:
        faults.extend(route_refusals(state, side, ships, order, frozenset()))
    return refuse(*faults)


@clause("6.5.1.5.b")
def number_embarking(state: State, side: str, port: str, number: int) -> int:
    """Return how many of *number* units can leave a port, given the transports in its pools
    (6.5.1.5)."""
    have = transports_available(state, side, port)
    return number if have is None else min(number, have)


def taken_off(state: State, side: str, port: str, number: int) -> tuple[str, ...]:
    """Return the land units on the board that leave a port when *number* units do. Others are only
    a number in the position (6.5.1.5)."""
    return tuple(x.id for x in state.troops_at(port, side) if not x.fixed)[:number]


def _no_room_ashore(state: State, side: str, order: o.Evacuate, leave: int) -> list[Refusal]:
    """Return the refusals for troops beyond the room of the island to which they are taken (6.5.3).
    Troops that are only a number in the position count as one division."""
    if not on_true_island(state, order.target) or leave < 1:
        return []
    named = taken_off(state, side, order.origin, leave)
    counted = (
        (Troop("", "", side, "", "INF", order.origin, formation=order.origin),)
        if leave > len(named)
        else ()
    )
    return unloaded_on(state, side, order.target, named, counted)


@checks(o.Evacuate)
@clause("6.5.1.5.c", "6.5.1.5.g")
def check_evacuate(state: State, side: str, order: o.Evacuate) -> Verdict:
    """Check that troops leave a lost port in the available transports, up to their number, escorted
    only by fit ships based in it. Overrun troops cannot leave (6.5.1.5)."""
    ships, missing = ships_named(state, side, order.escorts)
    faults: list[Refusal | None] = list(missing)
    fall = next((f for f in state.falls if f.port == order.origin and f.loser == side), None)
    if fall is None:
        return refuse(*faults, Refusal("6.5.1.5.a", "no-evacuation", (order.origin,)))
    if fall.how == "overrun":
        faults.append(Refusal("6.5.1.5.g", "overrun-troops", (order.origin,)))
    elif not leaves_by_sea(state, order.origin):
        return refuse(*faults, Refusal("6.5.1.5.a", "no-port-to-leave-by", (order.origin,)))
    elif not 1 <= order.number <= fall.units:
        faults.append(
            Refusal(
                "6.5.1.5.a",
                "not-so-many-units",
                (order.origin,),
                facts(there=fall.units, number=order.number),
            )
        )
    faults.extend(group_faults(ships, with_transports=True))
    strangers = tuple(s.id for s in ships if s.base != order.origin)
    if strangers:
        faults.append(Refusal("6.5.1.5.c", "not-based-there", strangers, facts(port=order.origin)))
    leave = number_embarking(state, side, order.origin, order.number)
    if leave < 1 <= order.number:
        faults.append(
            Refusal(
                "6.5.1.5.b", "no-transports", (order.origin,), facts(needs=order.number, have=leave)
            )
        )
    if order.target not in state.ports or not state.friendly(side, order.target):
        faults.append(Refusal("6.5.1.5.a", "port-not-friendly", (order.target,)))
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.append(why_overfull(state, side, order.target, ships))
    faults.extend(_no_room_ashore(state, side, order, leave))
    bad = route_refusals(state, side, ships, order, frozenset())
    faults.extend(bad)
    if not bad:
        p, way = passage_of(state, side, ships), whole_route(state, ships, order)
        faults.extend((*beyond_transports(p, way), *beyond_endurance(p, way, ships, "6.3.5.d")))
    verdict = refuse(*faults)
    if verdict and leave < order.number:
        short = Refusal(
            "6.5.1.5.b",
            "some-stay-behind",
            (order.origin,),
            facts(leave=leave, stay=order.number - leave),
        )
        return Verdict((), (short,))
    return verdict


def stranded_planes(state: State) -> Iterator[Plane]:
    """Yield the air units whose port the enemy holds, or whose carrier is sunk."""
    for p in state.planes.values():
        carrier = state.ships.get(p.base)
        has_deck = carrier is None or carrier.gone not in ("sunk", "scuttled")
        if (
            p.strength > 0
            and not p.gone
            and p.arrives <= state.turn
            and not (has_deck and field_open(state, p))
        ):
            yield p


def other_field(state: State, plane: Plane) -> str:
    """Return the friendly port nearest to a stranded air unit, or to where its carrier was sunk,
    within its range; empty without one (HR-24)."""
    if state.rulings.switch("HR-24") == "interned":
        return ""
    carrier = state.ships.get(plane.base)
    at = carrier.lost_at if carrier is not None and carrier.lost_at else base_place(state, plane)
    fields = (
        x.name for x in state.ports.values() if state.open_to(plane.side, plane.nation, x.name)
    )
    far = [
        (n, x)
        for x in fields
        if (n := flight_distance(state, x, at)) is not None and n <= plane.reach
    ]
    return min(far)[1] if far else ""


def refuge_of(state: State, side: str, ship: Ship, at: str) -> str:
    """Return the friendly base with room nearest to a ship's place, within its Endurance; empty
    without one, or when ships are interned (HR-24)."""
    if state.rulings.switch("HR-24") == "interned":
        return ""
    ports = (port for port in state.ports if state.open_to(side, ship.nation, port))
    return next(
        (x.port for x in ports_in_reach(state, side, ship, at, ports) if x.range <= ship.endurance),
        "",
    )
