"""Hexes of the 16-mile sheets: ids as printed, neighbours, hexsides, corners.

A hex id is ``SHEET:LLPP`` (``33:1223``): a line of hexes and a place along it. Odd lines stand half
a hex towards lower places, so hex (odd L, P) touches (L-1, P-1) and (L-1, P). Where the generated
board joins sheets, its neighbours are used. A sheet that no board knows (33) is an abstract area of
open sea, whose hexes a position may change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from . import sheets

HEX = r"\d{1,2}[A-Z]?:\d{4}"
"""A pattern for a hex id, for the lines and orders that name one."""
_ID = re.compile(r"(\d{1,2}[A-Z]?):(\d\d)(\d\d)")
SIDE = rf"({HEX})/(?:(\d{{1,2}}[A-Z]?):)?(\d{{4}})"
_SIDE = re.compile(SIDE)

LIGHT = ("night", "day")
"""Words of a path that say whether the MPs for the following hexes are spent by night or by day."""


def path_places(path: Iterable[str]) -> tuple[str, ...]:
    """Return the hexes and hexsides of a path."""
    return tuple(word for word in path if word not in LIGHT)


def first_legs(path: Iterable[str], legs: int) -> tuple[str, ...]:
    """Return the first *legs* places of a path, with the words of light before each."""
    out: list[str] = []
    for word in path:
        if not legs:
            break
        out.append(word)
        legs -= word not in LIGHT
    return tuple(out)


def is_hex(text: str) -> bool:
    """Return True for an id printed like ``33:1223``."""
    return _ID.fullmatch(text) is not None


@lru_cache(maxsize=65536)
def neighbours(hex: str) -> tuple[str, ...]:
    """Return the six touching hexes in a fixed turning order (fewer at the edge of a numbered
    sheet)."""
    known = sheets.neighbours(hex)
    if known is not None:
        return known
    m = _ID.fullmatch(hex)
    if m is None:
        raise ValueError(f"{hex!r} is no hex id like 33:1223")
    line, place = int(m[2]), int(m[3])
    low, high = (-1, 0) if line % 2 else (0, 1)
    ring = (
        (line, place + 1),
        (line + 1, place + high),
        (line + 1, place + low),
        (line, place - 1),
        (line - 1, place + low),
        (line - 1, place + high),
    )
    return tuple(f"{m[1]}:{a:02}{b:02}" for a, b in ring if 0 <= a <= 99 and 0 <= b <= 99)


def are_touching(one: str, two: str) -> bool:
    """Return True when the hexes share a hexside."""
    return two in neighbours(one)


@lru_cache(maxsize=65536)
def side_id(one: str, two: str) -> str:
    """Return the hexside between two touching hexes, the lower id first: ``33:1223/1224`` (the
    sheet once when it is shared)."""
    a, b = sorted((one, two))
    return f"{a}/{b.split(':')[1]}" if a.split(":")[0] == b.split(":")[0] else f"{a}/{b}"


def is_side(text: str) -> bool:
    """Return True for a hexside id like ``33:1223/1224``."""
    return _SIDE.fullmatch(text) is not None


@lru_cache(maxsize=65536)
def hexes_of_side(side: str) -> tuple[str, str]:
    """Return the two hexes of a hexside id. Raises ``ValueError`` for anything else."""
    m = _SIDE.fullmatch(side)
    if m is None:
        raise ValueError(f"{side!r} is no hexside like 33:1223/1224")
    sheet = m[2] or m[1].split(":")[0]
    return m[1], f"{sheet}:{m[3]}"


def common_neighbours(one: str, two: str) -> tuple[str, ...]:
    """Return the hexes that touch both of two touching hexes: those at the ends of the hexside they
    share."""
    return tuple(h for h in neighbours(one) if h in neighbours(two))


def sides_meet(one: str, two: str) -> bool:
    """Return True when two hexsides share a corner: they share a hex, and their other hexes
    touch."""
    a, b = set(hexes_of_side(one)), set(hexes_of_side(two))
    if len(a & b) != 1:
        return False
    (x,), (y,) = a - b, b - a
    return are_touching(x, y)


def side_reaches(side: str, hex: str) -> bool:
    """Return True when a hexside belongs to a hex or ends at it."""
    a, b = hexes_of_side(side)
    return hex in (a, b) or (are_touching(hex, a) and are_touching(hex, b))


@lru_cache(maxsize=65536)
def distance(one: str, two: str) -> int:
    """Return the distance in hexes between two hexes in a straight line; 99 when no board joins
    them and their sheets differ."""
    if one == two:
        return 0
    known = sheets.distance(one, two)
    if known is not None:
        return known
    m, n = _ID.fullmatch(one), _ID.fullmatch(two)
    if m is None or n is None or m[1] != n[1]:
        return 99
    a1, b1, a2, b2 = int(m[2]), int(m[3]), int(n[2]), int(n[3])
    da, dq = a2 - a1, (b2 - (a2 + a2 % 2) // 2) - (b1 - (a1 + a1 % 2) // 2)
    return max(abs(da), abs(dq), abs(da + dq))


@lru_cache(maxsize=4096)
def hexes_within(hex: str, reach: int) -> tuple[str, ...]:
    """Return every hex at most *reach* hexes away, nearest first."""
    return tuple(h for h, _ in spread_from(hex, reach, lambda a, b: True))


def spread_from(
    start: str, reach: int, passable: Callable[[str, str], bool]
) -> Iterator[tuple[str, int]]:
    """Yield (hex, steps) outward from *start*, 0 to *reach* steps, through pairs of hexes that are
    *passable*."""
    seen = {start}
    ring = [start]
    yield start, 0
    for steps in range(1, reach + 1):
        following: list[str] = []
        for here in ring:
            for there in neighbours(here):
                if there not in seen and passable(here, there):
                    seen.add(there)
                    following.append(there)
                    yield there, steps
        ring = following
        if not ring:
            return


class Field:
    """Steps from a hex through passable pairs of hexes, computed ring by ring on demand.

    Threads may share a field: each ring is complete whichever thread computes it.
    """

    __slots__ = ("_known", "_most", "_passable", "_rim")

    def __init__(self, start: str, most: int, passable: Callable[[str, str], bool]) -> None:
        self._known, self._most, self._passable = {start: 0}, most, passable
        self._rim: tuple[int, tuple[str, ...]] = (0, (start,))

    def steps(self, hex: str, otherwise: int) -> int:
        """Return the steps to a hex, or *otherwise* when it is not reached within the field's
        limit."""
        while hex not in self._known and self._grown():
            pass
        return self._known.get(hex, otherwise)

    def around(self, hex: str) -> Mapping[str, int]:
        """Return the steps to at least every hex up to one step farther than this one; empty when
        this hex is not reached."""
        far = self.steps(hex, -1)
        while self._rim[0] <= far and self._grown():
            pass
        return self._known if far >= 0 else {}

    def _grown(self) -> bool:
        """Add one ring. Return False when there is none to add."""
        at, rim = self._rim
        if at == self._most or not rim:
            return False
        following = {
            there: at + 1
            for here in rim
            for there in neighbours(here)
            if self._known.get(there, at + 1) > at and self._passable(here, there)
        }
        self._known.update(following)
        self._rim = (at + 1, tuple(following))
        return True
