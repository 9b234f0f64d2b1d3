"""Short cuts in weighing orders give what is found the long way: every order checked, every hex
tried, every port asked."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import Greedy
from flagplot.admirals.players import best_legal, best_of, choices
from flagplot.rulebooks.awaw.advice import track_danger
from flagplot.rulebooks.awaw.rules.interception import attempt, eligibility
from flagplot.rulebooks.awaw.rules.interception.attempt import Attempt
from flagplot.rulebooks.awaw.rules.interception.legality import activity_from
from flagplot.table import AskOrder, Setup, about_map, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

BOOK = rulebooks.book("awaw")
Asked = tuple[Any, AskOrder]


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """The views and orders asked for in a game between greedy admirals."""
    game = Game.new(
        BOOK, Setup("norway-1940"), rulings=rulings("awaw"), dice=SeededDice("short cuts")
    )
    lots, found = Random(5), list[Asked]()
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        view = game.view(side)
        if isinstance(request, AskOrder):
            found.append((view, request))
        game.answer(side, Greedy().decide(BOOK, view, request, lots))
    return found


def test_the_legal_drafts_are_the_candidates(asked: list[Asked]) -> None:
    for view, request in asked:
        drafts = list(BOOK.drafts(view, request))
        assert [d for d in drafts if BOOK.check(view, request, d)] == list(
            BOOK.candidates(view, request)
        )
        assert len(set(drafts)) == len(drafts)


def test_the_best_draft_that_is_legal_is_the_best_candidate(asked: list[Asked]) -> None:
    for n, (view, request) in enumerate(asked):
        rated = [(a, BOOK.evaluate(view, request, a)) for a in choices(BOOK, view, request)]
        drafts = [(a, BOOK.evaluate(view, request, a)) for a in BOOK.drafts(view, request)]
        assert best_legal(BOOK, view, request, drafts, Random(n)) == best_of(rated, 0.0, Random(n))


@pytest.mark.parametrize("reading", ["", "ancestor"])
def test_an_attempt_is_worth_asking_about_up_to_the_farthest_hex(reading: str) -> None:
    law = rulings("awaw", "current", {"HR-A2-reading": reading} if reading else {})
    for theatre, kind in (
        ("Europe", "transport"),
        ("Pacific", "patrol"),
        ("Europe", "base-change"),
    ):
        flags = product((0, 3), (False, True), (False, True), ("", "port", "patrol"), (False, True))
        for eyes, slow, small, counter, every in flags:
            a = Attempt(kind, 0, theatre, counter, eyes, slow=slow, small=small)
            far = eligibility.farthest_distance(law, a, every)
            for d in range(attempt.most_hexes(law, theatre) + 1):
                assert (d <= far) == eligibility.is_worth_asking(law, replace(a, distance=d), every)


def test_opportunities_are_those_of_every_hex_tried_by_itself(asked: list[Asked]) -> None:
    tried = 0
    for view, request in asked:
        if request.kind != "interception":
            continue
        a, side = activity_from(request), request.side
        found = eligibility.opportunities(view, side, a, str(about_map(request).get("fixed", "")))
        taken = eligibility.forces_under_way(view, side)
        for post, ships in eligibility.posts(view, side, a, False).items():
            slowest = [u for u in ships if u.speed == "fast"] or ships
            for h in a.open:
                d = eligibility.distance_to(
                    view, side, post.place, eligibility.base_of(post, ships), a, h
                )
                there = d is not None and not (
                    taken
                    and not post.submarines
                    and eligibility.clash_reason(view, side, post.place, h, taken)
                )
                if d is not None and there:
                    attempt = eligibility.attempt_situation(view, side, a, post, slowest, h, d)
                    there = eligibility.is_worth_asking(
                        view.rulings, attempt, view.ask_hopeless_windows
                    )
                assert found.get(post, {}).get(h) == (d if there else None)
                tried += 1
    assert tried > 100


def test_danger_is_that_of_the_most_dangerous_port(asked: list[Asked]) -> None:
    for view, request in asked[::5]:
        for goal in ("E27", "F30", "G27", "J30"):
            ports = track_danger.enemy_ports(view, request.side)
            miles = [
                track_danger.nearest_port_distance(view, request.side, (goal,), (port,))
                for port in ports
            ]
            attempts = [Attempt("transport", d, "Europe") for d in miles if d is not None]
            most = max((attempt.chance_of(view.rulings, a) for a in attempts), default=0.0)
            assert track_danger.chance_met(view, request.side, (goal,), "transport", 12) == most
