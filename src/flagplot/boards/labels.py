"""The label pass: it places names so that none overlaps another. A name without room is dropped."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

_NARROW = set("iljtfrI.,:;'!|()[] -")
_WIDE = set("mwMWOQGCDH@%&")


def text_width(text: str, size: float, spacing: float = 0.0, factor: float = 1.0) -> float:
    """Return the estimated width of a text, in the unit of ``size``. Fonts differ, so the estimate
    is rather wide."""
    units = sum(
        0.33 if c in _NARROW else 0.82 if c in _WIDE else 0.66 if c.isupper() else 0.53
        for c in text
    )
    return units * size * factor + spacing * max(len(text) - 1, 0)


class Rect(NamedTuple):
    """An upright rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def inside(self, other: Rect) -> bool:
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )


class OccupiedSpace:
    """Occupied rectangles, bucketed for fast queries."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._buckets: dict[tuple[int, int], list[Rect]] = {}

    def _keys(self, r: Rect) -> Iterable[tuple[int, int]]:
        c = self._cell
        for i in range(math.floor(r.left / c), math.floor(r.right / c) + 1):
            for j in range(math.floor(r.top / c), math.floor(r.bottom / c) + 1):
                yield i, j

    def take(self, r: Rect) -> None:
        for key in self._keys(r):
            self._buckets.setdefault(key, []).append(r)

    def free(self, r: Rect) -> bool:
        return not any(r.meets(o) for key in self._keys(r) for o in self._buckets.get(key, ()))


class LabelSpot(NamedTuple):
    """A place for a label: text anchor, baseline point and the rectangle it fills."""

    anchor: str
    x: float
    y: float
    rect: Rect


def label_spots(x: float, y: float, width: float, size: float, gap: float) -> tuple[LabelSpot, ...]:
    """Return candidate places around a point, best first: right, left, above right, below right,
    above, below and so on."""
    up, down = size * 0.78, size * 0.24

    def at(anchor: str, dx: float, dy: float) -> LabelSpot:
        left = {"start": 0.0, "middle": -width / 2, "end": -width}[anchor] + x + dx
        return LabelSpot(
            anchor, x + dx, y + dy, Rect(left, y + dy - up, left + width, y + dy + down)
        )

    mid = size * 0.3
    return (
        at("start", gap, mid),
        at("end", -gap, mid),
        at("start", gap * 0.7, mid - size * 0.75),
        at("start", gap * 0.7, mid + size * 0.8),
        at("end", -gap * 0.7, mid - size * 0.75),
        at("end", -gap * 0.7, mid + size * 0.8),
        at("middle", 0, -gap * 0.9),
        at("middle", 0, gap + size * 0.72),
    )


def lettering_boxes(
    text: str, x: float, y: float, size: float, spacing: float, turn: float
) -> list[Rect]:
    """Return small rectangles along a turned, letter-spaced, centred text, one per letter."""
    total = text_width(text, size, spacing)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    out = []
    along = -total / 2
    for letter in text:
        w = text_width(letter, size)
        if letter != " ":
            mx, my = along + w / 2, -size * 0.3
            px, py = x + mx * cos - my * sin, y + mx * sin + my * cos
            half = size * 0.42
            out.append(Rect(px - half, py - half, px + half, py + half))
        along += w + spacing
    return out
