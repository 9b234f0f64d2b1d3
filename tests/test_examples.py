"""Every order that is offered is shown by an example that may be given as it stands, and every way
to mend one that is refused may be given, too: in games of every scenario."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import AskOrder
from flagplot.table.assist.examine import examine

from .games import begun, questions

SCENARIOS = [(b, s.id) for b in rulebooks.BOOKS for s in rulebooks.book(b).scenarios]
ANSWERS, EACH, SPOILT = 100, 3, 3
"""Answers of a game, questions of a kind that are looked at in it, and forms of a question that are
spoilt."""


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_examples_and_remedies_may_be_given(name: str, scenario: str) -> None:
    book: Any = rulebooks.book(name)
    game, rng, player = begun(name, scenario, seed=6), Random(6), admiral("greedy")
    looked: Counter[tuple[str, str]] = Counter()
    told = 0
    for side, request, view in questions(game, ANSWERS):
        looked[side, request.kind] += 1
        if isinstance(request, AskOrder) and looked[side, request.kind] <= EACH:
            forms = book.display(view, side, (request,)).forms
            for form in forms:
                verdict = book.check(view, request, book.parse(form.example, view, side))
                assert verdict, (request.kind, form.example, [r.code for r in verdict.refusals])
                told += 1
            for form in [f for f in forms if " " in f.example][:SPOILT]:
                for said in examine(book, view, request, form.example.rsplit(" ", 1)[0]).said:
                    for _, order in said.remedies:
                        assert not order or book.check(
                            view, request, book.parse(order, view, side)
                        ), (form.example, order)
        game.answer(side, player.decide(book, view, request, rng))
    assert told
