"""Lines about what must follow: ships, missions, numbers of the rules."""

from __future__ import annotations

import re

from flagplot.table import TextError

from .casework import class_of, holds_line, known_mission, mission_of, places_of, port_of, sea_place, side_of
from .intercept import battle_order, fleet_intercept
from .ratings import (
    carries_at_most,
    classes,
    endurance,
    first_experience,
    hulls,
    miles,
    patrol_range,
    port_room,
    room_taken,
    to_the_nearest,
)
from .routes import cost, passage_of
from .search import (
    Watcher,
    fleet_search,
    has_asw_search,
    intercept_points,
    observed,
    plane_search,
    spotted_points,
    squares_between,
)
from .shortest import suggest
from .squares import diagonals_cost
from .state import PHASES, Mission, Ship, State


def _ship(state: State, id: str) -> Ship:
    if id not in state.ships:
        raise TextError(f"no ship {id!r}", 0, list(state.ships)[:8])
    return state.ships[id]


@holds_line(r"(\S+) (strength|experience|patrol|endurance|search|intercept|speed) (\d+)", "UK-BC-1 strength 7")
def _number(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    """In a battle a ship's strength and experience are those she has there now."""
    ship, what = _ship(state, m.group(1)), m.group(2).lower()
    fights = state.battle is not None and state.battle.has(ship.id) and what in ("strength", "experience")
    value = getattr(state.battle.unit(ship.id) if fights and state.battle is not None else ship, what)
    return value == int(m.group(3)), f"{m.group(1)} {m.group(2)} {value}"


@holds_line(r"(\S+) based at ([\w .'-]+)", "UK-BC-1 based at Rosyth")
def _based(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    base = _ship(state, m.group(1)).base
    return base == sea_place(state, m.group(2)), f"{m.group(1)} is based at {base}"


@holds_line(r"(\S+) (sunk|afloat|interned|withdrawn|scuttled)", "UK-BC-1 sunk")
def _gone(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    ship = _ship(state, m.group(1))
    left = state.battle.unit(ship.id).strength if state.battle is not None and state.battle.has(ship.id) else ship.strength
    now = ship.gone or ("afloat" if left > 0 else "sunk")
    return now == m.group(2).lower(), f"{m.group(1)} is {now}"


@holds_line(r"phase (\w+)", "phase operations")
def _phase(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    if m.group(1).lower() not in PHASES:
        raise TextError(f"{m.group(1)!r} is no phase", m.start(1), PHASES)
    return state.phase == m.group(1).lower(), f"it is the {state.phase} phase"


@holds_line(r"missions of (\w+) (\d+)", "missions of Allied 1")
def _missions(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    side = side_of(state, m.group(1), m.start(1))
    count = sum(1 for x in state.missions.values() if x.side == side)
    return count == int(m.group(2)), f"{m.group(1)} has {count} missions"


# -- missions


def _mission_then(before: State, state: State, id: str) -> Mission:
    """A mission as it is, or as it ended in the turn just closed; of a ship that has left hers, the one she sailed on before."""
    if id in state.ships and not state.ships[id].mission and id in before.ships:
        id = before.ships[id].mission or id
    return state.past[id] if id not in state.missions and id in state.past else mission_of(state, id)


@holds_line(
    r"mission (?:of )?(\S+) (ordered|sailing|completed|failed|aborted|ended|attacked|a flotilla|a raider group)",
    "mission of UK-SS-1 a flotilla",
)
def _mission_is(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    found = _mission_then(before, state, m.group(1))
    id = found.id
    what = m.group(2).lower()
    now = {"attacked": found.attacked, "a flotilla": found.flotilla, "a raider group": found.raider}.get(
        what, found.status == what
    )
    return now, f"{id} is {found.status}, attacked {found.attacked}, flotilla {found.flotilla}, raiders {found.raider}"


@holds_line(r"ships (?:of|in) (?:the )?mission (?:of )?(\S+) (\d+)", "ships in the mission of UK-BB-1 5")
def _members(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    found = mission_of(state, m.group(1))
    return len(found.units) == int(m.group(2)), f"{found.id} has {len(found.units)} ships"


@holds_line(r"(\S+) (?:has |is )?(?:on )?no mission", "UK-BB-1 has no mission")
def _idle(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    now = _ship(state, m.group(1)).mission
    return not now, f"{m.group(1)} is on mission {now or 'none'}"


@holds_line(r"(\w+) holds ([\w .'-]+)", "Axis holds Narvik")
def _port_held(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    port = port_of(state, m.group(2), m.start(2))
    side = port.side or "nobody"
    if m.group(1).lower() not in ("nobody", "neutral"):
        side_of(state, m.group(1), m.start(1))
    return side == m.group(1) or (side == "nobody" and m.group(1).lower() == "neutral"), f"{side} holds {port.name}"


@holds_line(r"points of (\w+) (-?\d+(?:\.\d+)?)", "points of Allied 4")
def _points(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    side = side_of(state, m.group(1), m.start(1))
    total = sum(p.points for p in state.score if p.side == side)
    return total == float(m.group(2)), f"{m.group(1)} has {total:g} points"


# -- ratings and ranges


@holds_line(r"classes ([\w, ]+)", "classes BB, BC, CV, CA, CL, DD, SS")
def _classes(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    wanted = {class_of(x.strip()) for x in m.group(1).split(",")}
    return wanted <= set(classes()), f"the classes are {', '.join(classes())}"


@holds_line(r"hulls (?:of|in) (\w+) (\d)", "hulls of DE 3")
def _hulls(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    return hulls(m.group(1)) == int(m.group(2)), f"a {m.group(1)} unit stands for {hulls(m.group(1))} ships"


@holds_line(r"room (?:of|in|taken by) (?:a )?(\w+)(?: port)? (\d+(?:\.5)?)", "room of DD 0.5")
def _room(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    what = {"black": "minor", "red": "major"}.get(m.group(1).lower(), m.group(1).lower())
    taken = port_room(what) / 2 if what in ("minor", "major") else room_taken(what.upper()) / 2
    return taken == float(m.group(2)), f"{m.group(1)}: {taken:g} capital ships"


@holds_line(r"training (?:level )?(?:of |for )?([\w .]+?) (\d+)", "training of France 200")
def _training(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    level = first_experience(m.group(1), state.rulings)
    return level == int(m.group(2)), f"{m.group(1)} trains to {level}"


@holds_line(r"(patrol range|endurance) (?:of|for) ([\d,]+) miles (\d+)", "patrol range of 8500 miles 4")
def _ranges(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    nm = int(m.group(2).replace(",", ""))
    near = to_the_nearest(state.rulings)
    value = patrol_range(nm, near) if m.group(1).lower() == "patrol range" else endurance(nm, near)
    return value == int(m.group(3)), f"{m.group(1)} of {nm} miles is {value}"


@holds_line(r"miles in (\d+) degrees? (\d+)", "miles in 10 degrees 690")
def _miles(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    return miles(int(m.group(1))) == int(m.group(2)), f"{m.group(1)} degrees are {miles(int(m.group(1)))} miles"


@holds_line(r"(\S+) carries (?:at most )?(\d)", "UK-CV-1 carries 2")
def _carries(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    ship = _ship(state, m.group(1))
    most = carries_at_most(ship.cls, ship.carries)
    return most == int(m.group(2)), f"{ship.id} carries at most {most}"


@holds_line(r"distance (?:from )?(.+?) to (.+?) (\d+)", "distance 5,5 to 8,8 5")
def _distance(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    apart = squares_between(state, *(sea_place(state, x) for x in (m.group(1), m.group(2))))
    return apart == int(m.group(3)), f"{apart} squares"


@holds_line(r"(\d+) diagonals? costs? (\d+)", "2 diagonals cost 3")
def _diagonals(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    spent = diagonals_cost(int(m.group(1)), state.rulings.switch("HR-2"))
    return spent == int(m.group(2)), f"{m.group(1)} diagonals cost {spent}"


@holds_line(
    r"route for (\w+) from (.+?) to (.+?) (squares|range) (\d+|none)", "route for Allied from Scapa Flow to Bergen squares 7"
)
def _route(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    p = passage_of(state, side_of(state, m.group(1), m.start(1)))
    way = suggest(p, *(sea_place(state, x) for x in (m.group(2), m.group(3))))
    if way is None:
        return m.group(5) == "none", "there is no legal route"
    spent = cost(p, way)
    value = spent.squares if m.group(4).lower() == "squares" else spent.range
    return m.group(5) == str(value), f"{value} {m.group(4)} by {'; '.join(way)}"


@holds_line(r"cost of ([\w\d ,;.'-]+?) (squares|range) (\d+)", "cost of P; 0,10; NA; MA range 4")
def _cost(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    way = [sea_place(state, x) for x in places_of(m.group(1))]
    spent = cost(passage_of(state, state.sides[0]), way)
    value = spent.squares if m.group(2).lower() == "squares" else spent.range
    return value == int(m.group(3)), f"{value} {m.group(2)}"


# -- search and interception


def _fleet(state: State, text: str) -> list[Ship]:
    return [_ship(state, x.strip()) for x in text.split(",")]


@holds_line(r"search of ([\w ,.-]+?) against (\S+) (\d+|none)", "search of UK-BB-1, UK-CA-1 against AX1-1 2")
def _search(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    target = mission_of(state, m.group(2))
    if m.group(1) in state.planes:
        value: int | None = plane_search(state, state.planes[m.group(1)], target)
    else:
        value = fleet_search(state, _fleet(state, m.group(1)), target)
    return m.group(3) == ("none" if value is None else str(value)), f"search {'none' if value is None else value}"


@holds_line(r"intercept of ([\w ,.-]+?) against (\S+) (\d+)", "intercept of UK-BB-1, UK-CA-1 against AX1-1 1")
def _intercept(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = fleet_intercept(state, _fleet(state, m.group(1)), mission_of(state, m.group(2)))
    return value == int(m.group(3)), f"intercept {value}"


@holds_line(r"asw search of (\S+) (yes|no)", "asw search of UK-DD-1 yes")
def _asw(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    able = m.group(1) in state.planes or has_asw_search(_ship(state, m.group(1)), state.rulings.switch("HR-17"))
    return able == (m.group(2).lower() == "yes"), f"asw search {'yes' if able else 'no'}"


def _watcher(state: State, text: str) -> Watcher:
    if text in state.planes:
        plane = state.planes[text]
        return Watcher(plane.patrol or plane.base, plane=plane.id)
    mission = state.missions.get(text)
    if mission is not None:
        return Watcher(mission.target, mission.units, mission=mission.id)
    ship = _ship(state, text)
    mission = state.missions.get(ship.mission)
    return Watcher(mission.target, mission.units, mission=mission.id) if mission is not None else Watcher(ship.base, (ship.id,))


@holds_line(r"squares observed by (\S+)(?: against (\S+))? (\d+)", "squares observed by AL1-1 against AX1-1 5")
def _observed(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    """Without a mission: against plain warships."""
    target = mission_of(state, m.group(2)) if m.group(2) else Mission("", "", "patrol", (), "", "", ())
    seen = observed(state, _watcher(state, m.group(1)), target)
    return len(seen) == int(m.group(3)), f"{len(seen)}: {'; '.join(sorted(seen))}"


@holds_line(r"intercept points (?:of|for) (\S+) against (\S+) (\d+)", "intercept points of AL1-1 against AX1-1 2")
def _points_of(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    points = intercept_points(state, _watcher(state, m.group(1)), mission_of(state, m.group(2)))
    return len(points) == int(m.group(3)), f"{len(points)}: {'; '.join(points)}"


@holds_line(r"(\w+) (spots|does not spot) (\S+)", "Allied spots AX1-1")
def _spots(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    side, id = side_of(state, m.group(1), m.start(1)), known_mission(before, state, m.group(3))
    known = any(s.side == side and s.mission == id for s in state.spotted)
    seen = known or bool(id in state.missions and spotted_points(state, side, mission_of(state, id)))
    return seen == (m.group(2).lower() == "spots"), "spotted" if seen else "not spotted"


@holds_line(r"battles? queued? ?([\w\d ,;-]*)", "battles queued AL1-1, AX1-2")
def _queue(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    order = [i.target for i in (state.queue or battle_order(state, state.interceptions))]
    if state.fighting is not None:
        order = [state.fighting.target, *order]
    named = [x.strip() for x in m.group(1).split(",") if x.strip() and x.strip() != "none"]
    wanted = [known_mission(before, state, x) for x in named]
    return order == wanted, f"the queue is {', '.join(order) or 'empty'}"


@holds_line(r"interceptions (?:declared )?(\d+)", "interceptions declared 2")
def _declared(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    count = len(state.interceptions)
    return count == int(m.group(1)), f"{count} declared"
