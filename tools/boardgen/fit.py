"""The fit from longitude and latitude to a board's plane: a base projection, and the least smooth
nudge that puts every anchor into its named hex.

The nudge is a displacement field (Matern 3/2 kernel) of least energy subject to every anchor lying
inside its hex, shrunk by the anchor's slack: a convex quadratic programme. Plane: pitches, x east,
y south (see flagplot.boards.grid).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares, minimize

from boardgen.kept import Fits
from flagplot.boards.grid import Grid, SkewHexGrid

Array = NDArray[np.float64]
Complexes = NDArray[np.complexfloating[Any, Any]]
FIELD_LENGTH = 4.0
EARTH_KM = 6371.0


@dataclass(frozen=True)
class Anchor:
    """A place with its hex according to a source. ``slack`` is the share of the hex that it may
    fall in (1: the whole hex)."""

    hex: str
    place: str
    lon: float
    lat: float
    source: str
    slack: float


@dataclass(frozen=True)
class Slide:
    """A hex in which a coast must meet the edge; the anchor point may slide along ``coast``."""

    hex: str
    place: str
    coast: tuple[tuple[float, float], ...]
    source: str
    slack: float


def facts(anchors: Sequence[Anchor], grid: Grid) -> list[list[Any]]:
    """Return the data that a fit takes from anchors, as plain data."""
    centres = [grid.centre(grid.parse(a.hex)) for a in anchors]
    return [
        [a.lon, a.lat, a.slack, round(x, 6), round(y, 6)]
        for a, (x, y) in zip(anchors, centres, strict=True)
    ]


def laea(lon: Array, lat: Array, lon0: float, lat0: float) -> tuple[Array, Array]:
    """Return the azimuthal equal-area projection on a sphere, in km."""
    la, p, p0 = np.radians(np.asarray(lon) - lon0), np.radians(np.asarray(lat)), np.radians(lat0)
    c = 1 + np.sin(p0) * np.sin(p) + np.cos(p0) * np.cos(p) * np.cos(la)
    k = np.sqrt(2 / np.maximum(c, 1e-9)) * EARTH_KM
    return k * np.cos(p) * np.sin(la), k * (
        np.cos(p0) * np.sin(p) - np.sin(p0) * np.cos(p) * np.cos(la)
    )


class Plane(ABC):
    """A mapping of longitudes and latitudes into a board's plane."""

    @abstractmethod
    def exact(self, lon: Array, lat: Array) -> Array:
        """Return plane points (n, 2) of longitudes and latitudes in degrees, unrounded: the last
        bits may differ between machines."""

    def __call__(self, lon: Array, lat: Array) -> Array:
        """Return plane points (n, 2) of longitudes and latitudes in degrees, equal on every
        machine."""
        out: Array = np.round(self.exact(lon, lat), 9) + 0.0
        return out

    def one(self, lon: float, lat: float) -> tuple[float, float]:
        """Return the plane point of one place."""
        x, y = self(np.array([lon]), np.array([lat]))[0]
        return float(x), float(y)


class Base(Plane):
    """A projection to the plane before any nudge."""


class Degrees(Plane):
    """Longitude and latitude themselves as a plane: squares of a fixed size in degrees from a
    north-west corner."""

    def __init__(self, west: float, north: float, wide: float, high: float) -> None:
        self.west, self.north, self.wide, self.high = west, north, wide, high

    def exact(self, lon: Array, lat: Array) -> Array:
        out: Array = np.c_[
            (np.atleast_1d(lon) - self.west) / self.wide,
            (self.north - np.atleast_1d(lat)) / self.high,
        ]
        return out


class LaeaBase(Base):
    """Equal-area projection and a similarity, fitted by least squares on the anchors."""

    def __init__(
        self,
        fits: Fits,
        name: str,
        anchors: Sequence[Anchor],
        grid: Grid,
        start: tuple[float, float] = (20.0, 50.0),
    ) -> None:
        lon, lat = np.array([a.lon for a in anchors]), np.array([a.lat for a in anchors])
        xy = np.array([grid.centre(grid.parse(a.hex)) for a in anchors])
        target = xy[:, 0] - 1j * xy[:, 1]

        def similarity(centre: Sequence[float] | Array) -> tuple[Complexes, Complexes]:
            x, y = laea(lon, lat, centre[0], centre[1])
            design = np.c_[x + 1j * y, np.ones(len(x))]
            q: Complexes = np.linalg.lstsq(design, target, rcond=None)[0]
            rest: Complexes = target - design @ q
            return q, rest

        def misfit(centre: Array) -> Array:
            r = similarity(centre)[1]
            out: Array = np.r_[r.real, r.imag]
            return out

        def solve() -> Array:
            centre = least_squares(misfit, start, x_scale=10, diff_step=1e-4).x
            scale, shift = similarity(centre)[0]
            out: Array = np.r_[centre, scale.real, scale.imag, shift.real, shift.imag]
            return out

        v = fits.get(f"{name} base", [facts(anchors, grid), start], solve)
        self.centre, self.scale, self.shift = v[:2], complex(v[2], v[3]), complex(v[4], v[5])

    def exact(self, lon: Array, lat: Array) -> Array:
        x, y = laea(lon, lat, self.centre[0], self.centre[1])
        z = (x + 1j * y) * self.scale + self.shift
        out: Array = np.c_[np.real(z), -np.imag(z)]
        return out


class FixedLaea(Base):
    """An equal-area projection with given centre, turn and pitch; ``origin`` (km) is where the
    plane begins."""

    def __init__(
        self,
        lon: float,
        lat: float,
        up: float,
        pitch: float,
        origin: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.centre, self.up, self.pitch, self.origin = (lon, lat), np.radians(up), pitch, origin

    def plane(self, x: Array, y: Array) -> Array:
        """Return plane points of kilometres east and north of the centre."""
        east, north = x - self.origin[0], y - self.origin[1]
        right = east * np.cos(self.up) - north * np.sin(self.up)
        up = east * np.sin(self.up) + north * np.cos(self.up)
        out: Array = np.c_[right, -up] / self.pitch
        return out

    def exact(self, lon: Array, lat: Array) -> Array:
        return self.plane(*laea(np.atleast_1d(lon), np.atleast_1d(lat), *self.centre))


class QuadraticBase(Base):
    """A quadratic in longitude and latitude; sliding coasts find their best point in the same least
    squares.

    The Pacific needs it: its printed map is nearly equirectangular, turned about eight degrees.
    """

    def __init__(
        self,
        fits: Fits,
        name: str,
        anchors: Sequence[Anchor],
        slides: Sequence[Slide],
        must_show: Sequence[tuple[float, float]],
        grid: Grid,
        east: float,
        south: float,
    ) -> None:
        fixed = np.array([grid.centre(grid.parse(a.hex)) for a in anchors]) * (1, -1)
        slid = np.array([grid.centre(grid.parse(s.hex)) for s in slides]) * (1, -1)
        at = np.array([(a.lon, a.lat) for a in anchors])
        row = np.sqrt(3) / 2

        def points(t: Array) -> Array:
            return np.array([_along(s.coast, v) for s, v in zip(slides, t, strict=True)])

        def misfit(p: Array) -> Array:
            m, t = p[:12].reshape(6, 2), p[12:]
            pts = points(t)
            r = np.r_[
                (fixed - self.design(at[:, 0], at[:, 1]) @ m).ravel(),
                (slid - self.design(pts[:, 0], pts[:, 1]) @ m).ravel(),
            ]
            edge: list[float] = []
            for lon, lat in must_show:
                x = (self.design(np.array([lon]), np.array([lat])) @ m)[0]
                r_ = -x[1] / row
                edge += [max(0.0, 0.5 - r_), max(0.0, r_ - south), max(0.0, x[0] - east)]
            ridge = 3.0 * m[3:].ravel()
            inside = 10.0 * np.maximum(0, np.abs(t - 0.5) - 0.5)
            out: Array = np.r_[r, ridge, inside, 0.7 * np.array(edge)]
            return out

        start = np.r_[
            np.array([[39.5, -25.5], [3.7, 0.45], [-0.7, 4.5], [0, 0], [0, 0], [0, 0]]).ravel(),
            np.full(len(slides), 0.5),
        ]
        made_from = [
            facts(anchors, grid),
            [[s.hex, s.coast] for s in slides],
            must_show,
            east,
            south,
        ]
        found = fits.get(f"{name} base", made_from, lambda: least_squares(misfit, start).x)
        self.m = found[:12].reshape(6, 2)
        self.slid = np.round(points(found[12:]), 9)

    @staticmethod
    def design(lon: Array, lat: Array) -> Array:
        u, v = (np.asarray(lon, float) % 360 - 140) / 10, np.asarray(lat, float) / 10
        out: Array = np.c_[np.ones_like(u), u, v, u * u, u * v, v * v]
        return out

    def exact(self, lon: Array, lat: Array) -> Array:
        out: Array = (self.design(np.atleast_1d(lon), np.atleast_1d(lat)) @ self.m) * (1, -1)
        return out


def _along(coast: Sequence[tuple[float, float]], t: float) -> Array:
    p = np.array(coast)
    s = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]
    t = float(np.clip(t, 0, 1)) * s[-1]
    return np.array([np.interp(t, s, p[:, 0]), np.interp(t, s, p[:, 1])])


def _kernel(a: Array, b: Array, length: float) -> Array:
    d = np.sqrt(((a[:, None] - b[None]) ** 2).sum(-1)) * np.sqrt(3) / length
    out: Array = (1 + d) * np.exp(-d)
    return out


class Warp(Plane):
    """Base projection and nudge; call with arrays of degrees, get an (n, 2) array of plane
    points."""

    def __init__(
        self,
        fits: Fits,
        name: str,
        base: Base,
        anchors: Sequence[Anchor],
        grid: Grid | None = None,
        length: float = FIELD_LENGTH,
    ) -> None:
        grid = grid or SkewHexGrid()
        self.base = base
        self.length = length
        self.points = base(np.array([a.lon for a in anchors]), np.array([a.lat for a in anchors]))
        made_from = [facts(anchors, grid), np.round(self.points, 6).tolist(), length]
        weights = fits.get(f"{name} nudge", made_from, lambda: self._solve(anchors, grid))
        self.weights = weights.reshape(len(anchors), 2)
        wrong = [a for a in anchors if grid.at(*self.one(a.lon, a.lat)) != grid.parse(a.hex)]
        if wrong:
            raise SystemExit(
                f"not in their hexes: {', '.join(f'{a.place} {a.hex}' for a in wrong)}"
            )

    def _solve(self, anchors: Sequence[Anchor], grid: Grid) -> Array:
        """Return the weights of the field of least energy. Raises ``SystemExit`` when no field puts
        every anchor into its hex."""
        p = self.points
        c = np.array([grid.centre(grid.parse(a.hex)) for a in anchors])
        n = len(p)
        kernel = _kernel(p, p, self.length) + 1e-6 * np.eye(n)
        inverse = np.linalg.inv(kernel)
        inverse = (inverse + inverse.T) / 2
        normals = np.array(
            [(np.cos(np.radians(60 * k)), np.sin(np.radians(60 * k))) for k in range(6)]
        )
        rows = np.zeros((6 * n, 2 * n))
        bound = np.zeros(6 * n)
        for i, a in enumerate(anchors):
            for k in range(6):
                rows[6 * i + k, 2 * i : 2 * i + 2] = -normals[k]
                bound[6 * i + k] = 0.5 * a.slack - normals[k] @ (p[i] - c[i])

        def energy(v: Array) -> tuple[float, Array]:
            d = v.reshape(n, 2)
            return float((d * (inverse @ d)).sum()), (2 * (inverse @ d)).ravel()

        found = minimize(
            energy,
            (c - p).ravel(),
            jac=True,
            method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-12},
            constraints=[
                {"type": "ineq", "fun": lambda v: rows @ v + bound, "jac": lambda v: rows}
            ],
        )
        if not found.success:
            raise SystemExit(f"the anchors contradict each other: {found.message}")
        out: Array = np.linalg.solve(kernel, found.x.reshape(n, 2))
        return out

    def exact(self, lon: Array, lat: Array) -> Array:
        x = self.base.exact(
            np.atleast_1d(np.asarray(lon, float)), np.atleast_1d(np.asarray(lat, float))
        )
        out = np.empty_like(x)
        for i in range(0, len(x), 20000):
            part = x[i : i + 20000]
            out[i : i + 20000] = part + _kernel(part, self.points, self.length) @ self.weights
        return out
