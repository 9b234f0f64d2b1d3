"""Names everywhere, ids on request: what is told and asked, and the lists of forces, call by their
names what has any."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.room.seat_view import seat_prompt
from flagplot.table import AskOrder
from flagplot.table.assist.examine import examine
from flagplot.table.contract.default_texts import label_of_roll
from tests.games import begun, questions

GAMES = (
    ("awaw", "norway-1940"),
    ("awaw", "mediterranean-1941"),
    ("europa", "pedestal"),
    ("europa", "tallinn-1941"),
    ("campaign", "norway-1940"),
    ("campaign", "convoy-sc-7"),
)
ANSWERS = 60


def ids_of(view: Any) -> set[str]:
    """The ids of what has a name in a position: units, ships, aircraft, cargo, troops; missions of
    the campaign."""
    kinds = ("units", "ships", "air", "planes", "cargo", "troops", "divisions")
    found = [held for kind in kinds if isinstance(held := getattr(view, kind, None), Mapping)]
    named = {id for held in found for id, x in held.items() if getattr(x, "name", "")}
    return named | set(getattr(view, "missions", {}))


@pytest.mark.parametrize(("book", "scenario"), GAMES)
def test_what_is_told_and_asked_has_names(book: str, scenario: str) -> None:
    game = begun(book, scenario)
    rules, rng, player = game.book, Random(1), admiral("random")
    ids: set[str] = set()
    said: list[str] = []
    for side, request, view in questions(game, ANSWERS):
        ids |= ids_of(view)
        prompt, shown = rules.prompt(view, request), rules.display(view, side, (request,))
        said += [
            prompt.question,
            *(d.text for d in prompt.detail),
            *(o.label for o in prompt.options if not prompt.open),
        ]
        said += [
            line
            for f in shown.forces
            for line in (f.name, f.note, *(x for c in f.children for x in (c.name, c.note)))
        ]
        said += (
            [c.name for c in shown.counters]
            + [c.detail for c in shown.counters]
            + [r.label for r in shown.routes]
        )
        assert game.answer(side, player.decide(rules, view, request, rng))
    for side in game.sides:
        for entry, before in game.side_log_with_views(side):
            if entry.kind == "event":
                said.append(rules.event_text(entry.event, before, side))
            elif entry.kind == "roll":
                said.append(label_of_roll(rules, entry.why, entry.about, before))
    words = {word for text in said for word in re.findall(r"[\w-]+", text)}
    alone = {
        id
        for id in words & ids
        if not any(f"{name} {id}" in text for text in said for name in shared(game.state, id))
    }
    assert {
        id: next(t for t in said if id in re.findall(r"[\w-]+", t)) for id in sorted(alone)
    } == {}


def shared(state: Any, id: str) -> list[str]:
    """Return the ways to name a thing when others share its name: then its id may stand behind the
    name."""
    kinds = [
        held
        for kind in ("units", "air", "cargo", "divisions")
        if isinstance(held := getattr(state, kind, None), Mapping)
    ]
    names = [held[id].name for held in kinds if id in held]
    return [re.split(r":| \(", n)[0] for n in names if n] or [
        "warships",
        "submarines",
        "a convoy",
        "raiders",
    ]


@pytest.mark.parametrize(
    ("book", "scenario", "start", "wrong"),
    [
        ("awaw", "norway-1940", "WS", "base change GE-BC-Scharnhorst to Malta"),
        ("campaign", "norway-1940", "", "base change GE-CA-1 to Scapa Flow"),
    ],
)
def test_orders_that_are_proposed_are_written_in_names(
    book: str, scenario: str, start: str, wrong: str
) -> None:
    game = begun(book, scenario, start)
    for side, request, view in questions(game, 1):
        assert isinstance(request, AskOrder)
        mended = [
            text
            for said in examine(game.book, view, request, wrong).said
            for _, text in said.remedies
            if text
        ]
        live: Any = SimpleNamespace(game=game, book=game.book)
        ideas = [o.text for o in seat_prompt(live, side, request, "").options]
        assert mended
        assert ideas or book == "campaign", "it proposes where somebody can fight"
        assert not ids_of(view) & {
            word for text in (*mended, *ideas) for word in re.findall(r"[\w-]+", text)
        }
        for text in (*mended, *ideas):
            assert game.book.check(view, request, game.book.parse(text, view, side)), text
