"""The proof of a log: every roll recomputed from the revealed seed, every input replayed, every
entry compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..core.dice import Dice, SealedDice, SeededDice, commitment
from ..core.errors import GameError, LogError, ReplayDiverged, RuleError, StaleError, TextError
from ..core.opaque_ids import id_secret_of
from ..game.game import BookOf, Game
from ..language.sentences import count_text
from ..log.entries import ENDS, Entry, Header
from ..log.reading import check_header, dice_of_log, read_header, read_log, rulings_from, setup_of
from ..log.signing import Signed

SHOWN = 12
"""Most entry numbers listed in a sentence."""


class Span(msgspec.Struct, frozen=True):
    """Entries (first and last number) that were accepted without replay, and the reason."""

    first: int
    last: int
    why: str


class Seat(msgspec.Struct, frozen=True):
    """The signatures of a side: its public key (empty: it signed nothing), how many acts it signed,
    and the entries that lack its signature."""

    side: str
    key: str = ""
    signed: int = 0
    unsigned: tuple[int, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """The result of ``verify``. ``ok`` is true when nothing disagrees in the log. Else ``line``
    (from 1) is the first line that disagrees, ``reason`` says why, and ``remedy`` how to correct
    it, if anything helps. ``unproven`` are the entries that could not be replayed; ``notes`` say
    what else was taken on trust."""

    ok: bool
    entries: int = 0
    rolls: int = 0
    line: int = 0
    reason: str = ""
    notes: tuple[str, ...] = ()
    remedy: str = ""
    finished: bool = False
    """True when the log reaches the end of its game and the seed of its dice is known."""
    unproven: tuple[Span, ...] = ()
    seats: tuple[Seat, ...] = ()
    left: int = -1
    """The entry that ended the game early, if the log could have been cut there; else -1. Either
    nobody signed that entry, or (``offered``) it is an offer of a draw whose side has not signed
    that it saw the consent."""
    offered: bool = False

    @property
    def proven(self) -> bool:
        """True for a complete proof: every entry of a whole game was replayed and agrees, the game
        ends by its rules or by a signed act, and no act of a signing side lacks its signature."""
        return (
            self.ok
            and self.finished
            and not self.unproven
            and self.left < 0
            and not any(s.unsigned for s in self.seats)
        )

    @property
    def counted(self) -> str:
        """The number of rolls, in words."""
        return count_text(self.rolls, "roll")

    @property
    def sentences(self) -> tuple[str, ...]:
        """The proven and unproven parts of a log, in words."""
        said = [
            f"Entries {s.first} to {s.last} are not proven but taken as they stand: {s.why}."
            for s in self.unproven
        ]
        if self.unproven:
            after = self.unproven[-1].last
            rest = f"Entries {after + 1} to {self.entries - 1} are proven, from the position after entry {after} on."
            said.append(rest if self.entries - 1 > after else "No entry is proven.")
        if not self.finished:
            held = f"{self.entries} entries and {self.counted} hold"
            said.append(f"Unfinished: {held}, but this is not a whole game with its dice open.")
        if self.offered:
            said.append(
                f"The end is not proven: the side that offers a draw in entry {self.left} has not "
                "signed that it saw the consent. The keeper of the log could have cut it there, before "
                "the offer was refused or play went on."
            )
        elif self.left >= 0:
            said.append(
                f"The end is not proven: entry {self.left}, by which the game was left, is "
                "signed by nobody. The keeper of the log could have cut it there."
            )
        for seat in self.seats:
            if seat.key:
                said.append(
                    f"{seat.side} has signed {seat.signed} times, with key {seat.key[:16]}."
                )
            if seat.unsigned:
                more = " and others" if len(seat.unsigned) > SHOWN else ""
                which = "entry " + ", ".join(map(str, seat.unsigned[:SHOWN])) + more
                said.append(
                    f"{seat.side} signs this game, but not in {which}. The keeper of the log "
                    "could have written that."
                )
        unkeyed = [s.side for s in self.seats if not s.key]
        if unkeyed:
            said.append(f"Not signed: {', '.join(unkeyed)}.")
        return tuple(said)


class _Logged:
    """Dice that repeat the logged faces, by index, for sealed dice whose seed is not revealed.
    After the last logged roll they wait."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._faces = {e.index: e.faces for e in entries if e.kind == "roll" and e.index >= 0}
        self._left = set(self._faces)

    @property
    def kind(self) -> str:
        return "sealed" if self._left else "unseeded"

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        self._left.discard(index)
        faces = self._faces.get(index)
        if faces is None or len(faces) != n:
            raise ReplayDiverged(
                -1, f"the rules make roll {index} of {n}d{sides}, which the log does not have"
            )
        return faces


class _Differs(Exception):  # noqa: N818
    def __init__(self, n: int, reason: str) -> None:
        super().__init__(reason)
        self.n = n


def verify(lines: Iterable[str | bytes], *, book_of: BookOf, seed: bytes | None = None) -> Report:
    """Verify a log: its chain, its dice, and that its inputs give its events under the rules of
    this program.

    *seed* may be passed before the log reveals it. A bad log raises nothing: the report says what
    is wrong.
    """
    held = list(lines)
    try:
        header = read_header(held[0]) if held else None
        if header is None:
            raise LogError(1, "the log is empty", "take the whole log")
        book = book_of(header.rulebook)
        check_header(header, book)
        entries, kept, _ = read_log(held, book)
        notes = (
            []
            if header.format > 1
            else ["the log is of format 1, that of release 0.1.0: no seat can sign it"]
        )
        dice = _dice(header, entries, seed, notes)
        rolls = _prove_dice(dice, entries)
        _prove_lots(header, dice)
        folded = _adopted(header, entries)
        game, start = _begin(book, header, entries, dice, folded)
    except LogError as e:
        return Report(False, len(held), 0, e.line, e.reason, remedy=e.remedy)
    except KeyError as e:
        return Report(False, len(held), 0, 1, str(e.args[0]))
    except _Differs as e:
        return Report(False, len(held), 0, e.n + 1, str(e))
    except (ReplayDiverged, GameError, RuleError) as e:
        return Report(False, len(held), 0, 2, str(e))
    signers = _Signers(game)
    for n in range(start, len(entries)):
        try:
            if n >= len(game):
                _act(game, entries[n])
                signers.count(entries[n])
            if n >= len(game) or game.line(n) != kept[n]:
                raise _Differs(n, _difference(game, n, entries[n]))
        except StaleError as e:
            reason = f"{entries[n].side} signed this before it had seen entry {e.last} of its own log: a signature counts once"
            return Report(False, len(held), rolls, n + 1, reason, tuple(notes))
        except (_Differs, GameError, TextError, ReplayDiverged, RuleError) as e:
            return Report(False, len(held), rolls, n + 1, str(e), tuple(notes))
    if len(game) > len(entries):
        notes.append(
            f"the log stops in the middle: entry {len(entries)} and later ones follow from it by "
            "the rules"
        )
    notes += [
        f"entry {e.n} rests on the room's clock, which cannot be proved: {e.side} could have "
        "cut the log there"
        for e in entries
        if e.kind == "closed"
    ]
    finished = (
        len(game) == len(entries) and game.outcome is not None and not isinstance(dice, _Logged)
    )
    seats = signers.seats(notes)
    left, offered = _cut(game)
    return Report(
        True,
        len(entries),
        rolls,
        notes=tuple(notes),
        finished=finished,
        unproven=folded,
        seats=seats,
        left=left,
        offered=offered,
    )


def _cut(game: Game) -> tuple[int, bool]:
    """Return the entry that ended the game early, if the log could have been cut there (-1: none),
    and whether it is an offer of a draw."""
    ends = game.draws if game.agreed else [e for e in game.entries if e.kind in ENDS]
    unsigned = next((e.n for e in ends if not e.sig), -1)
    offer = next((e.n for e in game.unconfirmed()), -1) if unsigned < 0 else -1
    return max(unsigned, offer), offer >= 0


def _dice(header: Header, entries: Sequence[Entry], seed: bytes | None, notes: list[str]) -> Dice:
    if header.dice != "sealed":
        if header.dice == "manual":
            notes.append("the dice were rolled by hand: their faces are taken from the log")
        else:
            notes.append(
                "the seed of the dice was open from the start: its owner could compute every roll in "
                "advance"
            )
        return dice_of_log(header, None)
    revealed = next((e for e in entries if e.kind == "reveal"), None)
    if revealed is not None:
        try:
            seed = bytes.fromhex(revealed.text)
        except ValueError:
            raise _Differs(revealed.n, "the revealed seed is not hexadecimal") from None
        if commitment(seed) != header.commitment:
            raise _Differs(
                revealed.n, "the revealed seed is not the one committed to in the first line"
            )
    if seed is None:
        notes.append("the seed is not revealed yet: the faces are taken from the log")
        return _Logged(entries)
    return dice_of_log(header, seed)


def _prove_lots(header: Header, dice: Dice) -> None:
    """Raise :class:`_Differs` when the id secret was not derived from the dice. Nobody may choose
    it. Games of format 1 have none."""
    if (
        isinstance(dice, (SealedDice, SeededDice))
        and header.format > 1
        and header.lots != id_secret_of(dice)
    ):
        raise _Differs(0, "the secret of numbers does not come from the seed of the dice")


def verify_seen(game: Game, side: str) -> bool:
    """Return whether every roll that *side* has seen comes from the sealed seed. A seat may learn
    this while the game goes on.

    The check reads only what the side has seen. Neither the answer nor its duration reveals
    anything else.
    """
    if not isinstance(game.dice, SealedDice):
        return True
    proofs = [SealedDice(game.dice.seed)]
    for e in game.seen_whole(side):
        if e.kind in ("salt", "key") and e.text:
            proofs.append(
                SealedDice(proofs[-1].seed, proofs[-1].salts | {e.side: bytes.fromhex(e.text)})
            )
        elif e.kind == "roll" and e.index >= 0:
            # an undone roll that is shown again may be older than the newest salt
            n, _, sides = e.spec.partition("d")
            if all(p.roll(e.index, int(n), int(sides)) != e.faces for p in proofs):
                return False
    return True


def _prove_dice(dice: Dice, entries: Sequence[Entry]) -> int:
    """Compare every roll with the sealed dice, without the rules. Returns the number of rolls."""
    rolls = 0
    proof = SealedDice(dice.seed) if isinstance(dice, SealedDice) else None
    shown: dict[int, tuple[int, ...]] = {}
    for e in entries:
        if e.kind in ("salt", "key") and e.text and proof is not None:
            proof.salt(e.side, bytes.fromhex(e.text))
        elif e.kind == "roll":
            rolls += 1
            if proof is not None and e.index >= 0:
                n, _, sides = e.spec.partition("d")
                # an undone roll that is shown again keeps its faces, though salts came in since
                again = shown.get(e.index)
                if (again or proof.roll(e.index, int(n), int(sides))) != e.faces:
                    raise _Differs(e.n, f"roll {e.index} does not come from the revealed seed")
                shown[e.index] = e.faces
    return rolls


class _Signers:
    """A count of the acts that sides sign, and of those that sides with a key leave unsigned."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.signed: dict[str, int] = {}
        self.unsigned: dict[str, list[int]] = {}

    def count(self, e: Entry) -> None:
        """Count entry *e*, which is a side's own act."""
        if e.sig:
            self.signed[e.side] = self.signed.get(e.side, 0) + 1
        elif e.side in self.game.seats.keys:
            self.unsigned.setdefault(e.side, []).append(e.n)

    def seats(self, notes: list[str]) -> tuple[Seat, ...]:
        """Return the seats of the game. Adds to *notes* what could not be checked."""
        keys = self.game.seats.keys
        if keys and not self.game.seats.known:
            notes.append("signatures can be checked when the seed is open")
        notes += [
            f"the salt of {s} is not signed: anyone who knows the seed can change it"
            for s in self.game.sides
            if s in self.game.seats.salted - keys.keys()
        ]
        return tuple(
            Seat(s, keys.get(s, ""), self.signed.get(s, 0), tuple(self.unsigned.get(s, ())))
            for s in self.game.sides
        )


def _adopted(header: Header, entries: Sequence[Entry]) -> tuple[Span, ...]:
    """Return the entries played under other rules before the game was adopted, one span for each
    change of rules."""
    spans: list[Span] = []
    version = header.version
    for e in entries:
        if e.kind == "adopt":
            changed = f"version {version}" if version != e.text else "other tables or switches"
            spans.append(
                Span(
                    spans[-1].last + 1 if spans else 0,
                    e.n,
                    f"played under {changed} of {header.rulebook}",
                )
            )
            version = e.text
    return tuple(spans)


def _begin(
    book: Any, header: Header, entries: list[Entry], dice: Dice, folded: tuple[Span, ...]
) -> tuple[Game, int]:
    """Return a fresh game at the log's start, or after the entries made under other rules, and the
    entry at which to go on."""
    ruled = rulings_from(header)
    game = Game.under_header(book, header, ruled, book.start(setup_of(header), ruled), dice)
    game.seats.proving = True
    adopted = folded[-1].last if folded else -1
    version, digest = (
        (entries[adopted].text, entries[adopted].why)
        if adopted >= 0
        else (header.version, header.digest)
    )
    if version != book.version or digest != ruled.digest:
        was = (
            f"under version {version} of {book.id}, this is {book.version}"
            if version != book.version
            else (f"with other tables or switches of {book.id} than this program has")
        )
        reason = f"played {was}: it cannot be run again"
        raise _Differs(max(adopted, 0), reason)
    if adopted >= 0:
        game.take_in_log(entries[: adopted + 1], "other")
        return game, adopted + 1
    game.append_header()
    at = 1
    while at < len(entries) and entries[at].kind == "salt":
        game.add_salt(entries[at].side, bytes.fromhex(entries[at].text))
        at += 1
    game.begin()
    return game, 0


def _act(game: Game, e: Entry) -> None:
    """Repeat an entry that a side caused."""
    signed = Signed(e.at, e.sig) if e.sig else None
    if e.kind == "input":
        if e.standing:
            raise _Differs(e.n, f"no standing order {e.standing} answers here")
        verdict = game.submit(e.side, e.said or e.text, signed=signed).verdict
        if not verdict:
            codes = ", ".join(f"{r.code} ({r.clause})" for r in verdict.refusals)
            raise _Differs(e.n, f"the rules refuse this order: {codes}")
    elif e.kind == "roll":
        if game.dice.kind != "manual":
            raise _Differs(e.n, "no roll follows here by the rules")
        game.roll(e.faces)
    elif e.kind == "undo":
        if e.act not in ("ask", "done"):
            game.consent(e.side, e.act == "agree", signed=signed)
        elif signed:
            game.undo(
                e.side,
                to=int(e.said) if e.said.isdecimal() and len(e.said) < 10 else None,
                signed=signed,
            )
        else:
            game.undo(e.side, to=game.number_of(e.side, e.to))
    elif e.kind == "standing":
        if e.act == "add":
            game.add_standing_order(e.side, e.said or e.text, signed=signed)
        else:
            game.cancel_standing_order(e.side, e.standing, signed=signed)
    elif e.kind == "salt":
        game.add_salt(e.side, bytes.fromhex(e.text))
    elif e.kind == "key" and signed:
        game.add_key(e.side, e.key, bytes.fromhex(e.text), signed)
    elif e.kind == "note":
        game.note(e.side, e.text, to=e.seen_by)
    elif e.kind == "draw":
        game.draw(e.side, e.act in ("offer", "confirm"), signed=signed)
    elif e.kind == "resign":
        game.resign(e.side, signed=signed)
    elif e.kind == "closed":
        about = dict(e.about)
        game.close(e.side, str(about.get("silent", "")), str(about.get("since", "")), signed=signed)
    elif e.kind == "reveal":
        game.reveal()
    else:
        raise _Differs(e.n, f"an entry of kind {e.kind} that nothing leads to")


def _difference(game: Game, n: int, logged: Entry) -> str:
    if n >= len(game):
        return f"the log has a {logged.kind} here that does not follow by the rules"
    ours = game.entries[n]
    if ours.kind != logged.kind:
        return f"the rules give a {ours.kind} here; the log has a {logged.kind}"
    for field in ours.__struct_fields__:
        if getattr(ours, field) != getattr(logged, field):
            return f"{field} of the {ours.kind} should be {getattr(ours, field)!r}; the log has {getattr(logged, field)!r}"
    return "the chain value differs"
