"""Interception: the units that may intercept a mission, the places, and the order of the battles
(6.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...map.squares import are_adjacent
from ...state import Interception, Mission, Plane, Ship, State
from ..groups import ESCORTS_ONLY, group_faults, kept_from_hunting
from ..missions.air_patrols import beyond_reach
from ..registry import checks
from .search import (
    active_port,
    adjust_rating,
    air_ready,
    base_place,
    looks_like,
    met_now,
    not_ready,
    port_lost,
    square_at,
    squares_between,
    times_stated,
)


@clause("6.4.3.1.c", "6.4.3.1.f", "6.4.3.1.g", "6.4.3.1.h")
def fleet_intercept(state: State, ships: Iterable[Ship], target: Mission) -> int:
    """Return the Intercept Range of a fleet in squares: that of its slowest ship, less 1 each in
    the Pacific, against submarines, and against raiders (6.4.3.1)."""
    slowest = min(s.intercept for s in ships)
    return adjust_rating(
        slowest,
        pacific=state.chart.theatre == "fareast",
        asw=int(target.flotilla),
        raider=times_stated(state) * target.raider,
    )


class Hunters(msgspec.Struct, frozen=True):
    """The origin of the ships of an interception: one patrol, or one port."""

    where: str
    mission: str = ""
    port: str = ""


@clause("6.4.3.2.c", "6.4.3.2.d", "6.3.3.b", "6.4.3.1.d", "6.4.3.2.b")
def hunters_of(state: State, ships: list[Ship]) -> Hunters | Refusal:
    """Return where the ships of an interception come from, or the refusal. They come from one
    patrol, or from one port (also after an operational change). Patrols do not combine, and ships
    whose port is lost are in none (6.4.3.2)."""
    homes = set()
    if away := tuple(s.id for s in ships if not s.mission and port_lost(state, s)):
        return Refusal("6.4.3.2.d", "lost-its-port", away, also_cites=("6.5.1.5.d",))
    for s in ships:
        port = active_port(state, s)
        if port is not None:
            homes.add(Hunters(port, port=port))
            continue
        m = state.missions[s.mission]
        if m.kind != "patrol":
            also = ("6.3.7.2.b",) if m.kind == "strategic" else ()
            return Refusal(
                "6.4.3.2.d", "not-on-patrol", (s.id, m.id), facts(mission=m.kind), also_cites=also
            )
        homes.add(Hunters(m.target, mission=m.id))
    if len(homes) > 1:
        return Refusal("6.4.3.2.c", "patrols-do-not-combine", tuple(s.id for s in ships))
    return next(iter(homes))


@checks(o.Intercept)
@clause("6.4.3.2.a", "6.5.1.3.e", "6.5.2.1.b", "6.5.2.1.h")
def check_intercept(state: State, side: str, order: o.Intercept) -> Verdict:
    """Check that an interception may be declared: the mission is spotted at the place, one fleet is
    in range, and the aircraft are fit (6.4.3)."""
    target = state.missions.get(order.mission)
    if target is None or target.side == side:
        return _unseen(state, side, order)
    faults: list[Refusal | None] = []
    if not met_now(state, target):
        faults.append(
            Refusal(
                "6.5.b", "met-in-operations", (target.id,), also_cites=("6.5.1.4.d", "6.5.1.5.e")
            )
        )
    points = spotted_places(state, side, target.id)
    if not points:
        faults.append(Refusal("6.4.2.a", "not-spotted", (target.id,)))
    elif order.place in state.ports:
        faults.append(Refusal("6.4.3.4.b", "at-a-port", (order.place,)))
    elif state.chart.strait(order.place) is not None:
        return refuse(*faults, Refusal("6.4.3.4.a", "in-a-strait", (order.place,)))
    elif order.place not in points:
        faults.append(
            Refusal(
                "6.4.3.b",
                "no-intercept-point",
                (target.id, order.place),
                facts(points="; ".join(points)),
            )
        )
    if target.attacked or any(i.target == target.id for i in state.interceptions):
        where, also = ("6.5.1.3.e", "6.4.3.2.a") if target.attacked else ("6.4.3.2.a", "6.5.1.3.e")
        fleet = ("6.5.2.1.h",) if any(i.side == target.side for i in state.invasions) else ()
        faults.append(
            Refusal(where, "already-intercepted", (target.id,), also_cites=(also, *fleet))
        )
    if not order.ships and not order.air:
        faults.append(Refusal("6.4.3.2.a", "nobody-named"))
    faults.extend(_ship_faults(state, side, order, target))
    faults.extend(_air_faults(state, side, order, target))
    return refuse(*faults)


def _unseen(state: State, side: str, order: o.Intercept) -> Verdict:
    """Return the refusal of an interception of a mission that was not spotted, and all refusals for
    these units against any mission there. They tell nothing about the mission."""
    plain = Mission(order.mission, "", "patrol", (), "", order.place, (order.place,))
    here = order.mission == "seen"
    first = Refusal(
        "6.4.2.a",
        "nothing-seen" if here else "not-spotted",
        (order.place if here else order.mission,),
    )
    more = (*_ship_faults(state, side, order, plain), *_air_faults(state, side, order, plain))
    return refuse(first, *(f for f in more if f is not None and f.code != "escort-against-surface"))


def spotted_places(state: State, side: str, mission: str) -> tuple[str, ...]:
    """Return the places of a mission's route at which a side has spotted it this turn; empty for
    none."""
    return next((s.places for s in state.spotted if s.side == side and s.mission == mission), ())


def _ship_faults(state: State, side: str, order: o.Intercept, target: Mission) -> list[Refusal]:
    """Return the refusals for the ships of an interception: each by itself, their group, their
    origin, their range."""
    ships = [
        s
        for i in order.ships
        if (s := state.ships.get(i)) is not None and s.side == side and s.afloat
    ]
    known = {s.id for s in ships}
    faults = [Refusal("6.1.a", "no-such-ship", (i,)) for i in order.ships if i not in known]
    if not ships:
        return faults
    faults.extend(_bars_to_hunting(state, ships, target))
    faults.extend(group_faults(ships))
    came = hunters_of(state, ships)
    if isinstance(came, Refusal):
        return [*faults, came]
    if came.mission and state.missions[came.mission].status == "failed":
        faults.append(Refusal("6.5.1.3.b", "patrol-failed", (came.mission,)))
    faults.extend(_too_far(state, ships, came, order.place, target))
    return faults


@clause("6.5.1.4.d", "6.5.1.4.f", "6.1.8.2.b", "6.1.5.b")
def _bars_to_hunting(state: State, ships: list[Ship], target: Mission) -> Iterator[Refusal]:
    """Yield the refusals for ships that may not intercept this target: already intercepting, acted,
    damaged, of the wrong class (6.4.3.2, 6.5.1.4)."""
    hunting = {i for declared in state.interceptions for i in declared.ships}
    if busy := _ids_of(s for s in ships if s.id in hunting):
        yield Refusal("6.4.3.2.a", "already-hunting", busy)
    attacking = {i for a in state.assaults for i in a.ships}
    if bound := _ids_of(s for s in ships if s.id in attacking):
        yield Refusal("6.4.3.2.d", "attacks-a-port", bound, also_cites=("6.5.4.7.b",))
    if state.phase == "breakthrough" and (acted := _ids_of(s for s in ships if s.acted)):
        yield Refusal("6.5.1.4.d", "acted-this-turn", acted)
    if hurt := _ids_of(s for s in ships if s.damaged or s.readiness != "ready"):
        yield Refusal(
            "6.5.1.4.f",
            "damaged",
            hurt,
            facts(strength=min(state.ships[i].strength for i in hurt), full=10),
        )
    for cls in ESCORTS_ONLY:
        where = kept_from_hunting(cls, submarines=target.flotilla)
        if where and (barred := _ids_of(s for s in ships if s.cls == cls)):
            yield Refusal(
                where, "escort-against-surface" if cls == "DE" else "may-not-intercept", barred
            )
    if guns := _ids_of(s for s in ships if s.fixed):
        yield Refusal("6.1.7.4.c", "fixed-gun", guns)


def _ids_of(ships: Iterable[Ship]) -> tuple[str, ...]:
    return tuple(s.id for s in ships)


@clause("6.4.3.1.b", "6.4.4.a", "6.4.3.1.e", "6.4.4.b")
def _too_far(
    state: State, ships: list[Ship], came: Hunters, place: str, target: Mission
) -> Iterator[Refusal]:
    """Yield the refusal for a fleet out of Intercept Range (6.4.3.1). In a zone only the patrols in
    it intercept (6.4.4)."""
    if state.chart.zone(place) is not None:
        if came.where != place:
            yield Refusal("6.4.4.a", "not-on-patrol-in-zone", (place,))
        return
    apart = squares_between(state, came.where, place)
    if apart is None:
        if square_at(state, came.where) is None:
            yield Refusal("6.4.4.a", "patrol-in-zone", (came.where,))
        return
    reach = fleet_intercept(state, ships, target)
    if apart <= reach or from_the_target(state, came, place, target):
        return
    faster = _ids_of(s for s in ships if fleet_intercept(state, [s], target) >= apart)
    yield Refusal(
        "6.4.3.1.b",
        "out-of-intercept-range",
        _ids_of(ships),
        facts(range=reach, distance=apart, faster=", ".join(faster)),
        rests_on=("HR-2", "HR-12", *(("HR-9",) if target.raider else ())),
        also_cites=shortened_by(state, ships, target, reach),
    )


@clause("6.5.2.1.d")
def from_the_target(state: State, came: Hunters, place: str, target: Mission) -> bool:
    """Return True for ships based in an invaded territory that meet the fleet in a square touching
    it. They may at any Intercept Range (HR-6, 6.5.2.1)."""
    port, square = state.ports.get(came.port), square_at(state, place)
    if (
        port is None
        or port.square is None
        or square is None
        or not are_adjacent(port.square, square)
    ):
        return False
    return looks_like(target) == "transports" and any(
        i.port == port.name and i.side == target.side for i in state.invasions
    )


def shortened_by(state: State, ships: list[Ship], target: Mission, reach: int) -> tuple[str, ...]:
    """Return the clauses that shorten an Intercept Range: slowest ship, Pacific, submarines,
    raiders, zero."""
    said = {
        "6.4.3.1.c": len({s.intercept for s in ships}) > 1,
        "6.4.3.1.e": reach == 0,
        "6.4.3.1.f": state.chart.theatre == "fareast",
        "6.4.3.1.g": target.flotilla,
        "6.4.3.1.h": target.raider,
    }
    return tuple(c for c, so in said.items() if so)


AIR_LIMIT = 4


def air_limit(state: State) -> int:
    """Return the most fighters, and the most other aircraft, of a side in one interception
    (HR-20)."""
    return AIR_LIMIT if state.rulings.switch("HR-20") == "four" else len(state.planes)


@clause("6.4.2.1.e")
def meets_flotillas(plane: Plane) -> bool:
    """Return True for aircraft that take part in a battle with a submarine flotilla: fighters, and
    bombers with anti-submarine ability (6.4.2.1)."""
    return plane.role == "fighter" or plane.asw


@clause("6.4.3.3.a", "6.4.3.3.b")
def _air_faults(
    state: State, side: str, order: o.Intercept, target: Mission
) -> list[Refusal | None]:
    """Return the refusals for the aircraft of an interception: each by itself, and their number."""
    planes = [p for i in order.air if (p := state.planes.get(i)) is not None and p.side == side]
    known = {p.id for p in planes}
    faults: list[Refusal | None] = [
        Refusal("6.1.a", "no-such-plane", (i,)) for i in order.air if i not in known
    ]
    for p in planes:
        if not air_ready(state, p) or p.cap or any(p.id in i.air for i in state.interceptions):
            faults.append(not_ready(state, p))
        if target.flotilla and not meets_flotillas(p):
            faults.append(
                Refusal("6.4.3.3.b", "no-asw-ability", (p.id,), also_cites=("6.4.2.1.e",))
            )
        faults.append(air_too_far(state, p, order.place))
    for role in ("fighter", "bomber"):
        count = tuple(p.id for p in planes if (p.role == "fighter") == (role == "fighter"))
        if len(count) > air_limit(state):
            most = facts(role=role, most=air_limit(state))
            faults.append(
                Refusal("6.4.3.3.a", "too-many-aircraft", count, most, rests_on=("HR-20",))
            )
    return faults


@clause("6.4.3.1.a", "6.4.4.1")
def air_too_far(state: State, plane: Plane, place: str) -> Refusal | None:
    """Return the refusal for an aircraft out of range, else ``None`` (6.4.3.1). In a zone only
    aircraft on patrol in it intercept (6.4.4.1)."""
    if state.chart.zone(place) is not None:
        return (
            None
            if plane.patrol == place
            else Refusal("6.4.4.1", "not-on-patrol-in-zone", (plane.id, place))
        )
    start = plane.patrol or base_place(state, plane)
    apart = squares_between(state, start if state.chart.zone(start) is None else plane.base, place)
    return beyond_reach(plane, apart, place, "6.4.3.1.a", also=("6.4.3.3.a",))


def interception_declared(state: State, side: str, order: o.Intercept) -> Interception:
    """Return the interception that a checked order declares."""
    ships = [state.ships[i] for i in order.ships]
    came = hunters_of(state, ships) if ships else None
    hunter = came if isinstance(came, Hunters) else None
    apart = squares_between(state, hunter.where, order.place) if hunter is not None else 0
    return Interception(
        side,
        order.mission,
        order.place,
        order.ships,
        order.air,
        hunter.mission if hunter else "",
        hunter.port if hunter else "",
        apart or 0,
    )


def sailing_as(state: State, i: Interception) -> frozenset[str]:
    """Return the missions of the ships of an interception and of its aircraft's carriers: their
    patrol, or the operational change that brought them."""
    carriers = (state.planes[a].base for a in i.air if a in state.planes)
    return frozenset(
        m for x in (*i.ships, *carriers) if x in state.ships and (m := state.ships[x].mission)
    )


def has_got_through(state: State, ship: Ship) -> bool:
    """Return True for a ship whose own mission was not intercepted, or that reached its destination
    zone when it was (6.4.5)."""
    own = state.missions.get(ship.mission)
    return own is None or not own.attacked or (own.status == "completed" and ship.id in own.units)


@clause("6.4.5.b", "6.5.1.d")
def still_flying(state: State, air: Iterable[str]) -> tuple[str, ...]:
    """Return the aircraft that can still act. Aircraft of a carrier can only if it got through to
    the place from which they fly (6.4.5)."""
    out = []
    for plane in (state.planes[a] for a in air):
        carrier = state.ships.get(plane.base)
        there = carrier is None or (
            carrier.afloat and not carrier.turned_back and has_got_through(state, carrier)
        )
        if plane.strength > 0 and there:
            out.append(plane.id)
    return tuple(out)


@clause("6.4.5.b", "6.3.7.1.d")
def still_hunting(state: State, i: Interception) -> tuple[str, ...]:
    """Return the ships that can still fight the interception for which they were named. They must
    be where they set out from, and have got through if their own mission was intercepted first
    (6.4.5)."""
    out = []
    for x in i.ships:
        ship = state.ships[x]
        there = ship.mission == i.hunter if i.hunter else active_port(state, ship) == i.base
        if ship.afloat and there and has_got_through(state, ship):
            out.append(x)
    return tuple(out)


@clause("6.4.5.a", "6.4.5.d", "6.5.a")
def battle_order(state: State, declared: tuple[Interception, ...]) -> tuple[Interception, ...]:
    """Return battles in reverse order of interception: a battle against an intercepting mission is
    fought before that mission's own battle (HR-3, 6.4.5)."""
    hunting = frozenset(m for i in declared for m in sailing_as(state, i))
    out: list[Interception] = []

    under_way: list[Interception] = []

    def put(i: Interception) -> None:
        if i in out or i in under_way:
            return
        under_way.append(i)
        for other in declared:
            if other.target in sailing_as(state, i):
                put(other)
        out.append(i)

    for i in declared:
        if i.target not in hunting or i.hunter:
            put(i)
    for i in declared:
        put(i)
    return tuple(out)


@clause("6.4.4.c", "6.5.1.c", "6.5.1.2.a", "6.5.1.2.b", "6.5.1.2.c")
def deployment_key(state: State, i: Interception) -> str:
    """Return the row of the deployment table: air alone, the zone's size, or the theatre and the
    distance 0 to 3 (6.5.1.2)."""
    if not i.ships:
        return "air only"
    zone = state.chart.zone(i.place)
    if zone is not None:
        return f"zone {zone.range}"
    theatre = "europe" if state.chart.theatre == "europe" else "pacific"
    return f"{theatre} {min(3, i.distance)}"
