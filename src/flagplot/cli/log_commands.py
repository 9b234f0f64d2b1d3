"""``flagplot verify``, ``flagplot luck`` and ``flagplot export``."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from flagplot.table.core.procedure import tag_of

from .common import console, escape, find_scenario, find_side, open_log
from .files import (
    path_text,
    read_bytes,
    secret_seed_of,
    stop,
    without_control_characters,
    write_text,
)

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table.game.game import Game


NOBODY = "nobody's own"
"""The row for rolls that belong to no side."""


FORMATS = ("text", "jsonl", "csv")


def verify(path: Path) -> None:
    """Verify a log. Exit 1 with the first line that does not hold, or with the parts that are not
    proven."""
    from flagplot import rulebooks
    from flagplot.table.analysis.verify import verify as prove
    from flagplot.table.log.reading import split_lines

    lines = split_lines(read_bytes(path, "log"))
    report = prove(lines, book_of=rulebooks.book, seed=secret_seed_of(path))
    out = console()
    for note in report.notes:
        out.print(without_control_characters(f"note: {note}"), markup=False)
    if not report.ok:
        why = f"{path_text(path)} line {report.line}: {report.reason}" + (
            f"; {report.remedy}" if report.remedy else ""
        )
        out.print(without_control_characters(why), markup=False)
        out.print("not verified")
        raise SystemExit(1)
    for sentence in report.sentences:
        out.print(without_control_characters(sentence), markup=False)
    if not report.proven:
        out.print("not verified")
        raise SystemExit(1)
    out.print(f"verified {report.entries} entries, {report.counted}")


def luck(path: Path, side: str) -> None:
    """Print the results of the dice against the expected ones, from the knowledge of one side (or a
    spectator)."""
    game = open_log(path)
    seat = (
        None
        if side == "all"
        else find_side(find_scenario(game.book, game.setup.scenario), side)
        if side
        else ""
    )
    print_luck(game, seat, console())


def print_luck(game: Game, side: str | None, out: Console) -> None:
    """Print the luck of a game by side in a table, then the distribution of faces."""
    from rich.table import Table

    rows = game.luck(side)
    if not rows:
        out.print("no rolls to compare yet")
        return
    table = Table(
        "side", "rolls", "dice", "result", "expected", "percentile", box=None, pad_edge=False
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        numbers = (
            str(row.rolls),
            str(row.dice),
            f"{row.result:g}",
            f"{row.mean:.1f}",
            f"{row.percentile:.0f}",
        )
        table.add_row(escape(row.side or NOBODY), *numbers)
    out.print(table)
    for row in rows:
        out.print(f"\n[bold]{escape(row.side or NOBODY)}[/]  {escape(row.words)}")
        for faces in row.faces:
            shown = "  ".join(f"{k}:{n}" for k, n in enumerate(faces.counts, 1))
            what = "faces" if len(faces.counts) == faces.sides else "tenths"
            out.print(f"  {what}  {shown}  [dim]{faces.expected:.1f} of each expected[/]")
            out.print(f"  [dim]{escape(faces.words)}[/]")


def export(path: Path, side: str, format: str, output: Path | None) -> None:
    """Write the log that one side may see (a spectator's when *side* is empty, everything when it
    is ``all``)."""
    if format not in FORMATS:
        stop(f"--format is one of {', '.join(FORMATS)}, not {format!r}")
    game = open_log(path)
    whole = side == "all"
    seat = (
        "" if whole or not side else find_side(find_scenario(game.book, game.setup.scenario), side)
    )
    if format == "text":
        text = _story(game, seat, whole)
    elif whole and format == "jsonl":
        text = "\n".join(game.lines()) + "\n"
    else:
        entries = game.entries if whole else game.side_log(seat)
        if format == "jsonl":
            text = "".join(msgspec.json.encode(e).decode() + "\n" for e in entries)
        else:
            sheet = io.StringIO()
            writer = csv.writer(sheet)
            writer.writerow(["n", "kind", "side", "clause", "what", "faces", "text"])
            for e in entries:
                tag = tag_of(e.event) if e.event is not None else e.why
                writer.writerow(
                    [e.n, e.kind, e.side, e.clause, tag, " ".join(map(str, e.faces)), e.text]
                )
            text = sheet.getvalue()
    if output is None or str(output) == "-":
        console().file.write(text)
    else:
        write_text(output, text, "export")


def _story(game: Game, seat: str, whole: bool) -> str:
    from .log_text import LogText

    story = LogText(game)
    lines = []
    if whole:
        told = [(e, game.state_before(e.n)) for e in game.entries]
    else:
        told = list(game.side_log_with_views(seat))
    for entry, view in told:
        text, clause = story.plain(entry, view, seat)
        if text:
            lines.append(f"{text} [{clause}]" if clause else text)
    return "\n".join(lines) + "\n"
