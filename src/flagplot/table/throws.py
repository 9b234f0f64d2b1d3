"""Throws that were taken back stay on the table: the next roll of their kind shows them, so that undo never buys dice.

What orders led to them, in what words and in what sequence, makes no difference.
"""

from __future__ import annotations

from bisect import insort
from typing import Any

import msgspec

from .core.requests import Facts, Roll
from .core.roll_specs import dice_text
from .log.entries import Entry


class Throw(msgspec.Struct, frozen=True, order=True):
    """One throw: its index among the rolls of the game, what kind of roll it was, what it was about, the faces."""

    index: int
    kind: tuple[Any, ...]
    about: Facts
    faces: tuple[int, ...]


class Throws:
    """The throws taken back and not shown again yet, in the order they were first made."""

    def __init__(self) -> None:
        self.left: list[Throw] = []

    def take_back(self, entry: Entry) -> None:
        """A roll no longer stands."""
        if entry.index >= 0:
            insort(self.left, Throw(entry.index, kind_of(entry, entry.spec), plain(entry.about), entry.faces))

    def shown(self, index: int) -> None:
        """The throw with this index stands again."""
        self.left = [t for t in self.left if t.index != index]

    def next(self, roll: Roll[Any]) -> Throw | None:
        """The throw that *roll* must show: one about just the same thing, else the first of its kind; ``None`` for fresh dice."""
        kind, about = kind_of(roll, dice_text(*roll.spec.dice)), plain(roll.about)
        alike = [t for t in self.left if t.kind == kind]
        return next((t for t in alike if t.about == about), alike[0] if alike else None)


def kind_of(roll: Roll[Any] | Entry, spec: str) -> tuple[Any, ...]:
    """What makes two rolls of one kind: clause, reason, dice, table, who may see it and whose it is."""
    return (roll.clause, roll.why, spec, roll.table, roll.seen_by, dict(roll.about).get("side", ""))


def plain(about: Facts) -> Facts:
    """Facts in a fixed order, lists within them too: the sequence in which units were named tells nothing apart."""
    return tuple(sorted((k, ", ".join(sorted(v.split(", "))) if isinstance(v, str) else v) for k, v in about))
