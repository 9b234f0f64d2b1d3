"""Mass simulation: the same games for any number of workers, and honest sums."""

from __future__ import annotations

import math

import pytest

from flagplot.admirals.simulate import (
    Match,
    PlayedGame,
    play_many,
    play_one,
    seed_of,
    sides_of,
    summarise_run,
    wilson,
)
from flagplot.table import Outcome, Setup
from tests.table.toybook import BOOK, RULINGS

MATCH = Match("toybook", Setup("line"), ("random", "greedy"))


def many(games: int, seed: int, workers: int = 1) -> list[PlayedGame]:
    return play_many(MATCH, games, seed, workers, book=BOOK, law=RULINGS)


def test_a_game_depends_on_seed_and_index_alone() -> None:
    assert play_one(MATCH, 7, 3, BOOK, RULINGS) == many(5, 7)[3]
    assert len({p.digest for p in many(12, 7)}) > 6
    assert many(3, 7) != many(3, 8)


def test_workers_change_nothing() -> None:
    told: list[int] = []
    alone = many(9, 7)
    three = play_many(
        MATCH, 9, 7, 3, book=BOOK, law=RULINGS, on_game=lambda p: told.append(p.index)
    )
    assert three == alone
    assert sorted(told) == list(range(9))
    assert (
        summarise_run(("Red", "Blue"), three).digest == summarise_run(("Red", "Blue"), alone).digest
    )


def test_dice_and_lots_come_from_different_seeds() -> None:
    assert seed_of(7, 1) != seed_of(7, 1, "lots")
    assert seed_of(1, 11) != seed_of(11, 1)


def test_sides_and_unknown_scenario() -> None:
    assert sides_of(BOOK, "line") == ("Red", "Blue")
    with pytest.raises(KeyError, match="it has line"):
        sides_of(BOOK, "circle")


def test_too_few_admirals() -> None:
    with pytest.raises(ValueError, match="argument"):
        play_one(Match("toybook", Setup("line"), ("random",)), 1, 0, BOOK, RULINGS)


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (10, 10), (1, 3), (50, 100), (333, 1000)])
def test_wilson_solves_its_equation(hits: int, of: int) -> None:
    """The ends of the interval are the shares p at which the observed share lies 1.96 standard
    errors away."""
    z = 1.959963984540054
    low, high = wilson(hits, of)
    for p in (low, high):
        if 0 < p < 1:
            assert math.isclose(abs(hits / of - p), z * math.sqrt(p * (1 - p) / of), rel_tol=1e-9)
    assert 0 <= low <= hits / of <= high <= 1


def test_wilson_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_tally_adds_up() -> None:
    played = [
        PlayedGame(0, Outcome("Red", "minor", (("Red", 3.0), ("Blue", 1.0))), 10, 4, 30, "a"),
        PlayedGame(1, Outcome("", "", (("Red", 1.0), ("Blue", 1.0))), 20, 6, 50, "b"),
        PlayedGame(2, Outcome("Red", "minor", (("Red", 5.0), ("Blue", 1.0))), 30, 8, 70, "c"),
    ]
    sums = summarise_run(("Red", "Blue"), played)
    assert (sums.games, sums.answers, sums.rolls) == (3, 60, 18)
    assert [(who, n) for who, n, *_ in sums.shares] == [("Red", 2), ("Blue", 0), ("draw", 1)]
    assert sums.degrees == (("Red minor", 2), ("draw", 1))
    red = sums.scores[0]
    assert red[:2] == ("Red", 3.0)
    assert math.isclose(red[2], 1.959963984540054 * 2.0 / math.sqrt(3))
    same = [
        PlayedGame(0, Outcome("Red", "Red major"), 1, 1, 1, "a"),
        PlayedGame(1, Outcome("", "draw"), 1, 1, 1, "b"),
    ]
    assert dict(summarise_run(("Red", "Blue"), same).degrees) == {"Red major": 1, "draw": 1}
    assert summarise_run(("Red", "Blue"), played[::-1]).digest != sums.digest
