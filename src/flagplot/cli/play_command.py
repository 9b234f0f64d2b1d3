"""``flagplot play``: the room for the browser, or a game in the terminal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .common import (
    console,
    find_book,
    find_scenario,
    find_side,
    house_choices,
    make_setup,
    open_log,
)
from .files import file_exists, seed_file, stop, table_files

if TYPE_CHECKING:
    from flagplot.table.game.game import Game

    from .seat_keys import SeatKeys


def room(
    port: int,
    home: Path | None,
    browser: bool,
    address: str,
    book: str,
    scenario: str,
    tables: Path | None,
    hosts: tuple[str, ...] = (),
    behind_proxy: str = "",
    cores: int = 0,
    database: str = "",
) -> None:
    """Serve the start page until stopped."""
    if book or scenario:
        stop(
            "a scenario is chosen on the start page; to play in the terminal: flagplot play "
            f"--text {book} {scenario}".rstrip()
        )
    if home is not None and database:
        stop("games are kept in a folder or in a database; give --home or --database")
    if not address.isprintable() or not address.strip():
        stop(f"--address needs a name or number of this machine, as 127.0.0.1, not {address!r}")
    table_files(tables)
    from flagplot.room.serve import serve
    from flagplot.room.store import StoreError

    try:
        serve(
            port,
            home.expanduser() if home else None,
            browser,
            tables=tables,
            address=address,
            hosts=hosts,
            behind_proxy=behind_proxy,
            cores=cores,
            database=database or None,
        )
    except StoreError as e:
        stop(str(e))
    except OSError as e:
        stop(
            f"the room cannot open at {address}:{port}: {e.strerror or e}; choose another with "
            "--port"
        )


def text(
    book: str,
    scenario: str,
    side: str,
    admiral: str,
    seed: str,
    log: Path | None,
    dice: bool,
    adopt: bool,
    sign: bool,
    edition: str,
    start: str,
    house: Sequence[str],
    tables: Path | None,
    cores: int = 0,
) -> None:
    """Play in the terminal until the game ends or the player leaves."""
    from flagplot.admirals import admiral as find_admiral
    from flagplot.admirals import with_time_limit
    from flagplot.room.search_pool import SearchPool

    from .seat_keys import SeatKeys
    from .terminal import Terminal
    from .terminal_game import TerminalGame

    if sign and log is None:
        stop("--sign keeps a key beside the log; name it with --log")
    if log is not None and file_exists(log, "log"):
        begun = {
            "--seed": seed,
            "--dice": dice,
            "--edition": edition,
            "--start": start,
            "--house": house,
            "--tables": tables,
            "--sign": sign,
        }
        game = resume_game(
            log, book, scenario, adopt, [option for option, value in begun.items() if value]
        )
    elif adopt:
        stop(
            "--adopt goes on with a game; "
            f"{f'there is no log {log}' if log is not None else 'name its log with --log'}"
        )
    else:
        game = new_game(
            book,
            scenario,
            log,
            seed,
            dice,
            start=start,
            edition=edition,
            house=house,
            tables=tables,
            sign=sign,
        )
    card = find_scenario(game.book, game.setup.scenario)
    mine = (find_side(card, side),) if side else card.sides
    if admiral and not side:
        stop(f"say which side is yours: --side {' or --side '.join(card.sides)}")
    keys = SeatKeys.made(mine) if sign else SeatKeys.beside(log)
    check_keys(game, keys, mine, log)
    with closing(SearchPool(cores)) as thinking:
        player = with_time_limit(
            find_admiral(admiral or "greedy"), time.monotonic, thinking=thinking
        )
        players = {s: player for s in card.sides if s not in mine}
        Terminal(
            TerminalGame(game, card, mine, players, console(), log, keys=keys, thinking=thinking)
        ).play()


def resume_game(log: Path, book: str, scenario: str, adopt: bool, late: Sequence[str]) -> Game:
    """Return the game of a log, with today's rules if *adopt* is true. *late* are given options
    that apply only to a new game."""
    game = open_log(log)
    if game.read_only and adopt:
        game.adopt()
    elif game.read_only:
        stop(f"{log}: this game cannot be played on as it is: {game.read_only} (--adopt)")
    if (book and book != game.book.id) or (scenario and scenario != game.setup.scenario):
        stop(
            f"{log} holds a game of {game.book.id} {game.setup.scenario}; leave book and scenario "
            "out to go on with it"
        )
    if late:
        stop(
            f"{log} holds a game that has begun, and {' and '.join(late)} would have no effect; "
            "leave it out to go on"
        )
    return game


def check_keys(game: Game, keys: SeatKeys, mine: Sequence[str], log: Path | None) -> None:
    """Raise :class:`~flagplot.cli.files.CommandError` when a side signs this game and its key is
    missing: its unsigned acts would be refused."""
    from .seat_keys import key_file

    if game.outcome is not None or log is None:
        return
    lacking = keys.lacking(game)
    if lacking:
        stop(
            f"{log}: {' and '.join(lacking)} signed this game, and the key is not in "
            f"{key_file(log)}; put that file back"
        )
    led = [side for side in game.seats.keys if side not in mine]
    if led:
        stop(
            f"{log}: {' and '.join(led)} signed this game, so no admiral can go on for it; leave "
            "--side out"
        )


def new_game(
    book: str,
    scenario: str,
    log: Path | None,
    seed: str,
    dice: bool,
    *,
    start: str,
    edition: str,
    house: Sequence[str],
    tables: Path | None,
    sign: bool,
) -> Game:
    """Return a new game: with real dice, those of a seed, or sealed ones. When sides *sign* it, it
    has an id for signatures."""
    from flagplot.table.core.dice import Dice, ManualDice, SealedDice, SeededDice
    from flagplot.table.game.game import Game

    from .seat_keys import key_file

    if not book or not scenario:
        stop("say what to play: flagplot play --text BOOK SCENARIO; `flagplot books` lists them")
    if dice and seed:
        stop("--dice rolls real dice and --seed computed ones; choose one of them")
    known = find_book(book)
    setup, law, _ = make_setup(
        known, scenario, start=start, edition=edition, house=house_choices(house), tables=tables
    )
    for file, what, holds in (
        (key_file, "key file", "keys"),
        (seed_file, "seed file", "secret dice"),
    ):
        if log is not None and file_exists(file(log), what):
            stop(
                f"{file(log)} holds the {holds} of another game, whose log is not beside it; "
                "move it away, or name another --log"
            )
    source: Dice = (
        ManualDice() if dice else SeededDice(seed) if seed else SealedDice(secrets.token_bytes(32))
    )
    if dice:  # real dice have no secret from which an id secret could be derived
        setup = replace(setup, lots=secrets.token_hex(16))
    return Game.new(
        known, setup, rulings=law, dice=source, id=secrets.token_urlsafe(9) if sign else ""
    )
