"""Lines of what must follow in a case: the time, mission points, accounts, supply zones."""

from __future__ import annotations

from ..map import ports
from ..play.turn import following
from ..rules import boxes
from ..state import State
from .given_time import SEGMENTS
from .holds import Found, M, names
from .lines import holds
from .reading import nation, place, side


@holds(
    r"(?:the )?phase (?:is )?(movement|combat|redeployment|construction|end)|(movement|combat|redeployment|construction) phase",
    "phase combat",
)
def _phase(before: State, s: State, m: M) -> Found:
    return s.phase == (m[1] or m[2]).casefold(), f"{s.phase} phase, {s.segment}"


@holds(r"(?:the )?segment (?:is )?(.+)", "segment sea transport")
def _segment(before: State, s: State, m: M) -> Found:
    word = m[1].casefold().removesuffix(" segment")
    wanted = SEGMENTS.get(word) or SEGMENTS.get(word.removesuffix("s")) or word
    return s.segment == wanted, f"{s.phase} phase, {s.segment}"


@holds(r"(?:the )?(\w+) player turn", "Allied player turn")
def _mover(before: State, s: State, m: M) -> Found:
    return s.mover == side(m[1]), f"the {s.mover} player turn"


@holds(r"(.+?) (?:is )?operational", "Malta is operational")
def _operational(before: State, s: State, m: M) -> Found:
    at = place(s, m[1])
    ok = ports.operational(s, at)
    return ok, f"{names(s, at)} is {'' if ok else 'not '}operational"


@holds(
    r"(?:the )?turn (?:is )?(spring|summer|fall|winter) (\d{4})(?:,? (\w+)(?: player turn)?)?",
    "turn Spring 1940, Allied player turn",
)
def _turn(before: State, s: State, m: M) -> Found:
    ok = s.season == m[1].capitalize() and s.year == int(m[2]) and (not m[3] or s.mover == side(m[3]))
    return ok, f"{s.season} {s.year}, {s.mover} player turn"


@holds(r"next (?:player )?turn (\w+) (spring|summer|fall|winter) (\d{4})", "next turn Allied Spring 1940")
def _next(before: State, s: State, m: M) -> Found:
    y, season, who = following(s)
    return (season.casefold(), y, who) == (m[2].casefold(), int(m[3]), side(m[1])), f"{who} {season} {y}"


@holds(r"(?:mission )?points (\w+):? (\d+)", "points Axis 4")
def _points(before: State, s: State, m: M) -> Found:
    n = s.points.get(side(m[1]), -1)
    return n == int(m[2]), f"{side(m[1])} has {n} points"


@holds(
    r"charged (\w+) (?:to )?(?:the )?(western|eastern|mediterranean|pacific|southeast-asia)(?: front)?:? (\d+)",
    "charged Allied mediterranean 2",
)
def _charged(before: State, s: State, m: M) -> Found:
    n = s.spent.get(f"{side(m[1])} {m[2].casefold()}", 0)
    return n == int(m[3]), "; ".join(f"{k}: {v}" for k, v in s.spent.items()) or "nothing charged"


@holds(
    r"(?:the )?(.+?) (?:has |have )?(\d+) (brps?|rps?|construction limit)(?: left)?|(?:the )?(.+?)(?:'s)? (brps?|rps?|construction limit):? (\d+)",  # noqa: E501
    "U.S. construction limit 0",
)
def _money(before: State, s: State, m: M) -> Found:
    who, what, n = (m[1], m[3], m[2]) if m[1] else (m[4], m[5], m[6])
    a = s.accounts.get(nation(who))
    if a is None:
        return False, f"{who} has no account"
    w = what.casefold()
    got = a.limit if "limit" in w else a.brp if w.startswith("brp") else (a.rp if a.port_rp < 0 else a.port_rp)
    return got == int(n), f"{a.brp} BRPs, {a.rp} RPs, construction limit {a.limit}"


@holds(r"(?:supply )?zone (.+?) (?:is )?closed(?: to (?:the )?(\w+))?", "zone Z closed to Allied")
def _zone(before: State, s: State, m: M) -> Found:
    key = f"{side(m[2]) if m[2] else s.mover}|{m[1]}"
    return key in s.closed_zones, ", ".join(sorted(s.closed_zones)) or "no zone closed"


@holds(
    r"base change (?:from )?(.+?) to (.+?) (inverts|does not invert)",
    "base change Liverpool to Atlantic U.S. box does not invert",
)
def _inverts(before: State, s: State, m: M) -> Found:
    ok = boxes.inverts(s, place(s, m[1]), place(s, m[2]))
    return ok == (m[3].casefold() == "inverts"), "inverts" if ok else "does not invert"


@holds(r"the position is unchanged|nothing (?:has )?(?:changed|happens|happened)", "the position is unchanged")
def _same(before: State, s: State, m: M) -> Found:
    return before == s, "unchanged" if before == s else "changed"
