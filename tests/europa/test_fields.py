"""Distances computed up to the hexes that are asked for equal those of the whole sea."""

from __future__ import annotations

from random import Random

import pytest

from flagplot.rulebooks.europa.map import chart, sheets
from flagplot.rulebooks.europa.rules.movement import waters

from .test_europa import position


def known(start: str, most: int) -> dict[str, int]:
    """Every hex with sea within *most*, walked from one to the next."""
    return waters.sea_field(position(), start, most)


@pytest.mark.parametrize("start", ["25:2204", "1B:0609", "18Q:0407", "26:4128"])
def test_a_field_knows_what_the_whole_sea_knows(start: str) -> None:
    field, far = waters.sea_ways(position(), start, 30), known(start, 30)
    rng, near = Random(start), chart.hexes_within(start, 34)
    for hex in rng.sample(near, 40):
        assert field.steps(hex, 99) == far.get(hex, 99)


def test_around_a_hex_everything_as_near_and_a_step_farther_is_known() -> None:
    start, goal = "25:2204", sheets.hex_of_place("Valletta")
    far = known(goal, 130)
    around = waters.sea_ways(position(), goal, 130).around(start)
    wanted = {h: n for h, n in far.items() if n <= far[start] + 1}
    assert {h: around.get(h) for h in wanted} == wanted
    assert all(around[h] == far[h] for h in around)


def test_what_is_not_reached_has_nothing_around_it() -> None:
    field = chart.Field("33:1204", 3, lambda a, b: True)
    assert field.around("33:1250") == {}
    assert field.steps("33:1207", 99) == 3
    assert field.steps("33:1208", 99) == 99
