"""Reserves that may be called out: what is told of each is what play does with it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.europa.advice import reserve_reaction
from flagplot.rulebooks.europa.orders import Activate, Move
from flagplot.table import AskOrder, about_map
from flagplot.table.assist.examine import examine
from flagplot.table.game.game import Game
from tests.games import begun, questions

BOOK: Any = rulebooks.book("europa")


def called(scenario: str, met: bool) -> tuple[Game, str, AskOrder, Any, str]:
    """A game at the question whom to call out, with a group that can meet the caller, or cannot:
    game, side, question, view, group."""
    game, rng, player = begun("europa", scenario), Random(3), admiral("greedy")
    for side, request, view in questions(game, 900):
        if isinstance(request, AskOrder) and request.kind == "activate":
            about = about_map(request)
            for id in str(about["groups"]).split(" "):
                found = reserve_reaction.sortie_of(view, id, str(about["group"]))
                if found.meets == met and not found.waits:
                    return game, side, request, view, id
        game.answer(side, player.decide(BOOK, view, request, rng))
    raise AssertionError("nobody is called so")


@pytest.mark.parametrize("scenario", ["pedestal", "tallinn-1941"])
def test_who_is_said_to_meet_the_caller_fights_it(scenario: str) -> None:
    game, side, request, view, id = called(scenario, True)
    prey = str(about_map(request)["group"])
    found = reserve_reaction.sortie_of(view, id, prey)
    told = next(o.odds for o in BOOK.prompt(view, request).options if o.text == f"activate {id}")
    assert told.startswith(f"can meet {prey} for {found.mps} MPs")
    assert BOOK.prompt(view, request).forecast is not None
    rng, player, sent = Random(3), admiral("greedy"), False
    game.answer(side, Activate((id,)))
    for who, asked, seen in questions(game, 60):
        fight = game.state.battle
        if fight is not None and {fight.mover, fight.enemy} == {id, prey}:
            return
        if who == side and asked.kind == "reaction" and not sent:
            sent = True
            assert game.answer(side, Move(id, found.path))
        else:
            game.answer(who, player.decide(BOOK, seen, asked, rng))
    raise AssertionError("they did not meet")


def test_who_is_too_far_is_told_so() -> None:
    _, _, request, view, id = called("pedestal", False)
    prey = str(about_map(request)["group"])
    option = next(o for o in BOOK.prompt(view, request).options if o.text == f"activate {id}")
    assert option.odds.startswith(f"cannot meet {prey} in this step")
    assert reserve_reaction.forecast_reserves(view, request, (id,)) is None
    seen = examine(BOOK, view, request, f"activate {id}")
    assert option.odds in seen.odds[0].text


def test_ships_that_were_declared_are_reckoned_with() -> None:
    _, _, request, view, id = called("pedestal", True)
    prey = str(about_map(request)["group"])
    assert not view.of(view.groups[prey]), "who is aboard is hidden"
    known, notes = reserve_reaction.with_declared_ships(view, prey)
    tfs, transports = view.groups[prey].disclosed_counts
    kinds = [u.kind for u in known.of(known.groups[prey])]
    assert (kinds.count("TF"), kinds.count("NT")) == (tfs, transports)
    assert notes[0].text.startswith("As the enemy declared")
    forecast = examine(BOOK, view, request, f"activate {id}").forecast
    assert forecast is not None
    assert forecast.spreads[0].mean > 0


def test_boats_lie_in_wait() -> None:
    game, rng, player = begun("europa", "husky-1943"), Random(3), admiral("greedy")
    for side, request, view in questions(game, 900):
        if (
            isinstance(request, AskOrder)
            and request.kind == "activate"
            and "MAS-Augusta" in str(about_map(request)["groups"])
        ):
            prey = str(about_map(request)["group"])
            option = next(
                o for o in BOOK.prompt(view, request).options if o.text == "activate MAS-Augusta"
            )
            assert option.odds.startswith(f"can lie in wait beside {prey} ")
            assert option.odds.endswith("by night")
            forecast = examine(BOOK, view, request, "activate MAS-Augusta").forecast
            assert forecast is not None
            assert forecast.title == f"If MAS-Augusta attacks {prey}"
            assert forecast.spreads[0].bars == (("0", 100.0),), (
                "one boat under his aircraft hits nothing"
            )
            return
        game.answer(side, player.decide(BOOK, view, request, rng))
    raise AssertionError("they are never called")
