"""The drawing of a board's coast: land, two offshore tints, graticule and lettering as compact SVG
paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from boardgen.assemble import UNIT
from boardgen.coast import on_grid, polygons_of
from boardgen.emit import ORIGIN, board_xy
from boardgen.fit import Plane

MARGIN = 260.0
INK = 1e-6  # grid of the drawing's computations, in board units


def path(shape: BaseGeometry, tolerance: float, smallest: float = 0.0, digits: int = 1) -> str:
    """Return SVG path data with relative steps in tenths. Rings smaller than *smallest* are
    dropped."""
    scale = 10**digits
    out = []
    for polygon in polygons_of(shapely.normalize(shape.simplify(tolerance))):
        if polygon.area < smallest:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            if ring is not polygon.exterior and Polygon(ring).area < smallest:
                continue
            points = np.round(np.asarray(ring.coords)[:-1] * scale).astype(int)
            keep = points[np.r_[True, (np.diff(points, axis=0) != 0).any(axis=1)]]
            if len(keep) < 4:
                continue
            steps = np.diff(keep, axis=0)
            text = f"M{keep[0][0] / scale:g} {keep[0][1] / scale:g}l" + " ".join(
                f"{a / scale:g} {b / scale:g}" for a, b in steps
            )
            out.append(re.sub(r"(?<!\d)0\.", ".", text.replace(" -", "-")) + "z")
    return "".join(out)


def _line(points: NDArray[np.float64]) -> str:
    c = np.round(points).astype(int)
    return "M" + " ".join(f"{a} {b}" for a, b in c)


def drawing(
    land: Iterable[Polygon],
    warp: Plane,
    frame: Iterable[float],
    lettering: Iterable[Mapping[str, Any]],
    degrees: tuple[float, float, float, float],
    step: int,
    lakes: Iterable[Polygon] = (),
    scale: float = 1.0,
    origin: tuple[float, float] = ORIGIN,
) -> dict[str, Any]:
    """Return everything the renderer needs besides the board itself, in board units.

    ``step`` is the spacing of the graticule in degrees, 0 for none; ``scale`` coarsens the outline:
    1 for a board of 60 nautical miles a hex.
    """
    left, top, width, height = frame
    window = box(left - MARGIN, top - MARGIN, left + width + MARGIN, top + height + MARGIN)

    def units(c: NDArray[np.float64]) -> NDArray[np.float64]:
        out: NDArray[np.float64] = c * UNIT + np.array(origin)
        return out

    def inside(shape: BaseGeometry) -> BaseGeometry:
        return on_grid(shapely.intersection(on_grid(shape, INK), window, grid_size=INK), INK)

    def drawn(polygons: Iterable[Polygon]) -> BaseGeometry:
        return inside(
            shapely.union_all(
                [on_grid(shapely.transform(p, units), INK) for p in polygons], grid_size=INK
            )
        )

    ground = drawn(land)
    # The tints follow a simpler coast: they are blurred, and buffers of the full outline take
    # gigabytes.
    near = inside(on_grid(ground.simplify(0.8), INK).buffer(9, quad_segs=6).simplify(0.6))
    far = inside(on_grid(ground.simplify(3.0), INK).buffer(26, quad_segs=8).simplify(1.0))
    water = drawn(lakes)
    lines = []
    west, south, east, north = degrees
    for lat in () if not step else range(int(south) // step * step, int(north) + 1, step):
        lon = np.arange(west, east + 1, 1.0)
        lines.append(warp(lon, np.full(lon.shape, float(lat))))
    for lon_ in () if not step else range(int(west) // step * step, int(east) + 1, step):
        lat_ = np.arange(south, north + 1, 1.0)
        lines.append(warp(np.full(lat_.shape, float(lon_)), lat_))
    inked = [
        g
        for pts in lines
        for g in _segments(LineString(units(pts)).simplify(0.4).intersection(window))
    ]
    letters = []
    for group in lettering:
        for text, lon0, lat0, size, turn in group["list"]:
            letters.append(
                [text, *board_xy(*warp.one(lon0, lat0), origin), size, turn, group["kind"]]
            )
    return {
        "land": path(ground, 0.55 * scale, 4),
        "near": path(near, 0.9 * scale, 60, 0),
        "far": path(far, 1.3 * scale, 200, 0),
        "lakes": path(water, 0.8, 12) if not water.is_empty else "",
        "graticule": "".join(_line(np.asarray(g.coords)) for g in inked),
        "lettering": letters,
    }


def _segments(shape: BaseGeometry) -> list[LineString]:
    return [
        g
        for g in getattr(shape, "geoms", [shape])
        if isinstance(g, LineString) and len(g.coords) > 1
    ]
