"""Further lines of cases: real maps, pools, fallen ports, declared interceptions; what may be done, who lies where."""

from __future__ import annotations

import re

from msgspec.structs import replace

from flagplot.boards import load
from flagplot.table import Rulings, TextError
from flagplot.table.rulings import TableData

from .battle.formula import bracketed_aa
from .battle.ocean import hex_of
from .case_talk import unless_said
from .casework import (
    class_of,
    given_line,
    holds_line,
    known_mission,
    mission_of,
    places_of,
    port_of,
    sea_place,
    side_of,
    units_named,
)
from .charts import chart_of, place_called
from .evacuation import displaced_at
from .intercept import check_intercept, declare, deployment_key
from .orders import Intercept
from .pools import pools_of
from .ratings import (
    CAPITALS,
    ESCORTS,
    intercept_default,
    may_lead,
    nation_called,
    port_size,
    search_default,
    speed_rating,
    valid_capacity,
)
from .routes import passage_of_nations, strait_shut
from .search import active_air_in_port, active_in_port, air_ready, meeting_places, spotted_points
from .squares import is_square, square_of
from .state import MISSION_KINDS, Fall, Invasion, Port, Ship, Spotting, State

# -- positions


@given_line(r"map (?:of )?(europe|far ?east|the far east|the pacific)", "map Europe")
def _map(state: State, m: re.Match[str]) -> State:
    """The real theatre with all its ports, neutral until a line says who holds them."""
    board_id = "campaign-europe" if m.group(1).lower() == "europe" else "campaign-fareast"
    board = load(board_id)
    ports = {
        p.name: Port(
            p.name, square_of(p.hex), "", "major" if p.naval_base else "minor", "", 100 if p.naval_base else 0, neutral=True
        )
        for p in board.places.values()
        if p.ports and is_square(p.hex)
    }
    return replace(state, chart=chart_of(board_id), ports={**ports, **state.ports})


@given_line(r"pool ([\w ]+?) of (\w+) (\d+)", "pool Pacific of Allied 9")
def _pool(state: State, m: re.Match[str]) -> State:
    key = f"{side_of(state, m.group(2), m.start(2))}/{m.group(1)}"
    return replace(state, pools={**state.pools, key: int(m.group(3))})


@given_line(
    r"([\w .'-]+?) falls to (\w+)(?: by)? (retreat|overrun)(?:, (\d+) units?)?", "Narvik falls to Axis by retreat, 5 units"
)
def _falls(state: State, m: re.Match[str]) -> State:
    port, taker = port_of(state, m.group(1)), side_of(state, m.group(2), m.start(2))
    loser = port.side or next(s for s in state.sides if s != taker)
    fall = Fall(port.name, taker, loser, m.group(3).lower(), int(m.group(4) or 0))  # type: ignore[arg-type]
    return unless_said(replace(state, falls=(*state.falls, fall)), "breakthrough")


@given_line(r"([\w .'-]+?) is invaded by (\w+)(?: with ([\w ,.'-]+))?", "Narvik is invaded by Allied with UK-CA-1, UK-DD-1")
def _invaded(state: State, m: re.Match[str]) -> State:
    port, side = port_of(state, m.group(1)).name, side_of(state, m.group(2), m.start(2))
    ships = units_named(state, m.group(3)) if m.group(3) else ()
    return unless_said(replace(state, invasions=(*state.invasions, Invasion(port, side, ships))), "operations")


@given_line(r"hex (\d+,\d+) belongs to square (\d+)", "hex 10,10 belongs to square 6")
def _hex_square(state: State, m: re.Match[str]) -> State:
    r, (column, row) = state.rulings, hex_of(m.group(1))
    table = r.table("campaign.map-hexes")
    rows = tuple(
        (label, (f"{cells[0]} {column:02d},{row:02d}",) if label == m.group(2) else cells) for label, cells in table.rows
    )
    return _with_table(state, replace(table, rows=rows))


@given_line(r"deployment (.+?) blue ([\d ]+) red ([\d ]+)", "deployment europe 1 blue 9 13 red 7 11")
def _deployment(state: State, m: re.Match[str]) -> State:
    table = state.rulings.table("campaign.deployment")
    rows = dict(table.rows) | {m.group(1): (m.group(2).strip(), m.group(3).strip())}
    return _with_table(state, replace(table, rows=tuple(rows.items())))


def _with_table(state: State, table: TableData) -> State:
    r = state.rulings
    changed = Rulings(r.edition, r.switches, {**r.tables, table.id: table})
    battle = replace(state.battle, rulings=changed) if state.battle is not None else None
    return replace(state, rulings=changed, battle=battle)


@given_line(
    r"(\w+) intercepts (\S+) at (\d+\s*,\s*\d+|[\w .'-]+?)(?: with ([\w ,.'-]+?))?(?: air ([\w ,.'-]+))?",
    "Allied intercepts AX1-1 at 20,11 with A, B",
)
def _intercepts(state: State, m: re.Match[str]) -> State:
    """An interception already declared; the mission counts as spotted there."""
    ships = tuple(x.strip() for x in (m.group(4) or "").split(",") if x.strip())
    air = tuple(x.strip() for x in (m.group(5) or "").split(",") if x.strip())
    place = sea_place(state, m.group(3))
    side_of(state, m.group(1))
    for id, known in (*((x, state.ships) for x in ships), *((x, state.planes) for x in air), (m.group(2), state.missions)):
        if id not in known:
            raise TextError(f"nothing on the board is called {id!r}", 0, [*known][:8])
    i = declare(state, m.group(1), Intercept(m.group(2), place, ships, air))
    return unless_said(replace(state, interceptions=(*state.interceptions, i)), "operations")


@given_line(r"(\S+) flies over (\d+\s*,\s*\d+|[\w .'-]+)", "KG-26 flies over 20,11")
def _flies(state: State, m: re.Match[str]) -> State:
    plane = state.planes.get(m.group(1))
    if plane is None:
        raise TextError(f"no aircraft {m.group(1)!r}", 0, list(state.planes)[:8])
    place = place_called(state.chart, state.ports, m.group(2))
    if not is_square(place) and state.chart.zone(place) is None:
        raise TextError(f"{place!r} is no square or zone", m.start(2))
    return state.put_planes([replace(plane, patrol=place)])


@given_line(r"fill ([\w .'-]+?) with (\d+) (\w+)", "fill Bergen with 18 DD")
def _fill(state: State, m: re.Match[str]) -> State:
    """So many ships of a class in a port, named ``PORT-CLASS-1`` and so on, of the side that holds it."""
    port = port_of(state, m.group(1))
    cls = m.group(3).upper()
    if cls not in CAPITALS | ESCORTS:
        raise TextError(f"{cls!r} is no ship class", m.start(3), sorted(CAPITALS | ESCORTS))
    ids = [f"{port.name}-{cls}-{n}" for n in range(1, int(m.group(2)) + 1)]
    usual = Ship("", "", port.side, "", cls, port.name, speed=3, patrol=3, endurance=10)
    usual = replace(usual, search=search_default(cls, state.rulings), intercept=intercept_default(usual.speed, state.rulings))
    return state.put_ships(replace(usual, id=i, name=i) for i in ids)


# -- what must follow


@holds_line(r"(\S+) (may|may not) have a leader", "CAA may have a leader")
def _leader(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    cls = state.ships[m.group(1)].cls if m.group(1) in state.ships else class_of(m.group(1))
    return may_lead(cls) == (m.group(2).lower() == "may"), f"{cls} {'may' if may_lead(cls) else 'may not'}"


@holds_line(r"(targets|ships|defenders|aircraft) (?:in|of|at) ([\w .'-]+?) (\d+)", "targets in Bergen 2")
def _lying(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    what, port = m.group(1).lower(), port_of(state, m.group(2), m.start(2)).name
    if what == "aircraft":
        found = [p.id for p in active_air_in_port(state, port)]
    elif what == "ships":
        found = [s.id for s in state.based_at(port)]
    else:
        side = state.ports[port].side if what == "defenders" else ""
        found = [s.id for s in active_in_port(state, port, side)]
    return len(found) == int(m.group(3)), f"{len(found)}: {', '.join(found) or 'none'}"


@holds_line(r"pool ([\w ]+?) of (\w+) (\d+)", "pool Pacific of Allied 8")
def _pool_now(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    key = f"{side_of(state, m.group(2), m.start(2))}/{m.group(1)}"
    if key not in {**before.pools, **state.pools}:
        raise TextError(f"no pool {key!r}", 0, [*state.pools])
    now = state.pools.get(key, 0)
    return now == int(m.group(3)), f"{m.group(1)} has {now}"


@holds_line(r"port ([\w .'-]+?) (minor|major)", "port Rosyth major")
def _port_size(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    size = port_of(state, m.group(1), m.start(1)).size
    return size == m.group(2).lower(), f"{m.group(1)} is {size}"


@holds_line(r"(black|red) circle (minor|major)", "red circle major")
def _circle(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    size = port_size(m.group(1).lower())
    return size == m.group(2).lower(), size


@holds_line(r"aa of (\w+) rated (\d+) is (\d+)", "aa of CL rated 3 is 1")
def _aa(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    value = bracketed_aa(class_of(m.group(1)), int(m.group(2)))
    return value == int(m.group(3)), f"{value}"


@holds_line(r"capacity (\d+) of (?:a )?(\w+) (valid|invalid)", "capacity 4 of CV invalid")
def _capacity(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    valid = valid_capacity(class_of(m.group(2)), int(m.group(1)))
    return valid == (m.group(3).lower() == "valid"), "valid" if valid else "invalid"


@holds_line(r"speed of (\d+) knots (\d+)", "speed of 32 knots 3")
def _speed(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    return speed_rating(int(m.group(1))) == int(m.group(2)), f"speed {speed_rating(int(m.group(1)))}"


@holds_line(r"strait ([\w .'-]+?) (open|shut|closed) (?:for|to) (\w+)(?: \(([\w .]+)\))?", "strait The Sound shut for Allied")
def _strait_open(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    strait = state.chart.strait_called(m.group(1))
    if strait is None:
        raise TextError(f"no strait {m.group(1)!r}", m.start(1), [s.id for s in state.chart.straits])
    p = passage_of_nations(state, side_of(state, m.group(3), m.start(3)), (nation_called(m.group(4) or ""),))
    shut = strait_shut(p, strait)
    return (shut is None) == (m.group(2).lower() == "open"), "open" if shut is None else f"shut ({shut.code})"


@holds_line(r"(\S+) (is ready|is not ready|ready|not ready)", "KG-26 is ready")
def _ready(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    if m.group(1) in state.planes:
        now = air_ready(state, state.planes[m.group(1)])
    elif m.group(1) in state.ships:
        s = state.ships[m.group(1)]
        now = s.readiness == "ready" and not s.damaged and s.afloat
    else:
        raise TextError(f"no unit {m.group(1)!r}", 0, [*state.ships, *state.planes][:8])
    return now == ("not" not in m.group(2).lower()), "ready" if now else "not ready"


@holds_line(r"([\w ,.-]+?) (may|may not) intercept (\S+) at (\d+\s*,\s*\d+|[\w .'-]+)", "UK-BC-1 may intercept AX1-1 at 20,11")
def _may_intercept(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    names = [x.strip() for x in m.group(1).split(",")]
    ships = tuple(n for n in names if n in state.ships)
    air = tuple(n for n in names if n in state.planes)
    if len(ships) + len(air) != len(names):
        raise TextError(f"{m.group(1)!r} names an unknown unit", 0, [*state.ships, *state.planes][:8])
    side = state.ships[ships[0]].side if ships else state.planes[air[0]].side
    target = mission_of(state, m.group(3))
    if not any(s.side == side and s.mission == target.id for s in state.spotted):
        state = replace(state, spotted=(*state.spotted, Spotting(side, target.id, spotted_points(state, side, target))))
    verdict = check_intercept(state, side, Intercept(target.id, sea_place(state, m.group(4)), ships, air))
    told = "may" if verdict else "may not: " + ", ".join(f"{r.clause} {r.code}" for r in verdict.refusals)
    return bool(verdict) == (m.group(2).lower() == "may"), told


@holds_line(r"places to intercept (\S+) (\d+)", "places to intercept AX1-1 5")
def _places(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    target = mission_of(state, m.group(1))
    found = meeting_places(state, target)
    return len(found) == int(m.group(2)), f"{len(found)}: {'; '.join(found)}"


@holds_line(r"setup of (\S+) (.+)", "setup of AX1-1 europe 1")
def _setup(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    """The deployment entry of a declared (or fought) interception of a mission, named by its id or a ship in it."""
    target = state.ships[m.group(1)].mission if m.group(1) in state.ships else m.group(1)
    waiting = (*state.interceptions, *state.queue, *((state.fighting,) if state.fighting is not None else ()))
    found = [i for i in waiting if i.target == target]
    if not found:
        raise TextError(f"nobody intercepts {m.group(1)!r}", m.start(1), [i.target for i in waiting])
    key = deployment_key(state, found[0])
    return key == m.group(2).lower(), key


@holds_line(r"units (?:left )?at ([\w .'-]+?) (\d+)", "units at Narvik 2")
def _units(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    port = port_of(state, m.group(1), m.start(1)).name
    count = sum(f.units for f in state.falls if f.port == port)
    return count == int(m.group(2)), f"{count} units at {m.group(1)}"


@holds_line(r"transports of (?:mission )?(\S+) (\d+)", "transports of AL1-123 3")
def _transports(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    if m.group(1) not in (*state.sides, *MISSION_KINDS):
        known_mission(before, state, m.group(1))
    found = [x for x in state.missions.values() if m.group(1) in (x.id, x.side, x.kind, *x.units)]
    count = sum(x.transports for x in found)
    return count == int(m.group(2)), f"{count} transports"


@holds_line(r"displaced of (\w+) (\d+)", "displaced of Allied 4")
def _displaced(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    found = [s.id for ships in displaced_at(state, side_of(state, m.group(1), m.start(1))).values() for s in ships]
    return len(found) == int(m.group(2)), f"{len(found)}: {', '.join(found) or 'none'}"


@holds_line(r"(?:a battle|no battle)(?: is fought)?", "a battle is fought")
def _battle(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    fought = state.battle is not None
    return fought == m.group(0).lower().startswith("a "), "a battle is fought" if fought else "no battle is fought"


@holds_line(r"(\S+) bound for ([\w .,'-]+)", "UK-DD-1 bound for Narvik")
def _bound(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    target = mission_of(state, m.group(1)).target
    return target == sea_place(state, m.group(2)), f"bound for {target}"


POOL = r"(?:Indian Ocean|Pacific|Atlantic|Mediterranean|Baltic|Black Sea|none)"


@holds_line(
    rf"pools of ([\w .'-]+?)(?: for (\w+))? ({POOL}(?:(?:,| and|, and) {POOL})*)", "pools of Taipei Pacific, Indian Ocean"
)
def _pools_of(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    side = side_of(state, m.group(2), m.start(2)) if m.group(2) else ""
    listed = {row for row, _ in state.rulings.table("campaign.pool-ports").rows}  # those are known without a map
    port = m.group(1) if m.group(1) in listed else port_of(state, m.group(1), m.start(1)).name
    found = pools_of(state, side, port)
    wanted = {x.strip().lower() for x in re.split(r",|\band\b", m.group(3)) if x.strip()} - {"none"}
    return wanted == {x.lower() for x in found}, ", ".join(found) or "none"


@holds_line(r"route of (\S+) passes ([\w\d ,;.'-]+)", "route of AL1-1 passes 20,11")
def _passes(before: State, state: State, m: re.Match[str]) -> tuple[bool, str]:
    route = mission_of(state, m.group(1)).route
    return all(sea_place(state, p) in route for p in places_of(m.group(2))), "; ".join(route)
