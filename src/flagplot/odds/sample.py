"""Odds by trying: the same rules played many times with seeded chance, each chance stated with its standard error."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any

import msgspec

from flagplot.table import Next, Roll, Table

from .exact import Policy, assumed, first_option

KEPT = 4096
"""Most specs whose running totals are kept."""


class Sampled(msgspec.Struct, frozen=True):
    """How often each result came in *n* plays."""

    counts: tuple[tuple[Any, int], ...]
    n: int

    def chance(self, result: Any) -> float:
        """The share of plays that ended with *result*."""
        hits: int = dict(self.counts).get(result, 0)
        return hits / self.n

    def error(self, result: Any) -> float:
        """The standard error of :meth:`chance`, never 0: for shares of 0 and 1 that of one play more."""
        p: float = (dict(self.counts).get(result, 0) + 0.5) / (self.n + 1)
        return sqrt(p * (1 - p) / self.n)


class Sampler:
    """Plays counted rules with chance drawn from their merged outcomes. The same seed gives the same answer."""

    def __init__(self, policy: Policy = first_option, seed: int | str = 0) -> None:
        self.policy = policy
        self.tables: set[str] = set()
        self.choices: set[str] = set()
        self._draw = Random(seed).random
        self._specs: dict[Any, tuple[list[int], list[Any], int]] = {}

    def play(self, step: Next, situation: Any) -> tuple[Any, Any]:
        """Play once: the result and the situation it ends in."""
        table: Table[Any] = Table(situation)
        rule = table.run(step.rule, *step.args)
        send: Any = None
        while True:
            try:
                request = rule.send(send)
            except StopIteration as e:
                return e.value, table.state
            if type(request) is Roll:
                send = self._roll(request)
            else:
                send = assumed(request, self.policy, table.state, self.choices)

    def many(self, step: Next, situation: Any, n: int) -> Sampled:
        """Play *n* times and count the results."""
        counts: dict[Hashable, int] = {}
        for _ in range(n):
            result, _end = self.play(step, situation)
            counts[result] = counts.get(result, 0) + 1
        return Sampled(tuple(counts.items()), n)

    def _roll(self, roll: Roll[Any]) -> Any:
        if roll.table:
            self.tables.add(roll.table)
        found = self._specs.get(roll.spec)
        if found is None:
            if len(self._specs) >= KEPT:
                self._specs.clear()
            pairs, total = roll.spec.outcomes()
            found = self._specs[roll.spec] = (list(accumulate(w for _, w in pairs)), [v for v, _ in pairs], total)
        running, values, total = found
        return values[bisect_right(running, int(self._draw() * total))]
