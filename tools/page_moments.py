"""Games at every kind of moment, put into a room's store. They give a page of each kind without
playing by hand.

order     an order is asked for, freely           window   a question with options
battle    a question of a battle, in its dialog    chart    the map is that of a battle
waiting   the other side is asked                 dice     real dice are to be typed
curtain   two players at one screen, changing      over     the game has ended
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.room.store import GameRow, SeatRow, Store, hash_token
from flagplot.table import Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.log.entries import START, chain_line

GAMES = {
    "awaw": ("norway-1940",),
    "europa": ("pedestal-first-steps", "tallinn-first-steps", "pedestal"),
    "campaign": ("graf-spee", "convoy-sc-7"),
}
"""Scenarios in which the moments of a book are searched, the shortest first."""
KINDS = ("order", "waiting", "curtain", "window", "battle", "chart", "dice", "over")
MOST = 400
"""Most answers in one game."""


def kind_of(prompt: Any) -> str:
    """Return the kind of moment that a prompt makes."""
    if prompt.battle is not None:
        return "battle"
    return (
        "window"
        if not prompt.open or (prompt.options and (prompt.place or prompt.routes))
        else "order"
    )


def passing(
    book: str, scenario: str, *, typed: bool = False, seed: int = 1
) -> Iterator[tuple[str, str, Game]]:
    """Yield the moments of a game between greedy admirals: (kind, side asked, the game at that
    point)."""
    rules: Any = rulebooks.book(book)
    game = Game.new(
        rules,
        Setup(scenario),
        rulings=rulings(book),
        seed=None if typed else bytes([seed]) * 32,
        id=secrets.token_urlsafe(9),
    )
    rng, player, dice = Random(seed), admiral("greedy"), SeededDice(seed)
    chart = rules.display(game.view(game.sides[0]), game.sides[0], ()).board
    for _ in range(MOST):
        if game.outcome is not None:
            yield "over", game.sides[0], game
            return
        side = game.sides_to_answer()[0]
        if side == "dice":
            yield "dice", game.sides[0], game
            game.auto_roll(dice)
            continue
        asked = game.request(side)
        assert asked is not None
        view = game.view(side)
        yield (
            "chart"
            if rules.display(view, side, (asked,)).board != chart
            else kind_of(rules.prompt(view, asked)),
            side,
            game,
        )
        game.answer(side, player.decide(rules, game.view(side), asked, rng))


def kept(home: Path, game: Game, mode: str, *sides: str) -> list[str]:
    """Put a game, as it is, into the store of *home*. Returns the addresses of the seats of these
    sides."""
    id, book, chain, lines = secrets.token_urlsafe(9), game.book, START, []
    for entry in game.entries:
        line, chain = chain_line(
            chain,
            entry if entry.header is None else replace(entry, header=replace(entry.header, id=id)),
        )
        lines.append(line)
    keys = {s: secrets.token_urlsafe(24) for s in game.sides}
    title = next(s.title for s in book.scenarios if s.id == game.setup.scenario)
    store = Store.at(home)
    row = GameRow(id, book.id, game.setup.scenario, title, mode, game.seed, {})
    store.add(row, [SeatRow(hash_token(k), id, s, "player") for s, k in keys.items()], lines)
    store.close()
    return [f"/table/{id}#{keys[side]}" for side in sides]


def moments(home: Path, book: str, wanted: tuple[str, ...] = KINDS) -> dict[str, list[str]]:
    """Return the addresses of seats at each kind of moment that one of a book's games reaches:
    seats to open one after the other, by kind."""
    found: dict[str, list[str]] = {}
    for scenario in GAMES[book]:
        for kind, side, game in passing(book, scenario):
            other = next(s for s in game.sides if s != side)
            here: list[tuple[str, str, tuple[str, ...]]] = [(kind, "invite", (side,))]
            # a side that is asked as well does not wait
            if kind == "order" and game.sides_to_answer() == (side,):
                here += [("waiting", "invite", (other,)), ("curtain", "hotseat", (side, other))]
            for named, mode, sides in here:
                if named in wanted and named not in found:
                    found[named] = kept(home, game, mode, *sides)
            if set(wanted) <= found.keys() | {"dice"}:
                break
    if "dice" in wanted:
        thrown = (
            moment
            for scenario in GAMES[book]
            for moment in passing(book, scenario, typed=True)
            if moment[0] == "dice"
        )
        for kind, side, game in thrown:
            found[kind] = kept(home, game, "referee", side)
            break
    return found
