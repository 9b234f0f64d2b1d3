"""Ships of several bases on one mission that carries (21.435B, 21.514B, 21.65A): those of each base
sail by themselves to where they meet, and are one force from there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from flagplot.table import Table

from ...events import ForceChanged, ForceGone
from ...map import theatre
from ...state import Force, State, Unit, replace
from ...state.unit_names import free_force_id
from ..forces import joined_force, lead_base_of, ships_by_base
from ..movement import routing
from ..patrols.patrol import meeting_hex, merge_parts
from .cargo import destroyer_lift, destroyers_needed


class Crew(msgspec.Struct, frozen=True):
    """How the forces of an activity sail a stretch, and how they turn back."""

    clause: str
    sail: Callable[[str, tuple[str, ...]], Awaitable[bool]]
    """Sails a force through some hexes; false when it is sunk, beaten or turns back."""
    back: Callable[[str], Awaitable[None]]
    """Sends home a force that does not go on."""


def part(t: Table[State], id: str, cite: str) -> None:
    """Divide a force that is to load by the bases of its ships: the first base keeps the track, the
    others sail to a port of loading. Ships of an SW box are with its transports."""
    f = t.state.forces[id]
    ships = [u for u in t.state.members(f) if not theatre.is_sw_box(u.base)]
    if not f.embark or len({u.base for u in ships}) < 2:
        return
    lead = lead_base_of(ships)
    others = {base: group for base, group in ships_by_base(ships).items() if base != lead}
    gone = {u.id for group in others.values() for u in group}
    t.record(ForceChanged(cite, replace(f, units=tuple(i for i in f.units if i not in gone))))
    waiting: tuple[Unit, ...] = ()
    for base, group in others.items():
        s = t.state
        port = f.embark[0]
        if lingers(s, f, base, [u for u in ships if u not in (*waiting, *group)]):
            port, waiting = base, (*waiting, *group)
        plan = routing.plot_route(s, f.side, group, base, port, (), "base-change", cite)
        away = Force(
            id=free_force_id(s, id.rstrip("0123456789")),
            side=f.side,
            mission=f.mission,
            units=tuple(u.id for u in group),
            path=plan.path if base != port and plan.path else (port,),
            target=f.target,
            state="sailing",
            since=f.since,
            task_force=f.task_force,
            name=f.name,
            front=f.front,
            note="; ".join(word for word in (f.note, f"joins {id}") if word),
        )
        t.record(ForceChanged(cite, away))


def lingers(s: State, f: Force, base: str, rest: Sequence[Unit]) -> bool:
    """Return True for ships that wait in their own base until the force loads there, for the *rest*
    carries all that is loaded before."""
    if base not in f.embark[1:]:
        return False
    before = f.embark[: f.embark.index(base)]
    cargo = [s.units[i] for i in f.cargo if s.units[i].base in before]
    return destroyer_lift(rest) >= destroyers_needed(s, f.side, f.mission, cargo, f.target)


def calls(s: State, f: Force, port: str) -> bool:
    """Return True for a force whose track ends in a port."""
    return bool(port) and f.path[-1] in theatre.harbour(s, port)


async def gather(
    t: Table[State],
    id: str,
    hexes: tuple[str, ...],
    port: str,
    crew: Crew,
) -> str:
    """Sail a force through *hexes* to a port of loading, where ships of other bases join it, or
    without a port to its goal. Return the id of the force that goes on; empty when none does.

    Each sails alone where their tracks differ. Those that are beaten turn back, and the others
    go on. When nobody does, the ships that wait in later ports are released.
    """
    others = [
        f.id for f in t.state.forces.values() if joined_force(f) == id and calls(t.state, f, port)
    ]
    if not others:
        if not hexes or await crew.sail(id, hexes):
            return id
        await release(t, id, crew)
        return ""
    first = t.state.forces[id]
    tracks = [t.state.forces[i].path for i in others]
    ways = dict(zip((id, *others), (hexes or tracks[0][-1:], *tracks), strict=True))
    meeting = meeting_hex(tuple(ways.values()))
    there = []
    for each, way in ways.items():
        if await arrives(t, each, way[: way.index(meeting)], crew):
            there.append(each)
        elif each != id:
            await leave(t, each, crew)
    if not there:
        await release(t, id, crew)
        return ""
    if id not in there:
        id = await without_lead(t, first, crew)
    f = t.state.forces[id]
    step = f.path.index(meeting) if meeting in f.path else f.step
    t.record(ForceChanged(crew.clause, replace(f, step=step)))
    merge_parts(t, (id, *(i for i in there if i != first.id)), crew.clause)
    if await arrives(t, id, hexes[hexes.index(meeting) :] if hexes else (), crew):
        return id
    await release(t, id, crew)
    return ""


async def arrives(t: Table[State], id: str, hexes: tuple[str, ...], crew: Crew) -> bool:
    """Sail a force through some hexes, if there are any; whether it goes on."""
    if hexes and not await crew.sail(id, hexes):
        return False
    return id in t.state.forces and bool(t.state.members(id))


async def without_lead(t: Table[State], first: Force, crew: Crew) -> str:
    """Send home the ships that led a force, with what they have aboard; those that are to meet them
    go on without, for the rest of the cargo. Return the id of the force that they make."""
    s, was = t.state, t.state.forces.get(first.id, first)
    aboard = tuple(i for i in was.cargo if s.units[i].present and s.units[i].force == first.id)
    ashore = tuple(i for i in was.cargo if s.units[i].present and i not in aboard)
    new = free_force_id(s, first.id.rstrip("0123456789"))
    rest = replace(first, id=new, units=(), cargo=ashore, loaded=False, attempted=())
    t.record(ForceChanged(crew.clause, rest))
    for f in t.state.forces.values():
        if joined_force(f) == first.id:
            note = f"{f.note.removesuffix(first.id)}{new}"
            t.record(ForceChanged(crew.clause, replace(f, note=note)))
    if first.id in t.state.forces:
        t.record(ForceChanged(crew.clause, replace(was, cargo=aboard, transports=0)))
        await leave(t, first.id, crew)
    return new


async def release(t: Table[State], id: str, crew: Crew) -> None:
    """Send home the ships that were still to join a force which sails no further."""
    for f in tuple(t.state.forces.values()):
        if joined_force(f) == id:
            await leave(t, f.id, crew)


async def leave(t: Table[State], id: str, crew: Crew) -> None:
    """Send home what is left of a force that has no part in a mission any more."""
    if id not in t.state.forces:
        return
    if t.state.members(id):
        await crew.back(id)
    else:
        t.record(ForceGone(crew.clause, t.state.forces[id].side, id))
