"""What flagplot reaches: orders checked, answers played, whole turns and games, odds, reach, saved games, import."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle
from random import Random
from typing import Any

from timing import Figure, rate, took

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.admirals import Random as RandomAdmiral
from flagplot.admirals.simulate import StuckGameError, sides_of
from flagplot.table import Command, Setup, rulings
from flagplot.table.dice import Seeded
from flagplot.table.game import Game

BOOK, SCENARIO = "awaw", "norway-1940"


def begin(seed: object) -> Game:
    """A fresh game of the benchmark's scenario."""
    book = rulebooks.book(BOOK)
    return Game.new(book, Setup(SCENARIO), rulings=rulings(BOOK), dice=Seeded(str(seed)))


def orders_asked(count: int = 300, at_once: int = 60) -> list[tuple[Any, Command[Any], str, Any]]:
    """Orders as they are weighed in random play, up to *at_once* in one position: (view, request, text, order)."""
    book = rulebooks.book(BOOK)
    lots = Random(3)
    found: list[tuple[Any, Command[Any], str, Any]] = []
    game = begin("orders")
    while len(found) < count and game.outcome is None:
        side = game.owes()[0]
        request = game.request(side)
        assert request is not None
        view = game.view(side)
        if isinstance(request, Command):
            for order in list(book.candidates(view, request))[:at_once]:
                found.append((view, request, book.text(order), order))
        game.answer(side, RandomAdmiral().decide(book, view, request, lots))
    return found[:count]


def checked_orders() -> dict[str, Figure]:
    """Orders checked a second: typed values, and from their text."""
    book = rulebooks.book(BOOK)
    asked = orders_asked()
    if not asked:
        raise StuckGameError("no orders came up")

    def typed() -> int:
        for view, request, _, order in asked:
            book.check(view, request, order)
        return len(asked)

    def text() -> int:
        for view, request, words, _ in asked:
            book.check(view, request, book.parse(words, view, request.side))
        return len(asked)

    return {"checked orders": rate(typed, "/s"), "checked orders, from text": rate(text, "/s")}


def play(admirals: tuple[Any, ...], seed: int) -> tuple[int, int, Game]:
    """Play a game out: answers, turns begun, the game."""
    book = rulebooks.book(BOOK)
    players = dict(zip(sides_of(book, SCENARIO), admirals, strict=True))
    lots = Random(seed)
    game = begin(seed)
    answers = turns = 0
    now = ""
    while game.outcome is None:
        side = game.owes()[0]
        request = game.request(side)
        assert request is not None
        view = game.view(side)
        if answers % 50 == 0:
            shown = book.display(view, side, ()).turn
            turns, now = turns + (shown != now), shown
        game.answer(side, players[side].decide(book, view, request, lots))
        answers += 1
    return answers, turns, game


def whole_games() -> dict[str, Figure]:
    """Answers, turns and games a second, of random admirals and of greedy ones."""
    found = {}
    for name, admiral in (("random", RandomAdmiral()), ("greedy", Greedy())):
        numbers = cycle(range(1_000))
        answers, turns, _ = play((admiral, admiral), 0)
        games = rate(lambda: (play((admiral, admiral), next(numbers)), 1)[1], "/s", seconds=2.0, rounds=3)  # noqa: B023
        label = "" if name == "random" else ", greedy"
        found[f"answers played{label}"] = Figure(games.value * answers, "/s", games.spread)
        found[f"whole turns{label}"] = Figure(games.value * max(turns, 1), "/s", games.spread)
        found[f"whole games{label}"] = games
    return found


def saved_game() -> dict[str, Figure]:
    """Size of a finished game's log, time to write, open and verify it."""
    from flagplot.table.verify import verify

    _, _, game = play((RandomAdmiral(), RandomAdmiral()), 5)
    lines = game.lines()
    return {
        "log, entries": Figure(len(lines), "entries"),
        "log, size": Figure(sum(len(line) + 1 for line in lines) / 1024, "kB"),
        "log, open": took(lambda: Game.open(lines, book_of=rulebooks.book)),
        "log, verify": took(lambda: verify(lines, book_of=rulebooks.book), rounds=3),
    }


def import_time(module: str = "flagplot") -> Figure:
    """Seconds that ``import module`` takes beyond a bare interpreter, each in a fresh process."""
    def spent(code: str) -> Figure:
        return took(lambda: subprocess.run([sys.executable, "-I", "-c", code], check=True), rounds=9)

    bare, with_it = spent("pass"), spent(f"import {module}")
    return Figure(max(with_it.value - bare.value, 0.0), "s", with_it.spread)
