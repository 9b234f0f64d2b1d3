"""Exact odds out of the rules themselves: every outcome of a counted rule with its weight.

A counted rule sees a small hashable situation and ends rounds by ``TailCall``, so that equal
situations meet and are counted once. Weights are integers over a common total, hence exact, until
the total grows past ``BITS`` bits (long chains): from there they are floats over 1.0. Parts that a
rule declares to go their own ways (:func:`flagplot.table.each_independent`) are counted alone and
multiplied.
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
"""The answer assumed for a choice: (request, situation) -> answer."""
Weight = int | float
Weighted = tuple[tuple[tuple[Any, Weight], ...], Weight]
"""((value, weight), ...), total."""
Pairs = Collection[tuple[Any, Weight]]

BITS = 256
"""Totals of more bits than this turn to floats."""
RUNS = 20_000
"""Runs of a rule after which an exact answer is given up (a run takes 2 to 9 microseconds, so about
100 ms)."""


class OverBudget(Exception):  # noqa: N818
    """The exact answer would take too many runs: sample instead."""


def first_option(request: Any, situation: Any) -> Any:
    """The policy that takes the first option."""
    return request.options[0]


class Exact:
    """Counts rules exactly under a policy. Keeps what it has counted (``memo``) for further
    questions."""

    def __init__(self, policy: Policy = first_option, runs: int = RUNS) -> None:
        self.policy = policy
        self.runs = runs
        self.used = 0
        self.memo: dict[Any, Weighted] = {}
        self.tables: set[str] = set()
        self.choices: set[str] = set()

    def whole(self, step: TailCall, situation: Any) -> Weighted:
        """All outcomes of *step* followed through its tail calls: pairs ((result, situation),
        weight) and the total.

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
            if (
                len(parts) == 1 and parts[0][0] == total
            ):  # one situation, for certain: its outcomes are merged already
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
        """All outcomes of one step, its tail calls not followed: pairs ((result or TailCall,
        situation), weight) and the total."""
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
        """All outcomes of :func:`each_independent` with *args*: every part counted alone, then
        every way they may come together."""
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
        """One run along *script* (grown where the run asks something new): end, weight, total."""
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
        return ((assumed(request, self.policy, table.state, self.choices), 1),), 1


def assumed(request: Any, policy: Policy, situation: Any, choices: set[str]) -> Any:
    """What the policy answers to a request to people."""
    if isinstance(request, Ask):  # most of them
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


def chances(weighted: Weighted) -> dict[Any, float]:
    """Probabilities as floats."""
    pairs, total = weighted
    return {value: w / total for value, w in pairs}


def fractions(weighted: Weighted) -> dict[Any, Fraction]:
    """Probabilities as fractions (exact when the weights are integers)."""
    pairs, total = weighted
    return {value: Fraction(w) / Fraction(total) for value, w in pairs}


def results(weighted: Weighted) -> Weighted:
    """The outcomes by result alone, the situations they end in forgotten."""
    return _merged(weighted, 0)


def _by_situation(weighted: Weighted) -> Weighted:
    """The outcomes by the situation they end in alone, the results forgotten."""
    return _merged(weighted, 1)


def _merged(weighted: Weighted, part: int) -> Weighted:
    """The outcomes by one part of each, result (0) or situation (1), equals together."""
    pairs, total = weighted
    found: dict[Hashable, Weight] = {}
    for outcome, w in pairs:
        found[outcome[part]] = found.get(outcome[part], 0) + w
    return tuple(found.items()), total


def _mixed(parts: list[tuple[Weight, Weighted]], total: Weight) -> tuple[dict[Any, Weight], Weight]:
    """Weigh distributions by *parts* (weights over *total*) and merge equal values."""
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
    """Add up distributions that each stand over their own total."""
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
