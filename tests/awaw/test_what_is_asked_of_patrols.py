"""Questions about patrols and their interception offer only what can still happen."""

from __future__ import annotations

from random import Random

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.awaw.orders import Counter, Intercept
from tests.games import begun, questions

BOOK = rulebooks.book("awaw")


def test_a_patrol_that_was_tried_for_is_told_that_nobody_meets_it_there() -> None:
    """21.416L What the question says and what stands beside staying agree."""
    told = {True: 0, False: 0}
    for seed in range(12):
        game, rng, player = (
            begun("awaw", "norway-1940", seed=seed),
            Random(seed),
            admiral("greedy" if seed % 2 else "random"),
        )
        for side, request, view in questions(game, 400):
            if request.kind == "patrol-stay":
                prompt = BOOK.prompt(view, request)
                tried = any(
                    "has used its one interception attempt" in d.text for d in prompt.detail
                )
                assert tried != any("may still try" in d.text for d in prompt.detail)
                if tried:
                    assert (
                        next(o.odds for o in prompt.options if o.text == "stay") == "met there 0 %"
                    )
                told[tried] += 1
            assert game.answer(side, player.decide(BOOK, view, request, rng))
        if all(told.values()):
            return
    raise AssertionError(told)


def test_who_has_a_force_under_way_is_not_asked_to_let_them_pass() -> None:
    """22.11 A window stays open while further forces may sail: to end it is no letting pass
    then."""
    for seed in range(20):
        game, rng, player, sent = (
            begun("awaw", "norway-1940", seed=seed),
            Random(seed),
            admiral("random"),
            0,
        )
        for side, request, view in questions(game, 300):
            answer = player.decide(BOOK, view, request, rng)
            if request.kind == "interception":
                last = next(o for o in BOOK.prompt(view, request).options if o.text == "pass")
                assert (last.text, last.label) == (
                    "pass",
                    "No others sail" if sent else "Let them pass",
                )
                sent = sent + 1 if isinstance(answer, Intercept) else 0
                if sent == 2:
                    return
            else:
                sent = 0
            assert game.answer(side, answer)
    raise AssertionError("nobody intercepts twice")


def test_who_comes_to_help_from_the_sea_comes_from_where_he_is() -> None:
    """22.16 A patrol on station does not come from the port it once left."""
    for seed in range(20):
        game, rng, player = begun("awaw", "norway-1940", seed=seed), Random(seed), admiral("random")
        for side, request, view in questions(game, 300):
            if request.kind in ("interception", "counter-interception"):
                for option in (
                    o for o in BOOK.prompt(view, request).options if not o.text.startswith("pass")
                ):
                    order = BOOK.parse(option.text, view, side)
                    assert isinstance(order, Intercept | Counter)
                    first = view.units[order.units[0].id]
                    if first.force:
                        assert f", from {view.forces[first.force].at}" in option.label
                        return
            assert game.answer(side, player.decide(BOOK, view, request, rng))
    raise AssertionError("nobody at sea may help")
