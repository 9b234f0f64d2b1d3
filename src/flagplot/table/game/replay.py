"""A game rebuilt from its log: entries are taken in as they stand, and the half-done step is run
again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ..contract.rulebook import Rulebook
from ..core.dice import SealedDice
from ..core.errors import DiceError, LogError, ReplayDiverged, RuleError, TextError
from ..log.entries import ENDS, PLAYED, Entry, Header
from ..log.reading import check_header, read_header, read_log, rulings_from, setup_of
from ..setup.data_files import DataError
from ..setup.rulings import Rulings
from .endings import Endings, may_follow, outcome_of
from .standing_orders import parse_standing_order

UNCHANGED = "take an unchanged copy"


class ReadLog(msgspec.Struct, frozen=True):
    """A log that was read: what its game was set up with, the first state, the entries with their
    lines and chain values."""

    book: Rulebook[Any]
    header: Header
    rulings: Rulings
    state: Any
    entries: list[Entry]
    lines: list[str]
    chains: list[str]

    @property
    def other_rules(self) -> str:
        """How the rules that the game began under differ from this program's; empty when they do
        not."""
        book, header = self.book, self.header
        if header.version != book.version:
            return f"played under version {header.version} of {book.id}, this is {book.version}"
        if self.rulings.digest != header.digest:
            return f"played with other tables or switches of {book.id} than this program has"
        return ""


def read_whole_log(
    lines: Iterable[str | bytes], book_of: Callable[[str], Rulebook[Any]]
) -> ReadLog:
    """Read a log strictly. Raises :class:`~flagplot.table.core.errors.LogError`."""
    held = list(lines)
    if not held:
        raise LogError(1, "the log is empty", "take the whole log")
    header = read_header(held[0])
    try:
        book = book_of(header.rulebook)
    except KeyError as e:
        raise LogError(1, str(e.args[0]), "install the rule book it was played with") from None
    check_header(header, book)
    entries, kept, chains = read_log(held, book)
    try:
        rulings = rulings_from(header)
        state = book.start(setup_of(header), rulings)
    except (KeyError, DataError) as e:
        raise LogError(
            1, f"the game cannot be set up: {e}", "open it with the version that made it"
        ) from None
    return ReadLog(book, header, rulings, state, entries, kept, chains)


class Replay:
    """Takes the entries of a log into a game that has not begun."""

    def __init__(self, endings: Endings, rulings: Rulings) -> None:
        self.endings = endings
        self.undos = endings.undos
        self.engine = endings.engine
        self.record = endings.record
        self.rulings = rulings

    def take_in_log(
        self,
        entries: Sequence[Entry],
        other_rules: str = "",
        lines: Sequence[str] = (),
        chains: Sequence[str] = (),
    ) -> None:
        """Take in entries with their *lines* and *chains*, and stand where they end.

        Entries made under *other rules* leave a game that can only be looked at. Raises
        :class:`~flagplot.table.core.errors.LogError`.
        """
        self._take_in_entries(entries, other_rules)
        self.record.keep_lines(lines, chains)
        if self.record.timeline.other_rules:
            book = self.engine.book
            other_rules = (
                other_rules
                or f"played under another version of {book.id} than this, {book.version}"
            )
            self.engine.look_only(
                f"{other_rules}: it can be looked at, or adopted, which goes on from its last whole "
                "step under these rules"
            )
            return
        last = len(self.record.entries)
        try:
            self.engine.resume()
        except ReplayDiverged as e:
            raise LogError(
                e.n + 1,
                e.reason,
                "flagplot verify tells more; the log was changed or the rules were",
            ) from None
        except DiceError as e:
            raise LogError(last, str(e), UNCHANGED) from None
        except RuleError as e:
            raise LogError(
                last, str(e), "this is a bug in the rule book: report it with the log"
            ) from None

    def _take_in_entries(self, entries: Sequence[Entry], other_rules: str) -> None:
        """Take in entries without running a rule: events are applied as they stand."""
        timeline, header = self.record.timeline, self.record.header
        timeline.other_rules = bool(other_rules)
        rules = (header.version, header.digest)
        state = timeline.first
        self.engine.begun = True
        for number, e in enumerate(entries, 1):
            if self.engine.left is not None and not may_follow(e):
                raise LogError(number, "the game was over by then", UNCHANGED)
            self.record.entries.append(e)
            if e.kind in PLAYED:
                state = self._played(e, number, state)
            elif e.kind == "undo":
                state = self._undo(e, number, state)
            elif e.kind == "adopt":
                rules = self._adopted(e, number, state, rules)
            else:
                self._about_the_game(e, number)

    def _about_the_game(self, e: Entry, number: int) -> None:
        """Take in an entry that leaves the state as it is."""
        if e.kind == "standing":
            self._standing_order(e, number)
        elif e.kind == "salt":
            self._salt(e, number)
        elif e.kind == "key":
            self.record.seats.keys.setdefault(e.side, e.key)
            if e.text:
                self._salt(e, number)
        elif e.kind == "draw" and e.act == "confirm":
            if not self.endings.agreed:
                raise LogError(number, "confirms a draw that was not agreed", UNCHANGED)
            self.endings.take_in_confirmation(e)
        elif e.kind in ENDS or (e.kind == "draw" and self.endings.take_in_draw(e)):
            self.undos.pending = None
            self.engine.left = outcome_of(e, self.record.header.sides)

    def _played(self, e: Entry, number: int, state: Any) -> Any:
        """Take in an input, a roll or an event; return the state after it."""
        timeline = self.record.timeline
        timeline.live.append(e.n)
        if e.kind == "input" and not e.standing:
            self.undos.pending = None
        if e.kind == "event":
            try:
                state = e.apply(state)
            except Exception as err:
                reason = f"the event does not fit the position: {type(err).__name__}: {err}"
                raise LogError(
                    number, reason, f"{UNCHANGED}, or the version that made it"
                ) from None
        elif e.kind == "roll":
            self.engine.next_index = max(self.engine.next_index, e.index + 1)
            timeline.undone.shown(e.index)
        if e.done:
            timeline.checkpoint(state, len(timeline.live))
        return state

    def _undo(self, e: Entry, number: int, state: Any) -> Any:
        """Take in an undo, or an answer to the request for one; return the state after it."""
        timeline, undos = self.record.timeline, self.undos
        if e.act == "done":
            at = timeline.position(e.to)
            if at >= len(timeline.live) or timeline.live[at] != e.to:
                raise LogError(number, f"takes back entry {e.to}, which does not stand", UNCHANGED)
            timeline.cut(e.to, self.record.entries)
            self.engine.standing.stay_silent()
            undos.pending = None
            return timeline.state_of_end(self.record.entries)
        if e.act == "ask":
            undos.ask(e.side, e.to)
        elif undos.pending is not None and e.side in undos.pending.needs:
            undos.pending.needs.remove(e.side)
            if e.act == "refuse":
                undos.pending = None
        return state

    def _adopted(
        self, e: Entry, number: int, state: Any, rules: tuple[str, str]
    ) -> tuple[str, str]:
        """Take in that the game goes on under other *rules* (version, digest) than before; return
        them."""
        if rules == (e.text, e.why):
            raise LogError(number, "adopts the rules it was played under before", UNCHANGED)
        timeline = self.record.timeline
        timeline.other_rules = e.text != self.engine.book.version or e.why != self.rulings.digest
        if timeline.other_rules:
            timeline.checkpoint(state, len(timeline.live))
        return e.text, e.why

    def _standing_order(self, e: Entry, number: int) -> None:
        """Take in a standing order, or its cancellation."""
        standing = self.engine.standing
        if e.act != "add":
            standing.remove(e.side, e.standing)
            return
        try:
            order = parse_standing_order(e.text)
        except TextError as err:
            raise LogError(number, f"the standing order cannot be read: {err}", UNCHANGED) from None
        standing.restore(e.side, msgspec.structs.replace(order, n=e.standing))

    def _salt(self, e: Entry, number: int) -> None:
        """Take in a side's salt for the dice."""
        seats = self.record.seats
        if e.side not in self.record.header.sides or e.side in seats.salted:
            raise LogError(number, f"a second share of the dice of {e.side or 'nobody'}", UNCHANGED)
        seats.salted.add(e.side)
        if isinstance(self.engine.dice, SealedDice):
            self.engine.dice.salt(e.side, bytes.fromhex(e.text))
