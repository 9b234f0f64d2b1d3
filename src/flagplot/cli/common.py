"""Helpers of all commands: finding books, boards, tables and logs, with plain error messages."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .files import (
    path_text,
    read_bytes,
    secret_seed_of,
    stop,
    table_files,
    without_control_characters,
)

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.boards import Board
    from flagplot.table import Rulebook, Rulings, Scenario, Setup
    from flagplot.table.game.game import Game


def console(file: IO[str] | None = None, *, err: bool = False) -> Console:
    """Return a terminal to write on. It has no colours when it is a file or ``NO_COLOR`` is set."""
    from rich.console import Console

    out = file or (sys.stderr if err else sys.stdout)
    plain = not out.isatty()
    return Console(file=out, highlight=False, soft_wrap=plain, markup=True, emoji=False)


def escape(text: str) -> str:
    """Return *text* unchanged in meaning, safe inside markup and for the terminal (no control
    characters)."""
    from rich.markup import escape as quote

    return quote(without_control_characters(text))


def print_hanging(out: Console, lead: str, body: str) -> None:
    """Print *body* (with markup) after *lead*. On a terminal the following lines are indented to
    the beginning of *body*."""
    from rich.text import Text

    head, text = Text.from_markup(lead), Text.from_markup(body.rstrip())
    if out.soft_wrap:
        out.print(head + text)
        return
    for n, line in enumerate(text.wrap(out, max(20, out.width - head.cell_len))):
        line.rstrip()
        out.print((Text(" " * head.cell_len) if n else head) + line)


def typed_number(text: str, most: int = 999_999) -> int | None:
    """Return a number typed by a person, 0 to *most*; ``None`` for anything else."""
    if text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= most:
        return int(text)
    return None


def clause_markup(clause: str) -> str:
    """Return a clause, as the book prints it, in the colour for clauses."""
    return f"[magenta]{escape(clause.partition('#')[0])}[/]" if clause else ""


def clause_id_markup(id: str) -> str:
    """Return a clause id in full, with its part after #, in the colour for clauses."""
    return f"[magenta]{escape(id)}[/]"


def find_book(id: str) -> Rulebook[Any]:
    """Return a rule book by id. Raises :class:`~flagplot.cli.files.CommandError` naming the books
    that exist."""
    from flagplot import rulebooks

    if id in rulebooks.UNUSABLE:
        stop(rulebooks.UNUSABLE[id])
    if id not in rulebooks.BOOKS:
        stop(f"there is no rule book {id!r}; there are {', '.join(rulebooks.BOOKS)}")
    return rulebooks.book(id)


def find_scenario(book: Rulebook[Any], id: str) -> Scenario:
    """Return a scenario card by id. Raises :class:`~flagplot.cli.files.CommandError` naming the
    scenarios the book has."""
    for card in book.scenarios:
        if card.id == id:
            return card
    stop(f"{book.id} has no scenario {id!r}; it has {', '.join(c.id for c in book.scenarios)}")


def find_side(card: Scenario, side: str) -> str:
    """Return a side of a scenario, given in any case. Raises
    :class:`~flagplot.cli.files.CommandError`."""
    for each in card.sides:
        if each.casefold() == side.casefold():
            return each
    stop(f"{card.title} has no side {side!r}; its sides are {', '.join(card.sides)}")


def find_board(name: str) -> Board:
    """Return a board by name. Raises :class:`~flagplot.cli.files.CommandError` naming boards with
    similar names, else ``BoardError`` naming all (:func:`flagplot.cli.app.run` prints it)."""
    from difflib import get_close_matches

    from flagplot import boards

    known = boards.board_ids()
    if name not in known and (near := get_close_matches(name.casefold(), known, cutoff=0.8)):
        stop(
            f"there is no board {name!r}; did you mean {' or '.join(near)}? `flagplot board` "
            "lists all of them"
        )
    return boards.load(name)


def house_choices(given: Sequence[str]) -> dict[str, str]:
    """Return ``HR-36C=any`` pairs as a mapping. Raises
    :class:`~flagplot.cli.files.CommandError`."""
    found: dict[str, str] = {}
    for pair in given:
        name, sign, choice = pair.partition("=")
        if not sign or not name.strip() or not choice.strip():
            stop(
                f"--house needs SWITCH=CHOICE, not {pair!r}; `flagplot house BOOK` lists the "
                "switches"
            )
        found[name.strip()] = choice.strip()
    return found


def make_setup(
    book: Rulebook[Any],
    scenario: str,
    *,
    start: str = "",
    edition: str = "",
    house: Mapping[str, str] | None = None,
    tables: Path | None = None,
) -> tuple[Setup, Rulings, tuple[tuple[str, str], ...]]:
    """Check a set-up and make its rulings. Returns (set-up, rulings, replaced tables). Raises
    :class:`~flagplot.cli.files.CommandError`."""
    from flagplot.table import Setup, rulings

    card = find_scenario(book, scenario)
    starts = [s for s, _ in card.starts]
    if start and start not in starts:
        stop(f"{card.title} has no start {start!r}; it has {', '.join(starts) or 'one start only'}")
    if edition and edition not in book.editions:
        stop(f"{book.title} has no edition {edition!r}; it has {', '.join(book.editions)}")
    files = table_files(tables)
    law = rulings(book.id, edition or book.editions[0], house, files)
    setup = Setup(
        scenario, start, edition or book.editions[0], tuple(sorted((house or {}).items()))
    )
    return setup, law, files


def open_log(path: Path) -> Game:
    """Open a game from its log, with the secret seed from the file beside it, if any.

    Raises :class:`~flagplot.cli.files.CommandError` naming the line.
    """
    from flagplot import rulebooks
    from flagplot.table.core.errors import LogError
    from flagplot.table.game.game import Game
    from flagplot.table.log.reading import split_lines

    try:
        return Game.open(
            split_lines(read_bytes(path, "log")), book_of=rulebooks.book, seed=secret_seed_of(path)
        )
    except LogError as e:
        stop(f"{path_text(path)} {e}")
