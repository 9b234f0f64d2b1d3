"""Displacement (21.23): ships whose base is taken go to the nearest port of their side that has room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from flagplot.boards import reach
from flagplot.table import Ask, Command, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from . import boxes, movement, straits, theatre
from .events import Announced, Arrived, Eliminated, ForceGone
from .forces import free_force_id, muster, selected
from .fronts import fronts_of, two_front
from .limits import in_aleutians, in_hawaii, in_japan, leg_length
from .nations import western_allied
from .orders import Displace, Pick
from .ports import capacity, friendly, room, side_holding, within
from .registry import checks
from .state import Force, State, Unit, big, factors


class Haven(msgspec.Struct, frozen=True):
    """A port (or box) displaced ships may reach: hexes by water and room for them."""

    place: str
    distance: int
    room: int


def waiting(state: State) -> tuple[str, str] | None:
    """A base in enemy hands with ships still in it: (place, side of the ships)."""
    safe: set[tuple[str, str]] = set()
    for u in state.units.values():
        if u.kind != "ship" or u.force or not u.base or (u.base, u.side) in safe or theatre.is_box(state, u.base):
            continue
        if u.status in ("", "repair", "port-sunk", "building"):
            safe.add((u.base, u.side))
            holder = side_holding(state, u.base)
            if holder in state.sides and holder != u.side and state.control.get(u.base):
                return u.base, u.side
    return None


@clause("21.231", "21.231#2", "21.23", "21.23D")
def havens(state: State, units: Sequence[Unit], place: str, front: str = "") -> tuple[Haven, ...]:
    """Ports of the ships' side with room, nearest first, within 40 (20) hexes; supply does not matter.

    The U.S., India and Australia boxes count, with the distance beyond the edge, where base changes to them are legal. From Suez,
    Basra and Abadan the chapter gives no distance to a box: it counts as the farthest that is allowed, after nearly
    every port, India before Australia.
    """
    side = units[0].side
    board = theatre.board_of(state, place)
    name = theatre.THEATRE[board.id]
    limit = 2 * leg_length(name)
    starts: list[Any] = list(theatre.waters(state, place))
    if front:
        starts = [n for n in starts if board.front(n) == front] or starts
    far = limit
    if exempt(state, units, place):
        far = 10 * limit
    found: dict[str, int] = {}
    shut = straits.closed(state, side, board)
    for n in starts:
        for h, d in reach(board, n, far, closed=shut).items():
            found[h] = min(d, found.get(h, d))
    out = []
    for h, d in found.items():
        box = board.boxes[h].title if h in board.boxes else ""
        if not box or box == theatre.SOUTH_AFRICA or not theatre.is_mapboard_box(box) or d > limit:
            continue
        if not boxes.base_change_refusals(state, units, place, box):
            out.append(Haven(box, d, 1_000_000))
    for box, d in ((theatre.INDIA, limit - 1), (theatre.AUSTRALIA, limit)):
        gates = movement.gateways(state, board, place, box) if theatre.board_box(board.id, box) else ()
        near = any(g == place or theatre.bare(g) in found for g in gates)
        if near and not boxes.base_change_refusals(state, units, place, box):
            out.append(Haven(box, d, 1_000_000))
    for p, d in within(state, found, board.id).items():
        if p == place or not friendly(state, side, p) or (front and front not in fronts_of(state, p)):
            continue
        if d > limit and not (in_aleutians(state, p) or in_hawaii(state, p) or in_japan(state, p)):
            continue
        free = room(state, p)
        if free > 0 or not factors(units):      # submarines take no room
            out.append(Haven(p, d, max(0, free)))
    return tuple(sorted(out, key=lambda x: (x.distance, x.place)))


@clause("21.23D")
def exempt(state: State, units: Sequence[Unit], place: str) -> bool:
    """True where 21.3615B or 21.3616C lift the limit: from the Aleutians, Hawaii or Japan."""
    allied = all(western_allied(u.nation) for u in units)
    japanese = all(u.nation == "Japan" for u in units)
    return (allied and (in_aleutians(state, place) or in_hawaii(state, place))) or (
        japanese and (in_aleutians(state, place) or in_japan(state, place))
    )


@clause("21.23", "21.23A", "21.23B", "21.23C", "21.23D", "21.23F", "21.23G")
async def displace_all(t: Table[State]) -> None:
    """Displace the ships of one captured base, asking their owner wherever the rules leave a choice."""
    found = waiting(t.state)
    if found is None:
        return
    place, side = found
    scuttle(t, place, side)
    ships = [u for u in t.state.based(place, side) if not u.force]
    if not ships:
        return
    front = ""
    if two_front(t.state, place):
        fronts = [f for f in fronts_of(t.state, place) if havens(t.state, ships, place, f)]
        if len(fronts) > 1:
            front = await Ask(side, tuple(fronts), "21.23C", "displacement-front", facts(place=place))
        elif fronts:
            front = fronts[0]
    while True:
        ships = [u for u in t.state.based(place, side) if not u.force]
        if not ships:
            return
        ports = havens(t.state, ships, place, front)
        if not ports:
            t.record(Eliminated("21.23D", side, tuple((u.id, u.factors) for u in ships), place, "nowhere-to-go"))
            return
        await displace_some(t, side, ships, place, front, ports)


async def displace_some(
    t: Table[State], side: str, ships: Sequence[Unit], place: str, front: str, ports: Sequence[Haven]
) -> None:
    """Send what fits to the nearest port."""
    nearest = [p for p in ports if p.distance == ports[0].distance]
    fits = factors(ships) <= nearest[0].room
    foes = any(u.side != side and u.kind in ("ship", "air") and u.present for u in t.state.units.values())
    if len(nearest) == 1 and fits and not foes:
        await sail(t, side, tuple(u.id for u in ships), place, nearest[0].place, (), front)
        return
    if len(nearest) == 1 and not fits and not any(fitting(ships, nearest[0].room)):
        rest = [p for p in ports if p.distance > nearest[0].distance]
        if rest:
            await displace_some(t, side, ships, place, front, rest)
        else:
            t.record(Eliminated("21.23D", side, tuple((u.id, u.factors) for u in ships), place, "nowhere-to-go"))
        return
    order: Any = await Command(
        side,
        "21.23",
        "displacement",
        facts(
            place=place,
            front=front,
            nearest=", ".join(p.place for p in nearest),
            distance=nearest[0].distance,
            room=nearest[0].room,
        ),
    )
    if isinstance(order, Displace):
        ids = muster(t, side, order.units, "21.23")
        await sail(t, side, ids, place, theatre.place_id(t.state, order.to), order.via, front)
    else:
        ids = muster(t, side, whatever_fits(ships, nearest[0].room), "21.23")
        await sail(t, side, ids, place, nearest[0].place, (), front)


def whatever_fits(ships: Sequence[Unit], free: int) -> tuple[Pick, ...]:
    """What the referee sends when the owner leaves it to him: the biggest ships that fit, destroyers last and in part."""
    out: list[Pick] = []
    for u in sorted(ships, key=lambda u: (u.type == "DD", -u.naval_factors, u.id)):
        n = u.naval_factors
        if n <= free:
            out.append(Pick(u.id))
            free -= n
        elif u.type == "DD" and free:
            out.append(Pick(u.id, free))
            free = 0
    return tuple(out)


def fitting(ships: Sequence[Unit], room_left: int) -> list[Unit]:
    """Ships small enough for the room that is left (destroyers go in part)."""
    return [u for u in ships if u.naval_factors <= room_left or u.type == "DD"]


@clause("21.23G", "21.23F")
def scuttle(t: Table[State], place: str, side: str) -> None:
    """Ships sunk in port and ships on row 3 or higher of the chart are lost; others go along."""
    doomed = [
        u
        for u in t.state.units.values()
        if u.side == side
        and u.base == place
        and u.kind == "ship"
        and (u.status == "port-sunk" or (u.status == "building" and early(u.row)))
    ]
    if doomed:
        t.record(Eliminated("21.23G", side, tuple((u.id, u.factors) for u in doomed), place, "captured"))
    afloat = [u for u in t.state.units.values() if u.side == side and u.base == place and u.status == "building"]
    for u in afloat:
        ports = havens(t.state, [u], place)
        goal = ports[0].place if ports else ""
        if goal:
            t.record(Arrived("21.23F", side, "", goal, "displaced", (u.id,), (u.id,)))
        else:
            t.record(Eliminated("21.23D", side, ((u.id, u.factors),), place, "nowhere-to-go"))


def early(row: str) -> bool:
    """True for row 3 and higher of a construction chart."""
    return row.isdigit() and int(row) >= 3


@checks(Displace)
@clause("21.23", "21.23A", "21.23B", "21.23E", "21.231")
def check_displace(view: State, request: Command[Any], order: Displace) -> Verdict:
    """The goal is a nearest port with room, on the chosen front; the owner picks ships and route."""
    asked = dict(request.about)
    side, place, front = request.side, str(asked.get("place", "")), str(asked.get("front", ""))
    if request.kind != "displacement":
        return refuse(Refusal("21.23", "not-displaced", tuple(p.id for p in order.units)))
    ships = selected(view, side, order.units)
    out = [Refusal("21.23", "not-displaced", (u.id,), facts(base=u.base)) for u in ships if u.base != place or u.force]
    if not ships or out:
        return refuse(*(out or [Refusal("21.23", "no-ships", ())]))
    goal = theatre.place_id(view, order.to)
    everyone = [u for u in view.based(place, side) if not u.force]
    ports = havens(view, everyone, place, front)
    nearest = {p.place for p in ports if p.distance == ports[0].distance} if ports else set()
    if goal not in nearest:
        known = next((p for p in ports if p.place == goal), None)
        cite = "21.231" if theatre.is_box(view, goal) and known is None else "21.23C" if known is None and front else "21.23"
        out.append(
            Refusal(
                cite,
                "not-nearest",
                (goal,),
                facts(nearest=", ".join(sorted(nearest)), distance=ports[0].distance if ports else 0),
                (Remedy("nearest-port"),),
            )
        )
        return refuse(*out)
    free = next(p.room for p in ports if p.place == goal)
    if factors(ships) > free:
        limit = capacity(view, goal)
        about = facts(room=free, factors=factors(ships), after=limit - free + factors(ships), limit=limit)
        out.append(Refusal("21.23B", "port-full", (goal,), about, (Remedy("fewer-factors"),)))
    elif factors(everyone) <= free and factors(ships) < factors(everyone) and len(nearest) == 1:
        out.append(Refusal("21.23", "leaves-behind", tuple(u.id for u in everyone if u not in ships), facts(goal=goal)))
    if order.via:
        out += movement.plot(view, side, ships, place, goal, order.via, "displaced", "21.23").refusals
    return refuse(*out)


@clause("21.232", "21.232A", "21.232B", "21.232C", "21.232D", "21.233", "21.23E")
async def sail(t: Table[State], side: str, ids: tuple[str, ...], place: str, goal: str, via: Sequence[str], front: str) -> None:
    """Sail displaced ships: a window in every hex, again and again; they never turn back or divide, and end inverted."""
    from . import sea_air
    from .sailing import enter, window

    ships = [t.state.units[i] for i in ids]
    path = movement.plot(t.state, side, ships, place, goal, via, "displaced").path
    name = free_force_id(t.state, f"{side}-")
    t.record(
        Announced(
            "21.23",
            Force(
                id=name,
                side=side,
                mission="displaced",
                units=ids,
                path=path,
                target=goal,
                front=front,
                since=t.state.player_turn,
                task_force=big(ships),
                origin=place,
            ),
        )
    )
    for i in range(1, len(path)):
        if name not in t.state.forces:
            return
        here = enter(t, name, i, "21.232C")
        await sea_air.window(t, name, (here,), "21.232C")
        if any(u.present for u in t.state.members(name)):
            await window(t, name, "displaced", i)
        if not [u for u in t.state.members(name) if u.present]:
            if name in t.state.forces:
                t.record(ForceGone("21.23", side, name))
            return
    left = tuple(u.id for u in t.state.members(name) if u.present)
    t.record(Arrived("21.233", side, name, goal, "displaced", left, left))
