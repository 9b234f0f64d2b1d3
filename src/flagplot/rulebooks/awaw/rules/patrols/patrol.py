"""Patrols (21.41): announcement, voyage hex by hex, actions in the patrol hex, staying and
returning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Ask, AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import Announced, Entered, ForceChanged, ForceGone, Sequenced
from ...map import theatre
from ...map.ports import is_port
from ...orders import Patrol
from ...orders import Sequence as SequenceOrder
from ...state import Force, State, Unit, needs_task_force, replace
from ...state.unit_names import free_force_id
from .. import employment, forces, mapboard_boxes, mission_points, remedies
from ..air import base_strike
from ..interception.movement_windows import Meeting, open_patrol_window
from ..movement import routing
from ..movement.board_edge import north_edge_refusal
from ..range.return_to_base import return_to_base
from ..registry import at_moment, carries, checks
from ..scenario_duties import bound_refusals, has_duty
from . import patrol_air

NO_PATROL = frozenset({"CVE", "TR", "ASW"})
"""Types that never patrol: escort carriers (published, chapter 20), transports and submarine
hunters."""
GO_ON, GO_HOME = "go on", "return"
STAY = "stay"


# ------------------------------------------------------------------------------------- announcing
@checks(Patrol)
@clause("21.4", "21.412")
def check_patrol(view: State, request: AskOrder, order: Patrol) -> Verdict:
    """Check whether a patrol may be announced: the right moment, ships that may patrol, a sea hex
    in range, and its price."""
    side = request.side
    if request.kind != "movement":
        return refuse(too_late_refusal(view, order))
    units = forces.selected_units(view, side, order.units)
    found: list[Refusal | None] = [
        *foreign_refusals(view, side, order),
        sea_hex_refusal(view, order.to),
    ]
    if any(found):
        return refuse(*found)
    found += [
        *box_refusals(units, order),
        changed_base_refusal(view, units, order),
        mixed_refusal(units, order),
        unfit_refusal(units, order),
    ]
    found += employment.start_refusals(
        view, side, units, "patrol", tf=forces.task_force_name(order.units, order.tf)
    )
    found += bound_refusals(view, side, units, "patrol", order.to)
    for base, group in forces.ships_by_base(units).items():
        plan = routing.plot_route(view, side, group, base, order.to, order.via, "patrol", "21.412")
        straight = (
            order.via
            and plan.refusals
            and routing.plot_route(view, side, group, base, order.to, (), "patrol", "21.412")
        )
        found += [with_short_route(r, order) if straight else r for r in plan.refusals]
    found.append(
        mission_points.points_refusal(
            view, side, units, lambda: cheaper_remedies(view, side, order, units)
        )
    )
    return refuse(*remedies.with_full_orders(view, side, order, list(dict.fromkeys(found))))


@clause("21.416A", "21.557A")
def too_late_refusal(view: State, order: Patrol) -> Refusal:
    """Return the refusal of a patrol ordered too late. Patrols are announced together with base
    changes, before any of them sails, and in no other phase."""
    if view.phase == "movement":
        return Refusal(
            "21.416A", "patrols-announced-already", (order.to,), facts(segment=view.segment)
        )
    about = facts(phase=view.phase, wanted="movement")
    return Refusal(
        "21.411",
        "not-now",
        (order.to,),
        about,
        (),
        (),
        ("21.557A",) if view.phase == "combat" else (),
    )


def foreign_refusals(view: State, side: str, order: Any) -> tuple[Refusal, ...]:
    """Refuse units that are not the side's own."""
    ids = forces.unknown_picks(view, side, order.units)
    return (Refusal("21.31", "not-yours", ids, facts(side=side)),) if ids else ()


@clause("21.411", "21.551")
def sea_hex_refusal(view: State, place: str, cite: str = "21.411") -> Refusal | None:
    """Refuse a hex for a patrol or carrier mission without sea, with a port, or beyond the northern
    edge (21.217C)."""
    if theatre.is_north_of_board(place):
        return north_edge_refusal(place)
    if theatre.is_box(place) or not theatre.waters(view, place):
        return Refusal(
            cite, "patrol-needs-sea", (place,), facts(place=place), (Remedy("name-sea-hex"),)
        )
    if is_port(view, place):
        return Refusal(
            cite,
            "patrol-in-port",
            (place,),
            facts(place=theatre.name_of(view, place)),
            (Remedy("name-sea-hex"),),
        )
    return None


@clause("21.413A", "21.413", "21.413B")
def box_refusals(units: Sequence[Unit], order: Patrol) -> tuple[Refusal, ...]:
    """Refuse patrols from the U.S. boxes, the South Africa box and SW boxes. India and Australia
    may send them."""
    allowed = (theatre.INDIA, theatre.AUSTRALIA)
    bad: dict[str, list[str]] = {}
    for u in units:
        if (theatre.is_mapboard_box(u.base) or theatre.is_sw_box(u.base)) and u.base not in allowed:
            bad.setdefault(u.base, []).append(u.id)
    return tuple(
        Refusal(
            "21.413A",
            "no-patrol-from-box",
            tuple(ids),
            facts(box=box),
            remedies.without_ships(order, ids),
            (),
            ("21.557B",) if box in mapboard_boxes.US_BOXES else (),
        )
        for box, ids in bad.items()
    )


@clause("21.414B#2")
def changed_base_refusal(view: State, units: Sequence[Unit], order: Patrol) -> Refusal | None:
    """Refuse ships that change base in this movement phase, because base changes and patrols happen
    at the same time."""
    forces_ = view.forces
    ids = tuple(
        [
            u.id
            for u in units
            if u.changed_base or (u.force in forces_ and forces_[u.force].mission == "base-change")
        ]
    )
    return (
        Refusal("21.414B#2", "base-change-or-patrol", ids, (), remedies.without_ships(order, ids))
        if ids
        else None
    )


@clause("21.4184A")
def mixed_refusal(units: Sequence[Unit], order: Patrol) -> Refusal | None:
    """Refuse submarines mixed with other ships."""
    boats = [u.id for u in units if u.type == "SS"]
    if not boats or len(boats) == len(units):
        return None
    return Refusal(
        "21.4184A",
        "submarines-apart",
        tuple(boats),
        (),
        remedies.without_ships(order, boats) + remedies.only_ships(order, boats),
    )


@clause("21.4184")
def unfit_refusal(units: Sequence[Unit], order: Patrol) -> Refusal | None:
    """Refuse ships other than fleet units, fast carriers and submarines."""
    ids = tuple(u.id for u in units if u.kind != "ship" or u.type in NO_PATROL)
    return (
        Refusal(
            "21.411",
            "cannot-patrol",
            ids,
            facts(types=", ".join(sorted({u.type for u in units if u.id in ids}))),
            remedies.without_ships(order, ids),
        )
        if ids
        else None
    )


def with_short_route(r: Refusal, order: Patrol) -> Refusal:
    """Return a refusal of a track, with the same patrol by the shortest route as a remedy when the
    player chose the route."""
    if not order.via or r.code == "strait-closed":
        return r
    shorter = Remedy("shortest-way", remedies.order_text(replace(order, via=())))
    return replace(r, remedies=(*r.remedies, shorter))


def cheaper_remedies(
    view: State, side: str, order: Patrol, units: Sequence[Unit]
) -> tuple[Remedy, ...]:
    """Return the remedy with as many of the patrol's ships, in the order named, as the points pay
    for."""
    left = mission_points.points_left(view, side)
    kept: list[Unit] = []
    for u in units:
        if mission_points.mission_cost([*kept, u]) <= left:
            kept.append(u)
    return remedies.only_ships(order, {u.id for u in kept}, "fewer-ships") if kept else ()


@carries(Patrol)
@clause("21.414B#3")
async def announce_patrol(t: Table[State], side: str, order: Patrol) -> None:
    """Announce a patrol. Ships of several bases sail apart, and the others join the first where
    their tracks meet."""
    ids = forces.muster_units(t, side, order.units, "21.416A")
    groups = forces.ships_by_base([t.state.units[i] for i in ids])
    lead = ""
    whole = tuple(t.state.units[i] for i in ids)
    task_force = needs_task_force(whole) or bool(order.tf)
    for base, group in groups.items():
        s = t.state
        plan = routing.plot_route(s, side, group, base, order.to, order.via, "patrol", "21.412")
        new = free_force_id(s, "P")
        front = mission_points.front_of(s, order.to, "patrol", base)
        force = Force(
            id=new,
            side=side,
            mission="patrol",
            units=tuple(u.id for u in group),
            path=plan.path,
            target=order.to,
            task_force=task_force,
            name=order.tf,
            since=s.player_turn,
            submarines=group[0].type == "SS",
            front=front,
            note=f"joins {lead}" if lead else "",
        )
        lead = lead or new
        t.record(Announced("21.416A", force, "patrol"))


# --------------------------------------------------------------------------------------- sequence
def waiting_patrols(state: State) -> tuple[Force, ...]:
    """Return the mover's patrols that have not sailed yet, in their sequence. Parts that join
    another patrol are left out."""
    waiting = [
        f
        for f in state.forces.values()
        if f.side == state.mover
        and f.mission == "patrol"
        and f.state == "announced"
        and not forces.joined_force(f)
    ]
    return tuple(sorted(waiting, key=lambda f: (f.order, len(f.id), f.id)))


@checks(SequenceOrder)
def check_sequence(view: State, request: AskOrder, order: SequenceOrder) -> Verdict:
    """Check that the sequence names every waiting patrol once."""
    waiting = [f.id for f in waiting_patrols(view)]
    if request.kind not in ("sequence", "movement"):
        return refuse(Refusal("21.416B", "sequence-later", order.forces))
    if sorted(order.forces) != sorted(waiting):
        wrong = tuple(sorted(set(order.forces) ^ set(waiting))) or order.forces
        remedy = (
            (Remedy("as-announced", remedies.order_text(SequenceOrder(tuple(waiting)))),)
            if waiting
            else ()
        )
        return refuse(
            Refusal(
                "21.416B", "sequence-all-once", wrong, facts(patrols=", ".join(waiting)), remedy
            )
        )
    return Verdict()


@carries(SequenceOrder)
async def fix_given_sequence(t: Table[State], side: str, order: SequenceOrder) -> None:
    """Fix the order of the patrols while more may still be announced."""
    t.record(Sequenced("21.416B", side, order.forces))


@clause("21.416B")
async def ask_sequence(t: Table[State]) -> None:
    """Ask the mover for the order in which its patrols are carried out."""
    side = t.state.mover
    waiting = tuple(f.id for f in waiting_patrols(t.state))
    given = await AskOrder(side, "21.416B", "sequence", facts(patrols=", ".join(waiting)))
    t.record(
        Sequenced("21.416B", side, given.forces if isinstance(given, SequenceOrder) else waiting)
    )


# ----------------------------------------------------------------------------------- carrying out
@at_moment("patrols")
@clause("21.416", "21.416M#2", "21.41")
async def run_patrols(t: Table[State]) -> bool:
    """Carry out the next patrol. Return True while patrols are left, because each takes a step of
    its own."""
    waiting = waiting_patrols(t.state)
    if not waiting:
        return False
    if len(waiting) > 1 and waiting[0].order == 0:
        await ask_sequence(t)
        return True
    await carry_out(t, waiting[0].id)
    return True


@clause("21.414", "21.417@earlier")
async def carry_out(t: Table[State], lead: str) -> None:
    """Sail one patrol from its bases to its hex, let it strike there, and let it stay or return."""
    s = t.state
    first, parts = s.forces[lead], parts_of_patrol(s, lead)
    mission_points.charge_mission(
        t,
        first.side,
        first.target,
        [u for f in parts for u in s.members(f)],
        "patrol",
        first.path[0],
    )
    await sail_rest(t, lead)
    base_strike.invert_aborted(t, lead)


def parts_of_patrol(s: State, lead: str) -> list[Force]:
    """Return the forces that make up one patrol, its leading force first."""
    return [f for f in s.forces.values() if f.id == lead] + [
        f for f in s.forces.values() if forces.joined_force(f) == lead
    ]


async def sail_rest(t: Table[State], lead: str) -> None:
    """Sail what is left of a patrol from where it is."""
    parts = parts_of_patrol(t.state, lead)
    if not parts:
        return
    goal, meeting = parts[0].target, meeting_hex([f.path for f in parts])
    there = [f.id for f in parts if await sail_patrol(t, f.id, meeting)]
    if not there:
        return
    merge_parts(t, there)
    if meeting != goal and not await sail_patrol(t, there[0], goal):
        return
    await play_station(t, there[0])


@clause("21.414B#3")
def meeting_hex(paths: Sequence[tuple[str, ...]]) -> str:
    """Return the hex where the parts of a patrol join: the first from which their tracks are the
    same up to the patrol hex."""
    tail = 1
    while all(len(p) > tail + 1 for p in paths) and len({p[-tail - 1] for p in paths}) == 1:
        tail += 1
    return paths[0][-tail] if len(paths) > 1 else paths[0][-1]


def merge_parts(t: Table[State], ids: Sequence[str], cite: str = "21.414B") -> None:
    """Merge the parts of a force that have met. The whole has the track of the first."""
    if len(ids) < 2:
        return
    s = t.state
    first, rest = s.forces[ids[0]], [s.forces[i] for i in ids[1:]]
    units = tuple(u.id for f in (first, *rest) for u in s.members(f))
    tried = tuple(sorted({x for f in (first, *rest) for x in f.attempted}))
    task_force = any(f.task_force for f in (first, *rest))
    t.record(
        ForceChanged(cite, replace(first, units=units, task_force=task_force, attempted=tried))
    )
    for f in rest:
        t.record(ForceGone(cite, f.side, f.id))
    t.record(Entered(cite, first.side, first.id, first.at, first.step))


@clause("21.416C", "21.416H", "21.417A", "21.36B")
async def sail_patrol(t: Table[State], id: str, goal: str) -> bool:
    """Sail a patrol to *goal* on its track. In every hex that it enters the enemy may intercept it;
    then it may fly counterair. It also enters the water of its own port.

    Return False when it is no longer under way.
    """
    f = t.state.forces[id]
    if f.state == "announced" and not f.submarines and not theatre.is_box(f.at):
        t.record(Entered("21.36B", f.side, id, f.at, 0))
        if not await play_entry(t, id, await open_patrol_window(t, id, "patrol")):
            return False
    while True:
        f = t.state.forces[id]
        if f.step > 0 and f.at == goal:
            return True
        here = f.path[f.step + 1] if len(f.path) > f.step + 1 else f.target
        t.record(Entered("21.416B", f.side, id, here, f.step + 1))
        if not await play_entry(t, id, await open_patrol_window(t, id, "patrol")):
            return False


async def play_entry(t: Table[State], id: str, meeting: Meeting) -> bool:
    """Play what follows the enemy's window in a hex that a patrol has entered. Return False when
    the patrol is no longer under way."""
    if not await decide_going_on(t, id, meeting):
        return False
    f = t.state.forces[id]
    if not meeting.fought and f.step and f.at != f.target:
        await patrol_air.fly_en_route(t, id)
    return True


@clause("21.416E", "21.416F")
async def decide_going_on(t: Table[State], id: str, meeting: Meeting) -> bool:
    """Decide what a patrol does after an interception: a beaten one returns inverted, a victorious
    one may go on or return. Return True when it goes on."""
    if id not in t.state.forces or not t.state.members(id):
        return False
    if not meeting.fought:
        return True
    if not meeting.won:
        await return_to_base(t, id, clause="21.416F")
        return False
    side = t.state.forces[id].side
    answer = await Ask(
        side,
        (GO_ON, GO_HOME),
        "21.416E",
        "patrol-go-on",
        facts(force=id, hex=t.state.forces[id].at),
    )
    if answer == GO_HOME:
        await return_to_base(t, id, clause="21.416E")
        return False
    return True


@clause("21.416K", "21.416L", "21.417B", "21.415")
async def play_station(t: Table[State], id: str) -> None:
    """Play a patrol's time in its hex: strikes, then the mover's choice whether it stays (a patrol
    bound by its scenario must), then a last window for the enemy."""
    f = t.state.forces[id]
    if f.submarines:
        t.record(ForceChanged("21.4184", replace(f, state="on-station", remains=True)))
        return
    if not await patrol_air.fly_strikes(t, id):
        return
    if not has_duty(t.state, f.side, t.state.members(id)):
        answer = await Ask(
            f.side, (STAY, GO_HOME), "21.416K", "patrol-stay", facts(force=id, hex=f.target)
        )
        if answer == GO_HOME:
            await return_to_base(t, id, clause="21.416K")
            return
    await settle_stay(t, id, await open_patrol_window(t, id, "patrol-stays"))


@clause("21.416L")
async def settle_stay(t: Table[State], id: str, meeting: Meeting) -> None:
    """Settle a patrol that was to stay, after the enemy's window."""
    if id not in t.state.forces or not t.state.members(id):
        return
    f = t.state.forces[id]
    if meeting.fought:
        if not meeting.won:
            await return_to_base(t, id, clause="21.416L")
            return
        if (
            await Ask(
                f.side, (STAY, GO_HOME), "21.416L", "patrol-stay", facts(force=id, hex=f.target)
            )
            == GO_HOME
        ):
            await return_to_base(t, id, clause="21.416L")
            return
    t.record(ForceChanged("21.416L", replace(t.state.forces[id], state="on-station", remains=True)))


# -------------------------------------------------------------------------------------- returning
@at_moment("combat-end", 1)
@clause("21.4183")
async def end_regular_combat(t: Table[State]) -> bool:
    """Play the strikes of patrols that stayed, score them, and send them back, when regular combat
    ends and before exploitation.

    Submarine patrols may stay at sea (see ``submarine_patrol``). One force acts in each step.
    """
    from ...scenarios import score

    s = t.state
    mine = [
        f
        for f in s.forces.values()
        if f.side == s.mover and f.mission == "patrol" and f.state == "on-station"
    ]
    surface = sorted(
        (f for f in mine if not f.submarines), key=lambda f: (f.order, len(f.id), f.id)
    )
    for f in surface:
        if await patrol_air.ask_combat_strike(t, f.id):
            return True
    if surface:
        base_strike.invert_aborted(t, patrol_air.COMBAT)
        score.patrol_points(t)
    for f in surface:
        await return_to_base(t, f.id, clause="21.4183")
    return False
