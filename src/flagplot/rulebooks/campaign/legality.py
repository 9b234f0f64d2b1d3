"""One door for every order: which check belongs to it, and in which phase it may be given."""

from __future__ import annotations

from typing import Any

from flagplot.table import Command, Refusal, Verdict, clause, facts, refuse

from . import orders as o
from .battle.legal import check as check_battle
from .battle.orders import BATTLE_ORDERS
from .bombardment import check_bombard
from .convoys import check_convoy
from .engage import carries_at_most
from .evacuation import check_displace, check_evacuate
from .groups import crew
from .intercept import check_intercept
from .launching import check_regroup
from .missions import check_base_change, check_patrol
from .overland import check_overland
from .phases import SEA
from .routes import cost, passage_of, route_faults
from .script import cripples, patrol_limit, supply_ship, yards
from .search import air_ready, base_place, not_ready, squares_between
from .state import State

PHASE_OF: dict[type, str] = {
    o.Patrol: "orders",
    o.BaseChange: "orders",
    o.Convoy: "orders",
    o.Overland: "orders",
    o.Regroup: "orders",
    o.Cancel: "orders",
    o.Fly: "orders",
    o.Supply: "orders",
    o.Intercept: "operations",
    o.Passage: "breakthrough",
    o.Evacuate: "breakthrough",
    o.Displace: "breakthrough",
    o.Embark: "orders",
    o.Bombard: "operations",
}


@clause("6.3.a", "6.3.b", "6.1.1.a")
def check(state: State, request: Command[Any], order: Any) -> Verdict:
    """Whether *request.side* may give *order* now; *state* is its view. Orders of another phase are refused (6.3)."""
    side = request.side
    if isinstance(order, BATTLE_ORDERS):
        if request.kind != "battle" or state.battle is None:
            return refuse(Refusal("6.3.b", "not-now", (), facts(belongs="battle", phase=request.kind)))
        return check_battle(SEA.get(state), side, order)  # type: ignore[arg-type]
    if isinstance(order, o.Done):
        if request.kind == "battle":
            return refuse(Refusal("6.3.b", "not-now", (), facts(belongs="orders", phase="battle")))
        return Verdict()
    belongs = PHASE_OF[type(order)]
    if belongs != request.kind and not (isinstance(order, o.Intercept) and request.kind == "breakthrough"):
        detail = facts(belongs=belongs, phase=request.kind)
        if isinstance(order, o.Intercept):
            return refuse(Refusal("6.4.b", "not-now", (), detail, also=("6.3.b",)))
        if isinstance(order, o.Bombard) and not state.invasions:
            return refuse(Refusal("6.4.b", "not-now", (), detail)) + check_bombard(state, side, order)
        late = refuse(Refusal("6.3.a" if belongs == "orders" else "6.4.b", "not-now", (), detail))
        return late + check_regroup(state, side, order) if isinstance(order, o.Regroup) else late
    match order:
        case o.Patrol():
            return check_patrol(state, side, order) + _scenario_limits(state, side, order.units, patrol=True)
        case o.BaseChange():
            return check_base_change(state, side, order) + _scenario_limits(state, side, order.units)
        case o.Convoy():
            return check_convoy(state, side, order)
        case o.Overland():
            return check_overland(state, side, order)
        case o.Regroup():
            return check_regroup(state, side, order)
        case o.Cancel():
            return check_cancel(state, side, order)
        case o.Fly():
            return check_fly(state, side, order)
        case o.Intercept():
            return check_intercept(state, side, order)
        case o.Passage():
            return check_passage(state, side, order)
        case o.Evacuate():
            return check_evacuate(state, side, order)
        case o.Displace():
            return check_displace(state, side, order)
        case o.Bombard():
            return check_bombard(state, side, order)
        case o.Embark():
            return check_embark(state, side, order)
        case o.Supply():
            return check_supply(state, side, order)
    raise TypeError(f"{order!r} is no order of this book")


def _scenario_limits(state: State, side: str, units: tuple[str, ...], *, patrol: bool = False) -> Verdict:
    """What the scenario forbids: patrols beyond its number, ships of a nation still neutral."""
    limit = patrol_limit(state, side)
    out: list[Refusal | None] = []
    if patrol and limit and sum(1 for m in state.missions.values() if m.side == side and m.kind == "patrol") >= limit:
        out.append(Refusal("6.3.3.a", "patrols-used-up", (), facts(most=limit)))
    waiting = tuple(
        u for u in units if u in state.ships and state.ships[u].base in state.ports and state.ports[state.ships[u].base].neutral
    )
    if waiting:
        out.append(Refusal("6.3.3.a", "neutral-waits", waiting))
    return refuse(*out)


def check_cancel(state: State, side: str, order: o.Cancel) -> Verdict:
    """Orders may be torn up until the side is done."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    return refuse(None if m.status == "ordered" else Refusal("6.1.3.c", "not-at-sea", (m.id,)))


@clause("6.1.7.3.b", "6.1.8.1.b")
def check_embark(state: State, side: str, order: o.Embark) -> Verdict:
    """6.1.7.3 A carrier takes 1 to 3 air units by its rating, an escort carrier 1, other ships none."""
    plane, ship = state.planes.get(order.unit), state.ships.get(order.ship)
    if plane is None or plane.side != side or ship is None or ship.side != side or not ship.afloat:
        return refuse(
            Refusal("6.1.a", "no-such-plane" if plane is None or plane.side != side else "no-such-ship", (order.unit, order.ship))
        )
    most = carries_at_most(ship.cls, ship.carries)
    aboard = sum(1 for p in state.planes.values() if p.base == ship.id and p.id != plane.id and not p.gone)
    where = "6.1.8.1.b" if ship.cls == "CVE" else "6.1.7.3.b"
    return refuse(
        None if air_ready(state, plane) and not plane.patrol else not_ready(state, plane),
        None if plane.base in (ship.base, ship.id) else Refusal("6.1.7.3.b", "not-in-one-port", (plane.id, ship.id)),
        None if aboard < most else Refusal(where, "no-room-aboard", (ship.id,), facts(aboard=aboard, most=most, type=ship.cls)),
    )


@clause("6.4.2.2.a", "6.4.4.1", "6.3.7.1.c")
def check_fly(state: State, side: str, order: o.Fly) -> Verdict:
    """6.4.2.2 A ready air unit patrols a square within its range, or a zone next to its base (6.4.4.1)."""
    plane = state.planes.get(order.unit)
    if plane is None or plane.side != side or plane.arrives > state.turn:
        return refuse(Refusal("6.1.a", "no-such-plane", (order.unit,)))
    faults: list[Refusal | None] = []
    if not air_ready(state, plane) or plane.patrol:
        faults.append(not_ready(state, plane))
    start = base_place(state, plane)
    if state.chart.zone(order.target) is not None:
        port = state.ports.get(start)
        near = (
            start == order.target
            or (port is not None and port.zone == order.target)
            or any(
                z.id == order.target for z in (state.chart.edge_zones(port.square) if port is not None and port.square else ())
            )
        )
        faults.append(
            None if near else Refusal("6.4.4.1", "air-out-of-range", (plane.id, order.target), facts(range=plane.reach))
        )
        return refuse(*faults)
    apart = squares_between(state, start, order.target)
    if apart is None or apart > plane.reach:
        faults.append(
            Refusal(
                "6.4.2.2.a",
                "air-out-of-range",
                (plane.id, order.target),
                facts(range=plane.reach, distance=apart if apart is not None else -1),
            )
        )
    return refuse(*faults)


@clause("6.5.1.4.c")
def check_passage(state: State, side: str, order: o.Passage) -> Verdict:
    """6.5.1.4 A heavily damaged ship goes to the nearest friendly yard able to mend it, by the most direct route."""
    ships, missing = crew(state, side, [order.unit])
    if missing:
        return refuse(*missing)
    ship = ships[0]
    faults: list[Refusal | None] = []
    if ship.id not in {s.id for s in cripples(state, side)}:
        faults.append(Refusal("6.5.1.4.c", "not-crippled", (ship.id,)))
    near = yards(state, side, ship)
    if near and all(name != order.target for squares, name, _ in near if squares == near[0][0]):
        faults.append(Refusal("6.5.1.4.c", "not-nearest-yard", (order.target,), facts(nearest=near[0][1], squares=near[0][0])))
    p = passage_of(state, side, ship.nation)
    route = (ship.base, *order.via, order.target)
    bad = route_faults(p, route, frozenset({ship.base, order.target}))
    faults.extend(bad)
    if near and not bad and cost(p, route).squares > near[0][0]:
        faults.append(Refusal("6.5.1.4.c", "not-direct", (ship.id,), facts(needs=cost(p, route).squares, squares=near[0][0])))
    return refuse(*faults)


def check_supply(state: State, side: str, order: o.Supply) -> Verdict:
    """Scenario rule: the supply ship moves to a neighbouring zone, once a turn."""
    name = supply_ship(state)
    if not name or state.ports[name].side != side:
        return refuse(Refusal("6.3.3.2.b", "no-supply-ship"))
    zone = state.chart.zone(state.ports[name].zone)
    near = zone is not None and order.zone in zone.next_to
    moved = state.flags.get("supply-moved") == str(state.turn)
    return refuse(None if near and not moved else Refusal("6.3.3.2.b", "supply-not-adjacent", (order.zone,)))
