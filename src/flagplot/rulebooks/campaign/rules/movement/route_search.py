"""The search for the shortest legal route between places, and for the places within a Range."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from flagplot.table import clause

from ...map.chart import Chart, Strait, place_square
from ...map.squares import Square, are_adjacent, square_text
from ...state.ratings import squares_per_range
from .routes import Passage, places_opened_on, strait_shut


def shortest_route(p: Passage, origin: str, target: str) -> tuple[str, ...] | None:
    """Return the shortest legal route from *origin* to *target* (ports, squares or zones), both
    included; ``None`` when there is none.

    The result is deterministic: among equals the route whose places sort first.
    """
    return _shortest_route(p, origin, target)


@lru_cache(maxsize=8192)
def _shortest_route(p: Passage, origin: str, target: str) -> tuple[str, ...] | None:
    if origin == target:
        return (origin,)
    from_sea = p.port(origin) is None and p.port(target) is not None and target != p.shore
    if from_sea or (origin == p.shore and p.port(origin) is not None):
        back = _shortest_route(p, target, origin)
        return tuple(reversed(back)) if back else None
    best, came = _route_tree(water_of(p), origin)
    last = target
    if p.port(target) is not None:
        entries = [
            (best[here] + step, here) for here, step in _entries(p, origin, target) if here in best
        ]
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


class Weights(NamedTuple):
    """The weights of a straight step, a diagonal step and a Range in the search for short
    routes."""

    straight: int
    diagonal: int
    range: int


def weights(p: Passage) -> Weights:
    """Return the weights by the diagonal rule in force (HR-2), scaled so that each is a whole
    number."""
    straight, diagonal = {"alternating": (2, 3), "plus_one": (20, 21), "escalating": (2, 6)}[
        p.diagonals
    ]
    return Weights(straight, diagonal, straight * squares_per_range(p.chart.theatre))


def _entries(p: Passage, origin: str, target: str) -> Iterator[tuple[str, int]]:
    """Yield the places from which a port is entered, with the weight of that step."""
    w, port = weights(p), p.port(target)
    assert port is not None
    for here in sorted(
        p.opens_on(target, port[1], port[2]) - p.shunned - _closed_neighbours(water_of(p), target)
    ):
        yield (
            here,
            hop_weight(place_square(here), port[1], w) if place_square(here) is not None else 0,
        )
    for strait in p.chart.straits:
        if target in strait.ends and strait_shut(p, strait) is None:
            here = _far_end(strait, target)
            if p.port(here) is None or here == origin:
                yield here, hop_weight(_square_of_place(p, here), port[1], w)


class Water(msgspec.Struct, frozen=True, cache_hash=True):
    """The part of a passage on which route lengths depend. It is equal for all sides with the same
    open straits."""

    chart: Chart
    weights: Weights
    squeeze: bool
    shut: frozenset[str]
    """Places that cannot be entered: ice, and places to be avoided."""
    open: frozenset[str]
    """Ids of the straits that are open."""
    ports: tuple[tuple[str, Square | None, str], ...]
    """Tuples (name, square, zone) of every port."""

    def port(self, name: str) -> tuple[str, Square | None, str] | None:
        """Return the port of a name; ``None`` for squares, which contain a comma."""
        return None if "," in name else next((p for p in self.ports if p[0] == name), None)


@lru_cache(maxsize=512)
def water_of(p: Passage) -> Water:
    """Return the part of a passage on which route lengths depend."""
    passed = frozenset(strait.id for strait in p.chart.straits if strait_shut(p, strait) is None)
    return Water(
        p.chart,
        weights(p),
        p.squeeze,
        p.frozen | p.shunned,
        passed,
        tuple(port[:3] for port in p.ports),
    )


@lru_cache(maxsize=512)
def _route_tree(water: Water, origin: str) -> tuple[dict[str, int], dict[str, str]]:
    """Return the weight of the shortest route from *origin* to every sea place, and the place
    before each. Other ports are not entered."""
    best: dict[str, int] = {origin: 0}
    came: dict[str, str] = {}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here]:
            continue
        for there, step in _next_places(water, here):
            nd = d + step
            known = best.get(there)
            if known is None or nd < known or (nd == known and here < came.get(there, here)):
                best[there] = nd
                came[there] = here
                heapq.heappush(heap, (nd, there))
    return best, came


@lru_cache(1 << 15)
def _next_places(water: Water, here: str) -> tuple[tuple[str, int], ...]:
    """Return the sea places one step from *here*, with the weight of the step."""
    chart, w, port = water.chart, water.weights, water.port(here)
    if port is not None:
        found = [
            (there, _step_weight(water, here, there))
            for there in sorted(places_opened_on(chart, *port))
        ]
    else:
        found = list(_at_sea(chart, here, water.squeeze, w))
    barred = _closed_neighbours(water, here)
    found = [x for x in found if x[0] not in water.shut and x[0] not in barred]
    for strait in _straits_at(chart, here):
        there = _far_end(strait, here)
        if strait.id in water.open and there not in water.shut and water.port(there) is None:
            found.append((there, _step_weight(water, here, there)))
    return tuple(found)


@clause("6.4.1.e")
def _closed_neighbours(water: Water, here: str) -> frozenset[str]:
    """Return the neighbours of *here* that only closed straits join to it (6.4.1)."""
    beyond = [(_far_end(s, here), s.id in water.open) for s in _straits_at(water.chart, here)]
    return frozenset(x for x, _ in beyond) - {x for x, is_open in beyond if is_open}


def _step_weight(water: Water, here: str, there: str) -> int:
    """Return the weight of a step: the Range of the zone that it enters, or the squares between."""
    zone, w = water.chart.zone(there), water.weights
    return (
        w.range * zone.range
        if zone is not None
        else hop_weight(_square_of_place(water, here), _square_of_place(water, there), w)
    )


def _far_end(strait: Strait, near: str) -> str:
    return strait.ends[1] if strait.ends[0] == near else strait.ends[0]


@lru_cache(1 << 13)
def _at_sea(chart: Chart, here: str, squeeze: bool, w: Weights) -> tuple[tuple[str, int], ...]:
    """Return the steps from a sea square or a zone over open water, straits left out and ice
    ignored."""
    square, zone = place_square(here), chart.zone(here)
    found: list[tuple[str, int]] = []
    if square is not None:
        found += [
            (square_text(s), hop_weight(square, s, w)) for s in chart.steps(square, squeeze=squeeze)
        ]
        found += [(z.id, w.range * z.range) for z in chart.edge_zones(square)]
    elif zone is not None:
        for n in zone.next_to:
            beyond = chart.zone(n)
            found.append((n, w.range * beyond.range if beyond is not None else w.straight))
        found += [
            (z.id, w.range * z.range)
            for z in chart.zones
            if here in z.next_to and z.id not in zone.next_to
        ]
    return tuple(found)


@lru_cache(1 << 13)
def _straits_at(chart: Chart, place: str) -> tuple[Strait, ...]:
    """Return the straits that begin or end at a place."""
    return tuple(s for s in chart.straits if place in s.ends)


def _square_of_place(p: Passage | Water, place: str) -> Square | None:
    found = p.port(place)
    return found[1] if found is not None else place_square(place)


def hop_weight(a: Square | None, b: Square | None, w: Weights) -> int:
    """Return the weight of one step over squares. A longer one (a canal) counts as straight
    steps."""
    if a is None or b is None:
        return w.straight
    if not are_adjacent(a, b):
        return w.straight * max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return w.diagonal if a[0] != b[0] and a[1] != b[1] else w.straight


def reachable_squares(p: Passage, origin: str, limit_range: int) -> frozenset[str]:
    """Return the sea squares within a Range of a port by legal routes that enter no zone, for the
    page's overlay."""
    return _within(water_of(p), origin, limit_range)


@lru_cache(maxsize=1024)
def _within(water: Water, origin: str, limit_range: int) -> frozenset[str]:
    limit = limit_range * water.weights.range if water.chart.zone(origin) is None else -1
    best: dict[str, int] = {origin: 0}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here]:
            continue
        for there, step in _next_places(water, here):
            if (
                d + step <= limit
                and d + step < best.get(there, 1 << 60)
                and water.chart.zone(there) is None
            ):
                best[there] = d + step
                heapq.heappush(heap, (d + step, there))
    return frozenset(x for x in best if place_square(x) is not None)
