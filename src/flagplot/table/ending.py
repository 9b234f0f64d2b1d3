"""Games that end by the word of those who play: a side resigns, all agree on a draw, or one is silent past the limit and the
other closes the game."""

from __future__ import annotations

from collections.abc import Sequence

from .contract.rulebook import Outcome
from .language import sentences
from .log.entries import Entry

AFTER_THE_END = ("note", "reveal")
"""Kinds of entries that may follow."""


def may_follow(entry: Entry) -> bool:
    """Return whether an entry may stand after the end: a remark, the seed, or a side's word that it saw the draw agreed."""
    return entry.kind in AFTER_THE_END or (entry.kind == "draw" and entry.act == "confirm")


def short_of(side: str, lead: float, needed: str) -> str:
    """A lead that is too small to win with, in words; empty where nobody leads."""
    return f"{sentences.begun(side, 'is', 'are')} {lead:g} ahead, a win takes {needed}" if lead else ""


def outcome_of(entry: Entry, sides: Sequence[str]) -> Outcome:
    """How a game ends with a ``resign``, ``closed`` or ``draw`` entry: the other side of two has won, or nobody when all wanted a
    draw, or when it was closed (whose silence was a misfortune, whose a loss is for people to say)."""
    if entry.kind == "draw":
        return Outcome("", "agreed")
    if entry.kind == "closed":
        return Outcome("", "closed")
    others = [s for s in sides if s != entry.side]
    return Outcome(others[0] if len(others) == 1 else "", "resigned")
