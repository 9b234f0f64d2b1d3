"""Lower bounds on the distance to the goals of a route, in hexes, computed on demand for the A*
search."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set

from .model import Board
from .water_graph import WaterGraph

FAR = 1 << 20


class LowerBound:
    """The fewest hexes from each vertex to the cheapest of some goals, each with its own further
    cost. The port rule is ignored.

    ``known`` is exact for every vertex within the distance computed so far; for others it may be
    too high. Threads may share a bound: each ring is computed completely by each of them.
    """

    __slots__ = ("_goals", "_passage", "_rim", "_shut", "known")

    def __init__(self, p: WaterGraph, goals: Mapping[int, int], shut: Set[int]) -> None:
        self.known = dict(goals)
        self._passage, self._goals, self._shut = p, goals, shut
        rings: dict[int, dict[int, None]] = {}
        for g, cost in goals.items():
            rings.setdefault(cost, {})[g] = None
        self._rim = (min(rings, default=0), rings)

    def nearest(self, starts: Collection[int]) -> int:
        """Return the fewest hexes from any of some vertices; :data:`FAR` when there is no route."""
        while True:
            depth, rings = self._rim
            fewest = min((self.known.get(v, FAR) for v in starts), default=FAR)
            if fewest <= depth or not rings:
                return fewest
            self._grow()

    def out_to(self, limit: int) -> None:
        """Compute every vertex up to *limit* hexes away."""
        while self._rim[1] and self._rim[0] < limit:
            self._grow()

    def _grow(self) -> None:
        """Extend the bound by one ring. Other threads may be reading: ``known`` only grows, and
        everything else is replaced, not changed. A thread that computes the same ring finds the
        same start."""
        # Water is symmetric: v touches all that touch v. Boxes are left and entered over ``far``.
        near, far, terminal = self._passage.near, self._passage.far, self._passage.terminal
        dist, shut = self.known, self._shut
        d, rings = self._rim
        rings = dict(rings)
        ring = rings.pop(d, {})
        beyond = d + 1
        fresh = dict(rings.get(beyond, {}))
        for v in ring:
            if dist[v] != d or (v in terminal and v not in self._goals):
                continue
            for w in near[v]:
                known = dist.get(w, FAR)
                if known >= beyond and (known < FAR or w not in shut):
                    dist[w] = beyond
                    fresh[w] = None
            for w, step in far.get(v, ()):
                if dist.get(w, FAR) >= d + step:
                    dist[w] = d + step
                    if step == 1:
                        fresh[w] = None
                    else:
                        rings[d + step] = {**rings.get(d + step, {}), w: None}
        rings.pop(beyond, None)
        if fresh:
            rings[beyond] = fresh
        self._rim = (min(rings, default=beyond), rings)


def bounds_per_stage(
    board: Board, p: WaterGraph, stops: Sequence[frozenset[int]], shut: Set[int]
) -> list[LowerBound]:
    """Return, for each stage of a route, the lower bound through the remaining stops. The board
    caches the bounds."""
    found: list[LowerBound] = []
    for i, goals in enumerate(reversed(stops)):
        key = ("bound", id(p), tuple(stops[len(stops) - 1 - i :]), frozenset(shut))
        known = board.cache.get(key)
        if known is None:
            on = {g: found[-1].nearest((g,)) for g in goals} if found else dict.fromkeys(goals, 0)
            known = board.cache[key] = LowerBound(p, {g: d for g, d in on.items() if d < FAR}, shut)
        found.append(known)
    return found[::-1]
