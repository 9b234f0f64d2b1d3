"""Coastline in the plane to cells: land share, bodies of water, and the water hexsides between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union
from shapely.strtree import STRtree

from flagplot.boards.grid import Coord, Grid

MIN_BODY = 0.004   # share of the cell: smaller puddles are dropped
MIN_SIDE = 0.02    # share of the common side that must be water on both hands
MIN_LAND = 0.01    # less land than this is open sea

Raw = tuple[Coord, int]


@dataclass
class Cell:
    """A cut cell: ``land`` share 0..1, ``bodies`` largest first, ``kind`` sea, coast or land."""

    at: Coord
    land: float
    bodies: list[Polygon]
    kind: str


def cut(grid: Grid, cells: Iterable[Coord], land: list[Polygon]) -> tuple[dict[Coord, Cell], dict[Raw, dict[Raw, float]]]:
    """Cells by coordinate, and the graph: (cell, body) -> {(cell, body): water share of the common side}."""
    tree = STRtree(land)
    out: dict[Coord, Cell] = {}
    for at in cells:
        shape = Polygon(grid.corners(at))
        hits = tree.query(shape, predicate="intersects")
        ground = unary_union([land[i].intersection(shape) for i in hits]).buffer(0) if len(hits) else Polygon()
        water = shape.difference(ground) if not ground.is_empty else shape
        bodies = [g for g in getattr(water, "geoms", [water])
                  if isinstance(g, Polygon) and g.area / shape.area >= MIN_BODY]
        bodies.sort(key=lambda g: -g.area)
        share = ground.area / shape.area
        out[at] = Cell(at, share, bodies, "sea" if share < MIN_LAND else "coast" if bodies else "land")
    graph: dict[Raw, dict[Raw, float]] = {}
    for at, cell in out.items():
        ring = grid.neighbours(at)
        for to in ring[: len(ring) // 2]:
            other = out.get(to)
            if other is None:
                continue
            shared = common_corners(grid, at, to)
            if len(shared) < 2:
                continue  # squares that touch at a corner
            line = LineString(shared)
            for i, p in enumerate(cell.bodies):
                wet = line.intersection(p.buffer(1e-6))
                if wet.is_empty:
                    continue
                for j, q in enumerate(other.bodies):
                    both = wet.intersection(q.buffer(1e-6))
                    if not both.is_empty and both.length / line.length >= MIN_SIDE:
                        graph.setdefault((at, i), {})[to, j] = both.length / line.length
                        graph.setdefault((to, j), {})[at, i] = both.length / line.length
    return out, graph


def common_corners(grid: Grid, one: Coord, two: Coord) -> list[tuple[float, float]]:
    """The corners two cells share: two for a side, one for squares that touch diagonally."""
    others = grid.corners(two)
    return [c for c in grid.corners(one) if any(abs(c[0] - o[0]) + abs(c[1] - o[1]) < 1e-6 for o in others)]
