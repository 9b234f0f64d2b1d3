"""Coastlines: TopoJSON to polygons, clipped in degrees and projected into a board's plane.

All input of the geometry library is snapped to a fine grid, in closed, sorted rings of one
orientation and starting point. The last bits of a sine differ between processors; without the grid
a ring may come out open, or a strait shut.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.affinity import translate
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

Array = NDArray[np.float64]
CASPIAN = Point(51.0, 41.0)
FINE = 1e-9  # the grid everything lies on, in degrees and in pitches
NATURAL_EARTH = Path(__file__).parent / "natural-earth"
Projection = Callable[[Array, Array], Array]


def polygons_of(geometry: BaseGeometry) -> Iterator[Polygon]:
    """Yield all polygons in any geometry."""
    if isinstance(geometry, Polygon):
        if not geometry.is_empty:
            yield geometry
        return
    for part in getattr(geometry, "geoms", ()):
        yield from polygons_of(part)


def _arcs(topology: dict[str, Any]) -> list[Array]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    return [
        np.cumsum(np.asarray(arc, float), axis=0) * (sx, sy) + (tx, ty) for arc in topology["arcs"]
    ]


def _rings(topology: dict[str, Any], layer: str) -> Iterator[list[Array]]:
    arcs = _arcs(topology)

    def ring(indices: list[int]) -> Array:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        return np.concatenate([parts[0], *(p[1:] for p in parts[1:])])

    def walk(geometry: dict[str, Any]) -> Iterator[list[Array]]:
        if geometry["type"] == "GeometryCollection":
            for part in geometry["geometries"]:
                yield from walk(part)
        elif geometry["type"] == "Polygon":
            yield [ring(r) for r in geometry["arcs"]]
        elif geometry["type"] == "MultiPolygon":
            for polygon in geometry["arcs"]:
                yield [ring(r) for r in polygon]

    yield from walk(topology["objects"][layer])


def _unroll(ring: Array) -> Array:
    """Return a ring made continuous. A ring that crosses the antimeridian jumps by 360 degrees."""
    out = ring.copy()
    jump = np.diff(out[:, 0])
    out[1:, 0] -= 360 * np.cumsum(np.where(jump > 180, 1, np.where(jump < -180, -1, 0)))
    return out


def on_grid(geometry: BaseGeometry, grid: float = FINE) -> BaseGeometry:
    """Return the same shape, valid, on a grid of *grid* units, with closed rings in a fixed
    orientation and order."""
    if not geometry.is_valid:
        geometry = shapely.make_valid(geometry, method="structure", keep_collapsed=False)
    return shapely.normalize(shapely.set_precision(geometry, grid))


def ordered(polygons: Iterable[Polygon]) -> list[Polygon]:
    """Return polygons in an order that depends on their positions, not on how they were found."""
    return sorted(polygons, key=lambda p: (*p.bounds, p.area))


def lakes(window: tuple[float, float, float, float]) -> list[Polygon]:
    """Return the lakes within west, south, east, north, for the drawing only. The Caspian is left
    out, because it is sea on the boards."""
    return [p for p in land("lakes-50m", window, 1.0, layer="lakes") if not p.contains(CASPIAN)]


def land(
    source: str,
    window: tuple[float, float, float, float],
    densify: float = 0.25,
    layer: str = "land",
) -> list[Polygon]:
    """Return land polygons of a file of Natural Earth within west, south, east, north (degrees;
    east may exceed 180)."""
    frame = box(*window)
    out: list[Polygon] = []
    for rings in _rings(
        json.loads(gzip.decompress((NATURAL_EARTH / f"{source}.json.gz").read_bytes())), layer
    ):
        unrolled = [_unroll(r) for r in rings]
        outer = unrolled[0]
        if abs(outer[0, 0] - outer[-1, 0]) > 1:
            continue  # Antarctica winds round the pole
        low, high = outer[:, 0].min(), outer[:, 0].max()
        holes = []
        for hole in unrolled[1:]:  # the Caspian is a hole and must follow its outer ring
            middle = hole[:, 0].mean()
            holes.append(hole + np.array([360.0 * (middle < low) - 360.0 * (middle > high), 0.0]))
        polygon = Polygon(outer, holes)
        for shift in (0, 360, -360):
            moved = translate(polygon, shift, 0)
            if box(*moved.bounds).intersects(frame):
                inside = shapely.intersection(on_grid(moved), frame, grid_size=FINE)
                out += [shapely.segmentize(p, densify) for p in polygons_of(inside) if p.area > 0]
    return ordered(out)


def chopped(polygons: Iterable[Polygon], most: int = 400) -> list[Polygon]:
    """Return the same land in pieces of at most *most* points, halved along the grid. A small cell
    then meets only small pieces."""
    out: list[Polygon] = []
    for p in polygons:
        west, south, east, north = p.bounds
        wide, high = east - west, north - south
        if shapely.get_num_coordinates(p) <= most or max(wide, high) < 0.01:
            out.append(p)
            continue
        x, y = (
            (round((west + east) / 2, 6), north)
            if wide > high
            else (east, round((south + north) / 2, 6))
        )
        rest = box(x, south, east, north) if wide > high else box(west, y, east, north)
        for half in (box(west, south, x, y), rest):
            out += chopped(polygons_of(shapely.intersection(p, half, grid_size=FINE)), most)
    return out


def project(polygons: list[Polygon], projection: Projection) -> list[Polygon]:
    """Return the same polygons in the board's plane, on its grid and valid again."""

    def ring(points: Any) -> Array:
        degrees = np.asarray(points.coords)
        out = (
            np.round(projection(degrees[:, 0], degrees[:, 1]), 9) + 0.0
        )  # adding 0.0 turns -0.0 into 0.0
        out[-1] = out[0]
        return out

    out: list[Polygon] = []
    for p in polygons:
        moved = Polygon(ring(p.exterior), [ring(r) for r in p.interiors])
        out += polygons_of(on_grid(moved))
    return ordered(out)
