"""The shortest legal way from place to place, and what lies within a Range."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...map.chart import Chart, Strait, place_square
from ...map.squares import Square, adjacent, square_text
from ...state.ratings import squares_per_range
from .routes import Passage, strait_shut


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


class Weights(NamedTuple):
    """What a straight step, a diagonal one and a Range weigh in the search for short routes."""

    straight: int
    diagonal: int
    range: int


def weights(p: Passage) -> Weights:
    """The weights by the diagonal rule in force (HR-2), scaled so that a single step weighs a whole number."""
    straight, diagonal = {"alternating": (2, 3), "plus_one": (20, 21), "escalating": (2, 6)}[p.diagonals]
    return Weights(straight, diagonal, straight * squares_per_range(p.chart.theatre))


def _entries(p: Passage, origin: str, target: str) -> Iterator[tuple[str, int]]:
    """The places from which a port is entered, each with the weight of that step."""
    w, port = weights(p), p.port(target)
    assert port is not None
    for here in sorted(p.opens_on(target, port[1], port[2]) - p.shunned):
        yield here, hop(place_square(here), port[1], w) if place_square(here) is not None else 0
    for strait in p.chart.straits:
        if target in strait.ends and strait_shut(p, strait) is None:
            here = _far_end(strait, target)
            if p.port(here) is None or here == origin:
                yield here, hop(_square(p, here), port[1], w)


@lru_cache(maxsize=512)
def _tree(p: Passage, origin: str) -> tuple[dict[str, int], dict[str, str]]:
    """The weight of the shortest way from *origin* to every sea place, and the place before each; other ports are not entered."""
    w = weights(p)
    best: dict[str, int] = {origin: 0}
    came: dict[str, str] = {}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here]:
            continue
        for there, step in _onward(p, here, w):
            nd = d + step
            if nd < best.get(there, 1 << 60) or (nd == best.get(there) and here < came.get(there, here)):
                best[there] = nd
                came[there] = here
                heapq.heappush(heap, (nd, there))
    return best, came


def _onward(p: Passage, here: str, w: Weights) -> Iterator[tuple[str, int]]:
    """Sea places one step on from *here* with what the step weighs."""
    frozen, port = p.frozen | p.shunned if p.shunned else p.frozen, p.port(here)
    if port is not None:
        name, at, zone, _ = port
        for there in sorted(p.opens_on(name, at, zone) - frozen):
            yield there, _step(p, here, there, w)
    else:
        for there, weight in _at_sea(p.chart, here, p.squeeze, w):
            if there not in frozen:
                yield there, weight
    for strait in _straits_at(p.chart, here):
        there = _far_end(strait, here)
        if strait_shut(p, strait) is None and there not in frozen and p.port(there) is None:
            yield there, _step(p, here, there, w)


def _step(p: Passage, here: str, there: str, w: Weights) -> int:
    """What a step weighs: the Range of the zone it enters, or the squares between."""
    zone = p.chart.zone(there)
    return w.range * zone.range if zone is not None else hop(_square(p, here), _square(p, there), w)


def _far_end(strait: Strait, near: str) -> str:
    return strait.ends[1] if strait.ends[0] == near else strait.ends[0]


@lru_cache(1 << 13)
def _at_sea(chart: Chart, here: str, squeeze: bool, w: Weights) -> tuple[tuple[str, int], ...]:
    """The steps from a sea square or a zone over open water, whatever the ice; straits apart."""
    square, zone = place_square(here), chart.zone(here)
    found: list[tuple[str, int]] = []
    if square is not None:
        found += [(square_text(s), hop(square, s, w)) for s in chart.steps(square, squeeze=squeeze)]
        found += [(z.id, w.range * z.range) for z in chart.edge_zones(square)]
    elif zone is not None:
        for n in zone.next_to:
            beyond = chart.zone(n)
            found.append((n, w.range * beyond.range if beyond is not None else w.straight))
        found += [(z.id, w.range * z.range) for z in chart.zones if here in z.next_to and z.id not in zone.next_to]
    return tuple(found)


@lru_cache(1 << 13)
def _straits_at(chart: Chart, place: str) -> tuple[Strait, ...]:
    """The straits that begin or end at a place."""
    return tuple(s for s in chart.straits if place in s.ends)


def _square(p: Passage, place: str) -> Square | None:
    found = p.port(place)
    return found[1] if found is not None else place_square(place)


def hop(a: Square | None, b: Square | None, w: Weights) -> int:
    """What one step over squares weighs: a longer one (a canal) counts as straight steps."""
    if a is None or b is None:
        return w.straight
    if not adjacent(a, b):
        return w.straight * max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return w.diagonal if a[0] != b[0] and a[1] != b[1] else w.straight


@lru_cache(maxsize=1024)
def reachable_squares(p: Passage, origin: str, limit_range: int) -> frozenset[str]:
    """Sea squares within a Range of a port, by legal routes (for the page's overlay)."""
    w = weights(p)
    limit = limit_range * w.range
    w = w._replace(range=limit + 1)  # the overlay shows squares: no zone is entered
    best: dict[str, int] = {origin: 0}
    heap: list[tuple[int, str]] = [(0, origin)]
    while heap:
        d, here = heapq.heappop(heap)
        if d > best[here] or p.chart.zone(here) is not None:
            continue
        for there, step in _onward(p, here, w):
            if d + step <= limit and d + step < best.get(there, 1 << 60):
                best[there] = d + step
                heapq.heappush(heap, (d + step, there))
    return frozenset(x for x in best if place_square(x) is not None)
