"""Faults of a position that no order could have produced."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal

from ..rules.movement import costs
from ..rules.special import night
from ..state import Cargo, Group, State, Unit
from ..state.shore import MOST

LARGEST = 4
"""The size of a great port."""


def find_impossible(state: State) -> Iterator[tuple[str, str]]:
    """Yield (fault, reason) pairs of a position: cargo that no order could load where it is, or
    ashore on open sea; numbers beyond what the rules or a counter allow."""
    for cargo in state.cargo.values():
        if (
            cargo.place
            and not cargo.aboard
            and state.ground(cargo.place) == "sea"
            and cargo.place not in state.ports
        ):
            yield cargo.id, f"{cargo.id} cannot be ashore at {cargo.place}, which is open sea"
        unit = state.units.get(cargo.aboard)
        wrong = _why_not_carried(state, cargo, unit) if unit is not None else None
        if wrong is not None:
            yield cargo.id, f"{cargo.aboard} cannot carry {cargo.id} ({wrong.clause} {wrong.code})"
    for unit in state.units.values():
        if unit.hits > unit.top:
            yield unit.id, f"{unit.id} has {unit.hits} hits, and a strength of {unit.top}"
    for group in state.groups.values():
        yield from ((group.id, f"{group.id} {why}") for why in _impossible_night_mps(group))
    for port in state.ports.values():
        if not 0 <= port.size <= LARGEST:
            yield (
                port.hex,
                f"the size of a port is 1 (minor) to {LARGEST} (great), or 0, not {port.size}",
            )
    for side, account in state.accounts.items():
        if min(account.points, account.owed, account.income, account.carriers) < 0:
            yield side, f"{side} naval repair points are not less than 0"
        if account.carriers > account.owed:
            yield side, f"{side} owes no more for carriers than in all"
    if state.malta is not None and not 0 <= state.malta.status <= MOST:
        yield "Malta", f"Malta's status number is 0 to {MOST}, not {state.malta.status}"
    if state.phase is not None and state.step > state.phase.steps:
        yield "step", f"there are {state.phase.steps} steps, not {state.step}"


def _impossible_night_mps(group: Group) -> Iterator[str]:
    """Yield the night MPs of a group that it cannot have spent."""
    if group.night_block >= night.BLOCK:
        yield f"is {group.night_block} MPs into a night block, which ends with the {night.BLOCK}th"
    if group.night_spent > night.LIMIT:
        yield f"has spent {group.night_spent} night MPs, and {night.LIMIT} is the most"


def _why_not_carried(state: State, cargo: Cargo, unit: Unit) -> Refusal | None:
    """Return the refusal when a unit cannot have a cargo aboard, because it could neither embark it
    in a port nor lay it as mines, or belongs to the other side; else ``None``."""
    group = state.group_of(unit.id)
    if cargo.side != unit.side or group is None:
        return Refusal(
            "32.A.s15", "no-such-unit" if cargo.side != unit.side else "not-a-group", (unit.id,)
        )
    rows = [costs.landing_cost(state, group, cargo, unit, "port")]
    if "mine" in cargo.marks:
        rows.append(costs.activity_cost(state, group, costs.plain_row("mine"), (unit,)))
    barred = [row for row in rows if isinstance(row, Refusal)]
    return barred[0] if len(barred) == len(rows) else None
