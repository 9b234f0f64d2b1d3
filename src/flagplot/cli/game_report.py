"""``flagplot report``, and the summary that ``flagplot play`` prints after a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flagplot.table.language import sentences

from .common import clause_markup, console, escape, open_log
from .files import path_text, stop

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table.analysis.report import Moment, Report, ReportLine


MOST_LOST = 30
"""Most losses listed."""


def report(path: Path) -> None:
    """Print the report of a finished game; exit 2 while it goes on."""
    from flagplot.table.analysis.report import report as reported

    game = open_log(path)
    if game.outcome is None:
        stop(
            f"{path_text(path)}: the game is not over. A report needs a finished game, because nothing is "
            "hidden in a report"
        )
    print_report(reported(game), console())


def print_report(r: Report, out: Console) -> None:
    """Print the report as text."""
    from rich.table import Table

    won = (
        sentences.side_clause(r.winner, "won", "won")
        if r.winner
        else "A draw"
        if r.degree != "closed"
        else "The game was closed"
    )
    degree = f", {r.degree}" if r.degree not in ("", "closed", r.winner) else ""
    out.print(
        f"[bold]{escape(r.title)}[/]: "
        f"{escape(won + degree)}{escape(f' ({r.short})' if r.short else '')}"
    )
    table = Table("turn", *r.sides, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for turn in r.turns:
        points = dict(turn.points)
        table.add_row(escape(turn.name), *(f"{points.get(s, 0):g}" for s in r.sides))
    out.print(table)
    for turn in r.turns:
        for line in turn.reasons:
            out.print(f"  {line.n:>4}  {_line(line)}")
    if r.turning >= 0:
        out.print("\n[bold]The turning point[/]")
        _moment(r, r.moments[r.turning], out)
    diced = [m for m in r.moments if m.samples and abs(m.dice) >= 0.05]
    if diced:
        out.print(
            "\n[bold]What the dice did[/], against the same orders played again with other dice"
        )
        for m in sorted(diced, key=lambda m: -abs(m.dice)):
            gained = " and ".join(
                sentences.side_name(None, s) for s in (r.sides[:1] if m.dice > 0 else r.sides[1:])
            )
            out.print(f"  {m.first:>4}  {escape(m.turn)}: {abs(m.dice):.1f} for {escape(gained)}")
    for row in r.luck:
        if row.side:
            out.print(f"  [bold]{escape(row.side)}[/]  {escape(row.words)}")
    lost = [t for t in r.tracks if t.lost]
    if lost:
        out.print("\n[bold]Losses[/]")
        for t in lost[:MOST_LOST]:
            out.print(f"  {escape(t.side)}  {escape(t.name)}: {escape(t.lost)}")


def _moment(r: Report, m: Moment, out: Console) -> None:
    before, after = m.lead
    where = f"{m.turn}, entries {m.first} to {m.last}"
    out.print(
        f"  {escape(where)}: the lead of {escape(sentences.side_name(None, r.sides[0]))} goes "
        f"from {before:+g} to {after:+g}"
    )
    for line in m.lines:
        if line.kind == "event" and (line.scores or line is m.lines[-1]):
            out.print(f"  {line.n:>4}  {_line(line)}")


def _line(line: ReportLine) -> str:
    return f"{escape(line.text)} {clause_markup(line.clause)}".rstrip()
