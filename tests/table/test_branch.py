"""Games in thought: from any request of a game, with dice of their own, without a trace in it."""

from __future__ import annotations

from random import Random as Chance
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import ADMIRALS
from flagplot.admirals.simulate import play_out, sides_of
from flagplot.table import Roll, Setup, facts, rulings
from flagplot.table.core.dice import PlayoutDice, SeededDice
from flagplot.table.core.errors import DiceError, WrongSeat
from flagplot.table.core.roll_specs import Sum
from flagplot.table.game.fork import GameFork
from flagplot.table.game.game import Game
from tests.games import begun
from tests.table.toybook import BOOK, RULINGS

SCENARIOS = [("awaw", "norway-1940"), ("europa", "pedestal"), ("campaign", "oran-1940")]


def on(game: Game | GameFork, rng: Chance) -> None:
    """One answer of a random admiral."""
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert request is not None
    assert game.answer(side, ADMIRALS["random"].decide(game.book, game.view(side), request, rng))


@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_a_branch_is_asked_what_the_game_is_asked_at_every_request(
    book: str, scenario: str
) -> None:
    game, rng = begun(book, scenario, seed=5), Chance(3)
    for _ in range(60):
        if game.outcome is not None:
            break
        branch = game.fork(1)
        assert branch.sides_to_answer() == game.sides_to_answer()
        again = GameFork.half_done(game.book, branch._point, branch._given, 1)
        assert (again.state, again.pending) == (game.state, game.pending)
        on(game, rng)


@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_equal_seeds_and_answers_give_equal_games_and_leave_the_game_alone(
    book: str, scenario: str
) -> None:
    game, rng = begun(book, scenario, seed=5), Chance(4)
    for _ in range(9):
        on(game, rng)
    lines, state = game.lines(), game.state
    first, same, other = game.fork(7), game.fork(7), game.fork(8)
    for branch in (first, same, other):
        lots = Chance(9)
        for _ in range(40):
            if branch.outcome is None:
                on(branch, lots)
    assert first.state == same.state != other.state
    assert (game.lines(), game.state) == (lines, state)
    on(game, rng)


def test_a_branch_forks_in_the_middle_of_a_step_and_plays_to_the_end() -> None:
    game = begun("campaign", "oran-1940", seed=5)
    sides = sides_of(game.book, "oran-1940")
    players = dict.fromkeys(sides, ADMIRALS["random"])
    branch = game.fork(2)
    lots = Chance(1)
    for _ in range(30):
        on(branch, lots)
    twin = branch.fork(2)
    assert twin.state == branch.state
    play_out(twin, players, Chance(6))
    assert twin.outcome is not None
    assert branch.outcome is None
    with pytest.raises(WrongSeat):
        twin.answer(sides[0], None)


def test_a_sealed_answer_in_stays_in() -> None:
    game = Game.new(BOOK, Setup("line"), rulings=RULINGS, dice=SeededDice(1))
    rng = Chance(2)
    for _ in range(200):
        if len(game.sides_to_answer()) > 1 or game.outcome is not None:
            break
        on(game, rng)
    assert len(game.sides_to_answer()) > 1
    on(game, rng)
    branch = game.fork(1)
    assert branch.sides_to_answer() == game.sides_to_answer()
    on(branch, rng)
    assert branch.pending != game.pending


def test_a_game_with_real_dice_rolls_by_itself_in_thought() -> None:
    book: Any = rulebooks.book("campaign")
    game = Game.new(book, Setup("oran-1940"), rulings=rulings("campaign", "", {}))
    rng = Chance(1)
    while not isinstance(game.pending, Roll):
        on(game, rng)
    branch = game.fork(3)
    assert branch.sides_to_answer()
    assert isinstance(game.pending, Roll)


def test_equal_throws_of_a_seed_show_the_same_whatever_was_thrown_before() -> None:
    first, second, other = PlayoutDice(7), PlayoutDice(7), PlayoutDice(8)
    second.throw("Hood fires", 9, 10)
    second.throw("a mine", 1, 6)
    mines = [first.throw("a mine", 2, 6) for _ in range(30)]
    assert [second.throw("a mine", 2, 6) for _ in range(29)] == mines[1:], (
        "the n-th throw for a reason"
    )
    assert mines[0][:1] == PlayoutDice(7).throw("a mine", 1, 6), (
        "one die more changes none of the others"
    )
    assert [other.throw("a mine", 2, 6) for _ in range(30)] != mines
    faces = [f for n in range(3000) for f in PlayoutDice(n).throw("a mine", 2, 6)]
    assert all(930 < faces.count(face) < 1070 for face in range(1, 7))
    with pytest.raises(DiceError):
        first.throw("a coin", 1, 1)


def test_games_in_thought_that_differ_in_one_throw_have_the_others_in_common() -> None:
    """One more throw of a turn in one of them, for another reason, moves none of the rest."""

    def thrown(branch: GameFork, rolls: list[Roll[Any]]) -> list[tuple[int, ...]]:
        return [branch._thrown(roll, branch.state) for roll in rolls]

    game = begun("awaw", "norway-1940")
    rolls = [
        Roll(Sum(1, 6), "22.9", "submarine-target", about=facts(target=name))
        for name in ("Hood", "Repulse")
    ]
    one, two = game.fork(3), game.fork(3)
    assert thrown(one, rolls)[1:] == thrown(two, rolls[1:])
    assert thrown(game.fork(3), [*rolls, rolls[0]])[2] == thrown(one, rolls[:1])[0], (
        "the second throw of its kind"
    )
