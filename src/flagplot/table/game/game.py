"""One game as it is played: requests out, answers in, everything that happens in an append-only
log. Pure, no I/O."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import force_setattr, replace

from ..contract.rulebook import Rulebook
from ..core.dice import Dice, Manual, Sealed, check_faces
from ..core.errors import (
    DiceError,
    Diverged,
    GameError,
    LogError,
    Over,
    ReadOnly,
    RuleError,
    StaleError,
    TextError,
    WrongSeat,
)
from ..core.opaque_ids import id_secret_of
from ..core.requests import Ask, Roll
from ..core.verdict import LEGAL, Verdict
from ..log.entries import PLAYED, START, Entry, chain_line
from ..log.reading import header_of
from ..log.side_log import SideLog, UndoAssessment, assess_undo, live_entries
from ..log.signing import Link, Signed
from ..setup.rulings import Rulings
from ..setup.scenarios import Setup
from .engine import UNSIGNED
from .fork import GameFork
from .luck import RollLuck, SideLuck, luck_by_side, roll_luck
from .replay import ReplayableGame, open_log, outcome_of
from .standing_orders import (
    LONGEST_STANDING,
    MOST_IN_ADVANCE,
    MOST_STANDING,
    StandingOrder,
    parse_standing_order,
)
from .standing_vocabulary import checked

STRIDE = 64
"""States before every so many entries are kept, so that any state of the past is soon found."""


BookOf = Callable[[str], Rulebook[Any]]


class Receipt(msgspec.Struct, frozen=True):
    """The referee's answer to a submitted text: the verdict, and what the side saw happen (empty
    when refused)."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verdict)


class UndoResult(msgspec.Struct, frozen=True):
    """``done`` when the game was taken back; else ``needs`` names the sides that must consent
    first, and ``why``. ``learned`` when the side that asks has seen dice or a revelation since: a
    computer admiral then does not consent."""

    done: bool
    needs: tuple[str, ...] = ()
    why: str = ""
    learned: bool = False


class Game(ReplayableGame):
    """One game. Make one with :meth:`new`, :meth:`at` or :meth:`open`."""

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
        patience: int = 0,
        on_entry: Callable[[Entry], None] | None = None,
    ) -> Game:
        """Begin a game: sealed dice with a secret *seed*, or the given *dice*, or real dice typed
        by people. After *patience* days of silence the other side may close it (0: never).

        Raises ``KeyError`` for an unknown scenario or start.
        """
        source = dice if dice is not None else Sealed(seed) if seed is not None else Manual()
        if not setup.lots:
            setup = replace(setup, lots=id_secret_of(source))
        state = book.start(setup, rulings)
        game = cls.at(
            book, setup, state, rulings=rulings, dice=source, id=id, patience=patience, begin=False
        )
        game.on_entry = on_entry
        for side, salt in (salts or {}).items():
            game.add_salt(side, salt)
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
        patience: int = 0,
        begin: bool = True,
    ) -> Game:
        """A game from any state (a case, a what-if). Its log cannot be opened again unless the
        state is a scenario's start."""
        game = cls(book, header_of(book, setup, rulings, dice, id, patience), rulings, state, dice)
        game._append("header", header=game.header)
        if begin:
            game._begin()
        return game

    @classmethod
    def open(
        cls, lines: Iterable[str | bytes], *, book_of: BookOf, seed: bytes | None = None
    ) -> Game:
        """Open a log and go on where it stops. Raises
        :class:`~flagplot.table.core.errors.LogError`.

        *seed* is the secret seed of sealed dice (kept beside the log, not in it). Without it, or
        when the log was made under other rules, the game can be looked at only (``read_only`` says
        why).
        """
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

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log (for the referee and the store only)."""
        self._settle()
        return tuple(self._log)

    @property
    def first(self) -> Any:
        """The position it began with. The truth, like :attr:`state`."""
        return self._line.first

    def course(self) -> Iterator[Entry]:
        """The entries that stand, inputs, rolls and events, from the first on (for the referee and
        the store only)."""
        self._settle()
        return map(self._log.__getitem__, tuple(self._line.live))

    @property
    def half_done(self) -> bool:
        """Whether an input is half carried out."""
        return bool(self._line.half_done)

    def __len__(self) -> int:
        return len(self._log)

    def seen(self, side: str, since: int = 0) -> tuple[Entry, ...]:
        """The entries *side* may know, from its own number *since* on. Numbers are the side's own,
        without gaps."""
        return tuple(self._seen_log(side).entries[since:])

    def number_of(self, side: str, n: int) -> int:
        """The number, in the log of *side*, of the first entry it has seen at or after entry *n* of
        the whole log."""
        return self._seen_log(side).number_of(n)

    def seen_whole(self, side: str) -> tuple[Entry, ...]:
        """The entries *side* may know, as the whole log has them (for the proof of what it was
        shown)."""
        return tuple(self._log[n] for n in self._seen_log(side).origin)

    def told(
        self, side: str, since: int = 0, until: int | None = None
    ) -> tuple[tuple[Entry, Any], ...]:
        """Like :meth:`seen`, up to *until*, each entry with the side's view of the position before
        it (for ``book.say``)."""
        log = self._seen_log(side)
        found: list[tuple[Entry, Any]] = []
        state = view = None
        for entry, n in zip(log.entries[since:until], log.source[since:until], strict=True):
            before = self.state_before(n)
            if before is not state:
                state, view = before, self.book.view(before, side)
            found.append((entry, view))
        return tuple(found)

    def state_before(self, n: int) -> Any:
        """The truth just before entry *n* of the whole log (taken-back entries too)."""
        at = n - n % STRIDE
        while at and at not in self._befores:
            at -= STRIDE
        state = self._befores.get(at, self._line.first)
        while at < n:
            entry = self._log[at]
            if entry.kind == "event":
                state = entry.apply(state)
            elif entry.kind == "undo" and entry.act == "done":
                state = self._refold(at)
            at += 1
            if at % STRIDE == 0:
                self._befores[at] = state
        return state

    def line(self, n: int) -> str:
        """The JSON line of entry *n*, with its chain value."""
        self._settle()
        while len(self._lines) <= n:
            line, chain = chain_line(
                self._chains[-1] if self._chains else START, self._log[len(self._lines)]
            )
            self._lines.append(line)
            self._chains.append(chain)
        return self._lines[n]

    def lines(self) -> list[str]:
        """The whole log as JSON Lines (for the referee and the store only)."""
        if self._log:
            self.line(len(self._log) - 1)
        return list(self._lines)

    # -- answering
    def check(self, side: str, text: str) -> Verdict:
        """What the referee would say of a text now, without giving it. Raises ``TextError``,
        ``WrongSeat``."""
        single = self._need(side)
        value = self.parse(side, text)
        if isinstance(single, Ask):
            return LEGAL
        return self.book.judge(self.view(side), single, value)

    def submit(
        self, side: str, text: str, *, at: int | None = None, signed: Signed | None = None
    ) -> Receipt:
        """Answer in text form. *at* is the number of the last entry the side has seen; *signed* is
        its signature under *text*.

        Raises ``TextError`` (unreadable), ``WrongSeat`` (not asked), ``StaleError`` (*at* is out of
        date), ``BadSignature``, ``ReadOnly``.
        """
        self._playable()
        log = self._seen_log(side)
        if at is not None and log.newest_play() > at:
            raise StaleError(log.newest_play())
        since = len(log.entries)
        value = self.parse(side, text)
        verdict = self.answer(side, value, by=self._by(side, signed, "answer", text))
        return Receipt(verdict, self.seen(side, since) if verdict else ())

    def answer(self, side: str, value: Any, *, by: Mapping[str, Any] = UNSIGNED) -> Verdict:
        """Answer with a value: an option of an ``Ask``, an order for a ``AskOrder``. A refused
        order changes nothing.

        Raises ``WrongSeat``, ``TextError`` (not one of the options), ``BadSignature`` (the side
        signs; use :meth:`submit`), ``ReadOnly``.
        """
        if by is UNSIGNED:
            self.seats.demand(side)
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
                return self.book.judge(self.view(side), single, value)
        self._asked = None
        self._go(lambda: self._take(single, value, by=by))
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

    # -- thinking
    def fork(self, seed: int | str) -> GameFork:
        """This game as it is now, to go on in thought: with the dice of *seed*, without a log,
        whatever becomes of this one.

        A game whose dice people type rolls in thought, too. Equal seeds and equal answers give
        equal dice.
        """
        point, given = self._line.state_of_last(self._log), self._given_since()
        if isinstance(self.pending, Roll):
            return GameFork.half_done(self.book, point, given, seed)
        return GameFork(self.book, point, given, seed, self.state, self.pending, self.outcome)

    def beside(self) -> Game:
        """Return a second game that stands where this one stands, with dice that are typed. Playing
        it changes nothing here."""
        return self._again(len(self))

    # -- dice
    def add_salt(self, side: str, salt: bytes) -> None:
        """Mix a seat's own salt into the rolls to come (logged, public).

        Raises ``GameError`` once a roll was made, for a second salt and for nobody's: with a salt
        more, whoever knows the seed could choose the dice.
        """
        self._playable()
        self.seats.demand(side)
        if self._index:
            raise GameError("salts are added before the first roll")
        if side not in self.sides or side in self.seats.salted:
            raise GameError(
                f"{side or 'nobody'} has no share of the dice to give, or has given it already"
            )
        self._salt(side, salt)
        self._flush()

    # -- seats that sign
    def chain(self, side: str) -> tuple[tuple[Link, ...], str]:
        """The steps of the chain over all *side* has seen, and its value now: what the side signs
        with whatever it does.

        Raises ``GameError`` while the seed of sealed dice is not at hand.
        """
        log = self._seen_log(side)
        links = tuple(self.seats.links(log, self._chain_at))
        return links, self.seats.chain(log, len(links) - 1, self._chain_at)

    @property
    def takes_keys(self) -> bool:
        """Whether seats may sign this game: those of release 0.1.0 know no signatures, and a
        signature must name its game."""
        return self.header.format > 1 and bool(self.header.id or self.header.commitment)

    def add_key(self, side: str, key: str, salt: bytes, signed: Signed) -> None:
        """Let *side* sign from now on with the secret half of *key* (Ed25519, hex), and mix its
        *salt*, if any, into the rolls to come. The signature is under ``KEY SALT``, so that the
        salt is bound to the commitment and cannot be changed.

        Raises ``GameError`` for a second key or salt, ``BadSignature``, ``StaleError``,
        ``ReadOnly``.
        """
        self._playable()
        if side not in self.sides or not self.takes_keys:
            raise GameError(f"{side or 'nobody'} cannot sign this game")
        if side in self.seats.keys:
            raise GameError(f"{side} has a key already")
        if salt and (
            side in self.seats.salted
            or (not isinstance(self.dice, Sealed) and self.header.dice != "sealed")
        ):
            raise GameError(
                f"{side} has given its share of the dice already, or there is none to give"
            )
        log = self._seen_log(side)
        self.seats.check(log, signed, "key", f"{key} {salt.hex()}", self._chain_at, key)
        self._key(side, key, salt, signed)
        self._flush()

    def _by(
        self, side: str, signed: Signed | None, kind: str, text: str, *, told: bool = False
    ) -> dict[str, Any]:
        """The fields by which an entry is signed, after a look at the signature; *told*: the entry
        tells by itself what was signed. Raises ``BadSignature``, ``StaleError``."""
        if signed is None:
            self.seats.demand(side)
            return {}
        self.seats.check(self._seen_log(side), signed, kind, text, self._chain_at)
        return {"at": signed.at, "sig": signed.sig, "said": "" if told else text}

    def _chain_at(self, n: int) -> str:
        """The whole log's chain value at entry *n*."""
        self.line(n)
        return self._chains[n]

    def reveal(self) -> Entry:
        """Publish the secret seed after the end, so that anyone can check the dice. Raises
        ``GameError``."""
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
        """Write a remark into the log, for everybody or only for the sides *to*. Nobody signs
        it."""
        self._append("note", side=side, text=text, seen_by=tuple(to))
        self._flush()

    def made(self, side: str, n: int) -> Roll[Any] | None:
        """The roll, as it was asked for, that *side* has seen as its entry *n*; ``None`` when it is
        none, was taken back before the game was opened, or was made under other rules. For an
        opened log the rules are run again (:meth:`recall`)."""
        source = self._seen_log(side).source
        whole = source[n] if 0 <= n < len(source) else -1
        if whole >= 0 and whole not in self.rolled and self._log[whole].kind == "roll":
            self.recall()
        return self.rolled.get(whole)

    def recall(self) -> None:
        """Know the rolls of an opened log as they were asked for: its rules are run again from the
        first that is not known. Nothing where they do not lead to what the log holds (:meth:`luck`
        says so)."""
        unknown = (
            []
            if self._recalled or self.read_only
            else [e.n for e in self._standing_rolls(None) if e.n not in self.rolled]
        )
        if unknown:
            self._recalled = True
            with suppress(Diverged, DiceError, RuleError):
                self.rolled |= self._again(unknown[0]).rolled

    def luck(self, side: str | None = None) -> tuple[SideLuck, ...]:
        """Expected against actual rolls, by the side they were rolled for; only those *side* may
        see when it is given: then nothing else is looked at.

        Rolls that were taken back do not count. For an opened log the rules are run again from its
        start, once (:meth:`knows_rolls`, :meth:`recall`); raises ``LogError`` when they do not lead
        to what the log holds.
        """
        return luck_by_side(self.roll_lucks(side))

    def roll_lucks(self, side: str | None = None) -> tuple[RollLuck, ...]:
        """The luck of each roll (see :meth:`luck`)."""
        if not self.knows_rolls(side):
            try:
                self.rolled |= self._again().rolled
            except Diverged as d:
                raise LogError(
                    d.n + 1,
                    d.reason,
                    "flagplot verify tells more; the log was changed or the rules were",
                ) from None
        lucks = []
        for e in self._standing_rolls(side):
            if e.n in self.rolled:
                if e.n not in self._lucks:
                    self._lucks[e.n] = roll_luck(
                        self.rolled[e.n], e, self.book.roller(self.state, e.why, e.about)
                    )
                one = self._lucks[e.n]
                if one is not None:
                    lucks.append(one)
        return tuple(lucks)

    def knows_rolls(self, side: str | None = None) -> bool:
        """Whether the luck of what *side* has seen can be told without running the rules again (as
        it cannot where the log was made under other ones)."""
        return bool(self.read_only) or all(e.n in self.rolled for e in self._standing_rolls(side))

    def _standing_rolls(self, side: str | None) -> list[Entry]:
        """The rolls that stand, of those *side* has seen when it is given, as the whole log has
        them."""
        if side is None:
            return [self._log[n] for n in self._line.live if self._log[n].kind == "roll"]
        log = self._seen_log(side)
        return [self._log[log.source[e.n]] for e in live_entries(log.entries) if e.kind == "roll"]

    def _again(self, n: int = 0) -> Game:
        """This game run again through the course that stands, from the last point with nothing half
        done before entry *n*, to know its rolls as requests."""
        game = Game(self.book, self.header, self.rulings, self._line.first, Manual())
        game._log = list(self.entries)
        game._line.live = list(self._line.live)
        game._line.points = self._line.until(n)
        game._values = dict(self._values)
        game._begun = True
        game._line.other_rules = True
        game._resume()
        return game

    # -- undo
    def undo(self, side: str, *, to: int | None = None, signed: Signed | None = None) -> UndoResult:
        """Take back *side*'s input number *to* (its own numbering; default its last one) and all
        that came after it.

        Done at once when the side has learned nothing since and the game has not waited for another
        side alone (see :mod:`~flagplot.table.log.side_log`); otherwise the other sides must
        :meth:`consent`. What the others answered in secret meanwhile is given again for them.
        Raises ``GameError`` when there is nothing to take back.
        """
        self._playable()
        n = self._own_input(side, to)
        return self._undo_from(
            side, n, self._by(side, signed, "undo", "last" if to is None else str(to))
        )

    def undo_needs(self, side: str) -> UndoAssessment | None:
        """What taking back its last answer would need of *side* now, as it may know it; ``None``
        when it has given none."""
        try:
            return self._since(side, self._own_input(side, None))
        except GameError:
            return None

    def _since(self, side: str, n: int) -> UndoAssessment:
        log = self._seen_log(side)
        seen = [e for e in live_entries(log.entries) if log.source[e.n] >= n]
        alone = [
            e.side
            for e in map(self._log.__getitem__, self._line.live[self._line.position(n) :])
            if e.kind == "input" and e.side != side and not (e.together or e.seal == "closed")
        ]
        if side not in self.owes() and not isinstance(self.pending, Roll):
            alone += self.owes()
        return assess_undo(seen, side, sorted(set(alone)))

    def _undo_from(self, side: str, n: int, by: Mapping[str, Any] = UNSIGNED) -> UndoResult:
        found = self._since(side, n)
        others = [s for s in self.sides if s != side]
        if not found.why or not others:
            live = self._line.live[self._line.position(n) :]
            self._undo(
                side,
                n,
                [
                    e
                    for e in map(self._log.__getitem__, live)
                    if e.kind == "input" and e.side != side
                ],
                by,
            )
            return UndoResult(True)
        self._append("undo", side=side, act="ask", to=n, **by)
        self._ask_undo(side, n)
        self._flush()
        return UndoResult(False, tuple(others), found.why, found.learned)

    def refused_lately(self, side: str, kind: str = "undo") -> str:
        """Who refused *side* a wish to take back, or a draw, since it last answered by hand; empty
        when nobody did."""
        for e in reversed(self.seen(side)):
            if e.kind == "input" and e.side == side and not e.standing:
                return ""
            if e.kind == kind and e.act == "refuse" and e.side != side:
                return e.side
        return ""

    @property
    def undo_asked(self) -> tuple[str, tuple[str, ...]] | None:
        """Who asks to take back, and whose consent is still wanted; ``None`` when nobody asks."""
        return (self._asked.side, tuple(self._asked.needs)) if self._asked else None

    def consent(self, side: str, yes: bool, *, signed: Signed | None = None) -> UndoResult:
        """Answer another side's wish to take back. Raises ``GameError`` when this side is not
        asked."""
        self._playable()
        asked = self._asked
        if asked is None or side not in asked.needs:
            raise GameError(f"{side or 'nobody'} is not asked to consent to anything")
        by = self._by(side, signed, "consent", "yes" if yes else "no", told=True)
        self._append("undo", side=side, act="agree" if yes else "refuse", to=asked.to, **by)
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

    def stand(self, side: str, text: str, *, signed: Signed | None = None) -> StandingOrder:
        """Give a standing order; it may answer at once. Raises ``TextError``, ``WrongSeat``,
        ``ReadOnly``, and ``GameError`` when the side has as many as it may have."""
        self._playable()
        if side not in self.sides:
            raise WrongSeat(f"{side!r} is no side of this game")
        if len(text) > LONGEST_STANDING:
            raise TextError(
                f"a standing order has at most {LONGEST_STANDING} characters",
                LONGEST_STANDING,
                ["a shorter order"],
            )
        order = checked(parse_standing_order(text), text, self.book, self.view(side), side)
        if len(self._standing.get(side, ())) >= MOST_STANDING:
            raise GameError(
                f"{side} has {MOST_STANDING} standing orders, as many as there may be; take one "
                "back first"
            )
        if (
            parse_standing_order(order.text) != order
        ):  # the log keeps this text, and could not be opened again
            raise TextError(
                "this standing order could not be read again as it is meant",
                0,
                ["simpler words and numbers"],
            )
        by = self._by(side, signed, "standing", text, told=text == order.text)
        stood: StandingOrder = self._go(lambda: self._stand(side, order, by))
        return stood

    def standing_rests(self, side: str) -> bool:
        """Whether *side* is asked because standing orders have answered so often in a row that
        people must look."""
        return (
            self.request(side) is not None
            and bool(self._standing.get(side))
            and self.answered_in_advance() >= MOST_IN_ADVANCE
        )

    def unstand(self, side: str, n: int, *, signed: Signed | None = None) -> None:
        """Cancel standing order number *n* of *side*. Raises ``GameError``."""
        self._playable()
        kept = [o for o in self._standing.get(side, []) if o.n != n]
        if len(kept) == len(self._standing.get(side, [])):
            raise GameError(f"{side} has no standing order {n}")
        by = self._by(side, signed, "unstand", str(n), told=True)
        self._standing[side] = kept
        self._append("standing", side=side, act="remove", standing=n, **by)
        self._flush()

    # -- leaving
    def resign(self, side: str, *, signed: Signed | None = None) -> None:
        """Give the game up: the other side has won. Raises ``WrongSeat``, ``GameError``,
        ``ReadOnly``."""
        self._leave(self._leaver(side), "resign", signed, "")

    def close(self, side: str, silent: str, since: str, *, signed: Signed | None = None) -> None:
        """Close the game because *silent*, who must answer, has been silent *since* (a time, as the
        room says). Nobody wins.

        Whether the limit is past only the room knows. Raises ``WrongSeat``, ``GameError``,
        ``ReadOnly``.
        """
        self._leaver(side)
        if not self.header.patience:
            raise GameError("this game waits for ever: it was set up without a limit of silence")
        if side in self.owes() or silent == side or silent not in self.owes():
            raise GameError(f"{silent or 'nobody'} is not the one this game waits for")
        self._leave(
            side,
            "closed",
            signed,
            silent,
            about=(("silent", silent), ("since", since), ("days", self.header.patience)),
        )

    def draw(self, side: str, yes: bool, *, signed: Signed | None = None) -> None:
        """Want a draw, or refuse the one that is offered; one's own, too. The game ends when all
        want it; playing on changes nothing. A side that signs says yes once more after that, over
        what it has seen then: see :meth:`unconfirmed`.

        Raises ``WrongSeat``, ``GameError``, ``ReadOnly``, ``BadSignature``, ``StaleError``."""
        if (
            yes
            and signed is not None
            and not self.read_only
            and any(d.side == side for d in self.unconfirmed())
        ):
            self._confirm(side, signed)
            return
        self._leaver(side)
        if yes and side in self.offers:
            raise GameError(f"{side} has offered a draw already")
        if not yes and not self.offers:
            raise GameError("nobody offers a draw")
        act = "offer" if yes else "withdraw" if side in self.offers else "refuse"
        self._leave(side, "draw", signed, "yes" if yes else "no", act=act)

    def unconfirmed(self) -> tuple[Entry, ...]:
        """The signed offers by which the game ended as a draw whose side has not signed that it has
        seen all others want it, too.

        Without that a log that was cut at an offer, refused or not, looks the same: who was asked
        can sign now that it agrees.
        """
        signed = [d for d in self.draws if d.act == "offer" and d.sig] if self.agreed else []
        return tuple(
            d
            for d in signed
            if all(e.at < self._last_offer(d.side) for e in self.draws if e.side == d.side)
        )

    def _last_offer(self, side: str) -> int:
        """Number, in the log of *side*, of the last offer of a draw by another side."""
        return self._seen_log(side).shown_as(
            max(d.n for d in self.draws if d.act == "offer" and d.side != side)
        )

    def _confirm(self, side: str, signed: Signed) -> None:
        by = self._by(side, signed, "draw", "yes", told=True)
        if signed.at < self._last_offer(side):
            raise StaleError(self._last_offer(side))
        self.draws = (*self.draws, self._append("draw", side=side, act="confirm", **by))
        self._flush()

    def _leaver(self, side: str) -> str:
        self._playable()
        if side not in self.sides:
            raise WrongSeat(f"{side!r} is no side of this game")
        return side

    def _leave(self, side: str, kind: str, signed: Signed | None, text: str, **fields: Any) -> None:
        by = self._by(side, signed, kind, text, told=True)
        self._settle()
        entry = self._append(kind, side=side, **fields, **by)
        if kind != "draw" or self._offered(entry):
            self._over(outcome_of(entry, self.sides))
        self._flush()

    # -- going on under other rules
    def adopt(self) -> None:
        """Go on, under this program's rules, with a game made under others: from the last point
        with nothing half done.

        What was half done is taken back; the log says so. Raises ``GameError`` when the game can be
        played anyway, is over, or lacks its seed.
        """
        if not self.read_only or self.outcome is not None or not self._line.other_rules:
            raise GameError("only an unfinished game made under other rules is adopted")
        if self.dice.kind == "unseeded":
            raise GameError("the secret seed of its dice is needed to go on")
        if half_done := self._line.half_done:
            self._append("undo", side="", act="done", to=half_done[0])
            self._line.cut(half_done[0], self._log)
        self._append("adopt", text=self.book.version, why=self.rulings.digest)
        self.read_only = ""
        self._line.other_rules = False
        self._go(self._resume)

    # -- inside
    def _own_input(self, side: str, to: int | None) -> int:
        """The number in the whole log of the live input of *side* to take back."""
        log = self._seen_log(side)
        mine = [e for e in live_entries(log.entries) if e.kind == "input" and e.side == side]
        if to is None:
            by_hand = [e.n for e in mine if not e.standing]
            if not by_hand:
                raise GameError(f"{side or 'nobody'} has no input to take back")
            return log.source[by_hand[-1]]
        if any(e.n == to for e in mine):
            return log.source[to]
        raise GameError(f"entry {to} is no input of {side} that still stands")

    def _undo(
        self, side: str, n: int, secret: Sequence[Entry] = (), by: Mapping[str, Any] = UNSIGNED
    ) -> None:
        self._settle()
        self._asked = None
        undo = self._append("undo", side=side, act="done", to=n, **by)
        self._line.cut(n, self._log)
        self._by_hand = len(self._line.live)
        self._go(lambda: self._come_back(undo, secret))

    def _come_back(self, undo: Entry, secret: Sequence[Entry]) -> None:
        """Lay out the position after an undo; what other sides answered in secret is given again,
        as far as it still can be."""
        self._resume()
        for entry in secret:
            self._give_again(entry)
        if len(self._log) > undo.n + 1:
            force_setattr(undo, "until", len(self._log) - 1)

    def _give_again(self, entry: Entry) -> None:
        single = self.request(entry.side)
        if single is None or (single.clause, single.kind) != (entry.clause, entry.asked):
            return
        try:
            value = self.parse(entry.side, entry.text)
        except TextError:
            return
        if isinstance(single, Ask) or self.book.check(self.view(entry.side), single, value):
            by = (
                {"at": entry.at, "sig": entry.sig, "said": entry.said or entry.text}
                if entry.sig
                else UNSIGNED
            )
            self._take(single, value, entry.standing, by)

    def _seen_log(self, side: str) -> SideLog:
        log = self._seen.get(side)
        if log is None:
            log = self._seen[side] = SideLog(side)
        self._settle()
        log.grow(self._log)
        return log

    def _playable(self) -> None:
        if self.read_only:
            raise ReadOnly(self.read_only)
        if self.left is not None or (self.outcome is not None and not self._of_old):
            raise Over("the game is over")

    @property
    def _of_old(self) -> bool:
        """Whether a log of release 0.1.0 is being proven, which let sides take back even after the
        end."""
        return self.seats.proving and self.header.format == 1

    def _refold(self, upto: int) -> Any:
        """The state of the course of the game as it stood after the undo at entry *upto*."""
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
