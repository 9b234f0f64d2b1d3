"""Luck and evenness against counts by brute force and known values."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import sqrt
from statistics import NormalDist, pvariance

import pytest

from flagplot.table.core.requests import Roll
from flagplot.table.core.roll_specs import AtLeast, Column, Faces, Sum
from flagplot.table.game.luck import (
    EXACT_DICE,
    RollLuck,
    chi_square,
    face_counts,
    face_words,
    luck_by_side,
    luck_words,
    partitions,
    roll_luck,
    share_beaten,
    unevenness,
)
from flagplot.table.log.entries import Entry


def entry(faces: tuple[int, ...], **about: object) -> Entry:
    return Entry(7, "roll", "", "1.1", why="gun", faces=faces, about=tuple(about.items()))  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "k"), [(1, 6), (3, 4), (5, 3), (4, 6)])
def test_unevenness_is_the_share_of_all_falls(n: int, k: int) -> None:
    falls = [Counter(faces) for faces in product(range(k), repeat=n)]
    squares = [sum(c * c for c in fall.values()) for fall in falls]
    for fall, mine in zip(falls, squares, strict=True):
        share = sum(s >= mine for s in squares) / len(falls)
        assert unevenness([fall.get(f, 0) for f in range(k)]) == pytest.approx(share)


def test_many_dice_are_judged_by_chi_square() -> None:
    # the tables every statistics book prints
    for df, x in ((1, 3.841), (2, 5.991), (5, 11.070), (9, 16.919)):
        assert chi_square(x, df) == pytest.approx(0.05, abs=2e-4)
    assert chi_square(0, 5) == 1
    # where the exact count ends, both tell the same story
    counts = [11, 9, 6, 5, 5, 4]
    assert sum(counts) == EXACT_DICE
    exact = unevenness(counts)
    assert chi_square(6 * sum(c * c for c in counts) / 40 - 40, 5) == pytest.approx(exact, abs=0.03)
    assert unevenness([c * 10 for c in counts]) < 0.001


def test_partitions_are_all_there() -> None:
    assert sorted(partitions(5, 3, 5)) == [(2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,)]
    assert list(partitions(0, 3, 0)) == [()]


def test_a_roll_stands_among_all_it_could_have_been() -> None:
    gun = Roll(AtLeast(2, 6, 9), "1.1", "gun")
    hit = roll_luck(gun, entry((6, 5)), "Red")
    assert hit is not None
    assert hit.result == 1
    assert hit.mean == pytest.approx(10 / 36)
    assert hit.beat == pytest.approx((26 + 5) / 36)
    low = roll_luck(Roll(Sum(1), "1.1", "gun"), entry((1,), good="low"), "Red")
    assert low is not None
    assert low.beat == pytest.approx(11 / 12)
    word = roll_luck(Roll(Column(("bad", "good"), 3, (1, 6)), "1.1", "gun"), entry((5,)), "Red")
    assert word is not None
    assert word.result is None
    assert word.beat == pytest.approx(4.5 / 6)
    apart = roll_luck(Roll(Faces(2), "1.1", "gun"), entry((3, 4)), "Red")
    assert apart is not None
    assert apart.beat == 0.5
    assert roll_luck(Roll(Sum(0), "1.1", "gun"), entry(()), "Red") is None


def test_the_variance_is_that_of_the_share() -> None:
    pairs = ((0, 6), (1, 10), (5, 20))
    shares = [share_beaten(pairs, 36, v)[0] for v, w in pairs for _ in range(w)]
    assert sum(shares) / 36 == pytest.approx(0.5)
    assert share_beaten(pairs, 36, 0)[1] == pytest.approx(pvariance(shares))


def test_fair_dice_are_called_fair() -> None:
    """Over many fair games the percentile is spread evenly: as many in the lowest tenth as in any
    other."""
    rng = random.Random(5)
    roll = Roll(Column((0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4)), "22.55", "gunfire")
    tenths: Counter[int] = Counter()
    for _ in range(1000):
        made = [
            roll_luck(roll, entry((rng.randint(1, 6), rng.randint(1, 6))), "Red") for _ in range(30)
        ]
        (side,) = luck_by_side([r for r in made if r is not None])
        assert side.percentile == pytest.approx(100 * NormalDist().cdf(side.z))
        tenths[min(9, int(side.percentile // 10))] += 1
    assert max(tenths.values()) - min(tenths.values()) < 6 * sqrt(90)


def one(side: str, faces: tuple[int, ...], sides: int = 6) -> RollLuck:
    return RollLuck(1, side, "gun", faces, sides, 0.5, 1 / 12, 1.0, 1.0)


def test_sides_and_dice_are_counted_apart() -> None:
    odd = [one("Red", (1,), 1), one("Red", (7,), 17)]
    rows = luck_by_side([one("Red", (1, 1, 6)), one("Blue", (3,)), one("Red", (100, 1), 100), *odd])
    assert [r.side for r in rows] == ["Blue", "Red"]
    red = rows[1]
    assert (red.rolls, red.dice) == (4, 7)
    assert [(f.sides, f.counts) for f in red.faces] == [
        (6, (2, 0, 0, 0, 0, 1)),
        (100, (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
    ]
    assert next(face_counts([one("Red", (20,), 20)])).counts[-1] == 1


def test_words() -> None:
    assert luck_words(99, 4) == "4 rolls: too few to speak of luck."
    assert luck_words(50, 1).startswith("1 roll:")
    assert (
        luck_words(60, 30)
        == "Ordinary luck: better than about 60 of 100 fair games with the same 30 rolls."
    )
    assert luck_words(97, 30).startswith("Very lucky: better than about 97")
    assert luck_words(20, 30).startswith("Unlucky")
    assert "fewer than 1 of 100" in luck_words(0.1, 30)
    assert "more than 99 of 100" in luck_words(99.9, 30)
    even = "As even as honest dice fall: 40 of 100 honest sets of 12 dice (6 sides) are at least as uneven."
    assert face_words(0.4, 12, 6) == even
    assert face_words(0.05, 12, 6).startswith("A little uneven: 5 of 100")
    assert face_words(0.004, 12, 6).startswith("Strikingly uneven: 1 of 250")
    assert "fewer than 1 of a million" in face_words(0.0, 900, 6)
