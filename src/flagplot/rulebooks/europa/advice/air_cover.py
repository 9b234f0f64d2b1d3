"""Air cover by carriers: carrier groups sail ahead, and covered groups stay under their
fighters."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.table import AskOrder
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ..map import chart
from ..orders import Move
from ..rules import legality
from ..rules.movement import costs
from ..state import Group, State
from . import route_losses, ways_to_goal
from .candidates import goal_of

FAR = 30
"""MPs that suffice for the route of a group in a step."""


FULL = 2
"""Escorts over a group that count against aircraft."""


SAILS = 5.0
"""Points of cover that a carrier gives up rather than be searched for at sea; each hex of its route
adds 1."""


NEAR = 20
"""Hexes within which a carrier counts as able to cover a group."""


def cover_range(view: State, g: Group) -> int:
    """Return the distance in hexes to which the fighters of all of a group's carriers cover others;
    0 when it has none."""
    flying = fighter_ranges(view)
    return min([flying[u] for u in g.members if u in flying], default=0) if flying else 0


@memo_per_parts(lambda view: (view.air,))
def fighter_ranges(view: State) -> dict[str, int]:
    """Return the range in hexes of the fighters of each carrier that has some aloft."""
    found: dict[str, int] = {}
    for a in view.air.values():
        if a.carrier and a.mission == "escort" and not a.marker:
            found[a.carrier] = min(a.reach, found.get(a.carrier, a.reach))
    return found


@memo_per_state
def needs_cover(view: State, g: Group) -> bool:
    """Return True when a group needs cover: it carries cargo, or is mixed, and is not at its
    goal."""
    return (
        view.kind(g) in ("mixed", "cargo") and bool(g.members) and g.hex != goal_of(view, g) != ""
    )


@memo_per_state
def carriers_near(view: State, charge: Group) -> list[Group]:
    """Return the groups with fighters of its side that are near enough to cover a group, the
    nearest first."""
    found = [
        g
        for g in groups_with_fighters(view, charge.side)
        if g.id != charge.id and chart.distance(g.hex, charge.hex) <= NEAR
    ]
    return sorted(found, key=lambda g: (chart.distance(g.hex, charge.hex), g.id))


@memo_per_state
def groups_with_fighters(view: State, side: str) -> list[Group]:
    """Return the groups of a side with fighters, by id."""
    return [g for g in view.standing(side) if cover_range(view, g)]


def covered_by(view: State, g: Group) -> Group | None:
    """Return the group that a group with fighters covers, the nearest with cargo; ``None`` when
    there is none."""
    if not cover_range(view, g):
        return None
    found = [
        c
        for c in view.standing(g.side)
        if c.id != g.id and needs_cover(view, c) and chart.distance(c.hex, g.hex) <= NEAR
    ]
    return min(found, key=lambda c: (chart.distance(c.hex, g.hex), c.id), default=None)


@memo_per_state
def uncovered_hexes(view: State, side: str) -> Mapping[str, float]:
    """Return the hexes where a side's cargo lies or is bound without full cover by land-based
    fighters, with the points at stake there."""
    found: dict[str, float] = {}
    for g in view.standing(side):
        if g.where == "sea" and g.members and view.kind(g) in ("mixed", "cargo"):
            at = goal_of(view, g) or g.hex
            found[at] = found.get(at, 0.0) + sum(
                route_losses.points_at_stake(view, u) * u.strength for u in view.of(g)
            )
    ashore = [
        a
        for a in view.air.values()
        if a.side == side and a.mission == "escort" and not a.marker and not a.carrier
    ]
    return {
        h: points
        for h, points in found.items()
        if sum(chart.distance(a.place, h) <= a.reach for a in ashore) < FULL
    }


def best_cover_hex(view: State, g: Group) -> tuple[float, str]:
    """Return the hex from which the fighters of a group cover most, free of mines and batteries and
    near its place. The number before it is the points left uncovered plus the cost of the route."""
    spots, reach, far = (
        uncovered_hexes(view, g.side),
        cover_range(view, g),
        ways_to_goal.cost_field(view, g, g.hex),
    )
    free = {
        h for spot in spots for h in chart.hexes_within(spot, reach)
    } - ways_to_goal.entry_costs(view, g, ()).keys()
    return min(
        (
            sum(points for spot, points in spots.items() if chart.distance(spot, h) > reach)
            + (SAILS + far(h) if h != g.hex else 0.0),
            h,
        )
        for h in free | {g.hex}
    )


def hex_ahead_of(view: State, g: Group, charge: Group) -> str:
    """Return the hex where a covering group belongs: ahead on the route of the covered group, up to
    its fighters' range."""
    way = ways_to_goal.cheapest_course(view, charge, goal_of(view, charge), FAR)
    return way[min(cover_range(view, g), len(way)) - 1] if way else charge.hex


@memo_per_state
def cover_can_advance(view: State, request: AskOrder, charge: Group) -> bool:
    """Return True when a group that covers *charge* can still come nearer in this step to the hex
    where it belongs."""
    for g in carriers_near(view, charge):
        to, mps = hex_ahead_of(view, g, charge), costs.mps_left(view, g)
        way = (
            ways_to_goal.cheapest_course(view, g, to, mps)
            if mps and not g.ended and g.hex != to
            else ()
        )
        if way and legality.check(view, request, Move(g.id, way[:1])):
            return True
    return False


def hexes_under_cover(view: State, charge: Group, path: tuple[str, ...]) -> int:
    """Return how many hexes of a path, from its beginning, lie under fighters."""
    over = [(g.hex, cover_range(view, g)) for g in carriers_near(view, charge)]
    for n, hex in enumerate(path):
        if hex not in chart.LIGHT and not any(
            chart.distance(hex, at) <= reach for at, reach in over
        ):
            return n
    return len(path)


def would_leave_cover(view: State, request: AskOrder, order: Move) -> bool:
    """Return True when a move would take cargo out from under fighters that could come along."""
    g = view.groups[order.group]
    if (
        not needs_cover(view, g)
        or not carriers_near(view, g)
        or hexes_under_cover(view, g, order.path) == len(order.path)
    ):
        return False
    return cover_can_advance(view, request, g)
