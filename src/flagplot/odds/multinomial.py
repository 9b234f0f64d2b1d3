"""Exact multinomial sampling: how many of *n* draws give each outcome, without drawing one at a
time.

Chances stay ratios of integers: there is no rounding, and draws are equal on every machine."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import Any

FEW = 3
"""Draws per outcome up to which drawing one at a time is faster."""


def binomial(lots: Random, n: int, weight: int, total: int) -> int:
    """Return how many of *n* draws succeed, each with the chance *weight* / *total* (0 <= weight <=
    total).

    A draw is a binary fraction of random bits and succeeds when it is below the chance. All are
    compared bit by bit at once. Only draws equal to the chance so far need another bit: two bits a
    draw on average.
    """
    if weight >= total:
        return n
    success = 0
    while n and weight:
        ones = lots.getrandbits(n).bit_count()
        weight *= 2
        if weight >= total:  # this bit of the chance is 1: draws with a 0 are below it
            weight -= total
            success += n - ones
            n = ones
        else:
            n -= ones
    return success


def multinomial(
    lots: Random, outcomes: tuple[tuple[Any, int], ...], total: int, n: int
) -> list[tuple[Any, int]]:
    """Return how many of *n* draws give each outcome, as (outcome, count) pairs in order, without
    outcomes that did not occur. Weights add up to *total*."""
    if len(outcomes) == 1:
        return [(outcomes[0][0], n)]
    if n <= FEW * len(outcomes):
        return _one_by_one(lots, outcomes, total, n)
    found = []
    for value, weight in outcomes:
        came = binomial(lots, n, weight, total)
        if came:
            found.append((value, came))
            n -= came
            if not n:
                break
        total -= weight
    return found


def outcome_at(outcomes: tuple[tuple[Any, int], ...], place: int) -> Any:
    """Return the outcome whose weight contains *place*, 0 up to the sum of the weights."""
    for value, weight in outcomes:
        place -= weight
        if place < 0:
            return value
    raise ValueError("the weights do not add up to the total")


def _one_by_one(
    lots: Random, outcomes: tuple[tuple[Any, int], ...], total: int, n: int
) -> list[tuple[Any, int]]:
    running = list(accumulate(w for _, w in outcomes))
    came: dict[int, int] = {}
    for _ in range(n):
        i = bisect_right(running, lots.randrange(total))
        came[i] = came.get(i, 0) + 1
    return [(outcomes[i][0], came[i]) for i in sorted(came)]
