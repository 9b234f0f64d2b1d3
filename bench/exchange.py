"""Benchmark of one ordinary exchange of fire, exactly and by sampling: flagplot's drivers against
icepool and numpy.

The exchange: five rolls of two dice read on one table, summed on their targets and capped at each
target's size, both sides at once. All exact answers must agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace
from timing import Figure, took

from flagplot.table import Roll, Table, TailCall, each_independent

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
        return merged(self)


@lru_cache(64)
def merged(fire: Fire) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return the outcomes of a roll with the number of ways to each."""
    found: dict[int, int] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            hit = fire.read((a, b))
            found[hit] = found.get(hit, 0) + 1
    return tuple(found.items()), 36


class Hit(msgspec.Struct, frozen=True, tag="hit"):
    clause: str
    hits: int

    def apply(self, s: Target) -> Target:
        left = max(0, s.left - self.hits)
        return replace(s, left=left, shots=s.shots - 1 if left else 0)

    def seen_by(self, side: str) -> Hit:
        return self


class Target(msgspec.Struct, frozen=True, cache_hash=True):
    """A target: its remaining strength and the number of shots still to come at it."""

    left: int
    shots: int


class Salvo(msgspec.Struct, frozen=True, cache_hash=True):
    """The targets of an exchange of fire."""

    targets: tuple[Target, ...]


async def salvo(t: Table[Salvo]) -> Any:
    """Fire every gun once at its target. The targets are independent."""
    return TailCall(
        each_independent,
        ("targets", tuple(TailCall(under_fire) if s.shots else None for s in t.state.targets)),
    )


async def under_fire(t: Table[Target]) -> Any:
    """Fire the shots at one target. Equal states merge between shots."""
    if not t.state.shots:
        return None
    t.record(Hit("bench", await Roll(Fire(t.state.left), "bench", "fire")))
    return TailCall(under_fire)


ORDINARY = Salvo((Target(4, 2), Target(3, 2), Target(3, 1)))
LARGE = Salvo((Target(4, 2), Target(3, 1), Target(3, 1), Target(4, 2), Target(3, 1)))


def ours(start: Salvo) -> dict[Hashable, float]:
    """Return every outcome of the exchange with its chance, by the exact driver."""
    from flagplot.odds import Exact

    pairs, total = Exact().whole(TailCall(salvo), start)
    return {tuple([x.left for x in end.targets]): weight / total for (_, end), weight in pairs}


def icepool(start: Salvo) -> Any:
    """Return the distribution of strength left by target, computed by icepool."""
    import icepool as peer

    roll = peer.map(HITS, 2 @ peer.d6)
    left = [(s.shots @ roll).map(lambda h, size=s.left: max(0, size - h)) for s in start.targets]
    return peer.tupleize(*left)


def numpy(start: Salvo, games: int = 10_000) -> Any:
    """Return samples by numpy, with the rule written a second time for arrays."""
    import numpy as np

    table = np.array([0, 0, *HITS.values()])
    generator = np.random.default_rng(1)
    left = np.tile(np.array([s.left for s in start.targets]), (games, 1))
    for target in [i for i, s in enumerate(start.targets) for _ in range(s.shots)]:
        left[:, target] -= table[generator.integers(1, 7, (games, 2)).sum(axis=1)]
    return np.maximum(left, 0)


def figures() -> dict[str, Figure]:
    """Return the times of the exact answers, of icepool's, and of ten thousand samples each way."""
    from flagplot.odds import Sampler

    found = {}
    for name, start in (("ordinary exchange", ORDINARY), ("large exchange", LARGE)):
        peer = icepool(start)
        for left, chance in ours(start).items():
            if abs(chance - float(peer.probability(left))) > 1e-12:
                raise AssertionError(
                    f"{left}: {chance} here, {float(peer.probability(left))} by icepool"
                )
        found[f"{name}, exact"] = took(lambda start=start: ours(start), rounds=15)
        found[f"{name}, exact | icepool"] = took(lambda start=start: icepool(start), rounds=15)
    samples = "ordinary exchange, 10 000 samples"
    found[samples] = took(lambda: Sampler(seed=1).ends(TailCall(salvo), ORDINARY, 10_000), rounds=3)
    found[f"{samples} | numpy, rule written twice"] = took(lambda: numpy(ORDINARY), rounds=5)
    return found
