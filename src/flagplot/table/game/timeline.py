"""The timeline of a game: the numbers of its live entries, checkpoints, and undone rolls.

The next roll of a kind repeats the faces of an undone one, so that an undo never buys new dice.
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
    """A roll that was undone: its index among the rolls of the game, its kind, the facts it was
    about, its faces."""

    index: int
    kind: tuple[Any, ...]
    about: Facts
    faces: tuple[int, ...]


class UndoneRolls:
    """The undone rolls that no later roll has repeated, in the sequence in which they were made."""

    def __init__(self) -> None:
        self.left: list[UndoneRoll] = []

    def take_back(self, entry: Entry) -> None:
        """Keep a roll that is undone now."""
        if entry.index >= 0:
            insort(
                self.left,
                UndoneRoll(
                    entry.index, kind_of(entry, entry.spec), plain(entry.about), entry.faces
                ),
            )

    def shown(self, index: int) -> None:
        """Drop the roll with this index: it was made again."""
        self.left = [t for t in self.left if t.index != index]

    def next(self, roll: Roll[Any]) -> UndoneRoll | None:
        """Return the undone roll that *roll* must repeat: one about equal facts, else the first of
        its kind; ``None`` when *roll* needs fresh dice."""
        kind, about = kind_of(roll, dice_text(*roll.spec.dice)), plain(roll.about)
        alike = [t for t in self.left if t.kind == kind]
        return next((t for t in alike if t.about == about), alike[0] if alike else None)


def kind_of(roll: Roll[Any] | Entry, spec: str) -> tuple[Any, ...]:
    """Return the kind of a roll: clause, reason, dice, table, the sides that may see it, and the
    side it is made for."""
    return (roll.clause, roll.why, spec, roll.table, roll.seen_by, dict(roll.about).get("side", ""))


def plain(about: Facts) -> Facts:
    """Return facts in a fixed order, and lists within them too: rolls about the same units are
    alike in whatever sequence the units were named."""
    return tuple(
        sorted((k, ", ".join(sorted(v.split(", "))) if isinstance(v, str) else v) for k, v in about)
    )


KEEP = 32
"""The number of newest checkpoints that keep their state. Of older ones every KEEP-th does; others
are computed again when needed."""


class Checkpoint(msgspec.Struct):
    """A point between two steps: the number of live entries before it, and the state (``None`` when
    dropped)."""

    at: int
    state: Any


class Timeline:
    """The live entries of a game and its checkpoints. ``live`` holds the numbers of inputs, rolls
    and events that are not undone, in rising order."""

    def __init__(self, state: Any) -> None:
        self.first = state
        self.live: list[int] = []
        self.points: list[Checkpoint] = [Checkpoint(0, state)]
        self.undone = UndoneRolls()
        self.other_rules = False
        """True when the last entries were made under other rules than this program's."""

    @property
    def last(self) -> Checkpoint:
        """The checkpoint of the step that is being played."""
        return self.points[-1]

    @property
    def half_done(self) -> list[int]:
        """The live entries of the step that is being played."""
        return self.live[self.last.at :]

    def checkpoint(self, state: Any, at: int) -> None:
        """Add a checkpoint after *at* live entries."""
        points = self.points
        if points[-1].at == at:
            points[-1].state = state
            return
        points.append(Checkpoint(at, state))
        old = len(points) - 1 - KEEP
        if old > 0 and old % KEEP:
            points[old].state = None

    def until(self, n: int) -> list[Checkpoint]:
        """Return copies of the checkpoints before entry *n*."""
        at = self.position(n)
        return [Checkpoint(p.at, p.state) for p in self.points if p.at <= at]

    def state_of_last(self, log: Sequence[Entry]) -> Any:
        """Return the state at the last checkpoint, computed from an earlier one when it was
        dropped."""
        i = len(self.points) - 1
        while self.points[i].state is None:
            i -= 1
        state = self.points[i].state
        for n in self.live[self.points[i].at : self.last.at]:
            state = log[n].apply(state)
        self.last.state = state
        return state

    def state_of_end(self, log: Sequence[Entry]) -> Any:
        """Return the state after all live entries."""
        state = self.state_of_last(log)
        for n in self.half_done:
            state = log[n].apply(state)
        return state

    def position(self, n: int) -> int:
        """Return the position of entry *n* among the live entries."""
        return bisect_left(self.live, n)

    def shrink(self, length: int) -> None:
        """Forget everything after *length* live entries (a failed input, not an undo)."""
        del self.live[length:]
        while self.points[-1].at > length:
            self.points.pop()

    def cut(self, n: int, log: Sequence[Entry]) -> None:
        """Undo entry *n* and all after it. Keep the rolls among them, so that later rolls repeat
        their faces."""
        p = self.position(n)
        for lost_entry in self.live[p:]:
            if log[lost_entry].kind == "roll":
                self.undone.take_back(log[lost_entry])
        self.shrink(p)

    def rolled_before(self, roll: Roll[Any]) -> tuple[tuple[int, ...], int] | None:
        """Return faces and index of the undone roll that *roll* must repeat, or ``None``."""
        undone = self.undone.next(roll) if self.undone.left else None
        return (undone.faces, undone.index) if undone is not None else None
