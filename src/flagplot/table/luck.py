"""Luck: what the dice gave against what they could be expected to give, by the side they were rolled for.

A roll belongs to the side named by its fact ``side``. Results that are numbers (or yes and no) are compared with their exact
distribution; ``about`` may hold ``good="low"`` when a low result is the better one for that side.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

import msgspec

from .entries import Entry
from .requests import Roll


class RollLuck(msgspec.Struct, frozen=True):
    """One roll: its entry number, side, code, result and mean, and the share of outcomes it beat (0.5 is even luck)."""

    n: int
    side: str
    why: str
    result: float
    mean: float
    beat: float


class SideLuck(msgspec.Struct, frozen=True):
    """All rolls of one side. ``z`` is how many standard deviations its luck lies above what is expected."""

    side: str
    rolls: int
    result: float
    mean: float
    beat: float
    z: float


def roll_luck(roll: Roll[Any], entry: Entry) -> RollLuck | None:
    """The luck of one roll, or ``None`` when its result is no number."""
    result = roll.spec.read(entry.faces)
    if not isinstance(result, (bool, int, float)):
        return None
    about = dict(entry.about)
    sign = -1 if about.get("good") == "low" else 1
    pairs, total = roll.spec.outcomes()
    mean = sum(value * w for value, w in pairs) / total
    below = sum(w for value, w in pairs if sign * value < sign * result)
    equal = sum(w for value, w in pairs if value == result)
    return RollLuck(
        entry.n, str(about.get("side", "")), roll.why, float(result), float(mean), (below + equal / 2) / total
    )


def luck_by_side(lucks: Iterable[RollLuck]) -> tuple[SideLuck, ...]:
    """Add up rolls by side, sides sorted by name."""
    found: dict[str, list[RollLuck]] = {}
    for one in lucks:
        found.setdefault(one.side, []).append(one)
    sums = []
    for side in sorted(found):
        rolls = found[side]
        n = len(rolls)
        beat = sum(r.beat for r in rolls) / n
        # the share beaten by a fair roll is near to even between 0 and 1: mean 1/2, variance 1/12
        z = (beat - 0.5) * sqrt(12 * n)
        sums.append(SideLuck(side, n, sum(r.result for r in rolls), sum(r.mean for r in rolls), beat, z))
    return tuple(sums)
