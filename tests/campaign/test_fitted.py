"""Every example a player is shown can be given unchanged, with ships of that player."""

from __future__ import annotations

import random

import pytest

from flagplot import rulebooks
from flagplot.admirals.players import Random
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist.examine import examine, examine_edit
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import questions

BOOK = rulebooks.book("campaign")


def game(scenario: str, seed: str = "1") -> Game:
    return Game.new(
        BOOK, Setup(scenario), rulings=rulings("campaign"), dice=SeededDice(seed * 64), id="x"
    )


@pytest.mark.parametrize("scenario", ["norway-1940", "graf-spee"])
def test_the_first_examples_are_legal(scenario: str) -> None:
    g = game(scenario)
    for side in g.sides:
        asked = g.request(side)
        assert isinstance(asked, AskOrder)
        view = g.view(side)
        forms = BOOK.display(view, side, (asked,)).forms
        assert len(forms) >= 2
        for form in forms:
            exam = examine(BOOK, view, asked, form.example)
            assert exam.legal, (form.title, form.example, exam.problem, exam.said)


def test_a_place_is_asked_for_in_plain_words() -> None:
    g = game("graf-spee")
    asked = g.request("Axis")
    assert isinstance(asked, AskOrder)
    assert examine_edit(BOOK, g.view("Axis"), asked, "patrol L-GE-CA-1 to ").problem.startswith(
        "Say where to"
    )


def test_examples_of_a_battle_read_and_name_units_that_are_there() -> None:
    g, rng, admiral, seen = game("graf-spee"), random.Random(7), Random(), set()
    for side, asked, view in questions(g, 700):
        if asked.kind == "battle" and isinstance(asked, AskOrder):
            for form in BOOK.display(view, side, (asked,)).forms:
                exam = examine(BOOK, view, asked, form.example)
                assert not exam.problem, form.example
                seen.add(form.title)
        g.answer(side, admiral.decide(BOOK, view, asked, rng))
    assert {"Move", "End the turn"} <= seen


def test_an_order_of_a_battle_shows_on_the_map_where_it_leads() -> None:
    g, rng, admiral, seen = game("convoy-sc-7"), random.Random(7), Random(), set()
    for side, asked, view in questions(g, 12):
        forms = BOOK.display(view, side, (asked,)).forms
        for form in (f for f in forms if f.kind in ("place", "move")):
            exam, last = examine(BOOK, view, asked, form.example), form.example.split()[-1]  # type: ignore[arg-type]
            assert [o.places for o in exam.overlays if o.style == "target"] == [(last,)], (
                form.example
            )
            assert [r.places[-1] for r in exam.routes] == ([last] if form.kind == "move" else []), (
                form.example
            )
            seen.add(form.kind)
        g.answer(side, admiral.decide(BOOK, view, asked, rng))
    assert seen == {"place", "move"}
