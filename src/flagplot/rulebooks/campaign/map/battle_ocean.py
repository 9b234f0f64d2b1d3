"""The ocean map of a battle: 40 x 40 hexes in columns, divided into 16 squares numbered by rows
from the north-west (6.5.1.1).

A hex is a pair (column, row), both 1 to 40, written ``12,07``. Even columns lie half a hex lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from flagplot.boards import Coord, OffsetHexGrid
from flagplot.table import TextError

Hex = tuple[int, int]


GRID = OffsetHexGrid(",")


SIDE = 40


PER_SQUARE = SIDE // 4


def hex_text(h: Hex) -> str:
    """Return ``(12, 7)`` as ``12,07``."""
    return f"{h[0]:02d},{h[1]:02d}"


def hex_of(text: str) -> Hex:
    """Read ``12,07``; leading zeros may be left out. Raises :class:`TextError` for a hex off the
    map or other text."""
    column, comma, row = text.partition(",")
    if not comma or not column.isdecimal() or not row.isdecimal():
        raise TextError(f"{text!r} is no hex of the ocean map", 0, ["column,row such as 12,07"])
    h = (int(column), int(row))
    if not on_map(h):
        raise TextError(f"{text} lies off the ocean map, which runs from 01,01 to {SIDE},{SIDE}", 0)
    return h


def on_map(h: Hex) -> bool:
    """Return True for hexes of the map."""
    return 1 <= h[0] <= SIDE and 1 <= h[1] <= SIDE


@lru_cache(maxsize=400_000)
def distance(a: Hex, b: Hex) -> int:
    """Return the distance in hexes between two hexes."""
    return GRID.distance(Coord(*a), Coord(*b))


@cache
def neighbours(h: Hex) -> tuple[Hex, ...]:
    """Return the hexes that touch *h*, clockwise from north."""
    column, row = h
    down = 0 if column & 1 else 1
    around = (
        (column, row - 1),
        (column + 1, row - 1 + down),
        (column + 1, row + down),
        (column, row + 1),
        (column - 1, row + down),
        (column - 1, row - 1 + down),
    )
    return tuple(n for n in around if on_map(n))


def square_of(h: Hex) -> int:
    """Return the square, 1 to 16, to which a hex belongs (6.5.1.1)."""
    return (h[1] - 1) // PER_SQUARE * 4 + (h[0] - 1) // PER_SQUARE + 1


@cache
def hexes_of(square: int) -> tuple[Hex, ...]:
    """Return all hexes of a square, row by row."""
    left, top = (square - 1) % 4 * PER_SQUARE, (square - 1) // 4 * PER_SQUARE
    return tuple(
        (left + c, top + r) for r in range(1, PER_SQUARE + 1) for c in range(1, PER_SQUARE + 1)
    )


def hexes_within(center: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes at most *radius* from *center*, nearest first."""
    for r in range(radius + 1):
        yield from hexes_at(center, r)


@lru_cache(maxsize=65536)
def hexes_at(center: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes exactly *radius* from *center*, on the map."""
    if radius == 0:
        return (center,)
    column, row = center
    return tuple(
        (c, r)
        for c in range(max(1, column - radius), min(SIDE, column + radius) + 1)
        for r in range(max(1, row - radius - 1), min(SIDE, row + radius + 1) + 1)
        if distance(center, (c, r)) == radius
    )


@lru_cache(maxsize=512)
def reachable_from(
    start: Hex, steps: int, closed: frozenset[Hex], stops: frozenset[Hex]
) -> Mapping[Hex, Hex]:
    """Return the hexes that can be reached in *steps* steps without *closed* ones, each with the
    hex before it. Movement ends in a hex of *stops*."""
    came = {start: start}
    shut = {*closed, start}
    front = [start]
    for _ in range(steps):
        onward: list[Hex] = []
        for h in front:
            if h in stops and h != start:
                continue
            for n in neighbours(h):
                if n not in shut:
                    shut.add(n)
                    came[n] = h
                    onward.append(n)
        front = onward
    return came


def route_found(came: Mapping[Hex, Hex], goal: Hex) -> tuple[Hex, ...]:
    """Return the route to *goal* found by :func:`reach`, start first."""
    way = [goal]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return tuple(reversed(way))
