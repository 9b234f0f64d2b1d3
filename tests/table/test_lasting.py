"""Answering once: an answer that holds for a place, a voyage, a chance or always is the standing
order that gives it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.table import Ask
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import (
    answer_durations,
    parse_standing_order,
    standing_text,
)
from tests.games import begun, questions

GAMES = (
    ("awaw", "norway-1940", "WS"),
    ("europa", "pedestal-first-steps", ""),
    ("campaign", "norway-1940", ""),
)


def text_of(game: Game, single: Any, value: Any) -> str:
    return str(value) if isinstance(single, Ask) else game.book.text(value)


@pytest.mark.parametrize(("book", "scenario", "start"), GAMES)
def test_each_way_is_a_standing_order_that_gives_this_very_answer(
    book: str, scenario: str, start: str
) -> None:
    game, rng, player = begun(book, scenario, start), Random(2), admiral("greedy")
    scopes: set[str] = set()
    for side, single, view in questions(game, 120):
        value = player.decide(game.book, view, single, rng)
        ways = answer_durations(game.book, view, single)
        assert [w.scope for w in ways] == [
            s for s in ("place", "voyage", "chance", "always") if s in {w.scope for w in ways}
        ]
        if single.kind in ("movement", "orders", "operations", "redeployment"):
            assert {w.scope for w in ways} <= {"chance"}, "the order of a phase is about nobody yet"
        for way in ways:
            scopes.add(way.scope)
            order = parse_standing_order(
                standing_text(single.kind, text_of(game, single, value), way)
            )
            assert order.answer(single, game.book, view) == value, order.text
            assert not order.past(game.book.display(view, side, ()).turn)
        assert game.answer(side, value)
    assert {"always", "voyage"} <= scopes
    assert "place" in scopes or book == "campaign"


def test_a_voyage_is_one_question() -> None:
    """Europa: who does not search for a convoy on its voyage is asked once, not hex by hex; with
    its next step anew."""

    def asked(once: bool) -> list[tuple[str, str]]:
        game, rng, player = (
            begun("europa", "pedestal-first-steps", seed=5),
            Random(1),
            admiral("greedy"),
        )
        found: list[tuple[str, str]] = []
        while game.outcome is None:
            side = game.sides_to_answer()[0]
            single = game.request(side)
            assert single is not None
            if single.kind != "search":
                assert game.answer(side, player.decide(game.book, game.view(side), single, rng))
                continue
            view = game.view(side)
            found.append((game.book.display(view, side, ()).turn, str(dict(single.about)["group"])))
            way = next(w for w in answer_durations(game.book, view, single) if w.scope == "voyage")
            if once:
                game.add_standing_order(side, standing_text("search", "pass", way))
            else:
                assert game.submit(side, "pass").verdict
        return found

    each, once = asked(False), asked(True)
    assert len(each) > len(set(each)), "hex by hex"
    assert sorted(once) == sorted(set(each))


def test_a_search_may_be_let_be_below_a_chance() -> None:
    """Europa: the question does not say its odds; what the choices tell of them holds for standing
    orders, too."""
    game = begun("europa", "pedestal-first-steps", seed=5)
    for side, single, view in questions(game, 20):
        if single.kind == "search":
            break
        assert game.answer(side, admiral("greedy").decide(game.book, view, single, Random(1)))
    way = next(w for w in answer_durations(game.book, view, single) if w.scope == "chance")
    likely = float(way.about)
    assert 0 < likely < 100
    told = game.book.prompt(view, single)
    assert likely in {
        round(float(o.odds.split("found ")[1].split(" %")[0]))
        for o in told.options
        if "found " in o.odds
    }
    below, above = (
        parse_standing_order(
            standing_text("search", "pass", way, f"{likely + more:g}", atmost=True)
        )
        for more in (1, -1)
    )
    assert below.answer(single, game.book, view) is not None
    assert above.answer(single, game.book, view) is None


def test_no_interception_below_a_chance() -> None:
    """Campaign: a force that seeks a mission meets it, so this is the best of the fights offered
    that is likely to take more than it loses; passing may hold up to that chance. Where other
    orders wait, or nobody is seen, the side is asked."""
    game = begun("campaign", "graf-spee", seed=3)
    seen: set[bool] = set()
    for side, single, view in questions(game, 60):
        ways = answer_durations(game.book, view, single)
        if single.kind == "operations":
            told = [o.odds for o in game.book.prompt(view, single).options if o.idea]
            if not told:
                assert not ways, "nothing to go for"
                assert (
                    parse_standing_order("operations: done if chance <= 100").answer(
                        single, game.book, view
                    )
                    is None
                )
            elif seen.isdisjoint({True}):
                (way,) = ways
                likely = round(max(float(odds.split("lose ")[1].rstrip(" %")) for odds in told))
                assert (way.scope, float(way.about)) == ("chance", likely)
                assert "on offer" in way.of
                limits = [
                    standing_text("operations", "done", way, f"{likely + more:g}", atmost=True)
                    for more in (1, -1)
                ]
                below, above = map(parse_standing_order, limits)
                assert str(below.answer(single, game.book, view)) == str(
                    game.book.parse("done", view, side)
                )
                assert above.answer(single, game.book, view) is None
            seen.add(bool(told))
        assert game.answer(side, admiral("greedy").decide(game.book, view, single, Random(1)))
    assert seen == {True, False}


def test_who_waits_for_an_order_is_not_passed_over() -> None:
    """Campaign: no chance is told while an order waits that is no fight, such as that of a ship
    whose port is lost."""
    told = 0
    for scenario in ("norway-1940", "wake-1941"):
        game = begun("campaign", scenario, seed=3)
        for side, single, view in questions(game, 200):
            if single.kind in ("operations", "breakthrough"):
                fights = {"intercept", "attack", "port", "done"}
                others = [
                    x
                    for x in game.book.candidates(view, single)
                    if game.book.text(x).split(" ")[0] not in fights
                ]
                assert not (others and game.book.chance(view, single) is not None)
                told += bool(others)
            assert game.answer(side, admiral("greedy").decide(game.book, view, single, Random(1)))
    assert told


def test_a_voyage_of_another_turn_is_past() -> None:
    order = parse_standing_order(
        'search: pass if group = Convoy and turn = "Aug I 42, step 1 of 4"'
    )
    assert order.past("Aug I 42, step 2 of 4")
    assert not order.past("Aug I 42, step 1 of 4")
    assert not parse_standing_order("search: pass if group = Convoy").past("Aug I 42, step 2 of 4")
    assert not parse_standing_order("battle: pass if turn = 3").past("Turn 4"), (
        "a book's own number of the turn is no name of it"
    )
