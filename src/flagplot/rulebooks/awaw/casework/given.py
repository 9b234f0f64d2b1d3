"""Lines of a case's position. Everything a position does not say is at its most ordinary: places belong to whom they
belonged in history, ports are supplied and operational, everybody is at war, nothing is counted that is not named."""

from __future__ import annotations

import re
from typing import Any

from flagplot.table import TextError

from ..map import theatre
from ..map.ports import based
from ..state import NEUTRAL, SEASONS, Account, PortCounter, State, SWBox, Unit, put, replace, with_units
from ..state.nations import nation_of, owner_of_text, pair, side_of
from . import given_time  # noqa: F401  (lines about the time are tried first)
from .lines import given, put_given
from .reading import add, divided, nation, owner, place, settle, side

M = re.Match[str]


# -------------------------------------------------------------------------------------------------------------- control
SNAPSHOTS = ("control", "control_phase", "control_move", "control_turn")
SINCE = {
    "": SNAPSHOTS,
    "since turn start": SNAPSHOTS,
    "since the turn began": SNAPSHOTS,
    "since last turn": SNAPSHOTS,
    "since the start of the turn": SNAPSHOTS,
    "since the start of the player turn": SNAPSHOTS,
    "since turn": SNAPSHOTS,
    "since movement phase": SNAPSHOTS[:3],
    "since the movement phase": SNAPSHOTS[:3],
    "since movement phase start": SNAPSHOTS[:3],
    "since the movement phase began": SNAPSHOTS[:3],
    "since phase": SNAPSHOTS[:2],
    "since phase start": SNAPSHOTS[:2],
    "since the phase began": SNAPSHOTS[:2],
    "since this phase began": SNAPSHOTS[:2],
    "captured this turn": SNAPSHOTS[:2],
    "captured this player turn": SNAPSHOTS[:2],
    "captured earlier this turn": SNAPSHOTS[:2],
    "now": SNAPSHOTS[:1],
    "just captured": SNAPSHOTS[:1],
    "captured this phase": SNAPSHOTS[:1],
    "just now": SNAPSHOTS[:1],
    "at turn start": SNAPSHOTS[3:],
    "at the start of the turn": SNAPSHOTS[3:],
    "at the start of the player turn": SNAPSHOTS[3:],
    "at movement phase start": SNAPSHOTS[2:3],
    "at the start of the movement phase": SNAPSHOTS[2:3],
    "at phase start": SNAPSHOTS[1:2],
    "at the start of the phase": SNAPSHOTS[1:2],
}
_SINCE = "|".join(sorted((re.escape(k) for k in SINCE if k), key=len, reverse=True))


def set_control(s: State, where: str, who: str, since: str) -> State:
    """Give a place to somebody in the snapshots that *since* names; earlier snapshots keep their holder, or the enemy's."""
    land = nation_of(where)
    if land and not any(p.name == land for p in theatre.load(s.board).places.values()):
        for p in theatre.load(s.board).places.values():
            if p.country == land:
                s = set_control(s, p.hex, who, since)
        return s
    s, at = settle(s, where)
    holder = owner(who)
    tables = SINCE[" ".join(since.split()).casefold()]
    changes: dict[str, Any] = {k: put(getattr(s, k), {at: holder}) for k in tables}
    if "control" in tables:
        other = next((x for x in s.sides if x != side_of(s, holder)), NEUTRAL)
        for k in SNAPSHOTS:
            if k not in tables and at not in getattr(s, k):
                changes[k] = put(getattr(s, k), {at: other})
    return refilled(replace(s, **changes), at)


_PORT_COUNTER = re.compile(r"\bport\b", re.IGNORECASE)
_SAID_SINCE = re.compile(rf"(?:{_SINCE})\.?$", re.IGNORECASE)


def implied(line: str, field: str) -> bool:
    """What lines settle as a matter of course: ids counted on, who held a place before when only the present is named, who holds
    a place where somebody built a port."""
    if field in SNAPSHOTS[1:]:
        return not _SAID_SINCE.search(line.strip())
    return field == "serial" or (field in SNAPSHOTS and bool(_PORT_COUNTER.search(line)))


def refilled(s: State, at: str) -> State:
    """Ships that only fill a port belong to whoever holds it."""
    from ..map.ports import side_holding

    who = side_holding(s, at)
    fill = [u for u in s.units.values() if u.id.startswith("FILL-") and u.base == at and u.side != who]
    if who not in s.sides or not fill:
        return s
    return with_units(s, [replace(u, side=who, nation=FILL_NATION[who]) for u in fill])


FILL_NATION = {"Axis": "Germany", "Allied": "Britain"}


@given(
    rf"(?:control|controls?|holder)(?: of)? (.+?)(?: is| by|:)? (neutral|[\w.' ]+?)(?:,? ({_SINCE}))?",
    "control Gibraltar Axis since movement phase",
)
def _control(s: State, m: M) -> State:
    words = f"{m[1]} {m[2]}".split()
    for n in range(len(words) - 1, 0, -1):
        who, where = " ".join(words[n:]), " ".join(words[:n])
        if owner_of_text(who) and not (n > 1 and owner_of_text(" ".join(words[n - 1 :]))):
            for each in divided(where):
                s = set_control(s, each, who, m[3] or "")
            return s
    raise TextError("say who controls what: control Gibraltar Axis", -1, ["Axis", "Allied", "neutral"])


@given(r"(neutral) (.+?)()", "neutral H33")
def _neutral(s: State, m: M) -> State:
    for each in divided(m[2]):
        s = set_control(s, each, "neutral", "")
    return s


@given(
    r"(.+?) (?:is )?(?:held|controlled|owned|occupied) by (?:the )?([\w.' ]+?)(?:,? (" + _SINCE + r"))?", "Gibraltar held by Axis"
)
def _held(s: State, m: M) -> State:
    for each in divided(m[1]):
        s = set_control(s, each, m[2], m[3] or "")
    return s


@given(
    rf"(?:the )?([A-Za-z][\w. ]*?) (?:controls?|holds?|owns?|occup(?:y|ies)) (.+?)(?:,? ({_SINCE}))?",
    "Axis controls Brest, Bordeaux since movement phase",
)
def _controls(s: State, m: M) -> State:
    for each in divided(m[2]):
        s = set_control(s, each, m[1], m[3] or "")
    return s


@given(
    rf"(?!ship |unit |it |U.K-)(.+?) (?:is|are) (?:under )?([\w. ]+?)(?: control(?:led)?)?(?:,? ({_SINCE}))?", "Tobruk is Axis"
)
def _is_whose(s: State, m: M) -> State:
    owner(m[2])
    for each in divided(m[1]):
        s = set_control(s, each, m[2], m[3] or "")
    return s


@given(r"(.+?) (?:is |are )?neutral", "H33 is neutral")
def _is_neutral(s: State, m: M) -> State:
    return set_control(s, m[1], "neutral", "")


@given(r"(\w[\w .]*?) (?:is|fights) on the (axis|allied) side", "Finland is on the Axis side")
def _siding(s: State, m: M) -> State:
    return replace(s, sidings=put(s.sidings, {nation(m[1]): side(m[2])}))


# ------------------------------------------------------------------------------------------------------------- war, peace
@given(r"(not )?at war:? (.+?)(?: (?:and|with)|,)? (\S+)", "at war US Germany")
def _war(s: State, m: M) -> State:
    return war(s, m[2], m[3], not m[1])


@given(r"(?:the )?(.+?) (?:is |are )?(not )?at war (?:with|against) (?:the )?(.+)", "U.S. not at war with Germany")
def _war_with(s: State, m: M) -> State:
    return war(s, m[1], m[3], not m[2])


@given(r"(?:the )?(.+?) and (?:the )?(.+?) (?:is |are )?(not )?at war", "the U.S. and Germany are not at war")
def _wars(s: State, m: M) -> State:
    return war(s, m[1], m[2], not m[3])


@given(
    r"(?:the )?(.+?) (?:is |are )?(?:(not) at war|at peace|at (war)) in (?:the )?(europe|pacific)(?: theatre| theater)?",
    "U.S. at peace in Pacific",
)
def _theatre_war(s: State, m: M) -> State:
    key = f"{nation(m[1])}|{m[4].capitalize()}"
    return replace(s, peace=s.peace - {key} if m[3] else s.peace | {key})


@given(r"(?:at )?peace:? (.+?)(?: in| with| and)? (\S+)", "peace US Pacific")
def _peace(s: State, m: M) -> State:
    if m[2].casefold() in ("europe", "pacific"):
        return replace(s, peace=s.peace | {f"{nation(m[1])}|{m[2].capitalize()}"})
    return war(s, m[1], m[2], False)


def war(s: State, one: str, two: str, on: bool) -> State:
    """Put two nations at war or at peace."""
    key = pair(nation(one), nation(two))
    return replace(s, peace=s.peace - {key} if on else s.peace | {key})


# ----------------------------------------------------------------------------------------------------- ports and supply
@given(r"supply (?:of |at )?(.+?):? (full|partial|none)", "supply Midway full")
def _supply(s: State, m: M) -> State:
    for each in divided(m[1]):
        s, at = settle(s, each)
        s = replace(s, supply=put(s.supply, {at: m[2].casefold()}))
    return s


@given(
    r"(?!ship |unit )(.+?) (?:is |are )?(fully supplied|partially supplied|partly supplied|unsupplied|out of supply|in full supply|in supply)",  # noqa: E501
    "Midway is fully supplied",
)
def _supplied(s: State, m: M) -> State:
    word = m[2].casefold()
    level = "partial" if word.startswith("part") else "none" if word.startswith(("un", "out")) else "full"
    for each in divided(m[1]):
        s, at = settle(s, each)
        s = replace(s, supply=put(s.supply, {at: level}))
    return s


@given(
    r"(.+?) (?:was |is )?(?:captured|taken) by (?:the )?([\w. ]+?)( in this phase| this phase| this (?:player )?turn|)",
    "Tobruk captured by Axis this turn",
)
def _captured(s: State, m: M) -> State:
    since = "captured this phase" if "phase" in (m[3] or "") else "captured this turn"
    return set_control(s, m[1], m[2], since)


@given(r"(?:base |port )?(.+?) (?:has|bases|holds) (\d+)(?: naval)? factors?", "Gibraltar bases 48 factors")
def _bases(s: State, m: M) -> State:
    return put_given(s, f"fill {m[1]} to {m[2]} factors")


@given(r"(?:port (?:of )?)?(?!ship )(.+?) (?:is )?(not operational|non-operational|operational)", "Tobruk is not operational")
def _operational(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, closed=put(s.closed, {at: m[2].casefold() != "operational"}))


@given(
    r"(?:port|port counter) (?:at|in) (.+?)(?:,? built by (?:the )?(.+?))?(?:,? (?:in )?(?:(spring|summer|fall|winter) )?(\d{4}))?",  # noqa: E501
    "port at HH40 built by US in Spring 1942",
)
def _port(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    builder = nation(m[2]) if m[2] else "U.S."
    year = int(m[4]) if m[4] else s.year
    turn = year * 4 + SEASONS.index(m[3].capitalize()) if m[3] else -1
    s = replace(s, ports=put(s.ports, {at: PortCounter(at, builder, year, turn)}))
    if at not in s.control:
        s = set_control(s, at if at[1:2] != ":" else m[1], builder, "")
    return s


@given(
    r"(?:the )?(.+?) built (?:a|one|its) port at (.+?) in (spring|summer|fall|winter) (\d{4})",
    "U.S. built a port at HH40 in Spring 1942",
)
def _built(s: State, m: M) -> State:
    s, at = settle(s, m[2])
    turn = int(m[4]) * 4 + SEASONS.index(m[3].capitalize())
    return replace(s, ports=put(s.ports, {at: PortCounter(at, nation(m[1]), int(m[4]), turn)}))


@given(r"(.+?) (?:has|is) (?:a )?(one|two|1|2|no)[- ]ports?(?: hex)?", "Toulon has two ports")
def _anchors(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    n = {"one": 1, "1": 1, "two": 2, "2": 2, "no": 0}[m[2].casefold()]
    return replace(s, anchors=put(s.anchors, {at: n}))


@given(
    r"fill (.+?) (?:to|with) (\d+)(?: naval)?(?: factors?)?(?: (?:of|with) (\w+)(?: ships| factors)?)?",
    "fill Gibraltar to 48 factors",
)
def _fill(s: State, m: M) -> State:
    from ..map.ports import side_holding

    s, at = settle(s, m[1])
    who = side(m[3]) if m[3] else side_holding(s, at)
    if who not in s.sides:
        who = s.mover
    need = int(m[2]) - based(s, at)
    if need < 0:
        raise TextError(f"{m[1]} already bases {based(s, at)} factors")
    if need == 0:
        return s
    land = FILL_NATION[who]
    name = re.sub(r"\W+", "-", m[1])
    key = f"FILL-{name}"
    n = 1
    while key in s.units:
        n += 1
        key = f"FILL-{name}-{n}"
    return add(s, Unit(key, f"ships at {m[1]}", who, land, "ship", "DD", need, "fast", at, at))


@given(
    r"(?:base |port )?(.+?) (?:is )?(?:under (?:enemy )?(?:seaborne )?invasion|being invaded|invaded)",
    "Tobruk is under enemy invasion",
)
def _invaded(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, invaded=(*s.invaded, at))


@given(r"targets? (.+)", "target Malta, Tripoli")
def _targets(s: State, m: M) -> State:
    for each in divided(m[1]):
        s, at = settle(s, each)
        s = replace(s, targets=(*s.targets, at))
    return s


@given(r"bridgehead (?:at|in) (.+)", "bridgehead at T10")
def _bridgehead(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, bridgeheads=(*s.bridgeheads, at))


@given(
    r"(?:crossing[- ]arrow|arrow)(?: strait)?(?: between)? (\S+?)(?:,| and|-| to) ?(\S+)", "crossing arrow strait DD21 and DD22"
)
def _arrow(s: State, m: M) -> State:
    a, b = place(s, m[1]), place(s, m[2])
    return replace(s, straits=put(s.straits, {f"arrow {a}-{b}": (a, b)}))


@given(r"(.+?) (?:is |lies )?in supply zone (.+)", "Malta is in supply zone Z")
def _zone(s: State, m: M) -> State:
    return replace(s, zones=put(s.zones, {place(s, m[1]): m[2].strip()}))


@given(r"(?:supply )?zone (.+?) (?:is )?closed(?: to (?:the )?(\w+)(?: transports)?)?", "zone Z closed to Allied transports")
def _closed_zone(s: State, m: M) -> State:
    return replace(s, closed_zones=s.closed_zones | {f"{side(m[2]) if m[2] else s.mover}|{m[1].strip()}"})


# ---------------------------------------------------------------------------------------------------------------- money
def account(s: State, who: str, **fields: int) -> State:
    key = nation(who)
    return replace(s, accounts=put(s.accounts, {key: replace(s.accounts.get(key, Account()), **fields)}))


@given(
    r"(?:the )?(.+?) (?:has |have )?(\d+) (brps?|rps?|port rps?|(?:brps? of )?construction limit)(?: left)?",
    "U.S. has 8 construction limit left",
)
def _money(s: State, m: M) -> State:
    return _account(s, m[1], m[3], int(m[2]))


@given(r"(?:the )?(.+?)(?:'s)? (brps?|rps?|port rps?|construction limit):? (\d+)", "U.S. construction limit 8")
def _money2(s: State, m: M) -> State:
    return _account(s, m[1], m[2], int(m[3]))


def _account(s: State, who: str, what: str, n: int) -> State:
    w = what.casefold()
    key = "limit" if "limit" in w else "port_rp" if w.startswith("port") else "brp" if w.startswith("brp") else "rp"
    return account(s, who, **{key: n})


@given(r"(?:mission )?points:? (\w+):? (\d+)", "points Axis 6")
def _points(s: State, m: M) -> State:
    return replace(s, points=put(s.points, {side(m[1]): int(m[2])}))


@given(r"oil (?:for )?(?:the )?(\w+):? (\d+)(?: factors?)?", "oil Axis 35 factors")
def _oil(s: State, m: M) -> State:
    return replace(s, oil=put(s.oil, {side(m[1]): int(m[2])}))


@given(
    r"(?:the )?(.+? sw box):? (?:has |holds )?(\d+) (?:(\w+) )?(transports?|cves?|asw)", "Atlantic SW box has 5 Allied transports"
)
def _sw(s: State, m: M) -> State:
    box = place(s, m[1])
    key = f"{side(m[3]) if m[3] else 'Allied'} {box}"
    old = s.sw.get(key, SWBox())
    what = "transports" if m[4].casefold().startswith("t") else "cves" if m[4].casefold().startswith("c") else "asw"
    return replace(s, sw=put(s.sw, {key: replace(old, **{what: int(m[2])})}))


@given(
    r"(\w+) (?:conducted|conducts) submarine warfare(?: in the atlantic(?: sw box)?)?(?: this turn)?",
    "Germany conducted submarine warfare",
)
def _sw_conducted(s: State, m: M) -> State:
    return replace(s, sw_conducted=s.sw_conducted | {side(m[1])})
