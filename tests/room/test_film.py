"""The film of a game: folded cut by cut it is what the side's page shows, and nothing but its own
views went into it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from flagplot import boards
from flagplot.admirals import admiral
from flagplot.room.film import MOST_PLACES, Film, film
from flagplot.room.live_game import LiveGame
from flagplot.room.seat_view import past_display
from flagplot.table.display.position import Counter
from flagplot.table.game.game import Game
from tests.games import begun

GAMES = [
    ("awaw", "norway-1940", "Allied"),
    ("europa", "pedestal", "Axis"),
    ("campaign", "graf-spee", "Allied"),
]


def played(book: str, scenario: str, answers: int) -> tuple[LiveGame, Game]:
    """A game some answers on, as the room keeps it."""
    game, rng, player = begun(book, scenario), Random(5), admiral("greedy")
    for _ in range(answers):
        if game.outcome is None:
            side = game.sides_to_answer()[0]
            request = game.request(side)
            assert request is not None
            game.answer(side, player.decide(game.book, game.view(side), request, rng))
    return cast(LiveGame, SimpleNamespace(game=game, book=game.book, logs={})), game


def folded(shown: Film, until: int) -> dict[str, Counter]:
    """The counters after the cuts up to an entry."""
    there = {c.id: c for c in shown.counters}
    for cut in shown.cuts:
        if cut.n > until:
            break
        there = {} if cut.board else {id: c for id, c in there.items() if id not in cut.gone}
        there |= {c.id: c for c in cut.put}
    return there


@pytest.mark.parametrize(("book", "scenario", "side"), GAMES)
def test_the_film_ends_where_the_page_stands_and_shows_every_step(
    book: str, scenario: str, side: str
) -> None:
    live, game = played(book, scenario, 60)
    shown = film(live, side, -1)
    last = len(game.side_log(side)) - 1
    assert shown.until == last
    for at in (shown.since, last // 3, last // 2, last):
        assert folded(shown, at) == {c.id: c for c in past_display(live, side, at).counters}
    board = boards.load(shown.board)
    for cut in shown.cuts:
        board = boards.load(cut.board) if cut.board else board
        assert len(cut.at) <= MOST_PLACES
        assert all(p in board.hexes or p in {b.id for b in board.boxes.values()} for p in cut.at), (
            cut
        )
        for way in cut.ways:
            assert len(way.places) > 1
    tags = dict(game.book.movement_events)
    sailed = {
        e.n
        for e in game.side_log(side)
        if e.event is not None and e.event.__struct_config__.tag in tags
    }
    assert any(cut.n in sailed and cut.ways for cut in shown.cuts)


@pytest.mark.parametrize(("book", "scenario", "side"), GAMES)
def test_a_film_from_the_middle_is_the_rest_of_the_whole(
    book: str, scenario: str, side: str
) -> None:
    live, game = played(book, scenario, 60)
    middle = len(game.side_log(side)) // 2
    whole, rest = film(live, side, -1), film(live, side, middle)
    assert list(rest.cuts) == [c for c in whole.cuts if c.n > middle]
    assert not film(live, side, 10**6).cuts


def test_what_was_taken_back_is_not_in_the_film() -> None:
    live, game = played("europa", "pedestal", 0)
    rng, player = Random(5), admiral("greedy")
    for _ in range(80):
        side = game.sides_to_answer()[0]
        request: Any = game.request(side)
        before = len(game.side_log(side))
        game.answer(side, player.decide(game.book, game.view(side), request, rng))
        if (
            any(c.n >= before and c.ways for c in film(live, side, before - 1).cuts)
            and game.undo(side).done
        ):
            assert not any(c.n >= before for c in film(live, side, before - 1).cuts)
            return
    raise AssertionError("nothing was taken back")
