"""Case lines about distances, routes, range limits and interception along a route."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.boards import BoardError, route
from flagplot.table import TextError
from flagplot.table.casebook.clause_index import load_clauses
from flagplot.table.language import Choice, Found

from ..map import straits, theatre
from ..map.fronts import can_intercept_by_front, fronts_of
from ..rules import mapboard_boxes
from ..rules.movement import routing
from ..rules.range import limits
from ..state import NEUTRAL, State, Unit
from ..state.nations import NATIONS, principal_nation, side_of
from . import nouns as n
from .nouns import lines, place_with_id

ACTIVITIES = {
    "base change": "base-change",
    "patrol": "patrol",
    "sea transport": "transport",
    "redeployment": "redeploy",
    "sea escort": "escort",
    "interception": "intercept",
    "counter-interception": "counter",
    "displacement": "displaced",
    "invasion": "invasion",
    "supply": "supply",
    "bombardment": "bombard",
}


Activity = Annotated[str, Choice(*ACTIVITIES, name="activity")]


MISSION_CLAUSE = {"base-change": "21.223", "patrol": "21.412", "transport": "21.432"}
"""The clause with the range limits of an activity, cited beside the limit itself."""


def side_and_ship(state: State, who: n.Owner, start: str) -> tuple[str, Unit]:
    """Return the side a line is about (the moving side when it names none), and a ship for unnamed
    ones."""
    side = side_of(state, who) if who and who != NEUTRAL else state.mover
    here = next((u.nation for u in state.ships(side) if u.base == start), "")
    nation = (
        (who if who in NATIONS else "")
        or here
        or principal_nation(side, pacific=state.board == theatre.PACIFIC)
    )
    return side, Unit("-", "-", side, nation, "ship", "CA", 2, "fast", start, start)


def plan_of_line(
    state: State, start: n.Spot, goal: str, via: n.Places, who: n.Owner, activity: str
) -> routing.Plan:
    """Return the plan of a line: an activity from a place (or a unit's base) to another by way of
    places."""
    at = n.place_or_base(state, start)
    ship = state.units[start] if start in state.units else side_and_ship(state, who, at)[1]
    clause = MISSION_CLAUSE.get(activity, "")
    return routing.plot_route(state, ship.side, (ship,), at, goal, list(via), activity, clause)


def plan_text(found: routing.Plan) -> str:
    """Return a plan's track and its refusals in words."""
    against = ", ".join(f"{r.clause} {r.code}" for r in found.refusals)
    return f"{found.distance} hexes by {' '.join(found.path)}" + (
        f"; refused {against}" if against else ""
    )


@lines.fact("distance {start} to {goal} [via {via}] [for {side}] {hexes}")
def fact_distance(
    state: State,
    start: n.Place,
    goal: n.Place,
    hexes: int | None,
    via: n.Places = (),
    side: n.Side = "",
) -> Found:
    """Check the distance by water in hexes. When a side is named, the route avoids the straits
    closed to it."""
    board = routing.board_for(state, start, goal)
    if board is None:
        return hexes is None, "no board shows both"
    stops = [routing.id_on_board(state, board, v) for v in via]
    shut = (
        straits.closed_links(state, side, board)
        if side
        else frozenset(k for k, x in board.links.items() if x.kind == "closure")
    )
    ends = (
        routing.place_with_waters(state, board, start),
        routing.place_with_waters(state, board, goal),
    )
    try:
        found = route(board, *ends, via=stops, closed=shut)
    except BoardError as e:
        raise TextError(str(e), -1, e.suggestions) from None
    if found is None:
        return hexes is None, "distance none"
    return found.distance == hexes, f"distance {found.distance} by {' '.join(found.hexes)}"


RANGE = "range {activity} from {start} to {goal} [via {via}] [for {who}]"


@lines.fact(f"{RANGE} {{hexes}}")
@lines.fact(f"{RANGE} legal")
@lines.fact(f"{RANGE} refused {{clause}}")
def fact_range(
    state: State,
    activity: Activity,
    start: n.Spot,
    goal: n.Place,
    via: n.Places = (),
    who: n.Owner = "",
    hexes: int = -1,
    clause: str = "",
) -> Found:
    """Check an activity: the hexes of its track, that it is legal, or that a clause refuses it."""
    found = plan_of_line(state, start, goal, via, who, ACTIVITIES[activity])
    if clause and not any(c.startswith(clause) for c in load_clauses("awaw")):
        raise TextError(f"{clause!r} is no clause of this book")
    if clause:
        return any(r.clause.startswith(clause) for r in found.refusals), plan_text(found)
    return found.distance == hexes if hexes >= 0 else not found.refusals, plan_text(found)


@lines.fact("route from {start} to {goal} [via {via}] [for {who}] {uses} {places}")
def fact_route(
    state: State,
    start: n.Spot,
    goal: n.Place,
    uses: Literal["uses", "avoids"],
    places: n.Places,
    via: n.Places = (),
    who: n.Owner = "",
) -> Found:
    """Check that a base change uses or avoids places."""
    found = plan_of_line(state, start, goal, via, who, "base-change")
    there = [p in found.path for p in places]
    return (all(there) if uses == "uses" else not any(there)) and not found.refusals, plan_text(
        found
    )


@lines.fact("no route from {start} to {goal} [via {via}] [for {who}]")
def fact_no_route(
    state: State, start: n.Spot, goal: n.Place, via: n.Places = (), who: n.Owner = ""
) -> Found:
    """Check that no route by water exists, or that a strait on it is closed."""
    found = plan_of_line(state, start, goal, via, who, "supply")
    return any(r.code in ("no-way", "strait-closed") for r in found.refusals), plan_text(found)


@lines.fact("{which} {activity} from {start} to {goal} [for {who}] {hexes}")
def fact_range_limit(
    state: State,
    which: Literal["first leg", "leg", "total"],
    activity: Activity,
    start: n.Place,
    goal: n.Place,
    hexes: n.Limit,
    who: n.Owner = "",
) -> Found:
    """Check the range limit of an activity in hexes: of the first leg, of every leg, or in
    total."""
    side, ship = side_and_ship(state, who, start)
    here = [u for u in state.ships(side) if u.base == start]
    x = limits.limits_for(state, side, here[:1] or (ship,), start, goal, ACTIVITIES[activity])
    found = {
        "total": x.total,
        "leg": x.every,
        "first leg": x.every if x.initial is None else x.initial,
    }[which]
    word = "unlimited" if found is None else str(found)
    return word == str(hexes), f"{which} {word}" + (f" ({x.why})" if x.why else "")


@lines.fact("ships at {port} may intercept {start} to {goal} at {place}")
def fact_may_intercept(
    state: State, port: n.Place, start: n.Place, goal: n.Place, place: n.Place
) -> Found:
    """Check that ships at a port may intercept a move at a place, by the rules of two-front
    ports."""
    path = routing.plot_route(state, state.mover, (), start, goal, (), "base-change").path
    if place not in path:
        raise TextError(f"{place_with_id(state, place)} is not on the way", -1, [*path])
    told = f"fronts of {place_with_id(state, port)}: {', '.join(fronts_of(state, port))}; track {' '.join(path)}"
    return can_intercept_by_front(state, port, path), told


lines.fact_row(
    "base change {start} to {goal} inverts",
    lambda state, start, goal: (
        mapboard_boxes.does_invert(state, start, goal),
        "it does not invert",
    ),
    start=n.Place,
    goal=n.Place,
)
