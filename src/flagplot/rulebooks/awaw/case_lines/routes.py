"""Case lines of distances, routes, range limits, and interceptions by front."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.boards import BoardError, route
from flagplot.table import TextError
from flagplot.table.casebook.clause_index import load_clauses
from flagplot.table.language import Choice, Found

from ..map import straits, theatre
from ..map.fronts import fronts_of, may_meet
from ..rules import mapboard_boxes
from ..rules.movement import routing
from ..rules.range import limits
from ..state import NEUTRAL, State, Unit
from ..state.nations import NATIONS, principal, side_of
from . import nouns as n
from .nouns import called, lines

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
"""Activity -> clause that applies the range limits to it, cited beside the limit itself."""


def for_whom(state: State, who: n.Owner, start: str) -> tuple[str, Unit]:
    """Return the side of a line (the mover when it names none), and a ship that stands for unnamed
    ones."""
    side = side_of(state, who) if who and who != NEUTRAL else state.mover
    here = next((u.nation for u in state.ships(side) if u.base == start), "")
    nation = (
        (who if who in NATIONS else "")
        or here
        or principal(side, pacific=state.board == theatre.PACIFIC)
    )
    return side, Unit("-", "-", side, nation, "ship", "CA", 2, "fast", start, start)


def plan(
    state: State, start: n.Spot, goal: str, via: n.Places, who: n.Owner, activity: str
) -> routing.Plan:
    """Return the plan of an activity from a place (or from a unit's base) to another, through
    *via*."""
    at = n.base(state, start)
    ship = state.units[start] if start in state.units else for_whom(state, who, at)[1]
    clause = MISSION_CLAUSE.get(activity, "")
    return routing.plot(state, ship.side, (ship,), at, goal, list(via), activity, clause)


def refused(found: routing.Plan) -> str:
    """Return the track of a plan and its refusals as text."""
    against = ", ".join(f"{r.clause} {r.code}" for r in found.refusals)
    return f"{found.distance} hexes by {' '.join(found.path)}" + (
        f"; refused {against}" if against else ""
    )


@lines.fact("distance {start} to {goal} [via {via}] [for {side}] {hexes}")
def distance(
    state: State,
    start: n.Place,
    goal: n.Place,
    hexes: int | None,
    via: n.Places = (),
    side: n.Side = "",
) -> Found:
    """Compare the hexes by water. With a side, straits closed to it are avoided."""
    board = routing.board_for(state, start, goal)
    if board is None:
        return hexes is None, "no board shows both"
    stops = [routing.where(state, board, v) for v in via]
    shut = (
        straits.closed(state, side, board)
        if side
        else frozenset(k for k, x in board.links.items() if x.kind == "closure")
    )
    ends = (routing.moored(state, board, start), routing.moored(state, board, goal))
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
def in_range(
    state: State,
    activity: Activity,
    start: n.Spot,
    goal: n.Place,
    via: n.Places = (),
    who: n.Owner = "",
    hexes: int = -1,
    clause: str = "",
) -> Found:
    """Compare the hexes of an activity's track, or test that it is legal, or that a clause forbids
    it."""
    found = plan(state, start, goal, via, who, ACTIVITIES[activity])
    if clause and not any(c.startswith(clause) for c in load_clauses("awaw")):
        raise TextError(f"{clause!r} is no clause of this book")
    if clause:
        return any(r.clause.startswith(clause) for r in found.refusals), refused(found)
    return found.distance == hexes if hexes >= 0 else not found.refusals, refused(found)


@lines.fact("route from {start} to {goal} [via {via}] [for {who}] {uses} {places}")
def way(
    state: State,
    start: n.Spot,
    goal: n.Place,
    uses: Literal["uses", "avoids"],
    places: n.Places,
    via: n.Places = (),
    who: n.Owner = "",
) -> Found:
    """Test that a base change passes places, or avoids them."""
    found = plan(state, start, goal, via, who, "base-change")
    there = [p in found.path for p in places]
    return (all(there) if uses == "uses" else not any(there)) and not found.refusals, refused(found)


@lines.fact("no route from {start} to {goal} [via {via}] [for {who}]")
def no_way(
    state: State, start: n.Spot, goal: n.Place, via: n.Places = (), who: n.Owner = ""
) -> Found:
    """Test that there is no way by water, or only through closed straits."""
    found = plan(state, start, goal, via, who, "supply")
    return any(r.code in ("no-way", "strait-closed") for r in found.refusals), refused(found)


@lines.fact("{which} {activity} from {start} to {goal} [for {who}] {hexes}")
def leg(
    state: State,
    which: Literal["first leg", "leg", "total"],
    activity: Activity,
    start: n.Place,
    goal: n.Place,
    hexes: n.Limit,
    who: n.Owner = "",
) -> Found:
    """Compare a range limit of an activity: of the first leg, of every leg, or in all."""
    side, ship = for_whom(state, who, start)
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
def meet(state: State, port: n.Place, start: n.Place, goal: n.Place, place: n.Place) -> Found:
    """Test that two-front ports let a port's ships intercept a move."""
    path = routing.plot(state, state.mover, (), start, goal, (), "base-change").path
    if place not in path:
        raise TextError(f"{called(state, place)} is not on the way", -1, [*path])
    told = f"fronts of {called(state, port)}: {', '.join(fronts_of(state, port))}; track {' '.join(path)}"
    return may_meet(state, port, path), told


lines.finds(
    "base change {start} to {goal} inverts",
    lambda state, start, goal: (mapboard_boxes.inverts(state, start, goal), "it does not invert"),
    start=n.Place,
    goal=n.Place,
)
