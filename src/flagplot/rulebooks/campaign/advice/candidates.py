"""Candidate orders for admirals and for random play, in a fixed order, the passing order last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from flagplot.table import AskOrder, Verdict
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from .. import orders as o
from ..map.battle_ocean import distance as hexes_between
from ..map.chart import Chart
from ..map.squares import Square, distance, square_of, square_text
from ..orders import battle as bo
from ..rules.combat.formula import may_attack
from ..rules.combat.legality import check as check_battle
from ..rules.combat.legality import reachable_hexes
from ..rules.combat.scenario_rules import owes_fire, shunned_by
from ..rules.combat.staff import staff_order
from ..rules.combat.visibility import gun_range, seen_by
from ..rules.groups import kept_from_hunting
from ..rules.interception.legality import (
    AIR_LIMIT,
    air_too_far,
    check_intercept,
    fleet_intercept,
    spotted_places,
)
from ..rules.interception.search import (
    active_port,
    air_ready,
    base_place,
    free_to_fly,
    met_now,
    square_at,
    squares_between,
)
from ..rules.missions.air_patrols import check_fly
from ..rules.missions.cripple_passages import crippled_ships, working_yards
from ..rules.missions.evacuation import check_displace, check_evacuate, displaced_at, troops_at
from ..rules.missions.loading import MOST_MERCHANTS
from ..rules.missions.patrols import check_base_change, check_patrol
from ..rules.movement.order_routes import fill_route, with_route
from ..rules.movement.route_search import reachable_squares, shortest_route
from ..rules.movement.routes import passage_of
from ..rules.scenario_limits import patrol_limit, supply_ship
from ..scenarios.cards import scenario_of
from ..state import Mission, Plane, Ship, State, route_parts
from ..state.battle import SEA, SeaBattle
from .assault_candidates import assault_candidates, logistics_candidates
from .home_port_worth import scoring_homes
from .shipping_candidates import across_the_lanes, ready_flotillas, shipping_orders
from .troop_candidates import troop_orders
from .yard_work import to_yards, yard_work

Order = o.Order
MOST = 8
"""The most ships sent together on one interception, or out of a lost port: no flotilla may hold
more (6.1.4)."""
SUBMARINE_HUNTERS = frozenset({"DD", "DE", "CLD", "TB"})
COMPANY = 4
"""The most ships of a port that go on one patrol."""


class AdmiralSettings(msgspec.Struct, frozen=True):
    """Settings of how an admiral sends out ships."""

    watched: tuple[Square, ...] = ()
    """The squares off which ships patrol: certain ports; empty for all ports that are not the
    side's own."""
    merchants: int = MOST_MERCHANTS
    """The most merchants in a convoy."""
    heavies: int = COMPANY
    """The most ships in one patrol when not all are destroyers or submarines."""


USUAL = AdmiralSettings()


UNCHECKED: Mapping[type, Callable[[State, str, Any], Verdict]] = {
    o.Patrol: check_patrol,
    o.Fly: check_fly,
    o.Intercept: check_intercept,
}
"""The kinds of order of which a draft may be illegal, each with its check."""


def candidates(state: State, request: AskOrder, manner: AdmiralSettings = USUAL) -> Iterator[Order]:
    """Yield the legal candidates among the :func:`drafts`."""
    for order in drafts(state, request, manner):
        check = UNCHECKED.get(type(order))
        if check is None or check(state, request.side, order):
            yield order


def drafts(state: State, request: AskOrder, manner: AdmiralSettings = USUAL) -> Iterator[Order]:
    """Yield unchecked candidates; see :meth:`flagplot.table.Rulebook.drafts`. *state* is the side's
    view."""
    side = request.side
    if request.kind == "battle":
        assert state.battle is not None
        yield from battle_candidates(SEA.get(state), side)
    elif request.kind == "orders":
        yield from order_candidates(state, side, manner)
        yield from yard_work(state, side)
        yield from to_yards(state, side)
        yield o.Done()
    elif request.kind == "logistics":
        yield from logistics_candidates(state, side)
        yield o.Done()
    else:
        yield from interception_candidates(state, side)
        if request.kind == "operations":
            yield from assault_candidates(state, side)
        yield o.Done()


# -- orders phase


def order_candidates(state: State, side: str, manner: AdmiralSettings = USUAL) -> Iterator[Order]:
    """Yield patrols of natural groups to useful squares, and base changes with troops or towards
    the fighting."""
    limit = patrol_limit(state, side)
    if (
        limit
        and sum(1 for m in state.missions.values() if m.side == side and m.kind == "patrol")
        >= limit
    ):
        return
    altmark = supply_ship(state)
    if (
        altmark
        and state.ports[altmark].side == side
        and state.flags.get("supply-moved") != str(state.turn)
    ):
        zone = state.chart.zone(state.ports[altmark].zone)
        if zone is not None:
            for n in zone.next_to:
                yield o.Supply(n)
    yield from troop_orders(state, side)
    yield from shipping_orders(state, side, manner.merchants)
    for boats in ready_flotillas(state, side) if state.trade else ():
        yield from across_the_lanes(state, side, boats)
    for ships in natural_groups(state, side, manner.heavies):
        yield from across_the_lanes(state, side, ships)
        yield from patrol_candidates(state, side, ships, manner.watched)
        yield from base_changes(state, side, ships)
    yield from air_patrols(state, side, manner.watched)


def natural_groups(state: State, side: str, heavies: int = COMPANY) -> Iterator[list[Ship]]:
    """Yield groups of ships that would sail together: by port, fast apart from slow, submarines
    apart, coast defence ships alone."""
    by_key: dict[tuple[str, str], list[Ship]] = {}
    for s in state.side_ships(side):
        if (
            s.mission
            or s.damaged
            or s.readiness != "ready"
            or s.rest_until > state.turn
            or kept_from_hunting(s.cls)
        ):
            continue
        port = state.ports.get(s.base)
        if port is not None and port.side != side:  # ships of a nation still neutral wait
            continue
        kind = (
            f"sub {s.id}"
            if s.submarine
            else "troops"
            if s.cargo
            else "raider"
            if s.patrol >= 8
            else f"fleet {min(s.patrol, 3)}"
        )
        by_key.setdefault((s.base, kind), []).append(s)
    for key in sorted(by_key):
        ships = sorted(by_key[key], key=lambda s: s.id)
        for start in range(0, len(ships), COMPANY):
            group = ships[start : start + COMPANY]
            most = (
                COMPANY
                if all(s.submarine or s.cls in SUBMARINE_HUNTERS for s in group)
                else heavies
            )
            yield from (group[n : n + most] for n in range(0, len(group), most))


def contested_squares(state: State, side: str) -> tuple[Square, ...]:
    """Return the squares of the ports that are not a side's own."""
    return tuple(
        sorted(q.square for q in state.ports.values() if q.side != side and q.square is not None)
    )


def patrol_candidates(
    state: State, side: str, ships: list[Ship], watched: tuple[Square, ...] = ()
) -> Iterator[Order]:
    """Yield up to four patrols of a group: to squares near enemy and contested ports in its range,
    or to zones."""
    base = ships[0].base
    reach = min(s.patrol for s in ships)
    p = passage_of(state, side, ships)
    targets: list[str] = []
    if state.chart.zones and state.ports[base].zone:
        targets = [z.id for z in state.chart.zones]
    elif reach > 0:
        targets = list(
            telling_squares(
                reachable_squares(p, base, reach),
                watched or contested_squares(state, side),
                p.diagonals,
            )
        )
    for target in targets:
        route = shortest_route(p, base, target)
        if route is not None:
            yield o.Patrol(tuple(s.id for s in ships), target, via=route[1:-1], returns=base)


def scatter_number(*numbers: int) -> int:
    """Return a number from 0 to 100 that scatters equally good squares over the sea, equal in every
    game: the sum of the numbers times large primes."""
    return sum(n * prime for n, prime in zip(numbers, (7919, 104729), strict=False)) % 101


@lru_cache(maxsize=512)
def telling_squares(
    reached: frozenset[str], spots: tuple[Square, ...], rule: str
) -> tuple[str, ...]:
    """Return up to four sea squares in Patrol Range of a base that lie within 3 squares of enemy or
    contested ports, spread over them."""
    close = around_spots(spots, rule, 3)
    near = [
        (close[x], scatter_number(i), square_text(x))
        for i, x in enumerate(sorted(square_of(text) for text in reached))
        if x in close
    ]
    ranked = [x for _, _, x in sorted(near)]
    return tuple(ranked[:: max(1, len(ranked) // 4)][:4])


@lru_cache(maxsize=64)
def around_spots(spots: tuple[Square, ...], rule: str, most: int) -> Mapping[Square, int]:
    """Return the squares at most *most* squares from some spots, each with its distance from the
    nearest."""
    found: dict[Square, int] = {}
    for c, r in spots:
        for s in (
            (x, y) for x in range(c - most, c + most + 1) for y in range(r - most, r + most + 1)
        ):
            apart = distance(s, (c, r), rule)
            if apart <= min(most, found.get(s, most)):
                found[s] = apart
    return found


def air_patrols(state: State, side: str, watched: tuple[Square, ...] = ()) -> Iterator[Order]:
    """Yield air patrols: for each idle aircraft up to three sea squares near enemy and contested
    ports in its range. Aircraft of ships go with the ships."""
    spots = watched or contested_squares(state, side)
    for plane in sorted(state.planes.values(), key=lambda x: x.id):
        carrier = state.ships.get(plane.base)
        if (
            plane.side != side
            or not free_to_fly(state, plane)
            or (carrier is not None and not carrier.mission)
        ):
            continue
        start = square_at(state, base_place(state, plane))
        if start is None:
            continue
        for x in squares_to_watch(
            state.chart, start, plane.reach, spots, state.rulings.switch("HR-2")
        ):
            yield o.Fly(plane.id, x)


@lru_cache(maxsize=512)
def squares_to_watch(
    chart: Chart, start: Square, reach: int, spots: tuple[Square, ...], rule: str
) -> tuple[str, ...]:
    """Return three sea squares in an aircraft's range and within 2 squares of enemy or contested
    ports, spread over them."""
    near = [
        (close, scatter_number(*s), square_text(s))
        for s, close in around_spots(spots, rule, 2).items()
        if distance(start, s, rule) <= reach and chart.kind(s) == "sea"
    ]
    ranked = [x for _, _, x in sorted(near)]
    return tuple(ranked[:: max(1, len(ranked) // 3)][:3])


def base_changes(state: State, side: str, ships: list[Ship]) -> Iterator[Order]:
    """Yield base changes: ships with troops to useful ports, the best prize first; others to one
    port, if possible where they score."""
    taken = (
        scenario_of(state).get("score", {}).get("taken", {}) if all(s.cargo for s in ships) else {}
    )
    troops = all(s.cargo for s in ships)
    home = frozenset() if troops else scoring_homes(state, ships)
    base = ships[0].base
    ports = sorted(
        (
            q
            for q in state.ports.values()
            if q.name != base
            and (q.side == side or (troops and q.neutral))
            and q.square is not None
        ),
        key=lambda q: (-taken.get(q.name, 0), q.name not in home, q.name),
    )
    found = 0
    for port in ports:
        if not troops and found >= 1:
            return
        if found >= 5:
            return
        for mode in ("operational", "strategic"):
            order = o.BaseChange(tuple(s.id for s in ships), port.name, mode)
            route = fill_route(state, side, ships, order)
            if route is None:
                break
            whole = with_route(order, route)
            if isinstance(whole, o.BaseChange) and check_base_change(state, side, whole):
                found += 1
                yield whole
                break


# -- operations and breakthrough


def interception_candidates(state: State, side: str) -> Iterator[Order]:
    """Yield every interception worth declaring: each spotted mission by each patrol or port in
    range, with the aircraft in range."""
    if state.phase == "breakthrough":
        yield from _ways_out(state, side)
        for ship in crippled_ships(state, side):
            for yard in working_yards(state, side, ship)[:1]:
                yield o.Passage(ship.id, yard.port, yard.way[1:-1])
    for spotting in state.spotted:
        target = state.missions.get(spotting.mission)
        if (
            spotting.side != side
            or target is None
            or target.attacked
            or any(i.target == target.id for i in state.interceptions)
        ):
            continue
        if met_now(state, target):
            yield from _interceptions_of(state, side, target)


def _ways_out(state: State, side: str) -> Iterator[Order]:
    """Yield orders that take displaced ships and troops to the nearest friendly ports."""
    for port, ships in sorted(displaced_at(state, side).items()):
        kinds = [[s for s in ships if s.submarine], [s for s in ships if not s.submarine]]
        for group in (k[:MOST] for k in kinds if k):
            found = 0
            for name in _nearest_ports(state, side, port, group[0].nation):
                order = o.Displace(tuple(s.id for s in group), name)
                route = fill_route(state, side, group, order)
                whole = with_route(order, route) if route else None
                if isinstance(whole, o.Displace) and check_displace(state, side, whole):
                    yield whole
                    found += 1
                if found == 2:
                    break
    for fall in troops_at(state, side):
        for name in _nearest_ports(state, side, fall.port, "")[:2]:
            trip = o.Evacuate(fall.units, fall.port, name)
            route = fill_route(state, side, [], trip)
            over = with_route(trip, route) if route else None
            if isinstance(over, o.Evacuate) and check_evacuate(state, side, over):
                yield over


def _nearest_ports(state: State, side: str, port: str, nation: str) -> list[str]:
    """Return the ports open to a side's ships of a nation, the nearest in a straight line first."""
    open_ports = [
        q for q in state.ports.values() if q.name != port and state.open_to(side, nation, q.name)
    ]
    return [
        q.name
        for q in sorted(
            open_ports, key=lambda q: (squares_between(state, port, q.name) or 999, q.name)
        )
    ][:6]


def _interceptions_of(state: State, side: str, target: Mission) -> Iterator[Order]:
    """Yield interceptions by each patrol and port where most of its ships reach the target, with
    aircraft; then by aircraft alone. Against submarines only units that can attack them take
    part."""
    places = spotted_places(state, side, target.id)
    air = [p for p in idle_air(state, side) if p.asw or not target.flotilla]
    for where, ships in _intercepting_forces(state, side):
        able = [s for s in ships if s.cls in SUBMARINE_HUNTERS or not target.flotilla]
        reach = {s.intercept: fleet_intercept(state, [s], target) for s in able}
        met = _places_apart(state, where, places)
        fit = {
            apart: [s for s in able if reach[s.intercept] >= apart]
            for apart in dict.fromkeys(apart for _, apart in met)
        }
        place, apart = max(
            met, key=lambda x: len(fit[x[1]]), default=("", 0)
        )  # the first of equals
        if met and fit[apart]:
            yield o.Intercept(
                target.id,
                place,
                tuple(s.id for s in fit[apart][:MOST]),
                _in_range(state, place, air),
            )
    for place in places[:1]:
        flying = _in_range(state, place, air)
        if flying:
            yield o.Intercept(target.id, place, (), flying)


@memo_per_state
def idle_air(state: State, side: str) -> tuple[Plane, ...]:
    """Return the fighting aircraft that may be named for an interception."""
    flying = {a for i in state.interceptions for a in i.air}
    return tuple(
        p
        for p in state.planes.values()
        if p.side == side
        and p.role != "reconnaissance"
        and air_ready(state, p)
        and not p.cap
        and p.id not in flying
    )


@memo_per_state
def _intercepting_forces(state: State, side: str) -> list[tuple[str, list[Ship]]]:
    """Return the places from which a side's ships may intercept, with the ships: its patrols, then
    its ports by name."""
    at_sea = [
        (m.target, [state.ships[u] for u in m.units])
        for m in state.missions.values()
        if m.side == side and m.kind == "patrol" and m.status in ("sailing", "completed")
    ]
    in_port: dict[str, list[Ship]] = {}
    for s in state.side_ships(side):
        port = active_port(state, s)
        if (
            port
            and not s.damaged
            and s.readiness == "ready"
            and not kept_from_hunting(s.cls, submarines=True)
        ):
            in_port.setdefault(port, []).append(s)
    return [*at_sea, *sorted(in_port.items())]


@memo_per_parts(route_parts)
def _places_apart(state: State, where: str, places: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the places of a target's route that ships can reach, each with its distance in
    squares; 0 when they are there."""
    apart = (
        (place, 0 if place == where else squares_between(state, where, place)) for place in places
    )
    return tuple((place, squares) for place, squares in apart if squares is not None)


def _in_range(state: State, place: str, air: list[Plane]) -> tuple[str, ...]:
    able = [p for p in air if air_too_far(state, p, place) is None]
    fighters = [p.id for p in able if p.role == "fighter"][:AIR_LIMIT]
    bombers = [p.id for p in able if p.role != "fighter"][:AIR_LIMIT]
    return tuple(sorted(fighters + bombers))


# -- battle


def battle_candidates(b: SeaBattle, side: str) -> Iterator[Order]:
    """Yield the staff's order first; then shots, a few moves and leaving the battle to the staff;
    the end of the turn last."""
    colour = b.colour(side)
    advice = staff_order(b, colour)
    yield advice
    if b.phase == "deploy":
        if advice != bo.Ready():
            yield bo.Ready()
        return
    enemies = [b.unit(i) for i in sorted(seen_by(b, colour))]
    for u in b.afloat(colour):
        if u.at is None:
            continue
        if not u.fired and u.ammo > 0 and b.turn >= u.silent and shunned_by(b, u) is None:
            for e in enemies:
                if (
                    e.at is not None
                    and hexes_between(u.at, e.at) <= gun_range(u)
                    and may_attack(u.fighter(), e.fighter())
                ):
                    fire = bo.Fire(u.id, e.id)
                    if fire != advice:
                        yield fire
        if not u.moved:
            open_hexes = [h for h in reachable_hexes(b, u) if h != u.at]
            for h in open_hexes[-2:]:
                yield bo.Move(u.id, h)
    yield bo.Staff()
    if check_battle(b, side, bo.Retreat()) and advice != bo.Retreat():
        yield bo.Retreat()
    if advice != bo.EndTurn() and not owes_fire(b):
        yield bo.EndTurn()
