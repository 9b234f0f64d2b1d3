"""Whom the dice send against raiders: what is demanded can always be done, and what is offered is what the check takes."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.rules.raiders import defenders
from flagplot.rulebooks.awaw.state import Unit
from flagplot.rulebooks.awaw.state.raids import Raid
from flagplot.table import Setup, rulings
from tests.games import begun, watched

SHIPS = st.lists(st.tuples(
    st.sampled_from(["BB", "BC", "PB", "CA", "CV", "CVL", "DD"]), st.integers(1, 5),
), max_size=6)  # fmt: skip


@pytest.mark.parametrize("edition", BOOK.editions)
@given(ships=SHIPS, dice=st.lists(st.integers(1, 6), max_size=4))
def test_the_dice_never_demand_the_impossible(edition: str, ships: list[Any], dice: list[int]) -> None:
    """Of any pool some company, be it none, answers any dice."""
    empty = BOOK.case_start(Setup("", "", edition), rulings("awaw", edition))
    result = len(dice) + (edition == "earlier" and bool(dice))
    raid = Raid("R1", "Axis", "Germany", "Atlantic SW box", stage="answered", opposed=True, result=result, dice=tuple(dice))
    pool = [Unit(f"u{n}", f"u{n}", side="Allied", nation="Britain", kind="ship", type=kind, factors=2 if kind == "CA" else size)
            for n, (kind, size) in enumerate(ships)]
    every = defenders.pieces(pool)
    found = list(islice(defenders.companies(empty, raid, pool), 20))
    assert found
    for company in found:
        assert not company - every
        assert not defenders.fitting(empty, raid, company, every - company).wrong
    assert bool(defenders.fitting(empty, raid, Counter(), every).wrong) == (Counter() not in found)


def test_from_spring_1941_both_sides_have_a_card_for_the_raider_die() -> None:
    game, asked, tags = watched(begun("awaw", "atlantic-raiders", "S", 4), 4)
    assert "raid-cards" in asked
    assert "cards-dealt" in tags
    dealt = [BOOK.say(e.event, before, "Axis") for e, before in game.told("Axis") if e.event is not None
             and type(e.event).__struct_config__.tag == "cards-dealt"]
    assert len(dealt) == 2
    assert not [x for x in dealt if "{" in x]
    assert "Ultra" not in game.state.codebreaking
