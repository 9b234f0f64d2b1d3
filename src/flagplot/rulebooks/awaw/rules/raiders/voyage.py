"""Voyages of raiders (21.533D, 21.538B) to their box and back, with the enemy's aircraft and
interceptors on the map."""

from __future__ import annotations

from flagplot.table import Ask, Table, clause, facts

from ...events import ForceChanged, ForceGone, Returned
from ...map import theatre
from ...map.fronts import fronts_of
from ...map.ports import capacity, factors_based, is_friendly, is_port
from ...map.theatre import ATLANTIC_SW
from ...scenarios.score import home_points, settle_losses
from ...state import Force, State, Unit, factors, replace
from ...state.raider_groups import Raid
from ...state.unit_names import free_force_id
from ..air import sea_air
from ..interception.activity import Activity, Outcome
from ..interception.window import open_interception_window
from ..range.limits import has_named_place, is_in_hawaii
from ..range.return_to_base import return_to_base
from . import groups
from .events import RaidEnded, RaidEntered

NO_WAY = frozenset({"strait-closed", "no-way", "no-water"})
"""Refusals which mean that the port at the end of a track cannot be reached at all."""


@clause("21.533D")
async def offer_windows(t: Table[State], force: str) -> bool:
    """Offer the enemy an air attack and an interception along a group's track. Return True when the
    group comes through."""
    f = t.state.forces[force]
    hexes = tuple(h for h in f.path if not theatre.is_box(h))
    if len(hexes) < 2:
        return True
    await sea_air.open_air_window(t, force, hexes, "21.533D")
    settle_losses(t)
    if not t.state.members(force):
        return False
    return comes_past_window(
        t,
        force,
        await open_interception_window(
            t, Activity("raid", f.side, (force,), hexes, f.target, hexes)
        ),
    )


def comes_past_window(t: Table[State], force: str, outcome: Outcome) -> bool:
    """Return True when a group goes on after the enemy's window."""
    settle_losses(t)
    return bool(t.state.members(force)) and not outcome.sunk and (not outcome.fought or outcome.won)


@clause("21.533B")
async def sail_to_box(t: Table[State], raid: Raid) -> None:
    """Sail the parts of a group to their meeting hex, each by itself, then the group to its box."""
    groups.pay_raid(t, raid)
    parts = [p for p in groups.forces_of_group(t.state, raid.id) if await sail_force(t, p)]
    if not parts:
        t.record(RaidEnded("21.533D", raid.side, raid.id, False))
        return
    f = merge_group(t, raid, parts)
    edge = t.state.forces[parts[0]].front if f is None else f.front
    end_voyage_out(t, raid, edge, f is None or len(f.path) <= 1 or await sail_force(t, raid.id))


def end_voyage_out(t: Table[State], raid: Raid, edge: str, came: bool) -> None:
    """Put a group in its box if it *came* through; else end it."""
    if not came:
        t.record(RaidEnded("21.533D", raid.side, raid.id, False))
        return
    ships = t.state.members(raid.id)
    t.record(RaidEntered("21.533B", raid.side, raid.id, raid.box, groups.ship_count(ships), edge))


async def sail_force(t: Table[State], force: str) -> bool:
    """Sail a force on its track. Return False when it is sunk, or beaten and sent to a base."""
    if await offer_windows(t, force):
        return True
    await return_to_base(t, force)
    return False


def merge_group(t: Table[State], raid: Raid, parts: list[str]) -> Force | None:
    """Return the parts that came to the meeting hex as one force on its way to the box; None for a
    group that sailed as one. A side that tried to intercept a part has used its attempt on the
    whole."""
    lead = t.state.forces[parts[0]]
    if theatre.is_sw_box(lead.path[-1]):
        return None
    meeting = lead.path[-1]
    ids = tuple(u.id for p in parts for u in t.state.members(p))
    ships = [t.state.units[i] for i in ids]
    way = groups.route_to_box(t.state, raid.side, ships, meeting, raid.box)
    tried = tuple(sorted({side for p in parts for side in t.state.forces[p].attempted}))
    for p in parts:
        if p != raid.id:
            t.record(ForceGone("21.533A", raid.side, p))
    f = replace(
        lead,
        id=raid.id,
        units=ids,
        path=way.plan.path,
        step=0,
        note="",
        front=way.edge,
        attempted=tried,
    )
    t.record(ForceChanged("21.533A", f))
    return f


# ------------------------------------------------------------------------------------- the return
@clause("21.538B", "21.33")
def return_ports(s: State, raid: Raid, ships: tuple[Unit, ...]) -> tuple[str, ...]:
    """Return every port to which a group may return: the ports its ships left, then each other port
    of its side on the ocean with room and an open route, the nearest to the edge of the map
    first."""
    ports = (p.hex for p in theatre.ports_of(theatre.load_board(s.board)))
    fit = [
        p
        for p in dict.fromkeys((*raid.ports, *(u.base for u in ships), *ports))
        if is_return_port(s, raid, p)
    ]
    size = factors(ships)
    roomy = [
        p for p in fit if p in raid.ports or factors_based(s, p, raid.side) + size <= capacity(s, p)
    ]
    first = [p for p in roomy if p in raid.ports]
    ways = {
        p: groups.route_to_box(s, raid.side, ships, p, raid.box).plan
        for p in roomy
        if p not in first
    }
    far = {
        p: way.distance
        for p, way in ways.items()
        if NO_WAY.isdisjoint(r.code for r in way.refusals)
    }
    return (*first, *sorted(far, key=lambda p: (far[p], p))) or raid.ports


def is_return_port(s: State, raid: Raid, place: str) -> bool:
    """Return True for a port of the side on the raiders' ocean, held since the turn began. For the
    Atlantic it must be on the western front; elsewhere it must be a port from which they may
    raid."""
    if not place or theatre.is_box(place) or not is_port(s, place):
        return False
    if not (is_friendly(s, raid.side, place) and is_friendly(s, raid.side, place, "turn")):
        return False
    if raid.box == ATLANTIC_SW:
        return "western" in fronts_of(s, place)
    return (
        place in raid.ports
        or has_named_place(s, place, *groups.JAPANESE_PORTS.get(raid.box, ()))
        or (raid.nation == "Japan" and is_in_hawaii(s, place))
    )


@clause("21.538B#2")
def is_safe_return(s: State, raid: Raid, goal: str) -> bool:
    """Return True for a return that cannot be intercepted: to Bergen and Scapa Flow, and of groups
    that began the game at sea in Fall 1939."""
    opening = raid.setup and (s.year, s.season) == (1939, "Fall")
    return opening or (raid.box == ATLANTIC_SW and groups.is_direct_port(s, goal))


@clause("21.537A", "21.537B", "21.537D", "21.538B")
async def sail_back(t: Table[State], raid: Raid) -> None:
    """Send a whole group back to one port, whatever its damage. It may be intercepted on the way,
    as on its way out."""
    ships = tuple(u for u in t.state.members(raid.id) if u.present)
    t.record(RaidEnded("21.537A", raid.side, raid.id, bool(ships)))
    if not ships:
        t.record(ForceGone("21.537A", raid.side, raid.id))
        return
    places = return_ports(t.state, raid, ships)
    goal = places[0]
    if len(places) > 1:
        goal = await Ask(
            raid.side, places, "21.537A", "raid-return", facts(force=raid.id, ships=len(ships))
        )
    way = groups.route_to_box(t.state, raid.side, ships, goal, raid.box)
    f = t.state.forces[raid.id]
    new = free_force_id(t.state, "R")
    t.record(ForceGone("21.538B", raid.side, raid.id))
    ids, track = tuple(u.id for u in ships), way.plan.path[::-1]
    back = replace(
        f, id=new, path=track, target=goal, step=0, state="sailing", attempted=(), units=ids
    )
    t.record(ForceChanged("21.538B", back))
    if not is_safe_return(t.state, raid, goal):
        await offer_windows(t, new)
    left = [u for u in t.state.members(new) if u.present]
    if left:
        t.record(Returned("21.538B", raid.side, new, tuple((u.id, goal) for u in left), True))
        if raid.met or raid.struck:
            home_points(t, raid.side, raid.id)
    elif new in t.state.forces:
        t.record(ForceGone("21.538B", raid.side, new))
