"""Numbers that tell nothing: the same again for the same secret, and the secret is in no view and
no seen log."""

from __future__ import annotations

import pytest

from flagplot import rulebooks
from flagplot.table import Setup
from flagplot.table.analysis.verify import verify
from flagplot.table.core.dice import ManualDice, SealedDice, SeededDice
from flagplot.table.core.opaque_ids import (
    distinct_opaque_numbers,
    id_secret_of,
    opaque_number,
    opaque_numbers,
)
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings
from tests.harness import sent

SEED = b"a seed for the lots of these tests"


def test_the_same_secret_draws_the_same_and_another_draws_otherwise() -> None:
    mine = [opaque_number("one", 900, "Axis", n) for n in range(50)]
    assert mine == [opaque_number("one", 900, "Axis", n) for n in range(50)]
    assert mine != [opaque_number("two", 900, "Axis", n) for n in range(50)]
    assert mine != [opaque_number("one", 900, "Allied", n) for n in range(50)]
    assert all(0 <= n < 900 for n in mine)
    drawn = opaque_numbers("one", 900, "Axis")
    assert [next(drawn) for _ in range(50)] == mine


def test_distinct_numbers_are_many_enough_and_different() -> None:
    for many in (0, 1, 5, 899, 1200):
        found = distinct_opaque_numbers("one", many, 900, "convoy")
        assert len(set(found)) == len(found) == many


def test_computed_dice_bring_a_secret_that_does_not_give_them_away() -> None:
    assert id_secret_of(SealedDice(SEED)) != id_secret_of(SealedDice(SEED[::-1]))
    assert id_secret_of(SeededDice("x")) != id_secret_of(SeededDice("y"))
    assert SEED.hex()[:16] not in id_secret_of(SealedDice(SEED))
    assert id_secret_of(ManualDice()) == ""


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_the_secret_is_in_the_whole_log_and_nowhere_else(id: str) -> None:
    book = rulebooks.book(id)
    law = rulings(id, "current")
    for dice, lots in ((SealedDice(SEED), ""), (ManualDice(), "0123456789abcdef")):
        setup = Setup(book.scenarios[0].id, "", "current", lots=lots)
        game = Game.new(book, setup, rulings=law, dice=dice, id="lots")
        secret = game.setup.lots
        assert secret
        assert secret in game.line(0)
        for side in (*game.sides, ""):
            assert secret.encode() not in sent(game.view(side))
            assert not any(secret.encode() in sent(e) for e in game.side_log(side))
        again = Game.open(
            game.lines(),
            book_of=lambda _, found=book: found,
            seed=SEED if dice.kind == "sealed" else None,
        )
        assert (again.setup, again.state) == (game.setup, game.state)
        assert verify(
            game.lines(),
            book_of=lambda _, found=book: found,
            seed=SEED if dice.kind == "sealed" else None,
        ).ok
