"""TopoJSON coastlines to polygons, clipped in degrees and projected into a board's plane."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
Projection = Callable[[Array, Array], Array]


def polygons_of(geometry: BaseGeometry) -> Iterator[Polygon]:
    """All polygons in any geometry."""
    if isinstance(geometry, Polygon):
        if not geometry.is_empty:
            yield geometry
        return
    for part in getattr(geometry, "geoms", ()):
        yield from polygons_of(part)


def _arcs(topology: dict[str, Any]) -> list[Array]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    return [np.cumsum(np.asarray(arc, float), axis=0) * (sx, sy) + (tx, ty) for arc in topology["arcs"]]


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
    """Rings that cross the antimeridian jump by 360 degrees; make them continuous."""
    out = ring.copy()
    jump = np.diff(out[:, 0])
    out[1:, 0] -= 360 * np.cumsum(np.where(jump > 180, 1, np.where(jump < -180, -1, 0)))
    return out


def lakes(atlas: Path, window: tuple[float, float, float, float]) -> list[Polygon]:
    """Lakes within west, south, east, north, for the drawing only; the Caspian is sea on our boards and left out."""
    found = land(atlas / "lakes-50m.json", window, 1.0, layer="lakes")
    return [p for p in found if not p.contains(CASPIAN)]


def land(
    path: Path, window: tuple[float, float, float, float], densify: float = 0.25, layer: str = "land",
) -> list[Polygon]:
    """Land polygons within west, south, east, north (degrees; east may run past 180)."""
    frame = box(*window)
    out: list[Polygon] = []
    for rings in _rings(json.loads(path.read_text()), layer):
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
        if not polygon.is_valid:
            polygon = polygon.buffer(0)
        for shift in (0, 360, -360):
            moved = translate(polygon, shift, 0)
            if moved.intersects(frame):
                out += [shapely.segmentize(p, densify) for p in polygons_of(moved.intersection(frame)) if p.area > 0]
    return out


def project(polygons: list[Polygon], projection: Projection) -> list[Polygon]:
    """The same polygons in the board's plane, valid again."""
    out: list[Polygon] = []
    for polygon in polygons:
        moved = shapely.transform(polygon, lambda c: projection(c[:, 0], c[:, 1]))
        out += list(polygons_of(moved if moved.is_valid else moved.buffer(0)))
    return out
