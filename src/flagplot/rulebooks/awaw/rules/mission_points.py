"""Costs of offensive missions (21.414A) in mission points, which stand for BRPs in scenarios.

A mission costs one point for every five naval factors in it, rounded up. Submarines are free.
Points are charged to the front of the goal. A state that names no points has no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flagplot.table import Refusal, Remedy, Table, clause, facts
from flagplot.table.core.memo import memo_per_state

from ..events import Charged
from ..map.fronts import charged_front, fronts_of
from ..state import State, Unit
from .forces import lead_of
from .raiders import groups

PER_POINT = 5
PAID_LATER = frozenset({"patrol", "invade", "bombard", "carrier"})
"""Missions that are announced together and paid when they sail."""


@clause("21.414A", "21.554A")
def mission_cost(units: Iterable[Unit]) -> int:
    """Return the mission points of a mission with these ships: one for every five factors, rounded
    up. Submarines are free."""
    total = sum(u.naval_factors for u in units)
    return -(-total // PER_POINT)


@clause("21.414A")
def front_of(state: State, place: str, mission: str = "patrol", base: str = "") -> str:
    """Return the front to which a mission to a place is charged: that of the water there
    (21.131)."""
    of_base = fronts_of(state, base) if base else ()
    return (
        charged_front(state, mission, place, of_base[0] if of_base else "")
        if fronts_of(state, place)
        else ""
    )


def points_promised(state: State, side: str) -> int:
    """Return the points of missions announced and not yet paid."""
    unpaid = [
        f
        for f in state.forces.values()
        if f.side == side and f.mission in PAID_LATER and f.state == "announced"
    ]
    by_lead: dict[str, list[Unit]] = {}
    for f in unpaid:
        by_lead.setdefault(lead_of(f), []).extend(state.members(f))
    return sum(mission_cost(units) for units in by_lead.values()) + groups.raid_points_promised(
        state, side
    )


@memo_per_state
def points_left(state: State, side: str) -> int:
    """Return the points that a side can still commit; 1,000,000 when they are not counted."""
    return state.points[side] - points_promised(state, side) if side in state.points else 1_000_000


def points_refusal(
    state: State,
    side: str,
    units: Iterable[Unit],
    remedies: Callable[[], tuple[Remedy, ...]] = tuple,
    cite: str = "21.414A",
) -> Refusal | None:
    """Return the refusal when a mission cannot be paid, or None. *cite* is the clause that makes it
    pay. *remedies* is called only for a refusal."""
    units = tuple(units)
    need, have = mission_cost(units), points_left(state, side)
    if need <= have:
        return None
    return Refusal(
        cite,
        "points-short",
        tuple(u.id for u in units if u.naval_factors),
        facts(
            needs=need,
            left=have,
            factors=sum(u.naval_factors for u in units),
            affordable=have * PER_POINT,
        ),
        remedies(),
        ("scenario points",),
    )


def charge_mission(
    t: Table[State],
    side: str,
    place: str,
    units: Iterable[Unit],
    mission: str = "patrol",
    base: str = "",
) -> None:
    """Pay for a mission to *place* by ships from *base*."""
    pay_points(t, side, front_of(t.state, place, mission, base), mission_cost(units))


def pay_points(t: Table[State], side: str, front: str, points: int) -> None:
    """Charge points to a front, if there are any."""
    if points:
        t.record(Charged("21.414A", side, front, points))
