"""A greedy admiral weighs the dangers of a route as the page shows them when it chooses where to
sail."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from flagplot.admirals import admiral
from flagplot.admirals.players import choices
from flagplot.rulebooks.europa import BOOK
from flagplot.rulebooks.europa.advice import route_losses, worth
from flagplot.rulebooks.europa.orders import Move
from flagplot.rulebooks.europa.state import State
from flagplot.table import Setup, rulings

from .test_europa import movement, position

BATTERY = "coast defence Axis 6 at 33:1205"


def bound(*lines: str) -> State:
    """A convoy four hexes from where it is bound."""
    state = position("group X Allied at 33:1203: TF-1 2, NT-1 4", *lines)
    return replace(state, facts={**state.facts, "goal-hex": "33:1207"})


def sails(state: State) -> Move:
    """Return the order of the greedy admiral."""
    order = admiral("greedy").decide(BOOK, BOOK.view(state, "Allied"), movement(), Random(1))
    assert isinstance(order, Move)
    return order


def test_past_a_battery_it_sails_by_night_and_else_by_day() -> None:
    assert "night" not in sails(bound()).path
    dark = sails(bound(BATTERY))
    assert dark.path[0] == "night"
    view = BOOK.view(bound(BATTERY), "Allied")
    by_day = dark.path[1:]
    assert route_losses.mean_share_lost(view, "X", dark.path) < route_losses.mean_share_lost(
        view, "X", by_day
    )


@pytest.mark.parametrize(
    ("scenario", "side"),
    [("tallinn-1941", "Allied"), ("pedestal", "Allied"), ("husky-1943", "Allied")],
)
def test_of_all_ways_of_a_group_the_best_less_its_danger_is_taken(scenario: str, side: str) -> None:
    """Every way worked out in full, against a look at those that may still win."""
    state = replace(BOOK.start(Setup(scenario), rulings("europa")), step=1, segment="move")
    view, request = BOOK.view(state, side), movement(side)
    answers = choices(BOOK, view, request)
    groups = {a.group for a in answers if isinstance(a, Move)}
    assert groups
    for group in sorted(groups):
        ways = [a for a in answers if isinstance(a, Move) and a.group == group]
        first = max(ways, key=lambda a: BOOK.evaluate(view, request, a))
        if BOOK.evaluate(view, request, first) <= 0:
            continue

        def left(way: Move) -> float:
            good = BOOK.evaluate(view, request, way)
            return good * (
                1 - worth.DREAD * route_losses.mean_share_lost(view, way.group, way.path)
            )

        taken = BOOK.refine_choice(
            view, request, first, [(a, BOOK.evaluate(view, request, a)) for a in answers]
        )
        assert left(taken) == pytest.approx(
            max(left(w) for w in ways if BOOK.evaluate(view, request, w) > 0)
        )
