"""One game as it is played: requests out, answers in, everything that happens in an append-only
log. Pure, no I/O.

:class:`Game` is the front of parts that work together: :class:`~.record.GameRecord` (the log),
:class:`~.engine.Engine` (the rules), :class:`~.undo.Undos`, :class:`~.endings.Endings`,
:class:`~.standing_answers.StandingAnswers` and :class:`~.roll_history.RollHistory`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ..contract.rulebook import Outcome, Rulebook
from ..core.dice import Dice, ManualDice, SealedDice, check_faces
from ..core.errors import DiceError, GameError, StaleError, TextError, WrongSeat
from ..core.opaque_ids import id_secret_of
from ..core.requests import Ask, Request, Roll, Single
from ..core.verdict import LEGAL, Verdict
from ..log.entries import Entry, Header
from ..log.reading import Unseeded, dice_of_log, header_of, setup_of
from ..log.side_log import UndoAssessment
from ..log.signing import Link, Seats, Signed
from ..setup.rulings import Rulings
from ..setup.scenarios import Setup
from .endings import Endings
from .engine import Engine
from .fork import GameFork
from .luck import RollLuck, SideLuck, luck_by_side
from .record import UNSIGNED, GameRecord
from .replay import Replay, read_whole_log
from .roll_history import RollHistory
from .standing_orders import StandingOrder
from .undo import UndoResult, Undos

BookOf = Callable[[str], Rulebook[Any]]


class Receipt(msgspec.Struct, frozen=True):
    """The referee's answer to a submitted text: the verdict, and the entries that the side saw
    happen (none when refused)."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verdict)


class Game:
    """One game. Make one with :meth:`new`, :meth:`at` or :meth:`open`."""

    def __init__(self, engine: Engine, rulings: Rulings) -> None:
        """Put a game in front of an engine; for the class methods."""
        self.book: Rulebook[Any] = engine.book
        self.header: Header = engine.record.header
        self.setup = setup_of(self.header)
        self.rulings = rulings
        self._engine = engine
        self._record = engine.record
        self._undos = Undos(engine)
        self._endings = Endings(self._undos)
        self._rolls = RollHistory(engine)

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
        """Begin a game: with sealed dice of a secret *seed*, with the given *dice*, or with dice
        that people type. A side may close it after *patience* days of the other's silence (0:
        never).

        Raises ``KeyError`` for an unknown scenario or start.
        """
        source = (
            dice if dice is not None else SealedDice(seed) if seed is not None else ManualDice()
        )
        if not setup.lots:
            setup = replace(setup, lots=id_secret_of(source))
        state = book.start(setup, rulings)
        game = cls.at(
            book, setup, state, rulings=rulings, dice=source, id=id, patience=patience, begin=False
        )
        game._record.on_entry = on_entry
        for side, salt in (salts or {}).items():
            game.add_salt(side, salt)
        game.begin()
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
        """Make a game from any state, such as that of a case. Its log can be opened again only when
        the state is a scenario's start."""
        game = cls.under_header(
            book, header_of(book, setup, rulings, dice, id, patience), rulings, state, dice
        )
        game.append_header()
        if begin:
            game.begin()
        return game

    @classmethod
    def under_header(
        cls, book: Rulebook[Any], header: Header, rulings: Rulings, state: Any, dice: Dice
    ) -> Game:
        """Make a game that has not begun and whose log is empty, for a replay."""
        return cls(Engine(GameRecord(book, header, dice, state), dice), rulings)

    @classmethod
    def open(
        cls, lines: Iterable[str | bytes], *, book_of: BookOf, seed: bytes | None = None
    ) -> Game:
        """Open a log and go on where it stops.

        *seed* is the secret seed of sealed dice; it is kept beside the log. Without it, or when the
        log was made under other rules, the game is read-only (``read_only`` says why). Raises
        :class:`~flagplot.table.core.errors.LogError`.
        """
        read = read_whole_log(lines, book_of)
        dice = dice_of_log(read.header, seed)
        game = cls.under_header(read.book, read.header, read.rulings, read.state, dice)
        game.take_in_log(read.entries, read.other_rules, read.lines, read.chains)
        if not game.read_only and isinstance(dice, Unseeded) and game.outcome is None:
            game._engine.read_only = (
                "its dice are sealed and their secret seed is not here: it can be looked at"
            )
        return game

    def append_header(self) -> None:
        """Begin the log with its header."""
        self._record.append("header", header=self.header)

    def begin(self) -> None:
        """Play a game that has not begun to the first thing asked."""
        self._engine.begin()

    def take_in_log(
        self,
        entries: Sequence[Entry],
        other_rules: str = "",
        lines: Sequence[str] = (),
        chains: Sequence[str] = (),
    ) -> None:
        """Take entries into a game that has not begun; see
        :meth:`~flagplot.table.game.replay.Replay.take_in_log`."""
        Replay(self._endings, self.rulings).take_in_log(entries, other_rules, lines, chains)

    # -- the game
    @property
    def id(self) -> str:
        """The game's id, as set when it began."""
        return self.header.id

    @property
    def dice(self) -> Dice:
        """The dice of the game."""
        return self._engine.dice

    @property
    def seed(self) -> bytes | None:
        """The secret seed of sealed dice, for the store only."""
        return self.dice.seed if isinstance(self.dice, SealedDice) else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the scenario, in seat order."""
        return self.header.sides

    @property
    def seats(self) -> Seats:
        """The keys and salts of the seats."""
        return self._record.seats

    @property
    def state(self) -> Any:
        """The whole state, secrets included. Show a side its :meth:`view` only."""
        return self._engine.state

    @property
    def first(self) -> Any:
        """The first state, secrets included."""
        return self._record.timeline.first

    @property
    def pending(self) -> Request | None:
        """The request that the rules await now; ``None`` when the game is over."""
        return self._engine.pending

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self._engine.outcome

    @property
    def read_only(self) -> str:
        """Why the game can only be looked at; empty when it can be played."""
        return self._engine.read_only

    @property
    def half_done(self) -> bool:
        """True when a step is half done."""
        return bool(self._record.timeline.half_done)

    # -- the log
    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log, for the referee and the store only."""
        self._record.write_texts()
        return tuple(self._record.entries)

    def live_entries_of_game(self) -> Iterator[Entry]:
        """Return the inputs, rolls and events that are not undone, for the referee and the store
        only."""
        return self._record.live_entries()

    def __len__(self) -> int:
        return len(self._record.entries)

    def line(self, n: int) -> str:
        """Return the JSON line of entry *n*, with its chain value."""
        return self._record.line(n)

    def lines(self) -> list[str]:
        """Return the whole log as JSON Lines, for the referee and the store only."""
        return self._record.lines()

    def state_before(self, n: int) -> Any:
        """Return the whole state just before entry *n* of the whole log, undone entries
        included."""
        return self._record.state_before(n)

    def side_log(self, side: str, since: int = 0) -> tuple[Entry, ...]:
        """Return the entries that *side* may know, from its own number *since* on. The side's own
        numbers have no gaps."""
        return tuple(self._record.side_log(side).entries[since:])

    def side_log_with_views(
        self, side: str, since: int = 0, until: int | None = None
    ) -> tuple[tuple[Entry, Any], ...]:
        """Return the entries that *side* may know, from *since* up to *until*, each with the side's
        view of the state before it (for ``book.event_text``)."""
        return self._record.side_log_with_views(side, since, until)

    def number_of(self, side: str, n: int) -> int:
        """Return the number, in the log of *side*, of the first entry that it has seen at or after
        entry *n* of the whole log."""
        return self._record.side_log(side).number_of(n)

    def seen_whole(self, side: str) -> tuple[Entry, ...]:
        """Return the entries that *side* may know as the whole log has them, to prove what it was
        shown."""
        return tuple(self._record.entries[n] for n in self._record.side_log(side).origin)

    def note(self, side: str, text: str, *, to: Sequence[str] = ()) -> None:
        """Write a remark of *side* into the log, for everybody or only for the sides *to*. Nobody
        signs it."""
        self._record.append("note", side=side, text=text, seen_by=tuple(to))
        self._record.report()

    # -- what is asked
    def view(self, side: str) -> Any:
        """Return the state redacted for *side*."""
        return self._engine.view(side)

    def request(self, side: str) -> Single | None:
        """Return what *side* is asked now, or ``None``."""
        return self._engine.request(side)

    def sides_to_answer(self) -> tuple[str, ...]:
        """Return the sides that must answer now; ``("dice",)`` when faces must be typed; empty when
        the game is over."""
        return self._engine.sides_to_answer()

    def waits_for(self, side: str) -> tuple[str, ...]:
        """Return the sides that must answer now, as *side* may know it."""
        return self._engine.waits_for(side)

    def parse(self, side: str, text: str) -> Any:
        """Read an answer of *side* to what it is asked. Raises ``TextError``, ``WrongSeat``."""
        return self._engine.parse(side, text)

    def check(self, side: str, text: str) -> Verdict:
        """Return the verdict on a text without giving it. Raises ``TextError``, ``WrongSeat``."""
        single = self._engine.need(side)
        value = self.parse(side, text)
        if isinstance(single, Ask):
            return LEGAL
        return self.book.judge(self.view(side), single, value)

    # -- answering
    def submit(
        self, side: str, text: str, *, at: int | None = None, signed: Signed | None = None
    ) -> Receipt:
        """Answer in text form. *at* is the number of the last entry the side has seen; *signed* is
        its signature under *text*.

        Raises ``TextError`` (unreadable), ``WrongSeat`` (not asked), ``StaleError`` (*at* is out of
        date), ``BadSignature``, ``ReadOnly``.
        """
        self._engine.demand_playable()
        log = self._record.side_log(side)
        if at is not None and log.newest_play() > at:
            raise StaleError(log.newest_play())
        since = len(log.entries)
        value = self.parse(side, text)
        by = self._record.signature(side, signed, "answer", text)
        verdict = self.answer(side, value, by=by)
        return Receipt(verdict, self.side_log(side, since) if verdict else ())

    def answer(self, side: str, value: Any, *, by: Mapping[str, Any] = UNSIGNED) -> Verdict:
        """Answer with a value: an option of an ``Ask``, an order for an ``AskOrder``. A refused
        order changes nothing.

        Raises ``WrongSeat``, ``TextError`` (not one of the options), ``BadSignature`` (the side
        signs; use :meth:`submit`), ``ReadOnly``.
        """
        engine = self._engine
        if by is UNSIGNED:
            self._record.seats.demand(side)
        single = engine.request(side)
        if single is None or engine.read_only:
            engine.demand_playable()
            single = engine.need(side)
        if isinstance(single, Ask):
            if value not in single.options:
                raise TextError(f"{value!r} is not offered", 0, [str(o) for o in single.options])
            verdict = LEGAL
        else:
            verdict = self.book.check(engine.view(side), single, value)
            if verdict.refusals:
                return self.book.judge(engine.view(side), single, value)
        self._undos.pending = None
        engine.whole_or_not_at_all(lambda: engine.take(single, value, by=by))
        return verdict

    def roll(self, faces: Sequence[int]) -> None:
        """Type the faces of real dice for the pending roll. Raises ``DiceError``, ``ReadOnly``."""
        engine = self._engine
        engine.demand_playable()
        pending = engine.pending
        if not isinstance(pending, Roll):
            raise DiceError("no roll is wanted now")
        check_faces(tuple(faces), *pending.spec.dice)
        engine.whole_or_not_at_all(lambda: engine.roll(tuple(faces)))

    def auto_roll(self, dice: Dice) -> None:
        """Let *dice* give the faces of the pending roll. Raises ``DiceError``."""
        pending = self.pending
        if not isinstance(pending, Roll):
            raise DiceError("no roll is wanted now")
        self.roll(dice.roll(self._engine.next_index, *pending.spec.dice))

    # -- thinking
    def fork(self, seed: int | str) -> GameFork:
        """Return a game that goes on from here apart from this one, with the dice of *seed* and
        without a log.

        A fork rolls dice also where people type them in this game. Equal seeds and equal answers
        give equal dice.
        """
        record, given = self._record, self._engine.inputs_of_step()
        point = record.timeline.state_of_last(record.entries)
        if isinstance(self.pending, Roll):
            return GameFork.half_done(self.book, point, given, seed)
        return GameFork(self.book, point, given, seed, self.state, self.pending, self.outcome)

    def beside(self) -> Game:
        """Return a second game that stands where this one stands, with dice that are typed. Playing
        it changes nothing here."""
        return Game(self._engine.rerun(len(self)), self.rulings)

    # -- dice, keys and signatures
    def add_salt(self, side: str, salt: bytes) -> None:
        """Mix a seat's own salt into the rolls to come (logged, public).

        Raises ``GameError`` once a roll was made, for a second salt and for a side that does not
        play: with one more salt, a player who knows the seed could choose the dice.
        """
        self._engine.demand_playable()
        self.seats.demand(side)
        if self._engine.next_index:
            raise GameError("salts are added before the first roll")
        if side not in self.sides or side in self.seats.salted:
            raise GameError(
                f"{side or 'nobody'} has no share of the dice to give, or has given it already"
            )
        self._mix_in(side, salt)
        self._record.append("salt", side=side, text=salt.hex())
        self._record.report()

    @property
    def takes_keys(self) -> bool:
        """True when seats may sign this game: a signature names its game, and games of release 0.1.0
        know no signatures."""
        return self.header.format > 1 and bool(self.header.id or self.header.commitment)

    def add_key(self, side: str, key: str, salt: bytes, signed: Signed) -> None:
        """Let *side* sign from now on with the secret half of *key* (Ed25519, hex), and mix its
        *salt* into the rolls to come unless it is empty.

        The signature is under ``KEY SALT``, so that the salt is bound to the commitment and cannot
        be changed. Raises ``GameError`` for a second key or salt, ``BadSignature``, ``StaleError``,
        ``ReadOnly``.
        """
        self._engine.demand_playable()
        if side not in self.sides or not self.takes_keys:
            raise GameError(f"{side or 'nobody'} cannot sign this game")
        if side in self.seats.keys:
            raise GameError(f"{side} has a key already")
        if salt and (
            side in self.seats.salted
            or (not isinstance(self.dice, SealedDice) and self.header.dice != "sealed")
        ):
            raise GameError(
                f"{side} has given its share of the dice already, or there is none to give"
            )
        log, text = self._record.side_log(side), salt.hex()
        self.seats.check(log, signed, "key", f"{key} {text}", self._record.chain_value, key)
        self.seats.keys[side] = key
        if salt:
            self._mix_in(side, salt)
        self._record.append("key", side=side, key=key, text=text, at=signed.at, sig=signed.sig)
        self._record.report()

    def _mix_in(self, side: str, salt: bytes) -> None:
        self.seats.salted.add(side)
        if isinstance(self.dice, SealedDice):
            self.dice.salt(side, salt)

    def chain(self, side: str) -> tuple[tuple[Link, ...], str]:
        """Return the links of the chain over all that *side* has seen, and its value now, which the
        side signs with each act.

        Raises ``GameError`` while the seed of sealed dice is not at hand.
        """
        return self._record.chain(side)

    def reveal(self) -> Entry:
        """Publish the secret seed after the end, so that anyone can check the dice. Raises
        ``GameError``."""
        if self.outcome is None:
            raise GameError("the seed is revealed when the game is over")
        if not isinstance(self.dice, SealedDice):
            raise GameError("this game has no sealed dice")
        for entry in self._record.entries:
            if entry.kind == "reveal":
                return entry
        entry = self._record.append("reveal", text=self.dice.seed.hex())
        self._record.report()
        return entry

    # -- rolls and luck
    @property
    def known_rolls(self) -> dict[int, Roll[Any]]:
        """The rolls that are known as the rules asked for them, by entry number."""
        return self._engine.rolls

    def made(self, side: str, n: int) -> Roll[Any] | None:
        """Return the roll that *side* has seen as its entry *n*; see
        :meth:`~flagplot.table.game.roll_history.RollHistory.of_entry`."""
        return self._rolls.of_entry(side, n)

    def rebuild_rolls(self, known: Mapping[int, Roll[Any]] | None = None) -> None:
        """Run the rules of an opened log again to know its rolls, but for those that are *known*
        from another copy of this game."""
        self._engine.rolls = {**(known or {}), **self._engine.rolls}
        self._rolls.rebuild()

    def knows_rolls(self, side: str | None = None) -> bool:
        """Return whether the luck that *side* may see can be told without running the rules
        again."""
        return self._rolls.are_known(side)

    def roll_lucks(self, side: str | None = None) -> tuple[RollLuck, ...]:
        """Return the luck of each live roll, or only of those that *side* may see.

        For an opened log the rules are run again once. Raises ``LogError`` when they do not lead to
        what the log holds.
        """
        return self._rolls.lucks(side)

    def luck(self, side: str | None = None) -> tuple[SideLuck, ...]:
        """Return expected against actual rolls, by the side they were rolled for; see
        :meth:`roll_lucks`."""
        return luck_by_side(self.roll_lucks(side))

    # -- undo
    def undo(self, side: str, *, to: int | None = None, signed: Signed | None = None) -> UndoResult:
        """Take back *side*'s input number *to* (its own numbering; default its last one) and all
        that came after it.

        Done at once when the side has learned nothing since and the game has not waited for another
        side alone (:mod:`~flagplot.table.log.side_log`); otherwise the other sides must
        :meth:`consent`. Secret answers of other sides are given again for them. Raises
        ``GameError`` when there is nothing to take back.
        """
        return self._undos.undo(side, to, signed)

    def undo_needs(self, side: str) -> UndoAssessment | None:
        """Return what an undo of its last input would need, from what *side* knows; ``None`` when
        it has given none."""
        return self._undos.assess(side)

    @property
    def undo_asked(self) -> tuple[str, tuple[str, ...]] | None:
        """The side that asks for an undo, and the sides whose consent is still wanted; ``None``
        when no side asks."""
        asked = self._undos.pending
        return (asked.side, tuple(asked.needs)) if asked else None

    def consent(self, side: str, yes: bool, *, signed: Signed | None = None) -> UndoResult:
        """Answer another side's request for an undo. Raises ``GameError`` when *side* is not
        asked."""
        return self._undos.consent(side, yes, signed)

    def refused_lately(self, side: str, kind: str = "undo") -> str:
        """Return the side that refused an ``undo`` or a ``draw`` to *side* since *side* last
        answered by hand; empty when none did."""
        return self._record.refused_lately(side, kind)

    # -- standing orders
    def standing_orders(self, side: str) -> tuple[StandingOrder, ...]:
        """Return the standing orders of *side*, in the sequence in which they are tried."""
        return self._engine.standing.of_side(side)

    def add_standing_order(
        self, side: str, text: str, *, signed: Signed | None = None
    ) -> StandingOrder:
        """Give a standing order; it may answer at once. Raises ``TextError``, ``WrongSeat``,
        ``ReadOnly``, and ``GameError`` when the side has as many as it may have."""
        engine = self._engine
        engine.demand_playable()
        if side not in self.sides:
            raise WrongSeat(f"{side!r} is no side of this game")
        order = engine.standing.read(side, text, self.view(side))
        by = self._record.signature(
            side, signed, "standing", text, text_in_entry=text == order.text
        )
        stood: StandingOrder = engine.whole_or_not_at_all(
            lambda: engine.add_standing_order(side, order, by)
        )
        return stood

    def cancel_standing_order(self, side: str, n: int, *, signed: Signed | None = None) -> None:
        """Cancel standing order number *n* of *side*. Raises ``GameError``."""
        self._engine.demand_playable()
        if all(o.n != n for o in self.standing_orders(side)):
            raise GameError(f"{side} has no standing order {n}")
        by = self._record.signature(side, signed, "unstand", str(n), text_in_entry=True)
        self._engine.standing.remove(side, n)
        self._record.append("standing", side=side, act="remove", standing=n, **by)
        self._record.report()

    def standing_rests(self, side: str) -> bool:
        """Return whether *side* is asked because its standing orders have answered so often in a
        row that a person must look."""
        return self.request(side) is not None and self._engine.standing.rests(side)

    # -- leaving
    def resign(self, side: str, *, signed: Signed | None = None) -> None:
        """Give the game up: the other side has won. Raises ``WrongSeat``, ``GameError``,
        ``ReadOnly``."""
        self._endings.resign(side, signed)

    def close(self, side: str, silent: str, since: str, *, signed: Signed | None = None) -> None:
        """Close the game because *silent*, which must answer, has been silent *since* (a time, from
        the room). Nobody wins.

        Only the room knows whether the limit is past. Raises ``WrongSeat``, ``GameError``,
        ``ReadOnly``.
        """
        self._endings.close(side, silent, since, signed)

    def draw(self, side: str, yes: bool, *, signed: Signed | None = None) -> None:
        """Offer a draw, or refuse or withdraw an offer. The game ends when all sides want it;
        playing on leaves the offer open. A side that signs confirms an agreed draw by saying yes
        once more (:meth:`unconfirmed`).

        Raises ``WrongSeat``, ``GameError``, ``ReadOnly``, ``BadSignature``, ``StaleError``.
        """
        self._endings.draw(side, yes, signed)

    @property
    def offers(self) -> tuple[str, ...]:
        """The sides that want a draw; none when the game is over."""
        return self._endings.offers

    @property
    def draws(self) -> tuple[Entry, ...]:
        """The open offers of a draw, or those by which a draw was agreed, with their
        confirmations."""
        return self._endings.draws

    @property
    def agreed(self) -> bool:
        """True when the game ended as an agreed draw."""
        return self._endings.agreed

    def unconfirmed(self) -> tuple[Entry, ...]:
        """Return the signed offers of an agreed draw whose side has not confirmed it."""
        return self._endings.unconfirmed()

    # -- going on under other rules
    def adopt(self) -> None:
        """Go on under this program's rules with a game made under others, from its last checkpoint.
        The half-done step is undone.

        Raises ``GameError`` when the game can be played anyway, is over, or lacks its seed.
        """
        record, engine = self._record, self._engine
        if not self.read_only or self.outcome is not None or not record.timeline.other_rules:
            raise GameError("only an unfinished game made under other rules is adopted")
        if self.dice.kind == "unseeded":
            raise GameError("the secret seed of its dice is needed to go on")
        if half_done := record.timeline.half_done:
            record.append("undo", side="", act="done", to=half_done[0])
            record.timeline.cut(half_done[0], record.entries)
        record.append("adopt", text=self.book.version, why=self.rulings.digest)
        engine.read_only = ""
        record.timeline.other_rules = False
        engine.whole_or_not_at_all(engine.resume)
