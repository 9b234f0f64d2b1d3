"""One ordinary exchange of fire, exactly and by sampling: our drivers against icepool and numpy's generator.

The exchange: five rolls of two dice read on one table, summed on their targets and capped at each target's size, both
sides at once. All exact answers must agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec
from msgspec.structs import replace
from timing import Figure, took

from flagplot.table import Next, Roll, Table

HITS = {2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 1, 8: 1, 9: 2, 10: 2, 11: 3, 12: 4}
"""Hits by the total of two dice: a table of the usual shape."""


class Fire(msgspec.Struct, frozen=True, cache_hash=True):
    """A roll of two dice on the table, capped at the target's size."""

    cap: int

    @property
    def dice(self) -> tuple[int, int]:
        return 2, 6

    def read(self, faces: Any) -> int:
        return min(self.cap, HITS[sum(faces)])

    def outcomes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        found: dict[int, int] = {}
        for a in range(1, 7):
            for b in range(1, 7):
                hit = self.read((a, b))
                found[hit] = found.get(hit, 0) + 1
        return tuple(found.items()), 36


class Hit(msgspec.Struct, frozen=True, tag="hit"):
    clause: str
    target: int
    hits: int

    def apply(self, s: Salvo) -> Salvo:
        left = tuple(max(0, n - self.hits) if i == self.target else n for i, n in enumerate(s.left))
        return replace(s, left=left, shots=s.shots[1:])

    def seen_by(self, side: str) -> Hit:
        return self


class Salvo(msgspec.Struct, frozen=True, cache_hash=True):
    """What is left of each target, and the targets of the shots still to come."""

    left: tuple[int, ...]
    shots: tuple[int, ...]


async def salvo(t: Table[Salvo]) -> Any:
    """Every gun fires once at its target; equal positions meet between the shots."""
    s = t.state
    if not s.shots:
        return s.left
    target = s.shots[0]
    hits = await Roll(Fire(s.left[target]), "bench", "fire") if s.left[target] else 0
    t.record(Hit("bench", target, hits))
    return Next(salvo)


START = Salvo((4, 3, 3, 4, 3), (0, 0, 1, 2, 3, 3, 4))


def figures() -> dict[str, Figure]:
    """Times of the exact answer, of icepool's, and of ten thousand samples each way."""
    import icepool
    import numpy as np
    from flagplot.odds.exact import Exact
    from flagplot.odds.sample import sample

    def ours() -> dict[Hashable, Any]:
        return dict(Exact().whole(Next(salvo), START))

    roll = icepool.map(HITS, 2 @ icepool.d6)

    def theirs() -> Any:
        shots = [START.shots.count(i) for i in range(len(START.left))]
        each = [(n @ roll).map(lambda h, size=size: max(0, size - h)) for n, size in zip(shots, START.left, strict=True)]
        return icepool.tupleize(*each)

    mine = ours()
    peer = theirs()
    total = sum(mine.values())
    for outcome, weight in mine.items():
        left = outcome[0] if isinstance(outcome, tuple) and outcome and isinstance(outcome[0], tuple) else outcome
        if abs(weight / total - float(peer.probability(left))) > 1e-12:
            raise AssertionError(f"{left}: {weight / total} here, {float(peer.probability(left))} by icepool")

    table = np.array([0, 0, *HITS.values()])
    generator = np.random.default_rng(1)

    def numpy() -> Any:
        left = np.tile(np.array(START.left), (10_000, 1))
        for target in START.shots:
            left[:, target] -= table[generator.integers(1, 7, (10_000, 2)).sum(axis=1)]
        return np.maximum(left, 0)

    return {
        "exchange, exact": took(ours, rounds=15),
        "exchange, exact | icepool": took(theirs, rounds=15),
        "exchange, 10 000 samples": took(lambda: sample(Next(salvo), START, 10_000, seed=1), rounds=3),
        "exchange, 10 000 samples | numpy, rule written twice": took(numpy, rounds=5),
    }
