"""``flagplot simulate``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from .common import console, escape, find_book, find_scenario, house_choices, lay_out, stop


def simulate(
    book: str, scenario: str, games: int, seed: str, workers: int, admirals: str,
    edition: str, start: str, house: Sequence[str], tables: Path | None,
) -> None:
    """Play *games* games; a progress bar on standard error, the tally on standard output, the digest last."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from flagplot.admirals import admiral
    from flagplot.admirals.simulate import Match, Played, play_many, tally

    known = find_book(book)
    card = find_scenario(known, scenario)
    setup, _, files = lay_out(known, scenario, start=start, edition=edition, house=house_choices(house), tables=tables)
    names = [n.strip() for n in admirals.split(",")]
    if len(names) == 1:
        names *= len(card.sides)
    if len(names) != len(card.sides):
        stop(f"--admirals wants one name for each of {', '.join(card.sides)}, parted by commas")
    for name in names:
        admiral(name)
    match = Match(known.id, setup, tuple(names), files)
    begun = time.perf_counter()
    progress = console(err=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=progress, transient=True, disable=not progress.is_terminal,
    )
    with bar:
        task = bar.add_task(f"{book} {scenario}", total=games)

        def count(played: Played) -> None:
            bar.advance(task)

        played = play_many(match, games, seed, workers, on_game=count)
    spent = time.perf_counter() - begun
    sums = tally(card.sides, played)
    out = console()
    players = ", ".join(f"{s} {n}" for s, n in zip(card.sides, names, strict=True))
    out.print(f"{escape(card.title)}: {games} games, {escape(players)}, seed {escape(seed)}")
    counted = f"{sums.answers} orders, {sums.rolls} rolls, {spent:.1f} s"
    out.print(f"{games / spent:.2f} games/s, {sums.answers / spent:.0f} orders/s ({counted})")
    for who, n, share, low, high in sums.shares:
        what = "drawn" if who == "draw" else f"{who} wins"
        out.print(f"{escape(what):16} {n:5}  {100 * share:5.1f} %  (95 %: {100 * low:.1f} to {100 * high:.1f})")
    for side, mean, half in sums.scores:
        out.print(f"{escape(side + ' score'):16} {mean:8.2f} ± {half:.2f}")
    for degree, n in sums.degrees:
        out.print(f"[dim]{n:6} × {escape(degree)}[/]")
    out.print(f"digest {sums.digest}")
