"""The lessons as their data say: what is wrong is refused, what is right is legal, and at the end
stands a small success."""

from __future__ import annotations

from random import Random

import pytest

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.admirals.players import give_answer
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist import coach
from flagplot.table.assist.examine import examine
from flagplot.table.assist.lessons import Lesson, lesson_seed, lesson_with_names, load_lesson
from flagplot.table.game.game import Game


def taught(id: str) -> Lesson:
    found = load_lesson(id)
    assert found is not None
    return found


def test_a_lesson_speaks_of_ships_by_name() -> None:
    written = [
        text for id in rulebooks.BOOKS for s in told_of(id).steps for text in (s.do, s.tried)
    ]
    assert {"patrol Hartmut submarines to B32", "sail Convoy to Valletta"} <= set(written)
    assert {"fire Hood at Bretagne", "fire Hood at Hood"} <= set(written)
    assert not [x for x in written if "GE-" in x or "L-UK" in x]


def told_of(id: str) -> Lesson:
    """The lesson as the page has it."""
    found = lesson_with_names(rulebooks.book(id))
    assert found is not None
    return found


def usual(game: Game, side: str) -> str:
    """Return the first advice of the coach of every game."""
    request = game.request(side)
    assert request is not None
    said = coach.coach(game.book, game.view(side), request)
    good = [i.text for i in said.ideas if i.good]
    return str(next(iter((*(r.order for r in said.forgotten), *good, *said.ends))))


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_the_lesson_goes_as_it_says(id: str) -> None:
    book, told = rulebooks.book(id), told_of(id)
    card = next(s for s in book.scenarios if s.id == told.scenario)
    setup = Setup(told.scenario, told.start or (card.starts[0][0] if card.starts else ""))
    game = Game.new(book, setup, rulings=rulings(id), seed=lesson_seed(id), id="lesson")
    steps, rng = list(told.steps), Random(lesson_seed(id))
    for _ in range(200):
        if game.outcome is not None:
            break
        side = game.sides_to_answer()[0]
        if side != told.side:
            give_answer(game, side, Greedy(), rng)
            continue
        request = game.request(side)
        assert request is not None
        if not steps and request.kind == told.ends:
            break
        if not steps or steps[0].asked != request.kind:
            assert game.submit(side, usual(game, side)).verdict
            continue
        step = steps.pop(0)
        view = game.view(side)
        assert step.say
        if isinstance(request, AskOrder) and step.tried:
            seen = examine(book, view, request, step.tried)
            assert seen.complete, step.tried
            assert seen.said, step.tried
        if step.do:
            assert game.submit(side, step.do).verdict, step.do
    assert not steps
    scores = book.display(game.view(told.side), told.side, ()).scores
    assert next(x.points for x in scores if x.side == told.side) >= told.success
