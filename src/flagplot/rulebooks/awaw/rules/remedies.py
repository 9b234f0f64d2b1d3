"""Mended orders for remedies: ships left out or added, another goal, another route, fewer ships."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from flagplot.table import Refusal, Remedy, facts

from ..map import theatre
from ..nouns import L, Pick, picks_text
from ..orders import BaseChange, Move, Redeploy
from ..state import APART, State, Unit, replace
from .range import distances
from .range.limits import leg_length


def order_text(order: Any) -> str:
    """Return the text form of an order."""
    return L.text(order)


def without_ships(order: Any, ids: Collection[str], code: str = "leave-out") -> tuple[Remedy, ...]:
    """Return the remedy of the order without these ships; empty when none would be left."""
    left = tuple(p for p in order.units if p.id not in ids)
    if not left or len(left) == len(order.units):
        return ()
    return (
        Remedy(code, order_text(replace(order, units=left)), facts(units=", ".join(sorted(ids)))),
    )


def only_ships(order: Any, ids: Collection[str], code: str = "only-these") -> tuple[Remedy, ...]:
    """Return the remedy of the order with only these of its ships."""
    left = tuple(p for p in order.units if p.id in ids)
    if not left or len(left) == len(order.units):
        return ()
    return (
        Remedy(
            code, order_text(replace(order, units=left)), facts(units=", ".join(p.id for p in left))
        ),
    )


def plus_ships(order: Any, picks: Sequence[Pick], code: str = "add-ships") -> tuple[Remedy, ...]:
    """Return the remedy of the order with more ships."""
    if not picks:
        return ()
    have = {p.id: p for p in order.units}
    merged = tuple(p for p in order.units if p.id not in {x.id for x in picks}) + tuple(picks)
    if all(have.get(p.id) == p for p in picks):
        return ()
    return (Remedy(code, order_text(replace(order, units=merged)), facts(units=picks_text(picks))),)


def free_destroyers_at(
    state: State, side: str, places: Collection[str], need: int, taken: Collection[str]
) -> tuple[Pick, ...]:
    """Return picks of free, fit destroyers based at *places* with *need* factors in all, or fewer
    when there are not enough."""
    out: list[Pick] = []
    for u in state.units.values():
        if need <= 0:
            break
        if is_free_destroyer(u, side) and u.base in places and u.id not in taken:
            n = min(need, u.factors)
            out.append(Pick(u.id, 0 if n == u.factors else n))
            need -= n
    return tuple(out)


def is_free_destroyer(u: Unit, side: str) -> bool:
    """Return True for destroyers in port that may still act this player turn."""
    idle = u.inverted or u.force or u.used or u.frozen or u.sortied or u.note == APART
    return u.side == side and u.type == "DD" and u.status == "" and not idle


LEAVE_OUT = frozenset(
    {
        "already-used",
        "inverted",
        "unsupplied",
        "damaged",
        "new-ship",
        "surplus-idle",
        "already-sortied",
        "not-in-play",
        "at-sea",
        "already-announced",
        "base-changed",
        "carriers-unescorted",
        "box-forbids",
        "not-your-ship",
    }
)
"""Refusals that are mended by leaving out the culprits."""


def with_full_orders(
    view: State, side: str, order: Any, found: Sequence[Refusal | None]
) -> list[Refusal | None]:
    """Return the refusals with complete mended orders in place of remedies that are only a code:
    without the culprits, or as a task force."""
    if not any(found):
        return list(found)
    culprits = {c for r in found if r is not None and r.code in LEAVE_OUT for c in r.culprits}
    out: list[Refusal | None] = []
    for r in found:
        if r is None or any(x.order for x in r.remedies):
            out.append(r)
        elif r.code in LEAVE_OUT:
            mended = without_ships(order, culprits)
            out.append(replace(r, remedies=mended) if mended else r)
        elif r.code == "needs-task-force" and hasattr(order, "tf"):
            mended = (
                Remedy("as-task-force", order_text(replace(order, tf=free_name(view, side)))),
            )
            out.append(replace(r, remedies=mended))
        else:
            out.append(r)
    return out


def free_names(view: State, side: str, number: int) -> tuple[str, ...]:
    """Return the first *number* task force names that a side does not use."""
    used = {g.name for g in view.groups.values()} | {
        f.name for f in view.forces.values() if f.side == side
    }
    return tuple(islice((name for n in count(1) if (name := f"TF{n}") not in used), number))


def free_name(view: State, side: str) -> str:
    """Return the first task force name that a side does not use."""
    return free_names(view, side, 1)[0]


GOAL = frozenset(
    {
        "port-full",
        "voluntary-overstack",
        "patrol-keeps-room",
        "too-far",
        "not-friendly",
        "not-friendly-since-movement",
        "not-a-port",
        "box-partner",
        "western-allies-only",
        "strait-closed",
        "round-trip",
        "no-way",
        "leg-too-long",
        "no-gateway",
    }
)
"""Refusals that are mended by another goal."""


OUT = frozenset({"waiting-for-repair", "has-patrolled"})


FEWER = frozenset({"port-full", "voluntary-overstack", "patrol-keeps-room"})


WAY = frozenset(
    {
        "strait-closed",
        "too-far",
        "off-board",
        "off-northern-edge",
        "no-water",
        "box-entry",
        "leg-too-long",
        "no-way",
    }
)


Refusals = Callable[[Any], Sequence[Refusal]]


def with_mended_orders(
    view: State, side: str, order: BaseChange | Redeploy, found: Sequence[Refusal], again: Refusals
) -> list[Refusal]:
    """Return the refusals with complete orders in their remedies. Each order is tried with *again*,
    so that only legal ones remain."""
    if isinstance(order, BaseChange) and len(order.moves) != 1:
        return list(found)
    move = (
        order.moves[0]
        if isinstance(order, BaseChange)
        else Move(order.units, order.to, order.via, order.tf)
    )

    def rebuilt(**changes: Any) -> BaseChange | Redeploy:
        new = replace(move, **changes)
        if isinstance(order, BaseChange):
            return BaseChange((new,))
        return replace(order, units=new.units, to=new.to, via=new.via)

    cache: dict[str, tuple[Remedy, ...]] = {}

    def remedies(
        kind: str, tries: Iterator[tuple[str, Any, Any]], most: int = 1
    ) -> tuple[Remedy, ...]:
        if kind not in cache:
            good = []
            for code, each, about in tries:
                if not again(each):
                    good.append(Remedy(code, order_text(each), about))
                if len(good) == most:
                    break
            cache[kind] = tuple(good)
        return cache[kind]

    out = []
    for r in found:
        more: tuple[Remedy, ...] = ()
        if r.code in LEAVE_OUT | OUT:
            culprits = {c for x in found if x.code in LEAVE_OUT | OUT for c in x.culprits}
            left = tuple(p for p in move.units if p.id not in culprits)
            if left and len(left) < len(move.units):
                about = facts(units=", ".join(sorted(culprits)))
                more += remedies("without", iter([("leave-out", rebuilt(units=left), about)]))
        if r.code in FEWER:
            more += remedies("fewer", _fewer(view, side, move, rebuilt))
        if r.code in WAY and move.via:
            more += remedies("way", iter([("shortest-way", rebuilt(via=()), ())]))
        if r.code in GOAL and not more:
            more += remedies("goal", _goals(view, side, move, rebuilt))
        out.append(replace(r, remedies=(*more, *r.remedies)) if more else r)
    return out


def _fewer(
    view: State, side: str, move: Move, rebuilt: Callable[..., Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the same move with the ships that fit, in the order named."""
    from ..map.ports import spare_capacity
    from .forces import expand_picks

    goal = theatre.place_id(view, move.to)
    free = spare_capacity(view, goal, side)
    kept: list[Pick] = []
    for p in expand_picks(view, side, move.units):
        u = view.units.get(p.id)
        size = (p.factors or u.factors) if u is not None else 0
        if u is not None and u.type == "DD" and 0 < free < size:
            kept.append(Pick(p.id, free))
            free = 0
        elif size <= free:
            kept.append(p)
            free -= size
    if kept:
        yield (
            "fewer-factors",
            rebuilt(units=tuple(kept)),
            facts(factors=sum(p.factors or view.units[p.id].factors for p in kept)),
        )


def _goals(
    view: State, side: str, move: Move, rebuilt: Callable[..., Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the same move to other ports of the side within range, those nearest to the goal by
    water first. At most eight are tried."""
    from ..map.ports import is_friendly, spare_capacity
    from .forces import selected_units

    ships: Sequence[Unit] = selected_units(view, side, move.units)
    starts = {u.base for u in ships}
    try:
        goal = theatre.place_id(view, move.to)
    except ValueError:
        return
    board = theatre.load_board(view.board)
    bases = [s for s in sorted(starts) if s in board.hexes]
    near = [
        _ports_near(view, side, ships, s, 2 * leg_length(theatre.THEATRE[board.id])) for s in bases
    ]
    size = sum(u.naval_factors for u in ships)
    far = _ports_near(view, side, ships, goal, 200) if goal in board.coords else {}
    found = []
    for p in theatre.ports_of(board):
        if p.hex in starts or p.hex == goal or any(p.hex not in reached for reached in near):
            continue
        if (
            not is_friendly(view, side, p.hex, "movement")
            or spare_capacity(view, p.hex, side) < size
        ):
            continue
        aim = goal if goal in board.coords else next((s for s in bases if s in board.coords), "")
        found.append((far.get(p.hex, 500 + board.distance(p.hex, aim) if aim else 500), p.name))
    for _, name in sorted(set(found))[:8]:
        yield "other-goal", rebuilt(to=name, via=()), facts(goal=name)


def _ports_near(
    view: State, side: str, ships: Sequence[Unit], place: str, limit: int
) -> Mapping[str, int]:
    """Return the ports within *limit* hexes of a place by water."""
    return distances.distances_to_ports(
        view, side, ships, place, distances.waters_of_place(view, place), limit, "base-change"
    )
