"""The redacted log of one side, and the decision whether an undo needs consent.

A side log has its own numbering without gaps. It holds sealed answers back until all are in.
Consent is decided from the asking side's own log, so the decision reveals nothing new to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from .entries import PLAYED, Entry

DICE = "dice were rolled since"


REVEALED = "something was revealed since"


class UndoAssessment(msgspec.Struct, frozen=True):
    """The reasons why an undo needs consent. ``why`` is the reason in words; empty when no consent
    is needed. ``learned`` is true when the side has seen dice or a revelation; an admiral then
    refuses."""

    why: str = ""
    learned: bool = False


def assess_undo(seen: Iterable[Entry], side: str, waited_for: Sequence[str]) -> UndoAssessment:
    """Assess an undo from the entries that *side* has *seen*, that are not undone, and that follow
    the answer to take back. *waited_for* names the sides for which alone the game has waited since
    then."""
    answered = ""
    revealed = False
    for entry in seen:
        if entry.kind == "roll":
            return UndoAssessment(DICE, True)
        if entry.kind == "input" and entry.side != side:
            answered = answered or f"{entry.side} has answered since"
        elif entry.kind == "event" and getattr(entry.event, "reveals", False):
            revealed = True
    if revealed:
        return UndoAssessment(REVEALED, True)
    if waited_for and not answered:
        answered = f"{' and '.join(waited_for)} had to answer since"
    return UndoAssessment(answered)


def live_entries(seen: Iterable[Entry]) -> list[Entry]:
    """Return the entries of play in a side's log that are not undone."""
    kept: list[Entry] = []
    for entry in seen:
        if entry.kind == "undo":
            if entry.act == "done":
                kept = [e for e in kept if e.n < entry.to]
        elif entry.kind in ("input", "roll", "event"):
            kept.append(entry)
    return kept


PUBLIC = ("header", "salt", "key", "adopt", "draw", "resign", "closed", "reveal")


class SideLog:
    """The redacted log of one side. It grows entry by entry with the game's log; a longer log only
    adds to it."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.entries: list[Entry] = []
        self.source: list[int] = []
        """For each seen entry, the number of the entry of the whole log that it now stands for.
        Never given to the side."""
        self.origin: list[int] = []
        """For each seen entry, the number of the entry of the whole log by which it was first
        shown. It never changes."""
        self.newest_signed = -1
        """Number of the last entry that the side itself has signed."""
        self._read = 0
        self._sealed: list[Entry] = []
        self._again: UndoUnderWay | None = None

    def grow(self, log: Sequence[Entry]) -> None:
        """Add the entries of *log* that were not read yet."""
        for i in range(self._read, len(log)):
            self._take(log[i])
            if self._again is not None and i >= self._again.undo.until:
                self._settle_again()
        self._read = len(log)
        self._settle_again()

    def newest_play(self) -> int:
        """Return the number of the last seen entry that belongs to play, or of an undo; -1 when
        there is none."""
        for entry in reversed(self.entries):
            if entry.kind in PLAYED or entry.kind == "undo":
                return entry.n
        return -1

    def number_of(self, n: int) -> int:
        """Return the side's own number of the first seen entry that stands for entry *n* of the
        whole log or a later one."""
        return bisect_left(self.source, n)

    def shown_as(self, n: int) -> int:
        """Return the side's own number of the first entry shown to it at or after entry *n* of the
        whole log."""
        return bisect_left(self.origin, n)

    def _take(self, e: Entry) -> None:
        kind = e.kind
        if kind == "event":
            seen = e.happening.seen_by(self.side)
            if seen is not None:
                self._add(e, replace(e, event=seen, inside=()))
        elif kind == "roll":
            if not e.seen_by or self.side in e.seen_by:
                self._add(e, replace(e, index=-1))  # a gap in the indices would reveal hidden rolls
        elif kind == "input":
            self._input(e)
        elif kind == "undo":
            self._undo(e)
        elif kind == "standing":
            if e.side == self.side:
                self._add(e, e)
        elif kind == "note":
            if not e.seen_by or self.side in e.seen_by:
                self._add(e, e)
        elif kind == "header":
            assert e.header is not None
            self._add(e, replace(e, header=replace(e.header, seed="", lots="")))
        elif kind in PUBLIC:
            self._add(e, e)

    def _input(self, e: Entry) -> None:
        if e.side == self.side:
            self._add(e, e)
        elif e.open and e.seal != "closed":
            shown = self._sealed if e.seal == "opened" else []
            for each in [*shown, e]:
                self._add(e, replace(each, standing=0))
        elif e.open:
            self._sealed.append(e)
        if e.seal == "opened" and (e.side == self.side or not e.open):
            for each in self._sealed:
                self._add(e, replace(each, standing=0))
        if e.seal == "opened":
            self._sealed.clear()

    def _undo(self, e: Entry) -> None:
        self._sealed = [s for s in self._sealed if s.n < e.to] if e.act == "done" else self._sealed
        touched = bool(self.source) and self.source[-1] >= e.to
        if e.side != self.side and touched and e.until > e.n:
            self._again = UndoUnderWay(e, self.number_of(e.to))
        elif touched or e.side == self.side or e.act != "done":
            self._add(e, replace(e, to=self.number_of(e.to), until=-1))

    def _settle_again(self) -> None:
        """Decide what this side is told after another side's secret undo, once its own answers were
        given again. If everything that it saw is unchanged, it is told nothing. Else it is told of
        the undo and of all that followed."""
        held, self._again = self._again, None
        if held is None:
            return
        stood = [e for e in live_entries(self.entries) if e.n >= held.first]
        if [replace(e, n=0) for e in stood] == [replace(shown, n=0) for _, shown in held.shown]:
            now = {e.n: source.n for e, (source, _) in zip(stood, held.shown, strict=True)}
            last = held.undo.n
            for i in range(held.first, len(self.source)):
                self.source[i] = last = now.get(i, last)
            return
        self._add(held.undo, replace(held.undo, to=held.first, until=-1))
        for source, shown in held.shown:
            self._add(source, shown)

    def _add(self, source: Entry, shown: Entry) -> None:
        shown = replace(shown, n=len(self.entries), done=False, together=False)
        if shown.side != self.side:
            shown = replace(
                shown, at=-1, sig="", said=""
            )  # only the signer may know what the signer has seen, and the signed words
        if self._again is not None:
            self._again.shown.append((source, shown))
            return
        if shown.sig:
            self.newest_signed = shown.n
        self.source.append(source.n)
        self.origin.append(source.n)
        self.entries.append(shown)


class UndoUnderWay:
    """Another side's undo after which answers are being given again: the first seen entry it took
    back, and the entries held back since."""

    def __init__(self, undo: Entry, first: int) -> None:
        self.undo = undo
        self.first = first
        self.shown: list[tuple[Entry, Entry]] = []
