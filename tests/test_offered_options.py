"""Whatever a question offers ready-made may be answered: every option of every prompt is understood
and legal."""

from __future__ import annotations

import random

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist.examine import examine
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

GAMES = [("awaw", "norway-1940", "greedy"), ("awaw", "mediterranean-1941", "random"),
         ("europa", "", "random"), ("campaign", "", "random")]  # fmt: skip


@pytest.mark.parametrize(("id", "scenario", "admirals"), GAMES)
def test_every_option_offered_is_legal(id: str, scenario: str, admirals: str) -> None:
    book = rulebooks.book(id)
    scenario = scenario or book.scenarios[0].id
    game = Game.new(book, Setup(scenario), rulings=rulings(id), dice=SeededDice(6))
    rng, player = random.Random(6), admiral(admirals)
    kinds, offered = set(), 0
    for _ in range(150):
        if game.outcome is not None:
            break
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        if isinstance(request, AskOrder):
            for option in book.prompt(view, request).options:
                looked = examine(book, view, request, option.text)
                assert looked.legal, (request.kind, option.text, looked)
                kinds.add(request.kind)
                offered += 1
        assert game.answer(side, player.decide(book, view, request, rng))
    assert len(kinds) > 1
    assert offered > 30
