"""Standing orders: reading, text round trip, conditions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.table import Ask, Setup, TextError, facts
from flagplot.table.analysis.verify import verify
from flagplot.table.core.errors import GameError
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import (
    MOST_BEST,
    MOST_IN_ADVANCE,
    MOST_STANDING,
    Condition,
    StandingOrder,
    StandingRule,
    parse_standing_order,
)

from .toybook import BOOK, RULINGS, book_of

SEED = b"0123456789abcdef0123456789abcdef"

GOOD = [
    "interception: hold",
    "interception: close if odds >= 40 and distance <= 12 and transports, else hold",
    "any: pass",
    "movement: move Red1 to 3 if not alarmed",
    'interception: close if place = "North Sea", else hold if odds < 2.5',
    "interception: intercept Hood, Renown at J30 if odds != 0, else pass",
    "interception: intercept Hood at {hex} if places has J30, else pass",
    "raid-engage: best engage",
    'air-cover: best if hexes has "North Sea"',
]


@pytest.mark.parametrize("text", GOOD)
def test_text_round_trip(text: str) -> None:
    order = parse_standing_order(text)
    assert order.text == text
    assert parse_standing_order(order.text) == order


words = st.from_regex(r"[a-z][a-z]{0,6}", fullmatch=True).filter(
    lambda w: w not in ("if", "else", "and", "not")
)
values = st.one_of(
    st.integers(-999, 999),
    st.floats(-99, 99).map(lambda x: round(x, 2)),
    words,
    st.text("abc XYZ'", min_size=1).map(str.strip),
)
conditions = st.one_of(
    st.builds(Condition, words),
    st.builds(Condition, words, st.just("not")),
    st.builds(
        Condition,
        words,
        st.sampled_from(["=", "!=", "has"]),
        values.filter(lambda v: v != "" and " and " not in str(v)),
    ),
    st.builds(Condition, words, st.sampled_from([">=", "<=", "<", ">"]), st.integers(-999, 999)),
)
branches = st.builds(
    StandingRule,
    st.lists(words, min_size=1, max_size=4).map(" ".join),
    st.lists(conditions, max_size=3).map(tuple),
)
somewhen = branches.filter(lambda b: bool(b.conditions))


@given(
    st.builds(
        lambda k, some, last: StandingOrder(k, (*some, last)),
        words,
        st.lists(somewhen, max_size=3),
        branches,
    )
)
def test_text_round_trip_of_any_order(order: StandingOrder) -> None:
    assert parse_standing_order(order.text) == order


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "kind of request and a colon"),
        ("hold", "kind of request and a colon"),
        ("Inter ception: hold", "is no kind of request"),
        (":", "is no kind"),
        ("interception:", "an answer is missing"),
        ("interception: if odds > 3", "an answer is missing|is no condition|too early"),
        ("interception: hold if", "too early"),
        ("interception: hold if odds >", "is no condition"),
        ("interception: hold if odds > many", "wants a number"),
        ("interception: hold if odds ~ 3", "is no condition"),
        ("interception: hold, else pass", "nothing after it is ever reached"),
        ("interception: hold if odds > 3 and , else pass", "is no condition"),
    ],
)
def test_unreadable_ones_are_told(text: str, told: str) -> None:
    with pytest.raises(TextError, match=told) as caught:
        parse_standing_order(text)
    assert caught.value.at >= 0
    assert caught.value.expected


ASK = Ask(
    "Blue",
    ("hold", "close"),
    "2.1",
    "interception",
    facts(odds=58.3, distance=12, transports=True, place="North Sea"),
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("interception: close if odds >= 40 and distance <= 12 and transports, else hold", "close"),
        ("interception: close if odds >= 60, else hold", "hold"),
        ("interception: close if odds >= 60", None),
        ("interception: close if odds > 58.3, else hold if odds <= 58.3", "hold"),
        ("interception: close if speed > 3, else hold", None),
        ("interception: close if submarines, else hold", "hold"),
        ("interception: close if not submarines", "close"),
        ("interception: close if transports = yes", "close"),
        ("interception: close if transports != yes, else hold", "hold"),
        ('interception: close if place = "North Sea"', "close"),
        ("interception: close if place > 3", None),
        ("interception: close if distance = 12", "close"),
        ('interception: close if place has "North Sea"', "close"),
        ("interception: close if place has North", "close"),
        ("interception: close if place has Nor, else hold", "hold"),
        ("interception: close if hexes has J30", None),
        ("interception: sail to {place} with {distance}", "sail to North Sea with 12"),
        ("interception: sail to {harbour}", None),
        ("interception: best", "best"),
        ("any: close", "close"),
        ("movement: close", None),
    ],
)
def test_conditions(text: str, answer: str | None) -> None:
    assert parse_standing_order(text).choose(ASK) == answer


def test_orders_that_would_answer_for_ever_rest_and_the_person_is_asked() -> None:
    game = new_game()
    game.add_standing_order(
        "Red", "movement: move Red1 to 0"
    )  # the step comes back to the same question every time
    given = [e for e in game.entries if e.kind == "input"]
    assert len(given) == MOST_IN_ADVANCE
    assert game.request("Red") is not None
    assert game.standing_rests("Red")
    assert not game.standing_rests("Blue")
    again = Game.open(game.lines(), book_of=book_of, seed=SEED)
    assert len(again) == len(game), "opening it again lets nothing run"
    assert again.standing_rests("Red")
    assert again.lines() == game.lines()
    assert verify(game.lines(), book_of=book_of, seed=SEED).ok
    assert game.submit("Red", "move Red2 to 1").verdict
    assert sum(e.kind == "input" for e in game.entries) == 2 * MOST_IN_ADVANCE + 1, (
        "after a person's answer they go on"
    )
    game.cancel_standing_order("Red", 1)
    assert not game.standing_rests("Red")


def test_what_is_best_is_looked_for_only_so_often() -> None:
    game = new_game()
    game.add_standing_order("Red", "movement: best move Red1")
    assert 0 < game._engine.standing.given_in_a_row() <= MOST_BEST
    assert game.sides_to_answer()


def test_two_sides_orders_that_answer_each_other_stop_too() -> None:
    game = new_game()
    game.add_standing_order("Blue", "movement: pass")
    game.add_standing_order("Blue", "any: hold")
    game.add_standing_order("Red", "movement: move Red1 to 0")
    assert 0 < game._engine.standing.given_in_a_row() <= MOST_IN_ADVANCE
    assert game.sides_to_answer()


def test_a_side_has_so_many_standing_orders_and_none_too_long() -> None:
    game = new_game()
    with pytest.raises(TextError, match="at most 400 characters"):
        game.add_standing_order("Red", "interception: " + "x" * 400)
    for n in range(MOST_STANDING):
        game.add_standing_order("Red", f"interception: hold if odds > {n}")
    with pytest.raises(GameError, match="take one back"):
        game.add_standing_order("Red", "interception: hold")
    game.add_standing_order("Blue", "interception: hold")
    game.cancel_standing_order("Red", 3)
    assert game.add_standing_order("Red", "interception: hold").n == MOST_STANDING + 1


def new_game() -> Game:
    return Game.new(BOOK, Setup("line"), rulings=RULINGS, id="t", seed=SEED)


def test_the_best_answer_is_that_of_a_greedy_admiral() -> None:
    game = new_game()
    game.add_standing_order("Red", "movement: best move Red2")
    given = [e.text for e in game.entries if e.kind == "input" and e.standing]
    assert given
    assert all(text.startswith("move Red2") for text in given)
    other = new_game()
    other.add_standing_order("Red", "movement: best nothing-begins-so")
    assert other.request("Red") is not None, "where nothing begins so the person is asked"
