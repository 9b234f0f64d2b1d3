"""The greedy admiral's evaluation of a battle before it seeks one."""

from __future__ import annotations

import itertools
import random

import pytest

from flagplot.admirals import admiral
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice.battle_worth import (
    Strength,
    battle_worth,
    share_lost,
    strength_of_ships,
)
from flagplot.table import Setup, rulings
from flagplot.table.core.dice import ManualDice
from flagplot.table.game.game import Game

RULINGS = rulings("awaw")
START = (
    "turn Spring 1941, Axis player turn, sea transport segment",
    "INF 1 Germany at Naples as GE-INF-1",
    "control Bizerte Allied",
)


def window(*lines: str, transport: str) -> Game:
    """A game in which the Allies are asked whether they intercept an Italian transport to
    Tripoli."""
    state = BOOK.case_start(Setup(""), RULINGS)
    for line in (*START, *lines):
        state = BOOK.given(state, line)
    game = Game.at(BOOK, Setup(""), state, rulings=RULINGS, dice=ManualDice())
    assert game.submit("Axis", transport).verdict
    request = game.request("Allied")
    assert request is not None
    assert request.kind == "interception"
    return game


def decided(game: Game) -> str:
    request = game.request("Allied")
    assert request is not None
    return str(
        BOOK.text(admiral("greedy").decide(BOOK, game.view("Allied"), request, random.Random(1)))
    )


def test_a_cruiser_is_not_thrown_at_a_battle_fleet() -> None:
    game = window(
        "ship Littorio at Naples",
        "ship Vittorio Veneto at Naples",
        "DD 8 Italy at Naples as IT-DD-1",
        "CA 2 Britain at Malta as UK-CA-1",
        transport="transport GE-INF-1 to Tripoli with Littorio, Vittorio Veneto, IT-DD-1 as TF1",
    )
    assert decided(game) == "pass"


def test_a_lone_destroyer_is_hunted_by_those_who_can_reach_it() -> None:
    game = window(
        "DD 1 Italy at Naples as IT-DD-1",
        "CA 2 Britain at Malta as UK-CA-1",
        "CA 2 Britain at Malta as UK-CA-2",
        "ship Hood, British BC 3 fast, at Alexandria",
        "DD 4 Britain at Malta as UK-DD-1",
        transport="transport GE-INF-1 to Tripoli with IT-DD-1",
    )
    assert decided(game).startswith("intercept UK-")
    assert "Hood" not in decided(game), (
        "Alexandria is 17 hexes off: its chance is not that of Malta"
    )


def test_more_is_better_and_losses_follow_strength() -> None:
    his = Strength(14, 14)
    worths = [battle_worth(Strength(n, n), his, 3.0) for n in range(2, 40, 2)]
    strong = [w for n, w in zip(range(2, 40, 2), worths, strict=True) if n >= 10]
    assert all(a <= b for a, b in itertools.pairwise(strong))
    assert worths[0] < 0 < worths[-1]
    assert battle_worth(his, his, 0.0) == pytest.approx(0.0)
    assert 0 < share_lost(0.1) < share_lost(1.0) < share_lost(3.0) < 0.5


def test_cargo_hampers_and_damage_does_not_fight() -> None:
    state = BOOK.case_start(Setup(""), RULINGS)
    for line in (
        "ship Hood at Scapa Flow",
        "ship Renown at Scapa Flow, damaged",
        "DD 4 Italy at Taranto as IT-DD-1",
    ):
        state = BOOK.given(state, line)
    by = {u.id: u for u in state.units.values()}
    hood = strength_of_ships(state, [by["UK-BC-Hood"]])
    assert strength_of_ships(state, [by["UK-BC-Hood"], by["UK-BC-Renown"]]) == hood
    assert strength_of_ships(state, [by["UK-BC-Hood"]], hampered=True).weight < hood.weight
    assert strength_of_ships(state, [by["IT-DD-1"]]).weight / 4 < hood.weight / 3, (
        "Britain fights better than Italy"
    )
