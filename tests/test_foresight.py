"""Consequences of a window: the chance to meet and the fight, at the order that is examined, from
the side's view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.table import AskOrder, Single
from flagplot.table.assist.examine import examine
from flagplot.table.display.orders import Forecast
from flagplot.table.game.game import Game
from tests.games import begun, questions


def windows(game: Game, kinds: tuple[str, ...], most: int = 400) -> list[tuple[Any, Single]]:
    """Questions of these kinds while greedy admirals play: pairs (view, request)."""
    rng, player, found = Random(1), admiral("greedy"), []
    for _ in range(most):
        if game.outcome is not None or len(found) > 7:
            break
        side = game.sides_to_answer()[0]
        single = game.request(side)
        assert single is not None
        if single.kind in kinds:
            found.append((game.view(side), single))
        assert game.answer(side, player.decide(game.book, game.view(side), single, rng))
    return found


def forecasts(game: Game, kinds: tuple[str, ...]) -> list[tuple[str, Forecast | None, str]]:
    """Return the texts about each candidate there: its kind, the forecast, the odds in
    sentences."""
    out = []
    for view, single in windows(game, kinds):
        assert isinstance(single, AskOrder)
        for order in game.book.candidates(view, single):
            exam = examine(game.book, view, single, game.book.text(order))
            out.append((exam.text.split()[0], exam.forecast, " ".join(c.text for c in exam.odds)))
    return out


@pytest.mark.parametrize("kinds", [("interception",), ("counter-interception",)])
def test_an_interception_tells_the_fight_it_seeks(kinds: tuple[str, ...]) -> None:
    told = forecasts(begun("awaw", "norway-1940", "R4"), kinds)
    sent = [(f, odds) for verb, f, odds in told if verb != "pass"]
    fights = [f for f, _ in sent if f is not None]
    assert fights, "ships of the line"
    for f in fights:
        assert [abs(sum(p for _, p in s.bars) - 100) < 0.1 for s in f.spreads] == [True, True]
        words = " ".join(n.text for n in f.notes)
        assert "come off better" in words
        assert "factors on average" in words
        assert "By the scenario's score" in words
        assert "the ships you see" in words or "are not seen" in words, "what it rests on"
    assert all("to be there" in odds for f, odds in sent if f is not None)
    assert all(f is None for verb, f, _ in told if verb == "pass")


def test_a_search_tells_what_the_aircraft_would_do_and_an_attack_shows_it() -> None:
    games = [begun("europa", "pedestal-first-steps", seed=seed) for seed in range(1, 9)]
    told = [x for game in games for x in forecasts(game, ("search", "attack"))]
    assert any(verb == "search" and "aircraft" in odds for verb, _, odds in told)
    strikes = [f for verb, f, _ in told if verb == "attack" and f is not None]
    assert strikes
    assert all(s.title for f in strikes for s in f.spreads)


def test_a_fight_of_europa_is_headed_by_when_it_comes() -> None:
    rng, player = Random(31), admiral("random")
    game, headed = begun("europa", "tallinn-1941", seed=31), 0
    for side, single, view in questions(game, 150):
        prompt = game.book.prompt(view, single)
        if prompt.forecast is not None and prompt.battle is not None:
            assert prompt.forecast.title not in {s.title for s in prompt.forecast.spreads}
            headed += 1
        if headed > 2:
            break
        assert game.answer(side, player.decide(game.book, view, single, rng))
    assert headed
