"""What is asked about patrols and who meets them says what still can happen."""

from __future__ import annotations

from random import Random

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.awaw.orders import Intercept
from tests.games import begun, questions

BOOK = rulebooks.book("awaw")


def test_a_patrol_that_was_tried_for_is_told_that_nobody_meets_it_there() -> None:
    """21.416L What the question says and what stands beside staying agree."""
    told = {True: 0, False: 0}
    for seed in range(12):
        game, rng, player = begun("awaw", "norway-1940", seed=seed), Random(seed), admiral("greedy" if seed % 2 else "random")
        for side, request, view in questions(game, 400):
            if request.kind == "patrol-stay":
                prompt = BOOK.prompt(view, request)
                tried = any("has had his one try" in d.text for d in prompt.detail)
                assert tried != any("may still try" in d.text for d in prompt.detail)
                if tried:
                    assert next(o.odds for o in prompt.options if o.text == "stay") == "met there 0 %"
                told[tried] += 1
            assert game.answer(side, player.decide(BOOK, view, request, rng))
        if all(told.values()):
            return
    raise AssertionError(told)


def test_who_has_a_force_under_way_is_not_asked_to_let_them_pass() -> None:
    """22.11 A window stays open while further forces may sail: to end it is no letting pass then."""
    for seed in range(20):
        game, rng, player, sent = begun("awaw", "norway-1940", seed=seed), Random(seed), admiral("random"), 0
        for side, request, view in questions(game, 300):
            answer = player.decide(BOOK, view, request, rng)
            if request.kind == "interception":
                last = BOOK.prompt(view, request).options[-1]
                assert (last.text, last.label) == ("pass", "Nobody else sails" if sent else "Let them pass")
                sent = sent + 1 if isinstance(answer, Intercept) else 0
                if sent == 2:
                    return
            else:
                sent = 0
            assert game.answer(side, answer)
    raise AssertionError("nobody intercepts twice")
