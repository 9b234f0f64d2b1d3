"""Naval redeployment (NR) in the redeployment phase: basing, boxes, range and return (21.6,
28.5)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ..events import Announced, Arrived, ForceGone, Returned
from ..map import theatre
from ..map.ports import is_friendly
from ..orders import Move, Redeploy
from ..state import State, Unit, replace
from . import mapboard_boxes, remedies
from .basing import surplus
from .employment import presence_refusals, round_trip_refusal
from .forces import muster_units, new_force, selected_units, task_force_name, unknown_picks
from .interception.movement_windows import open_track_window
from .movement import base_change, routing
from .movement.base_change import capacity_refusals, destination_refusals
from .range import distances
from .registry import carries, checks
from .remedies import with_mended_orders
from .transport import escort_voyage, sea_escort, voyage
from .transport.cargo import ground_part_refusal
from .transport.sea_escort import time_refusals


@checks(Redeploy)
def check_redeploy(view: State, request: AskOrder, order: Redeploy) -> Verdict:
    """Check an NR or a sea escort. A ship that has done its one operation may still be
    redeployed."""
    side = request.side
    out = order_refusals(view, side, order)
    if out and not order.cargo and not any(r.code == "wrong-phase" for r in out):
        out = with_mended_orders(
            view, side, order, out, lambda other: order_refusals(view, side, other)
        )
    if any(r.code == "no-gateway" for r in out):
        ships, goal = selected_units(view, side, order.units), theatre.place_id(view, order.to)
        cargo = selected_units(view, side, order.cargo)
        way = gateway_on_route(
            view, side, ships or cargo, cargo[0].at if cargo else ships[0].base, goal
        )
        named = tuple(theatre.name_of(view, p) for p in way)
        by = (
            (
                Remedy(
                    "via-gateway",
                    remedies.order_text(replace(order, via=named)),
                    facts(via=", ".join(named)),
                ),
            )
            if way
            else ()
        )
        out = [
            replace(r, remedies=(*by, *r.remedies)) if r.code == "no-gateway" else r for r in out
        ]
    return refuse(*out)


@clause("21.32#2")
def order_refusals(view: State, side: str, order: Redeploy) -> list[Refusal]:
    """Return every refusal of an NR or an escort, without remedies that need a search."""
    out = time_refusals(view, side)
    if sea_escort.has_several_goals(order):
        return [*out, sea_escort.several_goals_refusal(order)]
    missing = unknown_picks(view, side, (*order.units, *order.cargo))
    if missing:
        return [*out, Refusal("21.6", "unknown-unit", missing)]
    ships = selected_units(view, side, order.units)
    cargo = selected_units(view, side, order.cargo)
    goal = theatre.place_id(view, order.to)
    out += presence_refusals(view, side, ships, "redeploy")
    if cargo:
        name = task_force_name(order.units, order.tf)
        out += sea_escort.escort_refusals(view, side, ships, cargo, goal, order.via, name)
        split = ground_part_refusal(view, order)
        return [*out, split] if split else out
    if not ships:
        return [*out, Refusal("21.6", "no-ships", ())]
    out += surplus_refusals(view, ships)
    out += [
        Refusal("21.321", "already-sortied", (u.id,), facts(base=u.base))
        for u in ships
        if u.sortied and not u.frozen
    ]
    out += destination_refusals_now(view, side, goal)
    for start in dict.fromkeys(u.base for u in ships):
        here = [u for u in ships if u.base == start]
        if start == goal:
            out.append(replace(round_trip_refusal(start, *(u.id for u in here)), remedies=()))
            continue
        out += route_refusals(view, side, here, start, goal, order.via)
    out += base_change.transfer_refusals(view, side, (Move(order.units, order.to),), "21.6")
    out += capacity_refusals(view, side, (Move(order.units, order.to),))
    return list(dict.fromkeys(out))


@clause("21.112#2")
def surplus_refusals(view: State, ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse to redeploy idle surplus when HR-112 does not allow it."""
    frozen = tuple(u.id for u in ships if u.frozen)
    if frozen and view.rulings.switch("HR-112") == "no":
        return [
            Refusal(
                "21.112#2", "surplus-idle", frozen, (), (Remedy("redeploy-others"),), ("HR-112",)
            )
        ]
    return []


@clause("21.124")
def destination_refusals_now(view: State, side: str, goal: str) -> list[Refusal]:
    """Refuse an NR that does not end in a friendly port or box. A port captured or built this
    player turn will do."""
    return [
        r for r in destination_refusals(view, side, goal) if r.code != "not-friendly-since-movement"
    ]


def route_refusals(
    view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]
) -> list[Refusal]:
    """Refuse a route without a port every 20 hexes (10 in the Pacific), through closed straits, or
    without a gateway port between the map and a U.S. box."""
    plan = redeployment_track(view, side, ships, start, goal, via)
    return [
        *mapboard_boxes.gateway_refusals(
            view, ships, start, goal, distances.ports_touched(view, side, plan.path)
        ),
        *plan.refusals,
    ]


def gateway_on_route(
    view: State, side: str, ships: Sequence[Unit], start: str, goal: str
) -> tuple[str, ...]:
    """Return the gateway port on the shortest legal route from or to a U.S. box, as a tuple for the
    remedy of an order without one; empty when there is none."""
    box = next((p for p in (start, goal) if p in mapboard_boxes.US_BOXES), "")
    end = goal if box == start else start
    board = theatre.board_of(view, end)
    gates = [
        p.hex
        for p in board.ports()
        if mapboard_boxes.is_gateway(view, box, p.hex) and is_friendly(view, side, p.hex)
    ]
    gates += [
        h
        for h in view.ports
        if h not in gates and mapboard_boxes.is_gateway(view, box, h) and is_friendly(view, side, h)
    ]
    found = []
    for gate in dict.fromkeys(gates):
        plan = routing.plot_route(view, side, ships, start, goal, (gate,), "redeploy", "")
        if not plan.refusals:
            found.append((plan.distance, gate))
    return (min(found)[1],) if found else ()


def redeployment_track(
    view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]
) -> routing.Plan:
    """Return the track of an NR. Between boxes, and by the special rules of the Indian Ocean, no
    hexes are counted."""
    if (theatre.is_box(start) and theatre.is_box(goal)) or mapboard_boxes.is_special_route(
        view, start, goal
    ):
        return routing.Plan((start, goal))
    return routing.plot_route(view, side, ships, start, goal, via, "redeploy", "")


@carries(Redeploy)
@clause("21.33#5")
async def sail_redeployment(t: Table[State], side: str, order: Redeploy) -> None:
    """Sail an NR or an escort. Beaten ships go back to where they came from, and surplus there is
    eliminated at once."""
    goal = theatre.place_id(t.state, order.to)
    ids = muster_units(t, side, order.units, "21.6")
    cargo = muster_units(t, side, order.cargo, "21.6")
    if cargo:
        bases = tuple(dict.fromkeys(t.state.units[i].base for i in ids))
        if (
            await escort_voyage.carry_out_escort(
                t, side, escort_voyage.EscortLeg(ids, cargo, goal, order.via, order.tf)
            )
            != voyage.ARRIVED
        ):
            for start in bases:
                await surplus.eliminate_after_failure(t, side, start)
        return
    for start in dict.fromkeys(t.state.units[i].base for i in ids):
        here = tuple(i for i in ids if t.state.units[i].base == start)
        ships = [t.state.units[i] for i in here]
        plan = redeployment_track(t.state, side, ships, start, goal, order.via)
        force = new_force(t.state, side, "redeploy", here, plan.path, goal, order.tf, origin=start)
        name = force.id
        t.record(Announced("21.6", force))
        outcome = None
        if len(plan.path) > 1 and not all(theatre.is_box(p) for p in plan.path):
            outcome = await open_track_window(t, name, "redeploy")
        await finish_redeployment(
            t, name, outcome is not None and outcome.fought and not outcome.won
        )


@clause("21.33#5")
async def finish_redeployment(t: Table[State], force_id: str, beaten: bool) -> None:
    """End the redeployment of a force in its new base, or back in the old one."""
    f = t.state.forces.get(force_id)
    if f is None:
        return
    left = tuple(u.id for u in t.state.members(f) if u.present)
    if not left:
        t.record(ForceGone("21.6", f.side, f.id))
    elif beaten:
        t.record(
            Returned(
                "21.33#5", f.side, f.id, tuple((i, t.state.units[i].base) for i in left), False
            )
        )
        await surplus.eliminate_after_failure(t, f.side, f.origin)
    else:
        t.record(Arrived("21.6", f.side, f.id, f.target, "redeploy", left))
