"""Sampled odds: the rules played many times with seeded chance, each result with its standard
error.

The sampler groups plays that are in the same state. A rule runs once per outcome, not once per
play. :mod:`.multinomial` draws exactly how many plays take each outcome.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from math import sqrt
from random import Random
from typing import Any

import msgspec

from flagplot.table import Roll, Table, TailCall
from flagplot.table.core.dice import PlayoutDice, Rng
from flagplot.table.core.requests import CountedCall

from .exact import Policy, first_option, policy_answer
from .multinomial import multinomial, outcome_at

Way = tuple[Any, int]
"""(an answer or an end, number of plays)."""


def seeded_rng(seed: int | str) -> Rng:
    """Return a generator for determinisations: the same seed gives the same draws."""
    return Random(seed)


class Sampled(msgspec.Struct, frozen=True):
    """The number of plays, of *n*, that gave each result."""

    counts: tuple[tuple[Any, int], ...]
    n: int

    def chance(self, result: Any) -> float:
        """Return the share of plays that ended with *result*."""
        hits: int = dict(self.counts).get(result, 0)
        return hits / self.n

    def error(self, result: Any) -> float:
        """Return the standard error of :meth:`chance`. It is never 0: a share of 0 or 1 gets the
        error of one more play."""
        p: float = (dict(self.counts).get(result, 0) + 0.5) / (self.n + 1)
        return sqrt(p * (1 - p) / self.n)


class Sampler:
    """A sampler of counted rules. Chance is drawn from merged outcomes. The same seed gives the
    same results."""

    def __init__(self, policy: Policy = first_option, seed: int | str = 0) -> None:
        self.policy = policy
        self.tables: set[str] = set()
        self.choices: set[str] = set()
        self._seed = seed
        self._fated = PlayoutDice(seed)

    @cached_property
    def _lots(self) -> Random:
        """The generator that distributes grouped plays. A single play does not use it."""
        return Random(self._seed)

    def play(self, step: TailCall, situation: Any) -> tuple[Any, Any]:
        """Play once. Returns the result and the final situation. Nothing is grouped. Rolls for the
        same reason have the same faces in all first plays of a seed, so that policies are compared
        with equal luck."""
        while True:
            table: Table[Any] = Table(situation, exact=True)
            rule = step.rule(table, *step.args)
            send: Any = None
            try:
                while True:
                    request = rule.send(send)
                    kind = type(request)
                    if kind is Roll:
                        if request.table:
                            self.tables.add(request.table)
                        outcomes, total = request.spec.outcomes()
                        send = outcome_at(outcomes, self._fated.below(request.reason, total))
                    elif kind is CountedCall:
                        send, part = self.play(request.step, request.table.state)
                        request.table.state = part
                    else:
                        send = policy_answer(request, self.policy, table.state, self.choices)
            except StopIteration as end:
                situation = table.state
                if type(end.value) is not TailCall:
                    return end.value, situation
                step = end.value

    def many(self, step: TailCall, situation: Any, n: int) -> Sampled:
        """Play *n* times and count the results."""
        counts: dict[Hashable, int] = {}
        for (result, _), plays in self.ends(step, situation, n):
            counts[result] = counts.get(result, 0) + plays
        return Sampled(tuple(counts.items()), n)

    def ends(self, step: TailCall, situation: Any, n: int) -> list[Way]:
        """Play *n* times and follow tail calls. Returns ((result, situation), number of plays)
        pairs."""
        if n < 1:
            return []
        front: dict[tuple[Any, Any], int] = {(step, situation): n}
        done: dict[tuple[Any, Any], int] = {}
        while front:
            onward: dict[tuple[Any, Any], int] = {}
            for (at, here), plays in front.items():
                for end, count in self._step(at, here, plays):
                    into = onward if type(end[0]) is TailCall else done
                    into[end] = into.get(end, 0) + count
            front = onward
        return list(done.items())

    def _step(self, step: TailCall, situation: Any, n: int) -> list[Way]:
        """Play one step *n* times. Returns its ends with their numbers of plays (an end may occur
        more than once). The rule runs once per outcome."""
        script: list[tuple[list[Way], int]] = []
        found = []
        while True:
            found.append(self._run(step, situation, n, script))
            while script and script[-1][1] + 1 == len(script[-1][0]):
                script.pop()
            if not script:
                return found
            ways, at = script[-1]
            script[-1] = (ways, at + 1)

    def _run(
        self, step: TailCall, situation: Any, n: int, script: list[tuple[list[Way], int]]
    ) -> Way:
        """Run the rule once along *script*, which grows at each new request. Returns its end and
        the number of plays that took it."""
        table: Table[Any] = Table(situation, exact=True)
        rule = step.rule(table, *step.args)
        i = 0
        send: Any = None
        while True:
            try:
                request = rule.send(send)
            except StopIteration as e:
                return (e.value, table.state), n
            if i == len(script):
                script.append((self._ways(request, table, n), 0))
            ways, at = script[i]
            send, n = ways[at]
            i += 1
            if type(request) is CountedCall:
                send, part = send
                request.table.state = part

    def _ways(self, request: Any, table: Table[Any], n: int) -> list[Way]:
        if type(request) is Roll:
            if request.table:
                self.tables.add(request.table)
            return multinomial(self._lots, *request.spec.outcomes(), n)
        if type(request) is CountedCall:
            return self.ends(request.step, request.table.state, n)
        return [(policy_answer(request, self.policy, table.state, self.choices), n)]
