"""Assembly of a board from cells, graph and hand table: straits split into sides, waters named,
places added.

The hand table decides what geography alone cannot say. Nothing here edits a generated cell:
closures and openings change sides, gates split bodies, canals add bodies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shapely.geometry import Point as ShapelyPoint

from boardgen.cut import Cell, Raw
from boardgen.fit import Warp
from flagplot.boards.grid import Coord, Grid

Key = tuple[Coord, int, int]  # cell, body of the cut, side of a gate (-1: not split)
UNIT = 60.0


@dataclass
class Waters:
    """The water graph while it is being assembled."""

    grid: Grid
    cells: dict[Coord, Cell]
    near: dict[Key, dict[Key, None]] = field(default_factory=dict)
    joins: dict[str, list[tuple[Key, Key]]] = field(default_factory=dict)
    name: dict[Key, str] = field(default_factory=dict)
    extra: dict[Coord, list[Key]] = field(default_factory=dict)

    def of(self, at: Coord) -> list[Key]:
        """Return the bodies of a cell, in the order of their final numbers."""
        return sorted(k for k in self.near if k[0] == at)

    def link(self, a: Key, b: Key) -> None:
        self.near.setdefault(a, {})[b] = None
        self.near.setdefault(b, {})[a] = None

    def cut(self, a: Key, b: Key) -> None:
        self.near.get(a, {}).pop(b, None)
        self.near.get(b, {}).pop(a, None)


def start(grid: Grid, cells: dict[Coord, Cell], graph: Mapping[Raw, Mapping[Raw, float]]) -> Waters:
    """Return the graph as cut. Bodies of coast cells that touch no other water are dropped as
    lakes."""
    w = Waters(grid, cells)
    for at, cell in cells.items():
        for i in range(len(cell.bodies)):
            if cell.kind == "sea" or graph.get((at, i)):
                w.near[at, i, -1] = {}
    for (at, i), out in graph.items():
        for to, j in out:
            w.link((at, i, -1), (to, j, -1))
    return w


def close(w: Waters, pairs: Iterable[tuple[str, str]]) -> None:
    """Remove all water from these hexsides."""
    for one, two in pairs:
        a, b = w.grid.parse(one), w.grid.parse(two)
        for k in w.of(a):
            for other in [o for o in w.near[k] if o[0] == b]:
                w.cut(k, other)


def drop(w: Waters, at: Coord) -> None:
    """Remove all water of a cell, when it is only a misleading puddle."""
    for k in w.of(at):
        for n in list(w.near[k]):
            w.cut(k, n)
        w.near.pop(k)


def join(w: Waters, at: Coord) -> None:
    """Make all water of a cell one body, because ships pass in it although the coast parts it at
    this scale."""
    first, *others = w.of(at)
    for k in others:
        for n in list(w.near[k]):
            w.cut(k, n)
            w.link(first, n)
        w.near.pop(k)


def nearest_body(w: Waters, at: Coord, x: float, y: float) -> Key | None:
    """Return the body of a cell that is nearest to a plane point."""
    here = ShapelyPoint(x, y)
    options = [
        (w.cells[at].bodies[k[1]].distance(here), k)
        for k in w.of(at)
        if k[1] < len(w.cells[at].bodies)
    ]
    return min(options)[1] if options else None


def open_sides(w: Waters, openings: Iterable[Mapping[str, Any]], warp: Warp) -> None:
    """Join two cells by hand where the cut is too coarse. ``near`` (degrees) selects the bodies.
    With ``bay`` the first cell gains a water of its own there that was too small for the cut."""
    for o in openings:
        x, y = warp.one(*o["near"])
        a, b = (nearest_body(w, w.grid.parse(h), x, y) for h in o["hexes"])
        if o.get("bay"):
            a = (w.grid.parse(o["hexes"][0]), 80, -1)
            w.near[a] = {}
        if a is None or b is None:
            raise SystemExit(f"opening {o['hexes']}: no water on one side")
        w.link(a, b)


def split(w: Waters, link: str, gate: Mapping[str, Any]) -> None:
    """Part the bodies of a strait's cells into one per side. The link joins them again while it is
    open.

    ``sides`` are two lists of hexes that lie on one side each; every water cell beyond the gate
    belongs to the side it can be reached from first.
    """
    hexes = [w.grid.parse(h) for h in gate["hexes"]]
    bodies = [k for h in hexes for k in w.of(h)]
    inside = set(bodies)
    side: dict[Key, int] = {}
    queue: deque[Key] = deque()
    for i, names in enumerate(gate["sides"]):
        for name in names:
            for k in w.of(w.grid.parse(name)):
                if k not in inside and k not in side:
                    side[k] = i
                    queue.append(k)
    while queue:
        k = queue.popleft()
        for n in w.near[k]:
            if n not in inside and n not in side:
                side[n] = side[k]
                queue.append(n)
    around = {k: {side[n] for n in w.near[k] if n in side} for k in bodies}
    outer = {k: list(w.near[k]) for k in bodies}
    for k in bodies:
        for n in outer[k]:
            w.cut(k, n)
        w.near.pop(k)
    joins = w.joins.setdefault(link, [])
    for k in bodies:
        sides = sorted(around[k]) or [0]
        for s in sides:
            half = (k[0], k[1], s)
            w.near.setdefault(half, {})
            for n in outer[k]:
                if n in inside:
                    for t in sorted(around[n]) or [0]:
                        other = (n[0], n[1], t)
                        if s == t:
                            w.link(half, other)
                        elif (half, other) not in joins and (other, half) not in joins:
                            joins.append((half, other))
                elif side.get(n, s) == s:
                    w.link(half, n)
        if len(sides) == 2:
            joins.append(((k[0], k[1], 0), (k[0], k[1], 1)))
    # a crossing join is needed only when no cell of the gate holds both sides
    if any(a[0] == b[0] for a, b in joins):
        joins[:] = [(a, b) for a, b in joins if a[0] == b[0] or not _bridged(a, b, joins)]


def _bridged(a: Key, b: Key, joins: list[tuple[Key, Key]]) -> bool:
    same = {frozenset(j) for j in joins if j[0][0] == j[1][0]}
    flip_a, flip_b = (a[0], a[1], b[2]), (b[0], b[1], a[2])
    return frozenset((a, flip_a)) in same or frozenset((b, flip_b)) in same


def name_waters(w: Waters, seeds: Iterable[Mapping[str, Any]], warp: Warp) -> None:
    """Name every body after the nearest seed by water. Names do not pass a strait."""
    queue: deque[Key] = deque()
    for seed in seeds:
        x, y = warp.one(*seed["at"])
        at = w.grid.at(x, y)
        options = [c for c in (at, *w.grid.neighbours(at)) if c in w.cells and w.of(c)]
        if not options:
            raise SystemExit(f"the seed of {seed['name']} lies on land or off the board")
        here = ShapelyPoint(x, y)
        drawn = [k for c in options for k in w.of(c) if k[1] < len(w.cells[c].bodies)]
        best = min((w.cells[k[0]].bodies[k[1]].distance(here), k) for k in drawn)[1]
        if best not in w.name:
            w.name[best] = seed["name"]
            queue.append(best)
    while queue:
        k = queue.popleft()
        for n in w.near[k]:
            if n not in w.name:
                w.name[n] = w.name[k]
                queue.append(n)
    # the gate of a strait may hold a body that a seed reaches only through the link
    for k in list(w.near):
        if k not in w.name:
            w.name[k] = ""


def name_rest(w: Waters, given: Mapping[str, str]) -> None:
    """Name the waters that no seed reached: by hand, or after a neighbour across a link."""
    for hex_id, name in given.items():
        for k in w.of(w.grid.parse(hex_id)):
            if not w.name[k]:
                _flood(w, k, name)
    for pairs in w.joins.values():
        for a, b in pairs:
            for one, two in ((a, b), (b, a)):
                if not w.name[one] and w.name[two]:
                    _flood(w, one, w.name[two])
    lost = [k for k in w.near if not w.name[k]]
    for k in lost:
        for n in list(w.near[k]):
            w.cut(k, n)
        w.near.pop(k)
        w.name.pop(k)


def _flood(w: Waters, k: Key, name: str) -> None:
    queue = deque([k])
    w.name[k] = name
    while queue:
        here = queue.popleft()
        for n in w.near[here]:
            if not w.name.get(n):
                w.name[n] = name
                queue.append(n)


def add_canal(w: Waters, link: str, canal: Mapping[str, Any]) -> None:
    """Join the differently named bodies of one hex, or lay a chain of canal hexes between two
    waters."""
    joins = w.joins.setdefault(link, [])
    if "hex" in canal:
        bodies = w.of(w.grid.parse(canal["hex"]))
        first = bodies[0]
        for k in bodies:
            if w.name[k] != w.name[first]:
                joins.append((first, k))
        if not joins:
            raise SystemExit(f"{link}: the hex {canal['hex']} holds only one water")
        return
    chain = canal["chain"]
    before: Key | None = None
    for i, hex_id in enumerate(chain):
        at = w.grid.parse(hex_id)
        if 0 < i < len(chain) - 1:
            key = (at, 90, -1)
            w.near[key] = {}
            w.name[key] = canal["water"]
        else:
            wanted = canal["ends"][0 if i == 0 else 1]
            key = next(k for k in w.of(at) if w.name[k] == wanted)
        if before is not None:
            joins.append((before, key))
        before = key
