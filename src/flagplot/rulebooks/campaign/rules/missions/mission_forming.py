"""Missions as they are written, and the regrouping of their forces before they sail (6.1.3)."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Refusal, Verdict, clause, refuse
from flagplot.table.core.opaque_ids import opaque_numbers

from ... import orders as o
from ...state import Mission, MissionKind, Ship, State
from ..groups import group_faults, may_sail, patrol_barred, ships_named, with_group_marks
from ..movement.order_routes import whole_route
from ..movement.reach import no_room_at_home, too_far, why_overfull
from ..movement.routes import cut_in_legs, passage_along, passage_of, route_faults
from ..pools import draw_transports
from ..registry import checks
from ..trade import next_slow
from .escorts import from_elsewhere
from .loading import cargo_by_transport
from .patrols import check_gathering, gathering_legs, no_yard, returns_too_far


def code_name(state: State, side: str, turn: int) -> str:
    """Return an opaque id for a mission: side, turn, and a number drawn from the game's id secret.
    The number depends neither on the orders nor on their number, so it reveals nothing to an enemy
    that spots the mission."""
    letters = side[:2].upper()
    drawn = (f"{letters}{turn}-{100 + n}" for n in opaque_numbers(state.lots, 900, letters, turn))
    return next(id for id in drawn if id not in state.missions)


def make_mission(state: State, side: str, order: o.Patrol | o.BaseChange | o.Convoy) -> Mission:
    """Return the mission of a checked order."""
    id = code_name(state, side, state.turn)
    if isinstance(order, o.Convoy):
        ships = [state.ships[i] for i in order.escorts]
        convoy = Mission(
            id,
            side,
            "convoy",
            order.escorts,
            order.origin,
            order.target,
            whole_route(state, ships, order),
            returns=order.returns,
            refuel=order.refuel,
            transports=order.total,
            escorts=order.escorts,
            drawn=draw_transports(state, side, order.origin, order.total, order.nation),
            merchants=order.load == "merchants",
            tankers=order.has_tankers,
            cargo=cargo_by_transport(state, order)
            if order.load == "transports" or order.tankers
            else (),
            remain=order.remain,
            inland=order.inland,
            slow=order.load == "merchants" and next_slow(state, side, order.origin),
        )
        return replace(convoy, legs=from_elsewhere(state, convoy))
    ships = [state.ships[i] for i in order.units]
    kind: MissionKind = (
        "patrol"
        if isinstance(order, o.Patrol)
        else "operational"
        if order.mode == "operational"
        else "strategic"
    )
    mission = Mission(
        id,
        side,
        kind,
        order.units,
        ships[0].base,
        order.target,
        whole_route(state, ships, order),
        stage=order.stage,
    )
    mission = with_group_marks(mission, ships)
    if isinstance(order, o.Patrol):
        mission = replace(mission, returns=order.returns, air=order.air)
    else:
        mission = replace(mission, refuel=order.refuel, rebase=order.target)
    return replace(mission, legs=gathering_legs(state, mission, ships))


@checks(o.Regroup)
@clause("6.1.3.b", "6.1.3.c")
def check_regroup(state: State, side: str, order: o.Regroup) -> Verdict:
    """Check that ships join or leave a task force in port as its mission is launched, never in
    mid-ocean (6.1.3)."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    faults: list[Refusal | None] = []
    if m.status != "ordered":
        faults.append(Refusal("6.1.3.c", "not-at-sea", (m.id,)))
    ships, missing = ships_named(state, side, order.add)
    faults.extend(missing)
    moving = m.kind in ("operational", "strategic")
    for s in ships:
        faults.extend(may_sail(state, s, moving_home=moving))
        if s.base != m.origin and not m.stage:
            faults.append(Refusal("6.1.3.c", "joins-only-in-port", (s.id, m.origin)))
    for id in order.drop:
        if id not in m.units:
            faults.append(Refusal("6.1.3.b", "not-of-this-mission", (id, m.id)))
    faults.extend(no_room_at_home(state, m, [state.ships[u] for u in order.drop if u in m.units]))
    left = [state.ships[u] for u in m.units if u not in order.drop] + ships
    if left or not m.transports:
        faults.extend(
            group_faults(left, with_transports=m.transports > 0)
            if left
            else (Refusal("6.1.3.a", "no-ships"),)
        )
    if m.kind in ("patrol", "operational"):
        faults.extend(patrol_barred(ships))
    faults.extend(_joining_refusals(state, side, m, ships))
    return refuse(*faults)


def _joining_refusals(
    state: State, side: str, m: Mission, ships: list[Ship]
) -> tuple[Refusal | None, ...]:
    """Return the refusals for ships that cannot sail the route of the mission they are to join, or
    have no room where it ends."""
    if not ships:
        return ()
    faults: list[Refusal | None] = list(
        check_gathering(state, side, ships, m.stage) if m.stage else ()
    )
    legs = cut_in_legs(m.route, [x for x in (m.stage, m.refuel) if x])
    ports = frozenset(x for x in m.route if x in (*state.ports, m.target, m.refuel))
    for leg in legs:
        aboard = [s for s in ships if s.base == m.origin] if leg[-1] == m.stage else ships
        p = passage_along(
            passage_of(state, side, aboard), leg, m.target if m.kind == "invasion" else ""
        )
        faults.extend(route_faults(p, leg, ports))
        if leg is legs[-1] or m.kind != "patrol":
            faults.extend(too_far(p, leg, aboard, m.kind))
    if m.kind == "patrol":
        faults.extend(returns_too_far(state, side, ships, m.target, m.returns))
    elif m.kind in ("operational", "strategic"):
        faults.append(no_yard(state, side, ships, m.target))
    return (*faults, why_overfull(state, side, m.returns or m.target, ships))
