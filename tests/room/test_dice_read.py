"""How dice are shown: added up only where the rules add them, marked where each stands for
itself."""

from __future__ import annotations

from flagplot.rulebooks.awaw.rules.combat.dice import Column as Two
from flagplot.rulebooks.awaw.rules.combat.dice import Salvo, Search
from flagplot.rulebooks.campaign.rules.combat.formula import Volley
from flagplot.table.core.roll_specs import (
    AtLeast,
    Column,
    Faces,
    Hits,
    Sum,
    Summed,
    dice_added_up,
    dice_that_hit,
)

CELLS = (0,) * 11


def test_only_what_the_rules_add_is_added() -> None:
    assert dice_added_up(Sum(2)) == (2,)
    assert dice_added_up(AtLeast(3, 6, 9)) == (3,)
    assert dice_added_up(Column((1, 2), dice=(2, 6))) == (2,)
    assert dice_added_up(Two(CELLS)) == (2,)
    assert dice_added_up(Salvo((CELLS, CELLS), 9)) == (2, 2)
    assert dice_added_up(Summed((Sum(2), Sum(1)))) == (2, 1)
    for apart in (
        Faces(2),
        Hits(2, 6, 5),
        Volley(2, 40, 9),
        Search(2, (1,)),
        Summed((Hits(1, 6, 5), Hits(2, 6, 4))),
    ):
        assert dice_added_up(apart) == (), apart


def test_dice_that_hit_are_marked_as_many_as_count() -> None:
    assert dice_that_hit(Hits(4, 6, 5), (6, 1, 5, 4)) == (True, False, True, False)
    assert dice_that_hit(Hits(4, 6, 5, cap=1), (5, 1, 6, 4)) == (False, False, True, False)
    assert dice_that_hit(Volley(3, 40, 9), (40, 41, 3)) == (True, False, True)
    assert dice_that_hit(Volley(3, 40, 1), (40, 41, 3)) == (False, False, True), (
        "no more than the target can lose: the rest tells nothing"
    )
    assert dice_that_hit(Sum(2), (6, 6)) == ()
