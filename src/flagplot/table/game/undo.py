"""Undo: a side takes back its last input, at once or with the consent of the other sides.

:func:`~flagplot.table.log.side_log.assess_undo` decides whether consent is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..core.errors import GameError, TextError
from ..core.requests import Ask, Roll
from ..log.entries import Entry
from ..log.side_log import UndoAssessment, assess_undo, live_entries
from ..log.signing import Signed
from .engine import Engine
from .record import UNSIGNED


class UndoResult(msgspec.Struct, frozen=True):
    """The result of a request for an undo. It is ``done``, or ``needs`` the consent of these sides,
    for the reason ``why``. ``learned``: the asking side has seen dice or a revelation since; a
    computer admiral then refuses."""

    done: bool
    needs: tuple[str, ...] = ()
    why: str = ""
    learned: bool = False


class PendingUndo(msgspec.Struct):
    """An undo that waits for consent."""

    side: str
    to: int
    needs: list[str]


class Undos:
    """The undos of a game: asked for, consented to, carried out."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.record = engine.record
        self.pending: PendingUndo | None = None

    def undo(self, side: str, to: int | None, signed: Signed | None) -> UndoResult:
        """Undo from the input *to* of *side* on (``None``: its last one), or ask the other sides for
        their consent."""
        self.engine.demand_playable()
        n = self._input_to_undo(side, to)
        text = "last" if to is None else str(to)
        by = self.record.signature(side, signed, "undo", text)
        found = self._assess_from(side, n)
        others = [s for s in self.record.header.sides if s != side]
        if not found.why or not others:
            answered = [e for e in self.record.live_since(n) if e.kind == "input"]
            self._carry_out(side, n, [e for e in answered if e.side != side], by)
            return UndoResult(True)
        self.record.append("undo", side=side, act="ask", to=n, **by)
        self.ask(side, n)
        self.record.report()
        return UndoResult(False, tuple(others), found.why, found.learned)

    def assess(self, side: str) -> UndoAssessment | None:
        """Return what an undo of the last input of *side* needs; ``None`` when it has given
        none."""
        try:
            return self._assess_from(side, self._input_to_undo(side, None))
        except GameError:
            return None

    def ask(self, side: str, to: int) -> None:
        """Let an undo wait for the consent of all other sides."""
        self.pending = PendingUndo(side, to, [s for s in self.record.header.sides if s != side])

    def consent(self, side: str, yes: bool, signed: Signed | None) -> UndoResult:
        """Answer another side's request for an undo. Raises ``GameError`` when *side* is not
        asked."""
        self.engine.demand_playable()
        asked = self.pending
        if asked is None or side not in asked.needs:
            raise GameError(f"{side or 'nobody'} is not asked to consent to anything")
        by = self.record.signature(
            side, signed, "consent", "yes" if yes else "no", text_in_entry=True
        )
        act = "agree" if yes else "refuse"
        self.record.append("undo", side=side, act=act, to=asked.to, **by)
        if not yes:
            self.pending = None
            self.record.report()
            return UndoResult(False, (), f"{side} refuses")
        asked.needs.remove(side)
        if asked.needs:
            self.record.report()
            return UndoResult(False, tuple(asked.needs), "consent is still wanted")
        self._carry_out(asked.side, asked.to)
        return UndoResult(True)

    def _input_to_undo(self, side: str, to: int | None) -> int:
        """Return the entry number, in the whole log, of input *to* of *side* or of its last input
        given by hand. Raises ``GameError`` when there is none."""
        log = self.record.side_log(side)
        mine = [e for e in live_entries(log.entries) if e.kind == "input" and e.side == side]
        if to is None:
            by_hand = [e.n for e in mine if not e.standing]
            if not by_hand:
                raise GameError(f"{side or 'nobody'} has no input to take back")
            return log.source[by_hand[-1]]
        if any(e.n == to for e in mine):
            return log.source[to]
        raise GameError(f"entry {to} is no input of {side} that still stands")

    def _assess_from(self, side: str, n: int) -> UndoAssessment:
        """Return why an undo from entry *n* on needs consent: because of what *side* has seen
        since, or because the game has waited for another side alone since."""
        engine, log = self.engine, self.record.side_log(side)
        seen = [e for e in live_entries(log.entries) if log.source[e.n] >= n]
        alone = [
            e.side
            for e in self.record.live_since(n)
            if e.kind == "input" and e.side != side and not (e.together or e.seal == "closed")
        ]
        if side not in engine.sides_to_answer() and not isinstance(engine.pending, Roll):
            alone += engine.sides_to_answer()
        return assess_undo(seen, side, sorted(set(alone)))

    def _carry_out(
        self, side: str, n: int, secret: Sequence[Entry] = (), by: Mapping[str, Any] = UNSIGNED
    ) -> None:
        """Undo entry *n* and all after it. The *secret* answers of other sides among them are given
        again."""
        self.record.write_texts()
        self.pending = None
        undo = self.record.append("undo", side=side, act="done", to=n, **by)
        self.record.timeline.cut(n, self.record.entries)
        self.engine.standing.stay_silent()
        self.engine.whole_or_not_at_all(lambda: self._come_back(undo, secret))

    def _come_back(self, undo: Entry, secret: Sequence[Entry]) -> None:
        self.engine.resume()
        for entry in secret:
            self._give_again(entry)
        if len(self.record.entries) > undo.n + 1:
            force_setattr(undo, "until", len(self.record.entries) - 1)

    def _give_again(self, entry: Entry) -> None:
        """Give an answer again, if it still answers what its side is asked."""
        engine = self.engine
        single = engine.request(entry.side)
        if single is None or (single.clause, single.kind) != (entry.clause, entry.asked):
            return
        try:
            value = engine.parse(entry.side, entry.text)
        except TextError:
            return
        if isinstance(single, Ask) or engine.book.check(engine.view(entry.side), single, value):
            by = (
                {"at": entry.at, "sig": entry.sig, "said": entry.said or entry.text}
                if entry.sig
                else UNSIGNED
            )
            engine.take(single, value, entry.standing, by)
