"""The lines a case of this book may use: positions and what must follow. docs/casebook-europa.md explains them.

A line is declared on ``nouns.lines``; what is not declared yet is read by ``cases`` and ``holding``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flagplot.table import TextError
from flagplot.table.language import Found

from ..state import Campaign
from . import cases, holding
from .nouns import lines

T = TypeVar("T")


def given(state: Campaign, line: str) -> Campaign:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    placed: Campaign = _declared(lambda: lines.put(state, line), lambda: cases.given(state, line))
    return placed


def holds(before: Campaign, state: Campaign, line: str) -> Found:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    return _declared(lambda: lines.holds(before, state, line), lambda: holding.holds(before, state, line))


def _declared(declared: Callable[[], T], older: Callable[[], T]) -> T:
    """A line as it is declared; else as the older reader has it. The problem is that of the reader that knows the words."""
    try:
        return declared()
    except TextError as problem:
        try:
            return older()
        except TextError as other:
            raise problem if "is not understood" in other.reason else other from None


__all__ = ["given", "holds", "lines"]
