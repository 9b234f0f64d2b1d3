"""Orders that are weighed before they are checked lead to the same answer as those of which every
one is checked."""

from __future__ import annotations

from random import Random

import pytest

from flagplot import rulebooks
from flagplot.admirals import Greedy, Steady
from flagplot.admirals.players import best_of, choices
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import questions

GAMES = [
    ("europa", "pedestal-first-steps"),
    ("europa", "husky-first-steps"),
    ("europa", "tallinn-1941"),
    ("awaw", "norway-1940"),
    ("campaign", "wake-learning"),
    ("campaign", "convoy-sc-7"),
    ("campaign", "norway-1940"),
]


@pytest.mark.parametrize(("id", "scenario"), GAMES)
@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_an_admiral_answers_as_if_every_order_were_checked_first(
    id: str, scenario: str, name: str
) -> None:
    # of awaw only battles, which are no orders, are looked at twice, and that takes long
    admiral = Greedy() if name == "greedy" else Steady(looks=id != "awaw")
    book = rulebooks.book(id)
    game = Game.new(book, Setup(scenario), rulings=rulings(id), dice=SeededDice("short cuts"))
    lots, compared = Random(3), 0
    for side, request, view in questions(game, 40):
        before = lots.getstate()
        answer = admiral.decide(book, view, request, lots)
        if isinstance(request, AskOrder):
            legal = [d for d in book.drafts(view, request) if book.check(view, request, d)]
            assert legal == list(book.candidates(view, request))
            again = Random()
            again.setstate(before)
            assert answer == checked(admiral, game, view, request, again)
            assert again.getstate() == lots.getstate()
            compared += 1
        game.answer(side, answer)
    assert compared > 3


def checked(
    admiral: Greedy | Steady, game: Game, view: object, request: AskOrder, lots: Random
) -> object:
    """Return the answer of an admiral that has every order checked before it evaluates it."""
    book = game.book
    if isinstance(admiral, Steady):
        return admiral.settled(book, view, request, admiral.rated(book, view, request), lots)
    rated = [(a, book.evaluate(view, request, a)) for a in choices(book, view, request)]
    return book.refine_choice(
        view, request, best_of(rated, book.mixing_noise(view, request), lots), rated
    )
