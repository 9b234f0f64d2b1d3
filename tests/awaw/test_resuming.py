"""Games in thought in the middle of a step: interceptions are played on as the step goes on."""

from __future__ import annotations

from collections import defaultdict
from random import Random as Chance

from flagplot import rulebooks
from flagplot.admirals.players import choices, play_on
from flagplot.admirals.search import QUICK, MatchedChancePlayer, determinised_fork
from flagplot.table import AskOrder, about_map
from flagplot.table.game.fork import GameFork
from tests.games import begun

BOOK = rulebooks.book("awaw")
GAMES = (("norway-1940", "W", 60), ("mediterranean-1941", "short", 60), ("midway-1942", "P", 30))


def test_a_step_goes_on_from_an_interception_as_it_would() -> None:
    """From the true position, with the same answers and dice, the rule that goes on comes to the
    same as the step itself."""
    compared = set()
    guessed = resumed = 0
    for scenario, start, questions in GAMES:
        game, lots, asked = begun("awaw", scenario, start), Chance(7), 0
        while game.outcome is None and asked < questions:
            side = game.sides_to_answer()[0]
            request, view = game.request(side), game.view(side)
            assert request is not None
            answer = QUICK.decide(BOOK, view, request, lots)
            if (
                isinstance(request, AskOrder)
                and request.kind.endswith("interception")
                and not game.fork(1).resting
            ):
                asked += 1
                rule = BOOK.resume_rule(game.state, request)
                if rule is not None:
                    resumed += 1
                    guessed += determinised_fork(BOOK, view, request, 3) is not None
                    again = GameFork.half_done(BOOK, game.state, (), 1, rule)
                    assert again.request(side) == request
                    for given in {answer, choices(BOOK, view, request)[-1]}:
                        ends = []
                        for thought in (game.fork(1), again.fork(1)):
                            thought.answer(side, given)
                            alike = MatchedChancePlayer(1)
                            play_on(
                                thought,
                                defaultdict(lambda alike=alike: alike),
                                Chance(1),
                                60,
                                BOOK.turn_of(game.state) + 1,
                            )
                            ends.append(thought.state)
                        assert ends[0] == ends[1], about_map(request)
                        compared.add((request.kind, about_map(request)["mission"]))
            game.answer(side, answer)
    assert guessed == resumed, "a guess is brought there too"
    assert {("interception", k) for k in ("transport", "invade", "base-change")} <= compared
    assert {("counter-interception", k) for k in ("transport", "invade")} <= compared
