"""Search: the enemy missions that a side spots, and the places of their routes at which it does
(6.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from flagplot.table import Refusal, clause
from flagplot.table.core.memo import memo_per_parts

from ...map.chart import Chart, place_square
from ...map.squares import Square, are_adjacent, distance
from ...state import Invasion, Mission, Plane, Ship, State, route_parts
from ...state.ratings import ASW_SEARCHERS


class Watcher(msgspec.Struct, frozen=True):
    """A searching unit: a patrol or ships in port (``ships``), or an aircraft, with the place from
    which it searches."""

    where: str
    ships: tuple[str, ...] = ()
    plane: str = ""
    mission: str = ""


@memo_per_parts(route_parts)
def squares_between(state: State, a: str, b: str) -> int | None:
    """Return the distance in squares between two places by the diagonal rule; ``None`` when either
    is not a square or port of the map."""
    one, two = square_at(state, a), square_at(state, b)
    if one is None or two is None:
        return None
    return distance(one, two, state.rulings.switch("HR-2"))


def square_at(state: State, place: str) -> Square | None:
    """Return the square of a place text, a port name, or a named shore without a port; ``None`` for
    other texts."""
    port = state.ports.get(place)
    return port.square if port is not None else place_square(state.chart.lands.get(place, place))


@clause("6.4.2.e", "6.4.2.f", "6.4.2.g", "6.4.2.h", "6.1.5.c", "6.4.2.1.b")
def adjust_rating(rating: int, *, pacific: bool, asw: int, raider: int) -> int:
    """Return a Search or Intercept rating less 1 each in the Pacific, against submarines, and
    against raiders; never below 0 (6.4.2, 6.4.3.1).

    Each modifier counts once, though the text states two of them twice. Under HR-9 *asw* and
    *raider* may be 2.
    """
    return max(0, rating - (1 if pacific else 0) - asw - raider)


def times_stated(state: State) -> int:
    """Return how often a modifier counts that the text states twice: 1 or 2 (HR-9)."""
    return 2 if state.rulings.switch("HR-9") == "each" else 1


@clause("6.4.2.1.a", "6.4.2.1.c")
def has_asw_search(ship: Ship, cld: str = "off") -> bool:
    """Return True for ships that may spot a submarine flotilla: destroyers, destroyer escorts and
    carriers (6.4.2.1). All aircraft may too."""
    return ship.cls in ASW_SEARCHERS or (ship.cls == "CLD" and cld == "on")


@clause("6.4.2.c")
def fleet_search(state: State, ships: Iterable[Ship], target: Mission) -> int | None:
    """Return the Search of a fleet against a mission: the highest rating among its ships; ``None``
    when none may spot it at all (6.4.2).

    Only naval and air units search; a fixed coast gun is neither (6.1.7.4, 6.5.2.4).
    """
    able = [
        s
        for s in ships
        if s.afloat
        and not s.fixed
        and (not target.flotilla or has_asw_search(s, state.rulings.switch("HR-17")))
    ]
    if not able:
        return None
    best = max(s.search for s in able)
    times = times_stated(state)
    return adjust_rating(
        best,
        pacific=state.chart.theatre == "fareast",
        asw=times * target.flotilla,
        raider=times * target.raider,
    )


@clause("6.4.2.1.d")
def plane_search(state: State, plane: Plane, target: Mission) -> int:
    """Return the Search of an air unit. Every aircraft also searches for submarines, with 1 less
    (6.4.2.1)."""
    times = times_stated(state)
    return adjust_rating(
        plane.search,
        pacific=state.chart.theatre == "fareast",
        asw=times * target.flotilla,
        raider=times * target.raider,
    )


@clause("6.4.2.a", "6.4.2.2.b", "6.3.3.3.b", "6.5.2.1.c")
def searching_units(state: State, side: str) -> Iterator[Watcher]:
    """Yield every searching unit of a side: patrols on station, ready ships in port, air
    patrols."""
    for m in state.missions.values():
        if m.side == side and m.kind == "patrol" and m.status in ("sailing", "completed"):
            yield Watcher(m.target, m.units, mission=m.id)
    by_port: dict[str, list[str]] = {}
    for s in state.side_ships(side):
        port = active_port(state, s)
        if port is not None and s.readiness == "ready" and not s.damaged:
            by_port.setdefault(port, []).append(s.id)
    for port in sorted(by_port):
        yield Watcher(port, tuple(sorted(by_port[port])))
    for plane in state.planes.values():
        if plane.side == side and air_ready(state, plane):
            yield Watcher(plane.patrol or base_place(state, plane), plane=plane.id)


@clause("6.3.7.2.b", "6.4.3.2.d")
def air_ready(state: State, plane: Plane) -> bool:
    """Return True for an air unit that may act (6.4.3.3). One with a lost base, or aboard a carrier
    in a lost port, may not; one aboard a ship on a strategic change is organizing and may not."""
    if not plane.ready or plane.arrives > state.turn:
        return False
    carrier = state.ships.get(plane.base)
    if carrier is None:
        return field_open(state, plane)
    m = state.missions.get(carrier.mission)
    under_way = m.kind != "strategic" if m is not None else not port_lost(state, carrier)
    return carrier.afloat and carrier.readiness == "ready" and under_way


def field_open(state: State, plane: Plane) -> bool:
    """Return False for an air unit whose port or island is no longer open to it (6.4.3.3)."""
    if plane.base not in state.ports:
        return state.holder(plane.base) in ("", plane.side)
    return state.open_to(plane.side, plane.nation, plane.base)


def free_to_fly(state: State, plane: Plane) -> bool:
    """Return True for a ready air unit without a task: on no patrol, and over no convoy, of which
    it would be part (6.4.3.3, 6.4.2.1)."""
    return air_ready(state, plane) and not plane.patrol and not plane.cap


def not_ready(state: State, plane: Plane) -> Refusal:
    """Return the refusal for an air unit that may not act (6.4.3.3). One that has acted this turn
    is refused in Breakthrough under that clause (6.5.1.4), one aboard a ship on a strategic change
    under its clause too (6.3.7.2)."""
    if plane.acted and state.phase == "breakthrough":
        return Refusal("6.5.1.4.d", "acted-this-turn", (plane.id,), also_cites=("6.4.3.3.a",))
    carrier = state.ships.get(plane.base)
    m = state.missions.get(carrier.mission) if carrier is not None else None
    also = ("6.3.7.2.b",) if m is not None and m.kind == "strategic" else ()
    over = ("6.4.2.1.g",) if plane.cap else ()
    return Refusal("6.4.3.3.a", "air-not-ready", (plane.id,), also_cites=(*also, *over))


def base_place(state: State, plane: Plane) -> str:
    """Return the place from which an air unit starts: its port, or its carrier's place. A carrier
    is on its patrol square, in its new base, or off the shore of its target (6.3.3, 6.3.7.1,
    6.5.2.3). Empty while it sails with a convoy or from port to port."""
    carrier = state.ships.get(plane.base)
    if carrier is None:
        return plane.base
    m = state.missions.get(carrier.mission)
    if m is None:
        return carrier.base
    return m.target if m.kind in ("patrol", "operational", "invasion") else ""


@clause("6.4.3.2.d", "6.5.1.5.d")
def port_lost(state: State, ship: Ship) -> bool:
    """Return True for a ship without a mission whose port is in enemy hands. Displaced ships are in
    no port (6.4.3.2, 6.5.1.5)."""
    port = state.ports.get(ship.base)
    return port is not None and port.side not in ("", ship.side)


@clause("6.3.7.1.d", "6.3.7.2.b", "6.4.3.2.d")
def active_port(state: State, ship: Ship) -> str | None:
    """Return the port from which a ship acts: its base without a mission, or the target of an
    operational change (6.3.7). ``None`` for a ship on another mission, strategic changes included,
    and for one whose port is lost."""
    m = state.missions.get(ship.mission)
    if m is None:
        return None if port_lost(state, ship) else ship.base
    return m.target if m.kind == "operational" else None


@clause("6.3.7.2.c")
def active_in_port(state: State, port: str, side: str = "") -> tuple[Ship, ...]:
    """Return the ships that defend a port and are targets in it: those without a mission, and those
    that came by an operational change (6.3.7). Ships on a strategic change are neither."""
    found = []
    for s in state.ships.values():
        if not s.afloat or s.arrives > state.turn or (side and s.side != side):
            continue
        if active_port(state, s) == port:
            found.append(s)
    return tuple(found)


def active_air_in_port(state: State, port: str) -> tuple[Plane, ...]:
    """Return the air units that may act from a port: those based there, and those aboard ships that
    are active in it."""
    return tuple(
        p
        for p in state.planes.values()
        if air_ready(state, p) and not p.patrol and base_place(state, p) == port
    )


@lru_cache(maxsize=4096)
def _squares_near(chart: Chart, center: Square, radius: int, rule: str) -> frozenset[Square]:
    c, r = center
    return frozenset(
        (x, y)
        for x in range(max(0, c - radius), min(chart.columns, c + radius + 1))
        for y in range(max(0, r - radius), min(chart.rows, r + radius + 1))
        if distance(center, (x, y), rule) <= radius
    )


@clause("6.4.3.a")
def observed_places(state: State, w: Watcher, target: Mission) -> frozenset[str]:
    """Return the place texts of the sea squares (or the one zone) that a watcher observes against a
    mission (6.4.3)."""
    if w.plane:
        radius: int | None = plane_search(state, state.planes[w.plane], target)
    else:
        radius = fleet_search(state, [state.ships[i] for i in w.ships], target)
    if radius is None:
        return frozenset()
    zone = state.chart.zone(w.where)
    if zone is not None:
        if state.rulings.switch("HR-21") == "search-1" and radius < 1:
            return frozenset()
        return frozenset({w.where})
    return squares_within(state, w.where, radius) | beside_the_target(state, w.where, target)


@clause("6.5.2.1.c")
def beside_the_target(state: State, where: str, target: Mission) -> frozenset[str]:
    """Return the places where units based in a territory see the fleet that is to invade it,
    whatever their Search: the squares of its route that touch the territory (HR-6, 6.5.2.1)."""
    here = square_at(state, where)
    if here is None or all(i.mission != target.id or i.port != where for i in state.invasions):
        return frozenset()
    beside = ((p, place_square(p)) for p in target.route)
    return frozenset(p for p, square in beside if square is not None and are_adjacent(here, square))


@clause("6.5.2.1.d")
def seen_beside(state: State, i: Invasion, side: str) -> bool:
    """Return True when the holder of a territory has spotted the fleet that is to invade it in a
    square that touches it. The holder then knows the fleet's purpose (6.5.2.1)."""
    square = square_at(state, i.port)
    if square is None or state.holder(i.port) != side:
        return False
    places = (
        place_square(p)
        for s in state.spotted
        if s.side == side and s.mission == i.mission
        for p in s.places
    )
    return any(at is not None and are_adjacent(square, at) for at in places)


@memo_per_parts(route_parts)
def squares_within(state: State, place: str, radius: int) -> frozenset[str]:
    """Return the place texts of the sea squares within *radius* squares of a place."""
    center = square_at(state, place)
    if center is None:
        return frozenset()
    near = _squares_near(state.chart, center, radius, state.rulings.switch("HR-2"))
    return frozenset(f"{c},{r}" for c, r in near if state.chart.sailable((c, r)))


@clause("6.5.b", "6.5.1.5.a")
def met_now(state: State, m: Mission) -> bool:
    """Return True for a mission that may be intercepted in this phase: in Breakthrough those that
    sail in it, in Operations all others (6.5)."""
    return (m.kind in ("passage", "evacuation")) == (state.phase == "breakthrough")


@clause("6.4.3.4.a", "6.4.3.4.b", "6.4.3.4.c", "6.3.5.1.b", "6.5.2.1.b")
def meeting_places(state: State, target: Mission) -> tuple[str, ...]:
    """Return the places of the mission's route where it may be intercepted: sea squares, small
    islands, zones; never ports (6.4.3.4). Escorts that fetch a convoy are met with it on the way
    back, not on their way out (6.3.5.1). An invasion cannot be met in the territory itself, even an
    island (6.5.2.1)."""
    ashore = target.target if target.kind == "invasion" else ""
    return tuple(
        p
        for p in target.places
        if p != ashore
        and p not in state.ports
        and (place_square(p) is not None or state.chart.zone(p) is not None)
    )


@clause("6.4.3.b")
def intercept_points(state: State, w: Watcher, target: Mission) -> tuple[str, ...]:
    """Return the places where the mission may be intercepted and that the watcher observes
    (6.4.3)."""
    seen = observed_places(state, w, target)
    return tuple(p for p in meeting_places(state, target) if p in seen)


def spotted_points(state: State, side: str, target: Mission) -> tuple[str, ...]:
    """Return every place of a mission's route that any watcher of *side* observes, in the order of
    the route."""
    points: set[str] = set()
    for w in searching_units(state, side):
        points.update(intercept_points(state, w, target))
    return tuple(p for p in target.places if p in points)


def looks_like(m: Mission) -> str:
    """Return the kind of a mission as a searcher sees it, without its ships."""
    if m.flotilla:
        return "submarines"
    if m.kind in ("convoy", "invasion") or m.transports or m.laden:
        return "merchants" if m.merchants or m.tankers else "transports"
    return "raiders" if m.raider else "warships"
