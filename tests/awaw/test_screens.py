"""A landing that carriers cover has light ships beside its troops."""

from __future__ import annotations

from random import Random

from flagplot.admirals import admiral
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.orders import Mission
from flagplot.table import Setup, rulings
from flagplot.table.dice import Seeded
from flagplot.table.game import Game


def ordered(name: str) -> tuple[Mission, dict[str, str]]:
    """The landing at Midway as an admiral orders it, and the types of ships."""
    game = Game.new(BOOK, Setup("midway-1942", start="P"), rulings=rulings("awaw"), dice=Seeded("screens"), id="screens")
    player, rng = admiral(name), Random("screens")
    while True:
        side = game.owes()[0]
        request = game.request(side)
        assert request is not None
        answer = player.decide(BOOK, game.view(side), request, rng)
        if isinstance(answer, Mission):
            return answer, {u.id: u.type for u in game.view(side).units.values()}
        assert game.answer(side, answer)


def test_cruisers_sail_with_the_troops_instead_of_guns() -> None:
    order, types = ordered("steady")
    kinds = {types[p.id] for p in order.units}
    assert {"CV", "CA", "DD"} <= kinds
    assert "BC" not in kinds
    assert order.cargo
    assert "CA" not in {types[p.id] for p in ordered("greedy")[0].units}
