"""A log as a save file: reading it strictly, and the game that it holds."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .contract.rulebook import Rulebook
from .core.dice import Dice, Manual, Sealed, Seeded, commitment
from .core.errors import DiceError, LogError
from .entries import FIRST_VERSION, FORMATS, START, Codec, Entry, Header, read_line
from .header import setup_of
from .setup.data_files import DataError
from .setup.rulings import Rulings, check_override
from .setup.rulings import rulings as rulings_of

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
    """The lines of a log file. Only a newline parts them: anything else in its place is a changed byte and shows. The byte order
    mark that some editors put before a text is no part of it."""
    data = data.removeprefix(BOM_UTF8)
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
    game.fold(entries, other, kept, chains)
    if not game.read_only and isinstance(game.dice, Unseeded) and game.outcome is None:
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
