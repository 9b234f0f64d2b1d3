"""Roll specs: how many dice, how their faces are read, and the merged exact outcomes with integer
weights.

All are small frozen hashable values. Totals are ``sum of faces + plus``. Weights are counts of face
combinations, so ``weight / total`` is exact.

>>> AtLeast(2, 6, 9).outcomes()
(((True, 10), (False, 26)), 36)
>>> Column((0, 1, 2), 1, (1, 6), -1).read((6,))
2"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Generic, TypeVar

import msgspec

from .requests import RollSpec

T = TypeVar("T", bound=Hashable)


Outcomes = tuple[tuple[tuple[T, int], ...], int]


CACHE = 4096
"""Most distributions that each cached function keeps."""


@lru_cache(CACHE)
def ways_per_total(n: int, sides: int) -> tuple[int, ...]:
    """Return how many ways *n* dice of *sides* sides give each total: index = total, from 0 to
    n*sides."""
    ways = [1]
    for _ in range(n):
        ways = [sum(ways[max(0, k - sides) : k]) if k else 0 for k in range(len(ways) + sides)]
    return tuple(ways)


def merge_weights(pairs: Iterable[tuple[T, int]]) -> tuple[tuple[T, int], ...]:
    """Return the pairs with the weights of equal values added up, in order of first appearance,
    without weight 0."""
    found: dict[T, int] = {}
    for value, weight in pairs:
        if weight:
            found[value] = found.get(value, 0) + weight
    return tuple(found.items())


class Sum(msgspec.Struct, frozen=True, cache_hash=True):
    """The total of *n* dice plus a modifier, optionally kept within ``low..high``."""

    n: int
    sides: int = 6
    plus: int = 0
    low: int | None = None
    high: int | None = None

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, self.sides

    @property
    def adds(self) -> tuple[int, ...]:
        return (self.n,)

    def read(self, faces: Sequence[int]) -> int:
        return self._within(sum(faces) + self.plus)

    def outcomes(self) -> Outcomes[int]:
        return _sum(self)

    def _within(self, total: int) -> int:
        if self.low is not None and total < self.low:
            return self.low
        if self.high is not None and total > self.high:
            return self.high
        return total


@lru_cache(CACHE)
def _sum(spec: Sum) -> Outcomes[int]:
    ways = enumerate(ways_per_total(spec.n, spec.sides))
    return merge_weights((spec._within(k + spec.plus), w) for k, w in ways), spec.sides**spec.n


class AtLeast(msgspec.Struct, frozen=True, cache_hash=True):
    """A test whether the total of *n* dice plus a modifier reaches a target. No dice total 0."""

    n: int
    sides: int
    target: int
    plus: int = 0

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, self.sides

    @property
    def adds(self) -> tuple[int, ...]:
        return (self.n,)

    def read(self, faces: Sequence[int]) -> bool:
        return sum(faces) + self.plus >= self.target

    def outcomes(self) -> Outcomes[bool]:
        return _at_least(self.n, self.sides, self.target - self.plus)


@lru_cache(CACHE)
def _at_least(n: int, sides: int, target: int) -> Outcomes[bool]:
    every = sides**n
    yes = sum(ways_per_total(n, sides)[max(0, target) :])
    return merge_weights(((True, yes), (False, every - yes))), every


class Column(msgspec.Struct, Generic[T], frozen=True, cache_hash=True):
    """A total read in one column of a rule table: ``cells[0]`` is the cell of total ``first``. A
    total beyond either end uses the cell at that end."""

    cells: tuple[T, ...]
    first: int = 2
    dice: tuple[int, int] = (2, 6)
    plus: int = 0

    @property
    def adds(self) -> tuple[int, ...]:
        return (self.dice[0],)

    def read(self, faces: Sequence[int]) -> T:
        return self.at(sum(faces) + self.plus)

    def at(self, total: int) -> T:
        """Return the cell of a modified total."""
        return self.cells[min(max(total - self.first, 0), len(self.cells) - 1)]

    def outcomes(self) -> Outcomes[T]:
        return _column(self)


@lru_cache(CACHE)
def _column(spec: Column[Any]) -> Outcomes[Any]:
    n, sides = spec.dice
    ways = enumerate(ways_per_total(n, sides))
    return merge_weights((spec.at(k + spec.plus), w) for k, w in ways if w), sides**n


class Faces(msgspec.Struct, frozen=True, cache_hash=True):
    """Each die read separately, in the order rolled."""

    n: int
    sides: int = 6

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, self.sides

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        return tuple(faces)

    def outcomes(self) -> Outcomes[tuple[int, ...]]:
        return _faces(self.n, self.sides)


@lru_cache(256)
def _faces(n: int, sides: int) -> Outcomes[tuple[int, ...]]:
    return tuple((faces, 1) for faces in product(range(1, sides + 1), repeat=n)), sides**n


class Hits(msgspec.Struct, frozen=True, cache_hash=True):
    """The number of *n* dice that show *at_least* or more, up to *cap* (-1: no cap)."""

    n: int
    sides: int
    at_least: int
    cap: int = -1

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, self.sides

    def read(self, faces: Sequence[int]) -> int:
        hits = sum(f >= self.at_least for f in faces)
        return hits if self.cap < 0 else min(hits, self.cap)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Return for each die whether it hits: the highest dice, as many as the capped result."""
        return mark_best_faces(faces, self.read(faces), highest=True)

    def outcomes(self) -> Outcomes[int]:
        worth = tuple(int(f >= self.at_least) for f in range(1, self.sides + 1))
        return _each(self.n, worth, self.cap)


@lru_cache(CACHE)
def _each(n: int, worth: tuple[int, ...], cap: int) -> Outcomes[int]:
    front: tuple[tuple[int, int], ...] = ((0, 1),)
    for _ in range(n):
        front = merge_weights(
            ((k + v) if cap < 0 else min(k + v, cap), w) for k, w in front for v in worth
        )
    return front, len(worth) ** n


class Summed(msgspec.Struct, frozen=True, cache_hash=True):
    """Several rolls on one target at once, their integer results added and capped (-1: no cap). All
    parts use dice of the same sides."""

    parts: tuple[RollSpec[int], ...]
    cap: int = -1

    @property
    def dice(self) -> tuple[int, int]:
        return sum(p.dice[0] for p in self.parts), self.parts[0].dice[1]

    def read(self, faces: Sequence[int]) -> int:
        total: int = sum(_each_part(self.parts, faces))
        return total if self.cap < 0 else min(total, self.cap)

    def outcomes(self) -> Outcomes[int]:
        return _summed(self.parts, self.cap)


@lru_cache(CACHE)
def _summed(parts: tuple[RollSpec[int], ...], cap: int) -> Outcomes[int]:
    front: tuple[tuple[int, int], ...] = ((0, 1),)
    every = 1
    for part in parts:
        outcomes, total = part.outcomes()
        front = merge_weights(
            ((k + v) if cap < 0 else min(k + v, cap), w * x) for k, w in front for v, x in outcomes
        )
        every *= total
    return front, every


def _each_part(parts: tuple[RollSpec[Any], ...], faces: Sequence[int]) -> list[Any]:
    at = 0
    results = []
    for part in parts:
        n = part.dice[0]
        results.append(part.read(faces[at : at + n]))
        at += n
    return results


def dice_added_up(spec: Any) -> tuple[int, ...]:
    """Return how many dice are added up in each part of a roll; empty when the dice are read
    separately."""
    if isinstance(spec, Summed):
        return (
            sum((dice_added_up(p) for p in spec.parts), ())
            if all(dice_added_up(p) for p in spec.parts)
            else ()
        )
    found: tuple[int, ...] = getattr(spec, "adds", ())
    return found


def dice_that_hit(spec: Any, faces: Sequence[int]) -> tuple[bool, ...]:
    """Return for each die of a roll whether it hits; empty when its dice are added up or have no
    hits."""
    told = getattr(spec, "hits", None)
    return tuple(told(faces)) if told is not None else ()


def mark_best_faces(faces: Sequence[int], count: int, *, highest: bool) -> tuple[bool, ...]:
    """Return True for the *count* highest (or lowest) faces, else False; of equal faces the first
    count."""
    order = sorted(range(len(faces)), key=lambda i: (-faces[i] if highest else faces[i], i))[:count]
    return tuple(i in order for i in range(len(faces)))


@lru_cache(256)
def dice_text(n: int, sides: int) -> str:
    """Return ``2d6`` for (2, 6)."""
    return f"{n}d{sides}"
