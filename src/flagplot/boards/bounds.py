"""How far it is at least to the goals of a way, worked out only as far from them as somebody asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from threading import Lock

from flagplot.boards.model import Board
from flagplot.boards.passage import Passage

FAR = 1 << 20
_GUARD = Lock()


class Bound:
    """The fewest hexes from each vertex to the cheapest of some goals, each with its own further cost; the port rule aside.

    ``known`` is true of every vertex as far away as has been asked; what it says of others may be too much. All games of a room
    ask the same one, so who works it out keeps the others waiting.
    """

    __slots__ = ("_depth", "_goals", "_passage", "_rings", "_shut", "known")

    def __init__(self, p: Passage, goals: Mapping[int, int], shut: Set[int]) -> None:
        self.known = dict(goals)
        self._passage, self._goals, self._shut = p, goals, shut
        self._rings: dict[int, list[int]] = {}
        for g, cost in goals.items():
            self._rings.setdefault(cost, []).append(g)
        self._depth = min(self._rings, default=0)

    def nearest(self, starts: Collection[int]) -> int:
        """The fewest hexes from any of some vertices; :data:`FAR` where there is no way."""
        with _GUARD:
            while True:
                fewest = min((self.known.get(v, FAR) for v in starts), default=FAR)
                if fewest <= self._depth or not self._rings:
                    return fewest
                self._grow(self._depth + 1)

    def out_to(self, limit: int) -> None:
        """Work out every vertex that is no farther than *limit*."""
        with _GUARD:
            self._grow(limit)

    def _grow(self, limit: int) -> None:
        """Go on by rings."""
        # water is symmetric: what v touches also touches v; boxes are left and reached over ``far``
        near, far, terminal = self._passage.near, self._passage.far, self._passage.terminal
        dist, rings, shut = self.known, self._rings, self._shut
        while rings and self._depth < limit:
            d = self._depth
            ring = rings.pop(d, None)
            if ring is None:
                self._depth = min(rings)
                continue
            beyond = d + 1
            fresh = rings.setdefault(beyond, [])
            for v in ring:
                if dist[v] != d or (v in terminal and v not in self._goals):
                    continue
                for w in near[v]:
                    if w not in dist:
                        if w not in shut:
                            dist[w] = beyond
                            fresh.append(w)
                    elif dist[w] > beyond:
                        dist[w] = beyond
                        fresh.append(w)
                for w, step in far.get(v, ()):
                    if dist.get(w, FAR) > d + step:
                        dist[w] = d + step
                        rings.setdefault(d + step, []).append(w)
            if not fresh:
                del rings[beyond]
            self._depth = beyond


def bounds(board: Board, p: Passage, stops: Sequence[frozenset[int]], shut: Set[int]) -> list[Bound]:
    """For each stage of a way, how far it is at least through the stops that remain; remembered on the board."""
    found: list[Bound] = []
    for i, goals in enumerate(reversed(stops)):
        key = ("bound", id(p), tuple(stops[len(stops) - 1 - i:]), frozenset(shut))
        known = board.cache.get(key)
        if known is None:
            on = {g: found[-1].nearest((g,)) for g in goals} if found else dict.fromkeys(goals, 0)
            known = board.cache[key] = Bound(p, {g: d for g, d in on.items() if d < FAR}, shut)
        found.append(known)  # type: ignore[arg-type]
    return found[::-1]
