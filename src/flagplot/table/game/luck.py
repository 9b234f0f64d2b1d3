"""Luck: what the dice gave against what they could be expected to give, by the side they were
rolled for.

Two questions that end arguments about dice, each answered with a chance:

* *Are the dice even?* How often each face came, and how many honest sets of as many dice would be
  at least as uneven (exact for few dice, by the chi-square distribution for many).
* *Who was lucky?* Every result stands somewhere among all results its own table could have given; a
  side's percentile says how many of a hundred fair games with the very same rolls would have
  treated it worse.

A roll belongs to the side its rule book names (:meth:`flagplot.table.Rulebook.roller`); ``about``
may hold ``good="low"`` when a low result is the better one for that side. Results that are no
numbers are compared by the sum of the faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import erf, erfc, exp, factorial, gamma, sqrt
from typing import Any

import msgspec

from ..core.requests import Roll
from ..core.roll_specs import ways_per_total
from ..language.sentences import capitalise, count_text
from ..log.entries import Entry

MOST_FACES = 12
"""Dice with more sides are counted by tenths of their range."""


EXACT_DICE = 40
"""Up to so many dice the evenness of faces is counted exactly."""


FEW = 5
"""With fewer rolls nothing is said about luck."""


class RollLuck(msgspec.Struct, frozen=True):
    """One roll: its entry number, side, code, faces and sides of its dice; the share of outcomes it
    beat (0.5 is even luck) and the variance of that share; result and mean when the result is a
    number."""

    n: int
    side: str
    why: str
    faces: tuple[int, ...]
    sides: int
    beat: float
    variance: float
    result: float | None = None
    mean: float = 0.0


class Faces(msgspec.Struct, frozen=True):
    """How often each face of the dice of one kind came: ``counts[0]`` is face 1 (of dice with more
    than 12 sides: the lowest tenth). ``p`` is the chance (0 to 1) that honest dice are at least as
    uneven; ``words`` say so."""

    sides: int
    counts: tuple[int, ...]
    expected: float
    p: float
    words: str


class SideLuck(msgspec.Struct, frozen=True):
    """All rolls of one side.

    ``result`` and ``mean``: what the tables gave and what they give on average, added over rolls
    whose result is a number. ``beat``: mean share of the outcomes that were worse; ``z``: how many
    standard deviations that lies above 1/2; ``percentile``: of how many of a hundred fair games
    with the same rolls it is the better one; ``words`` say so.
    """

    side: str
    rolls: int
    dice: int
    result: float
    mean: float
    beat: float
    z: float
    percentile: float
    faces: tuple[Faces, ...]
    words: str


def roll_luck(roll: Roll[Any], entry: Entry, side: str) -> RollLuck | None:
    """Return the luck of a roll that was made for *side*; ``None`` for a roll without dice."""
    if not entry.faces:
        return None
    about = dict(entry.about)
    sign = -1 if about.get("good") == "low" else 1
    n, sides = roll.spec.dice
    result = roll.spec.read(entry.faces)
    number = isinstance(result, (bool, int, float))
    if number:
        pairs, total = roll.spec.outcomes()
        beat, variance = share_beaten(((sign * v, w) for v, w in pairs), total, sign * result)
        mean = sum(v * w for v, w in pairs) / total
    else:
        beat, variance = share_beaten(
            ((sign * v, w) for v, w in enumerate(ways_per_total(n, sides)) if w),
            sides**n,
            sign * sum(entry.faces),
        )
        mean = 0.0
    return RollLuck(
        entry.n,
        side,
        roll.why,
        entry.faces,
        sides,
        beat,
        variance,
        float(result) if number else None,
        float(mean),
    )


def share_beaten(pairs: Iterable[tuple[float, int]], total: int, got: float) -> tuple[float, float]:
    """Return the share (0 to 1) of the weighted outcomes that are worse than *got*, and the
    variance of that share with fair dice. Equal outcomes count half.

    The variance is smaller for a roll with few results: it tells less about luck.
    """
    below = equal = 0
    cubes = 0.0
    for value, weight in pairs:
        below += weight if value < got else 0
        equal += weight if value == got else 0
        cubes += (weight / total) ** 3
    return (below + equal / 2) / total, (1 - cubes) / 12


def luck_by_side(lucks: Iterable[RollLuck]) -> tuple[SideLuck, ...]:
    """Add up rolls by side, sides sorted by name."""
    found: dict[str, list[RollLuck]] = {}
    for one in lucks:
        found.setdefault(one.side, []).append(one)
    return tuple(side_luck(side, found[side]) for side in sorted(found))


def side_luck(side: str, rolls: Sequence[RollLuck]) -> SideLuck:
    """Return the luck of the rolls of one side."""
    n = len(rolls)
    beat = sum(r.beat for r in rolls) / n
    spread = sqrt(sum(r.variance for r in rolls))
    z = (sum(r.beat for r in rolls) - n / 2) / spread if spread else 0.0
    percentile = 50 * (1 + erf(z / sqrt(2)))
    numbers = [r for r in rolls if r.result is not None]
    return SideLuck(
        side,
        n,
        sum(len(r.faces) for r in rolls),
        sum(r.result or 0.0 for r in numbers),
        sum(r.mean for r in numbers),
        beat,
        z,
        percentile,
        tuple(face_counts(rolls)),
        luck_words(percentile, n),
    )


def luck_words(percentile: float, rolls: int) -> str:
    """Return a percentile as a sentence."""
    if rolls < FEW:
        return f"{count_text(rolls, 'roll')}: too few to speak of luck."
    far = abs(percentile - 50)
    what = (
        "ordinary luck"
        if far < 25
        else f"{'very ' if far > 45 else ''}{'lucky' if percentile > 50 else 'unlucky'}"
    )
    share = (
        "more than 99"
        if percentile > 99.5
        else "fewer than 1"
        if percentile < 0.5
        else f"{percentile:.0f}"
    )
    return f"{capitalise(what)}: better than about {share} of 100 fair games with the same {rolls} rolls."


# -- faces
def face_counts(rolls: Sequence[RollLuck]) -> Iterator[Faces]:
    """Yield the counts of faces by kind of die, the commonest kind first."""
    by: dict[int, list[int]] = {}
    for r in rolls:
        by.setdefault(r.sides, []).extend(r.faces)
    for sides, faces in sorted(by.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if sides < 2:
            continue
        kinds = sides if sides <= MOST_FACES else 10
        if sides % kinds:
            continue
        got = Counter((f - 1) * kinds // sides for f in faces)
        counts = tuple(got.get(k, 0) for k in range(kinds))
        p = unevenness(counts)
        yield Faces(sides, counts, len(faces) / kinds, p, face_words(p, len(faces), sides))


def face_words(p: float, dice: int, sides: int) -> str:
    """Return the chance of such uneven faces as a sentence."""
    what = (
        "As even as honest dice fall"
        if p >= 0.1
        else "A little uneven"
        if p >= 0.02
        else "Strikingly uneven"
    )
    share = (
        f"{100 * p:.0f} of 100"
        if p >= 0.02
        else f"1 of {1 / p:.0f}"
        if p > 1e-6
        else "fewer than 1 of a million"
    )
    return f"{what}: {share} honest sets of {dice} dice ({sides} sides) are at least as uneven."


def unevenness(counts: Sequence[int]) -> float:
    """Return the chance (0 to 1) that fair dice with as many faces as *counts* fall at least as
    unevenly, by the chi-square measure."""
    n, k = sum(counts), len(counts)
    squares = sum(c * c for c in counts)
    if n <= EXACT_DICE:
        return _exact(n, k, squares)
    return chi_square(k * squares / n - n, k - 1)


@lru_cache(maxsize=1024)
def _exact(n: int, k: int, squares: int) -> float:
    """Return the share of all ways *n* dice of *k* faces fall that have a sum of squared counts of
    *squares* or more."""
    hits = 0
    for parts in partitions(n, k, n):
        if sum(c * c for c in parts) < squares:
            continue
        ways = factorial(n) * factorial(k)
        for c in parts:
            ways //= factorial(c)
        for alike in Counter((*parts, *(0,) * (k - len(parts)))).values():
            ways //= factorial(alike)
        hits += ways
    return float(hits / k**n)


def partitions(n: int, most: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to part *n* into at most *most* positive numbers of at most *largest*, the
    largest first."""
    if n == 0:
        yield ()
        return
    if most == 0:
        return
    for first in range(min(n, largest), (n + most - 1) // most - 1, -1):
        for rest in partitions(n - first, most - 1, first):
            yield (first, *rest)


def chi_square(x: float, df: int) -> float:
    """Return the chance that a chi-square variable with *df* degrees of freedom is *x* or more."""
    if x <= 0:
        return 1.0
    half = x / 2
    if df % 2 == 0:
        term = total = exp(-half)
        for i in range(1, df // 2):
            term *= half / i
            total += term
        return min(1.0, total)
    tail = erfc(sqrt(half)) + exp(-half) * sum(
        half ** float(i + 0.5) / gamma(i + 1.5) for i in range((df - 1) // 2)
    )
    return min(1.0, float(tail))
