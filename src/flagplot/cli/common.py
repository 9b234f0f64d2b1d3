"""What every command needs: finding books, boards, tables and logs, and saying plainly what is wrong with them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.boards import Board
    from flagplot.table import Rulebook, Rulings, Scenario, Setup
    from flagplot.table.game.game import Game

LARGEST = 256 * 1024 * 1024
"""Bytes of the largest file a command reads."""
LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of the largest file of cases or tables."""


class Stop(Exception):  # noqa: N818
    """A command that cannot go on: a sentence for the person who typed it, and the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def stop(message: str, code: int = 2) -> NoReturn:
    """Give up with *message*. Raises :class:`Stop`."""
    raise Stop(message, code)


def console(file: IO[str] | None = None, *, err: bool = False) -> Console:
    """A terminal to write on; without colours when it is a file or ``NO_COLOR`` is set."""
    from rich.console import Console

    out = file or (sys.stderr if err else sys.stdout)
    plain = not out.isatty()
    return Console(file=out, highlight=False, soft_wrap=plain, markup=True, emoji=False)


def clean(text: str) -> str:
    """*text* without control characters: what stands in a file or a name must not steer the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def escape(text: str) -> str:
    """*text* as it stands, safe inside markup and for the terminal (no control characters)."""
    from rich.markup import escape as quote

    return quote(clean(text))


def hang(out: Console, lead: str, body: str) -> None:
    """Print *body* (with markup) behind *lead*; on a terminal the lines after the first stand below its beginning."""
    from rich.text import Text

    head, text = Text.from_markup(lead), Text.from_markup(body.rstrip())
    if out.soft_wrap:
        out.print(head + text)
        return
    for n, line in enumerate(text.wrap(out, max(20, out.width - head.cell_len))):
        line.rstrip()
        out.print((Text(" " * head.cell_len) if n else head) + line)


def number(text: str, most: int = 999_999) -> int | None:
    """A number typed by a person, 0 to *most*, or ``None`` for anything else."""
    if text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= most:
        return int(text)
    return None


def mark(clause: str) -> str:
    """A clause, as the book prints it, in the colour that speaks for the rule book."""
    return f"[magenta]{escape(clause.partition('#')[0])}[/]" if clause else ""


def mark_row(id: str) -> str:
    """A ledger id in full, its part after # included, in the colour that speaks for the rule book."""
    return f"[magenta]{escape(id)}[/]"


def find_book(id: str) -> Rulebook[Any]:
    """A rule book by id. Raises :class:`Stop` naming those there are."""
    from flagplot import rulebooks

    if id not in rulebooks.BOOKS:
        stop(f"there is no rule book {id!r}; there are {', '.join(rulebooks.BOOKS)}")
    return rulebooks.book(id)


def find_scenario(book: Rulebook[Any], id: str) -> Scenario:
    """A scenario card by id. Raises :class:`Stop` naming the scenarios the book has."""
    for card in book.scenarios:
        if card.id == id:
            return card
    stop(f"{book.id} has no scenario {id!r}; it has {', '.join(c.id for c in book.scenarios)}")


def find_side(card: Scenario, side: str) -> str:
    """A side of a scenario, in any case. Raises :class:`Stop`."""
    for each in card.sides:
        if each.casefold() == side.casefold():
            return each
    stop(f"{card.title} has no side {side!r}; its sides are {', '.join(card.sides)}")


def find_board(name: str) -> Board:
    """A board by name. Raises :class:`Stop` naming those that are called alike, else ``BoardError`` naming all (told plainly by
    :func:`flagplot.cli.app.run`)."""
    from difflib import get_close_matches

    from flagplot import boards

    known = boards.board_ids()
    if name not in known and (near := get_close_matches(name.casefold(), known, cutoff=0.8)):
        stop(f"there is no board {name!r}; did you mean {' or '.join(near)}? `flagplot board` lists all of them")
    return boards.load(name)


def read_text(path: Path, what: str = "file", largest: int = LARGEST) -> str:
    """The text of a file, without a byte order mark. Raises :class:`Stop` for a missing, huge, unreadable or binary one."""
    try:
        return read_bytes(path, what, largest).decode("utf-8-sig")
    except UnicodeDecodeError as e:
        stop(f"{named(path)}: this {what} is not text (byte {e.start} is not UTF-8)")


def read_bytes(path: Path, what: str = "file", largest: int = LARGEST) -> bytes:
    """The bytes of a file; ``-`` is standard input. Raises :class:`Stop`."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(largest + 1)
        if len(data) > largest:
            stop(f"standard input: this {what} is larger than {largest // 1024 // 1024} MB")
        return data
    from flagplot.room.files import FileError, read_file

    try:
        return read_file(path, what, largest)
    except FileError as e:
        stop(str(e))


def there_is(path: Path, what: str = "file") -> bool:
    """Whether a file is there. Raises :class:`Stop` for what is no file, or has a name no file can have."""
    from flagplot.room.files import FileError, plain_file

    try:
        return plain_file(path, what)
    except FileError as e:
        stop(str(e))


def within(folder: Path, pattern: str, what: str = "files", *, deep: bool = False) -> list[Path]:
    """The files of a folder, sorted. Raises :class:`Stop`."""
    from flagplot.room.files import FileError, files_in

    try:
        return files_in(folder, pattern, what, deep=deep)
    except FileError as e:
        stop(str(e))


def named(path: Path) -> str:
    """A file as it is named to the person who typed it."""
    from flagplot.room.files import shown

    return "standard input" if str(path) == "-" else shown(path)


def write_text(path: Path, text: str, what: str = "file", *, private: bool = False) -> None:
    """Write a file whole or not at all; a *private* one for its owner only. Raises :class:`Stop`."""
    there_is(path, what)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part") if path.name else path
    try:
        beside.touch(0o600 if private else 0o666)
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # else a power cut may leave the new name on a file without its content
        beside.replace(path)
    except OSError as e:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if not path.parent.exists():
            stop(f"{named(path)}: the {what} cannot be written, for there is no folder {named(path.parent)}; make it first")
        stop(f"{named(path)}: the {what} cannot be written ({e.strerror or e})")


def table_files(folder: Path | None) -> tuple[tuple[str, str], ...]:
    """The table files of an owner's folder as pairs (name, text). Raises :class:`Stop` when there are none."""
    if folder is None:
        return ()
    found = tuple((str(p), read_text(p, "table file", LARGEST_TEXT)) for p in within(folder, "*.toml", "tables (*.toml)"))
    if not found:
        stop(f"{named(folder)} holds no table files (*.toml); `flagplot tables BOOK` shows what can be replaced")
    return found


def house_choices(given: Sequence[str]) -> dict[str, str]:
    """``HR-36C=any`` pairs as a mapping. Raises :class:`Stop`."""
    found: dict[str, str] = {}
    for pair in given:
        name, sign, choice = pair.partition("=")
        if not sign or not name.strip() or not choice.strip():
            stop(f"--house wants SWITCH=CHOICE, not {pair!r}; `flagplot house BOOK` lists the switches")
        found[name.strip()] = choice.strip()
    return found


def lay_out(
    book: Rulebook[Any], scenario: str, *, start: str = "", edition: str = "", house: Mapping[str, str] | None = None,
    tables: Path | None = None,
) -> tuple[Setup, Rulings, tuple[tuple[str, str], ...]]:
    """Check a set-up and make its rulings: (set-up, rulings, replaced tables). Raises :class:`Stop`."""
    from flagplot.table import Setup, rulings

    card = find_scenario(book, scenario)
    starts = [s for s, _ in card.starts]
    if start and start not in starts:
        stop(f"{card.title} has no start {start!r}; it has {', '.join(starts) or 'one start only'}")
    if edition and edition not in book.editions:
        stop(f"{book.title} has no edition {edition!r}; it has {', '.join(book.editions)}")
    files = table_files(tables)
    law = rulings(book.id, edition or book.editions[0], house, files)
    setup = Setup(scenario, start, edition or book.editions[0], tuple(sorted((house or {}).items())))
    return setup, law, files


def seed_file(log: Path) -> Path:
    """Where the secret seed of a log is kept while the game goes on: beside it, never in it."""
    return log.with_name(log.name + ".seed")


def secret_of(log: Path) -> bytes | None:
    """The secret seed that lies beside a log, or ``None``. Raises :class:`Stop` when it cannot be read."""
    secret = seed_file(log)
    if not there_is(secret, "seed file"):
        return None
    try:
        return bytes.fromhex(read_text(secret, "seed file").strip())
    except ValueError:
        stop(f"{secret}: not a seed in hex; take the file as it was written")


def open_log(path: Path) -> Game:
    """Open a game from its log, with its secret seed when that lies beside it.

    Raises ``LogError`` naming the line, or :class:`Stop`.
    """
    from flagplot import rulebooks
    from flagplot.table.core.errors import LogError
    from flagplot.table.game.game import Game
    from flagplot.table.log.reading import split_lines

    try:
        return Game.open(split_lines(read_bytes(path, "log")), book_of=rulebooks.book, seed=secret_of(path))
    except LogError as e:
        stop(f"{named(path)} {e}")
