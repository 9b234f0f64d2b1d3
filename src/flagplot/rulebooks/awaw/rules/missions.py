"""Offensive missions of the combat phase, as far as boxes, range and employment go.

Invasion, bombardment and carrier combat themselves are not refereed here: a mission sails, may be met, and comes home.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Command, Refusal, Remedy, Table, Verdict, clause, facts, refuse
from flagplot.table.telling import Told

from ..events import Announced, ControlPassed, SegmentBegan, UnitChanged, event
from ..map import theatre
from ..orders import Mission, Occupy
from ..state import Force, State, Unit, big, replace
from ..state.ids import free_force_id
from . import boxes
from .employment import start_refusals, target_refusals
from .forces import muster, selected, task_force_name, unknown
from .movement import routing
from .patrols.patrol import no_sea
from .range import returning
from .range.limits import named
from .registry import carries, checks
from .transport.cargo import PER_TRANSPORT, divided, free_transports, lift, load, not_transported

OFFENSIVE = {"invade": "invasion", "bombard": "bombard", "carrier": "carrier"}


@event
class Targeted(Told, frozen=True, tag="targeted"):
    """A hex becomes the objective of a transport or an invasion in this phase (21.321)."""

    clause: str
    hex: str
    origins: tuple[str, ...] = ()
    """Bases from which an invasion sails for it."""

    def apply(self, s: State) -> State:
        return replace(s, targets=(*s.targets, self.hex), invading=tuple(dict.fromkeys((*s.invading, *self.origins))))


@event
class ActedAt(Told, frozen=True, tag="acted-at"):
    """Where a force acted or fought: the hex its return is measured from (21.33)."""

    clause: str
    force: str
    hex: str

    def apply(self, s: State) -> State:
        f = s.forces.get(self.force)
        return s if f is None else replace(s, forces={**s.forces, f.id: replace(f, battle_hex=self.hex)})


@checks(Occupy)
def check_occupy(view: State, request: Command[Any], order: Occupy) -> Verdict:
    """Only at a table where ground movement is told to the referee, in the mover's ground movement or combat."""
    if not view.ground_told or request.kind not in ("ground", "combat", "movement", "transport"):
        return refuse(Refusal("21.225", "not-refereed", (order.hex,)))
    return Verdict()


@carries(Occupy)
async def occupy(t: Table[State], side: str, order: Occupy) -> None:
    """The hex changes hands; naval units based there are displaced next (21.23)."""
    if t.state.phase == "movement" and t.state.segment in ("announce", "supply", "transport"):
        t.record(SegmentBegan("21.225", "ground"))
    t.record(ControlPassed("21.23", order.hex, order.owner or side))


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
