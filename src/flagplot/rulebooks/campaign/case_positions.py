"""Lines that put a position on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from flagplot.table import Refusal, TextError

from .battle.formula import bracketed_aa
from .case_talk import PHASE_SAID, in_phase
from .casework import given_line, number, place_in, places_of, side_of, units_named
from .chart import Strait, Zone, open_ocean
from .charts import close_to, place_called, port_called
from .convoys import convoy_too_large
from .courses import through_straits
from .flights import no_room_aboard
from .groups import CONVOYS, crew, group_faults, manned, patrol_barred
from .ratings import (
    CAPITALS,
    ESCORTS,
    endurance,
    first_experience,
    intercept_default,
    may_lead,
    nation_called,
    patrol_range,
    port_size,
    search_default,
    to_the_nearest,
    valid_capacity,
)
from .squares import is_square, square_of
from .state import PHASES, Mission, Plane, Port, Ship, Spotting, State


@given_line(r"theatre (europe|fareast|far east|pacific)", "theatre fareast")
def _theatre(state: State, m: re.Match[str]) -> State:
    europe = m.group(1).lower() == "europe"
    chart = open_ocean(58, 43, "europe") if europe else open_ocean(67, 40, "fareast")
    return replace(
        state,
        chart=replace(
            chart,
            land=state.chart.land,
            islands=state.chart.islands,
            zones=state.chart.zones,
            straits=state.chart.straits,
            sides=state.chart.sides,
        ),
    )


@given_line(r"turn (\d+)(?:,?\s*(spring|summer|fall|autumn|winter))?(?:,?\s*(\w+) phase)?", "turn 2, Summer, operations phase")
def _turn(state: State, m: re.Match[str]) -> State:
    state = replace(state, turn=int(m.group(1)))
    if m.group(2):
        state = replace(state, season=_season_named(m.group(2)))
    return _in_phase(state, m.group(3)) if m.group(3) else state


@given_line(r"(logistics|orders|operations|battle|breakthrough|closing) phase", "breakthrough phase")
def _phase(state: State, m: re.Match[str]) -> State:
    return _in_phase(state, m.group(1))


def once(there: object, name: str) -> None:
    """Raise :class:`TextError` for a second line that puts the same thing on the board."""
    if there is not None:
        raise TextError(f"{name} stands on the board already: say all of it in one line")


def _season_named(name: str) -> str:
    return "Fall" if name.lower() == "autumn" else name.capitalize()


def _in_phase(state: State, name: str) -> State:
    if name.lower() not in PHASES:
        raise TextError(f"{name!r} is no phase", 0, PHASES)
    return in_phase(replace(state, flags={**state.flags, PHASE_SAID: "yes"}), name.lower())


@given_line(r"season (spring|summer|fall|autumn|winter)", "season Winter")
def _season(state: State, m: re.Match[str]) -> State:
    return replace(state, season=_season_named(m.group(1)))


@given_line(r"(sea|land|island)(?: square)? (\d+\s*,\s*\d+)(?: held by (\w+))?", "island 12,7 held by Allied")
def _square(state: State, m: re.Match[str]) -> State:
    s = square_of(m.group(2))
    chart = state.chart.with_square(s, m.group(1).lower())  # type: ignore[arg-type]
    if m.group(3):
        chart = replace(chart, owners={**chart.owners, f"{s[0]},{s[1]}": m.group(3)})
    return replace(state, chart=chart)


@given_line(
    r"(?:(minor|major|black|red) )?port ([\w .'-]+?) at (\d+\s*,\s*\d+|zone \w+)(?: (?:held by|of) (\w+))?"
    r"(?: open(?:ing)? (?:on|to) ([\d, ;]+))?(?: yard (\d+))?",
    "major port Rosyth at 16,15 held by Allied open on 17,15 yard 300",
)
def _port(state: State, m: re.Match[str]) -> State:
    zone = m.group(3)[5:] if m.group(3).lower().startswith("zone ") else ""
    square = None if zone else square_of(m.group(3))
    side = (m.group(4) or "").replace("neutral", "")
    size = port_size((m.group(1) or "minor").lower())
    once(state.ports.get(m.group(2)), f"port {m.group(2)}")
    port = Port(m.group(2), square, zone, size, side, int(m.group(6) or 0), neutral=not side)  # type: ignore[arg-type]
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
    once(state.chart.zone(m.group(1)), f"zone {m.group(1)}")
    z = Zone(m.group(1), m.group(1), size, tuple(next_to))
    return replace(state, chart=replace(state.chart, zones=(*state.chart.zones, z)))


@given_line(
    r"strait ([\w .'-]+?) between (\S+) and (\S+) held by ([\w ,.'-]+?)(?: needs (\d))?(?: in ([\w, ]+))?",
    "strait Sound between 25,15 and 26,16 held by Copenhagen needs 1",
)
def _strait(state: State, m: re.Match[str]) -> State:
    holders = tuple(x.strip() for x in m.group(4).split(",") if x.strip() and x.strip().lower() != "nobody")
    need = int(m.group(5)) if m.group(5) else min(1, len(holders))
    seasons = tuple(x.strip().capitalize() for x in (m.group(6) or "").split(",") if x.strip())
    once(state.chart.strait(m.group(1)), f"strait {m.group(1)}")
    strait = Strait(m.group(1), m.group(1), (m.group(2), m.group(3)), holders, need, "6.4.1.e", seasons)
    return replace(state, chart=replace(state.chart, straits=(*state.chart.straits, strait)))


@given_line(r"arctic ([\d, ;\w]+)", "arctic 40,2; 41,2; ARC")
def _arctic(state: State, m: re.Match[str]) -> State:
    places = frozenset(",".join(p.strip() for p in x.split(",")) for x in re.findall(r"\d+\s*,\s*\d+|[A-Za-z]\w*", m.group(1)))
    return replace(state, chart=replace(state.chart, arctic=state.chart.arctic | places))


ROLES = ("fighter", "bomber", "dive-bomber", "reconnaissance")
BATTLE_WORDS = {
    "gun range": "range",
    "naval": "naval",
    "defence": "ground_def",
    "air attack": "air",
    "air defence": "air_def",
    "close": "close",
    "initiative": "initiative",
    "spot": "spot",
    "move": "move",
    "ammo": "ammo",
}
SHIP_WORDS = (
    "strength",
    "full",
    "xp",
    "speed",
    "miles",
    "patrol",
    "endurance",
    "search",
    "intercept",
    "carries",
    "price",
    "cargo",
    "disguised",
    "like",
    "aa",
    "leader",
    "nation",
    "under repair",
    "under construction",
    "organizing",
    *BATTLE_WORDS,
)
SAME_WORDS = {
    "experience": "xp",
    "naval attack": "naval",
    "ground defence": "defence",
    "defense": "defence",
    "air defense": "air defence",
    "close defence": "close",
    "close defense": "close",
    "movement": "move",
}
"""What people write for the words of a sheet."""
AIR_WORDS = ("strength", "range", "search", "asw", "organizing", "over", "cap", "xp", "acted", "nation")


_SHIP = (
    r"(ship|air) (\S+)(?: (\"[^\"]+\"|[\w.'/&-]+(?: [\w.'/&-]+)*?))?, (\w+)(?: \(([\w .'-]+)\))? ([\w-]+)"
    r"(?:,? at ([\w .'-]+?|\d+\s*,\s*\d+))?((?:, [^,]+)*)"
)


@given_line(
    _SHIP,
    "ship UK-BC-1 Renown, Allied (Britain) BC, at Scapa Flow, strength 9, patrol 3, endurance 9, speed 3, search 2, intercept 2",
)
def _unit(state: State, m: re.Match[str]) -> State:
    kind, id, title, side, nation, cls, base, rest = m.groups()
    words: dict[str, str] = {}
    allowed = AIR_WORDS if kind.lower() == "air" else SHIP_WORDS
    for part in rest.split(","):
        said = part.strip()
        said = next((b + said[len(a) :] for a, b in SAME_WORDS.items() if said.lower().startswith(f"{a} ")), said)
        key = next((k for k in allowed if said.lower() == k or said.lower().startswith(k + " ")), "")
        if said and not key:
            raise TextError(f"{said!r} says nothing of a {kind.lower()}", m.start(8), allowed)
        if key:
            words[key] = said[len(key) :].strip()
    side_of(state, side, m.start(4))
    once(state.ships.get(id) or state.planes.get(id), id)
    if kind.lower() == "ship" and cls.upper() not in CAPITALS | ESCORTS:
        raise TextError(f"{cls!r} is no ship class", m.start(6), sorted(CAPITALS | ESCORTS))
    if kind.lower() == "air" and cls.lower() not in ROLES:
        raise TextError(f"{cls!r} is no kind of aircraft", m.start(6), ROLES)
    base = _base(state, base) if base else ""
    nation = nation_called(nation or words.get("nation", ""))
    if kind.lower() == "air":
        plane = Plane(
            id,
            title or id,
            side,
            nation,
            cls.lower(),
            base or "",
            reach=number(words, "range", 4),
            search=number(words, "search", 2),
            asw="asw" in words,
            organizing="organizing" in words,
            patrol=words.get("over", ""),
            strength=number(words, "strength", 10),
            experience=number(words, "xp") if "xp" in words else first_experience(nation, state.rulings),
            acted="acted" in words,
            cap=words.get("cap", ""),
        )
        _room_aboard(state, plane)
        return state.put_planes([plane])
    if "leader" in words and not may_lead(cls.upper()):
        raise TextError(f"a {cls.upper()} has no leader (6.1.1)", 0, ["CAA"])
    if "carries" in words and not valid_capacity(cls.upper(), number(words, "carries")):
        raise TextError(f"a {cls.upper()} cannot carry {words['carries']} air units (6.1.7.3, 6.1.8.1)", m.start(8))
    speed = number(words, "speed", 3)
    miles = number(words, "miles") if "miles" in words else 0
    near = to_the_nearest(state.rulings)
    ship = Ship(
        id=id,
        name=(title or id).strip('"'),
        side=side,
        nation=nation,
        cls=cls.upper(),
        base=base or "",
        strength=number(words, "strength", 10),
        full=number(words, "full", 10),
        experience=number(words, "xp") if "xp" in words else first_experience(nation, state.rulings),
        speed=speed,
        range_nm=miles,
        patrol=number(words, "patrol") if "patrol" in words else patrol_range(miles, near) if miles else 3,
        endurance=number(words, "endurance") if "endurance" in words else endurance(miles, near) if miles else 10,
        search=number(words, "search") if "search" in words else search_default(cls.upper(), state.rulings),
        intercept=number(words, "intercept") if "intercept" in words else intercept_default(speed, state.rulings),
        disguised="disguised" in words or cls == "RAIDER",
        cargo=words.get("cargo", ""),
        price=number(words, "price", 0),
        carries=number(words, "carries", 0),
        like=words.get("like", "").upper(),
        aa=bracketed_aa(cls.upper(), number(words, "aa", 1)),
        leader=words.get("leader", ""),
        readiness="repair"
        if "under repair" in words
        else "construction"
        if "under construction" in words
        else "organizing"
        if "organizing" in words
        else "ready",
        sheet=tuple((column, number(words, word)) for word, column in BATTLE_WORDS.items() if word in words),
    )
    return state.put_ships([ship])


def _base(state: State, text: str) -> str:
    """Where a unit is based: a port, a square it starts from, or (for aircraft) a carrier. Raises :class:`TextError`."""
    place = place_in(state, text)
    if place in state.ports or is_square(place) or state.chart.zone(place) is not None or text in state.ships:
        return text if text in state.ships else place
    known = [*state.ports, *state.ships]
    raise TextError(f"no port {text!r} stands on the board, nor a carrier of that id", 0, close_to(text, known) or known[:8])


def _room_aboard(state: State, plane: Plane) -> None:
    """6.1.7.3, 6.1.8.1 A position has no more aircraft aboard a ship than an order could put there. Raises :class:`TextError`."""
    ship = state.ships.get(plane.base)
    if ship is None:
        return
    full = no_room_aboard(state, plane, ship)
    if full is not None or ship.side != plane.side:
        why = impossible([full]) if full is not None else f"{ship.id} is not of its side"
        raise TextError(f"{plane.id} cannot be aboard {ship.id}: {why}")


def impossible(faults: Iterable[Refusal]) -> str:
    """Why no order could make what a line says, in one line."""
    return "; ".join(f"{r.clause} {r.code}" + (f" [{', '.join(r.culprits)}]" if r.culprits else "") for r in faults)


@given_line(r"(\w+) holds ([\w .,'-]+)", "Axis holds Kiel, Oslo")
def _holds_ports(state: State, m: re.Match[str]) -> State:
    side = "" if m.group(1).lower() in ("nobody", "neutral") else side_of(state, m.group(1), m.start(1))
    for name in (port_called(state.chart, state.ports, x) for x in re.split(r",| and ", m.group(2))):
        if name in state.ports:
            state = replace(state, ports={**state.ports, name: replace(state.ports[name], side=side, neutral=not side)})
        else:
            shores = {"Panama"}.union(*({*x.holders, *x.shores} for x in state.chart.straits))
            if name not in shores:
                raise TextError(f"no port or shore {name!r}", m.start(2), close_to(name, (*state.ports, *sorted(shores))))
            state = replace(state, chart=replace(state.chart, owners={**state.chart.owners, name: side}))
    return state


MISSION_WORDS = ("ordered", "sailing", "completed", "failed", "aborted", "attacked", "raiders", "warships")


_MISSION = (
    r"mission (\S+) (\w+) (patrol|convoy|escort|operational|strategic|passage|evacuation)(?: (?:base )?change)?"
    r"(?: of ([\w ,.'-]+?))?(?: from ([\w .'-]+?))? to (\d+\s*,\s*\d+|[\w .'-]+?)"
    r"(?: via ([\w\d ,;.'-]+?))?(?: return ([\w .'-]+?))?((?: ?; ?[^;]+)*)"
)


def _known(state: State, text: str) -> bool:
    """Whether a text lists places that are there: squares, ports, zones, straits."""
    chart = state.chart
    found = places_of(text)
    found = tuple(place_called(chart, state.ports, x) for x in found)
    return bool(found) and all(is_square(x) or x in state.ports or chart.zone(x) or chart.strait(x) for x in found)


@given_line(_MISSION, "mission AX1-1 Axis patrol of GE-BC-1 to 20,11 via 22,15, 21,14 return Kiel; sailing")
def _mission(state: State, m: re.Match[str]) -> State:
    id, side, kind, units_text, origin, target, via, returns, rest = m.groups()
    units = units_named(state, units_text or "")
    words = [w.strip() for w in rest.split(";") if w.strip()]
    while via and words and not returns and _known(state, words[0].partition(" return ")[0]):
        more, _, home = words.pop(0).partition(" return ")  # the places of a route may be parted by semicolons too
        via, returns = f"{via}; {more}", home.strip()
    for w in words:
        if w not in MISSION_WORDS and w.split()[-1] not in ("transports", "merchants", "tankers"):
            raise TextError(f"{w!r} says nothing of a mission", m.start(9), [*MISSION_WORDS, "6 transports"])
    side_of(state, side, m.start(2))
    once(state.missions.get(id), f"mission {id}")
    target = place_in(state, target)
    if not _known(state, target):
        raise TextError(f"no place {target!r}", m.start(6), close_to(target, state.ports) or list(state.ports)[:8])
    if via and not _known(state, via):
        raise TextError(f"{via!r} has no place of that name", m.start(7), list(state.ports)[:8])
    returns = place_in(state, returns) if returns else ""
    origin = place_in(state, origin) if origin else ""
    for port in (origin, returns):
        if port and port not in state.ports and not is_square(port):
            raise TextError(f"no port {port!r}", 0, close_to(port, state.ports) or list(state.ports)[:8])
    start = origin or (state.ships[units[0]].base if units and units[0] in state.ships else "")
    stops = tuple(place_in(state, x) for x in places_of(via)) if via else ()
    route = tuple(x for x in (start, *stops) if x)
    if not route or route[-1] != target:
        route = (*route, target)
    ships = [state.ships[u] for u in units if u in state.ships]
    number = next((int(w.split()[0]) for w in words if w.split()[-1] in ("transports", "merchants", "tankers")), 0)
    mission = Mission(
        id,
        side,
        kind.lower(),  # type: ignore[arg-type]
        units,
        start,
        target,
        route,
        returns=returns or start,
        transports=number,
        merchants=any("merchants" in w for w in words),
        tankers=any("tankers" in w for w in words),
        escorts=units if kind.lower() in ("convoy", "escort") else (),
        status="ordered"
        if "ordered" in words
        else "completed"
        if "completed" in words
        else "failed"
        if "failed" in words
        else "aborted"
        if "aborted" in words
        else "sailing",
        completed=units if "completed" in words else (),
        attacked="attacked" in words,
        rebase=target if kind.lower() in ("operational", "strategic") else "",
    )
    mission = manned(replace(mission, route=through_straits(state.chart, route, ())), ships, said="warships" not in words)
    if "raiders" in words and not ships:
        mission = replace(mission, raider=True)
    faults = unlawful(state, mission, ships)
    if "raiders" in words and not mission.raider:
        faults = (*faults, Refusal("6.1.5.a", "no-raider-group", units))
    if number and mission.kind not in (*CONVOYS, "evacuation"):
        raise TextError(f"transports sail in convoys and evacuations, not on a {mission.kind} mission", m.start(9))
    if faults:
        raise TextError(f"no order could make this mission: {impossible(faults)}", m.start(4))
    state = state.put_mission(mission)
    return state.put_ships(replace(state.ships[u], mission=id) for u in units)


def unlawful(state: State, m: Mission, ships: list[Ship]) -> tuple[Refusal, ...]:
    """What would bar these ships from such a mission whoever ordered it: whose they are, their group, class and load."""
    _, strangers = crew(state, m.side, [s.id for s in ships])
    faults = [r for r in strangers if r.code == "no-such-ship"]
    faults += [Refusal("6.3.a", "has-mission", (s.id, s.mission)) for s in ships if s.mission not in ("", m.id)]
    faults += [Refusal("6.1.7.4.c", "fixed-gun", (s.id,)) for s in ships if s.fixed]
    faults += group_faults(ships, with_transports=m.transports > 0 or m.kind in CONVOYS) if ships else ()
    faults += patrol_barred(ships) if m.kind in ("patrol", "operational") else ()
    too_large = convoy_too_large(m.transports, merchants=m.merchants, tankers=m.tankers)
    return (*faults, *((too_large,) if too_large else ()))


@given_line(r"(\w+) (?:has )?spotted (\S+)(?: at ([\w\d ,;.'-]+))?", "Allied spotted AX1-1 at 20,11; 21,12")
def _spotted(state: State, m: re.Match[str]) -> State:
    mission = state.missions.get(m.group(2))
    if mission is None:
        raise TextError(f"no mission {m.group(2)!r} to spot", m.start(2), list(state.missions))
    side = side_of(state, m.group(1), m.start(1))
    said = (place_in(state, x) for x in places_of(m.group(3) or ""))
    places = tuple(said) if m.group(3) else tuple(p for p in mission.route if p not in state.ports)
    before = next((s for s in state.spotted if (s.side, s.mission) == (side, mission.id)), Spotting(side, mission.id, ()))
    seen = tuple(p for p in dict.fromkeys((*before.places, *places)))
    others = (s for s in state.spotted if s is not before)
    return replace(state, spotted=(*others, Spotting(side, mission.id, seen)))


@given_line(r"(\w+) (?:is )?done", "Axis is done")
def _done(state: State, m: re.Match[str]) -> State:
    return replace(state, done=tuple(sorted({*state.done, side_of(state, m.group(1), m.start(1))})))


@given_line(r"(?:front|(\d+\s*,\s*\d+) (?:is|lies) on the) ([\w ]+?) front(?: holds (.+))?", "20,9 lies on the Pacific front")
def _front(state: State, m: re.Match[str]) -> State:
    s = square_of(m.group(1))
    return replace(state, chart=replace(state.chart, fronts={**state.chart.fronts, f"{s[0]},{s[1]}": m.group(2)}))


@given_line(
    r"(\S+) (has acted|acted|damaged by (\d+)|lost (\d+) this turn|under repair|at sea|without a mission)", "UK-DD-1 has acted"
)
def _condition(state: State, m: re.Match[str]) -> State:
    ship = state.ships.get(m.group(1))
    if ship is None:
        raise TextError(f"no ship {m.group(1)!r}", 0, list(state.ships)[:8])
    what = m.group(2).lower()
    if "acted" in what:
        ship = replace(ship, acted=True)
    elif what.startswith("damaged by"):
        ship = replace(ship, strength=max(0, ship.strength - int(m.group(3))))
    elif what.startswith("lost"):
        lost = int(m.group(4))  # part of the damage a ship is said to have
        ship = replace(ship, strength=min(ship.strength, ship.full - lost), last_damage=lost)
    elif what == "under repair":
        ship = replace(ship, readiness="repair")
    else:
        ship = replace(ship, mission="")
    return state.put_ships([ship])


@given_line(r"land between ([\w .'-]+?) and ([\w .'-]+?) held by (\w+)", "land between Stettin and Odessa held by Axis")
def _land(state: State, m: re.Match[str]) -> State:
    return replace(state, flags={**state.flags, f"land {m.group(1)} {m.group(2)}": m.group(3)})
