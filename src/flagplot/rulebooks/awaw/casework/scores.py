"""Lines about scores and the end of a game."""

from __future__ import annotations

from flagplot.table.language import Found, same

from ..scenarios import cards, score
from ..state import State, put, replace
from . import nouns as n
from .nouns import lines


@lines.given("score {side} {points}")
def has_score(state: State, side: n.Side, points: float) -> State:
    """The points of a side."""
    return replace(state, score=put(state.score, {side: points}))


@lines.given("landing {number} has counted {factors}")
def counted(state: State, number: int, factors: int) -> State:
    """Factors that a landing of the scenario has counted so far."""
    return replace(state, tallies=put(state.tallies, {f"landing {number}": float(factors)}))


@lines.fact("score {side} {points}")
def scored(before: State, state: State, side: n.Side, points: float) -> Found:
    """The points of a side."""
    return same(state.score.get(side, 0.0), points)


@lines.fact("result {degree} [for {side}]")
def result(before: State, state: State, degree: str, side: n.Side = "") -> Found:
    """How the game would end now."""
    if not state.scenario:
        return False, "the position has no scenario"
    points = {x: state.score.get(x, 0.0) for x in state.sides}
    end = score.outcome(state) or score.verdict_on(cards.card(state.scenario, state.start).score, state.sides, points)
    return (end.degree, end.winner) == (degree, side), f"{end.degree}{' for ' + end.winner if end.winner else ''}"
