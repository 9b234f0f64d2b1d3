"""The commands and their options. Their modules are imported when a command is called, so that
``--help`` is fast."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from . import shell_completion
from .files import CommandError, stop, without_control_characters

app = typer.Typer(
    name="flagplot",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="A referee and table for the naval rules of World War II wargames.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
rules_app = typer.Typer(
    no_args_is_help=True,
    help="The rules clause by clause: each requirement, the code that enforces it, the cases that prove it.",
)
case_app = typer.Typer(
    no_args_is_help=True, help="Run and list cases: rulings as data (given, when, then)."
)
app.add_typer(rules_app, name="rules")
app.add_typer(case_app, name="case")

BOOK_WORDS = "Rule book, for instance awaw."
SIDE_WORDS = (
    "Side whose knowledge is used (what it may {verb}). Default: a spectator. `all`: everything."
)
Book = Annotated[str, typer.Argument(help=BOOK_WORDS, autocompletion=shell_completion.books)]
ScenarioName = Annotated[
    str,
    typer.Argument(
        help="Scenario, for instance norway-1940.", autocompletion=shell_completion.scenarios
    ),
]
Tables = Annotated[
    Path | None,
    typer.Option(
        "--tables",
        metavar="FOLDER",
        help="A folder of your own tables that replace the book's by id.",
    ),
]
Edition = Annotated[str, typer.Option(metavar="NAME", help="Edition of the rules.")]
House = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SWITCH=CHOICE",
        help="A house switch; may be given again.",
        autocompletion=shell_completion.switches,
    ),
]
Start = Annotated[str, typer.Option(metavar="NAME", help="Start variant of the scenario.")]
Log = Annotated[Path, typer.Argument(help="A game's log (JSON Lines); - reads standard input.")]
Areas = Annotated[
    list[str] | None,
    typer.Option(
        metavar="AREA",
        help="Only this area; may be given again.",
        autocompletion=shell_completion.areas,
    ),
]
OneBook = Annotated[
    str,
    typer.Option(
        metavar="BOOK",
        help="Rule book. Default: every book.",
        autocompletion=shell_completion.books,
    ),
]
Citing = Annotated[
    str,
    typer.Option(
        metavar="CLAUSE",
        help="Only cases that cite this clause or a part of it.",
        autocompletion=shell_completion.clauses,
    ),
]
FLAG = ""
"""The metavar of an option without a value."""


def _version(wanted: bool) -> None:
    if wanted:
        from flagplot import __version__

        typer.echo(f"flagplot {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar=FLAG, callback=_version, is_eager=True, help="Show the version."
        ),
    ] = False,
) -> None:
    pass


@app.command()
def play(
    book: Annotated[
        str,
        typer.Argument(help="With --text: the rule book.", autocompletion=shell_completion.books),
    ] = "",
    scenario: Annotated[
        str,
        typer.Argument(
            help="With --text: the scenario.", autocompletion=shell_completion.scenarios
        ),
    ] = "",
    text: Annotated[
        bool,
        typer.Option(
            "--text", metavar=FLAG, help="Play here in the terminal instead of in the browser."
        ),
    ] = False,
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Port of the room; 0 takes any free one."),
    ] = 8400,
    home: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for games. Default: $FLAGPLOT_HOME, else your data folder.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option(metavar=FLAG, help="Open a browser on the start page.")
    ] = True,
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen on; 0.0.0.0 admits others on your network.",
        ),
    ] = "127.0.0.1",
    host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name of the room; may be given again."),
    ] = None,
    behind_proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address of a web server in front of the room; its forwarded client addresses are trusted.",
        ),
    ] = "",
    cores: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=1024,
            help="Cores for the search admiral; 0: all cores, at most eight.",
        ),
    ] = 0,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Keep games in this database instead of a folder (else $FLAGPLOT_DATABASE).",
        ),
    ] = "",
    side: Annotated[
        str,
        typer.Option(
            metavar="SIDE",
            help="Text: your side. Default: all sides.",
            autocompletion=shell_completion.sides,
        ),
    ] = "",
    admiral: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Text: admiral of the other sides: greedy (default), steady, search or random.",
            autocompletion=shell_completion.admirals,
        ),
    ] = "",
    seed: Annotated[
        str,
        typer.Option(
            metavar="SEED", help="Text: seed of the dice, for a game that can be repeated."
        ),
    ] = "",
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Text: keep the game in this file; an existing game is continued.",
        ),
    ] = None,
    dice: Annotated[
        bool,
        typer.Option("--dice", metavar=FLAG, help="Text: roll real dice and type their faces."),
    ] = False,
    adopt: Annotated[
        bool,
        typer.Option(
            "--adopt",
            metavar=FLAG,
            help="Text: continue a log of other rules under the rules of this program.",
        ),
    ] = False,
    sign: Annotated[
        bool,
        typer.Option(
            "--sign",
            metavar=FLAG,
            help="Text: sign your orders, with keys kept beside the log.",
        ),
    ] = False,
    edition: Edition = "",
    start: Start = "",
    house: House = None,
    tables: Tables = None,
) -> None:
    """Play in the browser, or with --text here in the terminal."""
    from . import play_command

    if text:
        play_command.text(
            book,
            scenario,
            side,
            admiral,
            seed,
            log,
            dice,
            adopt,
            sign,
            edition,
            start,
            house or [],
            tables,
            cores,
        )
    else:
        play_command.room(
            port,
            home,
            browser,
            address,
            book,
            scenario,
            tables,
            tuple(host or ()),
            behind_proxy,
            cores,
            database,
        )


@app.command()
def simulate(
    book: Book,
    scenario: ScenarioName,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000_000, help="How many games.")
    ] = 100,
    seed: Annotated[str, typer.Option(metavar="SEED", help="Seed of the run.")] = "1",
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=1024, help="Processes to play on.")
    ] = 1,
    admirals: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="Admirals of the sides in seat order, separated by commas."
        ),
    ] = "greedy,greedy",
    edition: Edition = "",
    start: Start = "",
    house: House = None,
    tables: Tables = None,
    others: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FOLDER", help="After --tables: more folders, to compare with the first."
        ),
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SWITCH",
            help="Compare every choice of a house switch, with the same dice; may be given again.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write tables (Parquet, CSV) and a report (HTML) into this folder."
        ),
    ] = None,
) -> None:
    """Play whole games between admirals and summarise them. Ctrl-C ends the run and keeps the
    finished games."""
    from . import simulate_commands

    if others and tables is None:
        stop("folders of tables come after --tables, as in --tables mine theirs")
    folders = [*([tables] if tables is not None else []), *(others or [])]
    simulate_commands.simulate(
        book,
        scenario,
        games,
        seed,
        workers,
        admirals,
        edition,
        start,
        house or [],
        folders,
        sweep or [],
        out,
    )


@app.command()
def ladder(
    book: Book,
    scenario: ScenarioName,
    admirals: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="The two admirals to compare.",
            autocompletion=shell_completion.admirals,
        ),
    ] = "search,greedy",
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, max=1_000_000, help="Pairs of games, sides changed.")
    ] = 10,
    seed: Annotated[str, typer.Option(metavar="SEED", help="Seed of the run.")] = "1",
    seconds: Annotated[
        float,
        typer.Option(
            metavar="T",
            min=0,
            max=600,
            help="Seconds a decision of an admiral that searches; 0: a fixed number of playouts.",
        ),
    ] = 0.0,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=1024, help="Processes to play on.")
    ] = 1,
    start: Start = "",
    house: House = None,
) -> None:
    """Compare two admirals: pairs of games with the same dice, sides changed."""
    from . import simulate_commands

    simulate_commands.ladder(
        book, scenario, admirals, pairs, seed, seconds, workers, start, house or []
    )


@app.command()
def route(
    board: Annotated[
        str,
        typer.Argument(
            help="Board, for instance awaw-europe.", autocompletion=shell_completion.boards
        ),
    ],
    origin: Annotated[
        str,
        typer.Argument(
            metavar="FROM", help="Place or hex.", autocompletion=shell_completion.places
        ),
    ],
    goal: Annotated[
        str,
        typer.Argument(metavar="TO", help="Place or hex.", autocompletion=shell_completion.places),
    ],
    closed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STRAIT",
            help="A closed strait or canal; may be given again.",
            autocompletion=shell_completion.links,
        ),
    ] = None,
    via: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE",
            help="A place to pass; may be given again.",
            autocompletion=shell_completion.places,
        ),
    ] = None,
    avoid: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="A hex not to enter; may be given again."),
    ] = None,
    touch_every: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=10_000, help="Touch a port at least every N hexes."),
    ] = None,
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PORT",
            help="A port that may be touched; may be given again. Default: all ports of the board.",
            autocompletion=shell_completion.places,
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=100_000, help="No longer than N hexes.")
    ] = None,
) -> None:
    """Find the shortest route by sea between two places, and what limits it."""
    from . import map_commands

    map_commands.route(
        board, origin, goal, closed or [], via or [], avoid or [], touch_every, port, limit
    )


@app.command()
def board(
    name: Annotated[
        str,
        typer.Argument(
            help="Board. Without it the boards are listed.", autocompletion=shell_completion.boards
        ),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The SVG file to write; - is standard output."
        ),
    ] = None,
    night: Annotated[
        bool, typer.Option("--night", metavar=FLAG, help="The night palette.")
    ] = False,
    window: Annotated[
        str,
        typer.Option(
            metavar="WINDOW", help="Part of it: PLACE:RADIUS, PLACE,PLACE or LEFT,TOP,WIDTH,HEIGHT."
        ),
    ] = "",
    width: Annotated[
        int, typer.Option(metavar="N", min=100, max=20_000, help="Width in pixels.")
    ] = 1600,
    ids: Annotated[
        str, typer.Option(metavar="WHICH", help="Hex ids: auto, none, sea or all.")
    ] = "auto",
    names: Annotated[bool, typer.Option(metavar=FLAG, help="Print the names of places.")] = True,
) -> None:
    """Draw a board as SVG."""
    from . import map_commands

    map_commands.draw(name, output, night, window, width, ids, names)


@case_app.command("run")
def case_run(
    files: Annotated[list[Path] | None, typer.Argument(help="Case files or folders.")] = None,
    book: Annotated[
        str,
        typer.Option(
            metavar="BOOK",
            help="Run a rule book's own casebook.",
            autocompletion=shell_completion.books,
        ),
    ] = "",
    only: Annotated[
        str, typer.Option(metavar="TEXT", help="Only cases whose id contains this.")
    ] = "",
    clause: Citing = "",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", metavar=FLAG, help="Only failures and the last line.")
    ] = False,
    tables: Tables = None,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            metavar=FLAG,
            help="Run them again whenever a case, a table or a rule is saved.",
        ),
    ] = False,
) -> None:
    """Run case files; ends with `N passed, M failed`."""
    from . import case_commands as work

    if watch:
        from .case_commands import watch_cases

        watch_cases(files or [], book, only, clause, tables)
    else:
        work.run(files or [], book, only, clause, quiet, tables)


@case_app.command("list")
def case_list(
    files: Annotated[list[Path] | None, typer.Argument(help="Case files or folders.")] = None,
    book: Annotated[
        str,
        typer.Option(
            metavar="BOOK",
            help="A rule book's own casebook.",
            autocompletion=shell_completion.books,
        ),
    ] = "",
    clause: Citing = "",
) -> None:
    """List cases: id, clauses, title."""
    from . import case_commands as work

    work.list_cases(files or [], book, clause)


@rules_app.command("show")
def rules_show(
    id: Annotated[
        list[str],
        typer.Argument(
            metavar="ID",
            help="Clauses like 21.416C, or a house switch.",
            autocompletion=shell_completion.clauses,
        ),
    ],
    book: OneBook = "",
) -> None:
    """Show a clause and its parts: the requirement, where it is enforced, the cases that prove
    it."""
    from . import rules_commands

    rules_commands.show(id, book)


@rules_app.command("search")
def rules_search(
    words: Annotated[list[str], typer.Argument(help="Words that a clause must all contain.")],
    book: OneBook = "",
) -> None:
    """Find the clauses that contain some words."""
    from . import rules_commands

    rules_commands.search(" ".join(words), book)


@rules_app.command("list")
def rules_list(
    book: Book,
    area: Areas = None,
) -> None:
    """List every clause of a book."""
    from . import rules_commands

    rules_commands.list_rules(book, area or [])


@rules_app.command("coverage")
def rules_coverage(
    book: Book,
    json: Annotated[
        bool,
        typer.Option(
            "--json", metavar=FLAG, help="A JSON list with one object for every requirement."
        ),
    ] = False,
    area: Areas = None,
) -> None:
    """Show how much of a book is enforced and proved."""
    from . import rules_commands

    rules_commands.coverage(book, json, area or [])


@app.command()
def odds(
    book: Book,
    question: Annotated[
        str,
        typer.Argument(
            help="Kind of question. Without it the kinds are listed.",
            autocompletion=shell_completion.questions,
        ),
    ] = "",
    argument: Annotated[
        list[str] | None, typer.Argument(help="Subject of the question, in its own wording.")
    ] = None,
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Ask about the start of this scenario.",
            autocompletion=shell_completion.scenarios,
        ),
    ] = "",
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ask about the position this log ends in.")
    ] = None,
    side: Annotated[
        str,
        typer.Option(
            metavar="SIDE",
            help="Side whose view is used. Default: the first side.",
            autocompletion=shell_completion.sides,
        ),
    ] = "",
    samples: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=10,
            max=10_000_000,
            help="Games sampled where exact odds take too long.",
        ),
    ] = 4000,
    edition: Edition = "",
    start: Start = "",
    house: House = None,
    tables: Tables = None,
) -> None:
    """Answer an odds question, exactly where possible."""
    from . import odds_command

    odds_command.odds(
        book,
        question,
        " ".join(argument or []),
        scenario,
        log,
        side,
        samples,
        edition,
        start,
        house or [],
        tables,
    )


@app.command()
def verify(log: Log) -> None:
    """Verify a finished game: its chain, its dice, and every order again."""
    from . import log_commands

    log_commands.verify(log)


@app.command()
def luck(
    log: Log,
    side: Annotated[str, typer.Option(metavar="SIDE", help=SIDE_WORDS.format(verb="know"))] = "",
) -> None:
    """Compare the dice of a game with the expected results."""
    from . import log_commands

    log_commands.luck(log, side)


@app.command()
def report(log: Log) -> None:
    """Report a finished game: the score and its reasons turn by turn, the turning point, the luck
    of the dice."""
    from . import game_report

    game_report.report(log)


@app.command()
def export(
    log: Log,
    side: Annotated[str, typer.Option(metavar="SIDE", help=SIDE_WORDS.format(verb="see"))] = "",
    format: Annotated[str, typer.Option(metavar="FORMAT", help="text, jsonl or csv.")] = "text",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write; - or none is standard output."
        ),
    ] = None,
) -> None:
    """Write a game's log for people or for other programs."""
    from . import log_commands

    log_commands.export(log, side, format, output)


@app.command("tables")
def tables_(
    book: Book,
    id: Annotated[
        str, typer.Argument(help="Show this table.", autocompletion=shell_completion.tables)
    ] = "",
    toml: Annotated[
        bool,
        typer.Option(
            "--toml",
            metavar=FLAG,
            help="As a table file, to change and put into a folder of your own.",
        ),
    ] = False,
    tables: Tables = None,
) -> None:
    """List the tables of a book with their sources, or show one."""
    from . import rules_commands

    rules_commands.tables(book, id, toml, tables)


@app.command("words")
def words_(
    book: Book,
    about: Annotated[str, typer.Argument(metavar="WORD", help="Only entries with this word.")] = "",
) -> None:
    """Show how the orders and case lines of a book are written, with the synonyms that are
    understood."""
    from . import words_command

    words_command.words(book, about)


@app.command("house")
def house_(book: Book) -> None:
    """List the house switches of a book: the readings chosen where the text is silent."""
    from . import rules_commands

    rules_commands.house(book)


@app.command("books")
def books() -> None:
    """List the rule books and their scenarios."""
    from . import rules_commands

    rules_commands.books()


def use_utf8_output() -> None:
    """Make output of letters beyond ASCII safe: UTF-8 into files and pipes, replacement characters
    on a terminal that lacks them."""
    for stream in (sys.stdout, sys.stderr):
        if (
            isinstance(stream, io.TextIOWrapper)
            and stream.encoding.lower().replace("-", "") != "utf8"
        ):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8")


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line. Every expected error becomes a sentence on standard error and an exit
    code."""
    use_utf8_output()
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
    except CommandError as e:
        typer.echo(f"flagplot: {printable_error(e.message)}", err=True)
        return e.code
    except (ValueError, KeyError, OSError) as e:
        typer.echo(f"flagplot: {printable_error(error_sentence(e))}", err=True)
        return 2
    except Exception as e:
        if os.environ.get("FLAGPLOT_TRACE"):
            raise
        fault = f"{type(e).__name__}: {e}"
        said = f"flagplot: a bug of the program, please report it: {printable_error(fault)} (FLAGPLOT_TRACE=1 shows where)"
        typer.echo(said, err=True)
        return 2
    return 0


LONGEST = 2000
"""Most characters of an error message. It may quote typed or read text of any length."""


def printable_error(message: str) -> str:
    """Return an error message for printing: no control characters, and not too long."""
    return without_control_characters(
        message if len(message) <= LONGEST else f"{message[: LONGEST - 200]} ... {message[-200:]}"
    )


def error_sentence(error: BaseException) -> str:
    """Return an error as one sentence, without Python's wrapping."""
    if isinstance(error, KeyError) and error.args:
        return str(error.args[0])
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror or error}"
    expected = getattr(error, "expected", ())
    return (str(error) or type(error).__name__) + (
        f" (as: {'; '.join(expected[:6])})" if expected else ""
    )
