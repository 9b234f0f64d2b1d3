"""The bars of a forecast, made from the chances of a number."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.table.display.orders import Distribution
from flagplot.table.display.position import Clause

MOST_BARS = 10
"""Most values that are shown separately; the tail is folded into the last bar."""


NEGLIGIBLE = 0.00005
"""A tail less likely than this (0.005 %) is folded into the bar before it."""


def distribution_bars(
    title: str, side: str, chances: Mapping[int, float], most: int = MOST_BARS
) -> Distribution:
    """Return the bars of a number that belongs to *side*. *chances* maps a value to its chance (0
    to 1, in any order, adding up to 1).

    Impossible values between the lowest and the highest get a bar of 0, so that gaps show.
    """
    if not chances:
        raise ValueError("a distribution has at least one value")
    low, high = min(chances), max(chances)
    last = min(high, low + most - 1)
    while last > low + 1 and sum(p for v, p in chances.items() if v >= last) < NEGLIGIBLE:
        last -= 1
    bars = [(str(v), 100 * chances.get(v, 0.0)) for v in range(low, last)]
    bars.append(
        (
            f"{last}+" if high > last else str(last),
            100 * sum(p for v, p in chances.items() if v >= last),
        )
    )
    return Distribution(title, side, tuple(bars), sum(v * p for v, p in chances.items()))


def convolve(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """Return the chances of the sum of two independent numbers."""
    out: dict[int, float] = {}
    for v, p in one.items():
        for w, q in other.items():
            out[v + w] = out.get(v + w, 0.0) + p * q
    return out


TOLD = 0.05
"""Fewest points that are mentioned."""


def expected_points_clause(side: str, points: Mapping[str, float]) -> Clause:
    """Return the expected points of a fight, by the scenario's score, for *side* and for the others
    together."""
    his = sum(p for s, p in points.items() if s != side)
    if max(abs(points[side]), abs(his)) < TOLD:
        return Clause("By the scenario's score it brings neither side points by itself.")
    return Clause(
        f"By the scenario's score it brings you {points[side]:+.1f} points on average, the others "
        f"{his:+.1f}."
    )
