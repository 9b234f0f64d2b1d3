"""Battles fought for what the scenario counts: who is dear in points, and where money still
tells."""

from __future__ import annotations

from random import Random

from flagplot.admirals import ADMIRALS
from flagplot.admirals.players import play_on
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign.advice.priced_staff import (
    points_at_stake,
    reckoned_order,
    with_prices,
)
from flagplot.rulebooks.campaign.orders.battle import Land, Move, Staff
from flagplot.table.game.game import Game
from tests.games import begun


def fought(scenario: str, side: str) -> Game:
    """A game at the first battle order that a side is asked for."""
    game = begun("campaign", scenario)
    players = dict.fromkeys(game.state.sides, ADMIRALS["greedy"])
    while (request := game.request(side)) is None or request.kind != "battle":
        play_on(game, players, Random(1), 1)
    return game


def test_a_merchant_is_dearer_than_her_escort_and_the_whole_as_dear_as_before() -> None:
    view = fought("convoy-sc-7", "Axis").state
    before, after = view.battle, with_prices(view, view.battle, "Axis")
    merchant = next(u for u in after.units if u.cls == "TR")
    escort = after.unit("UK-DE-1")
    assert merchant.ratings.price > escort.ratings.price > 0
    assert points_at_stake(view, merchant, "Axis") == 1 / merchant.strength
    assert points_at_stake(view, escort, "Axis") == 0
    money = [sum(u.ratings.price * u.strength for u in b.units) for b in (before, after)]
    assert abs(money[0] - money[1]) < 0.05 * money[0]


def test_steady_fights_in_points_but_attacks_a_port_as_its_staff_does() -> None:
    landing, port = fought("wake-1941", "Axis"), fought("oran-1940", "Allied")
    request = landing.request("Axis")
    answer = ADMIRALS["steady"].decide(BOOK, landing.view("Axis"), request, Random(1))
    assert answer == reckoned_order(landing.view("Axis"), "Axis") != Staff()
    assert reckoned_order(port.view("Allied"), "Allied") is None
    port = fought("oran-1940", "Vichy")
    assert reckoned_order(port.view("Vichy"), "Vichy") is not None


def test_boats_wait_while_men_are_dug_in_and_land_before_it_is_too_late() -> None:
    game, lots, landed = begun("campaign", "wake-learning"), Random(1), 0
    while game.outcome is None and not landed:
        side = game.sides_to_answer()[0]
        answer = ADMIRALS["steady"].decide(BOOK, game.view(side), game.request(side), lots)
        b = game.state.battle
        assert b is not None
        moved = isinstance(answer, Move) and b.unit(answer.unit).cls == "TR"
        if moved:
            assert b.turn == b.retreat_from - 1
        landed = b.turn if isinstance(answer, Land) else 0
        game.answer(side, answer)
    assert landed == 6
