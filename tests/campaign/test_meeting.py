"""An interception tells what the meeting it seeks would bring: the exact exchange with what is
assumed."""

from __future__ import annotations

from random import Random
from typing import Any

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.odds import Exact, first_option
from flagplot.odds.exact import chances_as_floats, merge_by_result
from flagplot.rulebooks.campaign.advice import interception_forecast as met
from flagplot.rulebooks.campaign.advice.odds_questions import Duel, volley
from flagplot.rulebooks.campaign.orders import Intercept
from flagplot.rulebooks.campaign.rules.combat.battle_setup import ship_combatant
from flagplot.rulebooks.campaign.rules.combat.formula import die_of
from flagplot.table import TailCall
from flagplot.table.assist.examine import examine
from tests.games import begun


def test_one_ship_against_one_is_the_volley_that_is_rolled() -> None:
    book: Any = rulebooks.book("campaign")
    game, rng, player = begun("campaign", "norway-1940", "", 5), Random(5), admiral("greedy")
    told = 0
    for _ in range(400):
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        orders = list(book.candidates(view, request)) if request.kind == "operations" else ()
        for order in orders:
            if not isinstance(order, Intercept):
                continue
            exam = examine(book, view, request, book.text(order))
            assert exam.forecast is None or sum(p for _, p in exam.forecast.spreads[0].bars) > 99.9
            target = view.missions[order.mission]
            if met.looks_like(target) == "raiders" and len(order.ships) == 1 and not order.air:
                assert exam.forecast is not None
                mine = ship_combatant(view, view.ships[order.ships[0]], "red").fighter()
                his = met._assumed(view, target, "CA", 0).fighter()
                pair = Duel(mine, his, 1, die=die_of(view.rulings))
                exact = chances_as_floats(
                    merge_by_result(Exact(first_option).whole(TailCall(volley), pair))
                )
                mean = sum(int(str(k).partition("-")[0]) * p for k, p in exact.items())
                assert abs(exam.forecast.spreads[0].mean - mean) < 1e-9
                assert any("assumed: 1 cruiser" in n.text for n in exam.forecast.notes)
                told += 1
        if told:
            return
        game.answer(side, player.decide(book, view, request, rng))
    raise AssertionError("nobody may be intercepted")
