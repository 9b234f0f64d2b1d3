"""Whole mended orders for remedies: the same order with ships left out or put in, another goal, another way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count, islice
from typing import Any

from flagplot.table import Refusal, Remedy, facts

from ..orders import L, Pick, say_picks
from ..state import APART, State, Unit, replace


def text(order: Any) -> str:
    """The text form of an order."""
    return L.text(order)


def without(order: Any, ids: Collection[str], code: str = "leave-out") -> tuple[Remedy, ...]:
    """The order without these ships, unless none would be left."""
    left = tuple(p for p in order.units if p.id not in ids)
    if not left or len(left) == len(order.units):
        return ()
    return (Remedy(code, text(replace(order, units=left)), facts(units=", ".join(sorted(ids)))),)


def only(order: Any, ids: Collection[str], code: str = "only-these") -> tuple[Remedy, ...]:
    """The order with these of its ships alone."""
    left = tuple(p for p in order.units if p.id in ids)
    if not left or len(left) == len(order.units):
        return ()
    return (Remedy(code, text(replace(order, units=left)), facts(units=", ".join(p.id for p in left))),)


def plus(order: Any, picks: Sequence[Pick], code: str = "add-ships") -> tuple[Remedy, ...]:
    """The order with more ships."""
    if not picks:
        return ()
    have = {p.id: p for p in order.units}
    merged = tuple(p for p in order.units if p.id not in {x.id for x in picks}) + tuple(picks)
    if all(have.get(p.id) == p for p in picks):
        return ()
    return (Remedy(code, text(replace(order, units=merged)), facts(units=say_picks(picks))),)


def destroyers_at(state: State, side: str, places: Collection[str], need: int, taken: Collection[str]) -> tuple[Pick, ...]:
    """Picks of free, fit destroyers based at *places* that make up *need* factors (fewer when there are not enough)."""
    out: list[Pick] = []
    for u in state.units.values():
        if need <= 0:
            break
        if free_destroyer(u, side) and u.base in places and u.id not in taken:
            n = min(need, u.factors)
            out.append(Pick(u.id, 0 if n == u.factors else n))
            need -= n
    return tuple(out)


def free_destroyer(u: Unit, side: str) -> bool:
    """True for destroyers in port that may still act this player turn."""
    idle = u.inverted or u.force or u.used or u.frozen or u.sortied or u.note == APART
    return u.side == side and u.type == "DD" and u.status == "" and not idle


LEAVE_OUT = frozenset({
    "already-used", "inverted", "unsupplied", "damaged", "new-ship", "surplus-idle", "already-sortied", "not-in-play", "at-sea",
    "already-announced", "base-changed", "carriers-unescorted", "box-forbids", "not-your-ship",
})
"""Refusals that leaving out the culprits mends."""


def filled(view: State, side: str, order: Any, found: Sequence[Refusal | None]) -> list[Refusal | None]:
    """Refusals with whole mended orders put in where a remedy is only a code: without the culprits, or as a task force."""
    if not any(found):
        return list(found)
    culprits = {c for r in found if r is not None and r.code in LEAVE_OUT for c in r.culprits}
    out: list[Refusal | None] = []
    for r in found:
        if r is None or any(x.order for x in r.remedies):
            out.append(r)
        elif r.code in LEAVE_OUT:
            mended = without(order, culprits)
            out.append(replace(r, remedies=mended) if mended else r)
        elif r.code == "needs-task-force" and hasattr(order, "tf"):
            mended = (Remedy("as-task-force", text(replace(order, tf=free_name(view, side)))),)
            out.append(replace(r, remedies=mended))
        else:
            out.append(r)
    return out


def free_names(view: State, side: str, number: int) -> tuple[str, ...]:
    """The first task force names a side does not use."""
    used = {g.name for g in view.groups.values()} | {f.name for f in view.forces.values() if f.side == side}
    return tuple(islice((name for n in count(1) if (name := f"TF{n}") not in used), number))


def free_name(view: State, side: str) -> str:
    """The first task force name a side does not use."""
    return free_names(view, side, 1)[0]
