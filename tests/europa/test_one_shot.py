"""The forecast beside a target equals the salvo that is rolled, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from flagplot.admirals import admiral
from flagplot.odds import percent_text
from flagplot.rulebooks import book
from flagplot.rulebooks.europa.advice.fire_forecast import best_volley, mean_points, note_on_shot
from flagplot.rulebooks.europa.advice.odds_questions import count_salvo, salvo_of_order
from flagplot.rulebooks.europa.rules import scoring
from flagplot.rulebooks.europa.rules.combat.damage import mark_damage
from flagplot.rulebooks.europa.rules.combat.encounters import torpedo_shot
from flagplot.rulebooks.europa.rules.combat.gunnery import gunnery_rolls
from flagplot.table import Table, about_map
from flagplot.table.core.roll_specs import Summed
from tests.games import begun


def test_the_points_of_a_round_of_fire_are_those_of_the_score() -> None:
    rules: Any = book("europa")
    view, request = next(x for seed in range(40) for x in rounds_of_fire(seed))
    side, order = (
        request.side,
        best_volley(view, *(view.groups[str(about_map(request)[k])] for k in ("group", "foe"))),
    )
    mean, before = 0.0, scoring.points_now(view)
    for text, p in count_salvo(salvo_of_order(view, order))[0]:
        t = Table(view)
        for part in text.split(", ") if text != "no hits" else ():
            target, hits = part.rsplit(" ", 1)
            mark_damage(t, target, int(hits), "36.F.3")
        mean += p * (scoring.points_now(t.state)[side] - before[side])
    assert abs(mean_points(view, order) - mean) < 1e-9
    assert mean > 0
    told = rules.prompt(view, request).forecast.notes
    assert any(
        n.text.startswith(f"By the scenario's score it brings you {mean:+.1f} points") for n in told
    )


def rounds_of_fire(seed: int) -> Iterator[tuple[Any, Any]]:
    """Questions about fire in a game of random admirals, where somebody can be hit, each with the
    view of who is asked."""
    game, rng, player = (
        begun("europa", "pedestal-first-steps", "", seed),
        Random(seed),
        admiral("random"),
    )
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        if (
            request.kind == "fire"
            and best_volley(
                view, *(view.groups[str(about_map(request)[k])] for k in ("group", "foe"))
            ).shots
        ):
            yield view, request
        game.answer(side, player.decide(game.book, view, request, rng))


def test_a_torpedo_a_battery_and_firing_back_tell_their_chances() -> None:
    told: dict[str, str] = {}
    for scenario in ("husky-first-steps", "pedestal"):
        game, rng, player = begun("europa", scenario, "", 0), Random(0), admiral("greedy")
        rules: Any = book("europa")
        for _ in range(200):
            if game.outcome is not None:
                break
            side = game.sides_to_answer()[0]
            request, view = game.request(side), game.view(side)
            assert request is not None
            for option in (
                rules.prompt(view, request).options
                if request.kind in ("torpedo", "coast-fire", "return-fire")
                else ()
            ):
                if option.text == "hold fire":
                    assert not option.odds
                    continue
                told[request.kind] = option.odds
                assert option.odds == note_on_shot(view, request, option.text)
                if request.kind == "torpedo":
                    about = about_map(request)
                    aimed = torpedo_shot(
                        view,
                        *(view.groups[str(about[k])] for k in ("group", "submarine")),
                        option.text,
                    )
                    outcomes, total = Summed(
                        tuple(
                            gunnery_rolls(
                                view.rulings, Fraction(aimed.over, aimed.under), aimed.plus
                            )
                        )
                    ).outcomes()
                    none = sum(w for hits, w in outcomes if not hits) / total
                    assert option.odds.startswith(f"a hit {percent_text(1 - none)},")
            game.answer(side, player.decide(rules, view, request, rng))
    assert set(told) == {"torpedo", "coast-fire", "return-fire"}
    assert all("hits on average" in odds for odds in told.values())
