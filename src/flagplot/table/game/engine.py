"""The engine of a game: it runs the rules step by step, and records inputs, rolls and events.

After an undo, or when a log is opened, it runs the current step again from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from msgspec.structs import force_setattr

from flagplot.boards.name_folding import normal_characters

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import Dice, ManualDice, check_faces
from ..core.errors import (
    GameError,
    GameOver,
    ReadOnly,
    ReplayDiverged,
    RuleError,
    TextError,
    WrongSeat,
    rule_error,
)
from ..core.procedure import LensedEvent, Table, tag_of
from ..core.requests import Ask, AskAny, AskEach, AskOrder, Request, Roll, Single, single_requests
from ..core.roll_specs import dice_text
from ..log.entries import Entry, unwrap
from ..log.entry_text import describe_entry
from .record import UNSIGNED, GameRecord
from .rule_runner import RuleInput, check_asks, read_option
from .standing_answers import StandingAnswers
from .standing_orders import StandingOrder

WITHOUT_DICE = ("manual", "unseeded")
"""Kinds of dice that cannot roll by themselves: the game stops at a roll."""


class Engine:
    """The state of a game, what is asked in it, and the rule that asks."""

    def __init__(self, record: GameRecord, dice: Dice) -> None:
        """Stand at the first state of *record*. No rule runs before :meth:`begin` or
        :meth:`resume`."""
        self.record = record
        self.book: Rulebook[Any] = record.book
        self.dice = dice
        self.standing = StandingAnswers(self.book, record)
        self.pending: Request | None = None
        self.outcome: Outcome | None = None
        self.left: Outcome | None = None
        """The outcome of a game that the players ended before its rules did."""
        self.read_only = ""
        """Why the game can only be looked at; empty when it can be played."""
        self.rolls: dict[int, Roll[Any]] = {}
        """Rolls as the rules asked for them, by entry number. After a log was opened, only those of
        the current step are known."""
        self.begun = False
        self.next_index = 0
        """Index of the next roll of the dice."""
        self._table: Table[Any] = Table(record.timeline.first)
        self._rule: Coroutine[Any, Any, Any] | None = None
        self._sealed: dict[str, Any] = {}
        self._replay = -1
        """Position, among the live entries, of the next one to run again; -1 when none is left."""
        self._views: dict[str, tuple[Any, Any]] = {}

    @property
    def state(self) -> Any:
        """The whole state, secrets included."""
        return self._table.state

    # -- what is asked
    def view(self, side: str) -> Any:
        """Return the state redacted for *side*."""
        state = self._table.state
        kept = self._views.get(side)
        if kept is None or kept[0] is not state:
            kept = self._views[side] = (state, self.book.view(state, side))
        return kept[1]

    def sides_to_answer(self) -> tuple[str, ...]:
        """Return the sides that must answer now; ``("dice",)`` when faces must be typed; empty when
        the game is over."""
        if self.pending is None:
            return ()
        if isinstance(self.pending, Roll):
            return ("dice",)
        return tuple(s.side for s in single_requests(self.pending) if s.side not in self._sealed)

    def waits_for(self, side: str) -> tuple[str, ...]:
        """Return the sides that must answer now, as *side* may know it: that another side has given
        its sealed answer shows only when all answers are in."""
        if not isinstance(self.pending, AskEach):
            return self.sides_to_answer()
        return tuple(
            s.side for s in self.pending.asks if s.side != side or side not in self._sealed
        )

    def request(self, side: str) -> Single | None:
        """Return what *side* is asked now, or ``None``."""
        pending = self.pending
        if pending is None or isinstance(pending, Roll):
            return None
        if isinstance(pending, (AskEach, AskAny)):
            if side in self._sealed:
                return None
            return next((s for s in pending.asks if s.side == side), None)
        return pending if pending.side == side else None

    def need(self, side: str) -> Single:
        """Return what *side* is asked now. Raises ``WrongSeat`` when it is not asked."""
        single = self.request(side)
        if single is None:
            owed = self.sides_to_answer()
            who = f"{' and '.join(owed)} must answer" if owed else "the game is over"
            raise WrongSeat(f"{side or 'nobody'} is not asked now; {who}")
        return single

    def parse(self, side: str, text: str) -> Any:
        """Read an answer of *side* to what it is asked. Raises ``TextError``, ``WrongSeat``."""
        single = self.need(side)
        if isinstance(single, Ask):
            text = normal_characters(text).strip()
            if text not in {str(o) for o in single.options}:
                text = self.book.normalize_option(self.view(side), single, text)
            return read_option(single, text)
        return self.book.parse(text, self.view(side), side)

    def demand_playable(self) -> None:
        """Raise ``ReadOnly`` or ``Over`` when nobody may play on."""
        if self.read_only:
            raise ReadOnly(self.read_only)
        if self.left is not None or (self.outcome is not None and not self._proves_format_1):
            raise GameOver("the game is over")

    @property
    def _proves_format_1(self) -> bool:
        """True when a log of release 0.1.0 is being proven: that release let sides undo after the
        end."""
        return self.record.seats.proving and self.record.header.format == 1

    # -- playing
    def begin(self) -> None:
        """Play from the first state to the first thing asked."""
        self.whole_or_not_at_all(self._first_step)
        self.begun = True

    def whole_or_not_at_all(self, act: Callable[[], Any]) -> Any:
        """Carry out *act* and report its entries. Where it raises an error, leave the game as it was
        before."""
        mark, index = self.record.mark(), self.next_index
        standing = self.standing.copy_orders()
        try:
            done = act()
        except BaseException as e:
            self.record.roll_back(mark)
            self.rolls = {n: roll for n, roll in self.rolls.items() if n < mark.entries}
            self.next_index = index
            self.standing.orders = standing
            if self.begun:
                self.resume()
            if isinstance(e, (GameError, ReplayDiverged, RuleError)) or not isinstance(
                e, Exception
            ):
                raise
            raise rule_error(self.book.id, e) from e
        self.record.report()
        return done

    def resume(self) -> None:
        """Run the current step again, fed from the record, up to what is asked now."""
        record, timeline = self.record, self.record.timeline
        start = timeline.last
        self._sealed = {}
        if self.left is not None:
            self._table = Table(timeline.state_of_end(record.entries))
            self.stop(self.left)
            return
        self._table = Table(timeline.state_of_last(record.entries), on_event=self._recorded)
        self.outcome = self.book.outcome(self._table.state)
        self.pending = None
        self._rule = None
        if self.outcome is None:
            self._replay = start.at if start.at < len(timeline.live) else -1
            self._rule = self._table.run(self.book.step)
            self._run(None)

    def look_only(self, why: str) -> None:
        """Stand at the end of the record without running a rule: the game is read-only."""
        self._table.state = self.record.timeline.state_of_end(self.record.entries)
        self.outcome = self.left or self.book.outcome(self._table.state)
        self.read_only = why

    def rerun(self, n: int = 0) -> Engine:
        """Return a second engine that has run the live entries again, from the last checkpoint
        before entry *n*. Its dice are typed. This engine is not changed."""
        engine = Engine(self.record.copy(ManualDice(), n), ManualDice())
        engine.begun = True
        engine.resume()
        return engine

    def stop(self, outcome: Outcome) -> None:
        """End the game because a side left it. A half-done step stays half done."""
        self.left = self.outcome = outcome
        self.pending = self._rule = None
        self._sealed = {}

    def _first_step(self) -> None:
        if self._next_step(0):
            self._run(None)

    def _next_step(self, at: int) -> bool:
        """Prepare the next step, with *at* live entries before it; return false when the game is
        over."""
        state = self._table.state
        self.record.timeline.checkpoint(state, at)
        self.outcome = self.book.outcome(state)
        if self.outcome is not None:
            self.pending = None
            self._rule = None
            return False
        self._table = Table(state, on_event=self._recorded)
        self._rule = self._table.run(self.book.step)
        return True

    def _run(self, value: Any) -> None:
        """Send *value* to the rule, and go on while the record, the dice or standing orders give
        what it asks for."""
        while True:
            try:
                request = self._rule.send(value)  # type: ignore[union-attr]
            except StopIteration:
                if not self._step_done():
                    return
                value = None
                continue
            kind = type(request)
            if kind is Roll:
                faces = self._faces(request)
                if faces is None:
                    self.pending = request
                    return
                value = request.spec.read(faces)
                continue
            self.pending = request
            if kind is AskEach or kind is AskAny:
                check_asks(request)
            elif kind is Ask and not request.options:
                raise RuleError(
                    f"the rules ask {request.side} under {request.clause} without options"
                )
            if self._replay >= 0:
                ready, value = self._replayed()
            elif self.standing.orders:
                ready, value = self._answer_by_standing_order()
            else:
                return
            if not ready:
                return

    def _step_done(self) -> bool:
        """Mark the end of a step and prepare the next; return false when the game is over."""
        entries, timeline = self.record.entries, self.record.timeline
        at = self._replay if self._replay >= 0 else len(timeline.live)
        if at == timeline.last.at:
            raise RuleError(
                f"a step of {self.book.id} asked nothing and recorded nothing: it would go on for "
                "ever"
            )
        last = entries[timeline.live[at - 1]]
        if self._replay < 0:
            force_setattr(last, "done", True)
        elif not last.done:
            raise ReplayDiverged(
                timeline.live[at], "the rules end the step here; the log goes on with it"
            )
        return self._next_step(at)

    # -- answers
    def take(
        self, single: Single, value: Any, standing: int = 0, by: Mapping[str, Any] = UNSIGNED
    ) -> None:
        """Record an answer, signed *by* these fields, and go on with the rule."""
        ready, send = self._accept(single, value, standing, by)
        if ready:
            self._run(send)

    def _accept(
        self, single: Single, value: Any, standing: int = 0, by: Mapping[str, Any] = UNSIGNED
    ) -> tuple[bool, Any]:
        """Record an answer; return whether the rule can go on, and the value it goes on with."""
        pending = self.pending
        seal = ""
        if type(pending) is AskEach:
            seal = "opened" if len(self._sealed) + 1 == len(pending.asks) else "closed"
        together = type(pending) is AskAny and len(pending.asks) > 1
        entry = Entry(
            len(self.record.entries),
            "input",
            single.side,
            single.clause,
            single.kind,
            "",
            seal,
            single.open,
            standing,
            together,
            **by,
        )
        self.record.append_answer(entry, value, is_order=type(single) is AskOrder)
        return self._answered(single, value)

    def _answered(self, single: Single, value: Any) -> tuple[bool, Any]:
        pending = self.pending
        if type(pending) is AskEach:
            self._sealed[single.side] = value
            if len(self._sealed) < len(pending.asks):
                return False, None
            answers = {s.side: self._sealed[s.side] for s in pending.asks}
            self._sealed = {}
            return True, answers
        if type(pending) is AskAny:
            return True, (single.side, value)
        return True, value

    # -- standing orders
    def add_standing_order(self, side: str, order: StandingOrder, by: Mapping[str, Any]) -> Any:
        """Record a standing order, signed *by* these fields, and let it answer. Return it with its
        number."""
        order = self.standing.add(side, order)
        self.record.append(
            "standing", side=side, act="add", text=order.text, standing=order.n, **by
        )
        if self.pending is not None and not isinstance(self.pending, Roll):
            ready, send = self._answer_by_standing_order()
            if ready:
                self._run(send)
        return order

    def _answer_by_standing_order(self) -> tuple[bool, Any]:
        """Record what standing orders answer to what is asked now; return as :meth:`_accept`."""
        assert self.pending is not None
        for single, value, n in self.standing.answers(self.pending, self._sealed, self.view):
            ready, send = self._accept(single, value, n)
            if ready:
                return True, send
        return False, None

    # -- rolls
    def roll(self, faces: tuple[int, ...]) -> None:
        """Record typed faces of the pending roll, and go on with the rule."""
        pending = self.pending
        assert isinstance(pending, Roll)
        self._record_roll(pending, faces, self.next_index)
        self._run(pending.spec.read(faces))

    def _faces(self, roll: Roll[Any]) -> tuple[int, ...] | None:
        """Return the faces of a roll: from the record, from an undone roll of its kind, or from the
        dice; ``None`` when they must be typed."""
        if self._replay >= 0:
            return self._replayed_roll(roll)
        n, sides = roll.spec.dice
        index = self.next_index
        again = self.record.timeline.rolled_before(roll)
        if again is not None:
            faces, index = again
        elif n == 0:
            faces, index = (), -1
        elif self.dice.kind in WITHOUT_DICE:
            return None
        else:
            faces = self.dice.roll(index, n, sides)
        self._record_roll(roll, faces, index)
        return faces

    def _record_roll(self, roll: Roll[Any], faces: tuple[int, ...], index: int) -> None:
        n = len(self.record.entries)
        entry = Entry(
            n,
            "roll",
            "",
            roll.clause,
            why=roll.why,
            spec=dice_text(*roll.spec.dice),
            faces=faces,
            index=index,
            table=roll.table,
            about=roll.about,
            seen_by=roll.seen_by,
        )
        if index >= self.next_index:
            self.next_index = index + 1
        elif index >= 0:
            self.record.timeline.undone.shown(index)
        self.rolls[n] = roll
        self.record.append_played(entry)

    def _recorded(self, event: Any) -> None:
        """Record an event; in a replay, compare it with the record."""
        if self._replay >= 0:
            entry = self._next_replayed()
            if entry.kind != "event" or entry.happening != event:
                raise ReplayDiverged(
                    entry.n,
                    f"the rules record {tag_of(event)!r}; the log has {describe_entry(entry)}",
                )
            self._replay_on()
            return
        n = len(self.record.entries)
        if type(event) is LensedEvent:
            event, inside = unwrap(event)
            entry = Entry(n, "event", "", event.clause, event=event, inside=inside)
        else:
            entry = Entry(n, "event", "", event.clause, event=event)
        self.record.append_played(entry)

    # -- replay of the record
    def _next_replayed(self) -> Entry:
        return self.record.entries[self.record.timeline.live[self._replay]]

    def _replay_on(self) -> None:
        self._replay += 1
        if self._replay == len(self.record.timeline.live):
            self._replay = -1

    def _replayed_roll(self, roll: Roll[Any]) -> tuple[int, ...]:
        entry = self._next_replayed()
        spec = dice_text(*roll.spec.dice)
        if entry.kind != "roll" or entry.clause != roll.clause or entry.spec != spec:
            raise ReplayDiverged(
                entry.n,
                f"the rules roll {spec} under {roll.clause}; the log has {describe_entry(entry)}",
            )
        check_faces(entry.faces, *roll.spec.dice)
        self.rolls[entry.n] = roll
        self._replay_on()
        return entry.faces

    def _replayed(self) -> tuple[bool, Any]:
        """Answer the pending request from the record; return as :meth:`_accept`."""
        answers = self.record.answers
        while self._replay >= 0:
            entry = self._next_replayed()
            single = self.request(entry.side) if entry.kind == "input" else None
            if single is None or single.clause != entry.clause:
                raise ReplayDiverged(
                    entry.n, f"the rules ask {self._asking()}; the log has {describe_entry(entry)}"
                )
            if entry.n not in answers:
                try:
                    answers[entry.n] = self.parse(entry.side, entry.text)
                except TextError as e:
                    raise ReplayDiverged(entry.n, f"the answer cannot be read: {e}") from None
            value = answers[entry.n]
            self._replay_on()
            ready, send = self._answered(single, value)
            if ready:
                return True, send
        return False, None

    def inputs_of_step(self) -> list[RuleInput]:
        """Return the answers and rolls of the half-done step, first to last."""
        record = self.record
        since = (record.entries[n] for n in record.timeline.half_done)
        return [
            RuleInput(e.clause, e.side, record.answers[e.n] if e.kind == "input" else e.faces)
            for e in since
            if e.kind != "event"
        ]

    def _asking(self) -> str:
        return (
            ", ".join(f"{s.side} under {s.clause}" for s in single_requests(self.pending))
            if self.pending
            else "nobody"
        )
