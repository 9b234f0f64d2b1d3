"""Lines about scores and the end of a game."""

from __future__ import annotations

from flagplot.table import TextError
from flagplot.table.language import Found

from ..scenarios import cards, score
from ..state import State, put, replace
from . import nouns as n
from .nouns import lines

lines.puts(
    "score {side} {points}", lambda state, side, points: replace(state, score=put(state.score, {side: points})),
    points=float,
)  # fmt: skip
lines.puts(
    "landing {number} has counted {factors}",
    lambda state, number, factors: replace(state, tallies=put(state.tallies, {f"landing {number}": float(factors)})),
)  # fmt: skip
lines.finds("score {side} {points}", lambda state, side: state.score.get(side, 0.0), points=float)


@lines.fact("result {degree} [for {side}]")
def result(state: State, degree: str, side: n.Side = "") -> Found:
    """How the game would end now."""
    if not state.scenario:
        raise TextError("the position has no scenario", -1, ["score Axis 3"])
    rules = cards.card(state.scenario, state.start).score
    if degree not in (known := dict(rules.degrees)):
        raise TextError(f"no game ends {degree!r}", -1, [*known])
    points = {x: state.score.get(x, 0.0) for x in state.sides}
    end = score.outcome(state) or score.verdict_on(rules, state.sides, points)
    return (end.degree, end.winner) == (degree, side), f"{end.degree}{' for ' + end.winner if end.winner else ''}"
