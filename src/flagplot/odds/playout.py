"""Play a rule on from a whole position and count the results: exactly within a run budget, else by
sampling.

:func:`significantly_better` compares two options, both played on with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from statistics import mean, stdev
from typing import Any, Generic, TypeVar

import msgspec

from flagplot.table import Table, TailCall
from flagplot.table.core.requests import Rule

from .exact import Exact, OverBudget, Policy, chances_as_floats, first_option, merge_by_result
from .sample import Sampler

T = TypeVar("T", bound=Hashable)


P = TypeVar("P", bound=Hashable)


MOST_RUNS = 150
"""Most runs of a rule on a whole position (about 0.1 ms each) before it is sampled instead of
counted."""


TRIES = 300
"""Plays of a sampled rule: a standard error of at most 2.9 points. Equal plays run once."""


def merge_chances(chances: Iterable[tuple[P, float]]) -> dict[P, float]:
    """Return the chances with equal outcomes added up."""
    found: dict[P, float] = {}
    for outcome, p in chances:
        found[outcome] = found.get(outcome, 0.0) + p
    return found


class PlayoutResult(msgspec.Struct, Generic[T], frozen=True):
    """The possible results with the chance (0 to 1) of each. ``exact`` is false when they were
    sampled."""

    chances: tuple[tuple[T, float], ...]
    exact: bool

    def of(self, part: Callable[[T], P]) -> dict[P, float]:
        """Return the chances of a number or part of each outcome."""
        return merge_chances((part(outcome), p) for outcome, p in self.chances)

    def mean(self, number: Callable[[T], float]) -> float:
        """Return the mean of a number that each outcome has."""
        return sum(p * number(outcome) for outcome, p in self.chances)

    def chance(self, holds: Callable[[T], bool]) -> float:
        """Return the chance, 0 to 1, that *holds* is true of the outcome."""
        return sum(p for outcome, p in self.chances if holds(outcome))


class _Inside(msgspec.Struct, frozen=True):
    """The empty situation that is counted: the whole position is played inside the rule."""


def play_out_rule(
    rule: Callable[[Table[Any]], Rule[Any]],
    state: Any,
    read: Callable[[Any], T],
    *,
    policy: Policy = first_option,
    runs: int = MOST_RUNS,
    tries: int = TRIES,
) -> PlayoutResult[T]:
    """Play *rule* on *state* through every roll and count the results. Sides answer by *policy*;
    *read* returns what is counted of the final state."""

    async def inside(t: Table[Any]) -> T:
        table: Table[Any] = Table(state)
        await rule(table)
        return read(table.state)

    step = TailCall(inside)
    try:
        found = chances_as_floats(merge_by_result(Exact(policy, runs).whole(step, _Inside())))
        return PlayoutResult(tuple(found.items()), exact=True)
    except OverBudget:
        sampled = Sampler(policy).many(step, _Inside(), tries)
        return PlayoutResult(tuple((x, n / tries) for x, n in sampled.counts), exact=False)


DOUBT = 1.5
"""Standard errors by which another choice must be better before it replaces the usual one."""


def significantly_better(
    games: Sequence[float], others: Sequence[float], doubt: float = DOUBT
) -> bool:
    """Return whether results are better than others by more than *doubt* standard errors. Both
    lists are paired: each pair was played from the same determinisation with the same dice.

    >>> significantly_better([3.0, 4.0, 5.0], [1.0, 2.0, 3.5])
    True
    >>> significantly_better([9.0, 0.0, 3.0], [1.0, 2.0, 3.5]), significantly_better([9.0], [1.0])
    (False, False)
    """
    gaps = [a - b for a, b in zip(games, others, strict=True)]
    return len(gaps) > 1 and mean(gaps) > doubt * stdev(gaps) / len(gaps) ** 0.5
