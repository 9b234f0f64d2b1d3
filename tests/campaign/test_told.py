"""Texts about units: a battle's log introduces units new to the reader, lists give the class.
Places that questions point to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.boards import load
from flagplot.rulebooks.campaign.nouns.names import SILHOUETTE
from flagplot.rulebooks.campaign.rules.combat import events as h
from flagplot.rulebooks.campaign.state import Mission
from flagplot.table import Setup
from flagplot.table.assist.examine import examine
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.setup.rulings import rulings
from tests.games import begun, questions

BOOK = rulebooks.book("campaign")


def test_an_enemy_that_comes_in_sight_is_not_told_by_its_id() -> None:

    setup = Setup("oran-learning")
    game = Game.new(BOOK, setup, rulings=rulings("campaign"), dice=SeededDice("sight"))
    while game.view("Vichy").battle is None:
        side = game.sides_to_answer()[0]
        game.submit(side, "done")
    view = game.view("Vichy")
    known = next(u for u in view.battle.units if u.side == "Vichy")
    hidden = "L-UK-BC-1"
    assert not view.battle.has(hidden)
    said = [
        BOOK.event_text(e, view, "Vichy")
        for e in (
            h.Sailed("Allied", hidden, ((1, 1), (1, 2)), glimpsed=True),
            h.OpenedFire(hidden, known.id),
            h.Exchanged(hidden, known.id, 1, 0, 0, 0, False),
            h.Evaded(known.id, hidden),
        )
    ]
    assert all(hidden not in s and s.startswith("An enemy not seen before") for s in said), said
    assert known.name in said[1]


@pytest.mark.parametrize("scenario", ["norway-1940", "oran-learning"])
def test_lists_tell_the_class_of_a_ship_in_words(scenario: str) -> None:
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("campaign"), dice=SeededDice("classes"))
    side = game.sides_to_answer()[0]
    lines = BOOK.display(game.view(side), side, ()).forces
    told = [line.note for top in lines for line in (top, *top.children) if line.kind == "ship"]
    assert told
    assert not [note for note in told if note.split(" ")[0] in SILHOUETTE]


def test_no_square_of_the_chart_is_pointed_at_on_the_sea_of_a_battle() -> None:
    """Squares of a chart and hexes of a battle have numbers of one make: the square of the battle
    is another place there."""
    game = begun("campaign", "convoy-sc-7")
    side, request, view = next(questions(game, 1))
    assert view.battle is not None
    assert view.battle.where in load(BOOK.display(view, side, (request,)).board).hexes
    assert BOOK.prompt(view, request).place == ""


def test_ships_that_are_only_seen_have_their_id_where_others_like_them_are_in_the_same_place() -> (
    None
):
    view = BOOK.start(Setup("norway-1940"), rulings("campaign"))
    places = {"AL1-7": "22,8", "AL1-9": "23,6", "AL1-12": "23,6"}
    seen = [
        Mission(id, "Allied", "patrol", (), "", "", (place,), raider=True)
        for id, place in places.items()
    ]
    at = replace(view, missions={m.id: m for m in seen})
    assert [BOOK.display_name(at, m.id) for m in seen] == [
        "raiders",
        "raiders AL1-9",
        "raiders AL1-12",
    ]


def test_every_way_of_a_patrol_that_gathers_is_drawn_while_it_is_written_and_afterwards() -> None:
    game = begun("campaign", "norway-1940")
    view, request = game.view("Allied"), game.request("Allied")
    exam = examine(
        BOOK,
        view,
        request,
        "patrol 22,8 with Valiant, Warspite via direct stage Scapa Flow return Scapa Flow",
    )
    clyde, scapa = "14,15", "15,12"
    assert exam.legal
    assert [(r.places[0], r.places[-1]) for r in exam.routes] == [(scapa, "22,8"), (clyde, "22,8")]
    assert game.answer("Allied", BOOK.parse(exam.text, view, "Allied"))
    routes = BOOK.display(game.view("Allied"), "Allied", ()).routes
    assert [r.places for r in routes] == [r.places for r in exam.routes]
