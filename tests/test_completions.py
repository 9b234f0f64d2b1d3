"""Completions of a typed order use names in every book: an id only where its name would be
another's too."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import AskOrder
from flagplot.table.language import Completion

from .games import begun, questions

SCENARIOS = [
    ("awaw", "norway-1940"),
    ("awaw", "atlantic-raiders"),
    ("europa", "pedestal"),
    ("europa", "husky-1943"),
    ("campaign", "norway-1940"),
    ("campaign", "graf-spee"),
    ("campaign", "wake-1941"),
]
ANSWERS, EVERY = 40, 999


def is_id(book: Any, view: Any, c: Completion) -> bool:
    """Return whether an offer is the id of a thing with a name, which stands beside it."""
    called = book.display_name(view, c.text)
    return called != c.text and c.meaning in called


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_names_are_offered_first(name: str, scenario: str) -> None:
    book: Any = rulebooks.book(name)
    game, rng, player = begun(name, scenario), Random(3), admiral("greedy")
    looked: dict[tuple[str, str], int] = defaultdict(int)
    told = 0
    for side, request, view in questions(game, ANSWERS):
        looked[side, request.kind] += 1
        if isinstance(request, AskOrder) and looked[side, request.kind] == 1:
            for form in book.display(view, side, (request,)).forms:
                words = form.example.split(" ")
                for n in range(1, len(words)):
                    typed = f"{' '.join(words[:n])} "
                    further = book.language.complete(typed, view, side, most=EVERY)
                    offers = [
                        c for c in further if c.kind and c.start == len(typed)
                    ]  # what is typed may begin an id
                    called = Counter(c.meaning for c in offers)
                    ids = [
                        c
                        for c in offers
                        if c.meaning and is_id(book, view, c) and called[c.meaning] == 1
                    ]
                    assert not ids, (form.kind, words[:n], ids[:3])
                    told += len(offers)
        game.answer(side, player.decide(book, view, request, rng))
    assert told
