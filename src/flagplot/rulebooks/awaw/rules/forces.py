"""Units that orders name, parts of units, task forces, and counts of fast and slow factors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flagplot.table import Table

from ..events import Detached, Merged
from ..nouns import Pick
from ..state import COUNTED, FAST_CARRIERS, FLEET, Force, State, Unit, needs_task_force, replace
from ..state.unit_names import free_force_id, free_id, group_of

TF_LIMIT = 25
"""Most factors in a task force (published, chapter 20)."""


def expand_picks(state: State, side: str, picks: Sequence[Pick]) -> tuple[Pick, ...]:
    """Return the picks with task forces replaced by their ships."""
    units = state.units
    out: list[Pick] = []
    for p in picks:
        group = "" if p.id in units else group_of(state, side, p.id)
        if group:
            out += [Pick(i) for i in state.groups[group].units if i in units and units[i].present]
        else:
            out.append(p)
    return tuple(out)


def selected_units(state: State, side: str, picks: Sequence[Pick]) -> tuple[Unit, ...]:
    """Return the units that an order names. Parts have reduced factors and the id of the whole
    unit."""
    out, units = [], state.units
    for p in expand_picks(state, side, picks):
        u = units.get(p.id)
        if u is not None:
            out.append(replace(u, factors=p.factors) if p.factors and p.factors < u.factors else u)
    return tuple(out)


def members_without(members: Iterable[Unit], parts: Iterable[Unit]) -> list[Unit]:
    """Return what is left of a force when some ships, or parts of them, leave it."""
    taken = {u.id: u.factors for u in parts}
    return [
        replace(u, factors=u.factors - taken.get(u.id, 0))
        for u in members
        if u.factors > taken.get(u.id, 0)
    ]


def unknown_picks(state: State, side: str, picks: Sequence[Pick]) -> tuple[str, ...]:
    """Return the picks that name no unit or task force of the side in this view."""
    units = state.units
    return tuple(
        [
            p.id
            for p in expand_picks(state, side, picks)
            if p.id not in units or units[p.id].side != side
        ]
    )


def muster_units(
    t: Table[State], side: str, picks: Sequence[Pick], clause: str = "21.31"
) -> tuple[str, ...]:
    """Return the ids of the units that an order names. Parts become units of their own first."""
    out: list[str] = []
    for p in expand_picks(t.state, side, picks):
        u = t.state.units[p.id]
        if not p.factors or p.factors >= u.factors:
            out.append(u.id)
            continue
        new = free_id(t.state, u.origin)
        t.record(Detached(clause, side, u.id, new, p.factors))
        out.append(new)
    return tuple(out)


def new_force(
    s: State,
    side: str,
    mission: str,
    units: Sequence[str],
    path: Sequence[str],
    goal: str,
    tf: str = "",
    *,
    letter: str = "",
    **more: Any,
) -> Force:
    """Return a new force of these units, as it is announced now. Its id is unused in this game. It
    is a task force when named as one or big."""
    task_force = bool(tf) or needs_task_force(s.units[i] for i in units)
    return Force(
        free_force_id(s, letter or f"{side}-"),
        side,
        mission,
        tuple(units),
        tuple(path),
        target=goal,
        since=s.player_turn,
        task_force=task_force,
        name=tf,
        **more,
    )


def ships_by_base(units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    """Return base -> the ships that lie in it."""
    out: dict[str, list[Unit]] = {}
    for u in units:
        out.setdefault(u.base, []).append(u)
    return {b: tuple(us) for b, us in out.items()}


def lead_base_of(ships: Sequence[Unit]) -> str:
    """Return the base from which ships of several bases sail together: that of the first
    destroyers, else of the first ship."""
    return next((u.base for u in ships if u.type == "DD"), ships[0].base)


def merge_detachments(t: Table[State]) -> None:
    """Merge detachments with parts of the same unit in the same base and condition."""
    by_root: dict[tuple[object, ...], list[Unit]] = {}
    for u in t.state.units.values():
        if u.kind == "ship" and u.type in COUNTED and not u.force and u.status in ("", "sunk"):
            key = (
                u.origin,
                u.base if u.status == "" else "",
                u.inverted,
                u.damaged,
                u.status,
                u.tf,
                u.used,
                u.frozen,
                u.rests,
            )
            by_root.setdefault(key, []).append(u)
    for units in by_root.values():
        if len(units) > 1:
            units.sort(key=lambda u: (u.id != u.origin, u.id))
            t.record(Merged("21.31", units[0].side, units[0].id, tuple(u.id for u in units[1:])))


def task_force_name(picks: Sequence[Pick], tf: str) -> str:
    """Return the name of the task force that an order uses: the one it forms, or the only one it
    names. Empty for none."""
    if tf:
        return tf
    named = [p.id for p in picks if p.id.startswith("TF")]
    return named[0] if len(named) == 1 and len(picks) == 1 else ""


def fast_fleet(units: Sequence[Unit]) -> int:
    """Return the fast fleet factors: undamaged fast capital ships, cruisers and destroyers."""
    return sum(u.factors for u in units if u.type in FLEET and u.fast)


def fast_carriers(units: Sequence[Unit]) -> int:
    """Return the factors of fast carriers."""
    return sum(u.factors for u in units if u.type in FAST_CARRIERS)


def escorted(units: Sequence[Unit]) -> bool:
    """True for ships with as many fast fleet factors as fast carrier factors, and for the strike
    force for Pearl Harbor, which needs no escort (21.313)."""
    return fast_carriers(units) <= fast_fleet(units) or strikes_pearl_harbor(units)


def strikes_pearl_harbor(units: Sequence[Unit]) -> bool:
    """True for ships of Japan's strike force for Pearl Harbor (51.12)."""
    return all("pearl" in u.note for u in units)


def joined_force(force: Force) -> str:
    """Return the id of the force that a force sails to join; empty when it joins none."""
    word, _, lead = force.note.rpartition("; ")[2].partition(" ")
    return lead if word == "joins" else ""


def lead_of(force: Force) -> str:
    """Return the id of the force that a force joins; its own id when it leads or sails alone."""
    return joined_force(force) or force.id


def band_of(units: Sequence[Unit]) -> str:
    """Return the size that an enemy may know: ``under 10`` or ``10+``."""
    return "10+" if needs_task_force(units) else "under 10"


def fitting_picks(ships: Iterable[Unit], room: int) -> tuple[Pick, ...]:
    """Return picks of the ships that fit into *room* factors, in their order. A destroyer unit that
    is too big gives the part that fits."""
    out: list[Pick] = []
    for u in ships:
        if u.naval_factors <= room:
            out.append(Pick(u.id))
            room -= u.naval_factors
        elif u.type == "DD" and room:
            out.append(Pick(u.id, room))
            room = 0
    return tuple(out)
