"""``flagplot simulate`` and ``flagplot ladder``: many games played by computer admirals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flagplot.table.language.sentences import count_text

from .common import console, escape, find_book, find_scenario, house_choices, make_setup
from .files import stop

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.admirals.simulate import Match, PlayedGame
    from flagplot.table import Rulebook


def ladder(
    book: str,
    scenario: str,
    admirals: str,
    pairs: int,
    seed: str,
    seconds: float,
    workers: int,
    start: str,
    house: Sequence[str],
) -> None:
    """Play *pairs* pairs of games with the same dice, sides changed. The result comes last, in one
    line."""
    from flagplot.admirals import admiral, admirals_for, with_time_limit
    from flagplot.admirals.ladder import play_pairs, summarise_pairs
    from flagplot.admirals.search import run_in_process
    from flagplot.room.search_pool import SearchPool

    known = find_book(book)
    card = find_scenario(known, scenario)
    setup, law, _ = make_setup(
        known, scenario, start=start, edition="", house=house_choices(house), tables=None
    )
    names = [n.strip() for n in admirals.split(",")]
    if len(names) != 2 or len(card.sides) != 2:
        stop("--admirals needs two names separated by a comma, and the scenario two sides")
    players = []
    for name in names:
        player = admiral(name)
        if name not in admirals_for(known):
            stop(f"{name} does not play {known.title}; these do: {', '.join(admirals_for(known))}")
        players.append(player)
    with closing(SearchPool()) as cores:
        # when the games themselves use many cores, each searches on one
        thinking = cores if workers == 1 else run_in_process
        first, second = (
            with_time_limit(p, time.monotonic, seconds, thinking) if seconds else p for p in players
        )
        found = summarise_pairs(
            card.sides, play_pairs(known, setup, law, (first, second), seed, pairs, workers)
        )
    out = console()
    by_clock = f", {seconds:g} s a decision" if seconds else ""
    out.print(f"{escape(card.title)}: {pairs} pairs of games, seed {escape(seed)}{by_clock}")
    for side, score in found.seats:
        out.print(f"{escape(names[0])} as {escape(side):12} {score:5.2f}")
    rating = ["far" if abs(x) == float("inf") else f"{x:+.0f}" for x in found.elo]
    out.print(
        f"points ahead {found.margin:+.1f} a game; Elo {rating[0]} [{rating[1]}, {rating[2]}]",
        markup=False,
    )
    result = f"{found.wins}-{found.draws}-{found.losses} score {found.score:.2f} [{found.low:.2f}, {found.high:.2f}]"
    out.print(f"{names[0]} vs {names[1]} {result}", markup=False)


def simulate(
    book: str,
    scenario: str,
    games: int,
    seed: str,
    workers: int,
    admirals: str,
    edition: str,
    start: str,
    house: Sequence[str],
    tables: Sequence[Path],
    sweep: Sequence[str],
    out: Path | None,
) -> None:
    """Play *games* games under every reading. A progress bar goes to standard error, the summaries
    with their digests to standard output. Ctrl-C keeps the finished games."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    from flagplot.admirals import admiral
    from flagplot.admirals.simulate import play_many

    known = find_book(book)
    card = find_scenario(known, scenario)
    names = [n.strip() for n in admirals.split(",")]
    if len(names) == 1:
        names *= len(card.sides)
    if len(names) != len(card.sides):
        stop(f"--admirals needs one name for each of {', '.join(card.sides)}, separated by commas")
    for name in names:
        admiral(name)
    if out is not None:
        from . import simulation_report

        simulation_report.check_packages()
        simulation_report.check_folder(out)
    matches = readings(
        known,
        scenario,
        tuple(names),
        edition,
        start,
        house,
        tables,
        sweep,
        recorded=out is not None,
    )
    progress = console(err=True)
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=progress,
        transient=True,
        disable=not progress.is_terminal,
    )
    done: dict[str, list[PlayedGame]] = {reading: [] for reading in matches}
    spent: dict[str, float] = {}
    stopped = False
    with bar:
        for reading, match in matches.items():
            task, begun = (
                bar.add_task(f"{book} {scenario} {reading}".strip(), total=games),
                time.perf_counter(),
            )

            def keep(played: PlayedGame, reading: str = reading, task: Any = task) -> None:
                done[reading].append(played)
                bar.advance(task)

            try:
                play_many(match, games, seed, workers, on_game=keep)
            except KeyboardInterrupt:
                stopped = True
            spent[reading] = time.perf_counter() - begun
            if stopped:
                break
    done = {
        reading: sorted(played, key=lambda p: p.index) for reading, played in done.items() if played
    }
    if not done:
        stop("stopped before a game was over; nothing is kept", 1)
    told = console()
    players = ", ".join(f"{s} {n}" for s, n in zip(card.sides, names, strict=True))
    for reading, played in done.items():
        under = f", {reading}" if reading else ""
        count = count_text(len(played), "game") + (
            f" of {games}, stopped" if len(played) < games else ""
        )
        told.print(
            f"{escape(card.title)}: {count}, {escape(players)}, seed {escape(seed)}{escape(under)}"
        )
        _sums(told, card.sides, played, spent[reading])
    if out is not None:
        _study(out, card.title, f"{players}, seed {seed}", card.sides, card.board, done)
        told.print(f"written to {escape(str(out))}")


def readings(
    book: Rulebook[Any],
    scenario: str,
    names: tuple[str, ...],
    edition: str,
    start: str,
    house: Sequence[str],
    tables: Sequence[Path],
    sweep: Sequence[str],
    *,
    recorded: bool,
) -> dict[str, Match]:
    """Return the match of each reading, by its name: every choice of the swept switches, the game's
    own choice first; or each folder of tables. A single unnamed match when nothing is compared.
    Raises :class:`~flagplot.cli.files.CommandError`."""
    from flagplot.admirals.simulate import Match
    from flagplot.table.setup.rulings import load_switches

    chosen = house_choices(house)
    if sweep and len(tables) > 1:
        stop("compare either switches (--sweep) or tables (--tables A B), one at a time")
    said: list[tuple[str, dict[str, str], Path | None]] = []
    switches = load_switches(book.id)
    for id in sweep:
        if id not in switches:
            stop(f"{book.title} has no switch {id!r}; `flagplot house {book.id}` lists them")
        own = chosen.get(id, switches[id].default)
        for choice in sorted((c for c, _ in switches[id].choices), key=lambda c: c != own):
            said.append((f"{id}={choice}", {**chosen, id: choice}, tables[0] if tables else None))
    if not sweep:
        said = [(str(t) if len(tables) > 1 else "", chosen, t) for t in tables] or [
            ("", chosen, None)
        ]
    found = {}
    for name, switched, folder in said:
        setup, _, files = make_setup(
            book, scenario, start=start, edition=edition, house=switched, tables=folder
        )
        found[name] = Match(book.id, setup, names, files, recorded)
    return found


def _sums(out: Console, sides: tuple[str, ...], played: Sequence[PlayedGame], spent: float) -> None:
    from flagplot.admirals.simulate import summarise_run

    sums = summarise_run(sides, played)
    counted = f"{sums.answers} orders, {sums.rolls} rolls, {spent:.1f} s"
    out.print(f"{len(played) / spent:.2f} games/s, {sums.answers / spent:.0f} orders/s ({counted})")
    for who, n, share, low, high in sums.shares:
        what = "drawn" if who == "draw" else f"{who} wins"
        out.print(
            f"{escape(what):16} {n:5}  {100 * share:5.1f} %  (95 %: {100 * low:.1f} to "
            f"{100 * high:.1f})"
        )
    for side, mean, half in sums.scores:
        spread = f" ± {half:.2f}  (95 %)" if len(played) > 1 else ""
        out.print(f"{escape(side + ' score'):16} {mean:8.2f}{spread}")
    for degree, n in sums.degrees:
        out.print(f"[dim]{n:6} × {escape(degree)}[/]")
    out.print(f"digest {sums.digest}")


def _study(
    folder: Path,
    title: str,
    told: str,
    sides: tuple[str, ...],
    board: str,
    done: dict[str, list[PlayedGame]],
) -> None:
    from flagplot import boards
    from flagplot.admirals.game_records import merge_records

    from . import simulation_report

    rows = merge_records(
        (reading, p.record)
        for reading, played in done.items()
        for p in played
        if p.record is not None
    )
    games = max(len(played) for played in done.values())
    simulation_report.write(
        folder, rows, title, f"{count_text(games, 'game')}, {told}", sides, boards.load(board)
    )
