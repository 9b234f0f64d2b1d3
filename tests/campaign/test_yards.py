"""Ships that admirals have repaired: those that count, or sail again, before the game ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign.advice.yard_work import yard_worth
from flagplot.rulebooks.campaign.orders import BaseChange, Done, Work
from flagplot.rulebooks.campaign.state import State
from flagplot.table import AskOrder
from flagplot.table.contract.aims import Plan
from tests.games import begun


def hurt(turn: int, strength: int) -> State:
    """Norway in a turn, with the Scharnhorsts at this strength in Wilhelmshaven."""
    state = replace(begun("campaign", "norway-1940").state, turn=turn)
    return state.put_ships([replace(state.ships["GE-BC-1"], strength=strength)])


@pytest.mark.parametrize(
    ("turn", "strength", "worth"),
    [
        (2, 9, 10 * 3 / 5),  # sails in three turns; a point less does not count at the end
        (2, 7, 1 + 10 * 1 / 5),  # sails in the last turn, and no longer counts as damaged
        (2, 5, 1),  # no longer counts as damaged
        (5, 8, 0),  # neither counts nor sails
        (5, 2, 0),
    ],
)
def test_a_repair_is_worth_what_it_saves_and_the_turns_at_sea(
    turn: int, strength: int, worth: float
) -> None:
    state = hurt(turn, strength)
    assert yard_worth(BOOK.view(state, "Axis"), state.ships["GE-BC-1"]) == pytest.approx(worth)


@pytest.mark.parametrize(
    ("turn", "strength", "worked"), [(2, 6, True), (5, 7, True), (5, 2, False)]
)
def test_a_repair_is_ordered_where_it_counts(turn: int, strength: int, worked: bool) -> None:
    view = BOOK.view(hurt(turn, strength), "Axis")
    request = AskOrder("Axis", "6.3.a", "orders")
    rated = dict(BOOK.evaluate_under_plan(view, request, Plan()))
    assert (rated[Work("GE-BC-1")] > rated[Done()]) is worked


def test_a_ship_hurt_where_no_yard_is_goes_to_one_where_it_pays() -> None:
    state = replace(begun("campaign", "norway-1940").state, turn=2)
    state = state.put_ships([replace(state.ships["UK-BC-2"], strength=2)])
    request = AskOrder("Allied", "6.3.a", "orders")
    rated = dict(BOOK.evaluate_under_plan(BOOK.view(state, "Allied"), request, Plan()))
    home = next(x for x in rated if isinstance(x, BaseChange) and x.units == ("UK-BC-2",))
    assert (home.target, rated[home] > rated[Done()]) == ("Clyde", True)
