"""Lines of a case's position that put ships, aircraft and troops on the board, and remarks about them."""

from __future__ import annotations

import re
from typing import Any

from flagplot.table import TextError

from ..state import Force, State, TaskForce, Unit, big, put, replace, with_units
from ..state.called import tf_name
from ..state.catalogue import listed
from ..state.ids import free_force_id
from ..state.nations import NATIONS, SIDE_ALIASES, side_of
from .lines import given
from .reading import ImpossibleError, add, kind_of, nation, once, place, settle, type_of, unit, units

M = re.Match[str]
FLAGS: dict[str, dict[str, Any]] = {
    "damaged": {"damaged": True},
    "undamaged": {"damaged": False},
    "inverted": {"inverted": True},
    "uninverted": {"inverted": False},
    "fast": {"speed": "fast"},
    "slow": {"speed": "slow"},
    "waiting for repair": {"status": "repair", "damaged": True},
    "in the waiting for repair box": {"status": "repair", "damaged": True},
    "sunk in port": {"status": "port-sunk"},
    "sunk": {"status": "sunk", "at": "", "base": ""},
    "withdrawn": {"status": "withdrawn", "at": "", "base": ""},
    "in reserve": {"status": "reserve"},
    "frozen": {"frozen": True},
    "surplus": {"frozen": True},
    "idle surplus": {"frozen": True},
    "changed base": {"changed_base": True},
    "has changed base": {"changed_base": True},
    "patrolled": {"patrolled": True},
    "has patrolled": {"patrolled": True, "used": ("patrol",), "sortied": True},
    "unsupplied": {"supply": "none"},
    "out of supply": {"supply": "none"},
    "partially supplied": {"supply": "partial"},
    "fully supplied": {"supply": "full"},
    "army oil effect": {"oil": True},
    "under an army oil effect": {"oil": True},
    "subject to an army oil effect": {"oil": True},
    "returned this phase": {"sortied": True},
    "has returned this phase": {"sortied": True},
    "murmansk escort": {"note": "murmansk"},
    "pearl harbor strike force": {"note": "pearl harbor strike"},
    "garrison": {"note": "garrison"},
    "staged": {"staged": True},
    "has staged": {"staged": True},
    "staged this turn": {"staged": True},
    "moved": {"movement": 0},
    "has moved": {"movement": 0},
    "partial supply": {"supply": "partial"},
    "partly supplied": {"supply": "partial"},
    "no supply": {"supply": "none"},
    "supplied": {"supply": "full"},
    "in supply": {"supply": "full"},
    "in full supply": {"supply": "full"},
    "oil effect": {"oil": True},
    "no oil": {"oil": True},
    "transported": {"transported": True},
    "has been transported": {"transported": True},
    "carrying cargo": {},
    "transported this turn": {"transported": True},
    "searching": {"searching": True},
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
    m = re.fullmatch(
        r"(?:building|under construction)?(?: on)? ?(?:the )?[\"']?row [\"']?(launch|\d+)[\"']?(?: of (?:the|its) (?:construction )?chart)?",  # noqa: E501
        f,
    )
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


# ---------------------------------------------------------------------------------------------------------------- units
@given(
    r"(?:ship|unit|air|ground|fleet) (?![A-Z]{2,4}-\S)([^,]+?), (.+?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?",  # noqa: E501
    "ship Hood, British BC 3 fast, at Scapa Flow",
)
def _named_ship(s: State, m: M) -> State:
    found = listed(m[1])
    type_ = type_of(m[3])
    key = (
        found.id
        if found is not None and found.type == type_
        else f"{NATIONS[nation(m[2])][2]}-{type_}-{m[1].strip().replace(' ', '-')}"
    )
    return place_unit(s, key, m[1].strip(), m[2], m[3], int(m[4]), m[5] or "", m[6], m[7] or "")


@given(
    r"(?:ship|unit|air|ground|fleet) (\S+) (.+?), (.+?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?",  # noqa: E501
    "ship UK-BC-Hood Hood, British BC 3 fast, at Liverpool, inverted",
)
def _ship(s: State, m: M) -> State:
    return place_unit(s, m[1], m[2], m[3], m[4], int(m[5]), m[6] or "", m[7], m[8] or "")


@given(
    r"(?:ship|unit|air|ground|fleet) (\S+),? (?:of |an? )?(?:the )?([\w.]+(?: [\w.]+)?) ([A-Za-z]{2,3}) (\d+)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?",  # noqa: E501
    "ship UK-CA-1 British CA 2 at Malta",
)
def _ship2(s: State, m: M) -> State:
    return place_unit(s, m[1], m[1].split("-", 2)[-1].replace("-", " "), m[2], m[3], int(m[4]), m[5] or "", m[6], m[7] or "")


@given(r"(?:ship|unit) (.+?),? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?:,\s*(.+))?", "ship Hood at Liverpool")
def _listed_ship(s: State, m: M) -> State:
    found = listed(m[1])
    if found is None:
        raise TextError(
            f"no ship {m[1]!r} is listed: give nation, type and factors",
            -1,
            ["ship UK-BC-Hood Hood, British BC 3 fast, at Liverpool"],
        )
    return place_unit(s, found.id, found.name, found.nation, found.type, found.factors, found.speed, m[2], m[3] or "")


_KINDS = r"([a-z]{2,3}|destroyers?|cruisers?|battleships?|battlecruisers?|pocket battleship|(?:light |fast |escort )?carriers?|submarines?|transports?|infantry|armou?r|marines?|commandos?|airborne)"  # noqa: E501


@given(
    rf"(?:ship |ships |unit |units |air |ground |fleet )?{_KINDS} (\d+)(?: factors?)?,? (?:of |from )?(?:the )?([\w.]+(?: (?!fast|slow)[\w.]+)?)(?: (fast|slow))?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?: (?:as|called) (\S+?))?(?:,\s*(.+))?",  # noqa: E501
    "DD 5 Britain at Gibraltar as UK-DD-1",
)
def _many(s: State, m: M) -> State:
    return some(s, m[1], int(m[2]), m[3], m[4] or "", m[5], m[6] or "", m[7] or "")


@given(
    rf"(?:ship |ships |unit |units |air |ground |fleet )?(\d+)(?: factors? of)? ([\w.]+(?: [\w.]+)?) (?:(fast|slow) )?{_KINDS}(?: factors?)?,? (?:(?:at|in|based at) |(?=aboard ))(.+?)(?: (?:as|called) (\S+?))?(?:,\s*(.+))?",  # noqa: E501
    "5 British DD at Gibraltar as UK-DD-1",
)
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
    name = key.split("-", 2)[-1]
    return place_unit(s, key, key if name.isdecimal() else name, who, type_, n, speed, where, flags)


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
    once(s.groups, key, "task force")
    s = replace(s, groups=put(s.groups, {key: TaskForce(key, who, name, tuple(u.id for u in members))}))
    return with_units(s, [replace(u, tf=key) for u in members])


@given(
    r"(?:a )?(submarine )?(defensive )?patrol(?: (\S+))?(?: of|:) (.+?),? (?:at|in|on station (?:at|in)) (\S+)(?:,? (?:from|based at) (.+?))?",  # noqa: E501
    "patrol P1 of UK-BC-Hood, UK-DD-1 at B31",
)
def _patrol(s: State, m: M) -> State:
    members = units(s, m[4])
    at = place(s, m[5])
    key = m[3] or free_force_id(s, f"{members[0].side}-")
    once(s.forces, key, "force")
    for u in members:
        if u.force or u.side != members[0].side:
            raise ImpossibleError(f"{u.id} is {f'in force {u.force} already' if u.force else 'not of the same side'}")
    if m[6]:
        members = [replace(u, base=place(s, m[6])) for u in members]
    home = members[0].base
    subs = bool(m[1]) or all(u.type == "SS" for u in members)
    mission = "defensive-patrol" if m[2] or (subs and members[0].side != s.mover) else "patrol"
    f = Force(
        key,
        members[0].side,
        mission,
        tuple(u.id for u in members),
        (home, at),
        1,
        at,
        state="on-station",
        remains=True,
        task_force=big(members) or bool(members[0].tf),
        submarines=subs,
        since=s.player_turn,
        name=key,
    )
    s = replace(s, forces=put(s.forces, {key: f}), serial=s.serial + 1)
    return with_units(s, [replace(u, at=at, force=key, patrolled=True, used=(*u.used, "patrol")) for u in members])


@given(r"(?:the )?(?:murmansk escorts?|escorts? of a murmansk convoy):? (.+)", "Murmansk escort UK-CA-1")
def _murmansk(s: State, m: M) -> State:
    return with_units(s, [replace(u, note="murmansk") for u in units(s, m[1])])


@given(
    r"(?:the )?pearl harbor (?:strike force|attack|strike)(?: is| of|:)? (.+)", "Pearl Harbor strike force JA-CV-Akagi, JA-DD-1"
)
def _pearl(s: State, m: M) -> State:
    return with_units(s, [replace(u, note="pearl harbor strike") for u in units(s, m[1])])


@given(
    r"(?!ship |unit )(.+?),? (?:is |are |has |have )?((?:"
    + "|".join(sorted((re.escape(f) for f in FLAGS), key=len, reverse=True))
    + r"|(?:was |already )*used .+|new|placed this .+|built this .+|newly .+|(?:building |on )?(?:the )?row .+|on the launch row|in tf.+|in task force .+"  # noqa: E501
    r"|\d+ hits?|hits? \d+|\d+ (?:mf|movement factors?).*|aboard .+|was at .+|note .+)(?:, .+)?)",
    "UK-BC-Hood inverted, damaged",
)
def _remark(s: State, m: M) -> State:
    changed = [with_flags(s, u, m[2]) for u in units(s, m[1])]
    return regroup(with_units(s, changed))


@given(r"(?:side|sides) (.+)", "sides Axis, Allied")
def _sides(s: State, m: M) -> State:
    named = tuple(SIDE_ALIASES.get(x.strip().casefold(), x.strip()) for x in m[1].split(","))
    if set(named) != set(s.sides):
        raise TextError("the sides are Axis and Allied", -1, ["sides Axis, Allied"])
    return replace(s, sides=named)
