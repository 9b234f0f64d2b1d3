"""Texts nobody should write, a bounded number of them: `python -m tools fuzz-orders` goes on for as long
as one likes."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.odds import answer_question
from flagplot.table import AskOrder, Refusal, Remedy, Setup, TextError, Verdict, rulings
from flagplot.table.assist.examine import examine
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from orderfuzz import rounds
from orderfuzz.names import Names
from orderfuzz.texts import Composer
from orderfuzz.trials import Trials, board_of
from orderfuzz.wordings import Wordings, entries

from .table.toybook import RULINGS, Move, Pass, State, ToyBook


def told(trials: Trials) -> str:
    return "\n".join(str(f) for f in trials.faults[:10])


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize("seed", [1, 2])
def test_in_positions_from_play_every_text_is_answered_and_every_remedy_legal(
    book: str, seed: int
) -> None:
    trials = Trials(rulebooks.book(book), book)
    every = rounds.setups(trials.book)
    rounds.positions(trials, every[seed % len(every)], seed, 200, 6)
    assert trials.tried > 50
    assert not trials.faults, told(trials)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_order_with_places_of_the_whole_board(book: str) -> None:
    trials = Trials(rulebooks.book(book), book)
    for seed, setup in enumerate(rounds.setups(trials.book)):
        rounds.sweeps(trials, setup, seed + 10, 8)
    assert trials.tried > 300
    assert not trials.faults, told(trials)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_bent_cases_and_questions_fail_in_words(book: str) -> None:
    trials = Trials(rulebooks.book(book), book)
    rounds.lines(trials, rounds.setups(trials.book)[0], 3, 40)
    assert not trials.faults, told(trials)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_text_game_goes_on_whatever_is_typed(book: str, seed: int) -> None:
    trials = Trials(rulebooks.book(book), book)
    rounds.seated(trials, rounds.setups(trials.book)[0], seed, 60)
    assert trials.tried > 40
    assert not trials.faults, told(trials)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_order_that_is_declared_is_written_so_that_it_can_be_read(book: str) -> None:
    made, lots = rulebooks.book(book), Random(1)
    unread = {e.declared.kind: e.declared.cls for e in entries(made)}
    speechless = set(unread)
    for setup in rounds.setups(made):
        game = Game.new(made, setup, rulings=rulings(book), dice=SeededDice(1))
        for side in game.sides:
            view = game.view(side)
            names = Names(made, game.state, board_of(game), lots)
            Composer(made, names, lots).legal(
                game.request(side) or AskOrder(side, "", "none"), view
            )
            wordings = Wordings(made, names, lots, view, side)
            for kind in sorted(unread):
                written = [e for e in wordings.orders[kind] if not wordings.speechless(e)]
                speechless -= {kind} if written else set()
                for e in written * 24:
                    with suppress(TextError):
                        if type(made.parse(wordings.filled(e), view, side)) is unread[kind]:
                            del unread[kind]
                            break
    assert not set(unread) - speechless


class Faulty(ToyBook):
    """The toy with faults for the fuzzer to find."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def parse(self, text: str, state: State, side: str) -> Any:
        if self.fault == "read" and text.startswith("move "):
            return Move(text.split()[1], int(text.split()[3]))
        return super().parse(text, state, side)

    def check(self, state: State, request: AskOrder, order: Any) -> Verdict:
        if self.fault == "judge" and isinstance(order, Move) and order.ship not in state.ships:
            raise KeyError(order.ship)
        return super().check(state, request, order)

    def judge(self, state: State, request: AskOrder, order: Any) -> Verdict:
        verdict = super().judge(state, request, order)
        if self.fault == "remedy of" and not verdict and isinstance(order, Move):
            return Verdict((Refusal("1.2", "no", remedies=(Remedy("same", self.text(order)),)),))
        if self.fault == "remedy" and not verdict and not isinstance(order, Pass):
            return Verdict((Refusal("1.2", "no", remedies=(Remedy("other", "move Red1 to 99"),)),))
        return verdict


def test_several_things_wrong_are_mended_one_after_the_other() -> None:
    """6.3.7: neither how nor which way was said; each mended order says both, and none is what was
    refused."""
    book = rulebooks.book("campaign")
    game = Game.new(book, Setup("norway-1940"), rulings=rulings("campaign"), dice=SeededDice(1))
    verdict = game.check("Axis", "base change to Swinemuende with GE-CA-1")
    offered = [m.order for r in verdict.refusals for m in r.remedies]
    assert len(offered) == 3
    assert all(offered)
    assert all(game.check("Axis", order) for order in offered)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize(
    "text", ["declare " + "9" * 5000, "patrol " + "a" * 9000, "convoy " + "9" * 5000 + " tankers"]
)
def test_overlong_orders_are_not_read(book: str, text: str) -> None:
    made = rulebooks.book(book)
    game = Game.new(made, rounds.setups(made)[0], rulings=rulings(book), dice=SeededDice(1))
    side = game.sides_to_answer()[0]
    with pytest.raises(TextError, match="characters long"):
        game.check(side, text)
    request = game.request(side)
    assert isinstance(request, AskOrder)
    assert "characters long" in examine(made, game.view(side), request, text).problem


@pytest.mark.parametrize("fault", ["read", "judge", "remedy of", "remedy"])
def test_the_fuzzer_finds_what_is_wrong(fault: str) -> None:
    book = Faulty(fault)
    trials = Trials(book, "toybook")
    game = Game.new(book, Setup("line", "usual"), rulings=RULINGS, dice=SeededDice(1))
    trials.position(game, Random(1), 300)
    assert fault.split(" ")[0] in {f.doing.split(" ")[0] for f in trials.faults}


def test_the_fuzzer_finds_nothing_where_nothing_is_wrong() -> None:
    trials = Trials(ToyBook(), "toybook")
    trials.position(
        Game.new(ToyBook(), Setup("line", "usual"), rulings=RULINGS, dice=SeededDice(1)),
        Random(1),
        300,
    )
    assert not trials.faults, told(trials)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("base change Hipper to Berlin", "21.22"),
        ("base change Hipper to A30n1", "21.217C"),
        ("patrol Hipper to A30n1", "21.217C"),
        ("patrol Hipper to Berlin", "21.411"),
        ("redeploy Hipper to Berlin", "21.22"),
        ("intercept Hipper at A30n1", "21.217C"),
        ("invade A30n1 with Hipper", "21.217C"),
        ("transport GE-INF-Group-XXI-North-Sea-1 to A30n1 with GE-DD-Weser", "21.43"),
        ("base change Hipper to Moscow", "21.22"),
    ],
)
def test_places_without_water_are_refused_with_a_clause(text: str, clause: str) -> None:
    book = rulebooks.book("awaw")
    game = Game.new(book, Setup("norway-1940", "R4"), rulings=rulings("awaw"), dice=SeededDice(1))
    assert game.check("Axis", text).cites(clause)


@pytest.mark.parametrize(
    ("question", "argument"),
    [
        ("strike", "99999999999 squadrons of Germany at BB 4"),
        ("interception", "99999999999 dice to 12 hexes"),
        ("intercepted", "B31 B32 as patrol of 99999999999 factors"),
    ],
)
def test_questions_about_more_than_there_can_be_are_not_counted_out(
    question: str, argument: str
) -> None:
    book = rulebooks.book("awaw")
    game = Game.new(book, Setup("norway-1940", "R4"), rulings=rulings("awaw"), dice=SeededDice(1))
    with pytest.raises(TextError, match="numbers go up to"):
        answer_question(book, game.view("Axis"), "Axis", question, argument)
