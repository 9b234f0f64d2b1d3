"""The two chapters of the rule book and their version stamps."""

from __future__ import annotations

from flagplot.table import clause

STAMPS = {"32": "11.07.19", "36": "11.03.06"}
"""Chapter -> version stamp, a date as year, month, day."""


@clause("32", "36")
def stamp(chapter: str) -> str:
    """The version stamp of a chapter. Raises ``KeyError``."""
    return STAMPS[chapter]


def later(one: str, two: str) -> str:
    """Which of two chapters is the later text."""
    return max((one, two), key=lambda c: STAMPS[c])
