"""The lines a case of this book may use: positions (``given``) and what must follow (``then``). docs/casebook-campaign.md explains them."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from flagplot.table import Rulings, TextError

from .chart import Strait, Zone, open_ocean
from .ratings import first_experience, intercept_default, search_default
from .squares import square_of
from .state import Plane, Port, Ship, State

Given = Callable[[State, re.Match[str]], State]
Holds = Callable[[State, State, re.Match[str]], tuple[bool, str]]
GIVEN: list[tuple[re.Pattern[str], Given, str]] = []
HOLDS: list[tuple[re.Pattern[str], Holds, str]] = []


def given_line(pattern: str, example: str) -> Callable[[Given], Given]:
    """Register a line of a position; the example stands in messages and docs."""

    def mark(f: Given) -> Given:
        GIVEN.append((re.compile(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def holds_line(pattern: str, example: str) -> Callable[[Holds], Holds]:
    """Register a line of what must follow."""

    def mark(f: Holds) -> Holds:
        HOLDS.append((re.compile(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def empty(rulings: Rulings) -> State:
    """An empty sea: Europe's size, two sides, the Orders Phase of a Spring turn."""
    return State(rulings=rulings, scenario="", chart=open_ocean(), sides=("Axis", "Allied"), last_turn=99, ships={}, planes={}, ports={})


def given(state: State, line: str) -> State:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    for pattern, f, _ in GIVEN:
        found = pattern.match(line.strip())
        if found:
            return f(state, found)
    raise TextError(f"{line!r} is no line of a position", 0, [example for _, _, example in GIVEN])


def holds(before: State, state: State, line: str) -> tuple[bool, str]:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    for pattern, f, _ in HOLDS:
        found = pattern.match(line.strip())
        if found:
            return f(before, state, found)
    raise TextError(f"{line!r} is nothing this book can look at", 0, [example for _, _, example in HOLDS])


# -- positions


@given_line(r"theatre (europe|fareast|far east|pacific)", "theatre fareast")
def _theatre(state: State, m: re.Match[str]) -> State:
    europe = m.group(1).lower() == "europe"
    chart = open_ocean(58, 43, "europe") if europe else open_ocean(67, 40, "fareast")
    return replace(state, chart=replace(chart, land=state.chart.land, islands=state.chart.islands, zones=state.chart.zones,
                                        straits=state.chart.straits, sides=state.chart.sides))


@given_line(r"turn (\d+)(?:,?\s*(spring|summer|fall|winter))?(?:,?\s*(\w+) phase)?", "turn 2, Summer, operations phase")
def _turn(state: State, m: re.Match[str]) -> State:
    state = replace(state, turn=int(m.group(1)))
    if m.group(2):
        state = replace(state, season=m.group(2).capitalize())
    return replace(state, phase=m.group(3).lower()) if m.group(3) else state


@given_line(r"season (spring|summer|fall|winter)", "season Winter")
def _season(state: State, m: re.Match[str]) -> State:
    return replace(state, season=m.group(1).capitalize())


@given_line(r"(sea|land|island)(?: square)? (\d+\s*,\s*\d+)(?: held by (\w+))?", "island 12,7 held by Allied")
def _square(state: State, m: re.Match[str]) -> State:
    s = square_of(m.group(2))
    chart = state.chart.with_square(s, m.group(1).lower())  # type: ignore[arg-type]
    if m.group(3):
        chart = replace(chart, owners={**chart.owners, f"{s[0]},{s[1]}": m.group(3)})
    return replace(state, chart=chart)


@given_line(r"(minor|major) port ([\w .'-]+?) at (\d+\s*,\s*\d+|zone \w+)(?: (?:held by|of) (\w+))?(?: open(?:ing)? (?:on|to) ([\d, ;]+))?(?: yard (\d+))?",
            "major port Rosyth at 16,15 held by Allied open on 17,15 yard 300")
def _port(state: State, m: re.Match[str]) -> State:
    zone = m.group(3)[5:] if m.group(3).lower().startswith("zone ") else ""
    square = None if zone else square_of(m.group(3))
    side = (m.group(4) or "").replace("neutral", "")
    port = Port(m.group(2), square, zone, m.group(1).lower(), side, int(m.group(6) or 0), neutral=not side)  # type: ignore[arg-type]
    state = replace(state, ports={**state.ports, port.name: port})
    if square is not None:
        state = replace(state, chart=state.chart.with_square(square, "land"))
    if m.group(5):
        squares = tuple(square_of(x) for x in re.findall(r"\d+\s*,\s*\d+", m.group(5)))
        state = replace(state, chart=replace(state.chart, sides={**state.chart.sides, port.name: squares}))
    return state


@given_line(r"zone (\w+) range (\d+)(?: next to ([\w, ]+?))?", "zone NA range 2 next to 0,20, MA")
def _zone(state: State, m: re.Match[str]) -> State:
    size = int(m.group(2))
    if size not in (1, 2):
        raise TextError(f"a sea zone has Range 1 or 2, not {size} (6.3.1)", m.start(2), ["1", "2"])
    next_to = []
    rest = m.group(3) or ""
    for part in re.findall(r"\d+\s*,\s*\d+|\w+", rest):
        next_to.append(",".join(x.strip() for x in part.split(",")))
    z = Zone(m.group(1), m.group(1), size, tuple(next_to))
    return replace(state, chart=replace(state.chart, zones=(*(x for x in state.chart.zones if x.id != z.id), z)))


@given_line(r"strait ([\w .'-]+?) between (\S+) and (\S+) held by ([\w ,.'-]+?)(?: needs (\d))?(?: in ([\w, ]+))?",
            "strait Sound between 25,15 and 26,16 held by Copenhagen needs 1")
def _strait(state: State, m: re.Match[str]) -> State:
    holders = tuple(x.strip() for x in m.group(4).split(",") if x.strip() and x.strip().lower() != "nobody")
    need = int(m.group(5)) if m.group(5) else min(1, len(holders))
    seasons = tuple(x.strip().capitalize() for x in (m.group(6) or "").split(",") if x.strip())
    strait = Strait(m.group(1), m.group(1), (m.group(2), m.group(3)), holders, need, "6.4.1.e", seasons)
    return replace(state, chart=replace(state.chart, straits=(*state.chart.straits, strait)))


@given_line(r"arctic ([\d, ;\w]+)", "arctic 40,2; 41,2; ARC")
def _arctic(state: State, m: re.Match[str]) -> State:
    places = frozenset(",".join(p.strip() for p in x.split(",")) for x in re.findall(r"\d+\s*,\s*\d+|[A-Za-z]\w*", m.group(1)))
    return replace(state, chart=replace(state.chart, arctic=state.chart.arctic | places))


_SHIP = (r"(ship|air) (\S+)(?: (\"[^\"]+\"|[\w.'-]+(?: [\w.'-]+)*?))?, (\w+)(?: \((\w+)\))? ([\w-]+)(?:,? at ([\w .'-]+?|\d+\s*,\s*\d+))?((?:, [^,]+)*)")


@given_line(_SHIP, "ship UK-BC-1 Renown, Allied (Britain) BC, at Scapa Flow, strength 9, patrol 3, endurance 9, speed 3, search 2, intercept 2")
def _unit(state: State, m: re.Match[str]) -> State:
    kind, id, title, side, nation, cls, base, rest = m.groups()
    words: dict[str, str] = {}
    for part in rest.split(","):
        key, _, value = part.strip().partition(" ")
        if key:
            words[key.lower()] = value.strip()
    nation = nation or words.get("nation", "")
    if kind.lower() == "air":
        plane = Plane(id, title or id, side, nation, cls.lower(), base or "", reach=int(words.get("range", 4)),
                      search=int(words.get("search", 2)), asw="asw" in words, organizing="organizing" in words,
                      patrol=words.get("patrol", ""), strength=int(words.get("strength", 10)))
        return state.put_planes([plane])
    speed = int(words.get("speed", 3))
    miles = int(words["miles"]) if "miles" in words else 0
    from .ratings import endurance, patrol_range

    ship = Ship(
        id=id, name=(title or id).strip('"'), side=side, nation=nation, cls=cls.upper(), base=base or "",
        strength=int(words.get("strength", 10)), full=int(words.get("full", 10)),
        experience=int(words["xp"]) if "xp" in words else first_experience(nation, state.rulings),
        speed=speed, range_nm=miles,
        patrol=int(words["patrol"]) if "patrol" in words else patrol_range(miles) if miles else 3,
        endurance=int(words["endurance"]) if "endurance" in words else endurance(miles) if miles else 10,
        search=int(words["search"]) if "search" in words else search_default(cls.upper(), state.rulings),
        intercept=int(words["intercept"]) if "intercept" in words else intercept_default(speed),
        disguised="disguised" in words, cargo=words.get("cargo", ""), price=int(words.get("price", 0)),
        carries=int(words.get("carries", 0)), like=words.get("like", "").upper(),
    )
    return state.put_ships([ship])


@given_line(r"(\w+) holds ([\w .,'-]+)", "Axis holds Kiel, Oslo")
def _holds_ports(state: State, m: re.Match[str]) -> State:
    side = "" if m.group(1).lower() in ("nobody", "neutral") else m.group(1)
    for name in (x.strip() for x in m.group(2).split(",")):
        if name in state.ports:
            state = replace(state, ports={**state.ports, name: replace(state.ports[name], side=side, neutral=not side)})
        else:
            state = replace(state, chart=replace(state.chart, owners={**state.chart.owners, name: side}))
    return state


# -- what must follow


def _ship(state: State, id: str) -> Ship:
    if id not in state.ships:
        raise TextError(f"no ship {id!r}", 0, list(state.ships)[:8])
    return state.ships[id]


@holds_line(r"(\S+) (strength|experience|patrol|endurance|search|intercept|speed) (\d+)", "UK-BC-1 strength 7")
def _number(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = getattr(_ship(state, m.group(1)), m.group(2).lower())
    return value == int(m.group(3)), f"{m.group(1)} {m.group(2)} {value}"


@holds_line(r"(\S+) based at ([\w .'-]+)", "UK-BC-1 based at Rosyth")
def _based(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    base = _ship(state, m.group(1)).base
    return base == m.group(2), f"{m.group(1)} is based at {base}"


@holds_line(r"(\S+) (sunk|afloat|interned|withdrawn|scuttled)", "UK-BC-1 sunk")
def _gone(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    ship = _ship(state, m.group(1))
    now = ship.gone or ("afloat" if ship.strength > 0 else "sunk")
    return now == m.group(2).lower(), f"{m.group(1)} is {now}"


@holds_line(r"phase (\w+)", "phase operations")
def _phase(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    return state.phase == m.group(1).lower(), f"it is the {state.phase} phase"


@holds_line(r"missions of (\w+) (\d+)", "missions of Allied 1")
def _missions(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    count = sum(1 for x in state.missions.values() if x.side == m.group(1))
    return count == int(m.group(2)), f"{m.group(1)} has {count} missions"
