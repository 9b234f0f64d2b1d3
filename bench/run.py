"""``make bench``: one run of every measurement, printed as tables; ``--write`` records it in
docs/data/benchmarks.json, from which ``make docs`` makes the page.

Ratios say how many times better flagplot is (below 1: worse). No thresholds: a figure is reported,
not judged.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from timing import Figure, told

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]

from page_data import DATA, Block, Table, markdown, write  # noqa: E402

Figures = dict[str, Figure]


def attempt(what: str, work: Callable[[], Figures]) -> tuple[Figures, str]:
    """Return figures; or a note why there are none (a program that is not installed or does not run
    here)."""
    print(f"measuring {what} ...", file=sys.stderr, flush=True)
    try:
        return work(), ""
    except Exception as e:
        return {}, f"{what}: not measured ({type(e).__name__}: {e})"


def ratio(ours: Figure, theirs: Figure) -> str:
    """Return how many times better *ours* is."""
    better = theirs.value / ours.value if ours.unit == "s" else ours.value / theirs.value
    return f"{better:.1f}" if better >= 1 else f"{better:.2f}"


def against(ours: Figures, peers: dict[str, Figures]) -> Table:
    """Return flagplot's figures beside those of each other program, with ratios."""
    rows = []
    for name, figure in ours.items():
        row = [name, f"{told(figure)} ±{figure.spread:.0f} %"]
        for theirs in peers.values():
            row.append(
                f"{told(theirs[name])} ({ratio(figure, theirs[name])}×)" if name in theirs else "-"
            )
        rows.append(tuple(row))
    return Table(("", "flagplot", *peers), rows)


def paired(figures: Figures) -> Table:
    """Return the figures named ``what | who``, each beside flagplot's figure of the same name."""
    rows = []
    for name, figure in figures.items():
        what, bar, who = name.partition(" | ")
        compared = f"{ratio(figures[what], figure)}×" if bar else ""
        rows.append((what, who or "flagplot", f"{told(figure)} ±{figure.spread:.0f} %", compared))
    return Table(("question", "by", "time", "flagplot is faster by"), rows)


def machine() -> str:
    """Return a description of the machine, without names or dates."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores ({model}), {platform.system()}, {python}"


def measure() -> list[Block]:
    """Return all measurements as paragraphs and tables of the page."""
    import exchange
    import ours
    import peers
    import reach

    missing: list[str] = []

    def get(what: str, work: Callable[[], Figures]) -> Figures:
        found, why = attempt(what, work)
        if why:
            missing.append(why)
        return found

    play = (
        get("checked orders", ours.checked_orders)
        | get("answers", ours.refereed)
        | get("whole games", ours.whole_games)
    )
    play |= get("learning environment", ours.learning)
    rivals = {
        n: get(n, f)
        for n, f in (
            ("python-chess", peers.chess),
            ("catanatron", peers.catanatron),
            ("diplomacy", peers.diplomacy),
        )
    }
    chances = get("odds", exchange.figures)
    sea = get("reach", reach.figures)
    log = get("saved game", ours.saved_game)
    start = get(
        "import",
        lambda: {
            "import flagplot": ours.import_time(),
            "import flagplot.table.game.game": ours.import_time("flagplot.table.game.game"),
            "import the rule book": ours.import_time("flagplot.rulebooks.awaw"),
            "import the command line": ours.import_time("flagplot.cli.app"),
            "| python-chess": ours.import_time("chess"),
            "| networkx": ours.import_time("networkx"),
        },
    )
    blocks: list[Block] = [
        f"One run on {machine()}. Processor time; medians of several rounds, ± the widest of them.",
        "## Play",
        "A checked order is one verdict with every refusal, in a position that is a new object "
        "but, as in a game, has parts in common with others; *nothing in common* is with every "
        "part of it new, copying included. An answer played is chosen (every candidate is worked "
        "out), checked, carried out and logged. Peers play their own games: the ratio compares "
        "the work of a referee, not the games.",
        against(play, rivals),
        "## Odds",
        paired(chances),
        "## Reach by sea",
        "The same graph for all, and the same answers (checked in the run).",
        paired(sea),
        "## A saved game",
        Table(("", "value"), [(k, told(v)) for k, v in log.items()]),
        "## Start",
        "Beyond a bare interpreter.",
        Table(("", "time"), [(k.lstrip("| "), told(v)) for k, v in start.items()]),
    ]
    if missing:
        blocks += ["## Not measured", "\n".join(f"- {m}" for m in missing)]
    return blocks


def main() -> None:
    """Measure, print, and with ``--write`` record."""
    blocks = measure()
    print(markdown(blocks))
    if "--write" in sys.argv[1:]:
        write(DATA / "benchmarks.json", blocks)


if __name__ == "__main__":
    main()
