"""What the log of a battle says of units that the reader has not seen before."""

from __future__ import annotations

from flagplot import rulebooks
from flagplot.rulebooks.campaign.events import battle as h
from flagplot.table import Setup
from flagplot.table.dice import Seeded
from flagplot.table.game import Game
from flagplot.table.rulings import rulings

BOOK = rulebooks.book("campaign")


def test_an_enemy_that_comes_in_sight_is_not_told_by_its_id() -> None:

    setup = Setup("oran-learning")
    game = Game.new(BOOK, setup, rulings=rulings("campaign"), dice=Seeded("sight"))
    while game.view("Vichy").battle is None:
        side = game.owes()[0]
        game.submit(side, "done")
    view = game.view("Vichy")
    known = next(u for u in view.battle.units if u.side == "Vichy")
    hidden = "L-UK-BC-1"
    assert not view.battle.has(hidden)
    said = [
        BOOK.say(e, view, "Vichy")
        for e in (
            h.Sailed("Allied", hidden, ((1, 1), (1, 2)), glimpsed=True),
            h.OpenedFire(hidden, known.id),
            h.Exchanged(hidden, known.id, 1, 0, 0, 0, False),
            h.Evaded(known.id, hidden),
        )
    ]
    assert all(hidden not in s and s.startswith("An enemy not seen before") for s in said), said
    assert known.name in said[1]
