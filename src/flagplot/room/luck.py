"""How the dice have treated each side: sums against what the same dice bring on average."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flagplot.table.entries import Entry

from .wire import LuckLine


@lru_cache(256)
def ways(dice: int, sides: int) -> tuple[int, ...]:
    """In how many ways *dice* dice of *sides* sides bring each sum; index 0 is the sum *dice*."""
    counts = [1]
    for _ in range(dice):
        longer = [0] * (len(counts) + sides - 1)
        for i, n in enumerate(counts):
            for face in range(sides):
                longer[i + face] += n
        counts = longer
    return tuple(counts)


def percentile(dice: tuple[tuple[int, int], ...], total: int) -> float:
    """Percent of all ways these dice could have fallen that bring less than *total*, equal ones counted half.

    *dice* are pairs (how many, sides). 50 when there are none.
    """
    counts: tuple[int, ...] = (1,)
    least = 0
    for n, sides in dice:
        least += n
        more = ways(n, sides)
        longer = [0] * (len(counts) + len(more) - 1)
        for i, a in enumerate(counts):
            for j, b in enumerate(more):
                longer[i + j] += a * b
        counts = tuple(longer)
    at = total - least
    below = sum(counts[:at]) * 2 + (counts[at] if 0 <= at < len(counts) else 0)
    return below * 50 / sum(counts)


def luck(entries: Iterable[Entry], sides: Iterable[str]) -> tuple[LuckLine, ...]:
    """One line for each side that rolled, then one for rolls of nobody's own."""
    rolls: dict[str, list[tuple[int, int, int]]] = {}
    known = tuple(sides)
    for entry in entries:
        if entry.kind == "roll" and entry.faces:
            who = str(dict(entry.about).get("side", ""))
            size = entry.spec.partition("d")[2]
            rolls.setdefault(who if who in known else "", []).append(
                (len(entry.faces), int(size) if size.isdigit() else 6, sum(entry.faces))
            )
    found = []
    for side in (*known, ""):
        made = rolls.get(side)
        if made:
            kinds: dict[int, int] = {}
            for n, faces, _ in made:
                kinds[faces] = kinds.get(faces, 0) + n
            total = sum(s for _, _, s in made)
            expected = sum(n * (faces + 1) / 2 for faces, n in kinds.items())
            found.append(
                LuckLine(
                    side,
                    len(made),
                    sum(kinds.values()),
                    total,
                    expected,
                    percentile(tuple((n, f) for f, n in kinds.items()), total),
                )
            )
    return tuple(found)
