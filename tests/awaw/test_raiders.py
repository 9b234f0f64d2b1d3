"""Whom the dice send against raiders: what is demanded can always be done, and what is offered is
what the check takes."""

from __future__ import annotations

import io
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from flagplot.admirals import admiral
from flagplot.cli.terminal import Terminal
from flagplot.cli.terminal_game import TerminalGame
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.events.codebreaking import CardsPlayed
from flagplot.rulebooks.awaw.rules.raiders import engagement_fit
from flagplot.rulebooks.awaw.state import Unit
from flagplot.rulebooks.awaw.state.raider_groups import Raid
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.game.game import Game
from tests.games import begun, typist, watched

SHIPS = st.lists(st.tuples(
    st.sampled_from(["BB", "BC", "PB", "CA", "CV", "CVL", "DD"]), st.integers(1, 5),
), max_size=6)  # fmt: skip


@pytest.mark.parametrize("edition", BOOK.editions)
@given(ships=SHIPS, dice=st.lists(st.integers(1, 6), max_size=4))
def test_the_dice_never_demand_the_impossible(
    edition: str, ships: list[Any], dice: list[int]
) -> None:
    """Of any pool some company, be it none, answers any dice."""
    empty = BOOK.case_start(Setup("", "", edition), rulings("awaw", edition))
    result = len(dice) + (edition == "earlier" and bool(dice))
    raid = Raid(
        "R1",
        "Axis",
        "Germany",
        "Atlantic SW box",
        stage="answered",
        opposed=True,
        result=result,
        dice=tuple(dice),
    )
    pool = [
        Unit(
            f"u{n}",
            f"u{n}",
            side="Allied",
            nation="Britain",
            kind="ship",
            type=kind,
            factors=2 if kind == "CA" else size,
        )
        for n, (kind, size) in enumerate(ships)
    ]
    every = engagement_fit.pieces_of(pool)
    found = list(islice(engagement_fit.fitting_companies(empty, raid, pool), 20))
    assert found
    for company in found:
        assert not company - every
        assert not engagement_fit.fit_of_pieces(empty, raid, company, every - company).wrong
    assert bool(engagement_fit.fit_of_pieces(empty, raid, Counter(), every).wrong) == (
        Counter() not in found
    )


def test_from_spring_1941_both_sides_have_a_card_for_the_raider_die() -> None:
    game, asked, tags = watched(begun("awaw", "atlantic-raiders", "S", 4), 4)
    assert "raid-cards" in asked
    assert "cards-dealt" in tags
    dealt = [
        BOOK.event_text(e.event, before, "Axis")
        for e, before in game.side_log_with_views("Axis")
        if e.event is not None and type(e.event).__struct_config__.tag == "cards-dealt"
    ]
    assert len(dealt) == 2
    assert not [x for x in dealt if "{" in x]
    assert "Ultra" not in game.state.codebreaking


def at_question(kind: str, seed: int) -> Game:
    """A game of the start S played on by greedy admirals until a question is asked."""
    game, rng, player = (
        begun("awaw", "atlantic-raiders", "S", seed),
        Random(seed),
        admiral("greedy"),
    )
    while True:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        if request.kind == kind:
            return game
        assert game.answer(side, player.decide(game.book, game.view(side), request, rng))


def test_people_in_the_terminal_play_a_card_each_on_raiders_by_the_number_of_cards() -> None:
    game, paper = at_question("raid-cards", 4), io.StringIO()
    first, second = game.sides_to_answer()
    out = Console(file=paper, width=160, highlight=False, soft_wrap=True)
    Terminal(
        TerminalGame(game, BOOK.scenarios[0], (first, second), {}, out, read=typist(["1", "0"]))
    ).play()
    assert "How many strategic cards" in paper.getvalue()
    assert "0  No card" in paper.getvalue()
    assert "1  1 card" in paper.getvalue()
    assert (game.state.codes[first], game.state.codes[second]) == (0, 1)


def test_the_page_offers_each_side_its_cards_and_keeps_the_first_answer_sealed() -> None:
    game = at_question("raid-cards", 4)
    first, second = game.sides_to_answer()
    for side in (first, second):
        request = game.request(side)
        assert request is not None
        shown = BOOK.prompt(game.view(side), request)
        assert [(o.text, o.label) for o in shown.options] == [("0", "No card"), ("1", "1 card")]
    before = len(game.side_log_with_views(second))
    assert game.submit(first, "1").verdict
    assert len(game.side_log_with_views(second)) == before
    assert game.sides_to_answer() == (second,)
    assert game.view(second).codes == {second: 1}
    assert game.submit(second, "0").verdict
    assert [
        e.event.number
        for e, _ in game.side_log_with_views(second)
        if isinstance(e.event, CardsPlayed)
    ] == [1]


def test_both_sides_hear_that_royal_oak_is_lost_and_with_her_the_initial_harbor_attack() -> None:
    game, rng, player = begun("awaw", "atlantic-raiders", "A"), Random(3), admiral("greedy")
    while game.state.season == "Fall":
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        spare = request.kind == "harbor"
        assert (
            game.submit(side, "done").verdict
            if spare
            else game.answer(side, player.decide(game.book, game.view(side), request, rng))
        )
    for side in game.sides:
        heard = [
            BOOK.event_text(e.event, before, side)
            for e, before in game.side_log_with_views(side)
            if e.event is not None
        ]
        assert [x for x in heard if "Royal Oak in Scapa Flow" in x], side
    assert "UK-BB-Royal-Oak" not in game.view("Axis").units


def test_the_hunter_has_one_form_to_send_ships_whose_example_they_are() -> None:
    game = at_question("raid-engage", 4)
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert isinstance(request, AskOrder)
    forms = [f for f in BOOK.display(game.view(side), side, (request,)).forms if f.kind == "engage"]
    assert [f.title for f in forms] == ["Engage a raider group"]
    assert game.check(side, forms[0].example)


def test_the_three_ships_that_may_begin_at_sea_are_offered_a_form() -> None:
    game = begun("awaw", "atlantic-raiders", "", 1)
    request = game.request("Axis")
    assert isinstance(request, AskOrder)
    assert request.kind == "raid-setup"
    forms = BOOK.display(game.view("Axis"), "Axis", (request,)).forms
    assert [f.title for f in forms] == ["Raiders at sea", "Begin"]
    assert game.check("Axis", forms[0].example)


def test_an_attack_is_made_on_a_harbor() -> None:
    game = begun("awaw", "atlantic-raiders", "", 1)
    while (request := game.request("Axis")) is not None and request.kind != "harbor":
        assert game.submit("Axis", "done").verdict
    assert request is not None
    ideas = [o.label for o in BOOK.prompt(game.view("Axis"), request).options if o.idea]
    assert "Harbor attack on Scapa Flow" in ideas
