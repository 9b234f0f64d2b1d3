"""Cargo (21.35): the units carried, their carriers, and sufficient lift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Refusal, Remedy, clause, facts

from ...map import theatre
from ...nouns import Pick
from ...state import IN_A_FACTOR, SQUADRONS, State, Unit, replace
from .. import remedies
from ..employment import takes_part
from ..invasion.ground_units import enemy_defenders
from ..mapboard_boxes import sw_box_of

PER_TRANSPORT = 5
"""Ground or air factors, or BRPs, in one transport (21.434C, 21.64C, 21.64D)."""


def cargo_factors(cargo: Sequence[Unit]) -> int:
    """Return the ground and air factors of cargo. Three squadrons are a factor, rounded up
    (17.141B)."""
    squadrons = sum(u.factors for u in cargo if u.type in SQUADRONS)
    return sum(u.factors for u in cargo if u.type not in SQUADRONS) - (-squadrons // IN_A_FACTOR)


@clause("21.434A", "21.434B", "21.434", "21.513A", "21.513B", "21.513C", "21.64A")
def lift_each(state: State, side: str, mission: str, u: Unit, goal: str) -> int:
    """Return the destroyer factors that each factor of a unit takes on a mission.

    On a sea transport it is one, or two from or to a mapboard box. In an invasion it is one, or two
    against a defended hex; from a mapboard box twice that, or as HR-513C says. On a sea escort it
    is one.
    """
    if mission == "transport":
        return 2 if is_overseas(u, goal) else 1
    if mission != "invade":
        return 1
    each = 2 if enemy_defenders(state, side, goal) else 1
    return (
        {"double": 2 * each, "two": 2, "three": 3}[state.rulings.switch("HR-513C")]
        if is_from_box(u)
        else each
    )


def destroyers_needed(
    state: State, side: str, mission: str, cargo: Sequence[Unit], goal: str
) -> int:
    """Return the destroyer factors that units take on a mission. Three squadrons are a factor."""
    by: dict[int, list[Unit]] = {}
    for u in cargo:
        by.setdefault(lift_each(state, side, mission, u, goal), []).append(u)
    return sum(each * cargo_factors(units) for each, units in by.items())


def is_overseas(u: Unit, goal: str) -> bool:
    """Return True for cargo that comes from, or goes to, a mapboard box."""
    return is_from_box(u) or theatre.is_mapboard_box(goal)


def is_from_box(u: Unit) -> bool:
    """Return True for a unit that embarks in a mapboard box."""
    return theatre.is_mapboard_box(u.base or u.at)


@clause("21.434C", "21.513C", "21.64C", "21.64D", "21.64E", "21.421B", "21.35C")
def transports_for(state: State, what: str, amount: int) -> int:
    """Return the transports of an SW box that a shipment takes. They are only assigned, and stay in
    their box.

    *what* is ``transport``, ``invade`` or ``escort``, with the factors that come from or go to a
    box; ``brp`` with BRPs; ``oil`` with counters; ``supply`` with lines from a mapboard box. One
    transport lifts five factors or BRPs, an oil counter, or a line, rounded up. A sea transport
    rounds as HR-434C says; an invasion takes transports as HR-513C says.
    """
    if what in ("oil", "supply"):
        return amount
    if what == "invade" and state.rulings.switch("HR-513C") != "double":
        return 0
    down = what == "transport" and state.rulings.switch("HR-434C") == "down"
    return amount // PER_TRANSPORT if down else -(-amount // PER_TRANSPORT)


def transports_needed(state: State, cargo: Sequence[Unit], goal: str) -> int:
    """Return the transports that a sea transport takes for the cargo that comes from or goes to a
    mapboard box."""
    return transports_for(
        state, "transport", cargo_factors([u for u in cargo if is_overseas(u, goal)])
    )


def destroyer_lift(ships: Sequence[Unit]) -> int:
    """Return the destroyer factors that can carry: undamaged destroyers."""
    return sum(u.factors for u in ships if u.type == "DD" and takes_part(u))


@clause("21.35")
def unassigned_refusal(order: Any, cargo: Sequence[Unit], ships: Sequence[Unit]) -> Refusal | None:
    """Refuse a transport without cargo, or without ships for its cargo. An order names both."""
    if cargo and ships:
        return None
    if not cargo:
        return Refusal(
            "21.431", "nothing-to-carry", (), facts(to=order.to), (Remedy("name-cargo"),)
        )
    return Refusal(
        "21.35",
        "cargo-unassigned",
        tuple(u.id for u in cargo),
        facts(factors=cargo_factors(cargo)),
        (Remedy("name-ships"),),
    )


@clause("21.35")
def divided_refusal(order: Any, cargo: Sequence[Unit]) -> Refusal | None:
    """Refuse several task forces in one order with cargo, because it does not say which of them
    carries. Each needs an order of its own."""
    groups = tuple(p.id for p in order.units if p.id.startswith("TF"))
    if len(groups) < 2 or not cargo:
        return None
    ids = tuple(u.id for u in cargo)
    return Refusal(
        "21.35",
        "cargo-divided",
        ids,
        facts(forces=", ".join(groups)),
        remedies.only_ships(order, (groups[0],)),
    )


@clause("21.35A")
def lift_refusals(
    state: State,
    side: str,
    order: Any,
    cargo: Sequence[Unit],
    ships: Sequence[Unit],
    places: Sequence[str],
) -> list[Refusal]:
    """Refuse a force with too few destroyers for its cargo. The remedies add destroyers or leave
    cargo behind."""
    need, have = (
        destroyers_needed(state, side, "transport", cargo, places[-1]),
        destroyer_lift(ships),
    )
    if have >= need:
        return []
    boxes = any(is_overseas(u, places[-1]) for u in cargo)
    more = _more_destroyers(state, side, order, ships, need - have, places)
    remedies = more + _less_cargo(state, side, order, cargo, places[-1], have)
    about = facts(needs=need, has=have, cargo=cargo_factors(cargo), missing=need - have)
    carriers = tuple(u.id for u in ships if u.type == "DD")
    also = () if have else ("21.431",)
    return [
        Refusal(
            "21.434B" if boxes else "21.434A",
            "too-few-destroyers",
            carriers,
            about,
            remedies,
            also_cites=also,
        ),
        Refusal("21.35A", "force-cannot-lift", tuple(u.id for u in cargo), about),
    ]


def _more_destroyers(
    state: State, side: str, order: Any, ships: Sequence[Unit], missing: int, places: Sequence[str]
) -> tuple[Remedy, ...]:
    bases = {u.base for u in ships} | set(places)
    partial = [
        p
        for p in order.units
        if p.factors and p.id in state.units and state.units[p.id].type == "DD"
    ]
    picks: list[Pick] = []
    for p in partial:
        extra = min(missing, state.units[p.id].factors - p.factors)
        if extra:
            total = p.factors + extra
            picks.append(Pick(p.id, 0 if total == state.units[p.id].factors else total))
            missing -= extra
    taken = {p.id for p in order.units}
    more = remedies.free_destroyers_at(state, side, bases, missing, taken)
    if sum(p.factors or state.units[p.id].factors for p in more) < missing:
        return ()
    return remedies.plus_ships(order, (*picks, *more), "more-destroyers")


def _less_cargo(
    state: State, side: str, order: Any, cargo: Sequence[Unit], goal: str, room: int
) -> tuple[Remedy, ...]:
    kept: list[Pick] = []
    for p, u in zip(order.cargo, cargo, strict=False):
        if (need := destroyers_needed(state, side, "transport", [u], goal)) <= room:
            kept.append(p)
            room -= need
    if not kept or len(kept) == len(order.cargo):
        return ()
    return (
        Remedy(
            "less-cargo",
            remedies.order_text(replace(order, cargo=tuple(kept))),
            facts(kept=", ".join(p.id for p in kept)),
        ),
    )


def transport_refusal(
    state: State, side: str, cargo: Sequence[Unit], places: Sequence[str]
) -> Refusal | None:
    """Refuse a shipment to or from a box for which the SW box has too few uncommitted
    transports."""
    need = transports_needed(state, cargo, places[-1])
    if not need:
        return None
    boxes = sw_boxes_passed(state, places)
    held = {b: state.sw.get(f"{side} {b}") or state.sw.get(b) for b in boxes}
    if not any(held.values()):
        return None
    free = {b: free_transports(state, side, b) for b in boxes}
    box = max(boxes, key=lambda b: free[b])
    if free[box] >= need:
        return None
    return Refusal(
        "21.434C",
        "too-few-transports",
        (box,),
        facts(needs=need, has=free[box], cargo=cargo_factors(cargo), box=box),
        (),
        ("HR-434C",),
        ("21.35A",),
    )


def free_transports(state: State, side: str, box: str) -> int:
    """Return the transports of an SW box that are not committed yet this player turn."""
    sw = state.sw.get(f"{side} {box}") or state.sw.get(box)
    return sw.transports - sw.committed if sw else 0


@clause("21.434C")
def sw_boxes_passed(state: State, places: Sequence[str]) -> tuple[str, ...]:
    """Return the SW boxes through which a shipment to or from a mapboard box may pass. For
    Australia with the Pacific map at the other end these are both oceans'."""
    box = next(p for p in places if theatre.is_mapboard_box(p))
    pacific = state.board == theatre.PACIFIC and any(not theatre.is_box(p) for p in places)
    return (
        (theatre.PACIFIC_SW, theatre.INDIAN_SW)
        if box == theatre.AUSTRALIA and pacific
        else (sw_box_of(box),)
    )


@clause("21.437D")
def transported_refusal(units: Sequence[Unit]) -> Refusal | None:
    """Refuse to invade with ground units that were carried this turn."""
    ids = tuple(u.id for u in units if u.kind == "ground" and u.transported)
    return (
        Refusal("21.437D", "transported-cannot-invade", ids, also_cites=("21.514E",))
        if ids
        else None
    )


@clause("21.35B")
def sea_supply_refusal(order: Any, groups: Sequence[str]) -> Refusal | None:
    """Refuse more than one task force as protection of one sea supply line."""
    if len(groups) < 2:
        return None
    return Refusal(
        "21.35B",
        "one-force-guards",
        tuple(groups),
        facts(source=order.source, to=order.to),
        remedies.only_ships(order, (groups[0],)),
    )


@clause("21.35A")
def ground_part_refusal(view: State, order: Any) -> Refusal | None:
    """Refuse parts of ground units as cargo. Air units may be divided."""
    parts = tuple(
        p.id
        for p in order.cargo
        if p.factors and p.id in view.units and view.units[p.id].kind == "ground"
    )
    whole = replace(
        order, cargo=tuple(replace(p, factors=0) if p.id in parts else p for p in order.cargo)
    )
    return (
        Refusal(
            "21.35A",
            "ground-whole",
            parts,
            (),
            (Remedy("whole-units", remedies.order_text(whole)),),
        )
        if parts
        else None
    )
