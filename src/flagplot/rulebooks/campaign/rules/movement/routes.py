"""Routes, traced step by step over sea squares, small islands, ports of call, straits and sea
zones, with their cost (6.4.1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from flagplot.table import Refusal, clause, facts
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ...map.chart import Chart, Strait, entrances, place_square
from ...map.squares import Square, are_adjacent, route_cost, square_text, squares_around
from ...state import Ship, State, route_parts
from ...state.ratings import squares_per_range, squares_to_range

SUMMER_AND_FALL = ("Summer", "Fall")


Ports = tuple[tuple[str, Square | None, str, str], ...]
"""Tuples (name, square, zone, holder) of every port."""


class Passage(msgspec.Struct, frozen=True, cache_hash=True):
    """The facts that decide a route: the chart, the side and nations that sail, the ports and their
    holders, the season, the diagonal rule (HR-2)."""

    chart: Chart
    side: str
    nations: tuple[str, ...]
    """The nations whose ships sail, each once."""
    season: str
    diagonals: str
    squeeze: bool
    ports: Ports
    both_sides: bool = False
    """True when a strait with one named controller also needs its other shore (HR-16)."""
    usa: str = ""
    """The side of the USA, which holds the Panama Canal (6.2.2.1); empty when not known."""
    unbarred: bool = False
    """True to treat every strait as open and ignore ice. A refused order's intended route is found
    so, before the refusal names the obstacle."""
    shunned: frozenset[str] = frozenset()
    """Places not to be entered, for routes around them."""
    shore: str = ""
    """The territory where an invasion lands, or a coast without a port where transports refuel;
    else empty."""

    @property
    @clause("6.2.3.2")
    def frozen(self) -> frozenset[str]:
        """The places that are ice in this season (6.2.3.2)."""
        return frozenset() if self.unbarred or self.season in SUMMER_AND_FALL else self.chart.arctic

    def port(self, name: str) -> tuple[str, Square | None, str, str] | None:
        """Return the port of a name as (name, square, zone, holder); ``None`` for squares, which
        contain a comma and are asked about most. A coast without a port is one for the force that
        lands there."""
        found = None if "," in name else next((p for p in self.ports if p[0] == name), None)
        if found is None and name and name == self.shore:
            square = self.chart.shore(name)
            ashore = square is not None and not self.chart.sailable(square)
            return (name, square, "", self.chart.owner(name)) if ashore else None
        return found

    def holder(self, place: str) -> str:
        found = self.port(place)
        return (
            found[3]
            if found
            else self.chart.owner(place) or (self._panama() if place == "Panama" else "")
        )

    def _panama(self) -> str:
        """Return the side that holds the Panama Canal: that of the USA, known by its ships or by
        the nations that sail (6.2.2.1)."""
        return self.usa or (self.side if "USA" in self.nations else "")

    def opens_on(self, name: str, square: Square | None, zone: str) -> frozenset[str]:
        """Return the places to which a port's ships go first, as texts: sea squares, its zone, and
        zones at the map's edge in its square. An invasion may land on any front where the port's
        row says so."""
        row = entrances().get(name) if name == self.shore else None
        if square is not None and row is not None and row.invaded == "any":
            return frozenset(
                square_text(s) for s in squares_around(square) if self.chart.sailable(s)
            )
        return places_opened_on(self.chart, name, square, zone)


def passage_of(state: State, side: str, ships: Iterable[Ship] = ()) -> Passage:
    """Return the passage of these ships of a side together: the nation of each counts (6.2.3.3)."""
    return passage_of_nations(state, side, (s.nation for s in ships))


def passage_along(p: Passage, way: Sequence[str], lands: str = "") -> Passage:
    """Return the passage for a route that may stop at a coast without a port, as its orders allowed
    (6.3.4.3), or whose force *lands* in a territory (6.3.6)."""
    ashore = (
        x
        for x in way
        if p.port(x) is None and (at := p.chart.shore(x)) is not None and not p.chart.sailable(at)
    )
    shore = lands or next(ashore, "")
    return msgspec.structs.replace(p, shore=shore) if shore else p


def passage_of_nations(state: State, side: str, nations: Iterable[str] = ()) -> Passage:
    """Return the passage for ships of a side and of these nations."""
    return _passage_now(state, side, frozenset(nations))


@memo_per_state
def _passage_now(state: State, side: str, nations: frozenset[str]) -> Passage:
    r = state.rulings
    return _passage(
        state.chart,
        side,
        tuple(sorted({n for n in nations if n})),
        state.season,
        r.switch("HR-2"),
        r.switch("diagonal-squeeze") == "yes",
        _ports_now(state),
        r.switch("HR-16") == "both",
        _usa_now(state),
    )


@memo_per_parts(route_parts)
def _ports_now(state: State) -> Ports:
    return tuple((p.name, p.square, p.zone, p.side) for p in state.ports.values())


@memo_per_parts(lambda state: (state.ships, state.planes, state.troops, state.pools))
def _usa_now(state: State) -> str:
    units = (
        x.side
        for known in (state.ships, state.planes, state.troops)
        for x in known.values()
        if x.nation == "USA"
    )
    pools = (key.partition("/")[0] for key in state.pools if "/USA/" in key)
    return next(itertools.chain(units, pools), "")


@lru_cache(maxsize=256)
def _passage(
    chart: Chart,
    side: str,
    nations: tuple[str, ...],
    season: str,
    diagonals: str,
    squeeze: bool,
    ports: Ports,
    both: bool,
    usa: str,
) -> Passage:
    return Passage(chart, side, nations, season, diagonals, squeeze, ports, both, usa)


@lru_cache(maxsize=4096)
def places_opened_on(chart: Chart, name: str, square: Square | None, zone: str) -> frozenset[str]:
    if zone:
        return frozenset({zone})
    if square is None:
        return frozenset()
    here = square_text(square)
    return frozenset(
        (
            *(square_text(s) for s in chart.openings(name, square)),
            *(z.id for z in chart.zones if here in z.next_to),
        )
    )


SEASON_CLAUSE = {"6.2.3.3.a": "6.2.3.3.b"}
"""The clause that closes a strait by season, where it is not the clause that names its
controllers."""


@clause("6.4.1.e", "6.2.2.d", "6.2.2.f", "6.2.2.1.a", "6.2.2.2.a", "6.2.3.3.a", "6.2.3.3.b")
def strait_shut(p: Passage, strait: Strait) -> Refusal | None:
    """Return the refusal when a strait may not be used, else ``None`` (6.4.1). A neutral controller
    is not friendly (HR-16)."""
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
        return Refusal(
            strait.clause,
            "strait-shut",
            (strait.id, *missing),
            detail,
            rests_on=("HR-16",),
            also_cites=also,
        )
    if strait.seasons and p.season not in strait.seasons:
        where, closed = (
            SEASON_CLAUSE.get(strait.clause, strait.clause),
            facts(season=p.season, open=", ".join(strait.seasons)),
        )
        return Refusal(
            where,
            "season-shut",
            (strait.id,),
            closed,
            also_cites=tuple(c for c in (strait.clause, *also) if c != where),
        )
    barred = [n for n in p.nations if strait.nations and n not in strait.nations]
    if barred:
        detail = facts(nation=", ".join(barred), may=", ".join(strait.nations))
        return Refusal(strait.clause, "nation-barred", (strait.id,), detail)
    return None


@clause("6.4.1.b")
def route_faults(
    p: Passage, route: Sequence[str], calls: frozenset[str], steps: int = 0
) -> tuple[Refusal, ...]:
    """Return every refusal of a route: gaps, land, ports that are not called at, closed sides of
    ports, closed straits, the Arctic out of season.

    *calls* are the ports that the route may touch: where it begins and ends, stages and refuels.
    *steps* is the number of steps before it.
    """
    return _route_faults(p, tuple(route), calls, steps)


@lru_cache(maxsize=8192)
def _route_faults(
    p: Passage, route: tuple[str, ...], calls: frozenset[str], steps: int
) -> tuple[Refusal, ...]:
    faults: list[Refusal] = []
    for here in route:
        faults.extend(place_faults(p, here, calls))
    for i, (a, b) in enumerate(itertools.pairwise(route)):
        faults.extend(_step_faults(p, a, b, steps + i + 1))
    return tuple(dict.fromkeys(faults))


@clause("6.4.1.c", "6.4.1.d")
def place_faults(p: Passage, here: str, calls: frozenset[str] = frozenset()) -> Iterator[Refusal]:
    """Yield the refusals for one place of a route: off the map, land, a port not called at, an
    unknown place, ice."""
    square = None if p.port(here) is not None else place_square(here)
    if square is not None:
        kind = p.chart.kind(square)
        if kind == "off":
            yield Refusal("6.4.1.c", "off-map", (here,))
        elif kind == "land":
            port = next((n for n, s, _, _ in p.ports if s == square), "")
            where, also = ("6.4.1.d", ("6.4.1.c",)) if port else ("6.4.1.c", ())
            yield Refusal(where, "land-square", (here,), facts(port=port), also_cites=also)
    elif p.port(here) is not None:
        if here not in calls:
            yield Refusal("6.4.1.d", "through-port", (here,))
    elif p.chart.strait(here) is None and p.chart.zone(here) is None:
        yield Refusal("6.4.1.b", "no-such-place", (here,))
    if here in p.frozen:
        yield Refusal("6.2.3.2", "arctic-frozen", (here,), facts(season=p.season))


def _step_faults(p: Passage, a: str, b: str, number: int) -> Iterator[Refusal]:
    """Yield the refusals for the step from *a* to *b*."""
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
    if here is not None and there is not None and p.port(a) is None and p.port(b) is None:
        if not are_adjacent(here, there):
            yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number))
        elif (
            p.chart.sailable(here)
            and p.chart.sailable(there)
            and there not in set(p.chart.steps(here, squeeze=p.squeeze))
        ):
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
        if (
            square is not None
            and there is not None
            and are_adjacent(square, there)
            and p.chart.kind(there) != "land"
        ):
            row = entrances().get(name)
            where, also = (row.clause, row.also) if row else ("6.1.2.1.c", ())
            yield Refusal(
                where,
                "port-side",
                (name, outside),
                facts(open="; ".join(sorted(open_on))),
                also_cites=(*also, "6.1.2.1.a"),
            )
        else:
            yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number), also_cites=("6.1.2.1.a",))
        return
    one, two = p.chart.zone(a), p.chart.zone(b)
    linked = (one is not None and b in one.next_to) or (two is not None and a in two.next_to)
    if not linked:
        yield Refusal("6.4.1.b", "gap", (a, b), facts(step=number))


class Cost(msgspec.Struct, frozen=True):
    """The cost of a stretch of route: squares, Range of zones, and the whole in Range."""

    squares: int
    zones: int
    range: int
    length: int
    """Its length in squares, a zone counting as many as its Range."""


@clause("6.3.3.3.c", "6.3.1.e", "6.1.2.1.b")
def route_cost_in_range(p: Passage, route: Sequence[str]) -> Cost:
    """Return the Range of a route: the squares of each map part converted to Range, plus the Range
    of every zone entered (6.3.3.3).

    A port's square counts as the place where the first step begins. The zone in which a ship starts
    counts too, because the learning scenario's patrols start inside one.
    """
    return _route_cost(p, tuple(route))


@lru_cache(maxsize=8192)
def _route_cost(p: Passage, route: tuple[str, ...]) -> Cost:
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
            else:
                run.append(square)
    part = route_cost(run, p.diagonals) if len(run) > 1 else 0
    squares += part
    ranges += squares_to_range(part, p.chart.theatre) + zones
    return Cost(squares, zones, ranges, squares + zones * squares_per_range(p.chart.theatre))


def cut_in_legs(route: Sequence[str], calls: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the route cut into legs at its ports of call, in order."""
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
