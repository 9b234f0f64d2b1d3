"""The course of a game through its log: the entries that still stand, checkpoints, and undone
rolls.

An undone roll is shown again by the next roll of its kind, so that an undo never buys new dice.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.requests import Facts, Roll
from ..core.roll_specs import dice_text
from ..log.entries import Entry


class UndoneRoll(msgspec.Struct, frozen=True, order=True):
    """One throw: its index among the rolls of the game, what kind of roll it was, what it was
    about, the faces."""

    index: int
    kind: tuple[Any, ...]
    about: Facts
    faces: tuple[int, ...]


class UndoneRolls:
    """The throws taken back and not shown again yet, in the order they were first made."""

    def __init__(self) -> None:
        self.left: list[UndoneRoll] = []

    def take_back(self, entry: Entry) -> None:
        """A roll no longer stands."""
        if entry.index >= 0:
            insort(
                self.left,
                UndoneRoll(
                    entry.index, kind_of(entry, entry.spec), plain(entry.about), entry.faces
                ),
            )

    def shown(self, index: int) -> None:
        """The throw with this index stands again."""
        self.left = [t for t in self.left if t.index != index]

    def next(self, roll: Roll[Any]) -> UndoneRoll | None:
        """The throw that *roll* must show: one about just the same thing, else the first of its
        kind; ``None`` for fresh dice."""
        kind, about = kind_of(roll, dice_text(*roll.spec.dice)), plain(roll.about)
        alike = [t for t in self.left if t.kind == kind]
        return next((t for t in alike if t.about == about), alike[0] if alike else None)


def kind_of(roll: Roll[Any] | Entry, spec: str) -> tuple[Any, ...]:
    """What makes two rolls of one kind: clause, reason, dice, table, who may see it and whose it
    is."""
    return (roll.clause, roll.why, spec, roll.table, roll.seen_by, dict(roll.about).get("side", ""))


def plain(about: Facts) -> Facts:
    """Facts in a fixed order, lists within them too: the sequence in which units were named tells
    nothing apart."""
    return tuple(
        sorted((k, ", ".join(sorted(v.split(", "))) if isinstance(v, str) else v) for k, v in about)
    )


KEEP = 32
"""The newest checkpoints keep their state; of older ones every KEEP-th does, the rest is folded
again when needed."""


class Checkpoint(msgspec.Struct):
    """A point with nothing half done: its position in the live entries, and the state (``None``
    when dropped)."""

    at: int
    state: Any


class Timeline:
    """``live`` holds the numbers of the entries that still stand (inputs, rolls, events), in rising
    order."""

    def __init__(self, state: Any) -> None:
        self.first = state
        self.live: list[int] = []
        self.points: list[Checkpoint] = [Checkpoint(0, state)]
        self.throws = UndoneRolls()
        self.other_rules = False

    @property
    def last(self) -> Checkpoint:
        """The checkpoint of the step that is being played."""
        return self.points[-1]

    @property
    def half_done(self) -> list[int]:
        """The live entries of the step that is being played."""
        return self.live[self.last.at :]

    def checkpoint(self, state: Any, at: int) -> None:
        """Nothing is half done after *at* live entries."""
        points = self.points
        if points[-1].at == at:
            points[-1].state = state
            return
        points.append(Checkpoint(at, state))
        old = len(points) - 1 - KEEP
        if old > 0 and old % KEEP:
            points[old].state = None

    def until(self, n: int) -> list[Checkpoint]:
        """Copies of the checkpoints before entry *n*."""
        at = self.position(n)
        return [Checkpoint(p.at, p.state) for p in self.points if p.at <= at]

    def state_of_last(self, log: Sequence[Entry]) -> Any:
        """The state at the last checkpoint, folded from an earlier one when it was dropped."""
        i = len(self.points) - 1
        while self.points[i].state is None:
            i -= 1
        state = self.points[i].state
        for n in self.live[self.points[i].at : self.last.at]:
            state = log[n].apply(state)
        self.last.state = state
        return state

    def state_of_end(self, log: Sequence[Entry]) -> Any:
        """The state after all live entries, folded from the last checkpoint."""
        state = self.state_of_last(log)
        for n in self.half_done:
            state = log[n].apply(state)
        return state

    def position(self, n: int) -> int:
        """The position among the live entries of entry *n*."""
        return bisect_left(self.live, n)

    def shrink(self, length: int) -> None:
        """Forget everything after *length* live entries (a failed input, not an undo)."""
        del self.live[length:]
        while self.points[-1].at > length:
            self.points.pop()

    def cut(self, n: int, log: Sequence[Entry]) -> None:
        """Undo: entry *n* and all after it no longer stand. Rolls among them are remembered, so
        that their faces are shown again."""
        p = self.position(n)
        for lost_entry in self.live[p:]:
            if log[lost_entry].kind == "roll":
                self.throws.take_back(log[lost_entry])
        self.shrink(p)

    def rolled_before(self, roll: Roll[Any]) -> tuple[tuple[int, ...], int] | None:
        """Faces and index of a throw taken back that this roll must show; else ``None``."""
        throw = self.throws.next(roll) if self.throws.left else None
        return (throw.faces, throw.index) if throw is not None else None
