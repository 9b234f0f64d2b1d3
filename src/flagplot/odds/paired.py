"""Whether one choice is better than another, each played on with the same chance: by more than chance may give."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

DOUBT = 1.5
"""By how many standard errors another choice must be better than the usual one before it is taken instead."""


def better(games: Sequence[float], others: Sequence[float], doubt: float = DOUBT) -> bool:
    """Whether games stand better than others, played pair by pair in the same guesses with the same dice, by more than chance may
    give: by *doubt* standard errors.

    >>> better([3.0, 4.0, 5.0], [1.0, 2.0, 3.5]), better([9.0, 0.0, 3.0], [1.0, 2.0, 3.5]), better([9.0], [1.0])
    (True, False, False)
    """
    gaps = [a - b for a, b in zip(games, others, strict=True)]
    return len(gaps) > 1 and mean(gaps) > doubt * stdev(gaps) / len(gaps) ** 0.5
