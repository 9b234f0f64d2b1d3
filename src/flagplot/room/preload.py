"""The warm-up of rule books while a room opens, so that no person waits for the first answers.

Boards, words, wordings of orders and water graphs are built at first use and cached until the
process ends. Showing and passing the first questions of one game on each board builds nearly all of
them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.admirals.players import choices
from flagplot.table import AskOrder, Rulebook, Setup, rulings
from flagplot.table.assist import coach
from flagplot.table.assist.examine import examine_edit
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

QUESTIONS = 6
"""Number of questions of a game that are shown: usually the first of each phase."""


_WARM: set[Rulebook[Any]] = set()


def preload(book: Rulebook[Any]) -> None:
    """Show the first questions of one scenario on each board, as a page would. A book is warmed up
    once a process."""
    if book in _WARM:
        return
    _WARM.add(book)
    for setup in _one_a_board(book):
        game = Game.new(book, setup, rulings=rulings(book.id), dice=SeededDice(1))
        for _ in range(QUESTIONS):
            if game.outcome is not None:
                break
            _look(game)


def _one_a_board(book: Rulebook[Any]) -> Iterator[Setup]:
    seen = set()
    for scenario in book.scenarios:
        if scenario.board not in seen:
            seen.add(scenario.board)
            yield Setup(
                scenario.id, scenario.starts[0][0] if scenario.starts else "", book.editions[0]
            )


def _look(game: Game) -> None:
    """Show the present question to its side, and pass."""
    side = game.sides_to_answer()[0]
    asked, view = game.request(side), game.view(side)
    assert asked is not None
    game.book.display(view, side, (asked,))
    game.book.prompt(view, asked)
    coach.coach(game.book, view, asked)
    found = choices(game.book, view, asked)
    if isinstance(asked, AskOrder):
        examine_edit(game.book, view, asked, game.book.text(found[0]))
    game.answer(side, found[-1])
