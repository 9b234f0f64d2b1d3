"""The lines a case of this book may use: positions and what must follow. docs/casebook-europa.md explains them."""

from __future__ import annotations

from flagplot.table.language import Found

from ..nouns import AIR, GROUP, PLACE
from ..state import Campaign
from . import facts, forces, positions  # noqa: F401  (each declares its lines)
from .nouns import SIDE, lines


def given(state: Campaign, line: str) -> Campaign:
    """Put one line of a case's position on the board. Raises :class:`TextError`."""
    placed: Campaign = lines.put(state, line)
    return placed


def holds(before: Campaign, state: Campaign, line: str) -> Found:
    """Say whether a line holds, and what was found. Raises :class:`TextError`."""
    return lines.holds(before, state, line)


def knows(state: Campaign, text: str) -> bool:
    """True for what a line may name: a side, a group, a unit, cargo, an air unit, a hex or place."""
    return lines.knows(text, state, SIDE, GROUP, AIR, PLACE)


__all__ = ["given", "holds", "knows", "lines"]
