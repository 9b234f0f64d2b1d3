"""Rounds of trials of a book: a game walked through, a board swept, cases and questions altered,
random lines in the text game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from flagplot.table import Rulebook, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

from .lines import Lines
from .seated import Typist
from .trials import Trials, walk


@cache
def setups(book: Rulebook[Any]) -> tuple[Setup, ...]:
    """Return the set-ups of every scenario and start."""
    return tuple(
        Setup(s.id, start, book.editions[0])
        for s in book.scenarios
        for start in [i for i, _ in s.starts] or [""]
    )


def asked_now(game: Game) -> tuple[str, ...]:
    """Return the kinds of question that a position asks."""
    return tuple(
        sorted(
            q.kind + q.clause
            for side in game.sides_to_answer()
            if (q := game.request(side)) is not None
        )
    )


def positions(trials: Trials, setup: Setup, seed: int, most: int = 400, texts: int = 25) -> None:
    """Walk through a game and try texts in it: at each first question of a kind, then more and more
    rarely."""
    lots, kinds = Random(seed), Counter[tuple[str, ...]]()
    for n, game in enumerate(walk(trials.book, setup, seed, most)):
        if trials.late():
            return
        kind = asked_now(game)
        kinds[kind] += 1
        if lots.random() < kinds[kind] ** -0.8:
            trials.where = f"{where(setup, seed)} answer {n}"
            trials.position(game, lots, texts)


def sweeps(trials: Trials, setup: Setup, seed: int, most: int = 60) -> None:
    """Name *most* randomly drawn places of the board in every form of order, at one point of a
    game."""
    lots = Random(seed)
    # a game that ends before that point is swept at its beginning
    for until in (lots.choice((0, 5, 20, 60, 150)), 0):
        for n, game in enumerate(walk(trials.book, setup, seed, until + 1)):
            if n == until:
                trials.where = f"{where(setup, seed)} answer {n}"
                trials.sweep(game, lots.choice(game.sides_to_answer()), lots, most)
                return


def lines(trials: Trials, setup: Setup, seed: int, many: int = 60) -> None:
    """Try altered cases and questions."""
    bent = Lines(trials.book, Random(seed))
    law = rulings(trials.book.id, setup.edition)
    game = Game.new(trials.book, setup, rulings=law, dice=SeededDice("lines"))
    empty = trials.book.case_start(Setup("", "", setup.edition), law)
    for _ in range(many):
        bent.case(trials)
        side = bent.lots.choice(game.sides)
        bent.question(trials, bent.lots.choice((empty, game.view(side))), side)


def seated(trials: Trials, setup: Setup, seed: int, most: int = 150) -> None:
    """Type random lines into the text game."""
    Typist(trials.book, setup, seed, most).play(trials)


KINDS: dict[str, Callable[[Trials, Setup, int], None]] = {
    "positions": positions,
    "sweeps": sweeps,
    "lines": lines,
    "seated": seated,
}


def where(setup: Setup, seed: int) -> str:
    return " ".join(x for x in (setup.scenario, setup.start, f"seed {seed}") if x)


def rounds(
    book: Rulebook[Any], kind: str, seed: int, late: Callable[[], bool] = lambda: False
) -> Trials:
    """Run one round of a kind. The seed chooses the scenario and everything else. The round stops
    when it is *late*."""
    every = setups(book)
    setup = every[seed % len(every)]
    trials = Trials(book, f"{book.id} {kind} {where(setup, seed)}")
    trials.late = late
    trials.guarded(kind, "", lambda: KINDS[kind](trials, setup, seed))
    return trials
