"""Costs in movement points: the cost summary and its footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from flagplot.table import Refusal, Rulings, clause, facts
from flagplot.table.core.memo import memo_per_parts

from ...state import Group, State, group_parts, turns
from ...state.units import CRAFT, FREIGHTERS, Cargo, Unit, counts_as

TABLE = "europa.mp-cost"
REACTING = 15
"""MPs of a reaction move of units without a printed allowance."""


@clause("32.A.3", "32.A.3-T1")
def summary_cost(state: State, row: int, unit: Unit) -> int | None:
    """Return the entry of the cost summary for a unit, or ``None`` where it prints a dash."""
    return _summary_cost(state.rulings, row, counts_as(unit.kind))


@lru_cache(1024)
def _summary_cost(rulings: Rulings, row: int, column: str) -> int | None:
    cell = rulings.table(TABLE).cell(str(row), column)
    return None if cell == "-" else int(cell)


@clause("32.A.s06", "32.A.s07", "32.C.s04")
def allowance(state: State, group: Group) -> int:
    """Return the MPs a group may spend in this step: the least of its units' allowances.

    A unit may spend 15 MPs, or the allowance printed on it; when reacting half of that. A group
    merged or split off in this step keeps the allowance of its parts, or of the group it came from.
    """
    return group.account or _least_allowance(state, group.members, group.side != state.phasing)


@memo_per_parts(group_parts)
def _least_allowance(state: State, members: tuple[str, ...], reacting: bool) -> int:
    """Return the least movement allowance of some units."""
    unprinted = REACTING if reacting else int(state.rulings.switch("ma_base"))
    printed = [state.units[m].allowance for m in members if m in state.units]
    return min(
        ((p // 2 if reacting else p) if p else unprinted for p in printed), default=unprinted
    )


def mps_left(state: State, group: Group) -> int:
    """Return the MPs a group has left in this step."""
    return max(0, allowance(state, group) - group.spent)


@clause("32.D.2.s05")
def may_fight(state: State, group: Group, since: int = 0) -> bool:
    """Return True when a group has MPs left for combat. By the switch ``no_mp_no_combat`` it needs
    none.

    *since* are the MPs that it spent after the occasion for the combat.
    """
    return mps_left(state, group) + since > 0 or state.rulings.switch("no_mp_no_combat") != "true"


@clause("32.A.s08", "32.A.3-T1.row.02", "32.A.3-T1.row.04", "32.A.3-T1.row.05")
def entry_cost(state: State, group: Group, hex: str) -> int | None:
    """Return the MPs that entering a hex costs a group, the highest cost of its members. ``None``
    when one of them cannot enter the hex."""
    dearest = _dearest_entry(state, group.members, state.ground(hex))
    if dearest is None or state.rulings.switch("pi_multiplies") != "all":
        return dearest
    return dearest * _interdiction_factor(state, group, hex)


@memo_per_parts(group_parts)
def _dearest_entry(state: State, members: tuple[str, ...], ground: str) -> int | None:
    """Return the highest cost in MPs of some units for a hex of this ground; ``None`` when one of
    them cannot enter it."""
    row = {"sea": 2, "coastal": 4}.get(ground)
    dearest = 0
    for unit in (state.units[m] for m in members if m in state.units):
        if unit.kind == "RF" and (
            ground != "sea" or state.rulings.switch("flotilla_all_sea") == "refused"
        ):
            cost = summary_cost(state, 5, unit) if ground in ("coastal", "river", "lake") else None
        else:
            cost = summary_cost(state, row, unit) if row else None
        if cost is None:
            return None
        dearest = max(dearest, cost)
    return dearest


@clause("32.A.3-T1.row.03", "32.A.6.s04")
def riverine_cost(state: State, group: Group) -> int:
    """Return the MPs that entering a river or canal hexside costs a group."""
    return max((summary_cost(state, 3, u) or 0) for u in state.of(group))


@clause("32.A.3-T1.row.01", "32.D.2.s04")
def combat_round_cost(state: State, group: Group, number: int) -> int:
    """Return the MPs that round *number* of a naval combat costs a group: 0 for the first (switch
    ``first_round_free``)."""
    if number == 1 and state.rulings.switch("first_round_free") == "true":
        return 0
    cost = max((summary_cost(state, 1, u) or 0) for u in state.of(group))
    return cost * (
        _interdiction_factor(state, group, group.hex)
        if state.rulings.switch("pi_multiplies") == "all"
        else 1
    )


@clause("36.C.s04")
def _interdiction_factor(state: State, group: Group, hex: str) -> int:
    """Return the factor for port interdiction in a hex: 5 for each level, or 1 without any. The
    mine points of either side are levels too."""
    level = interdiction_level(state, group, hex)
    return int(state.rulings.table(TABLE).cell("8", "TF")) * level if level else 1


def interdiction_level(state: State, group: Group, hex: str) -> int:
    """Return the level of an enemy port interdiction marker in a hex; each mine point counts as one
    level against both sides."""
    return state.enemy_interdiction(hex, group.side) + sum(state.mines.get(hex, {}).values())


class Charge(msgspec.Struct, frozen=True):
    """The cost of an activity: the MPs of the group that does it, the row of the cost summary, and
    the MPs that another group pays too."""

    mps: int
    row: int
    also: int = 0


PREPARE = {
    "quarter interdiction": 11,
    "half interdiction": 12,
    "full interdiction": 13,
    "quarter gunfire": 14,
    "half gunfire": 15,
    "full gunfire": 16,
}


@clause(
    "32.A.3-T1.row.09",
    "32.A.3-T1.row.11",
    "32.A.3-T1.row.12",
    "32.A.3-T1.row.13",
    "32.A.3-T1.row.06",
    "32.A.3-T1.row.07",
    "32.A.3-T1.row.10",
    "32.A.3-T1.row.14",
    "32.A.3-T1.row.15",
    "32.A.3-T1.row.16",
)
def plain_row(activity: str) -> int:
    """Return the row of an activity without cargo: mine, sweep, air, replenish, or what is
    prepared."""
    return {"mine": 6, "air": 7, "replenish": 9, "sweep": 10, **PREPARE}[activity]


@clause("32.A.3-T1.row.08", "36.A.2.(f)")
def interdicted_cost(state: State, group: Group, mps: int, row: int) -> int:
    """Return an activity's cost under port interdiction, by day and by night: 5 times for each
    level.

    Mines do not multiply the cost of laying or sweeping them.
    """
    if row in (6, 10):
        level = state.enemy_interdiction(group.hex, group.side)
        return mps * (int(state.rulings.table(TABLE).cell("8", "TF")) * level if level else 1)
    return mps * _interdiction_factor(state, group, group.hex)


@clause("32.A.s15", "36.C.3.s04")
def activity_cost(state: State, group: Group, row: int, units: Sequence[Unit]) -> Charge | Refusal:
    """Return the cost of an activity under a row of the cost summary, or the refusal when the row
    prints a dash for the units."""
    prices = [(u, summary_cost(state, row, u)) for u in units]
    if row == 10 and state.rulings.switch("sweep_cost") == "20":
        prices = [(u, 20 if p else None) for u, p in prices]
    if row == 10:
        prices = [(u, -(-p // 2) if p and u.sweeper and not u.hits else p) for u, p in prices]
    if row == 6 and state.rulings.switch("minelayers") == "any":
        prices = [(u, 5) for u, _ in prices]
    barred = [u for u, p in prices if p is None]
    if barred or not prices:
        kinds = ", ".join(sorted({counts_as(u.kind) for u in barred})) or "none"
        what = str(state.rulings.table(TABLE).cell(str(row), "activity"))
        return Refusal(
            f"32.A.3-T1.row.{row:02}",
            "unit-cannot",
            tuple(u.id for u in barred) or (group.id,),
            facts(kinds=kinds, activity=what),
            rests_on=(TABLE, *(("minelayers",) if row == 6 else ())),
        )
    mps = max(p for _, p in prices if p is not None)
    return Charge(interdicted_cost(state, group, mps, row), row)


@clause("32.A.3-T1.fn.03", "32.A.3-T1.fn.03.(1)", "32.A.3-T1.fn.03.(2)")
def is_amphibious(cargo: Cargo, aboard: Unit) -> bool:
    """Return True for a cargo that is amphibious: it rides an LVT, or it is aboard an LC or LB and
    has neither motor vehicles nor heavy equipment.

    Cavalry is not motorized. Supply points, SRPs and mine points are never amphibious.
    """
    if "lvt" in cargo.marks:
        return True
    heavy = {"he", "motorized", "c/m", "armour", "sp", "srp", "mine"} & set(cargo.marks)
    return aboard.kind in CRAFT and not heavy


@clause(
    "32.A.3-T1.row.19",
    "32.A.3-T1.row.20",
    "32.A.3-T1.row.21",
    "32.A.3-T1.row.22",
    "32.A.3-T1.row.23",
    "32.A.3-T1.row.24",
    "32.A.3-T1.row.25",
    "32.A.3-T1.row.26",
    "32.A.3-T1.row.27",
    "32.A.3-T1.row.28",
    "32.A.3-T1.row.29",
    "32.A.3-T1.fn.04",
)
def landing_row(state: State, cargo: Cargo, aboard: Unit, at: str) -> int:
    """Return the row of embarking or disembarking a cargo at a ``port``, on a friendly ``beach``,
    or in an ``assault``.

    Supply markers count as non-amphibious cargo without heavy equipment. Cavalry in an assault has
    the row that names it, amphibious or not.
    """
    marks = set(cargo.marks)
    heavy = bool({"he", "armour"} & marks) and not {"sp", "srp", "mine"} & marks
    if at == "port":
        return 20 if heavy else 19
    if "intrinsic" in marks:
        return 22 if at == "beach" else 25
    if at == "assault" and {"c/m", "cavalry"} & marks and "lvt" not in marks:
        return 29
    if is_amphibious(cargo, aboard):
        return 21 if at == "beach" else 26
    if (
        not heavy
        and aboard.kind in CRAFT
        and state.rulings.switch("lc_light_cargo") == "amphibious"
    ):
        return 21 if at == "beach" else 26
    if at == "beach":
        return 23 if heavy else 24
    return 28 if heavy else 27


@clause("32.A.3-T1.fn.01", "32.A.3-T1.fn.02")
def landing_cost(
    state: State, group: Group, cargo: Cargo, aboard: Unit, at: str
) -> Charge | Refusal:
    """Return the cost of embarking or disembarking a cargo, or the refusal.

    Armour that is not intrinsically amphibious pays double except at a port. Before 1942 TFs and
    NTs do not take heavy cargo over a beach.
    """
    row = landing_row(state, cargo, aboard, at)
    if (
        row == 23
        and counts_as(aboard.kind) in ("TF", "NT")
        and turns.turn_order(state.turn)[0] < 1942
    ):
        return Refusal(
            "32.A.3-T1.fn.02", "too-early-for-beach", (aboard.id, cargo.id), facts(turn=state.turn)
        )
    charge = activity_cost(state, group, row, (aboard,))
    if isinstance(charge, Refusal):
        lean = ("lc_light_cargo",) if row in (24, 27) and counts_as(aboard.kind) in CRAFT else ()
        marker = ("32.A.3-T1.fn.04",) if {"sp", "srp"} & set(cargo.marks) else ()
        return replace(
            charge, rests_on=charge.rests_on + lean, also_cites=charge.also_cites + marker
        )
    if at != "port" and "armour" in cargo.marks and "intrinsic" not in cargo.marks:
        return replace(charge, mps=charge.mps * 2)
    return charge


@clause("32.A.3-T1.row.17", "32.A.3-T1.row.18")
def transfer_cost(state: State, group: Group, giver: Unit, taker: Unit) -> Charge | Refusal:
    """Return the cost of shifting cargo from an NT into landing craft: to the NT's group and, as
    ``also``, to the craft's group. Return the refusal when the units are of other kinds."""
    row = 18 if taker.kind == "LB" else 17
    wrong = giver if counts_as(giver.kind) != "NT" else taker if taker.kind not in CRAFT else None
    if wrong is not None:
        what = str(state.rulings.table(TABLE).cell(str(row), "activity"))
        return Refusal(
            f"32.A.3-T1.row.{row}",
            "unit-cannot",
            (wrong.id,),
            facts(kinds=counts_as(wrong.kind), activity=what),
            rests_on=(TABLE,),
            also_cites=("32.A.3-T1.row.18",) if row == 17 and taker.kind not in CRAFT else (),
        )
    first = activity_cost(state, group, row, (giver,))
    if isinstance(first, Refusal):
        return first
    second = activity_cost(state, group, row, (taker,))
    if isinstance(second, Refusal):
        return second
    return Charge(first.mps, row, second.mps)


@clause("32.A.3-T1.fn.03.(1).s02")
def why_not_alone(cargo: Cargo, aboard: Unit | None = None) -> Refusal | None:
    """Check that LVTs and the units in them come to the invasion hex aboard an NT. They may not
    come aboard another unit, nor by themselves."""
    if "lvt" in cargo.marks and (aboard is None or aboard.kind not in FREIGHTERS):
        return Refusal(
            "32.A.3-T1.fn.03.(1).s02", "lvt-needs-nt", (cargo.id, *((aboard.id,) if aboard else ()))
        )
    return None
