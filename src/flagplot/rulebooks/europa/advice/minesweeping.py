"""Lanes through minebelts: the groups that clear them, and cargo that should wait for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_state

from ..map import chart
from ..orders import Move
from ..rules.movement import costs
from ..state import Group, State
from ..state.units import tf_like
from . import route_losses, ways_to_goal
from .worth import has_non_warships

FAR = 400
"""MPs that suffice for any route."""


def should_wait_for_lane(view: State, order: Move, goal: str) -> bool:
    """Return True when cargo should wait for a lane: it would enter a belt or turn away while its
    side clears a belt with no more mines, and by sailing a step later it still reaches its goal in
    this player-turn."""
    g = view.groups[order.group]
    lane = min(
        belts_being_cleared(view, g.side),
        key=lambda h: (view.enemy_mines(h, g.side), h),
        default="",
    )
    if (
        not lane
        or not goal
        or view.phase is None
        or g.side != view.phasing
        or not has_non_warships(view, g.members)
    ):
        return False
    ahead = max(
        (
            view.enemy_mines(h, g.side)
            for h in ways_to_goal.cheapest_course(view, g, goal, FAR)
            if h not in g.mined
        ),
        default=0,
    )
    if ahead < view.enemy_mines(lane, g.side) or not can_reach_in_time(view, g, goal):
        return False
    entered = any(view.enemy_mines(h, g.side) for h in order.path if h not in g.mined)
    return entered or chart.distance(order.end, lane) >= chart.distance(g.hex, lane)


@memo_per_state
def belts_being_cleared(view: State, side: str) -> tuple[str, ...]:
    """Return the enemy belts that a side is clearing: sweepers lie there, or warships that have
    begun to sweep."""
    return tuple(
        x.hex
        for x in view.standing(side)
        if x.where == "sea"
        and view.enemy_mines(x.hex, side)
        and (x.task.startswith("sweep") or any(u.sweeper for u in view.of(x)))
    )


def with_belts_cleared(view: State, g: Group, due: int) -> State:
    """Return the state in which belts have been cleared up to the time when cargo must sail. *due*
    are the MPs that the cargo still has to pay to arrive in this player-turn."""
    phase = view.phase
    if phase is None or g.side != view.phasing or not has_non_warships(view, g.members):
        return view
    later = phase.steps - view.step + 1 - -(-due // max(1, costs.allowance(view, g)))
    fewer: dict[str, Mapping[str, int]] = {}
    for hex in belts_being_cleared(view, g.side) if later >= 0 else ():
        points = sum(
            clearable_points(view, x, later) for x in view.standing(g.side) if x.hex == hex
        )
        belt = dict(view.mines[hex])
        for owner in (o for o in view.mines[hex] if o != g.side):
            swept = min(points, belt[owner])
            belt[owner] -= swept
            points -= swept
        fewer[hex] = belt
    return replace(view, mines={**view.mines, **fewer}) if fewer else view


def clearable_points(view: State, g: Group, later: int) -> int:
    """Return the mine points that a group in a belt can clear in this step and *later* more
    steps."""
    units = [u for u in view.of(g) if u.sweeper] or list(view.of(g)) * g.task.startswith("sweep")
    due = costs.activity_cost(view, g, costs.plain_row("sweep"), units)
    return (
        mps_for_sweeping(view, g, later) // max(1, due.mps) if isinstance(due, costs.Charge) else 0
    )


def mps_for_sweeping(view: State, g: Group, later: int) -> int:
    """Return the MPs that a group may spend on sweeping in this step and *later* more steps, with
    those already paid for it."""
    return (
        costs.mps_left(view, g)
        + later * costs.allowance(view, g)
        + (g.paid if g.task.startswith("sweep") else 0)
    )


def can_reach_in_time(view: State, g: Group, goal: str) -> bool:
    """Return True when a group can reach its goal in the steps after this one."""
    assert view.phase is not None
    return (view.phase.steps - view.step) * costs.allowance(view, g) >= route_mps(
        view, g, ways_to_goal.cheapest_course(view, g, goal, FAR)
    )


def route_mps(view: State, g: Group, way: Iterable[str]) -> int:
    """Return the MPs of a route."""
    return sum(costs.entry_cost(view, g, h) or 0 for h in way)


@memo_per_state
def should_help_sweeping(view: State, g: Group, hex: str) -> bool:
    """Return True when warships without points in the scenario should help to clear a belt: they
    can do so, and in time for the cargo."""
    units = view.of(g)
    if view.phase is None or not all(
        tf_like(u) and not route_losses.points_of_unit(view, u) for u in units
    ):
        return False
    due = costs.activity_cost(view, g, costs.plain_row("sweep"), units)
    way = route_mps(view, g, ways_to_goal.cheapest_course(view, g, hex, FAR)) if g.hex != hex else 0
    return isinstance(due, costs.Charge) and way + due.mps <= mps_for_sweeping(
        view, g, view.phase.steps - view.step
    )
