"""How a position stands, in the scenario's own points: what a game ends with is what it would have
ended with."""

from __future__ import annotations

from random import Random as Chance

import pytest
from msgspec.structs import replace

from flagplot.admirals import ADMIRALS
from flagplot.admirals.simulate import play_out
from tests.games import begun

GAMES = [("awaw", "norway-1940", "W"), ("europa", "pedestal", ""), ("campaign", "convoy-sc-7", "")]


@pytest.mark.parametrize(("book", "scenario", "start"), GAMES)
def test_the_points_of_the_last_state_are_the_scores_of_the_outcome(
    book: str, scenario: str, start: str
) -> None:
    game = begun(book, scenario, start, seed=2)
    play_out(game, dict.fromkeys(game.sides, ADMIRALS["random"]), Chance(2))
    assert game.outcome is not None
    assert game.book.points(game.state) == dict(game.outcome.scores)
    one, two = game.sides
    assert game.book.score(game.state, one) == -game.book.score(game.state, two)


def test_what_only_the_end_counts_is_in_a_position_on_the_way() -> None:
    game = begun("awaw", "norway-1940", "W", seed=2)
    assert game.book.points(game.state) == {"Axis": 0, "Allied": 6}  # what the Allies begin with
    taken = replace(game.state, control={**game.state.control, "B33": "Allied"})  # Bergen
    assert game.book.points(taken) == {"Axis": 0, "Allied": 12}
    assert game.book.score(game.book.view(taken, "Axis"), "Axis") == -12
    assert taken.score == game.state.score


def test_the_harm_of_a_damaged_ship_counts_before_the_end() -> None:
    game = begun("awaw", "norway-1940", "", seed=2)
    before = game.book.points(game.state)
    hurt = next(
        u
        for u in game.state.units.values()
        if u.side == "Axis" and u.kind == "ship" and u.type == "BC"
    )
    after = game.book.points(
        replace(game.state, units={**game.state.units, hurt.id: replace(hurt, damaged=True)})
    )
    assert after["Allied"] > before["Allied"]
