"""A landing takes armour along that its beach does not need, where points lie behind it."""

from __future__ import annotations

from flagplot.rulebooks.awaw.advice.exploitation import exploitation_points, inland_goals
from flagplot.rulebooks.awaw.orders import Mission
from flagplot.table.game.game import Game

from ..games import begun, until

ARMOR = {"US-ARM-1A", "US-ARM-1B"}


def ordered(name: str) -> tuple[Game, Mission]:
    """The lesson before the landing at Oran is ordered, and the landing as an admiral orders it."""
    game = begun("awaw", "torch-1942", "L", "breaking")
    return game, until(game, Mission, "breaking", name)


def test_armour_waits_aboard_for_the_breakthrough() -> None:
    _, order = ordered("steady")
    assert {p.id for p in order.cargo} >= ARMOR
    assert not {p.id for p in ordered("greedy")[1].cargo} >= ARMOR


def test_what_lies_behind_the_beach_counts_for_armour_to_spare_alone() -> None:
    game, order = ordered("steady")
    view = game.view("Allied")
    assert set(inland_goals(view, "Allied")) == {"CC10"}
    assert 0 < exploitation_points(view, "Allied", order) < 2
    one = Mission(
        order.kind,
        order.units,
        order.to,
        tuple(p for p in order.cargo if p.id != "US-ARM-1B"),
        order.via,
        order.tf,
    )
    assert exploitation_points(view, "Allied", one) == 0
    assert inland_goals(view, "Axis") == {}
