"""A log as a save file: opening it strictly, rebuilding the game from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .book import Rulebook, TextError
from .dice import Dice, Manual, Sealed, Seeded, commitment
from .ending import AFTER_THE_END, outcome_of
from .entries import FIRST_VERSION, FORMATS, PLAYED, START, Codec, Entry, Header, read_line
from .errors import DiceError, Diverged, LogError, RuleError
from .header import setup_of
from .rulings import DataError, Rulings, check_override
from .rulings import rulings as rulings_of
from .sound import ENDS
from .standing import read_standing

if TYPE_CHECKING:
    from .game import Game


class Unseeded:
    """Sealed dice whose secret seed is not at hand: they cannot roll."""

    kind = "unseeded"

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Raise ``DiceError``."""
        raise DiceError("the secret seed of these dice is needed to roll them")


def read_header(line: str | bytes) -> Header:
    """The header of a log, from its first line. Raises :class:`LogError`."""
    entry, _ = read_line(as_bytes(line, 1), 1, START)
    if entry.kind != "header" or entry.header is None:
        raise LogError(1, "a log begins with its header", "take the whole log")
    if entry.header.format not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise LogError(1, f"the log has format {entry.header.format}; this program reads formats {known}", "use a newer flagplot")
    check_format(entry.header)
    return entry.header


def check_format(header: Header) -> None:
    """Raise :class:`LogError` when the header claims the first format and has what came after it."""
    if header.format > 1:
        return
    later = "behaviour version" if header.version != FIRST_VERSION else "secret of numbers" if header.lots else ""
    later = later or ("limit of silence" if header.patience else "")
    if later:
        raise LogError(1, f"format 1 was never written with this {later}: the header was changed", "take an unchanged copy")


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a log file. Only a newline parts them: anything else in its place is a changed byte and shows."""
    return data.removesuffix(b"\n").split(b"\n") if data else []


def as_bytes(line: str | bytes, number: int) -> bytes:
    """A line as bytes, without its newline. Raises :class:`LogError`."""
    try:
        raw = line.encode() if isinstance(line, str) else line
        raw.decode()
        return raw.removesuffix(b"\n")
    except UnicodeError:
        raise LogError(number, "the line is not UTF-8 text", "take an unchanged copy") from None


def rulings_from(header: Header) -> Rulings:
    """The rulings a log was played under: the rule book's own, with what the header changes. Raises :class:`LogError`."""
    own = rulings_of(header.rulebook, header.edition)
    switches = dict(own.switches) | dict(header.switches)
    return Rulings(header.edition, switches, dict(own.tables) | dict(header.tables))


def check_header(header: Header, book: Rulebook[Any]) -> None:
    """Raise :class:`LogError` when no game of this rule book could have been set up like that.

    What another version of the rules allowed is not for this one to say.
    """
    if header.version != book.version:
        return
    card = next((s for s in book.scenarios if s.id == header.scenario), None)
    mend = "take an unchanged copy"
    if card is not None and header.sides != card.sides:
        raise LogError(1, f"the sides of {card.title} are {', '.join(card.sides)}, not {', '.join(header.sides)}", mend)
    if header.edition not in book.editions:
        raise LogError(1, f"{book.id} has no edition {header.edition!r}; it has {', '.join(book.editions)}", mend)
    own = rulings_of(header.rulebook, header.edition).tables
    for id, table in header.tables.items():
        if id in own:
            try:
                check_override(own[id], table, "its header")
            except DataError as e:
                raise LogError(1, str(e), mend) from None


def read_log(lines: Iterable[str | bytes], book: Rulebook[Any]) -> tuple[list[Entry], list[str], list[str]]:
    """Read every line strictly: entries, the lines themselves, their chain values. Raises :class:`LogError`."""
    codec = Codec(book.event_types, book.lens_types)
    entries: list[Entry] = []
    kept: list[str] = []
    chains: list[str] = []
    before = START
    for number, line in enumerate(lines, 1):
        raw = as_bytes(line, number)
        entry, before = codec.read(raw, number, before)
        if number > 1 and entry.kind == "header":
            raise LogError(number, "a second header", "keep one game to a log")
        entries.append(entry)
        kept.append(raw.decode())
        chains.append(before)
    return entries, kept, chains


def open_log(
    game_class: type[Game], lines: Iterable[str | bytes], book_of: Callable[[str], Rulebook[Any]], seed: bytes | None
) -> Game:
    """See :meth:`flagplot.table.game.Game.open`."""
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
        raise LogError(1, f"the game cannot be set up: {e}", "open it with the version that made it") from None
    game = game_class(book, header, ruled, state, dice_of(header, seed))
    other = ""
    if header.version != book.version:
        other = f"played under version {header.version} of {book.id}, this is {book.version}"
    elif ruled.digest != header.digest:
        other = f"played with other tables or switches of {book.id} than this program has"
    fold(game, entries, other)
    game._lines, game._chains = kept, chains
    game._told = len(kept)
    if game._line.other_rules:
        game._table.state = game._line.state_of_end(game._log)
        game.outcome = game.left or book.outcome(game._table.state)
        other = other or f"played under another version of {book.id} than this, {book.version}"
        game.read_only = f"{other}: it can be looked at, or adopted, which goes on from its last whole step under these rules"
        return game
    resume(game)
    if isinstance(game.dice, Unseeded) and game.outcome is None:
        game.read_only = "its dice are sealed and their secret seed is not here: it can be looked at"
    return game


def dice_of(header: Header, seed: bytes | None) -> Dice:
    """The dice a log goes on with. Raises :class:`LogError` when *seed* is not the one committed to."""
    if header.dice == "sealed":
        if seed is None:
            return Unseeded()
        if commitment(seed) != header.commitment:
            raise LogError(1, "the secret seed is not the one this log commits to", "use the seed kept with this game")
        return Sealed(seed)
    if header.dice == "seeded":
        return Seeded(header.seed)
    return Manual()


def fold(game: Game, entries: list[Entry], other: str) -> None:
    """Fold stored entries into a game that has not begun: no rule runs, events are applied as they stand."""
    line = game._line
    line.other_rules = bool(other)
    rules = (game.header.version, game.header.digest)
    state = line.first
    game._begun = True
    for number, e in enumerate(entries, 1):
        if game.left is not None and e.kind not in AFTER_THE_END:
            raise LogError(number, "the game was over by then", "take an unchanged copy")
        game._log.append(e)
        if e.kind in PLAYED:
            line.live.append(e.n)
            if e.kind == "input" and not e.standing:
                game._asked = None
            if e.kind == "event":
                try:
                    state = e.apply(state)
                except Exception as err:
                    reason = f"the event does not fit the position: {type(err).__name__}: {err}"
                    raise LogError(number, reason, "take an unchanged copy, or the version that made it") from None
            elif e.kind == "roll":
                game._index = max(game._index, e.index + 1)
                line.throws.shown(e.index)
            if e.done:
                line.checkpoint(state, len(line.live))
        elif e.kind == "undo":
            state = _fold_undo(game, e, number, state)
        elif e.kind == "standing":
            _fold_standing(game, e, number)
        elif e.kind == "salt":
            game.seats.salted.add(e.side)
            if isinstance(game.dice, Sealed):
                game.dice.salt(e.side, bytes.fromhex(e.text))
        elif e.kind == "key":
            game.seats.keys.setdefault(e.side, e.key)
            if e.text:
                game.seats.salted.add(e.side)
                if isinstance(game.dice, Sealed):
                    game.dice.salt(e.side, bytes.fromhex(e.text))
        elif e.kind in ENDS:
            game.left = outcome_of(e, game.sides)
        elif e.kind == "adopt":
            if rules == (e.text, e.why):
                raise LogError(number, "adopts the rules it was played under before", "take an unchanged copy")
            rules = (e.text, e.why)
            line.other_rules = e.text != game.book.version or e.why != game.rulings.digest
            if line.other_rules:
                line.checkpoint(state, len(line.live))


def _fold_undo(game: Game, e: Entry, number: int, state: Any) -> Any:
    line = game._line
    if e.act == "done":
        if line.position(e.to) >= len(line.live) or line.live[line.position(e.to)] != e.to:
            raise LogError(number, f"takes back entry {e.to}, which does not stand", "take an unchanged copy")
        line.cut(e.to, game._log)
        game._by_hand = len(line.live)
        game._asked = None
        return line.state_of_end(game._log)
    if e.act == "ask":
        game._ask_undo(e.side, e.to)
    elif game._asked is not None and e.side in game._asked.needs:
        game._asked.needs.remove(e.side)
        if e.act == "refuse":
            game._asked = None
    return state


def _fold_standing(game: Game, e: Entry, number: int) -> None:
    held = game._standing.setdefault(e.side, [])
    if e.act == "add":
        try:
            order = read_standing(e.text)
        except TextError as err:
            raise LogError(number, f"the standing order cannot be read: {err}", "take an unchanged copy") from None
        held.append(type(order)(order.kind, order.branches, e.standing))
        game._by_hand = -1
    else:
        game._standing[e.side] = [o for o in held if o.n != e.standing]


def resume(game: Game) -> None:
    """Run the rules from the last checkpoint through what the log holds since. Raises :class:`LogError`."""
    try:
        game._resume()
    except Diverged as e:
        raise LogError(e.n + 1, e.reason, "flagplot verify tells more; the log was changed or the rules were") from None
    except DiceError as e:
        raise LogError(len(game._log), str(e), "take an unchanged copy") from None
    except RuleError as e:
        raise LogError(len(game._log), str(e), "this is a bug in the rule book: report it with the log") from None
