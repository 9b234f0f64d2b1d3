"""Lines of a case's position. Everything a position does not say is at its most ordinary: places belong to whom they
belonged in history, ports are supplied and operational, everybody is at war, nothing is counted that is not named."""

from __future__ import annotations

import re
from typing import Any

from flagplot.table import TextError

from . import theatre
from .catalogue import listed
from .grammar import Text, find_units, near_units, tf_name
from .naval import cases  # noqa: F401  (its lines are tried first: they are narrower than these)
from .nations import NATIONS, SIDE_ALIASES, nation_of, owner_of_text, pair, side_of, side_of_text
from .ports import based
from .registry import given
from .state import (
    AIR_TYPES,
    GROUND_TYPES,
    NEUTRAL,
    PHASES,
    SEASONS,
    SHIP_TYPES,
    Account,
    Force,
    PortCounter,
    State,
    SWBox,
    TaskForce,
    Unit,
    put,
    replace,
    with_units,
)

M = re.Match[str]
TYPE_WORDS = {
    "destroyer": "DD", "destroyers": "DD", "cruiser": "CA", "cruisers": "CA", "battleship": "BB", "battleships": "BB",
    "battlecruiser": "BC", "battlecruisers": "BC", "pocket battleship": "PB", "light carrier": "CVL", "carrier": "CV",
    "fast carrier": "CV", "carriers": "CV", "escort carrier": "CVE", "escort carriers": "CVE", "submarine": "SS",
    "submarines": "SS", "transport": "TR", "transports": "TR", "infantry": "INF", "armor": "ARM", "armour": "ARM",
    "marine": "MAR", "marines": "MAR", "commando": "CDO", "commandos": "CDO", "airborne": "ABN", "cl": "CA", "sub": "SS",
    "subs": "SS", "ss": "SS", "air": "AAF", "army air": "AAF", "naval air": "NAS",
}
SEGMENTS = {
    "announce": "announce", "announcement": "announce", "naval movement": "announce", "air": "air", "counterair": "air",
    "patrol": "patrols", "patrols": "patrols", "base change": "base-changes", "base changes": "base-changes", "supply": "supply",
    "sea supply": "supply", "transport": "transport", "sea transport": "transport", "ground": "ground",
    "ground movement": "ground", "missions": "missions", "returns": "returns", "redeploy": "redeploy", "close": "close",
    "build": "build", "start": "start", "uninvert": "uninvert", "uninversion": "uninvert",
}
FIRST_SEGMENT = {"movement": "announce", "combat": "missions", "redeployment": "redeploy", "construction": "build", "end": "uninvert"}


# ------------------------------------------------------------------------------------------------------- small helpers
def place(state: State, text: str) -> str:
    """A place of the position by name or id."""
    return theatre.place_id(state, text)


def unit(state: State, text: str) -> Unit:
    """A unit of the position by id or name. Raises :class:`TextError`."""
    found = find_units(state, "", text.strip())
    if not found:
        raise TextError(f"the position has no unit {text.strip()!r}", -1, near_units(state, "", text))
    return found[0]


def units(state: State, text: str) -> list[Unit]:
    """Units of a list by ids or names, task forces and forces written out."""
    out: list[Unit] = []
    for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text.strip()):
        name = tf_name(piece)
        groups = [g for g in state.groups.values() if g.name == name] if name else []
        if groups:
            out += [state.units[i] for i in groups[0].units]
        elif piece in state.forces:
            out += list(state.members(piece))
        elif piece:
            out.append(unit(state, re.sub(r":\d+$", "", piece)))
    return out


def nation(text: str) -> str:
    found = nation_of(text)
    if not found:
        raise TextError(f"no nation {text!r}", -1, list(NATIONS))
    return found


def owner(text: str) -> str:
    """A controller: side, nation or neutral. Raises :class:`TextError`."""
    found = owner_of_text(text)
    if not found:
        raise TextError(f"nobody called {text!r}: name a side, a nation or neutral", -1, ["Axis", "Allied", "neutral"])
    return found


def side(text: str) -> str:
    found = side_of_text(text)
    if not found:
        raise TextError(f"no side {text!r}", -1, ["Axis", "Allied"])
    return found


def kind_of(type_: str) -> str:
    return "ship" if type_ in SHIP_TYPES else "air" if type_ in AIR_TYPES else "ground"


def type_of(text: str) -> str:
    """A unit type by letters or word, or an empty string."""
    up = text.strip().upper()
    if up in SHIP_TYPES or up in AIR_TYPES or up in GROUND_TYPES:
        return up
    return TYPE_WORDS.get(text.strip().casefold(), "")


def settle(state: State, text: str) -> tuple[State, str]:
    """The id of a place; a position that names nothing else yet moves to the board that has it."""
    at = place(state, text)
    fresh = not state.units and not state.control and not state.ports and not state.supply
    if at.startswith("P:") and fresh and state.case and state.board == theatre.EUROPE:
        state = replace(state, board=theatre.PACIFIC)
        at = at[2:]
    return state, at


def add(state: State, u: Unit) -> State:
    """Put a unit on the board where it stands."""
    if u.id in state.units:
        raise TextError(f"there is already a unit {u.id}")
    return with_units(state, (replace(u, base_turn=u.base, base_phase=u.base),))


FLAGS: dict[str, dict[str, Any]] = {
    "damaged": {"damaged": True}, "undamaged": {"damaged": False}, "inverted": {"inverted": True},
    "uninverted": {"inverted": False}, "fast": {"speed": "fast"}, "slow": {"speed": "slow"},
    "waiting for repair": {"status": "repair", "damaged": True}, "in the waiting for repair box": {"status": "repair", "damaged": True},
    "sunk in port": {"status": "port-sunk"}, "sunk": {"status": "sunk", "at": "", "base": ""},
    "withdrawn": {"status": "withdrawn", "at": "", "base": ""}, "in reserve": {"status": "reserve"},
    "frozen": {"frozen": True}, "surplus": {"frozen": True}, "idle surplus": {"frozen": True},
    "changed base": {"changed_base": True}, "has changed base": {"changed_base": True}, "patrolled": {"patrolled": True},
    "has patrolled": {"patrolled": True, "used": ("patrol",), "sortied": True}, "unsupplied": {"supply": "none"},
    "out of supply": {"supply": "none"}, "partially supplied": {"supply": "partial"}, "fully supplied": {"supply": "full"},
    "army oil effect": {"oil": True}, "under an army oil effect": {"oil": True}, "subject to an army oil effect": {"oil": True},
    "returned this phase": {"sortied": True}, "has returned this phase": {"sortied": True}, "murmansk escort": {"note": "murmansk"},
    "pearl harbor strike force": {"note": "pearl harbor strike"}, "garrison": {"note": "garrison"},
    "staged": {"staged": True}, "has staged": {"staged": True}, "staged this turn": {"staged": True}, "moved": {"movement": 0},
    "has moved": {"movement": 0}, "partial supply": {"supply": "partial"}, "partly supplied": {"supply": "partial"},
    "no supply": {"supply": "none"}, "supplied": {"supply": "full"}, "oil effect": {"oil": True}, "no oil": {"oil": True},
    "transported": {"transported": True}, "has been transported": {"transported": True}, "carrying cargo": {}, "transported this turn": {"transported": True}, "searching": {"searching": True},
    "may not uninvert": {"inverted_until_end": True},
}


def apply_flag(state: State, u: Unit, flag: str) -> Unit:
    """A unit with one remark of a position applied. Raises :class:`TextError`."""
    f = " ".join(flag.split()).casefold()
    f = re.sub(r"^(?:is|was|are)\s+", "", f)
    if f in FLAGS:
        return replace(u, **FLAGS[f])
    m = re.fullmatch(r"(?:has |was |already )*used (?:for |on |in )?(?:an? )?(.+?)(?: (?:this|in this) (?:player )?turn)?", f)
    if m:
        return replace(u, used=(*u.used, m[1]))
    if re.fullmatch(r"(?:new|placed this (?:player )?turn|built this (?:player )?turn|newly (?:built|constructed))", f):
        return replace(u, placed=state.player_turn, inverted=True)
    m = re.fullmatch(r"(?:building|under construction)?(?: on)? ?(?:the )?[\"']?row [\"']?(launch|\d+)[\"']?(?: of (?:the|its) (?:construction )?chart)?", f)
    if m or re.fullmatch(r"(?:on )?(?:the )?[\"']?launch[\"']?(?: row)?", f):
        return replace(u, status="building", row=m[1].capitalize() if m else "Launch")
    m = re.fullmatch(r"hits? (\d+)|(\d+) hits?", f)
    if m:
        return replace(u, hits=int(m[1] or m[2]))
    m = re.fullmatch(r"(\d+) (?:mf|movement factors?)(?: left)?", f)
    if m:
        return replace(u, movement=int(m[1]))
    m = re.fullmatch(r"in (tf ?[\w.-]+|task force [\w.-]+)", f)
    if m:
        return replace(u, tf=f"{u.side}:{tf_name(m[1]).upper()}")
    m = re.fullmatch(r"(?:aboard|on) (.+)", f)
    if m:
        return replace(u, aboard=unit(state, m[1]).id)
    m = re.fullmatch(r"(?:was )?at (.+) at (?:the )?(?:turn start|start of (?:the|its) (?:player )?turn)", f)
    if m:
        return replace(u, base_turn=place(state, m[1]))
    m = re.fullmatch(r"(?:based|base) (?:at|in) (.+)", f)
    if m:
        return replace(u, base=place(state, m[1]))
    m = re.fullmatch(r"note (.+)", f)
    if m:
        return replace(u, note=m[1])
    raise TextError(f"{flag!r} says nothing a unit can be", -1, sorted(FLAGS))


def with_flags(state: State, u: Unit, text: str) -> Unit:
    for flag in re.split(r"\s*[,;]\s*", text):
        if flag:
            u = apply_flag(state, u, flag)
    return u


def regroup(state: State) -> State:
    """Task forces as the units' own remarks have them."""
    groups = dict(state.groups)
    for u in state.units.values():
        if u.tf and u.id not in (groups[u.tf].units if u.tf in groups else ()):
            g = groups.get(u.tf) or TaskForce(u.tf, u.side, u.tf.split(":", 1)[1])
            groups[u.tf] = replace(g, units=(*g.units, u.id))
    return replace(state, groups=groups)


# ------------------------------------------------------------------------------------------------------------ the board
@given(r"(?:map|board|theatre|theater) (europe|european|pacific|awaw-europe|awaw-pacific)(?: map| board)?", "map Pacific")
def _map(s: State, m: M) -> State:
    return replace(s, board=theatre.PACIFIC if "pacific" in m[1].casefold() else theatre.EUROPE)


@given(r"(?:turn|it is) (.+)", "turn Spring 1942, Axis player turn, movement phase")
def _turn(s: State, m: M) -> State:
    segment = ""
    for piece in re.split(r"\s*[,;]\s*", m[1]):
        p = piece.strip().casefold()
        found = re.fullmatch(r"(spring|summer|fall|autumn|winter)(?: (?:of )?(\d{4}))?", p)
        if found:
            season = "Fall" if found[1] == "autumn" else found[1].capitalize()
            s = replace(s, season=season, year=int(found[2]) if found[2] else s.year)
            continue
        if re.fullmatch(r"\d{4}", p):
            s = replace(s, year=int(p))
            continue
        found = re.fullmatch(r"(.+?)(?:'s)? (?:player )?turn", p)
        if found and side_of_text(found[1]):
            s = replace(s, mover=side_of_text(found[1]), said=(*s.said, "mover"))
            continue
        found = re.fullmatch(r"(?:the )?(?:(.+?)(?:'s)? )?(movement|combat|redeployment|construction|end)(?: of (?:the )?(?:player )?turn)?(?: phase)?", p)
        if found and (not found[1] or side_of_text(found[1])):
            s = replace(s, phase=found[2], segment=FIRST_SEGMENT[found[2]], mover=side_of_text(found[1]) if found[1] else s.mover,
                        said=(*s.said, "phase", *(("mover",) if found[1] else ())))
            continue
        found = re.fullmatch(r"(?:the )?(.+?)(?: segment)", p)
        if found and found[1] in SEGMENTS:
            segment = SEGMENTS[found[1]]
            continue
        raise TextError(f"{piece!r} is no part of a turn", -1,
                        ["Spring 1942", "Axis player turn", *(f"{x} phase" for x in PHASES), "sea transport segment"])
    if segment:
        phase = {"missions": "combat", "returns": "combat", "redeploy": "redeployment", "close": "redeployment",
                 "build": "construction", "uninvert": "end"}.get(segment, "movement")
        s = replace(s, phase=phase, segment=segment, said=(*s.said, "phase", "segment"))
    return s


@given(r"(?:the )?(movement|combat|redeployment|construction) phase", "combat phase")
def _phase(s: State, m: M) -> State:
    return replace(s, phase=m[1].casefold(), segment=FIRST_SEGMENT[m[1].casefold()], said=(*s.said, "phase"))


@given(r"(?:last turn|the game ends (?:after|with)) (spring|summer|fall|winter) (\d{4})(?:,? (\w+)(?: player turn)?)?", "last turn Summer 1940, Allied player turn")
def _last(s: State, m: M) -> State:
    return replace(s, last=(int(m[2]), m[1].capitalize(), side(m[3]) if m[3] else s.sides[-1]))


# -------------------------------------------------------------------------------------------------------------- control
SNAPSHOTS = ("control", "control_phase", "control_move", "control_turn")
SINCE = {
    "": SNAPSHOTS, "since turn start": SNAPSHOTS, "since the turn began": SNAPSHOTS, "since last turn": SNAPSHOTS,
    "since the start of the turn": SNAPSHOTS, "since the start of the player turn": SNAPSHOTS, "since turn": SNAPSHOTS,
    "since movement phase": SNAPSHOTS[:3], "since the movement phase": SNAPSHOTS[:3], "since movement phase start": SNAPSHOTS[:3],
    "since the movement phase began": SNAPSHOTS[:3], "since phase": SNAPSHOTS[:2], "since phase start": SNAPSHOTS[:2],
    "since the phase began": SNAPSHOTS[:2], "since this phase began": SNAPSHOTS[:2], "captured this turn": SNAPSHOTS[:2],
    "captured this player turn": SNAPSHOTS[:2], "captured earlier this turn": SNAPSHOTS[:2], "now": SNAPSHOTS[:1],
    "just captured": SNAPSHOTS[:1], "captured this phase": SNAPSHOTS[:1], "just now": SNAPSHOTS[:1],
    "at turn start": SNAPSHOTS[3:], "at the start of the turn": SNAPSHOTS[3:], "at the start of the player turn": SNAPSHOTS[3:],
    "at movement phase start": SNAPSHOTS[2:3], "at the start of the movement phase": SNAPSHOTS[2:3],
    "at phase start": SNAPSHOTS[1:2], "at the start of the phase": SNAPSHOTS[1:2],
}
_SINCE = "|".join(sorted((re.escape(k) for k in SINCE if k), key=len, reverse=True))


def set_control(s: State, where: str, who: str, since: str) -> State:
    """Give a place to somebody in the snapshots that *since* names; earlier snapshots keep their holder, or the enemy's."""
    s, at = settle(s, where)
    holder = owner(who)
    tables = SINCE[" ".join(since.split()).casefold()]
    changes: dict[str, Any] = {k: put(getattr(s, k), {at: holder}) for k in tables}
    if "control" in tables:
        other = next((x for x in s.sides if x != side_of(s, holder)), NEUTRAL)
        for k in SNAPSHOTS:
            if k not in tables and at not in getattr(s, k):
                changes[k] = put(getattr(s, k), {at: other})
    return replace(s, **changes)


@given(rf"(?:control|controls?|holder)(?: of)? (.+?)(?: is| by|:)? (neutral|[\w.' ]+?)(?:,? ({_SINCE}))?", "control Gibraltar Axis since movement phase")
def _control(s: State, m: M) -> State:
    words = f"{m[1]} {m[2]}".split()
    for n in range(len(words) - 1, 0, -1):
        who, where = " ".join(words[n:]), " ".join(words[:n])
        if owner_of_text(who) and not (n > 1 and owner_of_text(" ".join(words[n - 1:]))):
            for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", where):
                s = set_control(s, each, who, m[3] or "")
            return s
    raise TextError("say who controls what: control Gibraltar Axis", -1, ["Axis", "Allied", "neutral"])


@given(r"(neutral) (.+?)()", "neutral H33")
def _neutral(s: State, m: M) -> State:
    for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", m[2]):
        s = set_control(s, each, "neutral", "")
    return s


@given(r"(.+?) (?:is )?(?:held|controlled|owned|occupied) by (?:the )?([\w.' ]+?)(?:,? (" + _SINCE + r"))?", "Gibraltar held by Axis")
def _held(s: State, m: M) -> State:
    for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", m[1]):
        s = set_control(s, each, m[2], m[3] or "")
    return s


@given(r"(.+?) is neutral", "H33 is neutral")
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


@given(r"(?:the )?(.+?) (?:is |are )?(?:(not) at war|at peace|at (war)) in (?:the )?(europe|pacific)(?: theatre| theater)?", "U.S. at peace in Pacific")
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
LEVELS = {"full": "full", "fully": "full", "partial": "partial", "partially": "partial", "none": "none", "no": "none",
          "out of": "none", "un": "none"}


@given(r"supply (?:of |at )?(.+?):? (full|partial|none)", "supply Midway full")
def _supply(s: State, m: M) -> State:
    for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", m[1]):
        s, at = settle(s, each)
        s = replace(s, supply=put(s.supply, {at: m[2].casefold()}))
    return s


@given(r"(?:port )?(?!ship )(.+?) (?:is )?(not operational|non-operational|operational)", "Tobruk is not operational")
def _operational(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, closed=put(s.closed, {at: m[2].casefold() != "operational"}))


@given(r"(?:port|port counter) (?:at|in) (.+?)(?:,? built by (?:the )?(.+?))?(?:,? (?:in )?(?:(spring|summer|fall|winter) )?(\d{4}))?", "port at HH40 built by US in Spring 1942")
def _port(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    builder = nation(m[2]) if m[2] else "U.S."
    year = int(m[4]) if m[4] else s.year
    turn = year * 4 + SEASONS.index(m[3].capitalize()) if m[3] else -1
    s = replace(s, ports=put(s.ports, {at: PortCounter(at, builder, year, turn)}))
    if at not in s.control:
        s = set_control(s, at if at[1:2] != ":" else m[1], builder, "")
    return s


@given(r"(?:the )?(.+?) built (?:a|one|its) port at (.+?) in (spring|summer|fall|winter) (\d{4})", "U.S. built a port at HH40 in Spring 1942")
def _built(s: State, m: M) -> State:
    s, at = settle(s, m[2])
    turn = int(m[4]) * 4 + SEASONS.index(m[3].capitalize())
    return replace(s, ports=put(s.ports, {at: PortCounter(at, nation(m[1]), int(m[4]), turn)}))


@given(r"(.+?) (?:has|is) (?:a )?(one|two|1|2|no)[- ]ports?(?: hex)?", "Toulon has two ports")
def _anchors(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    n = {"one": 1, "1": 1, "two": 2, "2": 2, "no": 0}[m[2].casefold()]
    return replace(s, anchors=put(s.anchors, {at: n}))


@given(r"fill (.+?) (?:to|with) (\d+)(?: naval)?(?: factors?)?(?: (?:of|with) (\w+)(?: ships| factors)?)?", "fill Gibraltar to 48 factors")
def _fill(s: State, m: M) -> State:
    from .ports import side_holding

    s, at = settle(s, m[1])
    who = side(m[3]) if m[3] else side_holding(s, at)
    if who not in s.sides:
        who = s.mover
    need = int(m[2]) - based(s, at)
    if need < 0:
        raise TextError(f"{m[1]} already bases {based(s, at)} factors")
    if need == 0:
        return s
    land = "Britain" if who == "Allied" else "Germany"
    name = re.sub(r"\W+", "-", m[1])
    key = f"FILL-{name}"
    n = 1
    while key in s.units:
        n += 1
        key = f"FILL-{name}-{n}"
    return add(s, Unit(key, f"ships at {m[1]}", who, land, "ship", "DD", need, "fast", at, at))


@given(r"(?:base|port) (.+?) (?:is )?(?:under (?:enemy )?(?:seaborne )?invasion|being invaded|invaded)", "base Tobruk under invasion")
def _invaded(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, invaded=(*s.invaded, at))


@given(r"(.+?) (?:is )?under (?:enemy )?(?:seaborne )?invasion", "Tobruk is under enemy invasion")
def _under(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, invaded=(*s.invaded, at))


@given(r"targets? (.+)", "target Malta, Tripoli")
def _targets(s: State, m: M) -> State:
    for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", m[1]):
        s, at = settle(s, each)
        s = replace(s, targets=(*s.targets, at))
    return s


@given(r"bridgehead (?:at|in) (.+)", "bridgehead at T10")
def _bridgehead(s: State, m: M) -> State:
    s, at = settle(s, m[1])
    return replace(s, bridgeheads=(*s.bridgeheads, at))


@given(r"(?:crossing[- ]arrow|arrow)(?: strait)?(?: between)? (\S+?)(?:,| and|-| to) ?(\S+)", "crossing arrow strait DD21 and DD22")
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


@given(r"(?:the )?(.+?) (?:has |have )?(\d+) (brps?|rps?|port rps?|(?:brps? of )?construction limit)(?: left)?", "U.S. has 8 construction limit left")
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


@given(r"(?:the )?(.+? sw box):? (?:has |holds )?(\d+) (?:(\w+) )?(transports?|cves?|asw)", "Atlantic SW box has 5 Allied transports")
def _sw(s: State, m: M) -> State:
    box = place(s, m[1])
    key = f"{side(m[3]) if m[3] else 'Allied'} {box}"
    old = s.sw.get(key, SWBox())
    what = "transports" if m[4].casefold().startswith("t") else "cves" if m[4].casefold().startswith("c") else "asw"
    return replace(s, sw=put(s.sw, {key: replace(old, **{what: int(m[2])})}))


@given(r"(\w+) (?:conducted|conducts) submarine warfare(?: in the atlantic(?: sw box)?)?(?: this turn)?", "Germany conducted submarine warfare")
def _sw_conducted(s: State, m: M) -> State:
    return replace(s, sw_conducted=s.sw_conducted | {side(m[1])})


# ---------------------------------------------------------------------------------------------------------------- units
@given(r"(?:ship|unit|air|ground|fleet) (?![A-Z]{2,4}-\S)([^,]+?), (.+?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?", "ship Hood, British BC 3 fast, at Scapa Flow")
def _named_ship(s: State, m: M) -> State:
    found = listed(m[1])
    type_ = type_of(m[3])
    key = found.id if found is not None and found.type == type_ else f"{NATIONS[nation(m[2])][2]}-{type_}-{m[1].strip().replace(' ', '-')}"
    return place_unit(s, key, m[1].strip(), m[2], m[3], int(m[4]), m[5] or "", m[6], m[7] or "")


@given(r"(?:ship|unit|air|ground|fleet) (\S+) (.+?), (.+?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?", "ship UK-BC-Hood Hood, British BC 3 fast, at Liverpool, inverted")
def _ship(s: State, m: M) -> State:
    return place_unit(s, m[1], m[2], m[3], m[4], int(m[5]), m[6] or "", m[7], m[8] or "")


@given(r"(?:ship|unit|air|ground|fleet) (\S+),? (?:of |an? )?(?:the )?([\w.]+(?: [\w.]+)?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?", "ship UK-CA-1 British CA 2 at Malta")
def _ship2(s: State, m: M) -> State:
    return place_unit(s, m[1], m[1].split("-", 2)[-1].replace("-", " "), m[2], m[3], int(m[4]), m[5] or "", m[6], m[7] or "")


@given(r"(?:ship|unit) (.+?),? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?", "ship Hood at Liverpool")
def _listed_ship(s: State, m: M) -> State:
    found = listed(m[1])
    if found is None:
        raise TextError(f"no ship {m[1]!r} is listed: give nation, type and factors", -1,
                        ["ship UK-BC-Hood Hood, British BC 3 fast, at Liverpool"])
    return place_unit(s, found.id, found.name, found.nation, found.type, found.factors, found.speed, m[2], m[3] or "")


_KINDS = r"([a-z]{2,3}|destroyers?|cruisers?|battleships?|battlecruisers?|pocket battleship|(?:light |fast |escort )?carriers?|submarines?|transports?|infantry|armou?r|marines?|commandos?|airborne)"


@given(rf"(?:ship |ships |unit |units |air |ground |fleet )?{_KINDS} (\d+)(?: factors?)?,? (?:of |from )?(?:the )?([\w.]+(?: (?!fast|slow)[\w.]+)?)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?: (?:as|called) (\S+?))?(?:,\s*(.+))?", "DD 5 Britain at Gibraltar as UK-DD-1")
def _many(s: State, m: M) -> State:
    return some(s, m[1], int(m[2]), m[3], m[4] or "", m[5], m[6] or "", m[7] or "")


@given(rf"(?:ship |ships |unit |units |air |ground |fleet )?(\d+)(?: factors? of)? ([\w.]+(?: [\w.]+)?) (?:(fast|slow) )?{_KINDS}(?: factors?)?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?: (?:as|called) (\S+?))?(?:,\s*(.+))?", "5 British DD at Gibraltar as UK-DD-1")
def _many2(s: State, m: M) -> State:
    return some(s, m[4], int(m[1]), m[2], m[3] or "", m[5], m[6] or "", m[7] or "")


def some(s: State, type_text: str, n: int, land: str, speed: str, where: str, key: str, flags: str) -> State:
    """A number of factors of a type, or a ship without a name."""
    type_ = type_of(type_text)
    if not type_:
        raise TextError(f"no type of unit {type_text!r}", -1, ["DD", "CA", "BB", "CV", "SS", "AAF", "NAS", "INF"])
    who = nation(land)
    prefix = NATIONS[who][2]
    k = 1
    while not key and f"{prefix}-{type_}-{k}" in s.units:
        k += 1
    key = key or f"{prefix}-{type_}-{k}"
    return place_unit(s, key, key.split("-", 2)[-1], who, type_, n, speed, where, flags)


def place_unit(s: State, key: str, name: str, land: str, type_text: str, n: int, speed: str, where: str, flags: str) -> State:
    type_ = type_of(type_text)
    if not type_:
        raise TextError(f"no type of unit {type_text!r}", -1, ["DD", "CA", "BB", "CV", "SS", "AAF", "NAS", "INF"])
    who = nation(land)
    home = side_of(s, who)
    if home not in s.sides:
        home = "Allied"
        s = replace(s, sidings=put(s.sidings, {who: home}))
    aboard = re.fullmatch(r"aboard (.+)", where, re.IGNORECASE)
    if aboard:
        ship = unit(s, aboard[1])
        u = Unit(key, name, home, who, kind_of(type_), type_, n, speed or "fast", ship.at, ship.base, aboard=ship.id)
    else:
        s, at = settle(s, where)
        u = Unit(key, name, home, who, kind_of(type_), type_, n, speed or "fast", at, at)
    return regroup(add(s, with_flags(s, u, flags)))


@given(r"(?:the )?(?:tf|task force) ?(\S+?)(?: \((\w+)\))?(?::| of| is| has| contains|,) (.+)", "TF 1 of UK-BC-Hood, UK-DD-1")
def _tf(s: State, m: M) -> State:
    members = units(s, m[3])
    who = members[0].side
    name = f"TF{m[1]}"
    key = f"{who}:{name}"
    s = replace(s, groups=put(s.groups, {key: TaskForce(key, who, name, tuple(u.id for u in members))}))
    return with_units(s, [replace(u, tf=key) for u in members])


@given(r"(?:a )?(submarine )?(defensive )?patrol(?: (\S+))?(?: of|:) (.+?),? (?:at|in|on station (?:at|in)) (\S+)(?:,? (?:from|based at) (.+?))?", "patrol P1 of UK-BC-Hood, UK-DD-1 at B31")
def _patrol(s: State, m: M) -> State:
    members = units(s, m[4])
    at = place(s, m[5])
    key = m[3] or f"{members[0].side}-{s.serial + 1}"
    if m[6]:
        members = [replace(u, base=place(s, m[6])) for u in members]
    home = members[0].base
    subs = bool(m[1]) or all(u.type == "SS" for u in members)
    mission = "defensive-patrol" if m[2] or (subs and members[0].side != s.mover) else "patrol"
    size = sum(u.naval_factors for u in members)
    f = Force(key, members[0].side, mission, tuple(u.id for u in members), (home, at), 1, at, state="on-station", remains=True,
              task_force=size >= 10 or bool(members[0].tf), submarines=subs, since=s.player_turn, name=key)
    s = replace(s, forces=put(s.forces, {key: f}), serial=s.serial + 1)
    return with_units(s, [replace(u, at=at, force=key, patrolled=True, used=(*u.used, "patrol")) for u in members])


@given(r"(?:the )?(?:murmansk escorts?|escorts? of a murmansk convoy):? (.+)", "Murmansk escort UK-CA-1")
def _murmansk(s: State, m: M) -> State:
    return with_units(s, [replace(u, note="murmansk") for u in units(s, m[1])])


@given(r"(?:the )?pearl harbor (?:strike force|attack|strike)(?: is| of|:)? (.+)", "Pearl Harbor strike force JA-CV-Akagi, JA-DD-1")
def _pearl(s: State, m: M) -> State:
    return with_units(s, [replace(u, note="pearl harbor strike") for u in units(s, m[1])])


@given(r"(?!ship |unit )(.+?),? (?:is |are |has |have )?((?:" + "|".join(sorted((re.escape(f) for f in FLAGS), key=len, reverse=True)) +
       r"|(?:was |already )*used .+|new|placed this .+|built this .+|newly .+|(?:building |on )?(?:the )?row .+|on the launch row|in tf.+|in task force .+"
       r"|\d+ hits?|hits? \d+|\d+ (?:mf|movement factors?).*|aboard .+|was at .+|note .+)(?:, .+)?)", "UK-BC-Hood inverted, damaged")
def _remark(s: State, m: M) -> State:
    changed = [with_flags(s, u, m[2]) for u in units(s, m[1])]
    return regroup(with_units(s, changed))


@given(r"(?:side|sides) (.+)", "sides Axis, Allied")
def _sides(s: State, m: M) -> State:
    named = tuple(SIDE_ALIASES.get(x.strip().casefold(), x.strip()) for x in m[1].split(","))
    if set(named) != set(s.sides):
        raise TextError("the sides are Axis and Allied", -1, ["sides Axis, Allied"])
    return replace(s, sides=named)


__all__ = ["Text", "account", "nation", "owner", "place", "side", "unit", "units"]
