"""Timing that shows its noise: several short rounds, their median, and their spread.

It measures processor time of this process, not wall-clock time: other work on the machine matters
little. Garbage of earlier measurements is collected first: otherwise a round of a millisecond might
have to clear it.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value: *value* in *unit*; *spread* is the widest deviation from the median in
    percent."""

    value: float
    unit: str
    spread: float = 0.0


def rate(work: Callable[[], int], unit: str, seconds: float = 1.0, rounds: int = 3) -> Figure:
    """Return the number of things done a second by *work* (which returns how many it did): the
    median of *rounds* rounds of *seconds* seconds."""
    gc.collect()
    work()
    found = []
    for _ in range(rounds):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        found.append(done / spent)
    middle = statistics.median(found)
    return Figure(middle, unit, 100 * max(abs(f - middle) for f in found) / middle)


def took(work: Callable[[], object], rounds: int = 7, warm: bool = True) -> Figure:
    """Return the seconds that *work* takes: the median of *rounds*, after one unmeasured call when
    *warm*."""
    gc.collect()
    if warm:
        work()
    found = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    middle = statistics.median(found)
    return Figure(
        middle, "s", 100 * max(abs(f - middle) for f in found) / middle if middle else 0.0
    )


def told(figure: Figure) -> str:
    """Return a figure as text: ``52 300 /s``, ``1.3 ms``."""
    value, unit, _ = figure
    if unit == "s":
        for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
            if value >= size:
                return f"{value / size:.3g} {name}"
        return f"{value / 1e-9:.3g} ns"
    if value >= 100:
        return f"{value:,.0f} {unit}".replace(",", " ")
    return f"{value:.3g} {unit}"
