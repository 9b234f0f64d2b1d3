"""Decisions of steady admirals to meet a raider: the result of the round, and the raiders it keeps
off the transports."""

from __future__ import annotations

from random import Random
from typing import Any

from flagplot.admirals import admiral
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice import raider_odds
from flagplot.rulebooks.awaw.advice.raider_worth import rate_round
from flagplot.rulebooks.awaw.orders import Engage
from flagplot.rulebooks.awaw.state import replace
from flagplot.table import Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game


def asked(hurt: bool) -> tuple[Any, Any, Engage]:
    """The view and the question of a side that may meet the Graf Spee, hurt by a first round or
    sound, and an order that does."""
    steady, law = admiral("steady"), rulings("awaw")
    for seed in range(40):
        setup = Setup("atlantic-raiders", "L")
        game, rng = (
            Game.new(BOOK, setup, rulings=law, dice=SeededDice(f"met {seed}"), id="met"),
            Random(seed),
        )
        while game.outcome is None:
            side = game.sides_to_answer()[0]
            view, request = game.view(side), game.request(side)
            assert request is not None
            if request.kind == "raid-engage" and any(
                r.hurt == hurt and r.second == hurt for r in view.raids.values()
            ):
                order = next(
                    (x for x in BOOK.candidates(view, request) if isinstance(x, Engage)), None
                )
                if order is not None:
                    return view, request, order
            assert game.answer(side, steady.decide(BOOK, view, request, rng))
    raise AssertionError("nobody met a raider")


def test_a_raider_that_is_hurt_is_met_again() -> None:
    view, request, order = asked(True)
    raid = view.raids[order.raid]
    assert any(u.damaged for u in raider_odds.ships_of_raid(view, raid)[0])
    assert rate_round(view, request, order) > 0
    sound = replace(view, raids={raid.id: replace(raid, hurt=False)})
    assert rate_round(sound, request, order) < rate_round(view, request, order)


def test_who_meets_a_raider_first_keeps_it_off_the_transports() -> None:
    view, request, order = asked(False)
    raid = view.raids[order.raid]
    again = replace(view, raids={raid.id: replace(raid, stage="answered again")})
    assert rate_round(view, request, order) > rate_round(again, request, order) + 1
