"""A wrong order is told with one near it that may be given, in every book; the number of a remedy
gives it in the terminal."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, get_type_hints

import pytest
from rich.console import Console

from flagplot.admirals import admiral
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.rulebooks.awaw.map import theatre
from flagplot.rulebooks.campaign.orders import Patrol
from flagplot.table import AskOrder, TextError
from flagplot.table.assist.examine import examine
from flagplot.table.assist.nearby_orders import list_fields, order_without
from flagplot.table.assist.order_names import with_names
from tests.games import typist

from .games import begun, questions

GAMES = (
    ("awaw", "norway-1940"),
    ("awaw", "mediterranean-1941"),
    ("europa", "tallinn-1941"),
    ("campaign", "norway-1940"),
    ("campaign", "graf-spee"),
)
ANSWERS, EACH = 24, 2
NAMED = ("ports", "units", "ships", "planes", "groups", "missions")
"""Return the names of a position's things."""


def known(view: Any, word: str) -> list[str]:
    """Return the words that might stand in the place of a word: things of its kind, else all there
    are."""
    things = {k: [*v] for k in NAMED if hasattr(v := getattr(view, k, None), "keys")}
    if hasattr(view, "board"):
        things["ports"] = [p.name for p in theatre.ports_of(theatre.load_board(view.board))]
    same = next((v for v in things.values() if word in v), [x for v in things.values() for x in v])
    return [x for x in same if x != word]


def spoilt(book: Any, view: Any, request: AskOrder, rng: Random) -> Iterator[str]:
    """Orders worth considering with another thing for one they name, or one more: a wrong
    destination, a ship elsewhere."""
    for order in islice(book.candidates(view, request), 6):
        text = book.text(order)
        spans = [
            (x.start, x.end) for x in book.language.parse_partial(text, view, request.side).spans
        ]
        for start, end in rng.sample(spans, min(2, len(spans))):
            if others := known(view, text[start:end]):
                yield text[:start] + rng.choice(others) + text[end:]
                yield f"{text[:end]}, {rng.choice(others)}{text[end:]}"


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_a_wrong_order_is_told_with_one_that_may_be_given(name: str, scenario: str) -> None:
    game, rng, player = begun(name, scenario, seed=4), Random(4), admiral("greedy")
    looked: Counter[tuple[str, str]] = Counter()
    lacking, mended = [], 0
    for side, request, view in questions(game, ANSWERS):
        looked[side, request.kind] += 1
        if isinstance(request, AskOrder) and looked[side, request.kind] <= EACH:
            for text in spoilt(game.book, view, request, rng):
                said = examine(game.book, view, request, text).said
                whole = [order for each in said for _, order in each.remedies if order]
                assert all(
                    game.book.check(view, request, game.book.parse(order, view, side))
                    for order in whole
                ), text
                if said:
                    mended += bool(whole)
                    lacking += [] if whole else [(text, [x.refusal.code for x in said])]
        assert game.answer(side, player.decide(game.book, view, request, rng))
    assert mended > 10
    assert len(lacking) <= mended / 20, lacking


@pytest.mark.parametrize(
    ("name", "scenario", "start", "text"),
    [
        ("awaw", "norway-1940", "WS", "patrol GE-CA-Karlsruhe to Brest"),
        ("campaign", "norway-1940", "", "fly GE-StG-1 to 17,15"),
        ("europa", "tallinn-1941", "", "move Boats to 1B:0712"),
    ],
)
def test_its_number_gives_it_in_the_terminal(
    name: str, scenario: str, start: str, text: str
) -> None:
    game, paper = begun(name, scenario, start, seed=4), io.StringIO()
    card = next(c for c in game.book.scenarios if c.id == scenario)
    table = Terminal(
        TerminalGame(
            game, card, card.sides, {}, Console(file=paper, width=200), None, typist((text, "1"))
        )
    )
    before, side = len(game), card.sides[0]
    view = game.view(side)
    table.play()
    told = paper.getvalue()
    assert "Refused." in told
    assert "Its number gives the mended order." in told, told
    given = [e for e in game.entries[before:] if e.kind == "input"]
    assert len(given) == 1
    assert with_names(game.book, view, side, given[0].text) in told, "in names"
    assert given[0].text not in told or name == "europa", "without ids"


def test_a_hex_of_two_numbers_is_one_thing() -> None:
    book = begun("campaign", "graf-spee").book
    assert {"units"} == list_fields(Patrol) & {"units", "target"}
    pairs = [
        t
        for t in book.order_types
        if any(get_type_hints(t).get(f) == tuple[int, int] for f in t.__struct_fields__)
    ]
    assert pairs
    assert all(get_type_hints(t)[f] != tuple[int, int] for t in pairs for f in list_fields(t))


def test_what_is_at_fault_is_left_out_of_every_list() -> None:
    book = begun("awaw", "norway-1940").book
    game = begun("awaw", "norway-1940")
    view = game.view("Axis")
    order = book.parse("base change GE-CA-Karlsruhe, GE-PB-Lutzow to Wilhelmshaven", view, "Axis")
    left = order_without(order, {"GE-PB-Lutzow"})
    assert book.text(left) == "base change GE-CA-Karlsruhe to Wilhelmshaven"
    with pytest.raises(TextError):
        book.parse(
            book.text(order_without(order, {"GE-PB-Lutzow", "GE-CA-Karlsruhe"})), view, "Axis"
        )
