"""The execution of naval movement orders, with everything that interrupts them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice
from typing import Any

from flagplot.table import AskOrder, Event, Table, clause

from ... import events
from ...orders import (
    Bombard,
    Combine,
    Done,
    DropMine,
    EnterPort,
    Ferry,
    Form,
    Hold,
    Land,
    Load,
    MakeMines,
    Move,
    Pass,
    PutToSea,
    Repair,
    Rescue,
    Split,
    Support,
    Transfer,
    Wait,
    Work,
    task_text,
)
from ...state import Group, State
from .. import activities, scoring
from ..combat.battle import bombard, coast_combat, submarine_combat, surface_combat
from ..registry import carries
from ..search import reaction
from ..search.resolve import respond_to
from ..special import fleets, hazards, landing, malta, night
from ..special.ferries import Ferried
from ..special.fleets import Repaired, Rescued, Supported
from ..special.hazards import Coming
from ..special.malta import check_shipping
from ..special.mines import MineDropped, MinesMade
from . import costs, path_check
from .events import (
    Berthed,
    Combined,
    Finished,
    Formed,
    Halted,
    Held,
    Paid,
    Parted,
    PutOut,
    Renamed,
    Sailed,
    Spent,
    close_voyage,
    is_secret,
)


async def carry_out(t: Table[State], order: Any) -> bool:
    """Carry out an order of movement or reaction. Return False when the order ends the segment."""
    if isinstance(order, (Done, Pass)):
        return False
    await carries[type(order)](t, order)
    return True


async def reaction_orders(t: Table[State], side: str) -> tuple[bool, bool]:
    """Ask a side for one reaction order and carry it out. Return two booleans: the side goes on
    reacting; something moved."""
    order = await AskOrder(side, "32.C", "reaction")
    went_on = await carry_out(t, order)
    return went_on, isinstance(order, (Move, PutToSea))


@clause("32.A.s05")
async def play_reactions(t: Table[State], id: str) -> bool:
    """Let activated groups react while a phasing group's movement is suspended. Return True when
    any moved."""
    if t.state.rulings.switch("reaction_window") != "both":
        return False
    t.record(events.Suspended("32.A.s05", id))
    enemy = t.state.other(t.state.phasing)
    moved = False
    while reaction.is_asked_to_react(t.state, enemy):
        went_on, did = await reaction_orders(t, enemy)
        moved = moved or did
        if not went_on:
            break
    t.record(events.Suspended("32.A.s05", ""))
    return moved


# ------------------------------------------------------------------ sailing
@carries(Move)
async def carry_out_move(t: Table[State], o: Move) -> None:
    """Sail a path hex by hex. After each expense of MPs everything is resolved that it may start.

    The move stops where the group is found, fights or meets a reaction; the rest of the path is
    given up. A group that has lost units on the way sails on with the units it has left.
    """
    group = t.state.groups[o.group]
    legs, crew, cut = path_check.plot_path(t.state, group, o.path).legs, group.members, False
    if t.state.called and not is_secret(t.state, group):
        close_voyage(t, t.state.called)
    if group.where != "port":
        await hazards.pay_oil(t, o.group)
    elif await leave_port(t, o.group, legs[0].night):
        record_halt(t, o.group)
        return
    stopped = False
    while True:
        group = t.state.groups[o.group]
        if group.members != crew:
            ahead, crew = path_check.resume_path(t.state, group, legs), group.members
            legs, cut = ahead, cut or len(ahead) < len(legs)
        if stopped or not legs:
            break
        leg, legs = legs[0], legs[1:]
        mark_reaction(t, group)
        t.record(
            Sailed(
                "32.A.s08",
                group.side,
                group.id,
                is_secret(t.state, group),
                leg.here,
                leg.to,
                leg.mps,
                leg.night,
                leg.screened,
            )
        )
        stopped = await resolve_spending(t, o.group, True, leg.mps)
        if o.group not in t.state.groups:
            return
    close_voyage(t, o.group)
    if legs or cut:
        record_halt(t, o.group)


def record_halt(t: Table[State], id: str) -> None:
    """Record for a group's side that the group, if it still floats, gives up the rest of its
    path."""
    if id in t.state.groups:
        group = t.state.groups[id]
        t.record(Halted("32.D.2.s06", group.side, id, True, group.hex))


@clause("32.C.s06")
def mark_reaction(t: Table[State], group: Group) -> None:
    """Record a group's first reaction move in a step, which adds a level to its step marker."""
    if group.side != t.state.phasing and not group.reacted:
        t.record(events.Marked("32.C.s06", group.id, group.side))


@clause("32.A.2.s05", "36.D.2")
async def leave_port(t: Table[State], id: str, by_night: bool = False) -> bool:
    """Put a group to sea in its port's hex, by night where a night move begins with it. It enters a
    danger zone there, and meets an enemy group at sea there, at once. Return True when that stopped
    it."""
    s = t.state
    group = s.groups[id]
    await hazards.pay_oil(t, id)
    foes = s.groups_at(group.hex, s.other(group.side))
    mark_reaction(t, group)
    for unit in group.members:
        if s.scenario and group.side == "Axis":
            t.record(events.Noted("32.A.2.s05", f"left-{unit}", "yes"))
    t.record(PutOut("32.A.2.s05", group.side, id, is_secret(s, group), group.hex, by_night))
    await hazards.mine_check(t, id)
    stopped = await enter_zone(t, id, "puts to sea")
    if foes and id in t.state.groups and t.state.groups[id].hex == group.hex:
        stopped = await submarine_combat(t, id, True) or stopped
        stopped = await surface_combat(t, id, True) or stopped
    return stopped or id not in t.state.groups


async def enter_zone(t: Table[State], id: str, how: Coming = "comes in") -> bool:
    """Make the danger-zone roll where one is due, and play the reaction that contact calls. Return
    True when there was contact."""
    contact, called = await hazards.zone_check(t, id, how)
    if called:
        await play_reactions(t, id)
    return contact


@clause("32.D", "32.D.2.s06", "32.D.3.s04")
async def resolve_spending(t: Table[State], id: str, entered: bool, mps: int) -> bool:
    """Resolve everything that spending MPs may start, in order: mines, danger zone, search, coast
    defences, submarines, battle.

    Return True when the group's movement was interrupted.
    """
    if t.state.groups[id].where == "riverine":
        return False
    hex, spent = t.state.groups[id].hex, night.last_mps(t.state.groups[id].log, mps)
    await check_interference(t, id, entered)
    if entered:
        await hazards.mine_check(t, id)
    if id not in t.state.groups or t.state.groups[id].where == "port":
        return True
    stopped = await enter_zone(t, id) if entered else False
    if id in t.state.groups and t.state.groups[id].side == t.state.phasing:
        seen, called = await respond_to(t, id, entered)
        stopped = (await play_reactions(t, id) if called else False) or seen or stopped
    if id in t.state.groups and t.state.groups[id].hex == hex:
        stopped = await coast_combat(t, id, spent) or stopped
    stopped = await submarine_combat(t, id, entered) or stopped
    if id in t.state.groups:
        awake = reaction.activated_groups(t.state)
        stopped = await surface_combat(t, id, entered) or stopped
        if (
            reaction.activated_groups(t.state) - awake
            and id in t.state.groups
            and t.state.groups[id].side == t.state.phasing
        ):
            await play_reactions(t, id)  # it was met again where it broke off to
    return stopped or id not in t.state.groups


async def search_in_port(t: Table[State], id: str) -> None:
    """Resolve the consequences when a phasing group spends MPs in port: the enemy may search for it
    as at sea, but it fights nobody."""
    if t.state.groups[id].side == t.state.phasing and (await respond_to(t, id, False))[1]:
        await play_reactions(t, id)


@clause("36.A.1.(d)")
async def check_interference(t: Table[State], id: str, entered: bool) -> None:
    """Let enemy anti-shipping forces check a group that enters their hex, and Malta's forces any
    group in their reach, unless the entry was screened. Transports that Malta's hits turn back go
    home, apart from the rest where others sail on."""
    group = t.state.groups[id]
    enemy = t.state.other(group.side)
    posted = (
        entered
        and not group.screened
        and (enemy, group.hex) in t.state.raiders
        and t.state.kind(group) != "submarine"
    )
    if not posted and not malta.transports_checked(t.state, group, entered):
        return
    close_voyage(t, id)
    t.record(events.Interference("36.A.1.(d)", id, enemy, group.hex))
    turn_back(t, id, await check_shipping(t, id, entered))


def turn_back(t: Table[State], id: str, units: tuple[str, ...]) -> None:
    """Send some units of a group back to the port that it came from. Their movement ends (house
    rule)."""
    if not units:
        return
    group = t.state.groups[id]
    name = id
    if len(units) < len(group.members):
        taken = {g.id for g in t.state.standing(group.side)}
        name = next(n for k in count(2) if (n := f"{id}-{k}") not in taken)
        rename_hidden(t, group.side, (name,))
        t.record(Parted("36.A.1.(d)", group.side, id, False, ((name, units),)))
    port = malta.port_of_return(t.state, group)
    t.record(
        events.TurnedBack(
            "36.A.1.(d)",
            group.side,
            name,
            False,
            port or group.hex,
            "port" if port else group.where,
        )
    )


@carries(PutToSea)
async def _put(t: Table[State], o: PutToSea) -> None:
    await leave_port(t, o.group)


@carries(EnterPort)
async def _enter(t: Table[State], o: EnterPort) -> None:
    group = t.state.groups[o.group]
    t.record(Berthed("32.A.4.s02", group.side, group.id, is_secret(t.state, group), group.hex))


@carries(Wait)
async def _wait(t: Table[State], o: Wait) -> None:
    await spend_in_place(
        t,
        o.group,
        o.mps,
        o.night,
        lambda g, mps, dark, _: Spent(
            "32.A.s06", g.side, g.id, is_secret(t.state, g), mps, dark, "waiting"
        ),
    )


async def spend_in_place(
    t: Table[State],
    id: str,
    mps: int,
    by_night: bool,
    event: Callable[[Group, int, bool, int], Event],
) -> int:
    """Spend MPs where a group lies, in runs of day or night, each run with all that it may start.

    *event* makes the event of a run from (group, MPs, by night, MPs spent before). Return the MPs
    spent: the rest is given up when the group has gone from there, or has no more MPs.
    """
    first = t.state.groups[id]
    spent = 0
    for part, dark in night.split_by_light(first, mps, by_night):
        group = t.state.groups.get(id)
        if (
            group is None
            or (group.hex, group.where) != (first.hex, first.where)
            or not costs.mps_left(t.state, group)
        ):
            break
        part = min(part, costs.mps_left(t.state, group))
        t.record(event(group, part, dark, spent))
        spent += part
        if group.where == "port":
            await search_in_port(t, id)
        elif group.where == "sea":
            await resolve_spending(t, id, False, part)
    return spent


# ------------------------------------------------------------------ groups
@carries(Rescue)
async def _rescue(t: Table[State], o: Rescue) -> None:
    hex = t.state.groups[o.group].hex
    spent = await spend_in_place(
        t,
        o.group,
        fleets.STOP,
        o.night,
        lambda g, mps, dark, _: Spent(
            "32.A.s15", g.side, g.id, is_secret(t.state, g), mps, dark, "taking up people"
        ),
    )
    group = t.state.groups.get(o.group)
    if (
        spent == fleets.STOP
        and group is not None
        and group.hex == hex
        and fleets.can_rescue(t.state, group)
    ):
        n = fleets.res_rescued(fleets.res_in_water(t.state, group.side, hex))
        t.record(Rescued(fleets.HOUSE, group.side, group.id, hex, n))
        scoring.score_rescue(t, group, n)


@carries(Combine)
async def _combine(t: Table[State], o: Combine) -> None:
    group = t.state.groups[o.groups[0]]
    rename_hidden(t, group.side, (o.name,))
    t.record(Combined("32.A.1", group.side, o.name, is_secret(t.state, group), o.groups))


@carries(Split)
async def _split(t: Table[State], o: Split) -> None:
    group = t.state.groups[o.group]
    which = "32.C.s03" if group.side != t.state.phasing else "32.A.1.s04"
    rename_hidden(t, group.side, tuple(name for name, _ in o.parts))
    t.record(Parted(which, group.side, o.group, is_secret(t.state, group), o.parts))


def rename_hidden(t: Table[State], side: str, names: tuple[str, ...]) -> None:
    """Rename enemy groups that bear one of these names. The side that gives the name does not know
    of them, and learns nothing."""
    for name in names:
        hidden = t.state.groups.get(name)
        if hidden is not None and hidden.side != side:
            free = next(
                n for k in count(2) if (n := f"{name}-{k}") not in t.state.groups and n not in names
            )
            t.record(Renamed("32.A.1.s04", hidden.side, name, True, free))


@carries(Hold)
async def _hold(t: Table[State], o: Hold) -> None:
    group = t.state.groups[o.group]
    t.record(Held("32.A.s04", group.side, o.group, True, o.on))


@carries(DropMine)
async def _drop(t: Table[State], o: DropMine) -> None:
    t.record(MineDropped("36.C.2.s04", t.state.phasing, o.hex, o.plane, o.cargo))


@carries(Ferry)
async def _ferry(t: Table[State], o: Ferry) -> None:
    t.record(Ferried("36.G", t.state.phasing, o.unit, o.edge))


@carries(Support)
async def _support(t: Table[State], o: Support) -> None:
    unit = t.state.units[o.unit]
    counted = fleets.prepared_share(unit) != "quarter"
    t.record(
        Supported(
            "36.F.1",
            unit.side,
            o.unit,
            o.hex,
            fleets.gunfire_points(unit),
            fleets.turn_year(t.state),
            counted,
        )
    )
    if counted:
        scoring.score_gunfire(t, o.unit)


@carries(Repair)
async def _repair(t: Table[State], o: Repair) -> None:
    unit, group = t.state.units[o.unit], t.state.group_of(o.unit)
    assert group is not None
    t.record(
        Repaired(
            "36.F.3",
            unit.side,
            o.unit,
            o.hits,
            group.hex,
            fleets.repair_price(t.state, unit) * o.hits,
        )
    )


@carries(MakeMines)
async def _make_mines(t: Table[State], o: MakeMines) -> None:
    side = t.state.phasing  # a count of both sides would reveal the enemy's mines
    free = (id for k in count(1) if (id := f"{side}-MINE-{k}") not in t.state.cargo)
    t.record(MinesMade("36.C.s05", side, o.port, tuple(islice(free, o.points))))


@carries(Form)
async def _form(t: Table[State], o: Form) -> None:
    group = t.state.groups[o.group]
    t.record(Formed("32.D.2", group.side, o.group, True, o.screen))


@carries(Bombard)
async def _bombard(t: Table[State], o: Bombard) -> None:
    await bombard(t, o.unit, o.hex)


# ------------------------------------------------------------------ activities
async def pay_activity(t: Table[State], id: str, what: str, cost: int, by_night: bool) -> bool:
    """Pay towards an activity with the MPs left in the step. Return True when it is paid in full
    and the group still lives.

    Payments of successive steps, by night and by day, add up while the group stays put and does
    nothing else.
    """
    group = t.state.groups[id]
    paid = group.paid if group.task == what else 0
    paid += await spend_in_place(
        t,
        id,
        min(costs.mps_left(t.state, group), cost - paid),
        by_night,
        lambda g, mps, dark, before: Paid(
            "32.A.s15",
            g.side,
            id,
            is_secret(t.state, g),
            what,
            mps,
            paid + before + mps,
            cost,
            dark,
            g.where == "sea",
        ),
    )
    now = t.state.groups.get(id)
    return now is not None and (now.hex, now.where) == (group.hex, group.where) and paid >= cost


@carries(Work, Load, Land, Transfer)
@clause("36.C.3.s06")
async def _activity(t: Table[State], o: activities.Activity) -> None:
    """Pay for an activity. It takes effect when it is paid in full and the units that do it are
    still there."""
    job = activities.find_job(t.state, t.state.phasing, o)
    assert isinstance(job, activities.Job)
    assert isinstance(job.charge, costs.Charge)
    id, charge = job.group.id, job.charge
    paid = await pay_activity(t, id, task_text(o), charge.mps, o.night)
    if job.other is not None and job.other.id != id and job.other.id in t.state.groups:
        paid = await pay_activity(t, job.other.id, task_text(o), charge.also, o.night) and paid
    if paid and all(
        t.state.group_of(u.id) is not None for u in (job.unit, job.gives) if u is not None
    ):
        cargo = job.cargo.id if job.cargo is not None else ""
        res, rest = room_for_cargo(t.state, job)
        t.record(
            Finished(
                f"32.A.3-T1.row.{charge.row:02}",
                job.group.side,
                id,
                False,
                job.what,
                job.unit.id,
                cargo,
                job.at,
                res,
                rest,
            )
        )
        if job.what == "sweep":
            scoring.score_sweep(t, job.group.side, job.group.hex)
            await hazards.mine_check(t, id, sweeper=job.unit.id)


def room_for_cargo(s: State, job: activities.Job) -> tuple[int, str]:
    """Return the REs of a cargo for which a port has room, and the name of the part that stays
    where it was; empty when all of it goes."""
    port = s.ports.get(s.groups[job.group.id].hex)
    c = s.cargo[job.cargo.id] if job.cargo is not None else None
    if (
        c is None
        or port is None
        or job.what not in ("embark", "disembark")
        or job.at != "port"
        or not c.res
    ):
        return 0, ""
    res = min(c.res, landing.port_room(s, port))
    rest = next(id for k in count(2) if (id := f"{c.id}-{k}") not in s.cargo)
    return res, rest if res < c.res else ""
