"""Case lines of season, player turn, phase and segment, of scores and of the end of a game."""

from __future__ import annotations

from typing import Literal

from flagplot.table import TextError
from flagplot.table.language import Found, comparison

from ..map import theatre
from ..play.turn import next_player_turn
from ..scenarios import cards, score
from ..state import State, replace, with_changes
from . import nouns as n
from .nouns import lines

Phase = Literal["movement", "combat", "redeployment", "construction", "end", ""]


Segment = Literal[
    "opening setup",
    "announcement",
    "air",
    "patrol",
    "harbor attack",
    "base change",
    "sea supply",
    "sea transport",
    "ground movement",
    "missions",
    "raids",
    "returns",
    "post-combat supply",
    "redeploy",
    "close",
    "build",
    "uninvert",
    "",
]


SEGMENTS = {
    "harbor attack": "harbor",
    "opening setup": "setup",
    "announcement": "announce",
    "patrol": "patrols",
    "base change": "base-changes",
    "sea supply": "supply",
    "post-combat supply": "post-combat-supply",
    "sea transport": "transport",
    "ground movement": "ground",
}
"""Names of segments that a position calls otherwise."""


FIRST_SEGMENT = {
    "movement": "announce",
    "combat": "missions",
    "redeployment": "redeploy",
    "construction": "build",
    "end": "uninvert",
}


PHASE_OF = {
    "missions": "combat", "raids": "combat", "returns": "combat", "post-combat-supply": "combat",
    "redeploy": "redeployment", "close": "redeployment", "build": "construction", "uninvert": "end",
}  # fmt: skip
"""Phases of segments; all others belong to movement."""


BOARDS = {"Europe": theatre.EUROPE, "Pacific": theatre.PACIFIC}


# -- given
# The board of a position; Europe is the default.
lines.given_row(
    "map {theatre}",
    lambda state, theatre: replace(state, board=BOARDS[theatre]),
    theatre=Literal["Europe", "Pacific"],
)


@lines.given("turn {season} {year} [, {side} player turn] [, {phase} phase] [, {segment} segment]")
def given_turn(
    state: State,
    season: n.Season,
    year: int,
    side: n.Side = "",
    phase: Phase = "",
    segment: Segment = "",
) -> State:
    """Set the turn, and the parts of the time that are named."""
    state = replace(state, season=season, year=year)
    state = given_player_turn(state, side) if side else state
    state = given_phase(state, phase) if phase else state
    return given_segment(state, segment) if segment else state


@lines.given("{side} player turn")
def given_player_turn(state: State, side: n.Side) -> State:
    """Set the side whose player turn it is."""
    return replace(state, mover=side, named_by_case=(*state.named_by_case, "mover"))


@lines.given("{phase} phase")
def given_phase(state: State, phase: Phase) -> State:
    """Set a phase, at its beginning."""
    return replace(
        state,
        phase=phase,
        segment=FIRST_SEGMENT[phase],
        named_by_case=(*state.named_by_case, "phase"),
    )


@lines.given("{segment} segment")
def given_segment(state: State, segment: Segment) -> State:
    """Set a segment, and its phase."""
    there = SEGMENTS.get(segment, segment)
    # Without transports in an SW box, sea supply is asked for only when a position names its
    # segment.
    told = ("phase", "segment", "supply") if there.endswith("supply") else ("phase", "segment")
    return replace(
        state,
        phase=PHASE_OF.get(there, "movement"),
        segment=there,
        named_by_case=(*state.named_by_case, *told),
    )


lines.given_row(
    "last turn {season} {year}, {side} player turn",
    lambda state, season, year, side: replace(state, last_player_turn=(year, season, side)),
)


lines.given_row(
    "no more player turns",
    lambda state: replace(state, last_player_turn=(state.year, state.season, state.mover)),
)


# -- what must follow
@lines.fact("turn {season} {year} [, {side} player turn]")
def fact_turn(state: State, season: n.Season, year: int, side: n.Side = "") -> Found:
    """Check the turn, and the side whose player turn it is."""
    found = f"{state.season} {state.year}, {state.mover} player turn"
    return (state.season, state.year, side or state.mover) == (season, year, state.mover), found


lines.fact_row(
    "{side} player turn",
    lambda state, side: (state.mover == side, f"the {state.mover} player turn"),
)


lines.fact_row(
    "phase {phase}",
    lambda state, phase: (state.phase == phase, f"{state.phase} phase, {state.segment}"),
    phase=Phase,
)


lines.fact_row(
    "segment {segment}",
    lambda state, segment: (
        state.segment == SEGMENTS.get(segment, segment),
        f"{state.phase} phase, {state.segment}",
    ),
    segment=Segment,
)


@lines.fact("next turn {side} {season} {year}")
def fact_next_turn(state: State, side: n.Side, season: n.Season, year: int) -> Found:
    """Check the player turn that follows."""
    return comparison(next_player_turn(state), (year, season, side))


@lines.fact("the position is unchanged")
def fact_unchanged(before: State, state: State) -> Found:
    """Check that the position has not changed."""
    return before == state, "changed"


lines.given_row(
    "score {side} {points}",
    lambda state, side, points: replace(state, score=with_changes(state.score, {side: points})),
    points=float,
)


lines.given_row(
    "landing {number} has counted {factors}",
    lambda state, number, factors: replace(
        state, tallies=with_changes(state.tallies, {f"landing {number}": float(factors)})
    ),
)


lines.fact_row(
    "score {side} {points}", lambda state, side: state.score.get(side, 0.0), points=float
)


@lines.fact("result {degree} [for {side}]")
def fact_result(state: State, degree: str, side: n.Side = "") -> Found:
    """Check the result if the game ended now."""
    if not state.scenario:
        raise TextError("the position has no scenario", -1, ["score Axis 3"])
    rules = cards.scenario_card(state.scenario, state.start).score
    if degree not in (known := dict(rules.degrees)):
        raise TextError(f"no game ends {degree!r}", -1, [*known])
    points = {x: state.score.get(x, 0.0) for x in state.sides}
    end = score.outcome(state) or score.verdict_on(rules, state.sides, points)
    return (end.degree, end.winner) == (
        degree,
        side,
    ), f"{end.degree}{' for ' + end.winner if end.winner else ''}"
