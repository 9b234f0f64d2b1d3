"""Characters that nobody sees or that look like those of a keyboard are read in every text a player
writes."""

from __future__ import annotations

import pytest

from flagplot import rulebooks
from flagplot.boards import load
from flagplot.boards.name_folding import normal_characters, original_offsets
from flagplot.odds import answer_question
from flagplot.table import Setup, TextError, rulings
from flagplot.table.assist.examine import examine_edit
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.language.orders import Language

from .toybook import BOOK, RULINGS

WRITTEN = [
    (
        "patrol Gneisenau, Scharnhorst to B32",
        "\u200bpatrol\u00a0Gneisenau, Scharn\u00adhorst to B\u200d32.\ufeff",
    ),
    ("patrol Gneisenau, Scharnhorst to B32", "patrol Gneisenau, Scharnhorst \u2192 B32"),
    ("patrol Gneisenau, Scharnhorst to B32", "patrol Gneisenau, Scharnhorst -> B32"),
    ("patrol GE-BC-Gneisenau to B32", "patrol GE\u2011BC\u2011Gneisenau to B32"),
    ("patrol GE-BC-Gneisenau to B32", "patrol GE\u2212BC\u2013Gneisenau to B32"),
]


def norway() -> Game:
    return Game.new(
        rulebooks.book("awaw"), Setup("norway-1940"), rulings=rulings("awaw"), dice=SeededDice(7)
    )


@pytest.mark.parametrize(("plain", "odd"), WRITTEN)
def test_an_order_is_read_as_it_looks(plain: str, odd: str) -> None:
    game = norway()
    view = game.view("Axis")
    assert game.book.parse(odd, view, "Axis") == game.book.parse(plain, view, "Axis")
    request = game.request("Axis")
    assert request is not None
    seen = examine_edit(game.book, view, request, odd)  # type: ignore[arg-type]
    assert seen.complete
    assert seen.legal == examine_edit(game.book, view, request, plain).legal  # type: ignore[arg-type]


def test_places_are_those_of_the_text_as_it_was_sent() -> None:
    game = norway()
    view, text = game.view("Axis"), "pat\u200brol Gneis\u200benau, Scharn\u200bhorst to B3\u200b2"
    language = game.book.language
    assert isinstance(language, Language)
    spans = {
        x.slot: text[x.start : x.end] for x in language.parse_partial(text, view, "Axis").spans
    }
    assert "Scharn\u200bhorst" in spans.values()
    assert "B3\u200b2" in spans.values()
    with pytest.raises(TextError) as caught:
        game.book.parse("pat\u200brol Gneisenau to Nowhere", view, "Axis")
    assert caught.value.at == len("pat\u200brol Gneisenau to ")
    assert "'Nowhere'" in caught.value.reason
    begun = examine_edit(game.book, view, game.request("Axis"), "pat\u200brol Gneisenau, Scharn")  # type: ignore[arg-type]
    assert any(c.start == len("pat\u200brol Gneisenau, ") for c in begun.completions)


def test_options_places_and_odds_are_read_as_they_look() -> None:
    game = Game.new(BOOK, Setup("line", "usual", "current"), rulings=RULINGS, dice=SeededDice(7))
    assert game.submit("Red", "move\u00a0Red1 to\u2003 2\u200b")
    asked = game.request("Blue")
    assert asked is not None
    assert game.submit("Blue", "\u200bho\u00adld\ufeff")
    board = load("awaw-europe")
    assert board.find("Scapa\u00a0Fl\u200bow") == board.find("Scapa Flow")
    view = BOOK.view(game.state, "Red")
    assert (
        answer_question(BOOK, view, "Red", "duel", "2\u200b").outcomes
        == answer_question(BOOK, view, "Red", "duel", "2").outcomes
    )


def test_every_character_stands_where_it_stood() -> None:
    text = "a\u200bb\u2212c\ufeff"
    assert normal_characters(text) == "ab-c"
    assert original_offsets(text) == [0, 2, 3, 4, 6]
    assert normal_characters("plain") == "plain"
