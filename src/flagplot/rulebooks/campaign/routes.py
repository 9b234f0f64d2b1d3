"""6.4.1 Routes: traced step by step over sea squares, small islands, ports of call, straits and sea zones; what they cost."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from flagplot.table import Refusal, clause, facts

from .chart import Chart, Strait, place_square
from .ratings import squares_to_range
from .squares import Square, adjacent, around, route_cost, square_text
from .state import Port, Ship, State

SUMMER_AND_FALL = ("Summer", "Fall")


Ports = tuple[tuple[str, Square | None, str, str], ...]
"""(name, square, zone, holder) of every port."""


class Passage(msgspec.Struct, frozen=True, cache_hash=True):
    """What a route needs to know of the game: the chart, who sails, which straits are open to him, the season, HR-2."""

    chart: Chart
    side: str
    nation: str
    season: str
    diagonals: str
    squeeze: bool
    ports: Ports
    both_sides: bool = False
    """HR-16: a strait with one named controller needs its other shore too."""
    usa: str = ""
    """The side the USA is on, which holds the Panama Canal (6.2.2.1)."""
    unbarred: bool = False
    """Every strait and the ice taken as open, to find the way an order meant before saying why it is shut."""

    @property
    def frozen(self) -> frozenset[str]:
        """6.2.3.2 The places that are ice in this season."""
        return frozenset() if self.unbarred or self.season in SUMMER_AND_FALL else self.chart.arctic

    def port(self, name: str) -> tuple[str, Square | None, str, str] | None:
        return next((p for p in self.ports if p[0] == name), None)

    def holder(self, place: str) -> str:
        found = self.port(place)
        return found[3] if found else self.chart.owner(place) or (self._panama() if place == "Panama" else "")

    def _panama(self) -> str:
        """6.2.2.1 Who holds the Panama Canal: the side of the USA, known by its ships, or by the nation that asks."""
        return self.usa or (self.side if self.nation == "USA" else "")

    def opens_on(self, name: str, square: Square | None, zone: str) -> frozenset[str]:
        """The places a port's ships go to first, as texts: sea squares, its zone, and zones at the map's edge in its square."""
        return _opens_on(self.chart, name, square, zone)


def passage_of(state: State, side: str, nation: str = "") -> Passage:
    """The passage for ships of a side (and nation, for the Leningrad canal)."""
    r = state.rulings
    return _passage(
        state.chart,
        side,
        nation,
        state.season,
        r.switch("HR-2"),
        r.switch("diagonal-squeeze") == "yes",
        _ports_now(state.ports),
        r.switch("HR-16") == "both",
        _usa_now(state.ships),
    )


_PORTS: list[tuple[Mapping[str, Port], Ports]] = []
_USA: list[tuple[Mapping[str, Ship], str]] = []
"""What was last worked out of the ports and ships of a state, which are asked about thousands of times between two orders."""


def _ports_now(ports: Mapping[str, Port]) -> Ports:
    for known, value in _PORTS:
        if known is ports:
            return value
    value = tuple((p.name, p.square, p.zone, p.side) for p in ports.values())
    _PORTS[:] = [(ports, value), *_PORTS[:2]]
    return value


def _usa_now(ships: Mapping[str, Ship]) -> str:
    for known, value in _USA:
        if known is ships:
            return value
    value = next((s.side for s in ships.values() if s.nation == "USA"), "")
    _USA[:] = [(ships, value), *_USA[:2]]
    return value


@lru_cache(maxsize=256)
def _passage(
    chart: Chart, side: str, nation: str, season: str, diagonals: str, squeeze: bool, ports: Ports, both: bool, usa: str
) -> Passage:
    return Passage(chart, side, nation, season, diagonals, squeeze, ports, both, usa)


@lru_cache(maxsize=4096)
def _opens_on(chart: Chart, name: str, square: Square | None, zone: str) -> frozenset[str]:
    if zone:
        return frozenset({zone})
    if square is None:
        return frozenset()
    here = square_text(square)
    return frozenset((*(square_text(s) for s in chart.openings(name, square)), *(z.id for z in chart.zones if here in z.next_to)))


SEASON_CLAUSE = {"6.2.3.3.a": "6.2.3.3.b"}
"""The clause that shuts a strait by season, where it is not the one that names its controllers."""


@clause("6.4.1.e", "6.2.2.c", "6.2.2.d", "6.2.2.f", "6.2.2.1.a", "6.2.2.2.a", "6.2.3.3.a", "6.2.3.3.b")
def strait_shut(p: Passage, strait: Strait) -> Refusal | None:
    """6.4.1 Why a strait may not be used, or ``None``. Neutral is not friendly (HR-16)."""
    if p.unbarred:
        return None
    both = p.both_sides and strait.shores
    holders = (*strait.holders, *strait.shores) if both else strait.holders
    need = len(holders) if both else strait.need
    held = [h for h in holders if p.holder(h) == p.side]
    detail = facts(strait=strait.title, needs=need, held=len(held), controllers=", ".join(holders))
    also = () if strait.clause == "6.4.1.e" else ("6.4.1.e",)
    if len(held) < need:
        missing = [h for h in holders if h not in held]
        return Refusal(strait.clause, "strait-shut", (strait.id, *missing), detail, rests_on=("HR-16",), also=also)
    if strait.seasons and p.season not in strait.seasons:
        where, closed = SEASON_CLAUSE.get(strait.clause, strait.clause), facts(season=p.season, open=", ".join(strait.seasons))
        return Refusal(where, "season-shut", (strait.id,), closed, also=tuple(c for c in (strait.clause, *also) if c != where))
    if strait.nations and p.nation and p.nation not in strait.nations:
        return Refusal(strait.clause, "nation-barred", (strait.id,), facts(nation=p.nation, may=", ".join(strait.nations)))
    return None


def expand(p: Passage, route: Sequence[str]) -> tuple[str, ...]:
    """Leave out repeated places; strait ids stay as steps of their own."""
    out: list[str] = []
    for place in route:
        if not out or out[-1] != place:
            out.append(place)
    return tuple(out)


@clause(
    "6.4.1.a",
    "6.4.1.b",
    "6.4.1.c",
    "6.4.1.d",
    "6.1.2.1.a",
    "6.1.2.1.b",
    "6.1.2.1.c",
    "6.2.3.1.c",
    "6.2.3.1.d",
    "6.2.3.1.e",
    "6.2.3.1.f",
    "6.2.3.2",
)
def route_faults(p: Passage, route: Sequence[str], calls: frozenset[str]) -> tuple[Refusal, ...]:
    """Every fault of a route: gaps, land, ports that are no call, closed port sides, shut straits, the Arctic out of season.

    *calls* are the ports the route may touch: where it begins and ends, stages and refuels.
    """
    return _route_faults(p, tuple(route), calls)


@lru_cache(maxsize=8192)
def _route_faults(p: Passage, route: tuple[str, ...], calls: frozenset[str]) -> tuple[Refusal, ...]:
    faults: list[Refusal] = []
    for here in route:
        faults.extend(_place_faults(p, here, calls))
    for i, (a, b) in enumerate(itertools.pairwise(route)):
        faults.extend(_step_faults(p, a, b, i + 1))
    return tuple(dict.fromkeys(faults))


def _place_faults(p: Passage, here: str, calls: frozenset[str]) -> Iterator[Refusal]:
    square = place_square(here)
    if square is not None:
        kind = p.chart.kind(square)
        if kind == "off":
            yield Refusal("6.4.1.c", "off-map", (here,))
        elif kind == "land":
            port = next((n for n, s, _, _ in p.ports if s == square), "")
            where, also = ("6.4.1.d", ("6.4.1.c",)) if port else ("6.4.1.c", ())
            yield Refusal(where, "land-square", (here,), facts(port=port), also=also)
    elif p.port(here) is not None:
        if here not in calls:
            yield Refusal("6.4.1.d", "through-port", (here,))
    elif p.chart.strait(here) is None and p.chart.zone(here) is None:
        yield Refusal("6.4.1.b", "no-such-place", (here,))
    if here in p.frozen:
        yield Refusal("6.2.3.2", "arctic-frozen", (here,), facts(season=p.season))


def _step_faults(p: Passage, a: str, b: str, number: int) -> Iterator[Refusal]:
    """Faults of the step from *a* to *b*."""
    if a == b:
        return
    strait = p.chart.strait(b) or p.chart.strait(a)
    if strait is not None:
        end = a if p.chart.strait(b) is not None else b
        if end not in strait.ends:
            yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number))
        elif p.chart.strait(b) is not None:
            shut = strait_shut(p, strait)
            if shut:
                yield shut
        return
    joined = p.chart.straits_between(a, b)
    if joined:
        shuts = [strait_shut(p, s) for s in joined]
        if all(shuts):
            yield from (s for s in shuts if s)
        return
    here, there = place_square(a), place_square(b)
    if here is not None and there is not None:
        if not adjacent(here, there):
            yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number))
        elif p.chart.sailable(here) and p.chart.sailable(there) and there not in set(p.chart.steps(here, squeeze=p.squeeze)):
            closed = there not in set(p.chart.steps(here, squeeze=True))
            lean = () if closed else ("diagonal-squeeze",)
            yield Refusal("6.4.1.d", "no-water-between", (a, b), facts(step=number), rests_on=lean)
        return
    yield from _port_or_zone_step(p, a, b, number)


def _port_or_zone_step(p: Passage, a: str, b: str, number: int) -> Iterator[Refusal]:
    for port_name, outside in ((a, b), (b, a)):
        port = p.port(port_name)
        if port is None:
            continue
        name, square, zone, _ = port
        open_on = p.opens_on(name, square, zone)
        if outside in open_on:
            return
        there = place_square(outside)
        if square is not None and there is not None and adjacent(square, there) and p.chart.kind(there) != "land":
            where, *also = PORT_SIDE_CLAUSES.get(name, ("6.1.2.1.c",))
            yield Refusal(where, "port-side", (name, outside), facts(open="; ".join(sorted(open_on))), also=(*also, "6.1.2.1.a"))
        else:
            yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number), also=("6.1.2.1.a",))
        return
    one, two = p.chart.zone(a), p.chart.zone(b)
    linked = (one is not None and b in one.next_to) or (two is not None and a in two.next_to)
    if not linked:
        yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number))


PORT_SIDE_CLAUSES = {
    "Taipei": ("6.2.3.1.c",),
    "Manila": ("6.1.2.1.c", "6.2.3.1.d"),
    "Ambon": ("6.2.3.1.e",),
    "Townsville": ("6.2.3.1.f",),
}


class Cost(msgspec.Struct, frozen=True):
    """What a stretch of route costs: squares, zones' Range, and the whole in Range."""

    squares: int
    zones: int
    range: int


@clause("6.3.3.3.c", "6.3.1.e", "6.3.1.c", "6.3.1.d")
def cost(p: Passage, route: Sequence[str]) -> Cost:
    """6.3.3.3 Range of a route: squares of each map part turned into Range, then the Range of every zone entered.

    A port's square counts as where the first step begins. The zone a ship starts in counts (the learning scenario's patrols
    start inside one).
    """
    return _cost(p, tuple(route))


@lru_cache(maxsize=8192)
def _cost(p: Passage, route: tuple[str, ...]) -> Cost:
    squares = zones = ranges = 0
    run: list[Square] = []
    for i, place in enumerate(route):
        zone = p.chart.zone(place)
        port = p.port(place)
        square = place_square(place) or (port[1] if port else None)
        if zone is not None:
            part = route_cost(run, p.diagonals) if len(run) > 1 else 0
            squares += part
            ranges += squares_to_range(part, p.chart.theatre)
            run = []
            zones += zone.range
        elif square is not None:
            if not run and i and p.chart.zone(route[i - 1]) is not None:
                run = [square]
                squares += 1
                ranges += 0
            else:
                run.append(square)
    part = route_cost(run, p.diagonals) if len(run) > 1 else 0
    return Cost(squares + part, zones, ranges + squares_to_range(part, p.chart.theatre) + zones)


def cut(route: Sequence[str], calls: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The route in legs, cut at its ports of call in order."""
    legs: list[tuple[str, ...]] = []
    leg: list[str] = []
    wanted = list(calls)
    for place in route:
        leg.append(place)
        if wanted and place == wanted[0]:
            wanted.pop(0)
            if len(leg) > 1:
                legs.append(tuple(leg))
                leg = [place]
    if len(leg) > 1:
        legs.append(tuple(leg))
    return tuple(legs)


# -- suggesting a route


def suggest(p: Passage, origin: str, target: str) -> tuple[str, ...] | None:
    """The shortest legal route from *origin* to *target* (ports, squares or zones), both included; ``None`` when there is none.

    Deterministic: among equals the one whose places sort first.
    """
    return _suggest(p, origin, target)


@lru_cache(maxsize=8192)
def _suggest(p: Passage, origin: str, target: str) -> tuple[str, ...] | None:
    if origin == target:
        return (origin,)
    if p.port(origin) is None and p.port(target) is not None:
        back = _suggest(p, target, origin)
        return tuple(reversed(back)) if back else None
    best, came = _tree(p, origin)
    last = target
    if p.port(target) is not None:
        entries = [(best[here] + step, here) for here, step in _entries(p, origin, target) if here in best]
        if not entries:
            return None
        last = min(entries)[1]
    elif target not in best:
        return None
    way = [last]
    while way[-1] in came:
        way.append(came[way[-1]])
    way.reverse()
    return tuple(way) if last == target else (*way, target)


def _units(p: Passage) -> tuple[int, int, int]:
    """What a straight step, a diagonal one and a Range weigh in the search for short routes."""
    straight, diagonal = {"alternating": (2, 3), "plus_one": (20, 21), "escalating": (2, 6)}[p.diagonals]
    return straight, diagonal, straight * (10 if p.chart.theatre == "europe" else 5)


def _entries(p: Passage, origin: str, target: str) -> Iterator[tuple[str, int]]:
    """The places from which a port is entered, each with the weight of that step."""
    straight, diagonal, _ = _units(p)
    port = p.port(target)
    assert port is not None
    for here in sorted(p.opens_on(target, port[1], port[2])):
        yield here, hop(place_square(here), port[1], straight, diagonal) if place_square(here) is not None else 0
    for strait in p.chart.straits:
        if target in strait.ends and strait_shut(p, strait) is None:
            here = strait.ends[1] if strait.ends[0] == target else strait.ends[0]
            if p.port(here) is None or here == origin:
                yield here, hop(_square(p, here), port[1], straight, diagonal)


@lru_cache(maxsize=512)
def _tree(p: Passage, origin: str) -> tuple[dict[str, int], dict[str, str]]:
    """The weight of the shortest way from *origin* to every sea place, and the place before each; other ports are not entered."""
    straight, diagonal, zone_cost = _units(p)
    best: dict[str, int] = {origin: 0}
    came: dict[str, str] = {}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here]:
            continue
        for there, step in _onward(p, here, straight, diagonal, zone_cost):
            nd = d + step
            if nd < best.get(there, 1 << 60) or (nd == best.get(there) and here < came.get(there, here)):
                best[there] = nd
                came[there] = here
                heapq.heappush(heap, (nd, there))
    return best, came


def _onward(p: Passage, here: str, straight: int, diagonal: int, zone_cost: int) -> Iterator[tuple[str, int]]:
    """Sea places one step on from *here* with what the step costs."""
    frozen = p.frozen
    port = p.port(here)
    if port is not None:
        _, at, port_zone, _ = port
        for there in sorted(p.opens_on(here, at, port_zone) - frozen):
            s = place_square(there)
            if s is None:
                yield there, zone_cost * (p.chart.zone(there) or _NO_ZONE).range
            else:
                yield there, hop(at, s, straight, diagonal)
    else:
        for there, step in _at_sea(p.chart, here, p.squeeze, straight, diagonal, zone_cost):
            if there not in frozen:
                yield there, step
    for strait in _straits_at(p.chart, here):
        if strait_shut(p, strait) is None:
            there = strait.ends[1] if strait.ends[0] == here else strait.ends[0]
            beyond = p.chart.zone(there)
            if there in frozen or p.port(there) is not None:
                continue
            if beyond is not None:
                yield there, zone_cost * beyond.range
            else:
                yield there, hop(_square(p, here), _square(p, there), straight, diagonal)


@lru_cache(1 << 13)
def _at_sea(
    chart: Chart, here: str, squeeze: bool, straight: int, diagonal: int, zone_cost: int
) -> tuple[tuple[str, int], ...]:
    """The steps from a sea square or a zone over open water, whatever the ice; straits apart."""
    square, zone = place_square(here), chart.zone(here)
    found: list[tuple[str, int]] = []
    if square is not None:
        for s in chart.steps(square, squeeze=squeeze):
            found.append((square_text(s), diagonal if s[0] != square[0] and s[1] != square[1] else straight))
        found += [(z.id, zone_cost * z.range) for z in chart.edge_zones(square)]
    elif zone is not None:
        for n in zone.next_to:
            beyond = chart.zone(n)
            found.append((n, zone_cost * beyond.range if beyond is not None else straight))
        found += [(z.id, zone_cost * z.range) for z in chart.zones if here in z.next_to and z.id not in zone.next_to]
    return tuple(found)


@lru_cache(1 << 13)
def _straits_at(chart: Chart, place: str) -> tuple[Strait, ...]:
    """The straits that begin or end at a place."""
    return tuple(s for s in chart.straits if place in s.ends)


def _square(p: Passage, place: str) -> Square | None:
    found = p.port(place)
    return found[1] if found is not None else place_square(place)


def hop(a: Square | None, b: Square | None, straight: int, diagonal: int) -> int:
    """What one step costs: a longer one (a canal) counts as straight steps."""
    if a is None or b is None:
        return straight
    if not adjacent(a, b):
        return straight * max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return diagonal if a[0] != b[0] and a[1] != b[1] else straight


class _Zero(msgspec.Struct, frozen=True):
    range: int = 0


_NO_ZONE = _Zero()


@lru_cache(maxsize=1024)
def reachable_squares(p: Passage, origin: str, limit_range: int) -> frozenset[str]:
    """Sea squares within a Range of a port, by legal routes (for the page's overlay)."""
    straight, diagonal = 2, 3
    limit = limit_range * (10 if p.chart.theatre == "europe" else 5) * 2
    best: dict[str, int] = {origin: 0}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here] or p.chart.zone(here) is not None:
            continue
        for there, step in _onward(p, here, straight, diagonal, limit + 1):
            if d + step <= limit and d + step < best.get(there, 1 << 60):
                best[there] = d + step
                heapq.heappush(heap, (d + step, there))
    return frozenset(x for x in best if place_square(x) is not None)


__all__ = [
    "Cost",
    "Passage",
    "around",
    "cost",
    "cut",
    "expand",
    "passage_of",
    "reachable_squares",
    "route_faults",
    "strait_shut",
    "suggest",
]
