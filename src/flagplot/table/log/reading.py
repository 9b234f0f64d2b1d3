"""Strict reading of log files, and the header of a log.

The header holds the switches and tables that differ from the rule book's own, with their content.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from typing import Any

from ..contract.rulebook import Rulebook
from ..core.dice import Dice, ManualDice, SealedDice, SeededDice, commitment
from ..core.errors import DiceError, LogError
from ..setup.data_files import DataError
from ..setup.rulings import Rulings, check_override
from ..setup.rulings import rulings as rulings_of
from ..setup.scenarios import Setup
from .entries import FIRST_VERSION, FORMAT, FORMATS, START, Codec, Entry, Header, read_line


def changed_items(chosen: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of *chosen* that are missing in *own* or differ from it."""
    return {k: v for k, v in sorted(chosen.items()) if own.get(k) != v}


def header_of(
    book: Rulebook[Any], setup: Setup, ruled: Rulings, dice: Dice, id: str = "", patience: int = 0
) -> Header:
    """Return the header of a new game. It contains the switches and tables that differ from the
    rule book's own."""
    own = rulings_of(book.id, ruled.edition)
    scenario = next((s for s in book.scenarios if s.id == setup.scenario), None)
    return Header(
        FORMAT,
        book.id,
        book.version,
        ruled.edition,
        setup.scenario,
        (scenario or book.scenarios[0]).sides if book.scenarios else (),
        ruled.digest,
        setup.start,
        id,
        setup.house,
        changed_items(ruled.switches, own.switches) if ruled is not own else {},
        changed_items(ruled.tables, own.tables) if ruled is not own else {},
        dice.kind,
        dice.commitment if isinstance(dice, SealedDice) else "",
        dice.seed if isinstance(dice, SeededDice) else "",
        patience,
        setup.lots,
    )


def setup_of(header: Header) -> Setup:
    """Return the set-up that a header records."""
    return Setup(header.scenario, header.start, header.edition, header.house, header.lots)


class Unseeded:
    """Sealed dice without their secret seed. They cannot roll."""

    kind = "unseeded"

    def roll(self, index: int, n: int, sides: int) -> tuple[int, ...]:
        """Raise ``DiceError``: the seed is missing."""
        raise DiceError("the secret seed of these dice is needed to roll them")


def read_header(line: str | bytes) -> Header:
    """Return the header of a log from its first line. Raises :class:`LogError`."""
    entry, _ = read_line(line_bytes(line, 1), 1, START)
    if entry.kind != "header" or entry.header is None:
        raise LogError(1, "a log begins with its header", "take the whole log")
    if entry.header.format not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise LogError(
            1,
            f"the log has format {entry.header.format}; this program reads formats {known}",
            "use a newer flagplot",
        )
    check_format(entry.header)
    return entry.header


def check_format(header: Header) -> None:
    """Raise :class:`LogError` when a header of format 1 has a field that came later."""
    if header.format > 1:
        return
    later = (
        "behaviour version"
        if header.version != FIRST_VERSION
        else "secret of numbers"
        if header.lots
        else ""
    )
    later = later or ("limit of silence" if header.patience else "")
    if later:
        raise LogError(
            1,
            f"format 1 was never written with this {later}: the header was changed",
            "take an unchanged copy",
        )


def split_lines(data: bytes) -> list[bytes]:
    """Return the lines of a log file. Only a newline separates them: any other separator is a
    changed byte and must show up as one. The byte order mark that some editors add is dropped."""
    data = data.removeprefix(BOM_UTF8)
    return data.removesuffix(b"\n").split(b"\n") if data else []


def line_bytes(line: str | bytes, number: int) -> bytes:
    """Return a line as bytes, without its newline. Raises :class:`LogError` when it is not
    UTF-8."""
    try:
        raw = line.encode() if isinstance(line, str) else line
        raw.decode()
        return raw.removesuffix(b"\n")
    except UnicodeError:
        raise LogError(number, "the line is not UTF-8 text", "take an unchanged copy") from None


def rulings_from(header: Header) -> Rulings:
    """Return the rulings of a logged game: the rule book's own, with the changes of the header.
    Raises :class:`LogError` when they cannot be built."""
    own = rulings_of(header.rulebook, header.edition)
    switches = dict(own.switches) | dict(header.switches)
    return Rulings(header.edition, switches, dict(own.tables) | dict(header.tables))


def check_header(header: Header, book: Rulebook[Any]) -> None:
    """Raise :class:`LogError` when this rule book cannot set up a game with this header.

    A header of another version of the rules is not checked: that version may have allowed it.
    """
    if header.version != book.version:
        return
    card = next((s for s in book.scenarios if s.id == header.scenario), None)
    mend = "take an unchanged copy"
    if card is not None and header.sides != card.sides:
        raise LogError(
            1,
            f"the sides of {card.title} are {', '.join(card.sides)}, not {', '.join(header.sides)}",
            mend,
        )
    if header.edition not in book.editions:
        raise LogError(
            1,
            f"{book.id} has no edition {header.edition!r}; it has {', '.join(book.editions)}",
            mend,
        )
    own = rulings_of(header.rulebook, header.edition).tables
    for id, table in header.tables.items():
        if id in own:
            try:
                check_override(own[id], table, "its header")
            except DataError as e:
                raise LogError(1, str(e), mend) from None


def read_log(
    lines: Iterable[str | bytes], book: Rulebook[Any]
) -> tuple[list[Entry], list[str], list[str]]:
    """Read every line strictly. Returns the entries, the lines, and their chain values. Raises
    :class:`LogError`."""
    codec = Codec(book.event_types, book.lens_types)
    entries: list[Entry] = []
    kept: list[str] = []
    chains: list[str] = []
    before = START
    for number, line in enumerate(lines, 1):
        raw = line_bytes(line, number)
        entry, before = codec.read(raw, number, before)
        if number > 1 and entry.kind == "header":
            raise LogError(number, "a second header", "keep one game to a log")
        entries.append(entry)
        kept.append(raw.decode())
        chains.append(before)
    return entries, kept, chains


def dice_of_log(header: Header, seed: bytes | None) -> Dice:
    """Return the dice with which a log goes on. Raises :class:`LogError` when *seed* does not match
    the header's commitment."""
    if header.dice == "sealed":
        if seed is None:
            return Unseeded()
        if commitment(seed) != header.commitment:
            raise LogError(
                1,
                "the secret seed is not the one this log commits to",
                "use the seed kept with this game",
            )
        return SealedDice(seed)
    if header.dice == "seeded":
        return SeededDice(header.seed)
    return ManualDice()
