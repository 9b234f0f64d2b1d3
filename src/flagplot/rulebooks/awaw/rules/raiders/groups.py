"""Raider groups: the ships that may raid together and their ports (21.532), their route to the SW
box (21.533), their cost (21.531C)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Refusal, Remedy, Table, clause, facts

from ...events import Charged
from ...map import straits, theatre
from ...map.fronts import fronts_of
from ...map.ports import side_holding
from ...map.theatre import ATLANTIC_SW, INDIAN_SW, PACIFIC_SW
from ...state import CAPITAL, FAST_CARRIERS, State, Unit
from ...state.raider_groups import Raid
from ..combat import combat_tables
from ..forces import joined_force
from ..movement import routing
from ..range.limits import has_named_place, is_in_hawaii

MOST_SHIPS = 3


DIRECT = ("Bergen", "Scapa Flow")
"""Ports from which raiders reach the Atlantic SW box at once."""


JAPANESE_PORTS = {
    INDIAN_SW: ("Singapore", "Colombo", "Madras"),
    PACIFIC_SW: ("Townsville", "Noumea", "Suva"),
}


ETHIOPIA = "Ethiopia"


@clause("21.532E")
def ship_count(units: Sequence[Unit]) -> int:
    """Return the number of ships in a group: each named ship and each cruiser of two factors is
    one."""
    return sum(max(1, u.factors // 2) if u.type == "CA" else 1 for u in units)


def forces_of_group(view: State, raid: str) -> tuple[str, ...]:
    """Return the ids of a group's forces: its own, and those that join it at the meeting hex."""
    return tuple(f.id for f in view.forces.values() if raid in (f.id, joined_force(f)))


@clause("21.531A", "21.532A")
def ship_refusals(side: str, ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse ships that may not raid. Only the Axis raids, with fast carriers, cruisers, and fast
    capital ships of less than five factors."""
    if side != "Axis":
        return [Refusal("21.531A", "axis-raids", tuple(u.id for u in ships))]
    able = CAPITAL | FAST_CARRIERS | {"CA"}
    wrong = [
        u for u in ships if u.type not in able or not u.fast or (u.type == "BB" and u.factors >= 5)
    ]
    return [Refusal("21.532A", "cannot-raid", tuple(u.id for u in wrong))] if wrong else []


@clause("21.532E")
def size_refusals(ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse more than three ships, or more than one fast carrier."""
    out = []
    if ship_count(ships) > MOST_SHIPS:
        out.append(
            Refusal(
                "21.532E",
                "raid-too-big",
                tuple(u.id for u in ships),
                facts(ships=ship_count(ships), most=MOST_SHIPS),
            )
        )
    carriers = tuple(u.id for u in ships if u.type in FAST_CARRIERS)
    return out + ([Refusal("21.532E", "one-carrier", carriers)] if len(carriers) > 1 else [])


@clause("21.532B", "21.532C", "21.532D")
def port_refusals(view: State, side: str, ships: Sequence[Unit], box: str) -> list[Refusal]:
    """Refuse ships that may not raid a box from their port, by nation and port, and more than three
    from one port where the rule limits them."""
    out = []
    for u in ships:
        cite = {ATLANTIC_SW: "21.532B", INDIAN_SW: "21.532C", PACIFIC_SW: "21.532D"}[box]
        if not can_raid(view, side, u, box):
            about = facts(box=box, base=theatre.name_of(view, u.base), nation=u.nation)
            needs = ", ".join(missing_places(view, side)) if is_from_suez(view, u, box) else ""
            code = "raids-need-holding" if needs else "raids-not-from-there"
            out.append(
                Refusal(
                    cite,
                    code,
                    (u.id,),
                    about + facts(needs=needs) if needs else about,
                    (Remedy("other-goal"),),
                )
            )
    if box == ATLANTIC_SW:
        return out
    cite = "21.532C" if box == INDIAN_SW else "21.532D"
    for base in dict.fromkeys(u.base for u in ships):
        gone = sum(raiders_from(view, base, x) for x in view.raids.values() if x.box == box)
        here = gone + ship_count([u for u in ships if u.base == base])
        if here > MOST_SHIPS:
            about = facts(base=theatre.name_of(view, base), ships=here, most=MOST_SHIPS)
            out.append(
                Refusal(
                    cite, "port-raids-three", tuple(u.id for u in ships if u.base == base), about
                )
            )
    return out


def raiders_from(view: State, base: str, raid: Raid) -> int:
    """Return the ships of a group that left a port. Those that have yet to join the others are
    included."""
    return ship_count(
        [u for part in forces_of_group(view, raid.id) for u in view.members(part) if u.base == base]
    )


def can_raid(view: State, side: str, u: Unit, box: str) -> bool:
    """Return True when a ship's nation and port let it raid a box."""
    if box == ATLANTIC_SW:
        return u.nation == "Germany" and "western" in fronts_of(view, u.base)
    if u.nation == "Japan":
        hawaii = box == PACIFIC_SW and not theatre.is_box(u.base) and is_in_hawaii(view, u.base)
        return hawaii or has_named_place(view, u.base, *JAPANESE_PORTS[box])
    return is_from_suez(view, u, box) and not missing_places(view, side)


def is_from_suez(view: State, u: Unit, box: str) -> bool:
    """Return True for a German or Italian ship at Suez that sails to the Indian Ocean."""
    return (
        box == INDIAN_SW
        and u.nation in ("Germany", "Italy")
        and has_named_place(view, u.base, "Suez")
    )


def missing_places(view: State, side: str) -> tuple[str, ...]:
    """Return the further places that the Axis must hold and does not: land along the Suez canal,
    and Ethiopia. Without a holder in the state Ethiopia is Italian until Spring 1941."""
    board = theatre.load_board(theatre.EUROPE)
    shores = tuple(
        c.place or c.hex
        for c in board.links["suez-canal"].controls
        if not straits.is_control_met(view, side, c, board)
    )
    held = side_holding(view, ETHIOPIA) == side if ETHIOPIA in view.control else view.year < 1941
    return shores if held else (*shores, ETHIOPIA)


def is_direct_port(view: State, base: str) -> bool:
    """Return True for a port whose raiders cross no hex of the map."""
    return has_named_place(view, base, *DIRECT)


@clause("21.533D#2")
def is_unseen(view: State, ships: Sequence[Unit], box: str) -> bool:
    """Return True for raids from Bergen and Scapa Flow: they go straight into the Atlantic SW box,
    without hexes, interception or air attack."""
    return box == ATLANTIC_SW and bool(ships) and all(is_direct_port(view, u.base) for u in ships)


class RaidRoute(msgspec.Struct, frozen=True):
    """Route of ships to their box: the plan from base to the edge of the map, and the edge."""

    plan: routing.Plan
    edge: str = ""


EXITS: dict[str, tuple[tuple[str, str], ...]] = {
    ATLANTIC_SW: ((theatre.ATLANTIC_US, "west"),),
    INDIAN_SW: ((theatre.INDIA, "west"),),
    PACIFIC_SW: ((theatre.AUSTRALIA, "south"), (theatre.PACIFIC_US, "east")),
}
"""SW box -> (mapboard box, edge) pairs by which raiders leave the map: the mapboard boxes on its
ocean."""


def route_to_box(
    view: State, side: str, ships: Sequence[Unit], base: str, box: str, via: Sequence[str] = ()
) -> RaidRoute:
    """Return the shortest route from a port to the edge of the map on the way to a box. From Suez,
    and where the map has no edge towards the box, no hex is on the map."""
    if is_unseen(view, ships, box) or has_named_place(view, base, "Suez"):
        return RaidRoute(routing.Plan((base, box)))
    found = [
        RaidRoute(
            routing.plot_route(
                view,
                side,
                ships,
                base,
                goal,
                via[:-1] if via[-1:] == (goal,) else via,
                "raid",
                "21.533B",
            ),
            edge,
        )
        for beyond, edge in EXITS[box]
        for goal in edge_hexes(view, beyond, via)
    ]
    if not found:
        return RaidRoute(routing.Plan((base, box)))
    legal = [w for w in found if not w.plan.refusals]
    best = min(legal or found, key=lambda w: (w.plan.distance, w.plan.path))
    hexes = tuple(h for h in best.plan.path if not theatre.is_box(h))
    return RaidRoute(msgspec.structs.replace(best.plan, path=(*hexes, box)), best.edge)


def edge_hexes(view: State, beyond: str, via: Sequence[str]) -> tuple[str, ...]:
    """Return the hexes by which ships leave the map for a mapboard box: the last hex of the order
    if it is one, else all of them."""
    board = theatre.load_board(view.board)
    there = theatre.board_box(board.id, beyond)
    if not there:
        return ()
    entries = tuple(e.hex for e in board.boxes[there].entries)
    if via[-1:] and via[-1] in entries:
        return (via[-1],)
    return entries if beyond in (theatre.INDIA, theatre.AUSTRALIA) else (beyond,)


def raid_cost(view: State, ships: Sequence[Unit]) -> int:
    """Return the mission points of a raid: a number for each ship."""
    return ship_count(ships) * combat_tables.cell_number(view.rulings, "raider-cost", "ship")


@clause("21.531C")
def charged_front_of(view: State, ship: Unit, box: str) -> str:
    """Return the front to which a raider is charged (HR-531C): by default that of its port, by
    water. Ships at sea from the start are charged to the western front."""
    if view.rulings.switch("HR-531C") == "box":
        indian = "southeast-asia" if ship.nation == "Japan" else "mediterranean"
        return "western" if box == ATLANTIC_SW else indian if box == INDIAN_SW else "pacific"
    found = fronts_of(view, ship.base)
    return (
        "western"
        if theatre.is_sw_box(ship.base) or (box == ATLANTIC_SW and "western" in found)
        else next(iter(found), "")
    )


def raid_points_promised(view: State, side: str) -> int:
    """Return the points of raids that are announced, or were at sea from the start, and have not
    sailed."""
    waiting = (x.id for x in view.raids.values() if x.side == side and x.stage == "out")
    return sum(
        raid_cost(view, view.members(p)) for id in waiting for p in forces_of_group(view, id)
    )


@clause("21.5331#2", "21.5331#2@earlier")
def pay_raid(t: Table[State], raid: Raid) -> None:
    """Charge a group to its fronts as it sails. A group at sea from the start pays like the
    others."""
    by_front: dict[str, list[Unit]] = {}
    for u in (u for p in forces_of_group(t.state, raid.id) for u in t.state.members(p)):
        by_front.setdefault(charged_front_of(t.state, u, raid.box), []).append(u)
    for front, here in by_front.items():
        points = raid_cost(t.state, here)
        if points:
            t.record(Charged("21.5331#2" if raid.setup else "21.531C", raid.side, front, points))
