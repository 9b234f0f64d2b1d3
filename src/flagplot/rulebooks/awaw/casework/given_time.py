"""Lines of a case's position that say which board it is on, and when it is: year, season, player turn, phase and segment."""

from __future__ import annotations

import re

from flagplot.table import TextError

from ..map import theatre
from ..state import PHASES, State, replace
from ..state.nations import side_of_text
from . import naval  # noqa: F401  (its lines are tried first: they are narrower than these)
from .lines import given, put_given
from .reading import season, side

M = re.Match[str]
SEGMENTS = {
    "announce": "announce",
    "announcement": "announce",
    "naval movement": "announce",
    "air": "air",
    "counterair": "air",
    "patrol": "patrols",
    "patrols": "patrols",
    "base change": "base-changes",
    "base changes": "base-changes",
    "supply": "supply",
    "sea supply": "supply",
    "post-combat supply": "post-combat-supply",
    "transport": "transport",
    "sea transport": "transport",
    "ground": "ground",
    "ground movement": "ground",
    "missions": "missions",
    "returns": "returns",
    "redeploy": "redeploy",
    "close": "close",
    "build": "build",
    "start": "start",
    "uninvert": "uninvert",
    "uninversion": "uninvert",
}
"""Words for segments, and what a position calls them."""
FIRST_SEGMENT = {
    "movement": "announce",
    "combat": "missions",
    "redeployment": "redeploy",
    "construction": "build",
    "end": "uninvert",
}
PHASE_OF = {
    "missions": "combat",
    "returns": "combat",
    "post-combat-supply": "combat",
    "redeploy": "redeployment",
    "close": "redeployment",
    "build": "construction",
    "uninvert": "end",
}
"""The phase of a segment; of all others it is movement."""
_SEASON = r"(spring|summer|fall|autumn|winter)(?: (?:of )?(\d{4}))?"
_DATE = rf"(?:season )?{_SEASON}(?: turn)?|(?:(?:the )?year )?(\d{{4}})"
_PLAYER_TURN = rf"(?:the )?(.+?)(?:'s)? (?:player )?turn(?:(?: of| in)? {_SEASON})?"
_PHASE = (
    rf"(?:the )?(?:(.+?)(?:'s)? )?({'|'.join(PHASES)})(?: of (?:the )?(?:player )?turn)?(?: phase)?"
)


@given(r"(?:map|board|theatre|theater) (europe|european|pacific|awaw-europe|awaw-pacific)(?: map| board)?", "map Pacific")
def _map(s: State, m: M) -> State:
    return replace(s, board=theatre.PACIFIC if "pacific" in m[1].casefold() else theatre.EUROPE)


@given(r"(?:turn|it is) (.+)", "turn Spring 1942, Axis player turn, movement phase")
def _turn(s: State, m: M) -> State:
    segment = ""
    for piece in re.split(r"\s*[,;]\s*", m[1].strip().casefold()):
        named = _segment(piece)
        if not named:
            s = _told(s, piece)
        segment = named or segment
    if not segment:
        return s
    # without transports in an SW box sea supply is asked for only where a position says that it is time for it
    told = ("phase", "segment", "supply") if segment.endswith("supply") else ("phase", "segment")
    return replace(s, phase=PHASE_OF.get(segment, "movement"), segment=segment, said=(*s.said, *told))


def _segment(text: str) -> str:
    """The segment that a piece of a turn names, or an empty string."""
    m = re.fullmatch(r"(?:the )?(.+?)( segment| phase)?", text)
    if m and m[1] in SEGMENTS and (m[2] == " segment" or " " in m[1] or m[1].startswith("announce")):
        return SEGMENTS[m[1]]
    return ""


def _told(s: State, text: str) -> State:
    """A position at the date, player turn or phase that a piece of a turn tells. Raises :class:`TextError`."""
    m = re.fullmatch(_DATE, text)
    if m:
        return _dated(s, m[1], m[2] or m[3])
    m = re.fullmatch(_PLAYER_TURN, text)
    if m and side_of_text(m[1]):
        return replace(_dated(s, m[2], m[3]), mover=side_of_text(m[1]), said=(*s.said, "mover"))
    m = re.fullmatch(_PHASE, text)
    if m and (not m[1] or side_of_text(m[1])):
        s = replace(s, phase=m[2], segment=FIRST_SEGMENT[m[2]], said=(*s.said, "phase"))
        return replace(s, mover=side_of_text(m[1]), said=(*s.said, "mover")) if m[1] else s
    expected = ["Spring 1942", "Axis player turn", *(f"{x} phase" for x in PHASES), "sea transport segment"]
    raise TextError(f"{text!r} is no part of a turn", -1, expected)


def _dated(s: State, season_text: str | None, year: str | None) -> State:
    """A position in a season, a year, or both."""
    return replace(s, season=season(season_text) if season_text else s.season, year=int(year) if year else s.year)


_TIME = (
    r"(?:(?:season )?(?:spring|summer|fall|autumn|winter)(?: (?:of )?\d{4})?(?: turn)?|(?:(?:the )?year )?\d{4}|"
    r"[\w.]+(?:'s)? (?:player )?turn|"
    r"(?:the )?(?:\w+(?:'s)? )?(?:movement|combat|redeployment|construction) phase|(?!turn )[a-z ]+ segment)"
)


@given(rf"({_TIME}(?:\s*[,;] ?{_TIME})*)", "Allied player turn, movement phase")
def _time(s: State, m: M) -> State:
    return put_given(s, f"turn {m[1]}")


@given(
    r"(?:last turn|the game ends (?:after|with)) (spring|summer|fall|winter) (\d{4})(?:,? (\w+)(?: player turn)?)?",
    "last turn Summer 1940, Allied player turn",
)
def _last(s: State, m: M) -> State:
    return replace(s, last=(int(m[2]), m[1].capitalize(), side(m[3]) if m[3] else s.sides[-1]))
