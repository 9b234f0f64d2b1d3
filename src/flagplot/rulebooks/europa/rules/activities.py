"""Activities that cost MPs: the unit that acts, its cargo, the cost, and the refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flagplot.table import AskOrder, Refusal, Verdict, clause, facts, refuse

from ..orders import Land, Load, Transfer, Work, task_text
from ..state import Group, State
from ..state.units import Cargo, Unit, tf_like
from .movement import costs
from .movement.costs import Charge
from .movement.groups import why_no_group
from .search import reaction
from .special import fleets, malta, mines, night
from .special import landing as shores

Activity = Work | Load | Land | Transfer


class Job(NamedTuple):
    """An activity: its name, the group and the unit that perform it or take the cargo over, its
    cost, its cargo.

    ``other`` is the group of the landing craft to which cargo is shifted, or else the group itself.
    ``gives`` is the unit that the cargo leaves.
    """

    what: str
    group: Group
    unit: Unit
    charge: Charge | Refusal
    cargo: Cargo | None = None
    at: str = ""
    other: Group | None = None
    gives: Unit | None = None


def find_job(state: State, side: str, o: Activity) -> Job | Refusal:
    """Return the activity that an order asks for in this state, or the refusal when a unit, a cargo
    or a group for it is missing."""
    if isinstance(o, Work):
        return _find_work(state, side, o)
    cargo = state.cargo.get(o.cargo)
    if isinstance(o, Transfer):
        return _find_transfer(state, side, o, cargo)
    if cargo is None or cargo.side != side:
        return Refusal("32.A.s15", "no-such-cargo", (o.cargo,))
    aboard = o.unit if isinstance(o, Load) else cargo.aboard
    unit, group = state.units.get(aboard), state.group_of(aboard)
    if unit is None or group is None or unit.side != side:
        return Refusal(
            "32.A.s15",
            *(("no-such-unit", (aboard,)) if isinstance(o, Load) else ("not-aboard", (cargo.id,))),
        )
    what = "embark" if isinstance(o, Load) else "assault" if o.at == "assault" else "disembark"
    return Job(what, group, unit, costs.landing_cost(state, group, cargo, unit, o.at), cargo, o.at)


def _find_work(state: State, side: str, o: Work) -> Job | Refusal:
    """Return the work of one unit, or for replenishing of a whole group, or the refusal when there
    is none."""
    whole = state.groups.get(o.who) if o.activity == "replenish" else None
    unit = state.units.get(o.who)
    group = whole if o.activity == "replenish" else state.group_of(o.who) if unit else None
    if group is None or group.side != side:
        if unit is not None and unit.side == side:
            return Refusal("32.A", "in-no-group", (o.who,))
        return (
            why_no_group(state, o.who) if unit is None else Refusal("32.A", "not-yours", (o.who,))
        )
    units = state.of(group) if whole else (state.units[o.who],)
    charge = costs.activity_cost(state, group, costs.plain_row(o.activity), units)
    aboard = [
        c for _, c in sorted(state.cargo.items()) if c.aboard == units[0].id and "mine" in c.marks
    ]
    return Job(
        o.activity, group, units[0], charge, aboard[0] if aboard and o.activity == "mine" else None
    )


def _find_transfer(state: State, side: str, o: Transfer, cargo: Cargo | None) -> Job | Refusal:
    """Return the shift of a cargo from an NT into landing craft in the same place, or the
    refusal."""
    taker = state.units.get(o.unit)
    giver = state.units.get(cargo.aboard) if cargo else None
    if cargo is None or cargo.side != side or giver is None or taker is None or taker.side != side:
        return Refusal("32.A.3-T1.row.17", "not-aboard", (o.cargo, o.unit))
    group, other = state.group_of(giver.id), state.group_of(taker.id)
    if group is None or other is None or (group.hex, group.where) != (other.hex, other.where):
        return Refusal("32.A.3-T1.row.17", "not-together", (giver.id, taker.id))
    return Job(
        "transfer",
        group,
        taker,
        costs.transfer_cost(state, group, giver, taker),
        cargo,
        "",
        other,
        giver,
    )


def check(state: State, side: str, request: AskOrder, o: Activity) -> Verdict:
    """Return the verdict on an activity: whether it is the side's turn, whether the activity is
    possible, and whether it can be paid."""
    j = find_job(state, side, o)
    if isinstance(j, Refusal):
        return refuse(j)
    wrong = [reaction.why_not_phasing(state, j.group)]
    wrong += against_work(state, j) if isinstance(o, Work) else _why_not_land(state, j, o)
    if isinstance(j.charge, Refusal):
        return refuse(*wrong, j.charge, *why_not_payable(state, j.group, 1, "", o.night))
    wrong += why_not_payable(state, j.group, j.charge.mps, task_text(o), o.night)
    if j.other is not None and j.other.id != j.group.id:
        wrong += why_not_payable(state, j.other, j.charge.also, task_text(o), o.night)
    return refuse(*wrong)


@clause("36.C.2", "36.C.3.s03")
def against_work(state: State, j: Job) -> Iterator[Refusal | None]:
    """Yield every refusal of work apart from a dash in its row: no mine to lay or to sweep, a unit
    of another kind, a port."""
    row, unit, priced = (
        f"32.A.3-T1.row.{costs.plain_row(j.what):02}",
        j.unit,
        isinstance(j.charge, Charge),
    )
    if j.what in ("mine", "sweep"):
        yield (
            Refusal("36.C.2" if j.what == "mine" else "36.C.3.s03", "in-port", (j.group.id,))
            if j.group.where == "port"
            else (mines.why_not_here(state, j.group))
        )
    if j.what == "mine" and j.cargo is None:
        yield Refusal("36.C.2", "no-mine-aboard", (unit.id,))
    if j.what == "sweep" and not tf_like(unit):
        yield Refusal(
            "36.C.3.s03", "unit-cannot", (unit.id,), facts(kinds=unit.kind, activity="sweep mines")
        )
    if j.what == "sweep" and not state.enemy_mines(j.group.hex, unit.side):
        yield Refusal("36.C.3.s03", "no-enemy-mines", (j.group.hex,))
    if j.what == "air" and unit.kind != "CG" and priced:
        yield Refusal(
            row, "unit-cannot", (unit.id,), facts(kinds=unit.kind, activity="load air units")
        )
    if j.what in costs.PREPARE and not tf_like(unit) and priced:
        yield Refusal(
            row, "unit-cannot", (unit.id,), facts(kinds=unit.kind, activity=f"prepare {j.what}")
        )
    if j.what.endswith("gunfire"):
        yield fleets.why_not_support(state, unit, j.what.split(" ")[0])


def _why_not_land(state: State, j: Job, o: Load | Land | Transfer) -> list[Refusal | None]:
    """Return every refusal of moving cargo between ship and shore apart from its cost."""
    if j.cargo is None:
        return []
    free = max(0, shores.free_room(state, j.unit))
    berth = (
        Refusal("32.A.s15", "no-berth", (j.unit.id,), facts(res=j.cargo.res, free=free))
        if j.cargo.res > free
        else None
    )
    if isinstance(o, Transfer):
        return [berth]
    cargo, row = j.cargo, costs.landing_row(state, j.cargo, j.unit, o.at)
    shore = why_not_ashore(state, j.group, o.at, row)
    storm = shores.why_not_land(state, j.group.hex) if o.at != "port" else None
    full = shores.why_port_full(state, cargo, j.group.hex) if o.at == "port" else None
    if isinstance(o, Land):
        return [shore, why_not_at_night(state, j.group, o.at, o.night), full, storm]
    busy = malta.why_not_leave(state, cargo.id)
    elsewhere = cargo.aboard or (cargo.place != j.group.hex and cargo.place)
    gone = (
        Refusal("32.A.s15", "cargo-not-here", (cargo.id,), facts(place=elsewhere))
        if elsewhere
        else None
    )
    return [busy, berth, gone, shore, full, storm]


def why_not_payable(
    state: State, group: Group, cost: int, what: str, dark: bool
) -> Iterator[Refusal | None]:
    """Yield the refusal when the cost of an activity cannot be paid, nor part of it now (switch
    ``carry_progress``). MPs already paid are not due again."""
    due = cost - (group.paid if group.task == what else 0)
    if due <= 0:
        return
    left = costs.mps_left(state, group)
    carry = state.rulings.switch("carry_progress") == "true"
    if left < 1 or (due > left and not carry):
        yield Refusal(
            "32.A.s06",
            "no-mps",
            (group.id,),
            facts(needed=due, left=left, allowance=costs.allowance(state, group)),
            rests_on=("carry_progress", "ma_base"),
        )
    yield night.why_not_spend(group, max(1, min(due, left)), dark)


def why_not_ashore(state: State, group: Group, at: str, row: int) -> Refusal | None:
    """Return the refusal when cargo cannot be moved between ship and shore here; else ``None``. A
    move needs a port of the side's own, a hex of its own, or a hostile coast.

    *row* is the row of the cost summary under which the cargo would be moved.
    """
    port = state.ports.get(group.hex)
    which = f"32.A.3-T1.row.{row:02}"
    if at == "port":
        if port is None or port.owner != group.side:
            return Refusal(which, "no-own-port", (group.hex,))
        return shores.why_not_in_port(state, group.hex, which)
    if group.river or state.ground(group.hex) != "coastal":
        return Refusal(which, "no-coast", (group.river or group.hex,))
    if at == "beach" and state.owner(group.hex) != group.side:
        return Refusal(which, "beach-not-owned", (group.hex,))
    if at == "assault" and state.owner(group.hex) == group.side:
        return Refusal(which, "own-shore", (group.hex,))
    return None


@clause("36.A.2.(b)")
def why_not_at_night(state: State, group: Group, at: str, dark: bool) -> Refusal | None:
    """Return the refusal of an amphibious landing at night, or by a group whose night block is not
    over; else ``None``. A landing over a friendly beach counts too (switch ``beach_at_night``).
    Embarking is not a landing."""
    if at == "port" or (at == "beach" and state.rulings.switch("beach_at_night") == "allowed"):
        return None
    if dark or night.is_night_unfinished(group):
        return Refusal(
            "36.A.2.(b)",
            "no-night-landing",
            (group.id,),
            rests_on=("beach_at_night",) if at == "beach" else (),
        )
    return None
