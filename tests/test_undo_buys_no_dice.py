"""Taking back never buys a better throw: the same order in other words, or with its units in
another sequence, meets the same faces, and so does one that is given after a detour."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.table import AskOrder, Rulebook, Setup, TextError, rulings
from flagplot.table.analysis.verify import verify
from flagplot.table.game.game import Game
from flagplot.table.game.timeline import plain
from flagplot.table.log.entries import Entry

from .harness import SEED, Table
from .table.toybook import BOOK as TOY
from .table.toybook import RULINGS

SCENARIOS = [
    ("awaw", "norway-1940"),
    ("awaw", "mediterranean-1941"),
    ("europa", "pedestal"),
    ("campaign", "norway-1940"),
]
LATELY = 8
"""How many of the last answers are tried."""
ROUTES = {"path", "via", "calls", "forces", "moves"}
"""Fields whose sequence is what the order says, not how it says it."""


def table(book: str, scenario: str) -> Table:
    found = rulebooks.book(book)
    card = next(s for s in found.scenarios if s.id == scenario)
    start = card.starts[0][0] if card.starts else ""
    return Table(found, Setup(scenario, start, found.editions[0]), rulings(book, found.editions[0]))


def reworded(order: Any, rng: random.Random) -> Iterator[Any]:
    """The order with one of its lists in other sequences."""
    if not isinstance(order, msgspec.Struct):
        return
    for field in order.__struct_fields__:
        value = getattr(order, field)
        if field not in ROUTES and isinstance(value, tuple) and len(value) > 1:
            others = [p for p in permutations(value[:5]) if p != value[:5]]
            for other in rng.sample(others, min(3, len(others))):
                yield replace(order, **{field: (*other, *value[5:])})


def wordings(
    book: Rulebook[Any], view: Any, side: str, order: Any, rng: random.Random
) -> Iterator[Any]:
    """The orders read when a player writes one order in other words."""
    text = book.text(order)
    for said in (
        f"  {text} ",
        text.replace(", ", ","),
        text.upper(),
        *map(book.text, reworded(order, rng)),
    ):
        try:
            yield book.parse(said, view, side)
        except TextError:
            continue


Made = list[tuple[str, str, Any, int, tuple[int, ...]]]


def throws(entries: tuple[Entry, ...]) -> Made:
    """Return the faces thrown, and the reason of each roll."""
    return sorted(
        (e.clause, e.why, plain(e.about), e.index, e.faces)
        for e in entries
        if e.kind == "roll" and e.index >= 0
    )


def back(game: Game, side: str, to: int) -> None:
    for other in game.undo(side, to=to).needs:
        game.consent(other, True)


def again(game: Game, course: list[tuple[str, Any]]) -> bool:
    """Give these answers; false when the course went another way and one of them is not wanted any
    more."""
    for side, value in course:
        if game.request(side) is None:
            return False
        try:
            if not game.answer(side, value):
                return False
        except TextError:
            return False
    return True


def tried(laid: Table, seed: int, most: int, tries: int = 10) -> tuple[int, int]:
    """Play; when dice have fallen, take back one of the last orders and give it in other words, and
    what followed as before (in a copy of the game). Returns how often the same dice fell again, and
    how often after an order with its units in another sequence."""
    book, rng = laid.book, random.Random(seed)
    game = laid.new()
    players = dict.fromkeys(game.sides, admiral("greedy"))
    course: list[tuple[str, Any]] = []
    given: list[tuple[int, int, list[Any]]] = []
    count = resorted = 0
    while game.sides_to_answer() and len(course) < most and tries:
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        value = players[side].decide(book, view, request, rng)
        others = (
            list(wordings(book, view, side, value, rng)) if isinstance(request, AskOrder) else []
        )
        given.append((len(game), len(game.side_log(side)), others))
        assert game.answer(side, value)
        course.append((side, value))
        if not throws(game.entries[given[-1][0] :]):
            continue
        for k in range(len(course) - 1, max(-1, len(course) - LATELY), -1):
            start, own, others = given[k]
            made = throws(game.entries[start:])
            new = [o for o in others if o != course[k][1]]
            for other in (
                new[:2] if tries and new else others[:1] if tries and rng.random() < 0.1 else []
            ):
                copy = laid.open(game.lines())
                back(copy, course[k][0], own)
                began, tries = len(copy), tries - 1
                if again(copy, [(course[k][0], other), *course[k + 1 :]]):
                    count += 1
                    resorted += other != course[k][1]
                    assert throws(copy.entries[began:]) == made, book.text(other)
                    if count == 1:
                        assert verify(copy.lines(), book_of=laid.book_of, seed=SEED).ok
    return count, resorted


@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_no_rewording_changes_the_faces(book: str, scenario: str) -> None:
    counts = resorts = 0
    for seed in range(
        1, 9
    ):  # a course has few orders that can be said in another sequence of their units
        count, resorted = tried(table(book, scenario), seed, 400)
        counts, resorts = counts + count, resorts + resorted
        if seed > 1 and counts > 3 and resorts:
            break
    assert counts > 3
    assert resorts > 0


def test_no_rewording_changes_the_faces_of_the_toy() -> None:
    count = sum(tried(Table(TOY, Setup("line"), RULINGS), seed, 100)[0] for seed in range(4))
    assert count > 2
