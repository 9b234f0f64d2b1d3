"""Voyages of missions (21.514, 21.516): announced together, then sailed one operation after the
other. The enemy may intercept them before and after loading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Ask, Table, clause, facts

from ...events import Announced, Entered, ForceChanged, ForceGone, ZoneClosed
from ...map import theatre
from ...orders import Mission
from ...scenarios.score import settle_losses
from ...state import Assault, Force, State, Unit, needs_task_force, replace
from ...state.unit_names import free_force_id
from .. import independent_powers, mapboard_boxes, mission_points
from ..employment import zone_of
from ..forces import lead_base_of, muster_units
from ..ground_reports import ActedAt, Targeted
from ..interception.activity import Activity, Outcome
from ..interception.window import open_interception_window
from ..patrols.patrol import meeting_hex
from ..range.return_to_base import is_bound_home, return_to_base
from ..registry import at_moment, carries
from ..transport import gathering
from ..transport.cargo import is_from_box, transports_for
from ..transport.sea_transport import (
    LeftBehind,
    TransportsCommitted,
    call_index,
    drown_cargo,
    embark_cargo,
    loading_order,
)
from . import announce as invasion_announce
from . import beach_forces, coastal_forts
from .events import AssaultChanged, TroopsBack
from .ground_units import ground_factors
from .lift import contingents

KINDS = ("invade", "bombard", "carrier")


GO_ON, ABORT = "go on", "return"


def waiting_missions(state: State) -> tuple[Force, ...]:
    """Return the mover's offensive missions that have been announced and have not sailed."""
    return tuple(
        f
        for f in state.forces.values()
        if f.side == state.mover and f.mission in KINDS and f.state == "announced"
    )


@carries(Mission)
@clause("21.554B")
async def announce_mission(t: Table[State], side: str, order: Mission) -> None:
    """Announce a mission, with a force for each contingent of its ships. All missions are announced
    before any sails."""
    goal = theatre.place_id(t.state, order.to)
    operation = invasion_announce.OFFENSIVE[order.kind]
    ids = muster_units(t, side, order.units, "21.5")
    cargo = muster_units(t, side, order.cargo, "21.5")
    s = t.state
    troops = [s.units[i] for i in cargo if s.units[i].kind == "ground"]
    ships = [s.units[i] for i in ids if s.units[i].kind == "ship"]
    if order.kind == "invade":
        origins = dict.fromkeys((*(u.base for u in ships), *(u.base for u in troops)))
        t.record(Targeted("21.321#2", goal, tuple(origins)))
        known = t.state.assaults.get(goal) or Assault(goal, side)
        t.record(AssaultChanged("21.511", replace(known, fleet=True)))
    task_force = needs_task_force(ships) or bool(order.tf)
    for c in contingents(s, side, order.kind, ships, troops, goal):
        s, base = t.state, lead_base_of(c.ships)
        way = invasion_announce.mission_track(
            s, side, order.kind, c.ships, base, c.cargo, order.via, goal
        )
        ports = loading_order(s, side, c.ships, base, c.cargo)
        force = Force(
            id=free_force_id(s, f"{side}-"),
            side=side,
            mission=order.kind,
            units=tuple(u.id for u in c.ships),
            path=way.path,
            target=goal,
            origin=base,
            since=s.player_turn,
            task_force=task_force,
            cargo=tuple(u.id for u in c.cargo),
            name=order.tf,
            embark=ports,
            front=mission_points.front_of(s, goal, order.kind, base),
        )
        t.record(Announced("21.5", force, operation))
    commit_transports(t, side, troops)


def transport_box(s: State, troops: Iterable[Unit]) -> str:
    """Return the mapboard box from which an invasion takes transports; empty when it takes none."""
    box = next((u.base for u in troops if theatre.is_mapboard_box(u.base)), "")
    return box if s.rulings.switch("HR-513C") == "double" else ""


@clause("21.513C")
def commit_transports(t: Table[State], side: str, troops: Sequence[Unit]) -> None:
    """Commit the transports that an invasion from a mapboard box takes."""
    box = transport_box(t.state, troops)
    if not box:
        return
    sw = mapboard_boxes.sw_box_of(box)
    if f"{side} {sw}" in t.state.sw or sw in t.state.sw:
        number = transports_for(
            t.state, "invade", ground_factors([u for u in troops if is_from_box(u)])
        )
        t.record(TransportsCommitted("21.513C", side, sw, number))


# ---------------------------------------------------------------------------------------- sailing
@at_moment("sailing")
@clause("21.554B", "21.557D")
async def sail_next(t: Table[State]) -> bool:
    """Sail the next operation: all missions for one hex together. Return True while operations are
    left.

    On the way aircraft fly only in naval combat, and the forces do not intercept.
    """
    announced = waiting_missions(t.state)
    if not announced:
        return False
    first = announced[0]
    group = [
        f.id
        for f in invasion_announce.forces_of_operation(
            t.state, first.side, first.target, first.mission
        )
    ]
    pay_operation(t, group)
    if any(t.state.forces[id].mission == "invade" for id in group):
        await independent_powers.roll_garrison(t, first.target)
    for id in group:
        t.record(ForceChanged("21.514B", replace(t.state.forces[id], state="sailing")))
    ready = await with_troops(t, [on for id in group if (on := await load_up(t, id))])
    meeting = meeting_hex([t.state.forces[id].path for id in ready]) if len(ready) > 1 else ""
    there = [id for id in ready if await sail_to_meeting(t, id, meeting)]
    await arrive_at_goal(t, await sail_to_goal(t, there, meeting))
    return True


async def with_troops(t: Table[State], ids: list[str]) -> list[str]:
    """The forces of an operation that go on once they have loaded: all of them, but none of an
    invasion that has no troops aboard."""
    loaded = [t.state.forces[id] for id in ids]
    if all(f.mission == "carrier" for f in loaded) or any(
        beach_forces.troops_aboard(t.state, f) for f in loaded
    ):
        return ids
    for id in ids:
        await end_failed_invasion(t, id, "21.516A")
    return []


async def arrive_at_goal(t: Table[State], there: Sequence[str]) -> None:
    """Put the forces that came through at their goal, under fire of its forts."""
    for id in there:
        f = t.state.forces[id]
        t.record(Entered("21.514B", f.side, id, f.target, max(0, len(f.path) - 1)))
        t.record(ForceChanged("21.514B", replace(t.state.forces[id], state="on-station")))
        t.record(ActedAt("21.33", id, f.target))
    await coastal_forts.fire_fort(t, there)


@clause("21.554A", "21.554A#2")
def pay_operation(t: Table[State], group: Sequence[str]) -> None:
    """Pay for the missions of an operation on the front of its goal; carriers with an invasion on
    the front of the land there. Submarines are free."""
    for id in group:
        f = t.state.forces[id]
        ships = t.state.members(f)
        land = t.state.land_fronts.get(f.target, "")
        carriers = (
            [u for u in ships if u.type in ("CVL", "CV", "CVB")]
            if land and f.mission != "carrier"
            else []
        )
        apart = mission_points.mission_cost(carriers)
        if apart:
            mission_points.pay_points(t, f.side, land, apart)
        mission_points.pay_points(
            t,
            f.side,
            f.front or mission_points.front_of(t.state, f.target, f.mission, f.origin),
            mission_points.mission_cost(ships) - apart,
        )


@clause("21.516A")
async def load_up(t: Table[State], id: str) -> str:
    """Sail to the ports of loading and embark. Return the id of the force that goes on; empty when
    none does. Ships that are beaten or turn back on the way return to where they began."""
    gathering.part(t, id, "21.514B")
    crew = gathering.Crew(
        "21.514B", lambda id, hexes: stretch(t, id, hexes), lambda id: give_up(t, id)
    )
    start = 0
    for port in t.state.forces[id].embark:
        f = t.state.forces[id]
        stop = call_index(t.state, f.path, port, start)
        hexes = f.path[start + (start > 0) : stop + 1] if stop > start else ()
        on = await gathering.gather(t, id, hexes, port, crew)
        if not on:
            await give_up(t, id)
            return ""
        id, start = on, stop
        embark_cargo(t, id, port, "21.514B")
        t.record(ForceChanged("21.514B", replace(t.state.forces[id], step=start)))
    return id


async def stretch(t: Table[State], id: str, hexes: tuple[str, ...]) -> bool:
    """Sail a force by itself through some hexes; whether it goes on."""
    return await goes_on(
        t, (id,), await open_mission_window(t, (id,), hexes, t.state.forces[id].path)
    )


async def give_up(t: Table[State], id: str) -> None:
    """Turn a force back that was to load; what is not aboard stays ashore."""
    if id not in t.state.forces:
        return
    f = t.state.forces[id]
    aboard = {u.id for u in beach_forces.troops_aboard(t.state, f)}
    ashore = tuple(i for i in f.cargo if i not in aboard)
    if ashore:
        t.record(LeftBehind("21.516A", f.side, id, ashore))
    await end_failed_invasion(t, id, "21.516B" if aboard else "21.516A")


async def sail_to_meeting(t: Table[State], id: str, meeting: str) -> bool:
    """Sail a force by itself to where it meets the others. Return False when it turns back or is
    lost."""
    f = t.state.forces[id]
    start = f.step + (f.step > 0)
    alone = f.path[start : call_index(t.state, f.path, meeting, start)] if meeting else ()
    if not alone:
        return True
    if await stretch(t, id, alone):
        return True
    if id in t.state.forces:
        await end_failed_invasion(t, id, "21.516B")
    return False


async def sail_to_goal(t: Table[State], ids: Sequence[str], meeting: str) -> list[str]:
    """Sail the forces that have met to the goal together. They fight together when intercepted.
    Return those that arrive; beaten forces turn back."""
    if not ids:
        return []
    f = t.state.forces[ids[0]]
    start = f.step + (f.step > 0)
    way = f.path[call_index(t.state, f.path, meeting, start) if meeting else start :]
    return await settle_goal_window(t, ids, await open_mission_window(t, tuple(ids), way, f.path))


async def settle_goal_window(t: Table[State], ids: Sequence[str], outcome: Outcome) -> list[str]:
    """Return the forces that go on to the goal after the enemy's window. Beaten forces turn
    back."""
    on = await goes_on(t, ids, outcome)
    left = [i for i in ids if i in t.state.forces]
    if on:
        return left
    for id in left:
        await end_failed_invasion(t, id, "21.516B")
    return []


async def open_mission_window(
    t: Table[State], ids: tuple[str, ...], hexes: tuple[str, ...], path: tuple[str, ...]
) -> Outcome:
    """Let the enemy intercept forces that sail together through some hexes."""
    forces = [t.state.forces[i] for i in ids]
    kind = next((k for k in KINDS if any(f.mission == k for f in forces)), "invade")
    if not hexes:
        return Outcome()
    outcome = await open_interception_window(
        t, Activity(kind, forces[0].side, ids, hexes, forces[0].target, path)
    )
    settle_losses_of_window(t, forces)
    return outcome


def settle_losses_of_window(t: Table[State], forces: Sequence[Force]) -> None:
    """Score the losses of a window, and sink cargo that is lost."""
    settle_losses(t)
    sink_cargo(t, forces)


def sink_cargo(t: Table[State], forces: Sequence[Force]) -> None:
    """Sink the troops aboard each force whose ships are all sunk. Troops not yet aboard stay
    ashore."""
    for f in forces:
        if f.id not in t.state.forces or not t.state.members(f.id):
            drown_cargo(t, f)
            if f.id in t.state.forces:
                t.record(ForceGone("21.516B", f.side, f.id))


async def goes_on(t: Table[State], ids: Sequence[str], outcome: Outcome) -> bool:
    """Return True when forces go on after a window. Those that won a battle may choose; those that
    were beaten may not go on."""
    left = [i for i in ids if i in t.state.forces and t.state.members(i)]
    if not left:
        return False
    if not outcome.fought:
        return True
    if not outcome.won:
        return False
    f = t.state.forces[left[0]]
    answer: str = await Ask(
        f.side,
        (GO_ON, ABORT),
        "21.516",
        "mission-go-on",
        facts(force=",".join(left), hex=outcome.hex),
    )
    return answer == GO_ON


@clause("21.315", "21.516B", "21.33")
async def end_failed_invasion(t: Table[State], id: str, cite: str) -> None:
    """End an invasion that failed: the troops aboard land where they embarked, and the ships return
    to their own base. Only ships of a carrier mission by itself choose a base as usual."""
    s = t.state
    f = s.forces[id]
    troops = beach_forces.troops_aboard(s, f)
    for port in dict.fromkeys(u.base for u in troops):
        t.record(TroopsBack(cite, f.side, id, port, tuple(u.id for u in troops if u.base == port)))
    if f.mission == "invade" and transport_box(s, (s.units[i] for i in f.cargo)):
        t.record(ZoneClosed("21.315", f.side, zone_of(s, f.target)))
    bound = is_bound_home(f, failed=True)
    await return_to_base(t, id, clause=cite if bound else "21.33", forced_origin=bound)


def missions_at_sea(state: State, side: str) -> tuple[Force, ...]:
    """Return the offensive missions of a side that are still at sea."""
    return tuple(
        f
        for f in state.forces.values()
        if f.side == side and f.mission in KINDS and f.state != "announced"
    )


@at_moment("combat-end", 3)
@clause("21.555E")
async def missions_return(t: Table[State]) -> bool:
    """Send the ships of every mission back when regular combat is over, before exploitation."""
    for f in missions_at_sea(t.state, t.state.mover):
        if beach_forces.troops_aboard(t.state, f):
            await end_failed_invasion(t, f.id, "21.516B")
            continue
        await return_to_base(t, f.id, clause="21.555E" if f.mission == "carrier" else "21.33")
    return False
