"""The lines a case of this book may use: positions and what must follow. docs/casebook-campaign.md explains them."""

from __future__ import annotations

import re
from collections.abc import Callable

from flagplot.table import Rulings, TextError
from flagplot.table.phrase import Phrase

from .chart import open_ocean
from .state import State

Given = Callable[[State, re.Match[str]], State]
Holds = Callable[[State, State, re.Match[str]], tuple[bool, str]]
GIVEN: list[tuple[Phrase, Given, str]] = []
HOLDS: list[tuple[Phrase, Holds, str]] = []


def given_line(pattern: str, example: str) -> Callable[[Given], Given]:
    """Register a line of a position; the example stands in messages and docs."""

    def mark(f: Given) -> Given:
        GIVEN.append((Phrase(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def holds_line(pattern: str, example: str) -> Callable[[Holds], Holds]:
    """Register a line of what must follow."""

    def mark(f: Holds) -> Holds:
        HOLDS.append((Phrase(pattern + r"$", re.IGNORECASE), f, example))
        return f

    return mark


def empty(rulings: Rulings) -> State:
    """An empty sea: Europe's size, two sides, the Orders Phase of a Spring turn."""
    return State(
        rulings=rulings, scenario="", chart=open_ocean(), sides=("Axis", "Allied"), last_turn=99, ships={}, planes={}, ports={}
    )


def plain(line: str) -> str:
    """A line without the full stop at its end, its sides written as the book writes them."""
    axis = re.sub(r"\baxis\b", "Axis", line.strip().rstrip("."), flags=re.IGNORECASE)
    return re.sub(r"\b(?:allied|allies)\b", "Allied", axis, flags=re.IGNORECASE)


def given(state: State, line: str) -> State:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    for pattern, f, _ in GIVEN:
        found = pattern.match(plain(line))
        if found:
            return f(state, found)
    raise TextError(f"{line!r} is no line of a position", 0, [example for _, _, example in GIVEN])


def holds(before: State, state: State, line: str) -> tuple[bool, str]:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    for pattern, f, _ in HOLDS:
        found = pattern.match(plain(line))
        if found:
            return f(before, state, found)
    raise TextError(f"{line!r} is nothing this book can look at", 0, [example for _, _, example in HOLDS])


def _load() -> None:
    """Register every line; the modules below register as they are imported."""
    from . import case_battle, case_facts, case_more, case_positions  # noqa: F401


_load()
