"""Plans side by side: each played on in the same simulated games, from the view alone."""

from __future__ import annotations

import pytest

from flagplot.admirals.compare_orders import GUESSES, evaluate_orders
from flagplot.table import AskOrder
from tests.games import begun

PLANS = (
    (
        "awaw",
        "norway-1940",
        "R4",
        ("patrol Gneisenau, Scharnhorst to B32", "done", "patrol Nowhere"),
    ),
    ("europa", "pedestal-first-steps", "", ("move Convoy to 25:2005 25:2105", "done", "nonsense")),
)


@pytest.mark.parametrize(("book", "scenario", "start", "texts"), PLANS)
def test_plans_are_weighed_in_the_same_games(
    book: str, scenario: str, start: str, texts: tuple[str, ...]
) -> None:
    game = begun(book, scenario, start)
    side = game.sides_to_answer()[0]
    asked, view = game.request(side), game.view(side)
    assert isinstance(asked, AskOrder)
    found = evaluate_orders(game.book, view, asked, texts)
    assert [w.text for w in found] == list(texts)
    for w in found[:2]:
        assert w.games == GUESSES, w
        assert w.low <= w.mean <= w.high
    assert found[2].games == 0, "no order"
    assert evaluate_orders(game.book, view, asked, texts) == found, (
        "the same question has the same answer"
    )
    assert evaluate_orders(game.book, view, asked, texts[1:2])[0] == found[1], (
        "whatever it is compared with"
    )
