"""Ground units that join an attack by land or from the air (21.517B). They are announced with the
missions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ...map import theatre
from ...map.ports import is_friendly
from ...orders.landing import GroundAttack
from ...state import STAYS, Assault, State, Unit, replace
from .. import remedies
from ..combat import combat_tables
from ..forces import expand_picks, selected_units, unknown_picks
from ..registry import carries, checks
from .beach_forces import announced_by_land, timing_refusal
from .events import AssaultChanged


@checks(GroundAttack)
def check_ground_attack(view: State, request: AskOrder, order: GroundAttack) -> Verdict:
    """Check an attack by ground units: units next to a hex attack it by land, airborne units in
    range drop on it. They fight together with an invasion of the hex."""
    side = request.side
    goal = order.to
    out: list[Refusal | None] = [timing_refusal(view, side, "21.5")]
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(*out, Refusal("21.517B", "unknown-unit", missing))
    units = selected_units(view, side, order.units)
    if theatre.is_box(goal) or is_friendly(view, side, goal):
        out.append(
            Refusal("21.517B", "not-hostile", (goal,), facts(place=theatre.name_of(view, goal)))
        )
    out += unit_refusals(view, order, units)
    out.append(part_refusal(view, order))
    out += returned_refusal(order, units), invader_refusal(order, units)
    out.append(
        drop_range_refusal(view, order, units)
        if order.kind == "drop"
        else adjacency_refusal(view, order, units)
    )
    return refuse(*out)


@clause("21.517B")
def unit_refusals(view: State, order: GroundAttack, units: Sequence[Unit]) -> list[Refusal]:
    """Refuse units other than supplied ground units ashore, in no other attack and not about to
    embark."""
    taken = announced_by_land(view) | {i for f in view.forces.values() for i in f.cargo}
    bad = tuple(
        u.id
        for u in units
        if u.kind != "ground"
        or u.force
        or not u.present
        or u.supply != "full"
        or u.id in taken
        or u.note in STAYS
        or (u.type != "ABN" and order.kind == "drop")
    )
    return (
        [Refusal("21.517B", "cannot-attack", bad, (), remedies.without_ships(order, bad))]
        if bad
        else []
    )


@clause("21.35A")
def part_refusal(view: State, order: Any) -> Refusal | None:
    """Refuse parts of ground units. They attack, exploit and go back only whole."""
    parts = tuple(
        p.id
        for p in order.units
        if p.factors and p.id in view.units and view.units[p.id].kind == "ground"
    )
    return Refusal("21.35A", "goes-whole", parts) if parts else None


@clause("21.519A")
def invader_refusal(order: Any, units: Sequence[Unit]) -> Refusal | None:
    """Refuse attacks from their hex by troops that have invaded, except in exploitation."""
    landed = tuple(u.id for u in units if "invaded" in u.used)
    return (
        Refusal("21.519A", "invaders-stay", landed, (), remedies.without_ships(order, landed))
        if landed
        else None
    )


@clause("21.516C")
def returned_refusal(order: Any, units: Sequence[Unit]) -> Refusal | None:
    """Refuse troops that came back to where they embarked in this phase."""
    back = tuple(u.id for u in units if "returned" in u.used)
    return (
        Refusal("21.516C", "back-from-invasion", back, (), remedies.without_ships(order, back))
        if back
        else None
    )


def adjacency_refusal(view: State, order: GroundAttack, units: Sequence[Unit]) -> Refusal | None:
    """Refuse an attack by land by units that are not next to the hex."""
    board = theatre.board_of(view, order.to)
    near = (
        set(board.adjacent(theatre.bare_id(order.to)))
        if theatre.bare_id(order.to) in board.coords
        else set()
    )
    far = tuple(u.id for u in units if theatre.bare_id(u.base or u.at) not in near)
    return (
        Refusal(
            "21.517B",
            "not-next-to-it",
            far,
            facts(place=order.to),
            remedies.without_ships(order, far),
        )
        if far
        else None
    )


def drop_range_refusal(view: State, order: GroundAttack, units: Sequence[Unit]) -> Refusal | None:
    """Refuse airborne units that are out of range of the hex (house table)."""
    limit = combat_tables.cell_number(view.rulings, "exploitation", "drop-range")
    board = theatre.board_of(view, order.to)
    far = tuple(
        u.id for u in units if theatre.flight_distance(board, u.base or u.at, order.to) > limit
    )
    rests = ("awaw.exploitation",)
    return (
        Refusal(
            "21.517B",
            "too-far-to-drop",
            far,
            facts(limit=limit),
            remedies.without_ships(order, far),
            rests,
        )
        if far
        else None
    )


@carries(GroundAttack)
async def announce_attack(t: Table[State], side: str, order: GroundAttack) -> None:
    """Announce the attack with the missions of the phase."""
    ids = tuple(p.id for p in expand_picks(t.state, side, order.units))
    a = t.state.assaults.get(order.to) or Assault(order.to, side)
    a = (
        replace(a, drops=(*a.drops, *ids))
        if order.kind == "drop"
        else replace(a, land=(*a.land, *ids))
    )
    t.record(AssaultChanged("21.517B", a))
