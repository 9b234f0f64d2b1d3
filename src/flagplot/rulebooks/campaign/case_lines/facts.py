"""Lines about what must follow: ships, missions, ports, search and interception."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, ListNoun, comparison

from ..orders import Intercept
from ..rules.interception.legality import (
    battle_order,
    check_intercept,
    deployment_key,
    fleet_intercept,
)
from ..rules.interception.search import (
    Watcher,
    active_air_in_port,
    active_in_port,
    air_ready,
    fleet_search,
    has_asw_search,
    intercept_points,
    meeting_places,
    observed_places,
    plane_search,
    spotted_points,
    squares_between,
)
from ..rules.missions.evacuation import displaced_at
from ..rules.movement.route_search import shortest_route
from ..rules.movement.routes import passage_of, passage_of_nations, route_cost_in_range, strait_shut
from ..rules.pools import pools_of
from ..state import MISSION_KINDS, Mission, Ship, Spotting, State
from . import nouns as n
from .nouns import known_mission, lines, mission_of, mission_then, port_named

Yes = Literal["yes", "no"]


Pools = Annotated[tuple[str, ...], ListNoun(n.SEAS, none="none")]


# -- ships
@lines.fact("{ship} {what} {value}")
def rating(
    state: State,
    ship: n.Ship,
    what: Literal["strength", "experience", "patrol", "endurance", "search", "intercept", "speed"],
    value: int,
) -> Found:
    """Check a value of a ship; in a battle its strength and experience are its present ones
    there."""
    fights = (
        state.battle is not None and state.battle.has(ship) and what in ("strength", "experience")
    )
    return comparison(
        getattr(
            state.battle.unit(ship) if fights and state.battle is not None else state.ships[ship],
            what,
        ),
        value,
    )


lines.fact_row("{ship} based at {place}", lambda state, ship: state.ships[ship].base, place=n.Place)


@lines.fact("{ship} {now}")
def afloat(
    state: State, ship: n.Ship, now: Literal["sunk", "afloat", "interned", "withdrawn", "scuttled"]
) -> Found:
    """Check the fate of a ship."""
    s = state.ships[ship]
    left = (
        state.battle.unit(ship).strength
        if state.battle is not None and state.battle.has(ship)
        else s.strength
    )
    return comparison(s.gone or ("afloat" if left > 0 else "sunk"), now)


@lines.fact("{unit} is {now}")
def ready(state: State, unit: n.Unit, now: Literal["ready", "not ready"]) -> Found:
    """Check whether a ship is fit for a mission, or an air unit ready to act."""
    if unit in state.planes:
        fit = air_ready(state, state.planes[unit])
    else:
        s = state.ships[unit]
        fit = s.readiness == "ready" and not s.damaged and s.afloat
    return comparison("ready" if fit else "not ready", now)


# -- missions
lines.fact_row(
    "{ship} has no mission",
    lambda state, ship: (not state.ships[ship].mission, f"on mission {state.ships[ship].mission}"),
)


lines.fact_row(
    "{mission} bound for {place}",
    lambda state, mission: mission_of(state, mission).target,
    place=n.Place,
)


lines.fact_row(
    "missions of {side} {count}",
    lambda state, side: sum(x.side == side for x in state.missions.values()),
)


STATES = Literal[
    "ordered",
    "sailing",
    "completed",
    "failed",
    "aborted",
    "ended",
    "attacked",
    "a flotilla",
    "a raider group",
]


@lines.fact("mission of {mission} {now}")
def mission_is(before: State, state: State, mission: n.Sailing, now: STATES) -> Found:
    """Check the state of a mission, or how it ended in the turn just closed."""
    found = mission_then(before, state, mission)
    marks = {
        "attacked": found.attacked,
        "a flotilla": found.flotilla,
        "a raider group": found.raider,
    }
    told = f"{found.id} is {found.status}, attacked {found.attacked}, flotilla {found.flotilla}, raiders {found.raider}"
    return marks.get(now, found.status == now), told


lines.fact_row(
    "ships in the mission of {mission} {count}",
    lambda state, mission: len(mission_of(state, mission).units),
)


@lines.fact("transports of {whose} {count}")
def transports(before: State, state: State, whose: n.Sailing, count: int) -> Found:
    """Check the number of transports of a mission, a ship's mission, a side, or missions of a
    kind."""
    if whose not in (*state.sides, *MISSION_KINDS):
        whose = known_mission(before, state, whose)
    return comparison(
        sum(x.transports for x in state.missions.values() if whose in (x.id, x.side, x.kind)), count
    )


@lines.fact("route of {mission} passes {places}")
def passes(state: State, mission: n.Sailing, places: n.Places) -> Found:
    """Check the places on the route of a mission."""
    route = mission_of(state, mission).route
    return all(p in route for p in places), "; ".join(route)


# -- ports and pools
@lines.fact("{side} holds {places}")
def holds(state: State, side: n.Holder, places: n.Shores) -> Found:
    """Check whether a side, or no side, holds ports and other territories."""
    return comparison(
        ", ".join(sorted({state.holder(x) or "nobody" for x in places})), side or "nobody"
    )


lines.fact_row(
    "port {place} {size}",
    lambda state, place: port_named(state, place).size,
    size=Literal["minor", "major"],
)


@lines.fact("{what} {where} {place} {count}")
def lying(
    state: State,
    what: Literal["targets", "ships", "defenders", "aircraft"],
    where: Literal["in", "of", "at"],
    place: n.PortName,
    count: int,
) -> Found:
    """Check how many units are in a port. Ships on a strategic change are neither targets nor
    defenders."""
    there = port_named(state, place)
    if what == "aircraft":
        found = [p.id for p in active_air_in_port(state, place)]
    elif what == "ships":
        found = [s.id for s in state.based_at(place)]
    else:
        found = [
            s.id for s in active_in_port(state, place, there.side if what == "defenders" else "")
        ]
    return len(found) == count, f"{len(found)}: {', '.join(found) or 'none'}"


@lines.fact("pool {pool} of {side} {count}")
def pool(before: State, state: State, pool: n.Pool, side: n.Side, count: int) -> Found:
    """Check the number of transports in a pool."""
    key = f"{side}/{pool}"
    if key not in {**before.pools, **state.pools}:
        raise TextError(f"no pool {key!r}", 0, [*state.pools])
    return comparison(state.pools.get(key, 0), count)


@lines.fact("pools of {place} [for {side}] {pools}")
def pools(state: State, place: n.Name, pools: Pools, side: n.Side = "") -> Found:
    """Check the pools on which a port draws, which depend on the holders of the gates of Baltic and
    Black Sea (6.2.2)."""
    listed = {
        row for row, _ in state.rulings.table("campaign.pool-ports").rows
    }  # listed ports are known without a map
    known = place if place in listed else n.port_called(state, place)
    found = pools_of(state, side, known)
    return set(pools) == set(found), ", ".join(found) or "none"


lines.fact_row(
    "units at {place} {count}",
    lambda state, place: sum(f.units for f in state.falls if f.port == place),
    place=n.Shore,
)


lines.fact_row(
    "displaced of {side} {count}",
    lambda state, side: [s.id for ships in displaced_at(state, side).values() for s in ships],
)


lines.fact_row("phase {phase}", lambda state: state.phase)


lines.fact_row(
    "points of {side} {points}",
    lambda state, side: sum(p.points for p in state.score if p.side == side),
    points=float,
)


# -- ways
lines.fact_row(
    "distance {a} to {b} {squares}",
    lambda state, a, b: squares_between(state, a, b),
    a=n.Place,
    b=n.Place,
    squares=int,
)


@lines.fact("route for {side} from {a} to {b} {what} {value}")
def route(
    state: State,
    side: n.Side,
    a: n.Place,
    b: n.Place,
    what: Literal["squares", "range"],
    value: int | None,
) -> Found:
    """Check the cost of the shortest legal route; ``none`` when there is none (6.4.1)."""
    p = passage_of(state, side)
    way = shortest_route(p, a, b)
    if way is None:
        return value is None, "there is no legal route"
    found = getattr(route_cost_in_range(p, way), what)
    return found == value, f"{found} {what} by {'; '.join(way)}"


lines.fact_row(
    "cost of {places} {what} {value}",
    lambda state, places, what: getattr(
        route_cost_in_range(passage_of(state, state.sides[0]), places), what
    ),
    places=n.Places,
    what=Literal["squares", "range"],
)


@lines.fact("strait {strait} {now} for {side} [({nation})]")
def strait_open(
    state: State, strait: n.Strait, now: Literal["open", "shut"], side: n.Side, nation: n.Name = ""
) -> Found:
    """Check whether a strait is open to a side, or to its ships of a nation."""
    found = state.chart.strait(strait)
    assert found is not None
    shut = strait_shut(passage_of_nations(state, side, (n.nation_named(state, nation),)), found)
    return (
        "open" if shut is None else "shut"
    ) == now, "open" if shut is None else f"shut ({shut.code})"


# -- search and interception
@lines.fact("search of {units} against {mission} {value}")
def search(state: State, units: n.Units, mission: n.Sailing, value: int | None) -> Found:
    """Check the adjusted Search of a fleet, or of one air unit."""
    target = mission_of(state, mission)
    if units[0] in state.planes:
        return comparison(plane_search(state, state.planes[units[0]], target), value)
    return comparison(fleet_search(state, ships_among(state, units), target), value)


def ships_among(state: State, units: tuple[str, ...]) -> list[Ship]:
    """Return the ships among some units. Raises :class:`TextError` for a unit that is not a
    ship."""
    strangers = [u for u in units if u not in state.ships]
    if strangers:
        raise TextError(f"{strangers[0]!r} is no ship", 0, list(state.ships)[:8])
    return [state.ships[u] for u in units]


lines.fact_row(
    "intercept of {ships} against {mission} {value}",
    lambda state, ships, mission: fleet_intercept(
        state, ships_among(state, ships), mission_of(state, mission)
    ),
    ships=n.Ships,
)


@lines.fact("asw search of {unit} {able}")
def asw(state: State, unit: n.Unit, able: Yes) -> Found:
    """Check whether a unit has the ASW Search function."""
    has = unit in state.planes or has_asw_search(state.ships[unit], state.rulings.switch("HR-17"))
    return comparison("yes" if has else "no", able)


def watcher_named(state: State, text: str) -> Watcher:
    """Return a searching unit: a mission, an air unit, or a ship with its mission. Raises
    :class:`TextError` for another word."""
    if text in state.planes:
        plane = state.planes[text]
        return Watcher(plane.patrol or plane.base, plane=plane.id)
    mission = state.missions.get(text)
    if mission is None and text in state.ships:
        ship = state.ships[text]
        mission = state.missions.get(ship.mission)
        if mission is None:
            return Watcher(ship.base, (ship.id,))
    if mission is None:
        raise TextError(
            f"no ship, air unit or mission {text!r}", 0, [*state.missions, *state.ships][:8]
        )
    return Watcher(mission.target, mission.units, mission=mission.id)


@lines.fact("squares observed by {who} [against {mission}] {count}")
def squares_observed(state: State, who: n.Watching, count: int, mission: n.Sailing = "") -> Found:
    """Check how many squares a searcher observes; without a mission against plain warships."""
    target = mission_of(state, mission) if mission else Mission("", "", "patrol", (), "", "", ())
    seen = observed_places(state, watcher_named(state, who), target)
    return len(seen) == count, f"{len(seen)}: {'; '.join(sorted(seen))}"


lines.fact_row(
    "intercept points of {who} against {mission} {count}",
    lambda state, who, mission: intercept_points(
        state, watcher_named(state, who), mission_of(state, mission)
    ),
    who=n.Watching,
)


@lines.fact("{side} {spots} {mission}")
def spots(
    before: State,
    state: State,
    side: n.Side,
    spots: Literal["spots", "does not spot"],
    mission: n.Sailing,
) -> Found:
    """Check whether a side has spotted a mission, or would."""
    id = known_mission(before, state, mission)
    known = any(s.side == side and s.mission == id for s in state.spotted)
    seen = known or bool(id in state.missions and spotted_points(state, side, state.missions[id]))
    return comparison("spots" if seen else "does not spot", spots)


@lines.fact("{units} {may} intercept {mission} at {place}")
def may_intercept(
    state: State, units: n.Units, may: Literal["may", "may not"], mission: n.Sailing, place: n.Place
) -> Found:
    """Check whether units of one side may intercept a mission, by the whole verdict. Missions that
    they would spot count as spotted (6.4.3)."""
    ships, air = (tuple(u for u in units if u in known) for known in (state.ships, state.planes))
    side = state.ships[ships[0]].side if ships else state.planes[air[0]].side
    target = mission_of(state, mission)
    if not any(s.side == side and s.mission == target.id for s in state.spotted):
        state = replace(
            state,
            spotted=(
                *state.spotted,
                Spotting(side, target.id, spotted_points(state, side, target)),
            ),
        )
    verdict = check_intercept(state, side, Intercept(target.id, place, ships, air))
    told = (
        "may"
        if verdict
        else "may not: " + ", ".join(f"{r.clause} {r.code}" for r in verdict.refusals)
    )
    return bool(verdict) == (may == "may"), told


lines.fact_row(
    "places to intercept {mission} {count}",
    lambda state, mission: meeting_places(state, mission_of(state, mission)),
)


lines.fact_row("interceptions declared {count}", lambda state: len(state.interceptions))


@lines.fact("battles queued {missions}")
def queue(
    before: State,
    state: State,
    missions: Annotated[tuple[str, ...], ListNoun(n.SAILING, none="none")],
) -> Found:
    """Check the battles that are to be fought, in their order."""
    order = [i.target for i in (state.queue or battle_order(state, state.interceptions))]
    order = order if state.fighting is None else [state.fighting.target, *order]
    return order == [known_mission(before, state, m) for m in missions], ", ".join(order) or "none"


@lines.fact("setup of {mission} {entry}")
def setup(state: State, mission: n.Sailing, entry: n.Name) -> Found:
    """Check the deployment entry of an interception, declared or being fought. The mission is named
    by its id or a ship in it."""
    target = state.ships[mission].mission if mission in state.ships else mission
    waiting = (
        *state.interceptions,
        *state.queue,
        *((state.fighting,) if state.fighting is not None else ()),
    )
    found = [i for i in waiting if i.target == target]
    if not found:
        raise TextError(f"nobody intercepts {mission!r}", 0, [i.target for i in waiting])
    if entry not in (known := [row for row, _ in state.rulings.table("campaign.deployment").rows]):
        raise TextError(f"no deployment {entry!r}", 0, known)
    return comparison(deployment_key(state, found[0]), entry)
