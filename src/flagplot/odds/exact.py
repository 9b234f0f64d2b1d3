"""Exact odds from the rules: every outcome of a counted rule with its weight.

A counted rule sees a small hashable situation and ends rounds by ``TailCall``, so that equal
situations meet and are counted once. Weights are integers over a common total, hence exact, until
the total grows past ``BITS`` bits (long chains): from there they are floats over 1.0. Independent
parts of a rule (:func:`flagplot.table.each_independent`) are counted separately and multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from msgspec.structs import replace

from flagplot.table import (
    Ask,
    AskAny,
    AskEach,
    AskOrder,
    CountedCall,
    Roll,
    Table,
    TailCall,
    each_independent,
    single_requests,
)
from flagplot.table.core.requests import Single

Policy = Callable[[Any, Any], Any]
"""A function that returns the answer assumed for a choice: (request, situation) -> answer."""
Weight = int | float
Weighted = tuple[tuple[tuple[Any, Weight], ...], Weight]
"""((value, weight), ...), total."""
Pairs = Collection[tuple[Any, Weight]]

BITS = 256
"""Bits of a total above which it becomes a float."""
RUNS = 20_000
"""Runs of a rule after which the exact answer is abandoned. A run takes 2 to 9 microseconds, so
this is about 100 ms."""


class OverBudget(Exception):  # noqa: N818
    """The exact answer would take too many runs: sample instead."""


def first_option(request: Any, situation: Any) -> Any:
    """Return the first option: the default policy."""
    return request.options[0]


class Exact:
    """An exact counter of rules under a policy. It keeps its results (``memo``) for further
    questions."""

    def __init__(self, policy: Policy = first_option, runs: int = RUNS) -> None:
        self.policy = policy
        self.runs = runs
        self.used = 0
        self.memo: dict[Any, Weighted] = {}
        self.tables: set[str] = set()
        self.choices: set[str] = set()

    def whole(self, step: TailCall, situation: Any) -> Weighted:
        """Return all outcomes of *step* and its tail calls: pairs ((result, situation), weight),
        and the total.

        Raises :class:`OverBudget`.
        """
        key = (step, situation)
        if key in self.memo:
            return self.memo[key]
        front: dict[Any, Weight] = {key: 1}
        total: Weight = 1
        ended: list[tuple[Pairs, Weight]] = []
        while front:
            parts: list[tuple[Weight, Weighted]] = [
                (w, self.step(s, at)) for (s, at), w in front.items()
            ]
            merged: Pairs
            # a single certain situation: its outcomes are merged already
            if len(parts) == 1 and parts[0][0] == total:
                merged, total = parts[0][1]
            else:
                mixed, total = _mixed(parts, total)
                merged = mixed.items()
            front = {k: w for k, w in merged if type(k[0]) is TailCall}
            done = (
                [pair for pair in merged if type(pair[0][0]) is not TailCall] if front else merged
            )
            if done:
                ended.append((done, total))
        found = self.memo[key] = _joined(ended)
        return found

    def step(self, step: TailCall, situation: Any) -> Weighted:
        """Return all outcomes of one step without following tail calls: pairs ((result or TailCall,
        situation), weight), and the total."""
        key = (step, situation, "step")
        if key in self.memo:
            return self.memo[key]
        if step.rule is each_independent:
            found = self.memo[key] = self._apart(situation, step.args)
            return found
        script: list[tuple[Sequence[tuple[Any, Weight]], Weight, int]] = []
        by_total: dict[Weight, dict[Any, Weight]] = {}
        while True:
            self.used += 1
            if self.used > self.runs:
                raise OverBudget(f"more than {self.runs} runs")
            end, weight, total = self._run(step, situation, script)
            bucket = by_total.setdefault(total, {})
            bucket[end] = bucket.get(end, 0) + weight
            while script and script[-1][2] + 1 == len(script[-1][0]):
                script.pop()
            if not script:
                break
            pairs, of, at = script[-1]
            script[-1] = (pairs, of, at + 1)
        found = self.memo[key] = _joined(
            [(bucket.items(), total) for total, bucket in by_total.items()]
        )
        return found

    def _apart(self, situation: Any, args: tuple[Any, ...]) -> Weighted:
        """Return all outcomes of :func:`each_independent` with *args*: every part is counted
        separately, then all combinations are formed."""
        field, steps = args
        parts: list[Weighted] = []
        for step, item in zip(steps, getattr(situation, field), strict=True):
            parts.append(
                _by_situation(self.whole(step, item)) if step is not None else (((item, 1),), 1)
            )
        self.used += prod(len(pairs) for pairs, _ in parts)
        if self.used > self.runs:
            raise OverBudget(f"more than {self.runs} runs and joint outcomes")
        total: Weight = prod(of for _, of in parts)
        if isinstance(total, float) or total.bit_length() > BITS:
            parts = [(tuple([(item, w / of) for item, w in pairs]), 1.0) for pairs, of in parts]
            total = 1.0
        weights: list[Weight] = [1]
        for pairs, _ in parts:
            weights = [w * x for w in weights for _, x in pairs]
        together = product(*([item for item, _ in pairs] for pairs, _ in parts))
        return tuple(
            [
                ((None, replace(situation, **{field: x})), w)
                for x, w in zip(together, weights, strict=True)
            ]
        ), total

    def _run(self, step: TailCall, situation: Any, script: list[Any]) -> tuple[Any, Weight, Weight]:
        """Run the rule once along *script*, which grows at each new request. Returns end, weight
        and total."""
        table: Table[Any] = Table(situation, exact=True)
        rule = step.rule(table, *step.args)
        weight: Weight = 1
        total: Weight = 1
        i = 0
        send: Any = None
        while True:
            try:
                request = rule.send(send)
            except StopIteration as e:
                return (e.value, table.state), weight, total
            if i == len(script):
                pairs, of = self._outcomes(request, table)
                script.append((pairs, of, 0))
            pairs, of, at = script[i]
            send, w = pairs[at]
            weight *= w
            total *= of
            i += 1
            if isinstance(request, CountedCall):
                send, part = send
                request.table.state = part

    def _outcomes(self, request: Any, table: Table[Any]) -> Weighted:
        if isinstance(request, Roll):
            if request.table:
                self.tables.add(request.table)
            return request.spec.outcomes()
        if isinstance(request, CountedCall):
            return self.whole(request.step, request.table.state)
        return ((policy_answer(request, self.policy, table.state, self.choices), 1),), 1


def policy_answer(request: Any, policy: Policy, situation: Any, choices: set[str]) -> Any:
    """Return the policy's answer to a request to sides, and add the kinds of choices to
    *choices*."""
    if isinstance(request, Ask):  # the most frequent kind
        choices.add(request.kind)
        return policy(request, situation)
    if not isinstance(request, (AskOrder, AskEach, AskAny)):
        raise TypeError(f"a rule awaited {type(request).__name__}, which no driver answers")
    asks: tuple[Single, ...] = single_requests(request)
    choices.update(s.kind for s in asks)
    if isinstance(request, AskEach):
        return {s.side: policy(s, situation) for s in asks}
    if isinstance(request, AskAny):
        return asks[0].side, policy(asks[0], situation)
    return policy(request, situation)


def chances_as_floats(weighted: Weighted) -> dict[Any, float]:
    """Return the chances as floats, 0 to 1."""
    pairs, total = weighted
    return {value: w / total for value, w in pairs}


def chances_as_fractions(weighted: Weighted) -> dict[Any, Fraction]:
    """Return the chances as fractions (exact when the weights are integers)."""
    pairs, total = weighted
    return {value: Fraction(w) / Fraction(total) for value, w in pairs}


def merge_by_result(weighted: Weighted) -> Weighted:
    """Return the outcomes merged by result, without the final situations."""
    return _merged(weighted, 0)


def _by_situation(weighted: Weighted) -> Weighted:
    """Return the outcomes merged by final situation, without the results."""
    return _merged(weighted, 1)


def _merged(weighted: Weighted, part: int) -> Weighted:
    """Return the outcomes merged by one part: result (0) or situation (1)."""
    pairs, total = weighted
    found: dict[Hashable, Weight] = {}
    for outcome, w in pairs:
        found[outcome[part]] = found.get(outcome[part], 0) + w
    return tuple(found.items()), total


def _mixed(parts: list[tuple[Weight, Weighted]], total: Weight) -> tuple[dict[Any, Weight], Weight]:
    """Return the mixture of distributions, weighted by *parts* (weights over *total*), with equal
    values merged."""
    totals = {of for _, (_, of) in parts}
    merged: dict[Any, Weight] = {}
    if all(isinstance(t, int) for t in totals) and isinstance(total, int):
        common = lcm(*(t for t in totals if isinstance(t, int)))
        if (common * total).bit_length() <= BITS:
            for w, (pairs, of) in parts:
                scale = w * (common // of)
                for value, x in pairs:
                    merged[value] = merged.get(value, 0) + scale * x
            return merged, total * common
    for w, (pairs, of) in parts:
        scale = w / total / of
        for value, x in pairs:
            merged[value] = merged.get(value, 0.0) + scale * x
    return merged, 1.0


def _joined(buckets: list[tuple[Pairs, Weight]]) -> Weighted:
    """Return the sum of distributions that each have their own total."""
    if len(buckets) == 1:
        return tuple(buckets[0][0]), buckets[0][1]
    joined: dict[Any, Weight] = {}
    if all(isinstance(t, int) for _, t in buckets):
        common: Weight = lcm(*(t for _, t in buckets if isinstance(t, int)))
        for bucket, t in buckets:
            for value, w in bucket:
                joined[value] = joined.get(value, 0) + w * (common // t)
        return tuple(joined.items()), common
    for bucket, t in buckets:
        for value, w in bucket:
            joined[value] = joined.get(value, 0.0) + w / t
    return tuple(joined.items()), 1.0
