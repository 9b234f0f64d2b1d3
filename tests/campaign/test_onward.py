"""Interceptions and second waves tell what they lead to, and nothing that is not seen."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from flagplot.admirals import admiral
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign.advice import interception_forecast
from flagplot.table import Ask, facts
from flagplot.table.assist.examine import examine
from tests.games import begun


def met(scenario: str, kind: str, hunts: bool = False) -> tuple[Any, Any]:
    """A game at a question of this kind; one that offers interceptions if *hunts*."""
    game, rng, player = begun("campaign", scenario), Random(3), admiral("greedy")
    while (request := game.request(game.sides_to_answer()[0])) is not None:
        if request.kind == kind and (
            not hunts or BOOK.prompt(game.view(request.side), request).options
        ):
            break
        game.answer(request.side, player.decide(BOOK, game.view(request.side), request, rng))
    return game, request


def test_interceptions_are_offered_with_the_exchange_they_seek() -> None:
    game, request = met("norway-1940", "operations", hunts=True)
    prompt = BOOK.prompt(game.view(request.side), request)
    assert prompt.forecast is not None
    *fights, rest = prompt.options
    assert fights
    assert (rest.text, rest.odds) == ("done", "")
    for option in fights:
        seen = examine(BOOK, game.view(request.side), request, option.text)
        assert seen.legal
        assert seen.forecast is not None
        assert option.odds == interception_forecast.short_text(seen.forecast)
    for twin in islice(BOOK.secret_twins(game.state, request.side), 6):
        assert BOOK.prompt(BOOK.view(twin, request.side), request) == prompt


def test_a_second_wave_is_told_by_what_can_fly_and_what_lies_there() -> None:
    game = begun("campaign", "wake-1941")
    view = game.view("Axis")
    about = facts(port="Wake", air=2, units="JA-TOR-1, JA-TAC-1")
    prompt = BOOK.prompt(
        view, Ask("Axis", ("attack again", "go home"), "6.5.4.6.h", "second-wave", about)
    )
    assert prompt.forecast is not None
    assert prompt.forecast.spreads[0].mean > 0
    assert "As if warships lay there." in [c.text for c in prompt.forecast.notes]
    assert [bool(o.odds) for o in prompt.options] == [True, False]
