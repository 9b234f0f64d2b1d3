"""6.4.3 Interception: who may meet which mission, where, and in which order the battles are fought."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from . import orders as o
from .chart import place_square
from .groups import group_faults
from .search import adjusted, air_ready, base_place, not_ready, plane_search, spotted_points, square_at, squares_between, stated
from .state import Interception, Mission, Plane, Ship, State


@clause("6.4.3.1.c", "6.4.3.1.f", "6.4.3.1.g", "6.4.3.1.h", "6.1.5.c")
def fleet_intercept(state: State, ships: Iterable[Ship], target: Mission) -> int:
    """6.4.3.1 Intercept Range of a fleet: its slowest ship's, less 1 each in the Pacific, against submarines, raiders."""
    slowest = min(s.intercept for s in ships)
    return adjusted(
        slowest, pacific=state.chart.theatre == "fareast", asw=int(target.flotilla), raider=stated(state) * target.raider
    )


class Hunters(msgspec.Struct, frozen=True):
    """Where the ships of an interception come from: one patrol, or one port."""

    where: str
    mission: str = ""
    port: str = ""


@clause("6.4.3.2.c", "6.4.3.2.d", "6.3.7.1.d", "6.1.6.c", "6.3.3.b")
def hunters_of(state: State, side: str, ships: list[Ship]) -> Hunters | Refusal:
    """6.4.3.2 Ships intercept from one patrol, or from port (also after an operational change); patrols do not combine."""
    homes = set()
    for s in ships:
        m = state.missions.get(s.mission)
        if m is None:
            homes.add(Hunters(s.base, port=s.base))
        elif m.kind == "patrol":
            homes.add(Hunters(m.target, mission=m.id))
        elif m.kind == "operational":
            homes.add(Hunters(m.target, port=m.target))
        else:
            also = ("6.3.7.2.b",) if m.kind == "strategic" else ()
            return Refusal("6.4.3.2.d", "not-on-patrol", (s.id, m.id), facts(mission=m.kind), also=also)
    if len(homes) > 1:
        return Refusal("6.4.3.2.c", "patrols-do-not-combine", tuple(s.id for s in ships))
    return next(iter(homes))


@clause(
    "6.4.3.1.a",
    "6.4.3.1.b",
    "6.4.3.1.d",
    "6.4.3.1.e",
    "6.4.3.2.a",
    "6.4.3.2.b",
    "6.4.3.3.a",
    "6.4.3.3.b",
    "6.4.4.a",
    "6.4.4.b",
    "6.4.4.1",
    "6.1.8.5.b",
    "6.1.8.2.b",
    "6.4.2.1.e",
    "6.5.1.3.e",
    "6.5.1.4.d",
    "6.4.b",
    "6.1.5.b",
    "6.4.3.4.b",
)
def check_intercept(state: State, side: str, order: o.Intercept) -> Verdict:
    """6.4.3 Whether an interception may be declared: the mission spotted at that place, one fleet in range, fit aircraft."""
    target = state.missions.get(order.mission)
    if target is None or target.side == side:
        return _unseen(state, side, order)
    faults: list[Refusal | None] = []
    points = spotted_places(state, side, target.id)
    if not points:
        faults.append(Refusal("6.4.2.a", "not-spotted", (target.id,)))
    elif order.place in state.ports:
        faults.append(Refusal("6.4.3.4.b", "at-a-port", (order.place,)))
    elif order.place not in points:
        faults.append(Refusal("6.4.3.b", "no-intercept-point", (target.id, order.place), facts(points="; ".join(points))))
    if target.attacked or any(i.target == target.id for i in state.interceptions):
        where, also = ("6.5.1.3.e", "6.4.3.2.a") if target.attacked else ("6.4.3.2.a", "6.5.1.3.e")
        faults.append(Refusal(where, "already-intercepted", (target.id,), also=(also,)))
    if not order.ships and not order.air:
        faults.append(Refusal("6.4.3.2.a", "nobody-named"))
    faults.extend(_ship_faults(state, side, order, target))
    faults.extend(_air_faults(state, side, order, target))
    return refuse(*faults)


def _unseen(state: State, side: str, order: o.Intercept) -> Verdict:
    """The refusals for going after what has not been spotted: that, and all that would bar these units from any mission there."""
    plain = Mission(order.mission, "", "patrol", (), "", order.place, (order.place,))
    here = order.mission == "seen"
    first = Refusal("6.4.2.a", "nothing-seen" if here else "not-spotted", (order.place if here else order.mission,))
    more = (*_ship_faults(state, side, order, plain), *_air_faults(state, side, order, plain))
    return refuse(first, *(f for f in more if f.code != "escort-against-surface"))


def spotted_places(state: State, side: str, mission: str) -> tuple[str, ...]:
    """What a side has spotted of a mission's route this turn."""
    return next((s.places for s in state.spotted if s.side == side and s.mission == mission), ())


@clause("6.1.7.4.c", "6.1.8.4.b")
def _ship_faults(state: State, side: str, order: o.Intercept, target: Mission) -> list[Refusal]:
    ships: list[Ship] = []
    faults: list[Refusal] = []
    for id in order.ships:
        s = state.ships.get(id)
        if s is None or s.side != side or not s.afloat:
            faults.append(Refusal("6.1.a", "no-such-ship", (id,)))
        else:
            ships.append(s)
    if not ships:
        return faults
    busy = tuple(s.id for s in ships if any(s.id in i.ships for i in state.interceptions))
    if busy:
        faults.append(Refusal("6.4.3.2.a", "already-hunting", busy))
    if state.phase == "breakthrough":
        acted = tuple(s.id for s in ships if s.acted)
        if acted:
            faults.append(Refusal("6.5.1.4.d", "acted-this-turn", acted))
    hurt = tuple(s.id for s in ships if s.damaged or s.readiness != "ready")
    if hurt:
        faults.append(Refusal("6.5.1.4.f", "damaged", hurt, facts(strength=min(state.ships[i].strength for i in hurt), full=10)))
    escorts = tuple(s.id for s in ships if s.cls == "DE")
    if escorts and not target.flotilla:
        faults.append(Refusal("6.1.8.5.b", "escort-against-surface", escorts))
    for cls, where in (("CVE", "6.1.8.1.c"), ("CC", "6.1.8.4.b")):
        barred = tuple(s.id for s in ships if s.cls == cls)
        if barred:
            faults.append(Refusal(where, "may-not-intercept", barred))
    guns = tuple(s.id for s in ships if s.fixed)
    if guns:
        faults.append(Refusal("6.1.7.4.c", "fixed-gun", guns))
    faults.extend(group_faults(ships))
    came = hunters_of(state, side, ships)
    if isinstance(came, Refusal):
        return [*faults, came]
    if came.mission and state.missions[came.mission].status == "failed":
        faults.append(Refusal("6.5.1.3.b", "patrol-failed", (came.mission,)))
    zone = state.chart.zone(order.place)
    if zone is not None:
        if came.where != order.place:
            faults.append(Refusal("6.4.4.a", "not-on-patrol-in-zone", (order.place,)))
        return faults
    apart = squares_between(state, came.where, order.place)
    reach = fleet_intercept(state, ships, target)
    if apart is None or apart > reach:
        faster = tuple(s.id for s in ships if fleet_intercept(state, [s], target) >= (apart if apart is not None else 99))
        faults.append(
            Refusal(
                "6.4.3.1.b",
                "out-of-intercept-range",
                tuple(s.id for s in ships),
                facts(range=reach, distance=apart if apart is not None else -1, faster=", ".join(faster)),
                rests_on=("HR-2", "HR-12", *(("HR-9",) if target.raider else ())),
                also=shortened_by(state, ships, target, reach),
            )
        )
    return faults


def shortened_by(state: State, ships: list[Ship], target: Mission, reach: int) -> tuple[str, ...]:
    """The clauses that make an Intercept Range as short as it is: the slowest ship, the Pacific, submarines, raiders, zero."""
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
    """HR-20 How many fighters, and how many other aircraft, of a side may join one interception."""
    return AIR_LIMIT if state.rulings.switch("HR-20") == "four" else len(state.planes)


def _air_faults(state: State, side: str, order: o.Intercept, target: Mission) -> list[Refusal]:
    faults: list[Refusal] = []
    planes: list[Plane] = []
    for id in order.air:
        p = state.planes.get(id)
        if p is None or p.side != side:
            faults.append(Refusal("6.1.a", "no-such-plane", (id,)))
        else:
            planes.append(p)
    for p in planes:
        if not air_ready(state, p) or any(p.id in i.air for i in state.interceptions):
            faults.append(not_ready(state, p))
        if target.flotilla and p.role != "fighter" and not p.asw:
            faults.append(Refusal("6.4.3.3.b", "no-asw-ability", (p.id,), also=("6.4.2.1.e",)))
        zone = state.chart.zone(order.place)
        if zone is not None:
            if p.patrol != order.place:
                faults.append(Refusal("6.4.4.1", "not-on-patrol-in-zone", (p.id, order.place)))
            continue
        start = p.patrol or base_place(state, p)
        apart = squares_between(state, start if state.chart.zone(start) is None else p.base, order.place)
        if apart is None or apart > p.reach:
            faults.append(
                Refusal(
                    "6.4.3.1.a",
                    "air-out-of-range",
                    (p.id, order.place),
                    facts(range=p.reach, distance=apart if apart is not None else -1),
                    also=("6.4.3.3.a",),
                )
            )
    for role in ("fighter", "bomber"):
        count = tuple(p.id for p in planes if (p.role == "fighter") == (role == "fighter"))
        if len(count) > air_limit(state):
            most = facts(role=role, most=air_limit(state))
            faults.append(Refusal("6.4.3.3.a", "too-many-aircraft", count, most, rests_on=("HR-20",)))
    return faults


def declare(state: State, side: str, order: o.Intercept) -> Interception:
    """The interception a checked order declares."""
    ships = [state.ships[i] for i in order.ships]
    came = hunters_of(state, side, ships) if ships else None
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


@clause("6.4.5.a", "6.4.5.d", "6.5.a")
def battle_order(state: State, declared: tuple[Interception, ...]) -> tuple[Interception, ...]:
    """6.4.5 Battles in reverse order of interception: who hunts a hunter fights before the hunter does (HR-3)."""
    by_hunter = {i.hunter: i for i in declared if i.hunter}
    out: list[Interception] = []

    under_way: list[Interception] = []

    def put(i: Interception) -> None:
        if i in out or i in under_way:
            return
        under_way.append(i)
        for other in declared:
            if i.hunter and other.target == i.hunter:
                put(other)
        out.append(i)

    for i in declared:
        if i.target not in by_hunter or i.hunter:
            put(i)
    for i in declared:
        put(i)
    return tuple(out)


@clause("6.4.4.c", "6.5.1.c", "6.5.1.2.a", "6.5.1.2.b", "6.5.1.2.c")
def deployment_key(state: State, i: Interception) -> str:
    """6.5.1.2 The row of the deployment table: air alone, the zone's size, or theatre and distance 0 to 3."""
    if not i.ships:
        return "air only"
    zone = state.chart.zone(i.place)
    if zone is not None:
        return f"zone {zone.range}"
    theatre = "europe" if state.chart.theatre == "europe" else "pacific"
    return f"{theatre} {min(3, i.distance)}"


__all__ = [
    "battle_order",
    "check_intercept",
    "declare",
    "deployment_key",
    "fleet_intercept",
    "place_square",
    "plane_search",
    "spotted_places",
    "spotted_points",
    "square_at",
]
