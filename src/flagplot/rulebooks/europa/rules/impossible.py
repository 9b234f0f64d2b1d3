"""What of a position no order could have made."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal

from ..state import Campaign, Cargo, Unit
from .movement import costs


def impossible(state: Campaign) -> Iterator[tuple[str, str]]:
    """Pairs of what is amiss in a position and why: cargo no order could load where it is, or ashore on open sea."""
    for cargo in state.cargo.values():
        if cargo.place and not cargo.aboard and state.ground(cargo.place) == "sea" and cargo.place not in state.ports:
            yield cargo.id, f"{cargo.id} cannot be ashore at {cargo.place}, which is open sea"
        unit = state.units.get(cargo.aboard)
        wrong = _not_carried(state, cargo, unit) if unit is not None else None
        if wrong is not None:
            yield cargo.id, f"{cargo.aboard} cannot carry {cargo.id} ({wrong.clause} {wrong.code})"


def _not_carried(state: Campaign, cargo: Cargo, unit: Unit) -> Refusal | None:
    """Why a unit cannot have a cargo aboard: it embarks none in a port, nor lays it if it is mines; or it is another side's."""
    group = state.group_of(unit.id)
    if cargo.side != unit.side or group is None:
        return Refusal("32.A.s15", "no-such-unit" if cargo.side != unit.side else "not-a-group", (unit.id,))
    rows = [costs.landing(state, group, cargo, unit, "port")]
    if "mine" in cargo.marks:
        rows.append(costs.activity(state, group, costs.plain_row("mine"), (unit,)))
    barred = [row for row in rows if isinstance(row, Refusal)]
    return barred[0] if len(barred) == len(rows) else None
