"""One game as it is played: requests out, answers in, everything that happens in an append-only log. Pure, no I/O."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import force_setattr, replace

from .book import Outcome, Rulebook, Setup, TextError
from .dice import Dice, Manual, Sealed, Seeded, check_faces
from .entries import FORMAT, PLAYED, START, Entry, Header, chain_line, unwrap
from .errors import DiceError, Diverged, GameError, ReadOnly, RuleError, StaleError, WrongSeat
from .procedure import Inside, Table
from .requests import Ask, AskAny, AskEach, Command, Request, Roll, Single, singles
from .rulings import Rulings
from .rulings import rulings as rulings_of
from .seen import SeenLog
from .specs import dice_text
from .standing import StandingOrder, read_standing
from .timeline import Timeline
from .verdict import LEGAL, Verdict

WITHOUT_DICE = ("manual", "unseeded")
"""Kinds of dice that cannot roll by themselves: the game stops at a roll."""
BookOf = Callable[[str], Rulebook[Any]]


class Receipt(msgspec.Struct, frozen=True):
    """The referee's answer to a submitted text: the verdict, and what the side saw happen (empty when refused)."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verdict)


class UndoResult(msgspec.Struct, frozen=True):
    """``done`` when the game was taken back; else ``needs`` names the sides that must consent first, and ``why``."""

    done: bool
    needs: tuple[str, ...] = ()
    why: str = ""


class _Asked(msgspec.Struct):
    """An undo that waits for consent."""

    side: str
    to: int
    needs: list[str]


class Game:
    """One game. Make one with :meth:`new`, :meth:`at` or :meth:`open`."""

    def __init__(self, book: Rulebook[Any], header: Header, ruled: Rulings, state: Any, dice: Dice) -> None:
        """For :meth:`new`, :meth:`at` and :meth:`open`: a game at its first state that has not begun to move."""
        self.book = book
        self.header = header
        self.setup = Setup(header.scenario, header.start, header.edition, header.house)
        self.rulings = ruled
        self.dice = dice
        self.on_entry: Callable[[Entry], None] | None = None
        self.read_only = ""
        """Why the game can only be looked at; empty when it can be played."""
        self.pending: Request | None = None
        self.outcome: Outcome | None = None
        self.rolled: list[tuple[int, Roll[Any]]] = []
        """Rolls made since this object exists: (entry number, request)."""
        self._line = Timeline(state)
        self._log: list[Entry] = []
        self._values: dict[int, Any] = {}
        """Typed answers by entry number."""
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
        self._stood = 0
        self._by_hand = -1
        self._asked: _Asked | None = None
        self._views: dict[str, tuple[Any, Any]] = {}
        self._seen: dict[str, SeenLog] = {}
        self._cursor: tuple[int, Any] = (0, state)

    # -- beginnings
    @classmethod
    def new(
        cls,
        book: Rulebook[Any],
        setup: Setup,
        *,
        rulings: Rulings,
        seed: bytes | None = None,
        salts: Mapping[str, bytes] | None = None,
        id: str = "",
        dice: Dice | None = None,
        on_entry: Callable[[Entry], None] | None = None,
    ) -> Game:
        """Begin a game: sealed dice with a secret *seed*, or the given *dice*, or real dice typed by people.

        Raises ``KeyError`` for an unknown scenario or start.
        """
        source = dice if dice is not None else Sealed(seed) if seed is not None else Manual()
        state = book.start(setup, rulings)
        game = cls.at(book, setup, state, rulings=rulings, dice=source, id=id, begin=False)
        game.on_entry = on_entry
        for side, salt in (salts or {}).items():
            game._salt(side, salt)
        game._begin()
        return game

    @classmethod
    def at(
        cls,
        book: Rulebook[Any],
        setup: Setup,
        state: Any,
        *,
        rulings: Rulings,
        dice: Dice,
        id: str = "",
        begin: bool = True,
    ) -> Game:
        """A game from any state (a case, a what-if). Its log cannot be opened again unless the state is a scenario's start."""
        game = cls(book, header_of(book, setup, rulings, dice, id), rulings, state, dice)
        game._append("header", header=game.header)
        if begin:
            game._begin()
        return game

    @classmethod
    def open(cls, lines: Iterable[str | bytes], *, book_of: BookOf, seed: bytes | None = None) -> Game:
        """Open a log and go on where it stops. Raises :class:`~flagplot.table.errors.LogError`.

        *seed* is the secret seed of sealed dice (kept beside the log, not in it). Without it, or when the log was made under
        other rules, the game can be looked at only (``read_only`` says why).
        """
        from .log import open_log

        return open_log(cls, lines, book_of, seed)

    @property
    def id(self) -> str:
        """The game's id, as set when it began."""
        return self.header.id

    @property
    def seed(self) -> bytes | None:
        """The secret seed of sealed dice, for the store only."""
        return self.dice.seed if isinstance(self.dice, Sealed) else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the scenario, in seat order."""
        return self.header.sides

    # -- looking
    @property
    def state(self) -> Any:
        """The truth. Never leave the table with it: use :meth:`view`."""
        return self._table.state

    def view(self, side: str) -> Any:
        """What *side* may know of the position now."""
        state = self._table.state
        kept = self._views.get(side)
        if kept is None or kept[0] is not state:
            kept = self._views[side] = (state, self.book.view(state, side))
        return kept[1]

    def owes(self) -> tuple[str, ...]:
        """The sides that must answer now; ``("dice",)`` when faces must be typed; empty when the game is over."""
        if self.pending is None:
            return ()
        if isinstance(self.pending, Roll):
            return ("dice",)
        return tuple(s.side for s in singles(self.pending) if s.side not in self._sealed)

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

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log (for the referee and the store only)."""
        self._settle()
        return tuple(self._log)

    def __len__(self) -> int:
        return len(self._log)

    def seen(self, side: str, since: int = 0) -> tuple[Entry, ...]:
        """The entries *side* may know, from its own number *since* on. Numbers are the side's own, without gaps."""
        return tuple(self._seen_log(side).entries[since:])

    def told(self, side: str, since: int = 0) -> tuple[tuple[Entry, Any], ...]:
        """Like :meth:`seen`, each entry with the side's view of the position before it (for ``book.say``)."""
        log = self._seen_log(side)
        found = []
        for entry, n in zip(log.entries[since:], log.source[since:], strict=True):
            found.append((entry, self.book.view(self.state_before(n), side)))
        return tuple(found)

    def state_before(self, n: int) -> Any:
        """The truth just before entry *n* of the whole log (cheap when asked in rising order)."""
        at, state = self._cursor
        if n < at:
            at, state = 0, self._line.first
        while at < n:
            entry = self._log[at]
            if entry.kind == "event":
                state = entry.apply(state)
            elif entry.kind == "undo" and entry.act == "done":
                state = self._refold(at, entry.to)
            at += 1
        self._cursor = (at, state)
        return state

    def line(self, n: int) -> str:
        """The JSON line of entry *n*, with its chain value."""
        self._settle()
        while len(self._lines) <= n:
            line, chain = chain_line(self._chains[-1] if self._chains else START, self._log[len(self._lines)])
            self._lines.append(line)
            self._chains.append(chain)
        return self._lines[n]

    def lines(self) -> list[str]:
        """The whole log as JSON Lines (for the referee and the store only)."""
        if self._log:
            self.line(len(self._log) - 1)
        return list(self._lines)

    # -- answering
    def parse(self, side: str, text: str) -> Any:
        """Read an answer of *side* to what it is asked. Raises ``TextError``, ``WrongSeat``."""
        single = self._need(side)
        if isinstance(single, Ask):
            return read_option(single, text)
        return self.book.parse(text, self.view(side), side)

    def check(self, side: str, text: str) -> Verdict:
        """What the referee would say of a text now, without giving it. Raises ``TextError``, ``WrongSeat``."""
        single = self._need(side)
        value = self.parse(side, text)
        if isinstance(single, Ask):
            return LEGAL
        return self.book.check(self.view(side), single, value)

    def submit(self, side: str, text: str, *, at: int | None = None) -> Receipt:
        """Answer in text form. *at* is the number of the last entry the side has seen.

        Raises ``TextError`` (unreadable), ``WrongSeat`` (not asked), ``StaleError`` (*at* is out of date), ``ReadOnly``.
        """
        self._playable()
        log = self._seen_log(side)
        if at is not None and log.newest_play() > at:
            raise StaleError(log.newest_play())
        since = len(log.entries)
        verdict = self.answer(side, self.parse(side, text))
        return Receipt(verdict, self.seen(side, since) if verdict else ())

    def answer(self, side: str, value: Any) -> Verdict:
        """Answer with a value: an option of an ``Ask``, an order for a ``Command``. A refused order changes nothing.

        Raises ``WrongSeat``, ``TextError`` (not one of the options), ``ReadOnly``.
        """
        single = self.request(side)
        if single is None or self.read_only:
            self._playable()
            single = self._need(side)
        if isinstance(single, Ask):
            if value not in single.options:
                raise TextError(f"{value!r} is not offered", 0, [str(o) for o in single.options])
            verdict = LEGAL
        else:
            verdict = self.book.check(self.view(side), single, value)
            if verdict.refusals:
                return verdict
        self._asked = None
        self._go(lambda: self._take(single, value))
        return verdict

    def roll(self, faces: Sequence[int]) -> None:
        """Type the faces of real dice for the pending roll. Raises ``DiceError``, ``ReadOnly``."""
        self._playable()
        pending = self.pending
        if not isinstance(pending, Roll):
            raise DiceError("no roll is wanted now")
        check_faces(tuple(faces), *pending.spec.dice)
        self._go(lambda: self._rolled(pending, tuple(faces)))

    def auto_roll(self, dice: Dice) -> None:
        """Let *dice* give the faces of the pending roll. Raises ``DiceError``."""
        pending = self.pending
        if not isinstance(pending, Roll):
            raise DiceError("no roll is wanted now")
        self.roll(dice.roll(self._index, *pending.spec.dice))

    # -- dice
    def add_salt(self, side: str, salt: bytes) -> None:
        """Mix a seat's own salt into the rolls to come (logged, public). Raises ``GameError`` once a roll was made."""
        self._playable()
        if self._index:
            raise GameError("salts are added before the first roll")
        self._salt(side, salt)
        self._flush()

    def reveal(self) -> Entry:
        """Publish the secret seed after the end, so that anyone can check the dice. Raises ``GameError``."""
        if self.outcome is None:
            raise GameError("the seed is revealed when the game is over")
        if not isinstance(self.dice, Sealed):
            raise GameError("this game has no sealed dice")
        for entry in self._log:
            if entry.kind == "reveal":
                return entry
        entry = self._append("reveal", text=self.dice.seed.hex())
        self._flush()
        return entry

    def note(self, side: str, text: str, *, to: Sequence[str] = ()) -> None:
        """Write a remark into the log, for everybody or only for the sides *to*."""
        self._append("note", side=side, text=text, seen_by=tuple(to))
        self._flush()

    # -- undo
    def undo(self, side: str, *, to: int | None = None) -> UndoResult:
        """Take back *side*'s input number *to* (its own numbering; default its last one) and all that came after it.

        Done at once when nothing but this side's own inputs would be lost and it learned nothing since (no roll, no
        revelation); otherwise the other sides must :meth:`consent`. Raises ``GameError`` when there is nothing to take back.
        """
        self._playable()
        return self._undo_from(side, self._own_input(side, to))

    def _undo_from(self, side: str, n: int) -> UndoResult:
        p = self._line.position(n)
        why = ""
        for i in self._line.live[p:]:
            entry = self._log[i]
            if entry.kind == "roll":
                why = "dice were rolled since"
            elif entry.kind == "input" and entry.side != side:
                why = f"{entry.side} has answered since"
            elif entry.kind == "event" and getattr(entry.event, "reveals", False):
                why = "something was revealed since"
            if why:
                break
        others = [s for s in self.sides if s != side]
        if not why or not others:
            self._undo(side, n)
            return UndoResult(True)
        self._append("undo", side=side, act="ask", to=n)
        self._ask_undo(side, n)
        self._flush()
        return UndoResult(False, tuple(others), why)

    @property
    def undo_asked(self) -> tuple[str, tuple[str, ...]] | None:
        """Who asks to take back, and whose consent is still wanted; ``None`` when nobody asks."""
        return (self._asked.side, tuple(self._asked.needs)) if self._asked else None

    def consent(self, side: str, yes: bool) -> UndoResult:
        """Answer another side's wish to take back. Raises ``GameError`` when this side is not asked."""
        self._playable()
        asked = self._asked
        if asked is None or side not in asked.needs:
            raise GameError(f"{side or 'nobody'} is not asked to consent to anything")
        self._append("undo", side=side, act="agree" if yes else "refuse", to=asked.to)
        if not yes:
            self._asked = None
            self._flush()
            return UndoResult(False, (), f"{side} refuses")
        asked.needs.remove(side)
        if asked.needs:
            self._flush()
            return UndoResult(False, tuple(asked.needs), "consent is still wanted")
        self._asked = None
        self._undo(asked.side, asked.to)
        return UndoResult(True)

    # -- standing orders
    def standing(self, side: str) -> tuple[StandingOrder, ...]:
        """The standing orders of *side*, in the order they are tried."""
        return tuple(self._standing.get(side, ()))

    def stand(self, side: str, text: str) -> StandingOrder:
        """Give a standing order; it may answer at once. Raises ``TextError``, ``WrongSeat``, ``ReadOnly``."""
        self._playable()
        if side not in self.sides:
            raise WrongSeat(f"{side!r} is no side of this game")
        order = read_standing(text)
        stood: StandingOrder = self._go(lambda: self._stand(side, order))
        return stood

    def unstand(self, side: str, n: int) -> None:
        """Cancel standing order number *n* of *side*. Raises ``GameError``."""
        self._playable()
        kept = [o for o in self._standing.get(side, []) if o.n != n]
        if len(kept) == len(self._standing.get(side, [])):
            raise GameError(f"{side} has no standing order {n}")
        self._standing[side] = kept
        self._append("standing", side=side, act="remove", standing=n)
        self._flush()

    # -- going on under other rules
    def adopt(self) -> None:
        """Go on, under this program's rules, with a game made under others: from the last point with nothing half done.

        What was half done is taken back; the log says so. Raises ``GameError`` when the game can be played anyway, is over, or
        lacks its seed.
        """
        if not self.read_only or self.outcome is not None or not self._line.other_rules:
            raise GameError("only an unfinished game made under other rules is adopted")
        if self.dice.kind == "unseeded":
            raise GameError("the secret seed of its dice is needed to go on")
        if len(self._line.live) > self._line.last.at:
            n = self._line.live[self._line.last.at]
            self._append("undo", side="", act="done", to=n)
            self._line.cut(n, self._log)
        self._append("adopt", text=self.book.version, why=self.rulings.digest)
        self.read_only = ""
        self._line.other_rules = False
        self._go(self._resume)

    # -- inside: the course of the game
    def _begin(self) -> None:
        self._go(self._next_step)
        self._begun = True

    def _go(self, act: Callable[[], Any]) -> Any:
        """Do something to the game as a whole or not at all, then tell the store."""
        length, live, index = len(self._log), len(self._line.live), self._index
        standing = {s: list(o) for s, o in self._standing.items()}
        try:
            done = act()
        except BaseException as e:
            del self._log[length:]
            self._untexted = [u for u in self._untexted if u[0] < length]
            self._values = {n: v for n, v in self._values.items() if n < length}
            self.rolled = [r for r in self.rolled if r[0] < length]
            self._line.shrink(live)
            self._index = index
            self._standing = standing
            if self._begun:
                self._resume()
            if isinstance(e, (GameError, Diverged, RuleError)) or not isinstance(e, Exception):
                raise
            raise RuleError(f"the rules of {self.book.id} failed: {type(e).__name__}: {e}") from e
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

    def _next_step(self) -> None:
        """Start the next step from a state with nothing half done, and go on until somebody must answer."""
        state = self._table.state
        self._line.checkpoint(state)
        self.outcome = self.book.outcome(state)
        if self.outcome is not None:
            self.pending = None
            self._rule = None
            return
        self._table = Table(state, on_event=self._recorded)
        self._rule = self._table.run(self.book.step)
        self._run(None)

    def _resume(self) -> None:
        """Rebuild what is half done: run the current step again from its checkpoint, fed from the log."""
        start = self._line.last
        self._sealed = {}
        self._table = Table(self._line.state_of_last(self._log), on_event=self._recorded)
        self.outcome = self.book.outcome(self._table.state)
        self.pending = None
        self._rule = None
        if self.outcome is None:
            self._replay = start.at if start.at < len(self._line.live) else -1
            self._rule = self._table.run(self.book.step)
            self._run(None)

    def _run(self, value: Any) -> None:
        """Send *value* to the rule and answer what can be answered without people."""
        while True:
            try:
                request = self._rule.send(value)  # type: ignore[union-attr]
            except StopIteration:
                self._step_done()
                return
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
                raise RuleError(f"the rules ask {request.side} under {request.clause} without options")
            if self._replay >= 0:
                ready, value = self._replayed()
            elif self._standing:
                ready, value = self._stand_in()
            else:
                return
            if not ready:
                return

    def _step_done(self) -> None:
        if self._replay >= 0:
            entry = self._log[self._line.live[self._replay]]
            raise Diverged(entry.n, "the rules end the step here; the log goes on with it")
        live = self._line.live
        if len(live) == self._line.last.at:
            raise RuleError(f"a step of {self.book.id} asked nothing and recorded nothing: it would go on for ever")
        force_setattr(self._log[live[-1]], "done", True)
        self._next_step()

    def _take(self, single: Single, value: Any, standing: int = 0) -> None:
        ready, send = self._accept(single, value, standing)
        if ready:
            self._run(send)

    def _accept(self, single: Single, value: Any, standing: int = 0) -> tuple[bool, Any]:
        """Log an answer; say whether the rule can go on, and with what."""
        n = len(self._log)
        pending = self.pending
        seal = ""
        if type(pending) is AskEach:
            seal = "opened" if len(self._sealed) + 1 == len(pending.asks) else "closed"
        entry = Entry(n, "input", single.side, single.clause, single.kind, "", seal, single.open, standing)
        self._values[n] = value
        self._untexted.append((n, type(single) is Command))
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
        """The faces of a roll: from the log in a replay, from an undone course played again, else from the dice."""
        if self._replay >= 0:
            return self._replayed_roll(roll)
        n, sides = roll.spec.dice
        index = self._index
        again = self._line.rolled_before(roll, self._settled) if self._line.ghosts else None
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
            n, "roll", "", roll.clause, why=roll.why, spec=dice_text(*roll.spec.dice), faces=faces, index=index,
            table=roll.table, about=roll.about, seen_by=roll.seen_by,
        )
        if index >= self._index:
            self._index = index + 1
        self.rolled.append((n, roll))
        self._log.append(entry)
        self._line.live.append(n)

    def _recorded(self, event: Any) -> None:
        """An event has happened at the table."""
        if self._replay >= 0:
            entry = self._expected()
            if entry.kind != "event" or entry.happening != event:
                tag = type(event).__struct_config__.tag
                raise Diverged(entry.n, f"the rules record {tag!r}; the log has {describe(entry)}")
            self._step_on()
            return
        n = len(self._log)
        if type(event) is Inside:
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
            raise Diverged(entry.n, f"the rules roll {spec} under {roll.clause}; the log has {describe(entry)}")
        check_faces(entry.faces, *roll.spec.dice)
        self._step_on()
        return entry.faces

    def _replayed(self) -> tuple[bool, Any]:
        """Answer the pending request from the log; not ready when the log has no more."""
        while self._replay >= 0:
            entry = self._expected()
            single = self.request(entry.side) if entry.kind == "input" else None
            if single is None or single.clause != entry.clause:
                raise Diverged(entry.n, f"the rules ask {self._asking()}; the log has {describe(entry)}")
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

    def _asking(self) -> str:
        return ", ".join(f"{s.side} under {s.clause}" for s in singles(self.pending)) if self.pending else "nobody"

    # -- inside: standing orders, undo
    def _stand_in(self) -> tuple[bool, Any]:
        """Let standing orders answer what is asked now, as far as they do."""
        if self._by_hand == len(self._line.live):
            return False, None
        assert self.pending is not None
        for single in singles(self.pending):
            if single.side in self._sealed:
                continue
            for order in self._standing.get(single.side, ()):
                value = order.answer(single, self.book, self.view(single.side))
                if value is None:
                    continue
                ready, send = self._accept(single, value, order.n)
                if ready:
                    return True, send
                break
        return False, None

    def _stand(self, side: str, order: StandingOrder) -> StandingOrder:
        self._stood += 1
        self._by_hand = -1
        order = replace(order, n=self._stood)
        self._standing.setdefault(side, []).append(order)
        self._append("standing", side=side, act="add", text=order.text, standing=order.n)
        if self.pending is not None and not isinstance(self.pending, Roll):
            ready, send = self._stand_in()
            if ready:
                self._run(send)
        return order

    def _own_input(self, side: str, to: int | None) -> int:
        """The number in the whole log of the live input of *side* to take back."""
        live = [i for i in self._line.live if self._log[i].kind == "input" and self._log[i].side == side]
        if to is None:
            mine = [i for i in live if not self._log[i].standing]
            if not mine:
                raise GameError(f"{side or 'nobody'} has no input to take back")
            return mine[-1]
        log = self._seen_log(side)
        if 0 <= to < len(log.source) and log.entries[to].kind == "input" and log.entries[to].side == side:
            n = log.source[to]
            if n in live:
                return n
        raise GameError(f"entry {to} is no input of {side} that still stands")

    def _ask_undo(self, side: str, n: int) -> None:
        self._asked = _Asked(side, n, [s for s in self.sides if s != side])

    def _undo(self, side: str, n: int) -> None:
        self._settle()
        self._append("undo", side=side, act="done", to=n)
        self._line.cut(n, self._log)
        self._by_hand = len(self._line.live)
        self._go(self._resume)

    # -- inside: small things
    def _append(self, kind: str, **fields: Any) -> Entry:
        entry = Entry(len(self._log), kind, **fields)
        self._log.append(entry)
        return entry

    def _salt(self, side: str, salt: bytes) -> None:
        if isinstance(self.dice, Sealed):
            self.dice.salt(side, salt)
        self._append("salt", side=side, text=salt.hex())

    def _settle(self) -> None:
        """Fill in the text of answers given as values."""
        for n, order in self._untexted:
            value = self._values[n]
            force_setattr(self._log[n], "text", self.book.text(value) if order else str(value))
        self._untexted.clear()

    def _settled(self, n: int) -> Entry:
        self._settle()
        return self._log[n]

    def _seen_log(self, side: str) -> SeenLog:
        log = self._seen.get(side)
        if log is None:
            log = self._seen[side] = SeenLog(side)
        self._settle()
        log.grow(self._log)
        return log

    def _need(self, side: str) -> Single:
        single = self.request(side)
        if single is None:
            owed = self.owes()
            who = f"{' and '.join(owed)} must answer" if owed else "the game is over"
            raise WrongSeat(f"{side or 'nobody'} is not asked now; {who}")
        return single

    def _playable(self) -> None:
        if self.read_only:
            raise ReadOnly(self.read_only)

    def _refold(self, upto: int, to: int) -> Any:
        """The state of the course of the game as it stood after the undo at entry *upto* that took back entry *to*."""
        live: list[int] = []
        for entry in self._log[: upto + 1]:
            if entry.kind in PLAYED:
                live.append(entry.n)
            elif entry.kind == "undo" and entry.act == "done":
                del live[bisect_left(live, entry.to) :]
        state = self._line.first
        for n in live:
            state = self._log[n].apply(state)
        return state


def read_option(ask: Ask[Any], text: str) -> Any:
    """The option whose text form is *text*. Raises ``TextError`` naming the options."""
    wanted = text.strip()
    for option in ask.options:
        if str(option) == wanted:
            return option
    raise TextError(f"{wanted!r} is not offered", 0, [str(o) for o in ask.options])


def check_asks(request: AskEach[Any] | AskAny[Any]) -> None:
    """Raise ``RuleError`` unless the request asks somebody, each side at most once, each with something to choose."""
    sides = [s.side for s in request.asks]
    if not sides or len(set(sides)) != len(sides):
        raise RuleError(f"a rule asks several sides at once, but names {sides}")
    for s in request.asks:
        if isinstance(s, Ask) and not s.options:
            raise RuleError(f"the rules ask {s.side} under {s.clause} without options")


def describe(entry: Entry) -> str:
    """An entry in a few words, for error messages."""
    if entry.kind == "input":
        return f"an answer of {entry.side} under {entry.clause}"
    if entry.kind == "roll":
        return f"a roll of {entry.spec} under {entry.clause}"
    return f"event {type(entry.event).__struct_config__.tag!r}"


def header_of(book: Rulebook[Any], setup: Setup, ruled: Rulings, dice: Dice, id: str = "") -> Header:
    """The header of a new game: what differs from the rule book's own switches and tables goes in with its content."""
    own = rulings_of(book.id, ruled.edition)
    scenario = next((s for s in book.scenarios if s.id == setup.scenario), None)
    return Header(
        FORMAT,
        book.id,
        book.version,
        ruled.edition,
        setup.scenario,
        scenario.sides if scenario else (),
        ruled.digest,
        setup.start,
        id,
        setup.house,
        {k: v for k, v in sorted(ruled.switches.items()) if own.switches.get(k) != v},
        {k: v for k, v in sorted(ruled.tables.items()) if own.tables.get(k) != v},
        dice.kind,
        dice.commitment if isinstance(dice, Sealed) else "",
        dice.seed if isinstance(dice, Seeded) else "",
    )


__all__ = ["BookOf", "Game", "Receipt", "UndoResult", "read_option"]
