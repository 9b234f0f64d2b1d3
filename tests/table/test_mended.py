"""Properties a game must keep when it is opened, undone or interrupted: each case here once went
unnoticed by the tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flagplot.table import Setup
from flagplot.table.analysis.verify import verify
from flagplot.table.core.errors import LogError, RuleError
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import parse_standing_order
from flagplot.table.log.entries import Entry, entry_fault

from .test_game import SEED, new, opened, play
from .test_hostile_logs import chained
from .toybook import BOOK, RULINGS, Engaged, book_of


def say(game: Game, *answers: tuple[str, str]) -> None:
    """Give these answers, and consent to every wish to take back."""
    for side, text in answers:
        assert game.submit(side, text)


def take_back(game: Game, side: str) -> None:
    for other in game.undo(side).needs:
        game.consent(other, True)


def rolls(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    return [(e.index, e.faces) for e in game.entries if e.kind == "roll"]


def test_an_opened_game_rolls_with_the_salts_of_its_seats() -> None:
    salts = {"Red": b"red's own", "Blue": b"blue's own"}
    whole = play(new(salts=salts), 5)
    assert len(rolls(whole)) > 3
    cut = next(e.n for e in whole.entries if e.kind == "input" and e.n > 12)
    again = opened(whole.lines()[:cut])
    for entry in whole.entries[len(again) :]:
        if entry.kind == "input":
            say(again, (entry.side, entry.text))
    assert rolls(again) == rolls(whole)
    assert verify(again.lines(), book_of=book_of, seed=SEED).ok


def test_a_course_taken_back_in_two_goes_meets_the_same_faces_again() -> None:
    first = (("Red", "move Red1 to 1"), ("Blue", "hold"))
    second = (("Red", "move Red1 to 2"), ("Blue", "close"))
    game = new()
    say(game, *first, *second)
    fell = rolls(game)
    assert fell
    take_back(game, "Red")
    take_back(game, "Red")
    assert game.state == new().state
    say(game, *first, *second)
    assert rolls(game) == fell * 2


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the rules fail after the first roll of a meeting."""

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Engaged, "apply", broken)
    return monkeypatch


def closing_seed() -> bytes:
    """A seed with which the first try to close succeeds."""
    for n in range(100):
        seed = bytes([n]) * 32
        game = new(seed=seed)
        say(game, ("Red", "move Red1 to 1"), ("Blue", "close"))
        if any(type(e.event) is Engaged for e in game.entries):
            return seed
    raise AssertionError("no seed lets the submarine close")


CLOSING = closing_seed()


def test_after_a_rule_has_failed_the_next_roll_is_the_first_one_still(fault: Any) -> None:
    game, never = new(seed=CLOSING), new(seed=CLOSING)
    say(game, ("Red", "move Red1 to 1"))
    with pytest.raises(RuleError):
        game.submit("Blue", "close")
    fault.undo()
    say(game, ("Blue", "close"))
    say(never, ("Red", "move Red1 to 1"), ("Blue", "close"))
    assert game.lines() == never.lines()


def test_a_standing_order_on_which_a_rule_fails_is_not_given(fault: Any) -> None:
    game = new(seed=CLOSING)
    say(game, ("Red", "move Red1 to 1"))
    before = game.lines()
    with pytest.raises(RuleError):
        game.add_standing_order("Blue", "interception: close")
    assert game.standing_orders("Blue") == ()
    assert game.lines() == before
    fault.undo()
    assert game.add_standing_order("Blue", "interception: close").n == 1


def evening() -> Game:
    game = Game.new(BOOK, Setup("line", "bare"), rulings=RULINGS, seed=SEED)
    say(game, ("Red", "pass"), ("Blue", "pass"))
    assert set(game.sides_to_answer()) == {"Red", "Blue"}
    return game


def test_a_sealed_answer_is_given_once() -> None:
    game = evening()
    game.add_standing_order("Red", "watch: sleep")
    assert game.sides_to_answer() == ("Blue",)
    game.add_standing_order("Blue", "watch: watch")
    assert [(e.side, e.text) for e in game.entries if e.asked == "watch"] == [
        ("Red", "sleep"),
        ("Blue", "watch"),
    ]


def test_opened_answers_do_not_tell_which_were_given_in_advance() -> None:
    game = evening()
    game.add_standing_order("Red", "watch: sleep")
    say(game, ("Blue", "watch"))
    seen = [e for e in game.side_log("Blue") if e.asked == "watch"]
    assert {e.side for e in seen} == {"Red", "Blue"}
    assert all(e.standing == 0 for e in seen)
    assert (
        next(e for e in game.side_log("Red") if e.asked == "watch" and e.side == "Red").standing
        == 1
    )


def test_a_standing_order_is_cancelled_alone() -> None:
    game = new()
    for text in ("watch: sleep", "parley: war", "movement: pass if turn = 3"):
        game.add_standing_order("Red", text)
    game.cancel_standing_order("Red", 2)
    assert [o.n for o in game.standing_orders("Red")] == [1, 3]


def test_after_taking_back_the_person_is_asked_whatever_stands() -> None:
    game = new()
    say(game, ("Red", "move Red1 to 1"), ("Blue", "hold"))
    game.add_standing_order("Blue", "interception: close")
    take_back(game, "Blue")
    assert game.sides_to_answer() == ("Blue",)
    say(game, ("Blue", "hold"), ("Red", "move Red1 to 2"))
    assert [e.text for e in game.entries if e.kind == "input" and e.standing] == ["close"]


def rows_of(game: Game) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in game.lines()]
    for row in rows:
        del row["chain"]
    return rows


def test_a_log_that_takes_back_the_same_twice_is_refused() -> None:
    game = new()
    say(game, ("Red", "move Red1 to 0"))
    game.undo("Red")
    rows = rows_of(game)
    rows.append(rows[-1] | {"n": len(rows)})
    with pytest.raises(LogError, match="does not stand"):
        opened(chained(rows))


def test_a_log_whose_steps_end_elsewhere_is_refused() -> None:
    rows = rows_of(play(new(), 3, 8))
    ends = [row for row in rows if row.get("done")]
    assert len(ends) > 1
    del ends[-1]["done"]
    with pytest.raises(LogError, match="the rules end the step here"):
        opened(chained(rows))


@pytest.mark.parametrize(
    ("text", "odds", "said"),
    [
        ("odds >= 40", 40, True),
        ("odds >= 40", 39, False),
        ("odds <= 40", 40, True),
        ("odds <= 40", 41, False),
        ("odds > 40", 40, False),
        ("odds > 40", 41, True),
        ("odds < 40", 40, False),
        ("odds < 40", 39, True),
        ("odds = 40", 40, True),
        ("odds != 40", 40, False),
    ],
)
def test_conditions_at_their_border(text: str, odds: int, said: bool) -> None:
    (branch,) = parse_standing_order(f"interception: hold if {text}").branches
    assert branch.conditions[0].holds({"odds": odds}) is said


@pytest.mark.parametrize(
    ("to", "sound"), [(0, False), (1, True), (4, True), (5, False), (6, False)]
)
def test_only_what_came_before_is_taken_back(to: int, sound: bool) -> None:
    assert (entry_fault(Entry(5, "undo", "Red", act="ask", to=to)) == "") is sound
