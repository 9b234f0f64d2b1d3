"""A game rebuilt from its log, and the endings that players agree on.

Entries are taken in as they stand; an unfinished step is run again. A game ends by resignation, by
an agreed draw, or when a side is silent past the limit and the other closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import Sealed
from ..core.errors import DiceError, Diverged, LogError, RuleError, TextError
from ..language import sentences
from ..log.entries import ENDS, PLAYED, Entry
from ..log.reading import (
    Unseeded,
    check_header,
    dice_of,
    read_header,
    read_log,
    rulings_from,
    setup_of,
)
from ..setup.data_files import DataError
from .engine import Engine, PendingUndo
from .standing_orders import parse_standing_order

AFTER_THE_END = ("note", "reveal")
"""Kinds of entries that may follow."""


def may_follow(entry: Entry) -> bool:
    """Return whether an entry may stand after the end: a remark, the seed, or a side's word that it
    saw the draw agreed."""
    return entry.kind in AFTER_THE_END or (entry.kind == "draw" and entry.act == "confirm")


def short_of(side: str, lead: float, needed: str) -> str:
    """A lead that is too small to win with, in words; empty where nobody leads."""
    return (
        f"{sentences.side_clause(side, 'is', 'are')} {lead:g} ahead, a win takes {needed}"
        if lead
        else ""
    )


def outcome_of(entry: Entry, sides: Sequence[str]) -> Outcome:
    """How a game ends with a ``resign``, ``closed`` or ``draw`` entry: the other side of two has
    won, or nobody when all wanted a draw, or when it was closed (whose silence was a misfortune,
    whose a loss is for people to say)."""
    if entry.kind == "draw":
        return Outcome("", "agreed")
    if entry.kind == "closed":
        return Outcome("", "closed")
    others = [s for s in sides if s != entry.side]
    return Outcome(others[0] if len(others) == 1 else "", "resigned")


UNCHANGED = "take an unchanged copy"


class ReplayableGame(Engine):
    """A game that has not begun, and takes in the entries of a log."""

    def fold(
        self,
        entries: Sequence[Entry],
        other: str = "",
        lines: Sequence[str] = (),
        chains: Sequence[str] = (),
    ) -> None:
        """Take in entries, whose *lines* and *chains* need not be made again, and stand where they
        end: where they were made under *other* rules, to be looked at only. Raises
        :class:`LogError`."""
        self._take_in(entries, other)
        self._lines, self._chains, self._told = list(lines), list(chains), len(lines)
        if self._line.other_rules:
            self._table.state = self._line.state_of_end(self._log)
            self.outcome = self.left or self.book.outcome(self._table.state)
            other = (
                other
                or f"played under another version of {self.book.id} than this, {self.book.version}"
            )
            self.read_only = f"{other}: it can be looked at, or adopted, which goes on from its last whole step under these rules"
            return
        try:
            self._resume()
        except Diverged as e:
            raise LogError(
                e.n + 1,
                e.reason,
                "flagplot verify tells more; the log was changed or the rules were",
            ) from None
        except DiceError as e:
            raise LogError(len(self._log), str(e), UNCHANGED) from None
        except RuleError as e:
            raise LogError(
                len(self._log), str(e), "this is a bug in the rule book: report it with the log"
            ) from None

    def _take_in(self, entries: Sequence[Entry], other: str) -> None:
        """Fold entries: no rule runs, events are applied as they stand."""
        line = self._line
        line.other_rules = bool(other)
        rules = (self.header.version, self.header.digest)
        state = line.first
        self._begun = True
        for number, e in enumerate(entries, 1):
            if self.left is not None and not may_follow(e):
                raise LogError(number, "the game was over by then", UNCHANGED)
            self._log.append(e)
            if e.kind in PLAYED:
                state = self._played(e, number, state)
            elif e.kind == "undo":
                state = self._taken_back(e, number, state)
            elif e.kind == "standing":
                self._stood(e, number)
            elif e.kind == "salt":
                self._salted(e, number)
            elif e.kind == "key":
                self.seats.keys.setdefault(e.side, e.key)
                if e.text:
                    self._salted(e, number)
            elif e.kind == "draw" and e.act == "confirm":
                self._confirmed(e, number)
            elif e.kind in ENDS or (e.kind == "draw" and self._offered(e)):
                self.left = outcome_of(e, self.header.sides)
            elif e.kind == "adopt":
                if rules == (e.text, e.why):
                    raise LogError(number, "adopts the rules it was played under before", UNCHANGED)
                rules = (e.text, e.why)
                line.other_rules = e.text != self.book.version or e.why != self.rulings.digest
                if line.other_rules:
                    line.checkpoint(state, len(line.live))

    def _played(self, e: Entry, number: int, state: Any) -> Any:
        """An input, a roll or an event."""
        line = self._line
        line.live.append(e.n)
        if e.kind == "input" and not e.standing:
            self._asked = None
        if e.kind == "event":
            try:
                state = e.apply(state)
            except Exception as err:
                reason = f"the event does not fit the position: {type(err).__name__}: {err}"
                raise LogError(
                    number, reason, f"{UNCHANGED}, or the version that made it"
                ) from None
        elif e.kind == "roll":
            self._index = max(self._index, e.index + 1)
            line.throws.shown(e.index)
        if e.done:
            line.checkpoint(state, len(line.live))
        return state

    def _taken_back(self, e: Entry, number: int, state: Any) -> Any:
        """What was taken back, or somebody's word on whether it may be."""
        line = self._line
        if e.act == "done":
            if line.position(e.to) >= len(line.live) or line.live[line.position(e.to)] != e.to:
                raise LogError(number, f"takes back entry {e.to}, which does not stand", UNCHANGED)
            line.cut(e.to, self._log)
            self._by_hand = len(line.live)
            self._asked = None
            return line.state_of_end(self._log)
        if e.act == "ask":
            self._ask_undo(e.side, e.to)
        elif self._asked is not None and e.side in self._asked.needs:
            self._asked.needs.remove(e.side)
            if e.act == "refuse":
                self._asked = None
        return state

    def _ask_undo(self, side: str, n: int) -> None:
        self._asked = PendingUndo(side, n, [s for s in self.header.sides if s != side])

    def _stood(self, e: Entry, number: int) -> None:
        """A standing order, or its end."""
        held = self._standing.setdefault(e.side, [])
        if e.act == "add":
            try:
                order = parse_standing_order(e.text)
            except TextError as err:
                raise LogError(
                    number, f"the standing order cannot be read: {err}", UNCHANGED
                ) from None
            held.append(type(order)(order.kind, order.branches, e.standing))
            self._by_hand = -1
        else:
            self._standing[e.side] = [o for o in held if o.n != e.standing]

    def _confirmed(self, e: Entry, number: int) -> None:
        """A side has seen the draw agreed."""
        if not self.agreed:
            raise LogError(number, "confirms a draw that was not agreed", UNCHANGED)
        self.draws = (*self.draws, e)

    def _salted(self, e: Entry, number: int) -> None:
        """A side's salt for the dice."""
        if e.side not in self.header.sides or e.side in self.seats.salted:
            raise LogError(number, f"a second share of the dice of {e.side or 'nobody'}", UNCHANGED)
        self.seats.salted.add(e.side)
        if isinstance(self.dice, Sealed):
            self.dice.salt(e.side, bytes.fromhex(e.text))


G = TypeVar("G", bound=ReplayableGame)


def open_log(
    game_class: type[G],
    lines: Iterable[str | bytes],
    book_of: Callable[[str], Rulebook[Any]],
    seed: bytes | None,
) -> G:
    """See :meth:`flagplot.table.game.game.Game.open`."""
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
        ruled = rulings_from(header)
        state = book.start(setup_of(header), ruled)
    except (KeyError, DataError) as e:
        raise LogError(
            1, f"the game cannot be set up: {e}", "open it with the version that made it"
        ) from None
    game = game_class(book, header, ruled, state, dice_of(header, seed))
    other = ""
    if header.version != book.version:
        other = f"played under version {header.version} of {book.id}, this is {book.version}"
    elif ruled.digest != header.digest:
        other = f"played with other tables or switches of {book.id} than this program has"
    game.fold(entries, other, kept, chains)
    if not game.read_only and isinstance(game.dice, Unseeded) and game.outcome is None:
        game.read_only = (
            "its dice are sealed and their secret seed is not here: it can be looked at"
        )
    return game
