"""Orders that are weighed before they are checked lead to the same answer as those of which every one is checked."""

from __future__ import annotations

from random import Random

import pytest

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.admirals.players import best_of, choices
from flagplot.table import Command, Setup, rulings
from flagplot.table.dice import Seeded
from flagplot.table.game import Game

BOOK = rulebooks.book("europa")


@pytest.mark.parametrize("scenario", ["pedestal-first-steps", "husky-first-steps", "tallinn-1941"])
def test_greedy_answers_as_if_every_order_were_checked_first(scenario: str) -> None:
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("europa"), dice=Seeded("short cuts"))
    lots, given = Random(3), 0
    while game.outcome is None and given < 60:
        side = game.owes()[0]
        request = game.request(side)
        assert request is not None
        view, before = game.view(side), lots.getstate()
        answer = Greedy().decide(BOOK, view, request, lots)
        if isinstance(request, Command):
            legal = [d for d in BOOK.drafts(view, request) if BOOK.check(view, request, d)]
            assert legal == list(BOOK.candidates(view, request))
            rated = [(a, BOOK.worth(view, request, a)) for a in choices(BOOK, view, request)]
            again = Random()
            again.setstate(before)
            assert answer == BOOK.second_look(view, request, best_of(rated, 0.0, again), rated)
            assert again.getstate() == lots.getstate()
        game.answer(side, answer)
        given += 1
    assert given > 10
