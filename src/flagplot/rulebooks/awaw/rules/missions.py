"""Sea supply, oil and grants (21.42), and offensive missions of the combat phase, as far as boxes, range and employment go.

Invasion, bombardment and carrier combat themselves are not refereed here: a mission sails, may be met, and comes home.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flagplot.table import Command, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ..events import Announced, ControlPassed, ForceGone, SegmentBegan, UnitChanged, ZoneClosed, event
from ..map import theatre
from ..orders import Mission, Occupy, Supply
from ..state import Force, State, Unit, big, replace
from ..state.ids import free_force_id
from . import boxes, mend
from .employment import start_refusals, target_refusals, transport_refusals
from .forces import muster, selected, task_force_name, unknown
from .movement import routing
from .patrols.patrol import no_sea
from .range import returning
from .range.limits import named
from .registry import carries, checks
from .transport.cargo import PER_TRANSPORT, divided, free_transports, lift, load, not_transported, sea_supply_refusal

OFFENSIVE = {"invade": "invasion", "bombard": "bombard", "carrier": "carrier"}


@event
class Targeted(msgspec.Struct, frozen=True, tag="targeted"):
    """A hex becomes the objective of a transport or an invasion in this phase (21.321)."""

    clause: str
    hex: str
    origins: tuple[str, ...] = ()
    """Bases from which an invasion sails for it."""

    def apply(self, s: State) -> State:
        return replace(s, targets=(*s.targets, self.hex), invading=tuple(dict.fromkeys((*s.invading, *self.origins))))

    def seen_by(self, side: str) -> Targeted:
        return self


@event
class ActedAt(msgspec.Struct, frozen=True, tag="acted-at"):
    """Where a force acted or fought: the hex its return is measured from (21.33)."""

    clause: str
    force: str
    hex: str

    def apply(self, s: State) -> State:
        f = s.forces.get(self.force)
        return s if f is None else replace(s, forces={**s.forces, f.id: replace(f, battle_hex=self.hex)})

    def seen_by(self, side: str) -> ActedAt:
        return self


@checks(Occupy)
def check_occupy(view: State, request: Command[Any], order: Occupy) -> Verdict:
    """Only at a table where ground movement is told to the referee, in the mover's ground movement or combat."""
    if not view.case or request.kind not in ("ground", "combat", "movement", "transport"):
        return refuse(Refusal("21.225", "not-refereed", (order.hex,)))
    return Verdict()


@carries(Occupy)
async def occupy(t: Table[State], side: str, order: Occupy) -> None:
    """The hex changes hands; naval units based there are displaced next (21.23)."""
    if t.state.phase == "movement" and t.state.segment in ("announce", "supply", "transport"):
        t.record(SegmentBegan("21.225", "ground"))
    t.record(ControlPassed("21.23", order.hex, order.owner or side))


@checks(Supply)
@clause("21.42", "21.424")
def check_supply(view: State, request: Command[Any], order: Supply) -> Verdict:
    """A sea supply line, oil shipment or grant: who may protect it, how far, with what transports."""
    side = request.side
    out: list[Refusal] = []
    if view.mover != side or view.phase != "movement" or view.segment not in ("announce", "supply"):
        out.append(Refusal("21.42", "wrong-segment", (), facts(segment=view.segment, phase=view.phase)))
    elif view.segment == "announce" and any(f.side == side for f in view.forces.values() if f.state == "announced"):
        out.append(Refusal("21.42", "announced-first", (), (), (Remedy("done", "done"),)))
    source, goal = theatre.place_id(view, order.source), theatre.place_id(view, order.to)
    missing = unknown(view, side, order.units)
    if missing:
        return refuse(*out, Refusal("21.42", "unknown-unit", missing))
    ships = selected(view, side, order.units)
    divided = (
        sea_supply_refusal(order, tuple(p.id for p in order.units if p.id.startswith("TF"))) if order.what == "supply" else None
    )
    out += [divided] if divided else []
    out += boxes.protection_refusals(view, ships, source, goal)
    if ships:
        tf = task_force_name(order.units, order.tf)
        out += start_refusals(view, side, ships, "supply", tf=tf or ("TF" if not big(ships) else ""))
    foreign = [b for b in (source, goal) if theatre.is_mapboard_box(b) and side != "Allied"]
    if foreign:
        out.append(Refusal("21.421B", "boxes-are-allied", tuple(foreign), facts(box=foreign[0])))
    if theatre.is_mapboard_box(source):
        out += transport_refusals(view, side, goal, 1)
    out += carrier_refusals(view, side, order, source, ships)
    if not (theatre.is_box(view, source) and theatre.is_box(view, goal)) and not boxes.special_way(view, source, goal):
        out += routing.plot(view, side, ships, source, goal, order.via, "supply", "").refusals
    return refuse(*dict.fromkeys(out))


@clause("21.421B", "21.422", "21.423")
def transports_for(order: Supply, source: str) -> int:
    """Transports that a line, oil shipment or grant from a mapboard box takes: one for a line, for an oil counter, and for every
    five BRPs. From a port none is counted."""
    if not theatre.is_mapboard_box(source):
        return 0
    return -(-order.amount // 5) if order.what == "brp" else order.amount if order.what == "oil" else 1


@clause("21.421A", "21.422#2")
def carrier_refusals(view: State, side: str, order: Supply, source: str, ships: Sequence[Unit]) -> list[Refusal]:
    """Too few transports in the SW box, or too few destroyers for oil of the European Axis. Supply from a port needs nothing."""
    out = []
    need, box = transports_for(order, source), boxes.sw_of(source) if theatre.is_mapboard_box(source) else ""
    counted = f"{side} {box}" in view.sw or box in view.sw
    have = free_transports(view, side, box)
    if need and counted and have < need:
        cite = {"brp": "21.423", "oil": "21.422"}.get(order.what, "21.421B")
        code = "no-transport" if have < 1 else "too-few-transports"
        out.append(Refusal(cite, code, (box,), facts(box=box, needs=need, has=max(have, 0))))
    if order.what == "oil" and side == "Axis" and not any(u.nation == "Japan" for u in ships) and view.board != theatre.PACIFIC:
        lifting, wanted = sum(u.factors for u in ships if u.type == "DD" and not u.damaged), 3 * order.amount
        if lifting < wanted:
            about = facts(needs=wanted, has=lifting, oil=order.amount)
            more = mend.destroyers_at(view, side, {source}, wanted - lifting, {u.id for u in ships})
            out.append(Refusal("21.422#2", "oil-needs-destroyers", (source,), about, mend.plus(order, more, "more-destroyers")))
    return out


@carries(Supply)
@clause("21.315")
async def supply(t: Table[State], side: str, order: Supply) -> None:
    """Trace the line; its protectors sail along it and may be met. An aborted line with transports closes its zone."""
    from .employment import zone_of
    from .interception.sailing import whole_track
    from .transport.sea_transport import TransportsCommitted

    if t.state.segment == "announce":
        t.record(SegmentBegan("21.42", "supply"))
    source, goal = theatre.place_id(t.state, order.source), theatre.place_id(t.state, order.to)
    ids = muster(t, side, order.units, "21.42")
    ships = [t.state.units[i] for i in ids]
    boxed = (theatre.is_box(t.state, source) and theatre.is_box(t.state, goal)) or boxes.special_way(t.state, source, goal)
    path = (source, goal) if boxed else routing.plot(t.state, side, ships, source, goal, order.via, "supply", "").path
    name = free_force_id(t.state, f"{side}-")
    need = transports_for(order, source)
    if need and f"{side} {boxes.sw_of(source)}" in t.state.sw:
        t.record(TransportsCommitted("21.421B", side, boxes.sw_of(source), need))
    t.record(
        Announced(
            "21.42",
            Force(
                id=name,
                side=side,
                mission="supply",
                units=ids,
                path=path,
                target=goal,
                name=order.tf,
                since=t.state.player_turn,
                task_force=big(ships) or bool(order.tf),
                transports=need,
            ),
            operation="sea supply",
        )
    )
    outcome = None if boxed else await whole_track(t, name, "supply")
    if outcome is not None and outcome.fought and not outcome.won and theatre.is_mapboard_box(source):
        t.record(ZoneClosed("21.315", side, zone_of(t.state, goal)))
    if name in t.state.forces:
        await returning.go_home(t, name, clause="21.33") if ids else t.record(ForceGone("21.42", side, name))


@checks(Mission)
@clause("21.4182E")
def check_mission(view: State, request: Command[Any], order: Mission) -> Verdict:
    """Boxes, range, straits and employment of an invasion, a bombardment or a carrier mission."""
    side = request.side
    out: list[Refusal] = []
    if view.phase != "combat" or view.mover != side:
        out.append(Refusal("21.5", "wrong-phase", (), facts(phase=view.phase)))
    missing = unknown(view, side, (*order.units, *order.cargo))
    if missing:
        return refuse(*out, Refusal("21.5", "unknown-unit", missing))
    ships = selected(view, side, order.units)
    cargo = selected(view, side, order.cargo)
    if not ships:
        return refuse(*out, Refusal("21.5", "no-ships", ()))
    goal = theatre.place_id(view, order.to)
    operation = OFFENSIVE[order.kind]
    out += start_refusals(view, side, ships, operation, tf=task_force_name(order.units, order.tf))
    moving = {f.id for f in view.forces.values() if f.mission in ("patrol", "defensive-patrol")}
    patrolling = tuple(u.id for u in ships if u.force in moving)
    if patrolling and operation == "bombard":
        out.append(Refusal("21.4182E", "patrol-bombards-not", patrolling))
    if operation == "carrier":
        dry = no_sea(view, goal, "21.551")
        out += [dry] if dry else []
    invading = view.invading
    out += boxes.support_refusals(view, ships, operation, invading)
    if operation == "invasion":
        mixed = divided(order, cargo)
        out += [mixed] if mixed else []
        carried = not_transported(view, order, cargo)
        out += [carried] if carried else []
        out += boxes.invasion_refusals(view, (*ships, *cargo), goal)
        out += invasion_lift(view, side, ships, cargo, goal)
        if named(view, cargo[0].at if cargo else "", "Dutch Harbor") if cargo else False:
            out.append(Refusal("21.512B", "no-invasion-base", (cargo[0].at,)))
    loading = list(dict.fromkeys(u.at for u in cargo))
    if not out or not theatre.is_box(view, goal):
        for start in dict.fromkeys(u.base for u in ships):
            here = [u for u in ships if u.base == start]
            stops = [x for x in loading if x != start] + list(order.via)
            plan = routing.plot(view, side, here, start, goal, stops, operation, "21.512" if operation == "invasion" else "")
            out += plan.refusals
            out += commando_refusals(view, cargo, plan)
            if not plan.refusals and plan.path:
                around = _other_way(view, here, start, goal, stops, plan.path)
                out += target_refusals(view, plan.path, goal, around)
    return refuse(*dict.fromkeys(out))


@clause("21.513A", "21.513B", "21.513C")
def invasion_lift(view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str) -> list[Refusal]:
    """Destroyers for the ground factors of an invasion: one each, two against a defended hex; from a mapboard box as HR-513C has
    it, by default twice as many and a transport of the SW box for every five factors."""
    ground = load(tuple(u for u in cargo if u.kind == "ground"))
    held = any(u.kind == "ground" and u.present and u.side != side and u.at == goal for u in view.units.values())
    each, out = (2 if held else 1), []
    rests: tuple[str, ...] = ()
    box = next((u.at for u in cargo if theatre.is_mapboard_box(u.at)), "")
    if box:
        rule = view.rulings.switch("HR-513C")
        each, rests = {"double": 2 * each, "two": 2, "three": 3}[rule], ("HR-513C",)
        sw = boxes.sw_of(box)
        need, have = (-(-ground // PER_TRANSPORT) if rule == "double" else 0), free_transports(view, side, sw)
        if have < need and (f"{side} {sw}" in view.sw or sw in view.sw):
            about = facts(needs=need, has=have, cargo=ground, box=sw)
            out.append(Refusal("21.513C", "too-few-transports", (sw,), about, (), rests))
    if lift(ships) < each * ground:
        about = facts(needs=each * ground, has=lift(ships), cargo=ground, missing=each * ground - lift(ships))
        cite = "21.513C" if box else "21.513B" if held else "21.513A"
        out.append(Refusal(cite, "too-few-destroyers", tuple(u.id for u in ships if u.type == "DD"), about, (), rests))
    return out


def _other_way(view: State, ships: Any, start: str, goal: str, stops: list[str], path: tuple[str, ...]) -> bool:
    """True when another way leads to the goal that passes no other target."""
    from flagplot.boards import route

    from ..map import straits

    board = routing.board_for(view, start, goal)
    if board is None:
        return False
    avoid = {theatre.bare(h) for h in view.targets if h != goal and h != start}
    return (
        route(board, routing.moored(view, board, start), theatre.bare(goal), avoid=avoid,
              closed=straits.closed_on(view, ships[0].side, board, (start, goal), "invasion"))
        is not None
    )


@clause("21.512A")
def commando_refusals(view: State, cargo: Any, plan: routing.Plan) -> list[Refusal]:
    """A commando that raids a port goes at most 10 hexes (5 in the Pacific)."""
    raid = [u for u in cargo if u.type == "CDO"]
    limit = 10 if plan.path and theatre.theatre_of(view, plan.path[0]) == "Europe" else 5
    if raid and plan.distance > limit:
        return [
            Refusal(
                "21.512A",
                "commando-too-far",
                tuple(u.id for u in raid),
                facts(distance=plan.distance, limit=limit),
                (Remedy("nearer-goal"),),
                ("awaw.invasion-range",),
            )
        ]
    return []


@carries(Mission)
async def mission(t: Table[State], side: str, order: Mission) -> None:
    """Sail a mission: it may be met on the way, acts (told to the referee), and comes home inverted."""
    from .interception.sailing import whole_track

    goal = theatre.place_id(t.state, order.to)
    operation = OFFENSIVE[order.kind]
    ids = muster(t, side, order.units, "21.5")
    cargo = muster(t, side, order.cargo, "21.5")
    loading = [t.state.units[i].at for i in cargo]
    if operation == "invasion":
        origins = dict.fromkeys((*(t.state.units[i].base for i in ids), *loading))
        t.record(Targeted("21.321#2", goal, tuple(origins)))
    for start in dict.fromkeys(t.state.units[i].base for i in ids):
        here = tuple(i for i in ids if t.state.units[i].base == start)
        ships = [t.state.units[i] for i in here]
        stops = [x for x in dict.fromkeys(loading) if x != start] + list(order.via)
        plan = routing.plot(t.state, side, ships, start, goal, stops, operation, "")
        name = free_force_id(t.state, f"{side}-")
        t.record(
            Announced(
                "21.5",
                Force(
                    id=name,
                    side=side,
                    mission=order.kind,
                    units=here,
                    path=plan.path,
                    target=goal,
                    origin=start,
                    since=t.state.player_turn,
                    task_force=big(ships),
                    cargo=cargo,
                    name=order.tf,
                    loaded=bool(cargo),
                ),
                operation=operation,
            )
        )
        outcome = await whole_track(t, name, order.kind)
        if name not in t.state.forces:
            continue
        f = t.state.forces[name]
        t.record(ActedAt("21.33", name, outcome.hex if outcome.fought else goal))
        if cargo and outcome.won and not outcome.sunk:
            for i in cargo:
                u = t.state.units[i]
                if u.present:
                    t.record(UnitChanged("21.517J", replace(u, at=goal, base=goal, force="", landed=goal), "landed"))
        await returning.go_home(t, f.id, clause="21.33")
