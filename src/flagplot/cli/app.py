"""The commands and their options. What they do is imported when they are called, so that ``--help`` is quick."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .common import Stop

app = typer.Typer(
    name="flagplot", no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False,
    help="A referee and table for the naval rules of World War II wargames.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules_app = typer.Typer(no_args_is_help=True, help="The rules clause by clause: what they ask, what keeps and proves them.")
case_app = typer.Typer(no_args_is_help=True, help="Rulings as data: given, when, then.")
app.add_typer(rules_app, name="rules")
app.add_typer(case_app, name="case")

Book = Annotated[str, typer.Argument(help="Rule book, for instance awaw.")]
ScenarioName = Annotated[str, typer.Argument(help="Scenario, for instance norway-1940.")]
Tables = Annotated[Path | None, typer.Option("--tables", help="A folder of your own tables that replace the book's by id.")]
Edition = Annotated[str, typer.Option(help="Edition of the rules.")]
House = Annotated[list[str] | None, typer.Option(help="A house switch, SWITCH=CHOICE; may be given again.")]
Start = Annotated[str, typer.Option(help="Start variant of the scenario.")]
Log = Annotated[Path, typer.Argument(help="A game's log (JSON Lines); - reads standard input.")]


def _version(wanted: bool) -> None:
    if wanted:
        from flagplot import __version__

        typer.echo(f"flagplot {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    pass


@app.command()
def play(
    book: Annotated[str, typer.Argument(help="With --text: the rule book.")] = "",
    scenario: Annotated[str, typer.Argument(help="With --text: the scenario.")] = "",
    text: Annotated[bool, typer.Option("--text", help="Play here in the terminal instead of in the browser.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the room; 0 takes any free one.")] = 8400,
    home: Annotated[Path | None, typer.Option(help="Where games are kept (else $FLAGPLOT_HOME, else your data folder).")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser on the start page.")] = True,
    address: Annotated[str, typer.Option(help="Where the room listens; 0.0.0.0 lets others on your network in.")] = "127.0.0.1",
    side: Annotated[str, typer.Option(help="Text: your side; all sides when left out.")] = "",
    admiral: Annotated[str, typer.Option(help="Text: who plays the other sides (random, greedy).")] = "",
    seed: Annotated[str, typer.Option(help="Text: seed of the dice, for a game that can be repeated.")] = "",
    log: Annotated[Path | None, typer.Option(help="Text: keep the game in this file, and go on with it if it is there.")] = None,
    dice: Annotated[bool, typer.Option("--dice", help="Text: roll real dice and type their faces.")] = False,
    edition: Edition = "", start: Start = "", house: House = None, tables: Tables = None,
) -> None:
    """Play: in the browser, or with --text in the terminal."""
    from . import play as work

    if text:
        work.text(book, scenario, side, admiral, seed, log, dice, edition, start, house or [], tables)
    else:
        work.room(port, home, browser, address, book, scenario, tables)


@app.command()
def simulate(
    book: Book, scenario: ScenarioName,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="Seed of the run.")] = "1",
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Processes to play on.")] = 1,
    admirals: Annotated[str, typer.Option(help="Admirals of the sides in seat order, parted by commas.")] = "greedy,greedy",
    edition: Edition = "", start: Start = "", house: House = None, tables: Tables = None,
) -> None:
    """Play whole games between admirals and sum them up."""
    from . import simulate as work

    work.simulate(book, scenario, games, seed, workers, admirals, edition, start, house or [], tables)


@app.command()
def route(
    board: Annotated[str, typer.Argument(help="Board, for instance awaw-europe.")],
    origin: Annotated[str, typer.Argument(metavar="FROM", help="Place or hex.")],
    goal: Annotated[str, typer.Argument(metavar="TO", help="Place or hex.")],
    closed: Annotated[list[str] | None, typer.Option(help="A closed strait or canal; may be given again.")] = None,
    via: Annotated[list[str] | None, typer.Option(help="A place to pass; may be given again.")] = None,
    avoid: Annotated[list[str] | None, typer.Option(help="A hex not to enter; may be given again.")] = None,
    touch_every: Annotated[int | None, typer.Option(min=1, max=10_000, help="Touch a port at least every N hexes.")] = None,
    port: Annotated[list[str] | None, typer.Option(help="A port that may be touched (all of the board when left out).")] = None,
    limit: Annotated[int | None, typer.Option(min=0, max=100_000, help="No longer than this many hexes.")] = None,
) -> None:
    """The shortest way by sea between two places, and what limits it."""
    from . import board as work

    work.route(board, origin, goal, closed or [], via or [], avoid or [], touch_every, port, limit)


@app.command()
def board(
    name: Annotated[str, typer.Argument(help="Board; left out, the boards are listed.")] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The SVG file to write; - is standard output.")] = None,
    night: Annotated[bool, typer.Option("--night", help="The night palette.")] = False,
    window: Annotated[str, typer.Option(help="Part of it: PLACE:RADIUS, PLACE,PLACE or LEFT,TOP,WIDTH,HEIGHT.")] = "",
    width: Annotated[int, typer.Option(min=100, max=20_000, help="Width in pixels.")] = 1600,
    ids: Annotated[str, typer.Option(help="Hex ids: auto, none, sea or all.")] = "auto",
    names: Annotated[bool, typer.Option(help="Print the names of places.")] = True,
) -> None:
    """Draw a board as SVG."""
    from . import board as work

    work.draw(name, output, night, window, width, ids, names)


@case_app.command("run")
def case_run(
    files: Annotated[list[Path] | None, typer.Argument(help="Case files or folders.")] = None,
    book: Annotated[str, typer.Option(help="Run a rule book's own casebook.")] = "",
    only: Annotated[str, typer.Option(help="Only cases whose id contains this.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only failures and the last line.")] = False,
) -> None:
    """Run case files; ends with `N passed, M failed`."""
    from . import cases as work

    work.run(files or [], book, only, quiet)


@case_app.command("list")
def case_list(
    files: Annotated[list[Path] | None, typer.Argument(help="Case files or folders.")] = None,
    book: Annotated[str, typer.Option(help="A rule book's own casebook.")] = "",
    clause: Annotated[str, typer.Option(help="Only cases that cite this clause or a part of it.")] = "",
) -> None:
    """List cases: id, clauses, title."""
    from . import cases as work

    work.list_cases(files or [], book, clause)


@rules_app.command("show")
def rules_show(
    id: Annotated[str, typer.Argument(metavar="ID", help="Clause, for instance 21.416C.")],
    book: Annotated[str, typer.Option(help="Rule book; left out, every book is asked.")] = "",
) -> None:
    """A clause and its parts: what it asks, where it is enforced, which cases prove it."""
    from . import rules as work

    work.show(id, book)


@rules_app.command("search")
def rules_search(
    words: Annotated[list[str], typer.Argument(help="Words that must all be there.")],
    book: Annotated[str, typer.Option(help="Rule book; left out, every book is asked.")] = "",
) -> None:
    """Clauses that speak of something."""
    from . import rules as work

    work.search(" ".join(words), book)


@rules_app.command("list")
def rules_list(
    book: Book, area: Annotated[list[str] | None, typer.Option(help="Only this area; may be given again.")] = None,
) -> None:
    """Every clause of a book."""
    from . import rules as work

    work.list_rules(book, area or [])


@rules_app.command("coverage")
def rules_coverage(
    book: Book,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line for every requirement.")] = False,
    area: Annotated[list[str] | None, typer.Option(help="Only this area; may be given again.")] = None,
) -> None:
    """How much of a book is enforced and proved."""
    from . import rules as work

    work.coverage(book, json, area or [])


@app.command()
def odds(
    book: Book,
    question: Annotated[str, typer.Argument(help="What to ask; left out, the questions are listed.")] = "",
    argument: Annotated[list[str] | None, typer.Argument(help="What it is about, in the question's own words.")] = None,
    scenario: Annotated[str, typer.Option(help="Ask about the start of this scenario.")] = "",
    log: Annotated[Path | None, typer.Option(help="Ask about the position this log ends in.")] = None,
    side: Annotated[str, typer.Option(help="Whose view is asked; the first side when left out.")] = "",
    samples: Annotated[int, typer.Option(min=10, max=10_000_000, help="Games sampled where exact odds take too long.")] = 4000,
    edition: Edition = "", start: Start = "", house: House = None, tables: Tables = None,
) -> None:
    """The odds of something, exact where they can be."""
    from . import odds as work

    work.odds(book, question, " ".join(argument or []), scenario, log, side, samples, edition, start, house or [], tables)


@app.command()
def verify(log: Log) -> None:
    """Prove a finished game: its chain, its dice and every order again."""
    from . import logs as work

    work.verify(log)


@app.command()
def luck(
    log: Log,
    side: Annotated[str, typer.Option(help="As this side may know it; left out, as a spectator. `all`: everything.")] = "",
) -> None:
    """What the dice of a game gave against what they could be expected to give."""
    from . import logs as work

    work.luck(log, side)


@app.command()
def export(
    log: Log,
    side: Annotated[str, typer.Option(help="As this side may see it; left out, as a spectator. `all`: everything.")] = "",
    format: Annotated[str, typer.Option(help="text, jsonl or csv.")] = "text",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write; standard output when left out.")] = None,
) -> None:
    """Write a game's log for people or for other programs."""
    from . import logs as work

    work.export(log, side, format, output)


@app.command("tables")
def tables_(book: Book, id: Annotated[str, typer.Argument(help="Show this table.")] = "", tables: Tables = None) -> None:
    """The tables of a book, with where each comes from."""
    from . import rules as work

    work.tables(book, id, tables)


@app.command("house")
def house_(book: Book) -> None:
    """The house switches of a book: where the text is silent, which reading holds."""
    from . import rules as work

    work.house(book)


@app.command("books")
def books() -> None:
    """The rule books and their scenarios."""
    from . import rules as work

    work.books()


def speak() -> None:
    """Let text with letters beyond ASCII out everywhere: UTF-8 into files and pipes, what it can show on a terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8")


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line; every known trouble becomes a sentence on standard error and an exit code."""
    speak()
    try:
        app(list(argv) if argv is not None else None, prog_name="flagplot")
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        return 130
    except Stop as e:
        typer.echo(f"flagplot: {e.message}", err=True)
        return e.code
    except (ValueError, KeyError, OSError) as e:
        typer.echo(f"flagplot: {told(e)}", err=True)
        return 2
    except Exception as e:
        if os.environ.get("FLAGPLOT_TRACE"):
            raise
        fault = f"{type(e).__name__}: {e}"
        typer.echo(f"flagplot: a fault of the program itself, please report it: {fault} (FLAGPLOT_TRACE=1 shows where)", err=True)
        return 2
    return 0


def told(error: BaseException) -> str:
    """An error in one sentence, without Python's dressing."""
    if isinstance(error, KeyError) and error.args:
        return str(error.args[0])
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror or error}"
    expected = getattr(error, "expected", ())
    return (str(error) or type(error).__name__) + (f" (as: {'; '.join(expected[:6])})" if expected else "")
