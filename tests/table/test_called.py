"""Orders are shown as people write them: with names, in the shortest wording, and meaning the
same."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from flagplot.cli.log_text import LogText
from flagplot.table import AskOrder
from flagplot.table.assist import coach
from flagplot.table.assist.order_names import with_names
from flagplot.table.display.position import short_name
from tests.games import begun

GAMES = (("awaw", "norway-1940"), ("europa", "pedestal"), ("campaign", "norway-1940"))


@pytest.mark.parametrize(("book", "scenario"), GAMES)
def test_an_order_with_names_is_the_same_order(book: str, scenario: str) -> None:
    game = begun(book, scenario)
    side = game.sides_to_answer()[0]
    request: Any = game.request(side)
    view, rules = game.view(side), game.book
    shorter = 0
    for order in islice(rules.candidates(view, request), 12):
        text = rules.text(order)
        said = with_names(rules, view, side, text)
        assert rules.parse(said, view, side) == order
        shorter += said != text
    assert shorter, "names stand for some ids"
    assert with_names(rules, view, side, "nonsense 99") == "nonsense 99"


def test_a_course_is_told_as_it_is_sailed() -> None:
    game = begun("europa", "pedestal")
    view, rules = game.view("Allied"), game.book
    whole = rules.text(rules.parse("sail Convoy to 25:2204", view, "Allied"))
    assert whole.startswith("move Convoy to 23A:")
    assert with_names(rules, view, "Allied", whole) == "sail Convoy to 25:2204"
    first = whole.split(" to ")[1].split(" ")[0]
    assert with_names(rules, view, "Allied", f"move Convoy to {first}") == f"move Convoy to {first}"


def test_the_log_keeps_the_whole_order_and_shows_the_short_one() -> None:
    game = begun("europa", "pedestal")
    assert game.answer("Allied", game.parse("Allied", "sail Convoy to 23A:5029"))
    entry = next(e for e in game.entries if e.kind == "input")
    assert entry.text.startswith("move Convoy to 23A:")
    told = LogText(game).since("Allied")
    assert any("Allied: sail Convoy to 23A:5029" in line for line in told)
    assert not any("23A:3731 23A:3830" in line for line in told if line.startswith("Allied:"))


@pytest.mark.parametrize(("book", "scenario"), GAMES)
def test_the_coach_writes_orders_with_names(book: str, scenario: str) -> None:
    game = begun(book, scenario)
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert isinstance(request, AskOrder)
    view, rules = game.view(side), game.book
    said = coach.coach(rules, view, request)
    assert said.ideas
    for text in (*(i.text for i in said.ideas), *(r.order for r in said.forgotten)):
        assert rules.judge(view, request, rules.parse(text, view, side))
        assert with_names(rules, view, side, rules.text(rules.parse(text, view, side))) == text


def test_a_long_way_does_not_keep_ships_from_their_names() -> None:
    game = begun("campaign", "norway-1940")
    side = game.sides_to_answer()[0]
    request: Any = game.request(side)
    view, rules = game.view(side), game.book
    long = [
        text for o in rules.candidates(view, request) if (text := rules.text(o)).count(",") > 18
    ]
    assert long
    for text in long[:3]:
        assert not {x for x in view.ships if f" {x}," in with_names(rules, view, side, text)}


def test_a_counter_is_called_by_the_ship_without_title_or_rank() -> None:
    assert [
        short_name("a long id", name)
        for name in (
            "HMS Hood",
            "Admiral Graf Spee",
            "Admiral Hipper",
            "Graf",
            "Group 8",
            "St. Nazaire",
        )
    ] == ["Hood", "Spee", "Hipper", "Graf", "Gr. 8", "St.Na."]
