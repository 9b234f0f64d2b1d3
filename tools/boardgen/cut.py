"""The cut of a coastline in the plane into cells: land share, bodies of water, and the water
hexsides between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shapely import difference, intersection, union_all
from shapely.geometry import LineString, Polygon
from shapely.strtree import STRtree

from boardgen.coast import FINE, chopped, on_grid, polygons_of
from flagplot.boards.grid import Coord, Grid

MIN_BODY = 0.004  # share of the cell: smaller puddles are dropped
MIN_SIDE = 0.02  # share of the common side that must be water in both cells
MIN_LAND = 0.01  # less land than this is open sea

Raw = tuple[Coord, int]


@dataclass
class Cell:
    """A cut cell: ``land`` share 0..1, ``bodies`` largest first, ``kind`` sea, coast or land."""

    at: Coord
    land: float
    bodies: list[Polygon]
    kind: str


def cut(
    grid: Grid, cells: Iterable[Coord], land: list[Polygon]
) -> tuple[dict[Coord, Cell], dict[Raw, dict[Raw, float]]]:
    """Return cells by coordinate, and the graph: (cell, body) -> {(cell, body): water share of the
    common side}."""
    land = chopped(land)
    tree = STRtree(land)
    out: dict[Coord, Cell] = {}
    for at in cells:
        shape = on_grid(Polygon(grid.corners(at)))
        hits = sorted(tree.query(shape, predicate="intersects"))
        # Use one grid for all shapes. Otherwise the land ends just short of the cell's rim, and
        # water runs through the gap.
        ground = union_all(
            [intersection(land[i], shape, grid_size=FINE) for i in hits], grid_size=FINE
        )
        water = on_grid(difference(shape, ground, grid_size=FINE))
        bodies = [g for g in polygons_of(water) if g.area / shape.area >= MIN_BODY]
        bodies.sort(key=lambda g: (-round(g.area, 9), g.bounds))
        share = ground.area / shape.area
        out[at] = Cell(
            at, share, bodies, "sea" if share < MIN_LAND else "coast" if bodies else "land"
        )
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
    """Return the corners that two cells share: two for a side, one for squares that touch
    diagonally."""
    others = grid.corners(two)
    return [
        c
        for c in grid.corners(one)
        if any(abs(c[0] - o[0]) + abs(c[1] - o[1]) < 1e-6 for o in others)
    ]
