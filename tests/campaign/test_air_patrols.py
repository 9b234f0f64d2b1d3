"""Admirals of the campaign send their aircraft on naval patrol, within range and over the sea."""

from __future__ import annotations

from random import Random

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.rules.interception.search import base_place, squares_between
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game


def test_the_greedy_admiral_flies_naval_patrols() -> None:
    book = rulebooks.book("campaign")
    game = Game.new(book, Setup("norway-1940"), rulings=rulings("campaign"), dice=SeededDice(7))
    player, chance = admiral("greedy"), Random(7)
    flown: list[o.Fly] = []
    while game.state.phase == "orders":
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert isinstance(request, AskOrder)
        view = game.view(side)
        answer = player.decide(book, view, request, chance)
        if isinstance(answer, o.Fly):
            plane = view.planes[answer.unit]
            apart = squares_between(view, base_place(view, plane), answer.target)
            assert apart is not None
            assert apart <= plane.reach
            flown.append(answer)
        assert game.answer(side, answer)
    assert {game.state.planes[f.unit].side for f in flown} == {"Axis", "Allied"}
    assert len({f.target for f in flown}) > 2
