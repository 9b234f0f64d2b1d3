"""Displacement (21.23): ships whose base is captured go to the nearest port of their side with
room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from flagplot.boards import Node, reach
from flagplot.table import Ask, AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse
from flagplot.table.core.memo import memo_per_parts

from ...events import Announced, Arrived, Eliminated, ForceGone
from ...map import straits, theatre
from ...map.fronts import fronts_of, is_two_front_port
from ...map.ports import UNLIMITED, capacity, is_friendly, spare_capacity
from ...nouns import Pick
from ...orders import Displace
from ...state import State, Unit, bases_with_ships, factors
from ...state.nations import is_western_allied, side_of
from .. import mapboard_boxes
from ..forces import fitting_picks, muster_units, new_force, selected_units
from ..range import distances
from ..range.limits import leg_length, limits_for
from ..registry import checks
from . import routing


class Refuge(msgspec.Struct, frozen=True):
    """A port or box that displaced ships may reach, with its distance by water in hexes and its
    room in factors."""

    place: str
    distance: int
    room: int


def fallen_base(state: State) -> tuple[str, str] | None:
    """Return (place, side of the ships) of a base in enemy hands with ships still in it; None when
    there is none."""
    held = sides_of_ports(state)
    return next(
        ((place, side) for place, side in bases_with_ships(state) if held.get(place, side) != side),
        None,
    )


@memo_per_parts(lambda state: (state.control, state.sides, state.sidings))
def sides_of_ports(state: State) -> Mapping[str, str]:
    """Return place -> side of its holder, for places on the map whose holder is known and takes
    part in the war."""
    held = {
        p: side_of(state, holder)
        for p, holder in state.control.items()
        if holder and not theatre.is_box(p)
    }
    return {p: side for p, side in held.items() if side in state.sides}


@clause("21.23", "21.23D")
def refuges_for(
    state: State, units: Sequence[Unit], place: str, front: str = ""
) -> tuple[Refuge, ...]:
    """Return the ports of the ships' side with room, nearest first, within 40 hexes (20 in the
    Pacific). Supply does not matter.

    The U.S., India and Australia boxes are included where base changes to them are legal, with the
    distance beyond the edge. A front chosen at a two-front port leaves only the ports and boxes on
    that front.
    """
    side = units[0].side
    board = theatre.board_of(state, place)
    limit = 2 * leg_length(theatre.THEATRE[board.id])
    starts = waters_of_departure(state, place, front)
    found = distances.distances_to_ports(
        state, side, units, place, starts, distances.ANYWHERE, "displaced"
    )
    out = []
    for p, d in found.items():
        if (
            p == place
            or not is_friendly(state, side, p)
            or (front and front not in fronts_of(state, p))
        ):
            continue
        if d > limit and limits_for(state, side, units, place, p, "displaced").total is not None:
            continue
        free = spare_capacity(state, p)
        if free > 0 or not factors(units):  # submarines need no room
            out.append(Refuge(p, d, max(0, free)))
    out += [
        b
        for b in _boxes(state, units, place, starts, found, limit)
        if not front or front in fronts_of(state, b.place)
    ]
    return tuple(sorted(out, key=lambda x: (x.distance, x.place)))


def group_by_box_use(ships: Sequence[Unit]) -> list[list[Unit]]:
    """Return displaced ships in groups by where they may go: those of the Western Allies, which may
    use the boxes, and the others."""
    kinds = dict.fromkeys(is_western_allied(u.nation) for u in ships)
    return [[u for u in ships if is_western_allied(u.nation) == kind] for kind in kinds]


def waters_of_departure(state: State, place: str, front: str) -> distances.Waters:
    """Return the waters by which displaced ships leave: those of their port, on the chosen
    front."""
    board, own = theatre.board_of(state, place), distances.waters_of_place(state, place)
    return frozenset(n for n in own if board.front(n) == front) or own


@clause("21.231", "21.231#2")
def _boxes(
    state: State,
    units: Sequence[Unit],
    place: str,
    starts: distances.Waters,
    ports: Mapping[str, int],
    limit: int,
) -> Iterator[Refuge]:
    """Yield the boxes to which ships may change base.

    The rules give no distance beyond the edges to the U.S. boxes, or by way of Suez, Basra and
    Abadan. Such a box counts as the farthest that is allowed: after nearly every port, and India
    before Australia.
    """
    side = units[0].side
    board = theatre.board_of(state, place)
    near = reach(
        board,
        starts,
        limit,
        closed=straits.closed_links_on_route(state, side, board, (place,), "displaced"),
    )
    for box, unmeasured in (
        (theatre.ATLANTIC_US, limit),
        (theatre.PACIFIC_US, limit),
        (theatre.INDIA, limit - 1),
        (theatre.AUSTRALIA, limit),
    ):
        here = theatre.board_box(board.id, box)
        if not here or mapboard_boxes.base_change_refusals(state, units, place, box):
            continue
        gates = routing.gateways(state, board, place, box)
        d = (
            unmeasured
            if any(ports.get(g, limit + 1) <= limit or g == place for g in gates)
            else near.get(Node(here, 0))
        )
        if d is not None:
            yield Refuge(box, unmeasured if box in mapboard_boxes.US_BOXES else d, UNLIMITED)


@clause("21.23C", "21.23B")
async def displace_all(t: Table[State]) -> None:
    """Displace the ships of one captured base. Ask their owner wherever the rules leave a
    choice."""
    found = fallen_base(t.state)
    if found is None:
        return
    place, side = found
    scuttle_hulls(t, place, side)
    yards = [
        u
        for u in t.state.units.values()
        if u.side == side and u.base == place and u.status == "building"
    ]
    ships = [u for u in t.state.based(place, side) if not u.force]
    if not (ships or yards):
        return
    front = ""
    if is_two_front_port(t.state, place):
        fronts = fronts_of(t.state, place)
        fronts = (
            tuple(
                f
                for f in fronts
                if any(refuges_for(t.state, g, place, f) for g in group_by_box_use(ships or yards))
            )
            or fronts[:1]
        )
        front = fronts[0]
        if len(fronts) > 1:
            front = await Ask(side, fronts, "21.23C", "displacement-front", facts(place=place))
    await tow_hulls(t, side, yards, place, front)
    while True:
        ships = [u for u in t.state.based(place, side) if not u.force]
        if not ships:
            return
        ships = group_by_box_use(ships)[0]
        ports = nearest_refuges(t.state, ships, place, front)
        if not ports:
            t.record(
                Eliminated(
                    "21.23D", side, tuple((u.id, u.factors) for u in ships), place, "nowhere-to-go"
                )
            )
            continue
        await displace_some(t, side, ships, place, front, ports)


def nearest_refuges(
    state: State, ships: Sequence[Unit], place: str, front: str
) -> tuple[Refuge, ...]:
    """Return the nearest ports and boxes with room for at least one of these ships. Several when
    they are equally near."""
    open_to = [p for p in refuges_for(state, ships, place, front) if ships_that_fit(ships, p.room)]
    return tuple(p for p in open_to if p.distance == open_to[0].distance)


async def displace_some(
    t: Table[State],
    side: str,
    ships: Sequence[Unit],
    place: str,
    front: str,
    ports: Sequence[Refuge],
) -> None:
    """Send the ships that fit to one of the nearest ports."""
    fits = factors(ships) <= ports[0].room
    foes = any(
        u.side != side and u.kind in ("ship", "air") and u.present for u in t.state.units.values()
    )
    if len(ports) == 1 and fits and not foes:
        await sail_displaced(t, side, tuple(u.id for u in ships), place, ports[0].place, (), front)
        return
    order = await AskOrder(
        side,
        "21.23",
        "displacement",
        facts(
            place=place,
            front=front,
            nearest=", ".join(p.place for p in ports),
            distance=ports[0].distance,
            room=ports[0].room,
        ),
    )
    if isinstance(order, Displace):
        ids = muster_units(t, side, order.units, "21.23")
        await sail_displaced(
            t, side, ids, place, theatre.place_id(t.state, order.to), order.via, front
        )
    else:
        ids = muster_units(t, side, default_picks(ships, ports[0].room), "21.23")
        await sail_displaced(t, side, ids, place, ports[0].place, (), front)


def default_picks(ships: Sequence[Unit], free: int) -> tuple[Pick, ...]:
    """Return the picks that are sent when the owner does not choose: the biggest ships that fit,
    destroyers last and in part."""
    return fitting_picks(
        sorted(ships, key=lambda u: (u.type == "DD", -u.naval_factors, u.id)), free
    )


def ships_that_fit(ships: Sequence[Unit], room_left: int) -> list[Unit]:
    """Return the ships small enough for the room that is left. Destroyers may go in part."""
    return [u for u in ships if u.naval_factors <= room_left or (u.type == "DD" and room_left)]


@clause("21.23G")
def scuttle_hulls(t: Table[State], place: str, side: str) -> None:
    """Eliminate ships sunk in port and ships on row 3 or higher of the construction chart."""
    doomed = [
        u
        for u in t.state.units.values()
        if u.side == side
        and u.base == place
        and u.kind == "ship"
        and (u.status == "port-sunk" or (u.status == "building" and is_early_row(u.row)))
    ]
    if doomed:
        t.record(
            Eliminated("21.23G", side, tuple((u.id, u.factors) for u in doomed), place, "captured")
        )


@clause("21.23F", "21.23A")
async def tow_hulls(
    t: Table[State], side: str, hulls: Sequence[Unit], place: str, front: str
) -> None:
    """Displace the ships on the last rows of the construction chart, each to the nearest port with
    room, without sailing on the board.

    Ships for one port arrive together, so that the enemy cannot count them.
    """
    towed: dict[str, tuple[str, ...]] = {}
    for u in hulls:
        ports = tuple(p.place for p in nearest_refuges(t.state, [u], place, front))
        if not ports:
            t.record(Eliminated("21.23D", side, ((u.id, u.factors),), place, "nowhere-to-go"))
            continue
        goal = ports[0]
        if len(ports) > 1:
            goal = await Ask(
                side, ports, "21.23A", "displacement-slip", facts(place=place, ship=u.id)
            )
        towed[goal] = (*towed.get(goal, ()), u.id)
    for goal, ids in towed.items():
        t.record(Arrived("21.23F", side, "", goal, "displaced", ids, ids))


def is_early_row(row: str) -> bool:
    """Return True for row 3 and higher of a construction chart."""
    return row.isdecimal() and int(row) >= 3


@checks(Displace)
@clause("21.23A", "21.23B")
def check_displace(view: State, request: AskOrder, order: Displace) -> Verdict:
    """Check a displacement: the goal must be a nearest port with room, on the chosen front. The
    owner picks ships and route."""
    asked = dict(request.about)
    side, place, front = request.side, str(asked.get("place", "")), str(asked.get("front", ""))
    if request.kind != "displacement":
        return refuse(Refusal("21.23", "not-displaced", tuple(p.id for p in order.units)))
    ships = selected_units(view, side, order.units)
    out = [
        Refusal("21.23", "not-displaced", (u.id,), facts(base=u.base))
        for u in ships
        if u.base != place or u.force
    ]
    if not ships or out:
        return refuse(*(out or [Refusal("21.23", "no-ships", ())]))
    goal = theatre.place_id(view, order.to)
    waiting_here = [u for u in view.based(place, side) if not u.force]
    everyone = next(
        (
            g
            for g in group_by_box_use(waiting_here)
            if all(u.id in {x.id for x in g} for u in ships)
        ),
        waiting_here,
    )
    ports = nearest_refuges(view, everyone, place, front)
    if goal not in [p.place for p in ports]:
        known = next(
            (p for p in refuges_for(view, everyone, place, front) if p.place == goal), None
        )
        off_front = bool(front) and known is None and front not in fronts_of(view, goal)
        cite = (
            "21.23C"
            if off_front
            else "21.231"
            if theatre.is_box(goal) and known is None
            else "21.23"
        )
        out.append(
            Refusal(
                cite,
                "not-nearest",
                (goal,),
                facts(
                    nearest=", ".join(sorted(p.place for p in ports)),
                    distance=ports[0].distance if ports else 0,
                ),
                (Remedy("nearest-port"),),
            )
        )
        return refuse(*out)
    free = next(p.room for p in ports if p.place == goal)
    if factors(ships) > free:
        limit = capacity(view, goal)
        about = facts(
            room=free, factors=factors(ships), after=limit - free + factors(ships), limit=limit
        )
        out.append(Refusal("21.23B", "port-full", (goal,), about, (Remedy("fewer-factors"),)))
    elif factors(everyone) <= free and factors(ships) < factors(everyone) and len(ports) == 1:
        out.append(
            Refusal(
                "21.23",
                "leaves-behind",
                tuple(u.id for u in everyone if u not in ships),
                facts(goal=goal),
            )
        )
    if order.via:
        out += displacement_track(view, side, ships, place, goal, order.via, front).refusals
    return refuse(*out)


@clause("21.23E")
def displacement_track(
    state: State,
    side: str,
    ships: Sequence[Unit],
    place: str,
    goal: str,
    via: Sequence[str],
    front: str,
) -> routing.Plan:
    """Return the track to the new base by the owner's route, leaving on the chosen front."""
    ends = (waters_of_departure(state, place, front), routing.OPEN_ENDS[1])
    return routing.plot_route(state, side, ships, place, goal, via, "displaced", "21.23", (), ends)


@clause("21.232", "21.232A", "21.232B", "21.232C", "21.232D", "21.233", "21.36B")
async def sail_displaced(
    t: Table[State],
    side: str,
    ids: tuple[str, ...],
    place: str,
    goal: str,
    via: Sequence[str],
    front: str,
) -> None:
    """Sail displaced ships. Every hex has a window, the hex of the port that they leave included,
    and they may be intercepted repeatedly. They never turn back or divide, and end inverted."""
    from ..air import sea_air
    from ..interception.movement_windows import enter_hex, open_hex_window

    ships = [t.state.units[i] for i in ids]
    path = displacement_track(t.state, side, ships, place, goal, via, front).path
    force = new_force(t.state, side, "displaced", ids, path, goal, front=front, origin=place)
    name = force.id
    t.record(Announced("21.23", force))
    for i in range(len(path)):
        if name not in t.state.forces:
            return
        if i:
            await sea_air.open_air_window(t, name, (enter_hex(t, name, i, "21.232C"),), "21.232C")
        if any(u.present for u in t.state.members(name)):
            await open_hex_window(t, name, "displaced", i)
        if not [u for u in t.state.members(name) if u.present]:
            if name in t.state.forces:
                t.record(ForceGone("21.23", side, name))
            return
    left = tuple(u.id for u in t.state.members(name) if u.present)
    t.record(Arrived("21.233", side, name, goal, "displaced", left, left))
