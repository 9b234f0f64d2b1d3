"""Lines of cases about sea transport, aircraft and score."""

from __future__ import annotations

import re

from ..rules.air import air_units
from ..rules.transport.sea_transport import movement_left
from ..scenarios import cards, score
from ..state import State, put, replace
from .lines import given, holds
from .reading import side, unit

M = re.Match[str]
Found = tuple[bool, str]


@holds(r"(\S+) (?:has |keeps )?(\d+) movement factors?(?: left)?", "GE-INF-1 has 2 movement factors left")
def _movement(before: State, s: State, m: M) -> Found:
    u = unit(s, m[1])
    n = u.movement if u.movement >= 0 else movement_left(s, u)
    return n == int(m[2]), f"{u.id} has {n} movement factors left"


@holds(r"(\S+) flies (\d+) hexes", "IT-AAF-1 flies 4 hexes")
def _flies(before: State, s: State, m: M) -> Found:
    n = air_units.reach(s, unit(s, m[1]))
    return n == int(m[2]), f"{m[1]} flies {n} hexes"


@holds(r"(\S+) (?:was|has been) transported", "GE-INF-1 was transported")
def _transported(before: State, s: State, m: M) -> Found:
    u = unit(s, m[1])
    return u.transported, f"{u.id} was {'' if u.transported else 'not '}transported this turn"


@holds(r"score (\w+):? (-?[\d.]+)", "score Axis 3")
def _score(before: State, s: State, m: M) -> Found:
    n = s.score.get(side(m[1]), 0.0)
    return n == float(m[2]), f"score of {side(m[1])}: {n:g}"


@holds(r"(?:the game ends|result) (\w+)(?: for (?:the )?(\w+))?", "result marginal for Allied")
def _result(before: State, s: State, m: M) -> Found:
    points = {x: s.score.get(x, 0.0) for x in s.sides}
    if not s.scenario:
        return False, "the position has no scenario"
    end = score.verdict_on(cards.card(s.scenario).score, s.sides, points)
    found = f"{end.degree}{' for ' + end.winner if end.winner else ''}"
    return end.degree == m[1] and (not m[2] or end.winner == side(m[2])), found


@given(r"score (\w+) (-?[\d.]+)", "score Axis 3")
def _has_score(s: State, m: M) -> State:
    return replace(s, score=put(s.score, {side(m[1]): float(m[2])}))


@given(r"landing (\d+) has counted (\d+)", "landing 0 has counted 6")
def _counted(s: State, m: M) -> State:
    return replace(s, tallies=put(s.tallies, {f"landing {m[1]}": float(m[2])}))


@given(r"no more player turns", "no more player turns")
def _last_turn(s: State, m: M) -> State:
    return replace(s, last=(s.year, s.season, s.mover))
