"""The key of a position is made of its own parts, never of copies: else nothing would be
recognised."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import Steady
from flagplot.table import Setup, rulings
from flagplot.table.core import memo
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import questions


@pytest.mark.parametrize(
    ("id", "scenario"),
    [("europa", "tallinn-1941"), ("awaw", "norway-1940"), ("campaign", "wake-learning")],
)
def test_parts_of_a_position_are_the_very_same_when_asked_for_again(
    id: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, looked = memo._Recogniser.of_state, set()

    def of_state(self: Any, state: Any) -> Any:
        looked.add(self.of)
        assert all(one is two for one, two in zip(self.of(state), self.of(state), strict=True)), (
            self.of
        )
        return known(self, state)

    monkeypatch.setattr(memo._Recogniser, "of_state", of_state)
    book, lots = rulebooks.book(id), Random(1)
    game = Game.new(book, Setup(scenario), rulings=rulings(id), dice=SeededDice("parts"))
    for side, request, view in questions(game, 40):
        game.answer(side, Steady(looks=False).decide(book, view, request, lots))
    assert len(looked) > 3
