"""Roll specs of chapter 22: small hashable values with their exact, merged outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from flagplot.table.core.roll_specs import ways_per_total

V = TypeVar("V")
Outcomes = tuple[tuple[tuple[V, int], ...], int]


class Reach(msgspec.Struct, frozen=True, cache_hash=True):
    """Sum of *n* dice against *need*: naval interception under the house reading. Without dice only
    a need of 0 is reached."""

    n: int
    need: int

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, 6

    @property
    def adds(self) -> tuple[int, ...]:
        return (self.n,)

    def read(self, faces: Sequence[int]) -> bool:
        return sum(faces) >= self.need

    def outcomes(self) -> Outcomes[bool]:
        return _reach(self.n, self.need)


@lru_cache(maxsize=4096)
def _reach(n: int, need: int) -> Outcomes[bool]:
    yes = sum(ways_per_total(n, 6)[max(0, need) :])
    every = 6**n
    return tuple((v, w) for v, w in ((True, yes), (False, every - yes)) if w), every


class Advance(msgspec.Struct, frozen=True, cache_hash=True):
    """Hexes (or pips) gained by *n* dice, at most *need*, by a counter-interceptor on its way to a
    battle."""

    n: int
    need: int

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, 6

    @property
    def adds(self) -> tuple[int, ...]:
        return (self.n,)

    def read(self, faces: Sequence[int]) -> int:
        return min(self.need, sum(faces))

    def outcomes(self) -> Outcomes[int]:
        return _advance(self.n, self.need)


@lru_cache(maxsize=4096)
def _advance(n: int, need: int) -> Outcomes[int]:
    ways = ways_per_total(n, 6)
    got = [(k, w) for k, w in enumerate(ways[:need]) if w]
    rest = sum(ways[need:])
    if rest:
        got.append((need, rest))
    return tuple(got), 6**n


class Column(msgspec.Struct, frozen=True, cache_hash=True):
    """Two dice read on eleven cells (totals 2 to 12), with modifiers already applied."""

    cells: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, int]:
        return 2, 6

    @property
    def adds(self) -> tuple[int, ...]:
        return (2,)

    def read(self, faces: Sequence[int]) -> int:
        return self.cells[sum(faces) - 2]

    def outcomes(self) -> Outcomes[int]:
        return column_outcomes(self.cells)


@lru_cache(maxsize=4096)
def column_outcomes(cells: tuple[int, ...]) -> Outcomes[int]:
    """Return the merged outcomes of one roll of two dice on *cells*."""
    found: dict[int, int] = {}
    for k, w in enumerate(ways_per_total(2, 6)[2:]):
        found[cells[k]] = found.get(cells[k], 0) + w
    return tuple(sorted(found.items())), 36


class Salvo(msgspec.Struct, frozen=True, cache_hash=True):
    """Several rolls at one target, added up and capped. The dice come in pairs, one pair for each
    column in turn."""

    columns: tuple[tuple[int, ...], ...]
    cap: int

    @property
    def dice(self) -> tuple[int, int]:
        return 2 * len(self.columns), 6

    @property
    def adds(self) -> tuple[int, ...]:
        return (2,) * len(self.columns)

    def read(self, faces: Sequence[int]) -> int:
        return min(
            self.cap,
            sum(c[faces[2 * i] + faces[2 * i + 1] - 2] for i, c in enumerate(self.columns)),
        )

    def each(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the effects of each roll by itself, uncapped, for the log."""
        return tuple(c[faces[2 * i] + faces[2 * i + 1] - 2] for i, c in enumerate(self.columns))

    def outcomes(self) -> Outcomes[int]:
        return salvo_outcomes(self.columns, self.cap)


@lru_cache(maxsize=16384)
def salvo_outcomes(columns: tuple[tuple[int, ...], ...], cap: int) -> Outcomes[int]:
    """Return the merged outcomes of all *columns* added and capped. The order of the columns does
    not matter."""
    found = {0: 1}
    for column in columns:
        step: dict[int, int] = {}
        for value, weight in column_outcomes(column)[0]:
            for sofar, ways in found.items():
                total = min(cap, sofar + value)
                step[total] = step.get(total, 0) + ways * weight
        found = step
    return tuple(sorted(found.items())), 36 ** len(columns)


class AirColumn(msgspec.Struct, frozen=True, cache_hash=True):
    """Two dice read on eleven cells of (squadrons eliminated, squadrons aborted)."""

    cells: tuple[tuple[int, int], ...]

    @property
    def dice(self) -> tuple[int, int]:
        return 2, 6

    @property
    def adds(self) -> tuple[int, ...]:
        return (2,)

    def read(self, faces: Sequence[int]) -> tuple[int, int]:
        return self.cells[sum(faces) - 2]

    def outcomes(self) -> Outcomes[tuple[int, int]]:
        return _air(self.cells)


@lru_cache(maxsize=4096)
def _air(cells: tuple[tuple[int, int], ...]) -> Outcomes[tuple[int, int]]:
    found: dict[tuple[int, int], int] = {}
    for k, w in enumerate(ways_per_total(2, 6)[2:]):
        found[cells[k]] = found.get(cells[k], 0) + w
    return tuple(found.items()), 36


class Search(msgspec.Struct, frozen=True, cache_hash=True):
    """Search dice. Each face that is an enemy group's number is one result on it. The result is in
    the order of *numbers*."""

    n: int
    numbers: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, 6

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(1 for f in faces if f == number) for number in self.numbers)

    def outcomes(self) -> Outcomes[tuple[int, ...]]:
        return _search(self.n, self.numbers)


@lru_cache(maxsize=1024)
def _search(n: int, numbers: tuple[int, ...]) -> Outcomes[tuple[int, ...]]:
    found: dict[tuple[int, ...], int] = {(0,) * len(numbers): 1}
    faces = [tuple(1 if f == number else 0 for number in numbers) for f in range(1, 7)]
    for _ in range(n):
        step: dict[tuple[int, ...], int] = {}
        for got, ways in found.items():
            for face in faces:
                value = tuple(a + b for a, b in zip(got, face, strict=True))
                step[value] = step.get(value, 0) + ways
        found = step
    return tuple(found.items()), 6**n


class Pick(msgspec.Struct, frozen=True, cache_hash=True):
    """One die of *n* sides that chooses a position from 0 to n-1."""

    n: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, self.n

    def read(self, faces: Sequence[int]) -> int:
        return faces[0] - 1

    def outcomes(self) -> Outcomes[int]:
        return tuple((k, 1) for k in range(self.n)), self.n


class Die(msgspec.Struct, frozen=True, cache_hash=True):
    """One die read on six cells."""

    cells: tuple[str | int, ...]

    @property
    def dice(self) -> tuple[int, int]:
        return 1, 6

    def read(self, faces: Sequence[int]) -> str | int:
        return self.cells[faces[0] - 1]

    def outcomes(self) -> Outcomes[str | int]:
        found: dict[str | int, int] = {}
        for cell in self.cells:
            found[cell] = found.get(cell, 0) + 1
        return tuple(found.items()), 6
