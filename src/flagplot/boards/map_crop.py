"""Small pictures of a part of a board: its geometry cut to a window and simplified to the visible
resolution."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

import msgspec

from .errors import BoardError
from .load import load
from .model import Board
from .page_geometry import geometry

WORDS = re.compile(r"[MLlz]|-?(?:\d+\.?\d*|\.\d+)")


LEAST = 9
"""Least width in pixels at which cells are drawn."""


OFF = 1.0
"""Largest distance of a drawn coast from the true one, in pixels."""


Point = tuple[float, float]


Window = tuple[float, float, float, float]


def rings(path: str) -> list[list[Point]]:
    """Return the rings of SVG path data made of ``M``, ``L``, ``l`` and ``z``."""
    found: list[list[Point]] = []
    by, x = "M", None
    for word in WORDS.findall(path):
        if word in "MLlz":
            by = word
        elif x is None:
            x = float(word)
        else:
            y = float(word)
            if by == "M":
                found.append([(x, y)])
                by = "L"
            elif by == "l":
                found[-1].append((found[-1][-1][0] + x, found[-1][-1][1] + y))
            else:
                found[-1].append((x, y))
            x = None
    return found


@lru_cache(32)
def _rings_of(board_id: str, layer: str) -> tuple[tuple[Point, ...], ...]:
    return tuple(map(tuple, rings(_whole(board_id)[layer])))


@lru_cache(8)
def _whole(board_id: str) -> dict[str, Any]:
    return geometry(load(board_id))


def clip_ring(ring: tuple[Point, ...], window: Window) -> list[Point]:
    """Return a ring cut to a window (left, top, right, bottom)."""
    left, top, right, bottom = window
    points = list(ring)
    for axis, bound, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        if not points:
            break
        kept: list[Point] = []
        was = points[-1]
        for now in points:
            inside, before = sign * (now[axis] - bound) >= 0, sign * (was[axis] - bound) >= 0
            if inside != before:
                part = (bound - was[axis]) / (now[axis] - was[axis])
                kept.append((was[0] + part * (now[0] - was[0]), was[1] + part * (now[1] - was[1])))
            if inside:
                kept.append(now)
            was = now
        points = kept
    return points


def simplify_line(points: list[Point], off: float) -> list[Point]:
    """Return the points of a line without those that lie at most *off* from the simplified line
    (Douglas and Peucker)."""
    keep, spans = {0, len(points) - 1}, [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        wide, high = bx - ax, by - ay
        long = hypot(wide, high)
        farthest, most = 0, off
        for i in range(first + 1, last):
            x, y = points[i][0] - ax, points[i][1] - ay
            away = abs(wide * y - high * x) / long if long else hypot(x, y)
            if away > most:
                farthest, most = i, away
        if farthest:
            keep.add(farthest)
            spans += [(first, farthest), (farthest, last)]
    return [points[i] for i in sorted(keep)]


def coarse_path(ring: list[Point], fine: float) -> str:
    """Return a ring as path data in whole units, simplified to the resolution *fine*; empty when
    fewer than 3 points are left."""
    far: list[Point] = []
    for x, y in ring:
        if not far or hypot(x - far[-1][0], y - far[-1][1]) >= fine:
            far.append((x, y))
    if len(far) < 3:
        return ""
    kept = [(round(x), round(y)) for x, y in simplify_line(far, OFF * fine)]
    if len(kept) < 3:
        return ""
    steps = (f"{x - a} {y - b}" for (a, b), (x, y) in pairwise(kept))
    return f"M{kept[0][0]} {kept[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def _at(board: Board, place: str) -> Point | None:
    if place in board.places:
        x, y = board.places[place].at
        return x, y
    return board.point(place) if place in board.hexes or place in board.boxes else None


def window_of(board: Board, places: tuple[str, ...], ratio: float) -> Window:
    """Return (left, top, right, bottom) of the part of a board that shows *places* with room around
    them, *ratio* times as wide as high; the whole board when it has fewer than two of them. Raises
    :class:`BoardError` for a ratio outside 0.2 to 8."""
    if not 0.2 < ratio < 8:
        raise BoardError(f"a picture is not {ratio:g} times as wide as high")
    x, y, w, h = board.window
    points = [at for p in places if (at := _at(board, p)) is not None]
    if len(points) < 2:
        return x, y, x + w, y + h
    xs, ys, u = [p[0] for p in points], [p[1] for p in points], board.unit
    left, right, top, bottom = min(xs) - 2 * u, max(xs) + 2 * u, min(ys) - u, max(ys) + u
    wide, high = (
        max(right - left, (bottom - top) * ratio),
        max(bottom - top, (right - left) / ratio),
    )
    cx, cy = (left + right) / 2, (top + bottom) / 2
    return cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2


def vignette(
    board: Board, places: tuple[str, ...], ratio: float, pixels: int, names: bool = False
) -> dict[str, Any]:
    """Return the geometry of a part of a board (see :func:`window_of`), shown *pixels* wide. Coasts
    are cut to the window. Graticule, ports and links are left out, and cells too small to tell
    apart. *names* adds the names of seas and lands."""
    whole = _whole(board.id)
    left, top, right, bottom = window_of(board, places, ratio)
    fine = (right - left) / pixels
    edge = 6 * fine
    cut = (left - edge, top - edge, right + edge, bottom + edge)
    xy, shown = whole["xy"], []
    if board.unit / fine >= LEAST:
        room = board.unit
        shown = [
            i
            for i in range(len(whole["kinds"]))
            if left - room < xy[2 * i] < right + room and top - room < xy[2 * i + 1] < bottom + room
        ]
    ids = whole["ids"].split(" ")
    return (
        whole
        | {
            "window": [round(v, 1) for v in (left, top, right - left, bottom - top)],
            "ids": " ".join(ids[i] for i in shown),
            "kinds": "".join(whole["kinds"][i] for i in shown),
            "xy": [round(v) for i in shown for v in xy[2 * i : 2 * i + 2]],
            "waters": [],
            "water": [-1] * len(shown),
            "graticule": "",
            "lettering": [
                n
                for n in whole["lettering"]
                if names and left < n[1] < right and top < n[2] < bottom
            ],
            "places": [],
            "links": [],
            "boxes": [],
        }
        | {
            layer: "".join(
                coarse_path(clip_ring(ring, cut), fine) for ring in _rings_of(board.id, layer)
            )
            for layer in ("land", "near", "far", "lakes")
        }
    )


@lru_cache(128)
def vignette_json(
    board_id: str, places: tuple[str, ...], ratio: float, pixels: int, names: bool = False
) -> bytes:
    """Return :func:`vignette` as JSON bytes; the latest pictures are cached."""
    return msgspec.json.encode(vignette(load(board_id), places, ratio, pixels, names))
