"""The coach beside every seat: what it tells to do may be done, what was forgotten is mended by it,
and nothing hidden shows."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.rulebooks.campaign.advice import deployment
from flagplot.rulebooks.campaign.rules.combat.legality import free_deployment
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist import coach
from flagplot.table.assist.coach import evaluated_answers
from flagplot.table.core.dice import SeededDice
from flagplot.table.core.procedure import tag_of
from flagplot.table.game.game import Game
from flagplot.table.language.wordbook import words_of

STARTS = [
    ("awaw", "norway-1940", ""),
    ("awaw", "atlantic-raiders", "L"),
    ("europa", "pedestal-first-steps", ""),
    ("europa", "pedestal", ""),
    ("campaign", "norway-1940", ""),
    ("campaign", "graf-spee", ""),
    ("campaign", "oran-learning", ""),
]
FEW = 25


def begun(id: str, scenario: str, start: str) -> Game:
    book = rulebooks.book(id)
    starts = next(s for s in book.scenarios if s.id == scenario).starts
    setup = Setup(scenario, start or (starts[0][0] if starts else ""))
    return Game.new(book, setup, rulings=rulings(id), dice=SeededDice("coach"))


def questions(game: Game) -> Any:
    """The questions of the first part of a game as the greedy admiral plays it: (side, request)."""
    rng = Random(1)
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        yield side, request
        answer = Greedy().decide(game.book, game.view(side), request, rng)
        game.submit(side, game.book.text(answer) if isinstance(request, AskOrder) else str(answer))


@pytest.mark.parametrize(("id", "scenario", "start"), STARTS)
def test_what_the_coach_says_may_be_done(id: str, scenario: str, start: str) -> None:
    game = begun(id, scenario, start)
    book = game.book
    told = 0
    for side, request in islice(questions(game), FEW):
        view = game.view(side)
        said = coach.coach(book, view, request)
        assert said.now
        if not isinstance(request, AskOrder):
            assert all(i.text in [str(o) for o in request.options] for i in said.ideas)
            continue
        for text in (*(r.order for r in said.forgotten), *(i.text for i in said.ideas)):
            assert book.check(view, request, book.parse(text, view, side)), (
                side,
                request.kind,
                text,
            )
        forms = sorted(book.display(view, side, (request,)).forms, key=lambda f: -len(f.start))
        for i in said.ideas:
            assert i.title == next(
                (f.title for f in forms if f"{i.text} ".startswith(f.start)), i.title
            ), i
        assert all(i.why for i in said.ideas), [i.text for i in said.ideas if not i.why]
        told += len(said.ideas)
    assert told


@pytest.mark.parametrize(("id", "scenario", "start"), STARTS)
def test_the_coach_knows_what_the_side_knows(id: str, scenario: str, start: str) -> None:
    game = begun(id, scenario, start)
    book = game.book
    for side, request in islice(questions(game), FEW):
        said = coach.coach(book, game.view(side), request)
        for twin in islice(book.secret_twins(game.state, side), 2):
            assert coach.coach(book, book.view(twin, side), request) == said


def codes(game: Game, side: str) -> dict[str, str]:
    """Return the orders a side would forget now: code to the order that gives it."""
    request = game.request(side)
    assert request is not None
    return {f.code: f.order for f in reversed(game.book.missed_orders(game.view(side), request))}


def test_europa_tells_of_points_unspent_and_of_the_port_that_is_not_entered() -> None:
    game = begun("europa", "pedestal-first-steps", "")
    assert codes(game, "Allied")["mps-unspent"] == "sail Convoy to 25:3404"
    book = game.book
    state = book.given(game.view("Allied"), "group Home Allied at 18Q:0407: NT-7 2")
    request = game.request("Allied")
    assert request is not None
    found = {f.code: f for f in book.missed_orders(state, request)}
    assert found["off-port"].order == "enter port Home"
    assert "off-port" not in {
        f.code for f in book.missed_orders(state, request) if "Convoy" in f.culprits
    }


def test_europa_tells_of_troops_that_lie_off_their_beach() -> None:
    game = begun("europa", "husky-first-steps", "")
    for side, request in islice(questions(game), 60):
        found = {f.code: f for f in game.book.missed_orders(game.view(side), request)}
        if "troops-aboard" in found:
            order = game.book.parse(found["troops-aboard"].order, game.view(side), side)
            assert (order.cargo, order.at) == (found["troops-aboard"].culprits[0], "assault")
            assert game.submit(side, found["troops-aboard"].order)
            assert order.cargo not in [
                f.culprits[0] for f in game.book.missed_orders(game.view(side), request)
            ]
            return
    raise AssertionError("nobody lies off a beach")


def test_a_world_at_war_tells_of_landings_and_of_no_other_mission() -> None:
    game = begun("awaw", "torch-1942", "")
    told = 0
    for side, request in islice(questions(game), 60):
        for f in game.book.missed_orders(game.view(side), request):
            if f.code == "landing-open":
                assert game.book.parse(f.order, game.view(side), side).cargo
                told += 1
    assert told


def test_a_world_at_war_tells_of_cargo_beside_idle_ships() -> None:
    game = begun("awaw", "norway-1940", "")
    for side, request in questions(game):
        if request.kind == "transport" and side == "Axis":
            break
    before = game.book.missed_orders(game.view("Axis"), request)
    waits = [f for f in before if f.code == "cargo-waits"]
    assert waits
    assert all(c.startswith("GE-INF") for f in waits for c in f.culprits)
    game.submit("Axis", waits[0].order)
    after = game.book.missed_orders(game.view("Axis"), game.request("Axis") or request)
    assert not set(waits[0].culprits) & {c for f in after for c in f.culprits}


def test_the_campaign_tells_that_nobody_goes_to_sea_and_of_silent_guns() -> None:
    game = begun("campaign", "graf-spee", "")
    side = game.sides_to_answer()[0]
    order = codes(game, side)["nobody-out"]
    game.submit(side, order)
    assert "nobody-out" not in codes(game, side)
    battle = begun("campaign", "oran-learning", "")
    while not codes(battle, battle.sides_to_answer()[0]):
        side = battle.sides_to_answer()[0]
        battle.submit(side, "ready" if battle.view(side).battle.phase == "deploy" else "end turn")
    side = battle.sides_to_answer()[0]
    shot = codes(battle, side)["gun-silent"]
    assert shot.startswith("fire ")
    battle.submit(side, shot)
    assert codes(battle, side).get("gun-silent") != shot


@pytest.mark.parametrize("id", ["awaw", "europa", "campaign"])
def test_every_order_has_a_reason(id: str) -> None:
    book: Any = rulebooks.book(id)
    words = words_of(id)
    assert words is not None
    assert not {f.kind for f in book.language.forms() if f.slots and not words.why(f.kind)}


@pytest.mark.parametrize(("id", "scenario", "start"), STARTS)
def test_every_order_that_may_be_given_has_an_idea(id: str, scenario: str, start: str) -> None:
    game = begun(id, scenario, start)
    book = game.book
    for side, request in islice(questions(game), FEW):
        if isinstance(request, AskOrder):
            view = game.view(side)
            forms = {f.kind for f in book.display(view, side, (request,)).forms if f.slots}
            told = [
                tag_of(book.parse(i.text, view, side))
                for i in coach.coach(book, view, request).ideas
            ]
            assert forms - set(told) == set() or len(told) >= coach.FURTHER, (
                request.kind,
                forms - set(told),
            )


def test_what_begins_otherwise_than_its_form_is_an_idea_too() -> None:
    """A base change is written ``base change``; its forms begin with ``operational`` and
    ``strategic``."""
    game = begun("campaign", "atlantic-convoys-1940", "")
    side = game.sides_to_answer()[0]
    request = game.request(side)
    assert isinstance(request, AskOrder)
    view = game.view(side)
    weighed = [
        o for o, _ in evaluated_answers(game.book, view, request) if tag_of(o) == "base-change"
    ]
    ideas = [
        game.book.parse(i.text, view, side) for i in coach.coach(game.book, view, request).ideas
    ]
    assert weighed
    assert any(o in weighed for o in ideas)


def test_the_coach_places_ships_before_a_battle() -> None:
    """Guns begin near where the enemy begins, what must get through near where it is bound; the
    staff would take the middle."""
    game = begun("campaign", "graf-spee", "")
    for side, request in questions(game):
        view = game.view(side)
        if (
            isinstance(request, AskOrder)
            and view.battle is not None
            and view.battle.phase == "deploy"
        ):
            idea = next(
                i for i in coach.coach(game.book, view, request).ideas if i.title == "Place"
            )
            order = game.book.parse(idea.text, view, side)
            assert game.book.check(view, request, order)
            assert idea.why
            assert idea.odds
            u = view.battle.unit(order.unit)
            staff = free_deployment(view.battle, u)
            assert staff is not None
            assert deployment.hex_merit(view.battle, u, order.at) >= deployment.hex_merit(
                view.battle, u, staff
            )
            assert idea.good == (
                deployment.hex_merit(view.battle, u, order.at)
                > deployment.hex_merit(view.battle, u, staff)
            )
            return


def test_what_a_side_need_not_do_is_not_held_against_it() -> None:
    game = begun("awaw", "norway-1940", "")
    for side, request in islice(questions(game), FEW):
        if request.kind in ("interception", "counter-interception"):
            assert game.book.missed_orders(game.view(side), request) == ()
