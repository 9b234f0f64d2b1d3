"""Squares of a theatre map: their text form, neighbours, and the diagonal rule of 6.4.2 that also
measures movement."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flagplot.table import TextError, clause

Square = tuple[int, int]
"""Column and row, from 0 at the north-west corner."""


def square_text(s: Square) -> str:
    """Return ``(23, 17)`` as ``23,17``."""
    return f"{s[0]},{s[1]}"


@lru_cache(1 << 14)
def square_of(text: str) -> Square:
    """Read ``23,17``. Raises :class:`TextError` for other text."""
    column, comma, row = text.strip().partition(",")
    if not comma or not column.strip().isdecimal() or not row.strip().isdecimal():
        raise TextError(f"{text!r} is no square", 0, ["column,row such as 23,17"])
    return int(column), int(row)


@lru_cache(1 << 14)
def is_square(text: str) -> bool:
    """Return True when *text* has the form of a square."""
    column, comma, row = text.strip().partition(",")
    return bool(comma) and column.strip().isdecimal() and row.strip().isdecimal()


def are_adjacent(a: Square, b: Square) -> bool:
    """Return True for squares that touch by side or corner."""
    return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def squares_around(s: Square) -> Iterator[Square]:
    """Yield the eight squares around *s*, row by row."""
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if dr or dc:
                yield s[0] + dc, s[1] + dr


@clause("6.4.2.d")
def diagonals_cost(n: int, rule: str) -> int:
    """Return the cost of *n* diagonal steps: the first 2, the second 3, and so on (6.4.2). HR-2
    decides how it continues."""
    if rule == "plus_one":
        return n + 1 if n else 0
    if rule == "escalating":
        return sum(range(2, n + 2))
    return n + (n + 1) // 2


def distance(a: Square, b: Square, rule: str) -> int:
    """Return the distance in squares from *a* to *b*. Straight steps cost 1, diagonal ones by the
    rule."""
    dc, dr = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dc, dr) - min(dc, dr) + diagonals_cost(min(dc, dr), rule)


def route_cost(squares: Iterable[Square], rule: str) -> int:
    """Return the cost in squares of a traced route. Diagonals are counted over the whole route.

    A strait or canal longer than one square counts as straight steps.
    """
    way = list(squares)
    straight = diagonal = 0
    for a, b in itertools.pairwise(way):
        if a == b:
            continue
        if not are_adjacent(a, b):
            straight += max(abs(a[0] - b[0]), abs(a[1] - b[1]))
        elif a[0] != b[0] and a[1] != b[1]:
            diagonal += 1
        else:
            straight += 1
    return straight + diagonals_cost(diagonal, rule)
