"""Parts counted alone equal the same parts followed one through another; plays that go together
equal plays one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from flagplot.odds import Exact, OverBudget, Sampler
from flagplot.odds.exact import chances_as_fractions
from flagplot.odds.multinomial import binomial, multinomial
from flagplot.table import Item, Roll, Table, TailCall, each_independent
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.roll_specs import Column, Sum
from flagplot.table.game.rule_runner import RuleRun

CELLS = (0, 0, 1, 1, 2, 3)


class Ship(msgspec.Struct, frozen=True, cache_hash=True):
    """Return the state left of a ship, and the shots still to come at it."""

    left: int
    shots: int


class Line(msgspec.Struct, frozen=True, cache_hash=True):
    ships: tuple[Ship, ...]
    fires: int = 0


class Struck(msgspec.Struct, frozen=True, tag="struck"):
    clause: str
    hits: int

    def apply(self, s: Ship) -> Ship:
        return Ship(max(0, s.left - self.hits), s.shots - 1)

    def seen_by(self, side: str) -> Struck:
        return self


class Ablaze(msgspec.Struct, frozen=True, tag="ablaze"):
    clause: str
    fires: int

    def apply(self, s: Line) -> Line:
        return replace(s, fires=self.fires)

    def seen_by(self, side: str) -> Ablaze:
        return self


async def under_fire(t: Table[Ship]) -> Any:
    if not t.state.shots or not t.state.left:
        return "sunk" if not t.state.left else None
    t.record(Struck("1", await Roll(Column(CELLS, 1, (1, 6)), "1", "fire")))
    return TailCall(under_fire)


async def broadside(t: Table[Line]) -> int:
    """Parts in the middle of a rule: it goes on with what became of them."""
    await t.run(each_independent, "ships", tuple(TailCall(under_fire) for _ in t.state.ships))
    sunk = sum(not s.left for s in t.state.ships)
    t.record(Ablaze("1", await Roll(Sum(1, 2, plus=sunk), "1", "fires")))
    return sunk


async def one_through_another(t: Table[Line], steps: tuple[TailCall | None, ...]) -> None:
    """The brute force: what ``each`` does, by a rule that no driver knows."""
    for at, step in enumerate(steps):
        if step is not None:
            await t.focus(Item("ships", at)).run(step.rule)


lines = st.lists(st.builds(Ship, st.integers(0, 3), st.integers(0, 2)), max_size=3).map(
    lambda s: Line(tuple(s))
)


@settings(max_examples=40, deadline=None)
@given(lines, st.data())
def test_parts_counted_alone_equal_parts_followed_one_through_another(
    line: Line, data: st.DataObject
) -> None:
    steps = tuple(TailCall(under_fire) if data.draw(st.booleans()) else None for _ in line.ships)
    quick = chances_as_fractions(Exact().whole(TailCall(each_independent, ("ships", steps)), line))
    assert quick == chances_as_fractions(
        Exact().whole(TailCall(one_through_another, (steps,)), line)
    )
    assert sum(quick.values()) == 1


async def broadside_at_length(t: Table[Line]) -> int:
    await t.run(one_through_another, tuple(TailCall(under_fire) for _ in t.state.ships))
    sunk = sum(not s.left for s in t.state.ships)
    t.record(Ablaze("1", await Roll(Sum(1, 2, plus=sunk), "1", "fires")))
    return sunk


@settings(max_examples=20, deadline=None)
@given(lines)
def test_a_rule_goes_on_with_what_became_of_its_parts(line: Line) -> None:
    assert chances_as_fractions(Exact().whole(TailCall(broadside), line)) == chances_as_fractions(
        Exact().whole(TailCall(broadside_at_length), line)
    )


def test_a_rule_with_parts_is_played_like_any_other() -> None:
    play = RuleRun(Line((Ship(3, 2), Ship(2, 1))), broadside, dice=SeededDice(4))
    assert play.pending is None
    assert not any(g.side for g in play.inputs)
    assert play.result == sum(not s.left for s in play.state.ships)
    assert (play.result, play.state) in {
        end for end, _ in Exact().whole(TailCall(broadside), Line((Ship(3, 2), Ship(2, 1))))[0]
    }


def test_many_parts_are_more_than_a_budget() -> None:
    line = Line((Ship(3, 2),) * 8)
    with pytest.raises(OverBudget):
        Exact(runs=1000).whole(
            TailCall(each_independent, ("ships", (TailCall(under_fire),) * 8)), line
        )


def test_long_products_become_chances() -> None:
    line = Line((Ship(2, 90), Ship(2, 90)))
    pairs, total = Exact().whole(
        TailCall(each_independent, ("ships", (TailCall(under_fire),) * 2)), line
    )
    assert total == 1.0
    assert sum(w for _, w in pairs) == pytest.approx(1)


class Lots:
    """Random bits that are told beforehand."""

    def __init__(self, bits: tuple[int, ...]) -> None:
        self.bits = list(bits)

    def getrandbits(self, n: int) -> int:
        return int("".join(str(self.bits.pop(0)) for _ in range(n)), 2)


CHANCES = [(1, 1, 2), (2, 3, 8), (3, 5, 8), (3, 7, 8), (3, 0, 8), (3, 8, 8), (2, 12, 16)]


@pytest.mark.parametrize(("n", "weight", "total"), CHANCES)
def test_draws_all_at_once_have_exactly_the_chance_asked_for(
    n: int, weight: int, total: int
) -> None:
    """Every string of random bits there is: so many successes come up as chance says, no more and
    no less."""
    levels = n * (total.bit_length() - 1)
    found = [0] * (n + 1)
    for bits in product((0, 1), repeat=levels):
        found[binomial(Lots(bits), n, weight, total)] += 1  # type: ignore[arg-type]
    p = Fraction(weight, total)
    ways = [1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6]
    assert [Fraction(f, 2**levels) for f in found] == [
        ways[k] * p**k * (1 - p) ** (n - k) for k in range(n + 1)
    ]


@pytest.mark.parametrize("n", [1, 5, 12, 13, 1000, 200_000])
def test_a_split_adds_up_and_lies_where_chance_puts_it(n: int) -> None:
    from random import Random

    outcomes = (("a", 1), ("b", 10), ("c", 0), ("d", 25))
    got = dict(multinomial(Random(n), outcomes, 36, n))
    assert sum(got.values()) == n
    assert "c" not in got
    for value, w in outcomes:
        p = w / 36
        assert abs(got.get(value, 0) - n * p) <= 5 * sqrt(n * p * (1 - p)) + 1e-9


def test_plays_that_go_together_lie_where_exact_odds_put_them() -> None:
    """Every end of a rule with parts, tail calls and a roll after them, its situation included; and
    equal to plays one by one."""
    line = Line((Ship(3, 2), Ship(2, 1), Ship(1, 1)))
    exact, n = chances_as_fractions(Exact().whole(TailCall(broadside), line)), 20_000
    together = dict(Sampler(seed=3).ends(TailCall(broadside), line, n))
    single = Sampler(seed=5)
    alone: dict[Any, int] = {}
    for _ in range(2000):
        end = single.play(TailCall(broadside), line)
        alone[end] = alone.get(end, 0) + 1
    for counts, plays in ((together, n), (alone, 2000)):
        assert sum(counts.values()) == plays
        assert counts.keys() <= exact.keys()
        for end, chance in exact.items():
            p = float(chance)
            assert abs(counts.get(end, 0) / plays - p) < 5 * sqrt(p * (1 - p) / plays) + 1e-9
