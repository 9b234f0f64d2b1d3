"""Play a rule on from a whole position and count the results: exactly within a run budget, else by
sampling.

:func:`significantly_better` tests whether one option is significantly better than another, both
played on with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from statistics import mean, stdev
from typing import Any, Generic, TypeVar

import msgspec

from flagplot.table import Table, TailCall
from flagplot.table.core.requests import Rule

from .exact import Exact, OverBudget, Policy, chances, first_option, results
from .sample import Sampler

T = TypeVar("T", bound=Hashable)


P = TypeVar("P", bound=Hashable)


MOST_RUNS = 150
"""Runs of a rule on a whole position (each takes about 0.1 ms) after which it is tried instead of
counted."""


TRIES = 300
"""Plays of a rule that is tried: a standard error of at most 2.9 points; those that go alike run
once."""


def together(chances: Iterable[tuple[P, float]]) -> dict[P, float]:
    """Chances of outcomes, those of equals as one."""
    found: dict[P, float] = {}
    for outcome, p in chances:
        found[outcome] = found.get(outcome, 0.0) + p
    return found


class PlayoutResult(msgspec.Struct, Generic[T], frozen=True):
    """What may come of it with the chance (0 to 1) of each, and whether they are exact."""

    chances: tuple[tuple[T, float], ...]
    exact: bool

    def of(self, part: Callable[[T], P]) -> dict[P, float]:
        """The chances of what each outcome has: a number, or a part of it."""
        return together((part(outcome), p) for outcome, p in self.chances)

    def mean(self, number: Callable[[T], float]) -> float:
        """A number that each outcome has, on average."""
        return sum(p * number(outcome) for outcome, p in self.chances)

    def chance(self, holds: Callable[[T], bool]) -> float:
        """The chance that something holds of the outcome."""
        return sum(p for outcome, p in self.chances if holds(outcome))


class _Inside(msgspec.Struct, frozen=True):
    """The situation that is counted: nothing, for all that happens, happens inside."""


def play_out_rule(
    rule: Callable[[Table[Any]], Rule[Any]],
    state: Any,
    read: Callable[[Any], T],
    *,
    policy: Policy = first_option,
    runs: int = MOST_RUNS,
    tries: int = TRIES,
) -> PlayoutResult[T]:
    """Play *rule* on *state* through every roll, people answering by *policy*; *read* tells what is
    counted of the state it ends in."""

    async def inside(t: Table[Any]) -> T:
        table: Table[Any] = Table(state)
        await rule(table)
        return read(table.state)

    step = TailCall(inside)
    try:
        found = chances(results(Exact(policy, runs).whole(step, _Inside())))
        return PlayoutResult(tuple(found.items()), exact=True)
    except OverBudget:
        sampled = Sampler(policy).many(step, _Inside(), tries)
        return PlayoutResult(tuple((x, n / tries) for x, n in sampled.counts), exact=False)


DOUBT = 1.5
"""By how many standard errors another choice must be better than the usual one before it is taken
instead."""


def significantly_better(
    games: Sequence[float], others: Sequence[float], doubt: float = DOUBT
) -> bool:
    """Whether games stand better than others, played pair by pair in the same guesses with the same
    dice, by more than chance may give: by *doubt* standard errors.

    >>> better([3.0, 4.0, 5.0], [1.0, 2.0, 3.5]), better([9.0, 0.0, 3.0], [1.0, 2.0, 3.5]), better([9.0], [1.0])
    (True, False, False)
    """
    gaps = [a - b for a, b in zip(games, others, strict=True)]
    return len(gaps) > 1 and mean(gaps) > doubt * stdev(gaps) / len(gaps) ** 0.5
