"""Pairs of games with the same dice, sides changed, and what they say."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.admirals.ladder import Pair, elo, play_pair, play_pairs, summarise_pairs
from flagplot.table import Setup, rulings


def test_an_admiral_is_as_good_as_himself() -> None:
    book: Any = rulebooks.book("campaign")
    law = rulings("campaign")
    greedy = admiral("greedy")
    for i in range(3):
        pair = play_pair(book, Setup("oran-1940"), law, (greedy, greedy), 1, i)
        assert pair.score == 0.5  # the same game twice, seen from both sides
        assert pair.margin == 0
    two = summarise_pairs(
        ("A", "B"), play_pairs(book, Setup("oran-1940"), law, (greedy, greedy), 1, 3)
    )
    assert (two.score, two.low, two.high) == (0.5, 0.5, 0.5)


def test_the_standing_counts_games_and_pairs() -> None:
    found = summarise_pairs(
        ("Axis", "Allied"), [Pair(1.0, 0.5, 4), Pair(1.0, 1.0, 6), Pair(0.0, 1.0, -1)]
    )
    assert (found.wins, found.draws, found.losses) == (4, 1, 1)
    assert found.score == pytest.approx(0.75)
    assert found.low < 0.75 < found.high <= 1
    assert found.seats == (("Axis", pytest.approx(2 / 3)), ("Allied", pytest.approx(2.5 / 3)))
    assert found.margin == 3
    assert round(found.elo[0]) == 191
    assert elo(1.0) == float("inf")
    assert elo(0.25) == pytest.approx(-elo(0.75))
