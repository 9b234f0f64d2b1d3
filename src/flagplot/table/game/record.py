"""The record of one game: its log, the typed answers in it, and what each side may know of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..contract.rulebook import Rulebook
from ..core.dice import Dice
from ..log.entries import PLAYED, START, Entry, Header, chain_line
from ..log.side_log import SideLog
from ..log.signing import Link, Seats, Signed
from .timeline import Timeline, UndoneRoll

STRIDE = 64
"""The state before every entry whose number this divides is kept. Any past state is then near a
kept one."""


UNSIGNED: Mapping[str, Any] = {}
"""The signature fields of an entry that nobody signed."""


class RecordMark(msgspec.Struct, frozen=True):
    """A point of the record to which a failed act is rolled back."""

    entries: int
    live: int
    undone_rolls: tuple[UndoneRoll, ...]


class GameRecord:
    """The record of one game. The engine writes it; every other part of the game reads it."""

    def __init__(self, book: Rulebook[Any], header: Header, dice: Dice, state: Any) -> None:
        self.book = book
        self.header = header
        self.entries: list[Entry] = []
        self.timeline = Timeline(state)
        self.answers: dict[int, Any] = {}
        """Typed answers by entry number."""
        self.seats = Seats(header, dice)
        self.on_entry: Callable[[Entry], None] | None = None
        """Called with each new entry, for example by the store."""
        self._reported = 0
        self._untexted: list[tuple[int, bool]] = []
        """Answers without a text yet: (entry number, whether the answer is an order)."""
        self._lines: list[str] = []
        self._chains: list[str] = []
        self._side_logs: dict[str, SideLog] = {}
        self._states_before: dict[int, Any] = {}

    def copy(self, dice: Dice, until: int) -> GameRecord:
        """Return a second record with these entries and *dice*. Its last checkpoint is the last one
        before entry *until*."""
        self.write_texts()
        copy = GameRecord(self.book, self.header, dice, self.timeline.first)
        copy.entries = list(self.entries)
        copy.timeline.live = list(self.timeline.live)
        copy.timeline.points = self.timeline.until(until)
        copy.answers = dict(self.answers)
        return copy

    # -- writing
    def append(self, kind: str, **fields: Any) -> Entry:
        """Append an entry about the game, and return it."""
        entry = Entry(len(self.entries), kind, **fields)
        self.entries.append(entry)
        return entry

    def append_played(self, entry: Entry) -> None:
        """Append an input, a roll or an event: it is live until an undo."""
        self.entries.append(entry)
        self.timeline.live.append(entry.n)

    def append_answer(self, entry: Entry, value: Any, *, is_order: bool) -> None:
        """Append an answer given as a value. Its text is made when somebody reads it."""
        self.answers[entry.n] = value
        self._untexted.append((entry.n, is_order))
        self.append_played(entry)

    def write_texts(self) -> None:
        """Fill in the text of answers given as values."""
        for n, is_order in self._untexted:
            value = self.answers[n]
            text = self.book.text(value) if is_order else str(value)
            force_setattr(self.entries[n], "text", text)
            if self.entries[n].said == text:
                force_setattr(self.entries[n], "said", "")
        self._untexted.clear()

    def report(self) -> None:
        """Call :attr:`on_entry` with the entries that it has not had yet."""
        if self.on_entry is not None:
            self.write_texts()
            while self._reported < len(self.entries):
                entry = self.entries[self._reported]
                self._reported += 1
                self.on_entry(entry)

    def mark(self) -> RecordMark:
        """Return the point to which :meth:`roll_back` returns."""
        timeline = self.timeline
        return RecordMark(len(self.entries), len(timeline.live), tuple(timeline.undone.left))

    def roll_back(self, mark: RecordMark) -> None:
        """Forget everything since *mark*: an act failed."""
        del self.entries[mark.entries :]
        self._untexted = [u for u in self._untexted if u[0] < mark.entries]
        self.answers = {n: v for n, v in self.answers.items() if n < mark.entries}
        self._states_before = {n: s for n, s in self._states_before.items() if n <= mark.entries}
        self.timeline.shrink(mark.live)
        self.timeline.undone.left = list(mark.undone_rolls)

    # -- the whole log
    def live_entries(self) -> Iterator[Entry]:
        """Return the inputs, rolls and events that are not undone, first to last."""
        self.write_texts()
        return map(self.entries.__getitem__, tuple(self.timeline.live))

    def live_since(self, n: int) -> list[Entry]:
        """Return the inputs, rolls and events that are not undone, from entry *n* on."""
        live = self.timeline.live[self.timeline.position(n) :]
        return [self.entries[k] for k in live]

    def keep_lines(self, lines: Sequence[str], chains: Sequence[str]) -> None:
        """Keep the lines and chain values with which the entries were read."""
        self._lines, self._chains, self._reported = list(lines), list(chains), len(lines)

    def line(self, n: int) -> str:
        """Return the JSON line of entry *n*, with its chain value."""
        self.write_texts()
        while len(self._lines) <= n:
            line, chain = chain_line(
                self._chains[-1] if self._chains else START, self.entries[len(self._lines)]
            )
            self._lines.append(line)
            self._chains.append(chain)
        return self._lines[n]

    def lines(self) -> list[str]:
        """Return the whole log as JSON Lines."""
        if self.entries:
            self.line(len(self.entries) - 1)
        return list(self._lines)

    def chain_value(self, n: int) -> str:
        """Return the chain value of the whole log at entry *n*."""
        self.line(n)
        return self._chains[n]

    def state_before(self, n: int) -> Any:
        """Return the state just before entry *n*, undone entries included."""
        at = n - n % STRIDE
        while at and at not in self._states_before:
            at -= STRIDE
        state = self._states_before.get(at, self.timeline.first)
        while at < n:
            entry = self.entries[at]
            if entry.kind == "event":
                state = entry.apply(state)
            elif entry.kind == "undo" and entry.act == "done":
                state = self._state_after_undo(at)
            at += 1
            if at % STRIDE == 0:
                self._states_before[at] = state
        return state

    def _state_after_undo(self, n: int) -> Any:
        """Return the state to which the undo at entry *n* led back."""
        live: list[int] = []
        for entry in self.entries[: n + 1]:
            if entry.kind in PLAYED:
                live.append(entry.n)
            elif entry.kind == "undo" and entry.act == "done":
                del live[bisect_left(live, entry.to) :]
        state = self.timeline.first
        for k in live:
            state = self.entries[k].apply(state)
        return state

    # -- what a side may know
    def side_log(self, side: str) -> SideLog:
        """Return the redacted log of *side*, up to date."""
        log = self._side_logs.get(side)
        if log is None:
            log = self._side_logs[side] = SideLog(side)
        self.write_texts()
        log.grow(self.entries)
        return log

    def side_log_with_views(
        self, side: str, since: int, until: int | None
    ) -> tuple[tuple[Entry, Any], ...]:
        """Return entries of a side log, each with the side's view of the state before it."""
        log = self.side_log(side)
        found: list[tuple[Entry, Any]] = []
        state = view = None
        for entry, n in zip(log.entries[since:until], log.source[since:until], strict=True):
            before = self.state_before(n)
            if before is not state:
                state, view = before, self.book.view(before, side)
            found.append((entry, view))
        return tuple(found)

    def refused_lately(self, side: str, kind: str) -> str:
        """Return the side that refused a request of *side* (an ``undo`` or a ``draw``) since *side*
        last answered by hand; empty when none did."""
        for e in reversed(self.side_log(side).entries):
            if e.kind == "input" and e.side == side and not e.standing:
                return ""
            if e.kind == kind and e.act == "refuse" and e.side != side:
                return e.side
        return ""

    # -- signatures
    def chain(self, side: str) -> tuple[tuple[Link, ...], str]:
        """Return the links of the chain over the log of *side*, and its value now."""
        log = self.side_log(side)
        links = tuple(self.seats.links(log, self.chain_value))
        return links, self.seats.chain(log, len(links) - 1, self.chain_value)

    def signature(
        self, side: str, signed: Signed | None, kind: str, text: str, *, text_in_entry: bool = False
    ) -> dict[str, Any]:
        """Check a signature under *text*, and return the fields of the entry that keep it.

        Where the text stands *in the entry* already, it is not kept a second time. Raises
        ``BadSignature``, ``StaleError``.
        """
        if signed is None:
            self.seats.demand(side)
            return {}
        self.seats.check(self.side_log(side), signed, kind, text, self.chain_value)
        return {"at": signed.at, "sig": signed.sig, "said": "" if text_in_entry else text}
