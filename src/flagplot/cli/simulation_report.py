"""``flagplot simulate --out``: tables of many games as Parquet and CSV, and a report with plots.
Needs the extra ``design``."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .files import path_text, stop

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from flagplot.admirals.game_records import Record
    from flagplot.boards import Board


SHIPS = 30
"""Most ships in the plot of losses."""


DECISIONS = 15


BINS = 24


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 "
    "1rem;color:#1c2733;background:#fbfaf6}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;border-bottom:1px "
    "solid #d5d0c4;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}"
)


def check_packages() -> None:
    """Check the optional packages before any game is played. Raises
    :class:`~flagplot.cli.files.CommandError`."""
    try:
        import matplotlib  # noqa: F401
        import polars  # noqa: F401
    except ImportError as e:
        stop(f"--out needs {e.name}: pip install 'flagplot[design]'")


def check_folder(folder: Path) -> None:
    """Check before any game is played that the folder can be written. Raises
    :class:`~flagplot.cli.files.CommandError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        stop(f"{path_text(folder)} is a file; --out needs a folder to write to")
    except OSError as e:
        stop(f"{path_text(folder)}: the folder cannot be made ({e.strerror or e})")


def write(
    folder: Path, rows: Record, title: str, told: str, sides: Sequence[str], board: Board
) -> None:
    """Write every table of *rows* as ``NAME.parquet`` and ``NAME.csv``, and ``report.html``."""
    import polars

    for name, table in rows.items():
        frame = polars.DataFrame(table, infer_schema_length=None)
        _whole(folder / f"{name}.parquet", lambda path, f=frame: f.write_parquet(path))
        _whole(folder / f"{name}.csv", lambda path, f=frame: f.write_csv(path))
    page = report(rows, title, told, sides, board)
    _whole(folder / "report.html", lambda path: path.write_text(page, "utf-8"))


def _whole(path: Path, put: Any) -> None:
    """Write a file completely or not at all."""
    part = path.with_name(path.name + ".part")
    put(part)
    part.replace(path)


def report(rows: Record, title: str, told: str, sides: Sequence[str], board: Board) -> str:
    """Return the report as one HTML page without external files."""
    from flagplot.admirals import statistics

    where, when = statistics.battles_by_place_and_turn(rows["battles"])
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(told)}</p>",
        "<h2>Results</h2>",
        _results(rows, sides),
    ]
    parts += [_svg(_leads(rows, sides)), "<h2>Points by turn</h2>", _svg(_points(rows, sides))]
    if apart := statistics.compare_readings(rows["games"]):
        parts += [
            "<h2>Readings, with the same dice</h2>",
            _table(
                ("reading", "games", f"lead of {sides[0]} changes by", "±", "another winner in"),
                [
                    (p.reading, p.games, f"{p.difference:+.2f}", f"{p.half:.2f}", p.other_winner)
                    for p in apart
                ],
            ),
        ]
    parts += ["<h2>Ships lost</h2>", _svg(_losses(rows))]
    parts += ["<h2>Where fights happen</h2>", battle_map(board, where)]
    off = [
        (place, n)
        for place, n in sorted(where.items(), key=lambda x: -x[1])
        if place not in board.hexes
    ]
    parts += [_table(("off the board", "battles"), off)] if off else []
    parts += ["<h2>When fights happen</h2>", _svg(_by_turn(when))]
    mattered = statistics.decisive_answers(rows["games"], rows["decisions"], sides)[:DECISIONS]
    parts += [
        "<h2>Decisions that went with the result</h2>",
        _table(
            ("turn", "side", "order or answer", "in games", "its lead changes by", "±"),
            [
                (
                    e.turn,
                    e.side,
                    e.what,
                    f"{e.games} of {e.of}",
                    f"{e.effect:+.2f}",
                    f"{e.half:.2f}",
                )
                for e in mattered
            ],
        )
        if mattered
        else "<p>None differs surely between good games and bad ones.</p>",
    ]
    if mattered:
        parts.append(
            "<p>Games with and without a decision differ in other things as well: this is a hint, "
            "not a proof.</p>"
        )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return head + "\n".join(parts) + "</html>\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=n' if not isinstance(c, str) or c[:1] in '+-' else ''}>{escape(str(c))}</td>"
            for c in row
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{''.join(f'<th>{escape(h)}</th>' for h in head)}</tr>{cells}</table>"


def _readings(rows: Record) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for game in rows["games"]:
        found.setdefault(str(game["reading"]), []).append(game)
    return found


def _results(rows: Record, sides: Sequence[str]) -> str:
    from flagplot.admirals.simulate import wilson

    table = []
    for reading, games in _readings(rows).items():
        for who in (*sides, "draw"):
            hits = sum(g["winner"] == who for g in games)
            low, high = wilson(hits, len(games))
            interval = f"{100 * low:.1f} to {100 * high:.1f} %"
            table.append(
                (
                    reading or "as they stand",
                    who,
                    hits,
                    f"{100 * hits / len(games):.1f} %",
                    interval,
                )
            )
    return _table(("rules", "winner", "games", "share", "95 %"), table)


# -- plots
def _figure(height: float = 3.2) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), layout="constrained")
    return figure, figure.subplots()


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _svg(figure: Figure) -> str:
    """Return a figure as SVG text, equal for equal games."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "flagplot", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _leads(rows: Record, sides: Sequence[str]) -> Figure:
    figure, axes = _figure()
    readings = _readings(rows)
    axes.hist(
        [[g["lead"] for g in games] for games in readings.values()],
        bins=BINS,
        label=[r or "games" for r in readings],
    )
    axes.set_xlabel(f"points that {sides[0]} is ahead at the end")
    axes.set_ylabel("games")
    _whole_numbers(axes.yaxis)
    if len(readings) > 1:
        axes.legend()
    return figure


def _points(rows: Record, sides: Sequence[str]) -> Figure:
    from statistics import mean, stdev

    figure, axes = _figure()
    for side in sides:
        by_turn: dict[int, list[float]] = {}
        for row in rows["turns"]:
            if row["side"] == side:
                by_turn.setdefault(int(row["turn"]), []).append(float(row["points"]))
        turns = sorted(by_turn)
        spread = [stdev(by_turn[t]) if len(by_turn[t]) > 1 else 0.0 for t in turns]
        axes.errorbar(
            turns, [mean(by_turn[t]) for t in turns], yerr=spread, capsize=3, marker="o", label=side
        )
    _whole_numbers(axes.xaxis)
    axes.set_xlabel("turn (bars: one standard deviation)")
    axes.set_ylabel("points")
    axes.legend()
    return figure


def _losses(rows: Record) -> Figure:
    from flagplot.admirals.statistics import ship_losses

    lost = [s for s in ship_losses(rows["units"], len(rows["games"])) if s.hits][:SHIPS][::-1]
    figure, axes = _figure(max(2.0, 0.28 * len(lost) + 0.8))
    names = [f"{s.name} ({s.side})" for s in lost]
    shares = [100 * s.share for s in lost]
    ends = [
        [100 * (s.share - s.interval[0]) for s in lost],
        [100 * (s.interval[1] - s.share) for s in lost],
    ]
    axes.barh(names, shares, xerr=ends, color="#8fa9bf", ecolor="#1c2733", capsize=2)
    axes.set_xlabel("% of games in which it is lost (95 %)")
    axes.set_xlim(0, 100)
    return figure


def _by_turn(when: Mapping[int, int]) -> Figure:
    figure, axes = _figure(2.6)
    axes.bar(list(when), list(when.values()), color="#8fa9bf")
    _whole_numbers(axes.xaxis)
    axes.set_xlabel("turn")
    axes.set_ylabel("battles")
    return figure


def battle_map(board: Board, where: Mapping[str, int]) -> str:
    """Return the board with a disc on every place that had battles; its area is their number."""
    from flagplot.boards.svg import draw

    there = {place: n for place, n in where.items() if place in board.hexes}
    if not there:
        return "<p>No battle was fought on the board.</p>"
    most = max(there.values())
    discs = []
    for place, n in sorted(there.items(), key=lambda x: (-x[1], x[0])):
        x, y = board.hexes[place].centre
        radius = board.unit * (0.15 + 0.75 * (n / most) ** 0.5)
        discs.append(
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="#c0392b" '
            'fill-opacity="0.55">'
            f"<title>{escape(place)}: {n} battles</title></circle>"
        )
    drawing = draw(board, window=list(there) if len(there) > 1 else None, ids="none")
    return drawing.replace("</svg>", "".join(discs) + "</svg>")
