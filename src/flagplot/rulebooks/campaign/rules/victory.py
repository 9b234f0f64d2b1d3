"""How a game stands and how it ended, by the points of its scenario."""

from __future__ import annotations

from flagplot.table import Outcome
from flagplot.table.game.replay import short_of
from flagplot.table.language import sentences

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
    scores = tuple(points.items())
    score = scenario_of(state).get("score", {})
    degrees = score.get("degrees", [[1, "draw"], [999, "win"]])
    if "counted" in score:  # one side's points alone decide, and the degrees are named for the winner
        counted = score["counted"]
        _, side, *title = next(row for row in degrees if points[counted] < row[0])
        wins = max((limit for limit, who, *_ in degrees if who != counted), default=0)
        short = f"{sentences.begun(counted, 'has', 'have')} {points[counted]:g}, a win takes {wins:g}" if side != counted else ""
        return Outcome(side if side != "draw" else "", title[0] if title else side, scores, short)
    if "difference" in score:  # the lead of one side over another, the degree named for the winner
        one, two = score["difference"]
        lead = points[one] - points[two]
        place = next(n for n, (limit, _) in enumerate(degrees) if lead < limit)
        degree = degrees[place][1]
        winner = degree.split()[0]
        if winner in points:
            return Outcome(winner, degree, scores)
        wins = f"{degrees[place][0]:g}" if lead > 0 else f"more than {-degrees[place - 1][0]:g}"
        return Outcome("", degree, scores, short_of(one if lead > 0 else two, abs(lead), wins))
    ranked = sorted(points.items(), key=lambda x: (-x[1], x[0]))
    margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 0
    limit, degree = next(row for row in degrees if margin < row[0])
    if degree == "draw":
        return Outcome("", degree, scores, short_of(ranked[0][0], margin, f"{limit:g}"))
    return Outcome(ranked[0][0], degree, scores)
