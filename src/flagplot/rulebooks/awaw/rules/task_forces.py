"""Organisation of ships: task forces in port, division of forces at sea, withdrawal of
announcements."""

from __future__ import annotations

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ..events import CalledOff, ForceChanged, TaskForceDisbanded, TaskForceFormed
from ..map.ports import capacity, factors_based, factors_charged
from ..nouns import L
from ..orders import DisbandTF, FormTF, Split, Withdraw
from ..state import Force, State, TaskForce, replace
from ..state.unit_names import free_force_id, group_of
from .employment import split_refusals, task_force_refusals
from .forces import lead_of, members_without, muster_units, selected_units, unknown_picks
from .interception.attempts_made import LedgerMarked, Mark
from .invasion.events import AssaultChanged
from .raiders import groups
from .raiders.events import RaidEnded
from .registry import carries, checks


@checks(FormTF)
def check_form(view: State, request: AskOrder, order: FormTF) -> Verdict:
    """Check the forming of a task force: ships of one base, at most 25 factors, at most half of
    them fast carriers."""
    side = request.side
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(Refusal("21.312", "unknown-unit", missing))
    ships = selected_units(view, side, order.units)
    out = []
    if any(u.kind != "ship" or u.type in ("SS", "ASW", "TR") for u in ships):
        out.append(
            Refusal(
                "21.312",
                "not-fleet",
                tuple(u.id for u in ships if u.type in ("SS", "ASW", "TR") or u.kind != "ship"),
            )
        )
    if len({u.base for u in ships}) > 1:
        out.append(
            Refusal("21.312", "not-together", tuple(u.id for u in ships), (), (Remedy("one-base"),))
        )
    at_sea = tuple(u.id for u in ships if u.force)
    if at_sea:
        out.append(Refusal("21.312", "at-sea", at_sea))
    out += task_force_refusals(ships, order.name, "form")
    return refuse(*out)


@carries(FormTF)
async def form_task_force(t: Table[State], side: str, order: FormTF) -> None:
    """Form a task force in port."""
    ids = muster_units(t, side, order.units, "21.312")
    t.record(TaskForceFormed("21.312", TaskForce(f"{side}:{order.name}", side, order.name, ids)))


@checks(DisbandTF)
def check_disband(view: State, request: AskOrder, order: DisbandTF) -> Verdict:
    """Check that the task force is the side's own and in port."""
    group = group_of(view, request.side, order.name)
    if not group:
        return refuse(Refusal("21.312", "unknown-force", (order.name,)))
    away = tuple(i for i in view.groups[group].units if view.units[i].force)
    return refuse(Refusal("21.312", "at-sea", away) if away else None)


@carries(DisbandTF)
async def disband_task_force(t: Table[State], side: str, order: DisbandTF) -> None:
    """Dissolve a task force."""
    t.record(TaskForceDisbanded("21.312", side, group_of(t.state, side, order.name)))


@checks(Withdraw)
def check_withdraw(view: State, request: AskOrder, order: Withdraw) -> Verdict:
    """Check the withdrawal of an announcement. It must not have sailed, and the port where its
    ships stay must not become overfull by others announced for it."""
    f = view.forces.get(order.force)
    if f is None or f.side != request.side:
        return refuse(Refusal("21.416A", "unknown-force", (order.force,)))
    raid = view.raids.get(lead_of(f))
    if raid is not None and raid.setup:
        return refuse(Refusal("21.5331#2", "must-raid", (order.force,)))
    if f.state != "announced" or view.segment not in ("announce", "missions"):
        return refuse(Refusal("21.416A", "has-sailed", (order.force,)))
    return refuse(*withdrawal_refusals(view, request.side, f))


@clause("21.221#3", "21.112")
def withdrawal_refusals(view: State, side: str, force: Force) -> list[Refusal]:
    """Refuse to withdraw a base change that makes room for others, when its port would be overfull
    without it."""
    if force.mission != "base-change":
        return []
    others = [
        f
        for f in view.forces.values()
        if f.side == side and f.mission == "base-change" and f.id != force.id
    ]
    arriving = sum(factors_charged(view.members(f)) for f in others if f.target == force.origin)
    leaving = sum(
        u.naval_factors for f in others for u in view.members(f) if u.base == force.origin
    )
    after, limit = (
        factors_based(view, force.origin, side) + arriving - leaving,
        capacity(view, force.origin),
    )
    if not arriving or after <= limit:
        return []
    first = next(f.id for f in others if f.target == force.origin)
    about = facts(after=after, limit=limit, over=after - limit)
    back = Remedy("withdraw-first", L.text(Withdraw(first)), facts(force=first))
    return [Refusal("21.112", "voluntary-overstack", (force.origin,), about, (back,))]


@carries(Withdraw)
async def withdraw_announcement(t: Table[State], side: str, order: Withdraw) -> None:
    """Withdraw an announcement; for a raider group with all its parts."""
    f = t.state.forces[order.force]
    if (raid := t.state.raids.get(lead_of(f))) is not None:
        for part in groups.forces_of_group(t.state, raid.id):
            t.record(CalledOff("21.416A", side, part, "raid"))
        t.record(RaidEnded("21.416A", side, raid.id, False))
        return
    t.record(CalledOff("21.416A", side, f.id, OPERATIONS.get(f.mission, f.mission)))
    a = t.state.assaults.get(f.target)
    if (
        f.mission != "invade"
        or a is None
        or any(x.mission == "invade" and x.target == a.hex for x in t.state.forces.values())
    ):
        return
    t.record(AssaultChanged("21.416A", replace(a, fleet=False)))
    for x in [x for x in t.state.forces.values() if x.mission == "bombard" and x.target == a.hex]:
        t.record(CalledOff("21.521", side, x.id, "bombard"))


OPERATIONS = {"invade": "invasion"}
"""Mission -> operation with which its ships are marked as used, where the word differs."""


@checks(Split)
@clause("21.537B")
def check_split(view: State, request: AskOrder, order: Split) -> Verdict:
    """Check the division of a force at sea. Each part must keep the carrier ratio, and ten factors
    still need a task force."""
    f = view.forces.get(order.force)
    if f is None or f.side != request.side:
        return refuse(Refusal("21.313#3", "unknown-force", (order.force,)))
    if lead_of(f) in view.raids:
        return refuse(Refusal("21.537B", "raiders-together", (f.id,)))
    parts = selected_units(view, request.side, order.units)
    strangers = tuple(u.id for u in parts if u.id not in f.units)
    if strangers or not parts:
        return refuse(Refusal("21.313#3", "not-in-force", strangers, facts(force=f.id)))
    rest = members_without(view.members(f), parts)
    if not rest:
        return refuse(Refusal("21.313#3", "nothing-left", (f.id,)))
    return refuse(*split_refusals((parts, rest)))


@carries(Split)
async def split_force(t: Table[State], side: str, order: Split) -> None:
    """Divide a force at sea."""
    f = t.state.forces[order.force]
    ids = muster_units(t, side, order.units, "21.313#3")
    rest = tuple(i for i in t.state.forces[f.id].units if i not in ids)
    t.record(ForceChanged("21.313#3", replace(f, units=rest)))
    new = free_force_id(t.state, f"{side}-")
    t.record(ForceChanged("21.313#3", replace(f, id=new, units=ids, name="")))
    t.record(LedgerMarked("21.4182D", Mark("part", new, f.id)))
