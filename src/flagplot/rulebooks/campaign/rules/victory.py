"""How a game stands and how it ended, by the points of its scenario."""

from __future__ import annotations

from flagplot.table import Outcome

from ..scenarios import raider_of, scenario_of
from ..state import State


def decided(state: State) -> bool:
    """Scenario rule: the hunt is over when the raider can raid no more, sunk, interned or hurt far from any yard."""
    raider = raider_of(state)
    return raider is not None and (not raider.afloat or raider.damaged)


def totals(state: State) -> dict[str, float]:
    """Victory points by side."""
    return {side: sum(p.points for p in state.score if p.side == side) for side in state.sides}


def outcome(state: State) -> Outcome | None:
    """How the game ended."""
    if not state.over:
        return None
    points = totals(state)
    score = scenario_of(state).get("score", {})
    degrees = score.get("degrees", [[1, "draw"], [999, "win"]])
    if "counted" in score:  # one side's points alone decide, and the degrees are named for the winner
        side, *title = next(who for limit, *who in degrees if points[score["counted"]] < limit)
        return Outcome("" if side == "draw" else side, title[0] if title else side, tuple(points.items()))
    if "difference" in score:  # the lead of one side over another, the degree named for the winner
        one, two = score["difference"]
        degree = next(name for limit, name in degrees if points[one] - points[two] < limit)
        winner = degree.split()[0]
        return Outcome(winner if winner in points else "", degree, tuple(points.items()))
    ranked = sorted(points.items(), key=lambda x: (-x[1], x[0]))
    margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 0
    degree = next(name for limit, name in degrees if margin < limit)
    return Outcome("" if degree == "draw" else ranked[0][0], degree, tuple(points.items()))
