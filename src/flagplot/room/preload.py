"""What the first answers of a book need is made while a room opens, not while a person waits for
one of them.

Boards, words, the wordings of orders and the water graphs are made when somebody first needs them
and are kept as long as the process runs. One game of each board of a book, looked at and passed
through, needs nearly all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.admirals.players import choices
from flagplot.table import AskOrder, Rulebook, Setup, rulings
from flagplot.table.assist import coach
from flagplot.table.assist.examine import examine_edit
from flagplot.table.core.dice import Seeded
from flagplot.table.game.game import Game

QUESTIONS = 6
"""How many questions of a game are looked at: as a rule the first of each phase."""


_WARM: set[Rulebook[Any]] = set()


def preload(book: Rulebook[Any]) -> None:
    """Look at the first questions of one scenario on each board, as a person's page would. A book
    is warmed once a process."""
    if book in _WARM:
        return
    _WARM.add(book)
    for setup in _one_a_board(book):
        game = Game.new(book, setup, rulings=rulings(book.id), dice=Seeded(1))
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
    """Show what is asked to whoever is asked, and pass."""
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
