"""Naval redeployment (NR) in the redeployment phase, as far as basing, boxes, range and return go (21.6, 28.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Command, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from . import boxes, mend, movement, surplus, theatre
from .base_change import capacity_refusals, destination_refusals
from .cargo import PER_TRANSPORT, broken_down, free_transports, lift
from .employment import damage_refusals, idle_refusals, presence_refusals, task_force_refusals, transport_refusals
from .events import Announced, Arrived, ForceGone, Marked, Returned, UnitChanged
from .forces import free_force_id, muster, selected, task_force_name, unknown
from .limits import in_hawaii, in_japan, named, range_port
from .mend_moves import mended
from .orders import Move, Redeploy
from .ports import friendly, is_port
from .registry import carries, checks
from .state import Force, State, Unit, big, replace


@checks(Redeploy)
@clause("21.3612", "21.3612#2", "21.214E", "21.32#2", "21.312", "21.321#3", "21.112#2", "21.124", "21.3615C", "21.3616E")
def check_redeploy(view: State, request: Command[Any], order: Redeploy) -> Verdict:
    """Every reason against an NR or a sea escort. A ship that has done its one operation may still be redeployed."""
    side = request.side
    out = order_refusals(view, side, order)
    if out and not order.cargo and not any(r.code == "wrong-phase" for r in out):
        out = mended(view, side, order, out, lambda other: order_refusals(view, side, other))
    if any(r.code == "no-gateway" for r in out):
        ships, goal = selected(view, side, order.units), theatre.place_id(view, order.to)
        way = by_gateway(view, side, ships, ships[0].base, goal, order.via)
        named = tuple(theatre.name_of(view, p) for p in way)
        by = (Remedy("via-gateway", mend.text(replace(order, via=named)), facts(via=", ".join(named))),) if way else ()
        out = [replace(r, remedies=(*by, *r.remedies)) if r.code == "no-gateway" else r for r in out]
    return refuse(*out)


def order_refusals(view: State, side: str, order: Redeploy) -> list[Refusal]:
    """Every reason against an NR or an escort, without remedies that take looking for."""
    out: list[Refusal] = []
    if view.phase != "redeployment" or view.mover != side:
        out.append(Refusal("21.32#2", "wrong-phase", (), facts(phase=view.phase), (Remedy("redeployment-phase"),)))
    missing = unknown(view, side, (*order.units, *order.cargo))
    if missing:
        return [*out, Refusal("21.6", "unknown-unit", missing)]
    ships = selected(view, side, order.units)
    cargo = selected(view, side, order.cargo)
    goal = theatre.place_id(view, order.to)
    out += presence_refusals(view, side, ships, "redeploy")
    if cargo:
        name = task_force_name(order.units, order.tf)
        out += escort_refusals(view, side, ships, cargo, goal, order.via, name)
        split = broken_down(view, order)
        return [*out, split] if split else out
    if not ships:
        return [*out, Refusal("21.6", "no-ships", ())]
    out += surplus_refusals(view, ships)
    out += [Refusal("21.321", "already-sortied", (u.id,), facts(base=u.base)) for u in ships if u.sortied and not u.frozen]
    out += destination(view, side, goal)
    for start in dict.fromkeys(u.base for u in ships):
        here = [u for u in ships if u.base == start]
        if start == goal:
            out.append(Refusal("21.321#3", "round-trip", tuple(u.id for u in here), facts(base=start)))
            continue
        out += route_refusals(view, side, here, start, goal, order.via)
    out += capacity_refusals(view, side, (Move(order.units, order.to),))
    return list(dict.fromkeys(out))


@clause("21.112#2")
def surplus_refusals(view: State, ships: Sequence[Unit]) -> list[Refusal]:
    """Whether surplus may redeploy as its own cure is HR-112's affair."""
    frozen = tuple(u.id for u in ships if u.frozen)
    if frozen and view.rulings.switch("HR-112") == "no":
        return [Refusal("21.112#2", "surplus-idle", frozen, (), (Remedy("redeploy-others"),), ("HR-112",))]
    return []


@clause("21.124", "21.33")
def destination(view: State, side: str, goal: str) -> list[Refusal]:
    """An NR ends in any port or box of one's own, a port captured or built this player turn included."""
    return [r for r in destination_refusals(view, side, goal) if r.code != "not-friendly-since-movement"]


@clause("21.214E", "21.3612", "21.214")
def route_refusals(view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]) -> list[Refusal]:
    """A port every 20 (10) hexes, open straits, and a gateway port between the map and a U.S. box."""
    out = boxes.gateway_refusals(view, ships, start, goal, via)
    return [*out, *track(view, side, ships, start, goal, via).refusals]


@clause("21.214E")
def by_gateway(view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]) -> tuple[str, ...]:
    """The hexes to pass: as ordered, or when nothing is said the gateway port on the shortest legal way from or to a U.S. box,
    for the remedy of an order that names none."""
    box = next((p for p in (start, goal) if p in boxes.US_BOXES), "")
    end = goal if box == start else start
    if via or not box or theatre.is_box(view, end) or boxes.is_gateway(view, box, end):
        return tuple(via)
    board = theatre.board_of(view, end)
    gates = [p.hex for p in board.ports() if boxes.is_gateway(view, box, p.hex) and friendly(view, side, p.hex)]
    gates += [h for h in view.ports if h not in gates and boxes.is_gateway(view, box, h) and friendly(view, side, h)]
    found = []
    for gate in dict.fromkeys(gates):
        plan = movement.plot(view, side, ships, start, goal, (gate,), "redeploy", "")
        if not plan.refusals:
            found.append((plan.distance, gate))
    return (min(found)[1],) if found else tuple(via)


def track(view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]) -> movement.Plan:
    """The track of an NR; between boxes and by the special rules of the Indian Ocean no hexes are counted."""
    if (theatre.is_box(view, start) and theatre.is_box(view, goal)) or boxes.special_way(view, start, goal):
        return movement.Plan((start, goal))
    return movement.plot(view, side, ships, start, goal, via, "redeploy", "")


@clause("21.3612#2", "21.3615C", "21.3616E", "21.315", "21.37A", "21.14E", "21.14E#2", "21.15E", "21.18B")
def escort_refusals(view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str,
                    via: Sequence[str], tf: str = "") -> list[Refusal]:
    """Sea escort of ground and air units: destroyers for the factors, a legal track from where the units stand.

    A portless island they leave counts as a port for this escort; destroyers of the Hawaiian Islands (Japan) fetch units
    home from any island within their range.
    """
    out: list[Refusal] = idle_refusals(view, ships, "escort") + damage_refusals(ships)
    out += task_force_refusals(ships, tf, "escort")
    starts = tuple(dict.fromkeys(u.at for u in cargo))
    if len(starts) > 1:
        out.append(Refusal("21.6", "several-embarkations", starts))
    if goal in starts:
        out.append(Refusal("21.321#3", "round-trip", (goal,), facts(base=goal), (Remedy("other-goal"),)))
    start = starts[0] if starts else goal
    out += lift_refusals(view, side, ships, cargo, start, goal)
    out += boxes.protection_refusals(view, ships, start, goal)
    if theatre.is_mapboard_box(start) or theatre.is_mapboard_box(goal):
        out += transport_refusals(view, side, goal, 1)
    if not is_port(view, start) and not theatre.one_hex_island(view, start) and not portless(view, start):
        out.append(Refusal("21.37", "no-port-access", (start,)))
    for base in dict.fromkeys(u.base for u in ships) or (start,):
        fetch = evacuation(view, ships, base, goal)
        stops = (start, *via) if base != start else via
        extra = () if range_port(view, side, start) else (start,)
        plan = movement.plot(view, side, ships, base, goal, stops, "escort", "", extra)
        if plan.refusals and fetch and base == goal:
            there = movement.plot(view, side, ships, base, start, (), "patrol", "")
            if not there.refusals:
                continue
        out += plan.refusals
    return out


INDIAN_OCEAN = ("Suez", "Basra", "Abadan")


@clause("21.64F", "21.64G", "21.64H")
def transports_box(view: State, start: str, goal: str) -> tuple[str, str, bool]:
    """What an escort may or must use instead of destroyers: (SW box of its transports, switch that says so, whether it must).

    Transports are compulsory to and from mapboard boxes as HR-64H lists them, and may serve the pairs of HR-64G; no others.
    """
    end = next((p for p in (start, goal) if theatre.is_mapboard_box(p)), "")
    if end:
        listed = view.rulings.switch("HR-64H") == "boxes" or end in (*boxes.US_BOXES, theatre.SOUTH_AFRICA)
        return (boxes.sw_of(end), "HR-64H", True) if listed else ("", "HR-64H", False)
    pair = named(view, start, *INDIAN_OCEAN) and named(view, goal, *INDIAN_OCEAN)
    if pair and view.rulings.switch("HR-64G") == "indian-ocean":
        return theatre.INDIAN_SW, "HR-64G", False
    return "", "HR-64G" if pair else "", False


@clause("21.64A", "21.64C", "21.64F", "21.64G", "21.64H")
def lift_refusals(view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], start: str, goal: str) -> list[Refusal]:
    """A destroyer factor for each factor escorted, or a transport of the SW box for every five, begun fives counting."""
    need = sum(u.factors for u in cargo)
    have = lift(ships)
    box, switch, must = transports_box(view, start, goal)
    rests = (switch,) if switch else ()
    if box and (must or have < need):
        wanted, free = -(-need // PER_TRANSPORT), free_transports(view, side, box)
        counted = f"{side} {box}" in view.sw or box in view.sw
        if (counted or not view.case) and free < wanted:
            about = facts(needs=wanted, has=max(free, 0), cargo=need, box=box)
            return [Refusal("21.64H" if must else "21.64G", "too-few-transports", (box,), about, (), rests, also=("21.64C",))]
        return []
    if have < need:
        about = facts(needs=need, has=have, cargo=need, missing=need - have)
        return [Refusal("21.64A", "too-few-destroyers", tuple(u.id for u in ships), about, (), rests, also=("21.64F",))]
    return []


@clause("21.3615C", "21.3616E")
def evacuation(view: State, ships: Sequence[Unit], base: str, goal: str) -> bool:
    """True for destroyers of the Hawaiian Islands (of Japan) that bring units home from an island within their range."""
    allied = all(u.nation != "Japan" for u in ships)
    return (allied and in_hawaii(view, base) and in_hawaii(view, goal)) or (
        all(u.nation == "Japan" for u in ships) and in_japan(view, base) and in_japan(view, goal))


@clause("21.37A", "21.37B")
def portless(view: State, place: str) -> bool:
    """True for one-hex islands and for Palawan, New Ireland and Halmahera: islands that need no port."""
    if theatre.is_box(view, place):
        return False
    if theatre.one_hex_island(view, place):
        return True
    names = {p.name for p in theatre.places_at(view, place)}
    return bool(names & {"Palawan", "Puerto Princesa", "New Ireland", "Kavieng", "Halmahera", "Jailolo"})


@carries(Redeploy)
@clause("21.32#2", "21.33#5", "21.112#3")
async def redeploy(t: Table[State], side: str, order: Redeploy) -> None:
    """Sail an NR or an escort; beaten ships go back to where they came from, and surplus there is lost at once."""
    from .sailing import whole_track
    from .sea_transport import TransportsCommitted

    goal = theatre.place_id(t.state, order.to)
    ids = muster(t, side, order.units, "21.6")
    cargo = muster(t, side, order.cargo, "21.6")
    if cargo:
        before = [t.state.units[i] for i in cargo]
        box, _, must = transports_box(t.state, before[0].at, goal)
        short = lift([t.state.units[i] for i in ids]) < sum(u.factors for u in before)
        if box and (must or short) and (f"{side} {box}" in t.state.sw or box in t.state.sw):
            t.record(TransportsCommitted("21.64C", side, box, -(-sum(u.factors for u in before) // PER_TRANSPORT)))
    for start in dict.fromkeys(t.state.units[i].base for i in ids) or tuple(t.state.units[i].at for i in cargo[:1]):
        here = tuple(i for i in ids if t.state.units[i].base == start)
        ships = [t.state.units[i] for i in here]
        if cargo:
            loading = t.state.units[cargo[0]].at
            stops = (loading, *order.via) if start != loading else order.via
            plan = movement.plot(t.state, side, ships, start, goal, stops, "escort", "", (loading,))
        else:
            plan = track(t.state, side, ships, start, goal, order.via)
        name = free_force_id(t.state, f"{side}-")
        t.record(Announced("21.6", Force(
            id=name, side=side, mission="escort" if cargo else "redeploy", units=here, path=plan.path, target=goal,
            since=t.state.player_turn, task_force=big(ships) or bool(order.tf), name=order.tf, origin=start,
            cargo=cargo, loaded=bool(cargo),
        ), operation="sea escort" if cargo else ""))
        outcome = None
        if len(plan.path) > 1 and not all(theatre.is_box(t.state, p) for p in plan.path):
            outcome = await whole_track(t, name, "escort" if cargo else "redeploy")
        if name not in t.state.forces:
            continue
        left = tuple(u.id for u in t.state.members(name) if u.present)
        if not left:
            if cargo and not here and (outcome is None or not outcome.fought or outcome.won):
                land(t, cargo, goal)
            t.record(ForceGone("21.6", side, name))
            continue
        if outcome is not None and outcome.fought and not outcome.won:
            t.record(Returned("21.33#5", side, name, tuple((i, t.state.units[i].base) for i in left), bool(cargo)))
            await surplus.failed_redeployment(t, side, start)
        elif cargo:
            land(t, cargo, goal)
            t.record(Returned("21.33", side, name, tuple((i, t.state.units[i].base) for i in left), False))
            t.record(Marked("21.311", side, left, "inverted"))
        else:
            t.record(Arrived("21.6", side, name, goal, "redeploy", left))


def land(t: Table[State], cargo: Sequence[str], goal: str) -> None:
    """Put redeployed ground and air units ashore."""
    for i in cargo:
        u = t.state.units[i]
        if u.present:
            t.record(UnitChanged("21.6", replace(u, at=goal, base=goal, force="", landed=goal), "escorted"))
