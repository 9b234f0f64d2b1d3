"""The points that an air strike is told to bring are those of the bombs as they fall."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.odds import play_out_rule
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice import fire_forecast
from flagplot.rulebooks.europa.orders import Attack
from flagplot.rulebooks.europa.rules.search.resolve import resolve_strike
from flagplot.rulebooks.europa.scenarios.loss_points import points_for_hits
from flagplot.table import about_map
from tests.games import begun


@pytest.fixture(scope="module")
def asked() -> tuple[Any, Any]:
    """A game in which an airbase may attack, and the question."""
    game, rng, player = begun("europa", "pedestal"), Random(3), admiral("greedy")
    while (
        request := game.request(game.sides_to_answer()[0])
    ) is not None and request.kind != "attack":
        game.answer(request.side, player.decide(BOOK, game.view(request.side), request, rng))
    return game, request


@pytest.mark.parametrize("wanted", ["", "transports", "carriers"])
def test_points_of_a_strike_are_those_of_its_bombs(asked: tuple[Any, Any], wanted: str) -> None:
    game, request = asked
    truth, about = game.state, about_map(request)
    group, base = str(about["group"]), str(about["bases"]).split()[0]

    def points(after: Any) -> float:
        return round(
            sum(
                points_for_hits(truth, u, after.units[i].hits - u.hits)
                for i, u in truth.units.items()
                if i in after.units
            ),
            6,
        )

    rolled = play_out_rule(
        lambda t: resolve_strike(t, group, base, wanted), truth, points, runs=5000
    )
    assert rolled.exact
    told = fire_forecast.forecast_strike(truth, request, Attack((base,), wanted))
    assert told is not None
    said = next(c.text for c in told.notes if "By the scenario's score" in c.text)
    assert f"{rolled.mean(lambda p: p):+.1f} points on average, the others +0.0" in said


def test_what_is_hidden_changes_no_forecast(asked: tuple[Any, Any]) -> None:
    game, request = asked
    true = BOOK.prompt(game.view(request.side), request)
    assert true.forecast is not None
    for twin in islice(BOOK.secret_twins(game.state, request.side), 6):
        assert BOOK.prompt(BOOK.view(twin, request.side), request) == true
