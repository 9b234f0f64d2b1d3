"""The inside of a game: runs the rules step by step, logs inputs, rolls and events, replays what
the log has."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
from msgspec.structs import force_setattr, replace

from flagplot.boards.name_folding import typed

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import Dice, Sealed, check_faces
from ..core.errors import Diverged, GameError, RuleError, TextError, WrongSeat, fault
from ..core.procedure import LensedEvent, Table, tag_of
from ..core.requests import Ask, AskAny, AskEach, AskOrder, Request, Roll, Single, single_requests
from ..core.roll_specs import dice_text
from ..log.entries import Entry, Header, unwrap
from ..log.entry_text import describe
from ..log.reading import setup_of
from ..log.side_log import SideLog
from ..log.signing import Seats, Signed
from ..setup.rulings import Rulings
from .luck import RollLuck
from .rule_runner import RuleInput, check_asks, read_option
from .standing_orders import MOST_BEST, MOST_IN_ADVANCE, StandingOrder
from .timeline import Timeline

WITHOUT_DICE = ("manual", "unseeded")
"""Kinds of dice that cannot roll by themselves: the game stops at a roll."""


UNSIGNED: Mapping[str, Any] = {}
"""The fields of an entry by which a side signs, for what nobody signed."""


class PendingUndo(msgspec.Struct):
    """An undo that waits for consent."""

    side: str
    to: int
    needs: list[str]


class Engine:
    """What :class:`~flagplot.table.game.game.Game` is built on."""

    def __init__(
        self, book: Rulebook[Any], header: Header, ruled: Rulings, state: Any, dice: Dice
    ) -> None:
        """For :meth:`new`, :meth:`at` and :meth:`open`: a game at its first state that has not
        begun to move."""
        self.book = book
        self.header = header
        self.setup = setup_of(header)
        self.rulings = ruled
        self.dice = dice
        self.on_entry: Callable[[Entry], None] | None = None
        self.read_only = ""
        """Why the game can only be looked at; empty when it can be played."""
        self.pending: Request | None = None
        self.outcome: Outcome | None = None
        self.left: Outcome | None = None
        """The outcome of a game that ended by the word of those who play, before its rules ended
        it."""
        self.draws: tuple[Entry, ...] = ()
        """The offers of a draw that stand, or by which it was agreed to, with what confirms them.
        One that is refused, or withdrawn, takes all before it with it."""
        self.rolled: dict[int, Roll[Any]] = {}
        """Rolls made since this object exists, by entry number; of an opened log all, once somebody
        has asked."""
        self._recalled = False
        """Whether the rules were run again for them."""
        self._line = Timeline(state)
        self._log: list[Entry] = []
        self._values: dict[int, Any] = {}
        """Typed answers by entry number."""
        self._lucks: dict[int, RollLuck | None] = {}
        self._untexted: list[tuple[int, bool]] = []
        """Inputs whose text is not made yet: (entry number, whether the value is an order)."""
        self._begun = False
        self._told = 0
        self._chains: list[str] = []
        self._lines: list[str] = []
        self._table: Table[Any] = Table(state)
        self._rule: Coroutine[Any, Any, Any] | None = None
        self._sealed: dict[str, Any] = {}
        self._index = 0
        self._replay = -1
        self._standing: dict[str, list[StandingOrder]] = {}
        self._by_hand = -1
        self._asked: PendingUndo | None = None
        self._views: dict[str, tuple[Any, Any]] = {}
        self._seen: dict[str, SideLog] = {}
        self._befores: dict[int, Any] = {}
        self.seats = Seats(header, dice)

    # -- what is asked
    def view(self, side: str) -> Any:
        """What *side* may know of the position now."""
        state = self._table.state
        kept = self._views.get(side)
        if kept is None or kept[0] is not state:
            kept = self._views[side] = (state, self.book.view(state, side))
        return kept[1]

    def owes(self) -> tuple[str, ...]:
        """The sides that must answer now; ``("dice",)`` when faces must be typed; empty when the
        game is over."""
        if self.pending is None:
            return ()
        if isinstance(self.pending, Roll):
            return ("dice",)
        return tuple(s.side for s in single_requests(self.pending) if s.side not in self._sealed)

    def waits_for(self, side: str) -> tuple[str, ...]:
        """The sides that must answer now, as *side* may know it: whether another has given its
        sealed answer shows only when all are in."""
        if not isinstance(self.pending, AskEach):
            return self.owes()
        return tuple(
            s.side for s in self.pending.asks if s.side != side or side not in self._sealed
        )

    def request(self, side: str) -> Single | None:
        """What *side* is asked now, or ``None``."""
        pending = self.pending
        if pending is None or isinstance(pending, Roll):
            return None
        if isinstance(pending, (AskEach, AskAny)):
            if side in self._sealed:
                return None
            return next((s for s in pending.asks if s.side == side), None)
        return pending if pending.side == side else None

    def parse(self, side: str, text: str) -> Any:
        """Read an answer of *side* to what it is asked. Raises ``TextError``, ``WrongSeat``."""
        single = self._need(side)
        if isinstance(single, Ask):
            text = typed(text).strip()
            if text not in {str(o) for o in single.options}:
                text = self.book.spell(self.view(side), single, text)
            return read_option(single, text)
        return self.book.parse(text, self.view(side), side)

    def _need(self, side: str) -> Single:
        single = self.request(side)
        if single is None:
            owed = self.owes()
            who = f"{' and '.join(owed)} must answer" if owed else "the game is over"
            raise WrongSeat(f"{side or 'nobody'} is not asked now; {who}")
        return single

    # -- inside: the course of the game
    def _begin(self) -> None:
        self._go(self._first_step)
        self._begun = True

    def _go(self, act: Callable[[], Any]) -> Any:
        """Do something to the game as a whole or not at all, then tell the store."""
        length, live, index, throws = (
            len(self._log),
            len(self._line.live),
            self._index,
            list(self._line.throws.left),
        )
        standing = {s: list(o) for s, o in self._standing.items()}
        try:
            done = act()
        except BaseException as e:
            del self._log[length:]
            self._untexted = [u for u in self._untexted if u[0] < length]
            self._values = {n: v for n, v in self._values.items() if n < length}
            self._befores = {n: s for n, s in self._befores.items() if n <= length}
            self._lucks = {n: luck for n, luck in self._lucks.items() if n < length}
            self.rolled = {n: roll for n, roll in self.rolled.items() if n < length}
            self._line.shrink(live)
            self._index = index
            self._line.throws.left = throws
            self._standing = standing
            if self._begun:
                self._resume()
            if isinstance(e, (GameError, Diverged, RuleError)) or not isinstance(e, Exception):
                raise
            raise fault(self.book.id, e) from e
        if self.on_entry is not None:
            self._flush()
        return done

    def _flush(self) -> None:
        if self.on_entry is not None:
            self._settle()
            while self._told < len(self._log):
                entry = self._log[self._told]
                self._told += 1
                self.on_entry(entry)

    def _first_step(self) -> None:
        if self._next_step(0):
            self._run(None)

    def _next_step(self, at: int) -> bool:
        """Lay out the next step from a state with nothing half done; False when the game is
        over."""
        state = self._table.state
        self._line.checkpoint(state, at)
        self.outcome = self.book.outcome(state)
        if self.outcome is not None:
            self.pending = None
            self._rule = None
            return False
        self._table = Table(state, on_event=self._recorded)
        self._rule = self._table.run(self.book.step)
        return True

    def _resume(self) -> None:
        """Rebuild what is half done: run the current step again from its checkpoint, fed from the
        log."""
        start = self._line.last
        self._sealed = {}
        if self.left is not None:
            self._table = Table(self._line.state_of_end(self._log))
            self._over(self.left)
            return
        self._table = Table(self._line.state_of_last(self._log), on_event=self._recorded)
        self.outcome = self.book.outcome(self._table.state)
        self.pending = None
        self._rule = None
        if self.outcome is None:
            self._replay = start.at if start.at < len(self._line.live) else -1
            self._rule = self._table.run(self.book.step)
            self._run(None)

    def _offered(self, e: Entry) -> bool:
        """A side wants a draw, or does not; whether now all want it."""
        self.draws = (*self.draws, e) if e.act == "offer" else ()
        return {d.side for d in self.draws} == set(self.header.sides)

    @property
    def agreed(self) -> bool:
        """Whether the game ended because all want a draw."""
        return self.left is not None and {d.side for d in self.draws} == set(self.header.sides)

    @property
    def offers(self) -> tuple[str, ...]:
        """The sides that want a draw; none when the game is over."""
        return tuple(d.side for d in self.draws) if self.outcome is None else ()

    def _over(self, outcome: Outcome) -> None:
        """Somebody left the game: nobody is asked any more, and what was half done stays so."""
        self.left = self.outcome = outcome
        self.pending = self._rule = self._asked = None
        self._sealed = {}

    def _run(self, value: Any) -> None:
        """Send *value* to the rule and answer what can be answered without people."""
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
            elif self._standing:
                ready, value = self._stand_in()
            else:
                return
            if not ready:
                return

    def _step_done(self) -> bool:
        """Mark the end of a step and lay out the next; False when the game is over."""
        live = self._line.live
        at = self._replay if self._replay >= 0 else len(live)
        if at == self._line.last.at:
            raise RuleError(
                f"a step of {self.book.id} asked nothing and recorded nothing: it would go on for "
                "ever"
            )
        last = self._log[live[at - 1]]
        if self._replay < 0:
            force_setattr(last, "done", True)
        elif not last.done:
            raise Diverged(live[at], "the rules end the step here; the log goes on with it")
        return self._next_step(at)

    def _take(
        self, single: Single, value: Any, standing: int = 0, by: Mapping[str, Any] = UNSIGNED
    ) -> None:
        ready, send = self._accept(single, value, standing, by)
        if ready:
            self._run(send)

    def _accept(
        self, single: Single, value: Any, standing: int = 0, by: Mapping[str, Any] = UNSIGNED
    ) -> tuple[bool, Any]:
        """Log an answer; say whether the rule can go on, and with what."""
        n = len(self._log)
        pending = self.pending
        seal = ""
        if type(pending) is AskEach:
            seal = "opened" if len(self._sealed) + 1 == len(pending.asks) else "closed"
        together = type(pending) is AskAny and len(pending.asks) > 1
        entry = Entry(
            n,
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
        self._values[n] = value
        self._untexted.append((n, type(single) is AskOrder))
        self._log.append(entry)
        self._line.live.append(n)
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

    def _faces(self, roll: Roll[Any]) -> tuple[int, ...] | None:
        """The faces of a roll: from the log in a replay, from an undone course played again, else
        from the dice."""
        if self._replay >= 0:
            return self._replayed_roll(roll)
        n, sides = roll.spec.dice
        index = self._index
        again = self._line.rolled_before(roll)
        if again is not None:
            faces, index = again
        elif n == 0:
            faces, index = (), -1
        elif self.dice.kind in WITHOUT_DICE:
            return None
        else:
            faces = self.dice.roll(index, n, sides)
        self._log_roll(roll, faces, index)
        return faces

    def _rolled(self, roll: Roll[Any], faces: tuple[int, ...]) -> None:
        self._log_roll(roll, faces, self._index)
        self._run(roll.spec.read(faces))

    def _log_roll(self, roll: Roll[Any], faces: tuple[int, ...], index: int) -> None:
        n = len(self._log)
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
        if index >= self._index:
            self._index = index + 1
        elif index >= 0:
            self._line.throws.shown(index)
        self.rolled[n] = roll
        self._log.append(entry)
        self._line.live.append(n)

    def _recorded(self, event: Any) -> None:
        """An event has happened at the table."""
        if self._replay >= 0:
            entry = self._expected()
            if entry.kind != "event" or entry.happening != event:
                raise Diverged(
                    entry.n, f"the rules record {tag_of(event)!r}; the log has {describe(entry)}"
                )
            self._step_on()
            return
        n = len(self._log)
        if type(event) is LensedEvent:
            event, inside = unwrap(event)
            self._log.append(Entry(n, "event", "", event.clause, event=event, inside=inside))
        else:
            self._log.append(Entry(n, "event", "", event.clause, event=event))
        self._line.live.append(n)

    # -- inside: replay of what the log has
    def _expected(self) -> Entry:
        return self._log[self._line.live[self._replay]]

    def _step_on(self) -> None:
        self._replay += 1
        if self._replay == len(self._line.live):
            self._replay = -1

    def _replayed_roll(self, roll: Roll[Any]) -> tuple[int, ...]:
        entry = self._expected()
        spec = dice_text(*roll.spec.dice)
        if entry.kind != "roll" or entry.clause != roll.clause or entry.spec != spec:
            raise Diverged(
                entry.n, f"the rules roll {spec} under {roll.clause}; the log has {describe(entry)}"
            )
        check_faces(entry.faces, *roll.spec.dice)
        self.rolled[entry.n] = roll
        self._step_on()
        return entry.faces

    def _replayed(self) -> tuple[bool, Any]:
        """Answer the pending request from the log; not ready when the log has no more."""
        while self._replay >= 0:
            entry = self._expected()
            single = self.request(entry.side) if entry.kind == "input" else None
            if single is None or single.clause != entry.clause:
                raise Diverged(
                    entry.n, f"the rules ask {self._asking()}; the log has {describe(entry)}"
                )
            if entry.n not in self._values:
                try:
                    self._values[entry.n] = self.parse(entry.side, entry.text)
                except TextError as e:
                    raise Diverged(entry.n, f"the answer cannot be read: {e}") from None
            value = self._values[entry.n]
            self._step_on()
            ready, send = self._answered(single, value)
            if ready:
                return True, send
        return False, None

    def _given_since(self) -> list[RuleInput]:
        """What was answered and rolled in the step that is being played, in its order."""
        since = (self._log[n] for n in self._line.half_done)
        done = [e for e in since if e.kind != "event"]
        return [
            RuleInput(e.clause, e.side, self._values[e.n] if e.kind == "input" else e.faces)
            for e in done
        ]

    def _asking(self) -> str:
        return (
            ", ".join(f"{s.side} under {s.clause}" for s in single_requests(self.pending))
            if self.pending
            else "nobody"
        )

    # -- standing orders
    def _stand_in(self) -> tuple[bool, Any]:
        """Let standing orders answer what is asked now, as far as they do."""
        given = self.answered_in_advance()
        if self._by_hand == len(self._line.live) or given >= MOST_IN_ADVANCE:
            return False, None
        assert self.pending is not None
        for single in single_requests(self.pending):
            if single.side in self._sealed:
                continue
            for order in self._standing.get(single.side, ()):
                value = order.answer(
                    single, self.book, self.view(single.side), thinks=given < MOST_BEST
                )
                if value is None:
                    continue
                ready, send = self._accept(single, value, order.n)
                if ready:
                    return True, send
                break
        return False, None

    def answered_in_advance(self) -> int:
        """How many answers standing orders have given since a person last did something."""
        count = 0
        for entry in reversed(self._log):
            if entry.kind in ("undo", "standing") or (entry.kind == "input" and not entry.standing):
                return count
            count += entry.kind == "input"
        return count

    def _stand(self, side: str, order: StandingOrder, by: Mapping[str, Any]) -> StandingOrder:
        given = sum(e.kind == "standing" and e.act == "add" and e.side == side for e in self._log)
        self._by_hand = -1
        order = replace(
            order, n=given + 1
        )  # each side counts its own: a gap would tell of the others' orders
        self._standing.setdefault(side, []).append(order)
        self._append("standing", side=side, act="add", text=order.text, standing=order.n, **by)
        if self.pending is not None and not isinstance(self.pending, Roll):
            ready, send = self._stand_in()
            if ready:
                self._run(send)
        return order

    # -- entries
    def _append(self, kind: str, **fields: Any) -> Entry:
        entry = Entry(len(self._log), kind, **fields)
        self._log.append(entry)
        return entry

    def _salt(self, side: str, salt: bytes) -> None:
        if isinstance(self.dice, Sealed):
            self.dice.salt(side, salt)
        self.seats.salted.add(side)
        self._append("salt", side=side, text=salt.hex())

    def _key(self, side: str, key: str, salt: bytes, signed: Signed) -> None:
        self.seats.keys[side] = key
        if salt:
            self.seats.salted.add(side)
            if isinstance(self.dice, Sealed):
                self.dice.salt(side, salt)
        self._append("key", side=side, key=key, text=salt.hex(), at=signed.at, sig=signed.sig)

    def _settle(self) -> None:
        """Fill in the text of answers given as values."""
        for n, order in self._untexted:
            value = self._values[n]
            text = self.book.text(value) if order else str(value)
            force_setattr(self._log[n], "text", text)
            if self._log[n].said == text:
                force_setattr(self._log[n], "said", "")
        self._untexted.clear()
