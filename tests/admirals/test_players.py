"""The admirals: what they may see, what they answer, and that they answer the same for the same
lots."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import (
    ADMIRALS,
    Greedy,
    UnknownAdmiralError,
    admiral,
    admirals_for,
    offered_admirals,
)
from flagplot.admirals import Random as RandomAdmiral
from flagplot.admirals.players import choices
from flagplot.admirals.registry import ratings
from flagplot.admirals.simulate import StuckGameError, play_out
from flagplot.table import Ask, AskOrder, Setup
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.table.toybook import BOOK, RULINGS, Pass, ToyBook


def begin(book: ToyBook = BOOK, seed: int = 1) -> Game:
    return Game.new(book, Setup("line"), rulings=RULINGS, dice=SeededDice(seed))


def asked(game: Game) -> Any:
    side = game.sides_to_answer()[0]
    return game.view(side), game.request(side)


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_who_chooses_an_admiral_is_told_how_strong_he_is_and_how_long_he_takes(id: str) -> None:
    """The rating is that of the ladder's last run; nobody is strong or weak by a word of ours."""
    book = rulebooks.book(id)
    told = {a.name: a for a in offered_admirals(book)}
    assert set(told) == set(admirals_for(book))
    for name, entry in told.items():
        known = ratings()[id].get(name)
        assert entry.elo == (round(known[0]) if known else None)
        assert known is None or f", Elo {entry.elo}:" in entry.sentence
        assert entry.takes == ("2 s or more an order" if name == "search" else "answers at once")
        assert not {"strong", "stronger", "weak", "fair"} & set(entry.about.split())
    assert ratings()[id]["greedy"] == (1000, 1000, 1000)
    assert {"random", "steady"} <= ratings()[id].keys()


def test_a_book_without_games_of_the_ladder_offers_its_admirals_without_ratings() -> None:
    assert {a.elo for a in offered_admirals(BOOK)} == {None}


def test_every_admiral_is_found_by_name() -> None:
    assert {name: admiral(name).name for name in ADMIRALS} == {name: name for name in ADMIRALS}


def test_an_unknown_admiral_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownAdmiralError, match="greedy, steady, search, random"):
        admiral("nelson")


def test_choices_of_a_command_are_the_candidates_and_end_with_the_pass() -> None:
    view, request = asked(begin())
    assert choices(BOOK, view, request)[-1] == Pass()
    assert choices(BOOK, view, request, 2)[-1] == Pass()
    assert len(choices(BOOK, view, request, 2)) == 2


def test_choices_of_an_ask_are_its_options() -> None:
    assert choices(BOOK, None, Ask("Red", ("a", "b"), "1.1", "k")) == ("a", "b")


def test_a_book_that_offers_nothing_is_told() -> None:
    class Mute(ToyBook):
        def candidates(self, state: Any, request: AskOrder) -> tuple[Any, ...]:
            return ()

    view, request = asked(begin())
    with pytest.raises(ValueError, match="offers Red nothing"):
        choices(Mute(), view, request)


def test_greedy_takes_the_best_and_draws_among_equals() -> None:
    ask = Ask("Blue", ("hold", "close"), "2.1", "interception")
    assert {Greedy().decide(BOOK, None, ask, Random(i)) for i in range(20)} == {"close"}
    equal = Ask("Blue", ("sleep", "watch"), "3.1", "watch")
    assert {Greedy().decide(BOOK, None, equal, Random(i)) for i in range(40)} == {"sleep", "watch"}


@pytest.mark.parametrize("name", ADMIRALS)
def test_the_same_lots_give_the_same_answers(name: str) -> None:
    logs = []
    for _ in range(2):
        game = begin()
        play_out(game, dict.fromkeys(game.sides, admiral(name)), Random(5))
        logs.append(game.lines())
    assert logs[0] == logs[1]


@pytest.mark.parametrize("name", ADMIRALS)
def test_an_admiral_sees_its_view_only(name: str) -> None:
    """Every state handed to the book by an admiral is the view of the side that is asked."""
    game = begin()
    held: list[tuple[Any, str]] = []

    class Watched(ToyBook):
        def candidates(self, state: Any, request: AskOrder) -> Any:
            held.append((state, request.side))
            return super().candidates(state, request)

        def evaluate(self, view: Any, request: Any, answer: Any) -> float:
            held.append((view, request.side))
            return super().evaluate(view, request, answer)

    game.book = Watched()
    play_out(game, dict.fromkeys(game.sides, admiral(name)), Random(5))
    assert held
    for state, side in held:
        assert state == BOOK.view(state, side)
        assert all(s.side == side or not s.hidden for s in state.ships.values())


def test_a_game_that_does_not_end_is_stopped() -> None:
    game = begin()
    with pytest.raises(StuckGameError, match="no end after 3"):
        play_out(game, dict.fromkeys(game.sides, RandomAdmiral(passes=0.0)), Random(1), limit=3)


def test_an_answer_that_is_refused_is_told() -> None:
    class Cheat:
        name = "cheat"

        def decide(self, book: Any, view: Any, request: Any, rng: Any) -> Any:
            from tests.table.toybook import Move

            return Move("Blue1", 4)

    game = begin()
    with pytest.raises(StuckGameError, match=r"cheat for Red .* not-yours \(1\.1\)"):
        play_out(game, dict.fromkeys(game.sides, Cheat()), Random(1))


def test_random_passes_orders_and_chooses_among_all_options() -> None:
    view, order = asked(begin())
    passing = RandomAdmiral(passes=1.0)
    assert passing.decide(BOOK, view, order, Random(1)) == Pass()
    choice = Ask("Red", ("a", "b", "c"), "1", "any")
    assert {passing.decide(BOOK, view, choice, Random(n)) for n in range(30)} == {"a", "b", "c"}
