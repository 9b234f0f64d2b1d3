"""Orders to raid (21.53): check and announcement, and groups placed at sea before the game
(21.5331)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.boards.name_folding import fold_umlauts
from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import Announced
from ...map import theatre
from ...map.theatre import ATLANTIC_SW
from ...orders import PlaceRaiders, RaidOrder
from ...state import Force, State, Unit, needs_task_force
from ...state.raider_groups import Raid
from ...state.unit_names import free_force_id
from .. import mission_points
from ..employment import start_refusals
from ..forces import muster_units, selected_units, task_force_name, unknown_picks
from ..movement import routing
from ..registry import carries, checks
from . import groups
from .events import RaidBegan
from .groups import RaidRoute

AT_START = frozenset(
    {"admiral graf spee", "graf spee", "lutzow", "deutschland", "admiral scheer", "scheer"}
)
"""Folded names of the ships that may be at sea at the opening."""


@clause("21.531B")
def time_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse raids outside the missions segment of the combat phase. They are ordered with the
    other missions, before strategic warfare."""
    if view.mover == side and view.phase == "combat" and view.segment == "missions":
        return []
    return [
        Refusal(
            "21.531B",
            "no-raid-now",
            (),
            facts(phase=view.phase, segment=view.segment),
            (Remedy("combat-phase"),),
        )
    ]


@checks(RaidOrder)
@clause("21.53")
def check_raid(view: State, request: AskOrder, order: RaidOrder) -> Verdict:
    """Check whether ships may raid an SW box together: time, ships, ports, route and price. All
    faults are refused at once."""
    side = request.side
    out = time_refusals(view, side)
    if not theatre.is_sw_box(order.to):
        return refuse(*out, Refusal("21.531A", "not-an-sw-box", (order.to,)))
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(*out, Refusal("21.532A", "unknown-unit", missing))
    ships = selected_units(view, side, order.units)
    out += groups.ship_refusals(side, ships)
    out += groups.size_refusals(ships)
    out += groups.port_refusals(view, side, ships, order.to) if side == "Axis" else []
    out += start_refusals(view, side, ships, "raid", tf=task_force_name(order.units, order.tf))
    if not out:
        out += meeting_refusals(view, order, ships)
        for plan in (w.plan for _, w in raid_routes(view, side, order, ships)):
            out += plan.refusals
    points = mission_points.points_left(view, side)
    if groups.raid_cost(view, ships) > points:
        about = facts(
            needs=groups.raid_cost(view, ships), left=points, factors=len(ships), affordable=points
        )
        ids = tuple(u.id for u in ships)
        out.append(
            Refusal("21.414A", "points-short", ids, about, (), ("awaw.raider-cost",), ("21.531C",))
        )
    return refuse(*dict.fromkeys(out))


@clause("21.533A")
def meeting_refusals(view: State, order: RaidOrder, ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse a group from several ports without a meeting hex at sea. It joins there, never in the
    box."""
    if len({u.base for u in ships}) < 2 or groups.is_unseen(view, ships, order.to):
        return []
    if not order.meeting:
        return [
            Refusal(
                "21.533A",
                "no-meeting-hex",
                tuple(u.id for u in ships),
                (),
                (Remedy("name-meeting-hex"),),
            )
        ]
    if theatre.is_box(order.meeting) or not theatre.water_bodies(
        theatre.board_of(view, order.meeting), order.meeting
    ):
        return [
            Refusal("21.533A", "meet-at-sea", (order.meeting,), (), (Remedy("name-meeting-hex"),))
        ]
    return []


def raid_routes(
    view: State, side: str, order: RaidOrder, ships: Sequence[Unit]
) -> list[tuple[tuple[Unit, ...], RaidRoute]]:
    """Return the ships by the base they leave, with the route of each part: to the meeting hex, or
    to the box."""
    bases = tuple(dict.fromkeys(u.base for u in ships))
    out = []
    for base in bases:
        here = tuple(u for u in ships if u.base == base)
        if len(bases) > 1 and not groups.is_unseen(view, ships, order.to):
            way = RaidRoute(
                routing.plot_route(view, side, here, base, order.meeting, (), "raid", "21.533A")
            )
        else:
            way = groups.route_to_box(view, side, here, base, order.to, order.via)
        out.append((here, way))
    return out


@carries(RaidOrder)
@clause("21.533B#2")
async def announce_raid(t: Table[State], side: str, order: RaidOrder) -> None:
    """Announce a group. It sails by itself when all missions are announced, never together with
    another group."""
    ids = muster_units(t, side, order.units, "21.532E")
    s = t.state
    ships = [s.units[i] for i in ids]
    ports = tuple(dict.fromkeys(u.base for u in ships))
    unseen = groups.is_unseen(s, ships, order.to)
    name = free_force_id(s, "R")
    for n, (here, way) in enumerate(raid_routes(s, side, order, ships)):
        if n and unseen:
            continue
        part = name if not n else free_force_id(t.state, "R")
        mine = ships if unseen else here
        t.record(
            Announced(
                "21.531B",
                Force(
                    id=part,
                    side=side,
                    mission="raid",
                    units=tuple(u.id for u in mine),
                    path=way.plan.path,
                    target=order.to,
                    name=order.tf,
                    since=s.player_turn,
                    task_force=needs_task_force(mine) or bool(order.tf),
                    origin=here[0].base,
                    note="" if not n else f"joins {name}",
                    front=way.edge,
                ),
                operation="raid",
            )
        )
    t.record(RaidBegan("21.532E", Raid(name, side, ships[0].nation, order.to, ports)))


# ----------------------------------------------------------------------------------- at the start
def may_start_at_sea(ship: Unit) -> bool:
    """Return True for one of the three ships, in any spelling and with any addition of the ship
    list."""
    return fold_umlauts(ship.name.partition(" (")[0]) in AT_START


@checks(PlaceRaiders)
@clause("21.5331", "21.5331@earlier")
def check_place(view: State, request: AskOrder, order: PlaceRaiders) -> Verdict:
    """Check the placing of raiders at the opening. Germany may put Graf Spee, Lutzow and Scheer
    into the Atlantic SW box, together or apart."""
    side = request.side
    out: list[Refusal] = []
    if request.kind != "raid-setup":
        out.append(
            Refusal("21.5331", "no-raid-now", (), facts(phase=view.phase, segment=view.segment))
        )
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(*out, Refusal("21.5331", "unknown-unit", missing))
    ships = selected_units(view, side, order.units)
    wrong = tuple(
        u.id
        for u in ships
        if u.nation != "Germany" or not may_start_at_sea(u) or order.to != ATLANTIC_SW
    )
    if wrong:
        out.append(Refusal("21.5331", "not-at-start", wrong, facts(box=order.to)))
    placed = tuple(u.id for u in ships if u.force)
    if placed:
        out.append(Refusal("21.5331", "already-announced", placed))
    return refuse(*out, *groups.size_refusals(ships))


@carries(PlaceRaiders)
async def place_raiders(t: Table[State], side: str, order: PlaceRaiders) -> None:
    """Place the group in the box, where it waits for its combat phase."""
    put_at_sea(t, side, muster_units(t, side, order.units, "21.5331"))


def put_at_sea(t: Table[State], side: str, ids: Sequence[str]) -> None:
    """Put a group into the Atlantic SW box as the game begins."""
    name = free_force_id(t.state, "R")
    t.record(
        Announced(
            "21.5331",
            Force(
                id=name,
                side=side,
                mission="raid",
                units=tuple(ids),
                path=(ATLANTIC_SW,),
                target=ATLANTIC_SW,
                since=t.state.player_turn,
                origin=ATLANTIC_SW,
            ),
        )
    )
    t.record(RaidBegan("21.5331", Raid(name, side, "Germany", ATLANTIC_SW, setup=True)))


def is_raid_possible(s: State) -> bool:
    """Return True when the mover may raid at all: it has groups at sea, or ships that may raid a
    box with enemy transports."""
    if any(x.side == s.mover for x in s.raids.values()):
        return True
    enemy = s.enemy(s.mover)
    boxes = [
        k.removeprefix(f"{enemy} ")
        for k, held in s.sw.items()
        if k.startswith(enemy) and held.transports
    ]
    mine = [u for u in s.ships(s.mover) if not u.force]
    return s.mover == "Axis" and any(
        groups.can_raid(s, s.mover, u, box) for box in boxes for u in mine
    )
