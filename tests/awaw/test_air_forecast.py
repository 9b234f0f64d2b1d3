"""A forecast of aircraft equals the rules that play it, and rests on nothing unseen."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.odds import play_out_rule
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice import air_raid_forecast, air_round_forecast
from flagplot.rulebooks.awaw.presentation import answer_odds
from flagplot.rulebooks.awaw.rules.air import sea_air
from flagplot.rulebooks.awaw.rules.combat import air_combat
from flagplot.rulebooks.awaw.rules.combat.battle_choices import AUTO
from flagplot.rulebooks.awaw.state import replace
from flagplot.table import Ask
from flagplot.table.game.fork import GameFork
from tests.games import begun


def met(scenario: str, *kinds: str, most: int = 400) -> tuple[Any, Ask[Any]]:
    """A game at its first question of one of these kinds, and the question."""
    game, rng, player = begun("awaw", scenario), Random(3), admiral("greedy")
    for _ in range(most):
        side = game.sides_to_answer()[0]
        request: Any = game.request(side)
        if request.kind in kinds:
            return game, request
        game.answer(side, player.decide(BOOK, game.view(side), request, rng))
    raise AssertionError(f"nobody is asked {kinds}")


def test_an_attack_at_sea_is_foretold_as_it_goes() -> None:
    game, request = met("mediterranean-1941", "air-attack")
    place, force = str(request.options[1]), str(dict(request.about)["force"])
    seen = game.view(request.side)
    units = {i: u for i, u in game.state.units.items() if u.force == force or i in seen.units}
    there = seen.forces[force]
    opened: Any = replace(
        seen,
        units=units,
        forces={**seen.forces, force: replace(there, units=game.state.forces[force].units)},
    )
    raid = air_raid_forecast.raid_at_sea(opened, force, place)
    assert raid is not None
    assert raid.tolls.exact
    assert not raid.behind
    branch: GameFork = game.fork("sea")
    effects = []
    for n in range(600):
        played = branch.fork(f"sea {n}")
        before = sum(u.hits + u.lost for u in played.state.units.values() if u.kind == "ship")
        assert played.answer(request.side, place)
        effects.append(
            sum(u.hits + u.lost for u in played.state.units.values() if u.kind == "ship") - before
        )
    mean = sum(effects) / len(effects)
    assert mean == pytest.approx(raid.tolls.mean(lambda x: x.effects), abs=0.2)


def test_trying_comes_near_to_counting() -> None:
    game, request = met("mediterranean-1941", "air-attack")
    view, force = game.view(request.side), str(dict(request.about)["force"])
    counted = air_raid_forecast.raid_at_sea(view, force, str(request.options[1]))
    assert counted is not None

    def effects(after: Any) -> int:
        return sum(u.hits + u.lost for u in after.units.values() if u.id.startswith("his:"))

    s = air_raid_forecast.position_with(
        view,
        (*sea_air.eligible_aircraft(view, request.side, str(request.options[1])), *counted.behind),
        force=replace(view.forces[force], units=tuple(u.id for u in counted.behind)),
    )
    tried = play_out_rule(
        lambda t: sea_air.attack_force(t, force, str(request.options[1]), "23.7"),
        s,
        effects,
        runs=1,
        tries=4000,
    )
    assert not tried.exact
    assert tried.mean(lambda n: n) == pytest.approx(
        counted.tolls.mean(lambda x: x.effects), abs=0.1
    )


def test_a_round_in_the_air_costs_nobody_who_does_not_fly() -> None:
    game, request = met("midway-1942", "air-split", "air-roles")
    view = game.view(request.side)
    found = air_round_forecast.forecast_aircraft(view, request, request.options[1], 50)
    assert found is not None
    assert sum(p for _, p in found.outcomes.chances) == pytest.approx(1)
    assert all(
        o[k].effects >= 0 and o[k].squadrons >= 0 for o, _ in found.outcomes.chances for k in (0, 1)
    )
    prompt = BOOK.prompt(view, request)
    assert prompt.forecast is not None
    assert any("squadrons" in c.text for c in prompt.forecast.notes)
    assert "squadrons lost" in prompt.options[1].odds


def test_of_many_ways_to_fly_those_to_begin_with_come_first() -> None:
    asked = Ask("Axis", (AUTO, *air_combat.split_options(12, True)), "22.41", "air-split")
    assert len(asked.options) == 92
    first = [str(o) for o in air_round_forecast.first_answers(asked)]
    assert first == [
        "cap 6 strike 6",
        "cap 0 strike 12",
        "cap 12 strike 0",
        "cap 0 strike 6 counterair 6",
        "cap 6 strike 0 counterair 6",
        "cap 0 strike 0 counterair 12",
    ]
    alone = Ask("Axis", (AUTO, *air_combat.split_options(12, False)), "22.41", "air-split")
    assert len(air_round_forecast.first_answers(alone)) == 5
    game, request = met("midway-1942", "air-split")
    offered = [o.text for o in BOOK.prompt(game.view(request.side), request).options]
    assert (
        offered[1 : 1 + len(first)]
        == [str(o) for o in air_round_forecast.first_answers(request)][: len(first)]
    )
    assert sorted(offered) == sorted(str(o) for o in request.options)


@pytest.mark.parametrize(
    ("scenario", "kinds"),
    [("midway-1942", ("air-split",)), ("mediterranean-1941", ("air-attack",))],
)
def test_what_is_hidden_changes_no_forecast(scenario: str, kinds: tuple[str, ...]) -> None:
    game, request = met(scenario, *kinds)
    true = BOOK.prompt(game.view(request.side), request)
    for twin in islice(BOOK.secret_twins(game.state, request.side), 6):
        assert BOOK.prompt(BOOK.view(twin, request.side), request) == true


def test_who_has_had_his_attempt_meets_nobody_again() -> None:
    game, request = met("norway-1940", "patrol-go-on", "mission-go-on", "transport-go-on")
    view = game.view(request.side)
    assert answer_odds.odds(view, request, "go on").startswith("met again 0 %")
    assert answer_odds.odds(view, request, "return") == ""
