"""Every question shows a chance and a forecast, or ``docs/data/forecasts.toml`` says why not: played
in games of every scenario."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from importlib import resources
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import AskOrder
from flagplot.table.assist.examine import examine

from .games import begun, questions

DATA = Path(__file__).parents[1] / "docs" / "data" / "forecasts.toml"
ROWS = tomllib.loads(DATA.read_text("utf-8"))
BOOKS = tuple(ROWS)
SCENARIOS = [(b, s.id) for b in BOOKS for s in rulebooks.book(b).scenarios]
EACH, ANSWERS, ORDERS = 3, 160, 3
"""Questions of a kind that are looked at in a game, answers of a game, and orders tried for a
question about one."""


def rows(book: str) -> dict[str, tuple[str, str, str]]:
    """Return chance, forecast and note by the kind of question."""
    return {kind: (chance, forecast, note) for kind, (chance, forecast, note) in ROWS[book].items()}


def told(book: Any, view: Any, request: Any) -> tuple[bool, bool]:
    """Return whether a question tells a chance and a forecast, by itself or beside an order that
    answers it."""
    prompt = book.prompt(view, request)
    chance = any(o.odds or o.chance is not None for o in prompt.options)
    forecast = prompt.forecast is not None
    for order in (
        islice(book.candidates(view, request), ORDERS) if isinstance(request, AskOrder) else ()
    ):
        seen = examine(book, view, request, book.text(order))
        chance = chance or bool(seen.odds or seen.profile)
        forecast = forecast or seen.forecast is not None
    return chance, forecast


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_question_has_its_row(book: str) -> None:
    words = tomllib.loads(
        (resources.files("flagplot.rulebooks") / book / "words.toml").read_text("utf-8")
    )
    table = rows(book)
    assert set(table) == set(words["prompt"])
    assert {c for row in table.values() for c in row[:2]} <= {"yes", "some", "no"}
    assert all(
        note for chance, forecast, note in table.values() if (chance, forecast) != ("yes", "yes")
    ), "the reason is told"


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_questions_of_played_games_tell_what_follows(name: str, scenario: str) -> None:
    book: Any = rulebooks.book(name)
    game, rng, player, table = begun(name, scenario), Random(3), admiral("greedy"), rows(name)
    looked: dict[str, int] = defaultdict(int)
    for side, request, view in questions(game, ANSWERS):
        if looked[request.kind] < EACH and (
            isinstance(request, AskOrder) or len(request.options) > 1
        ):
            looked[request.kind] += 1
            found = dict(zip(("chance", "forecast"), told(book, view, request), strict=True))
            due = dict(zip(found, table[request.kind], strict=False))
            wrong = [
                what
                for what in found
                if due[what] != "some" and found[what] != (due[what] == "yes")
            ]
            assert not wrong, f"{request.kind} as {side}: {found}, the table says {due}"
        game.answer(side, player.decide(book, view, request, rng))
