"""Midway 1942: played to its end by admirals, ended with combat, three rounds in the lesson, cards
and modifiers unseen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from flagplot.admirals import admiral
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice.worth import evaluate
from flagplot.rulebooks.awaw.orders import Strike
from flagplot.rulebooks.awaw.rules import codebreaking
from flagplot.rulebooks.awaw.rules.combat.battle_setup import submarine_research
from flagplot.rulebooks.awaw.scenarios import scenario_card, score, start_state
from flagplot.rulebooks.awaw.scenarios.score import lost_so_far
from flagplot.rulebooks.awaw.state import replace
from flagplot.table import AskEach, Setup, Table, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import begun, watched

RULINGS = rulings("awaw")


def played(start: str, seed: int) -> tuple[Game, set[str], list[str]]:
    """A game between greedy admirals, the questions asked and the kinds of events."""
    return watched(begun("awaw", "midway-1942", start, seed), seed)


def test_the_americans_meet_the_landing_and_aircraft_fly() -> None:
    game, asked, tags = played("P", 2)
    assert {
        "card-kind",
        "combat",
        "interception",
        "strategic-cards",
        "tactical-cards",
        "air-split",
    } <= asked
    assert "battle-joined" in tags
    assert "redeployment" not in asked
    assert game.outcome is not None


def test_the_lesson_is_one_battle_of_three_rounds_at_most() -> None:
    game, asked, tags = played("L", 5)
    assert "combat" not in asked
    assert tags.count("battle-joined") == 1
    assert tags.count("round-began") == 3
    assert game.outcome is not None


def test_the_prompt_tells_what_is_due_and_what_his_aircraft_can_add() -> None:
    game = Game.new(BOOK, Setup("midway-1942"), rulings=RULINGS, dice=SeededDice(1))
    game.submit("Allied", "tactical")
    game.submit("Axis", "tactical")
    while (request := game.request("Axis")) is not None and request.kind != "combat":
        assert game.submit("Axis", "done").verdict
    assert request is not None
    told = " ".join(c.text for c in BOOK.prompt(game.view("Axis"), request).detail)
    assert (
        "You must still announce this turn: the invasion of Midway, with Akagi, Kaga, Soryu and Hiryu"
        in told
    )
    escort = "Haruna, Hiei, Kirishima, JA-DD-Tokyo:4"
    order = f"invade M47 with Akagi, Kaga, Soryu, Hiryu, {escort} carrying JA-MAR-Naval-landing-force as TF1"
    assert game.submit("Axis", order).verdict
    request = game.request("Axis")
    assert request is not None
    told = " ".join(c.text for c in BOOK.prompt(game.view("Axis"), request).detail)
    assert "You must still announce" not in told
    assert "Enemy aircraft in reach can add 6." in told


def test_modifiers_of_submarine_attacks() -> None:
    s = start_state(Setup("midway-1942"), RULINGS)
    assert submarine_research(s, "Axis") == 1 - 3
    assert submarine_research(s, "Allied") == 0
    assert submarine_research(replace(s, research={}), "Axis") == 0


def test_air_groups_are_paid_by_their_skill() -> None:
    s = start_state(Setup("midway-1942"), RULINGS)
    rules = scenario_card("midway-1942").score
    lost = replace(
        s,
        units={
            **s.units,
            **{
                i: replace(s.units[i], status="sunk", lost=s.units[i].factors, factors=0)
                for i in ("JA-NAS-Akagi", "JA-NAS-Zuiho", "JA-AAF-Wake")
            },
        },
    )
    assert lost_so_far(lost, rules, "Axis") == (0.0, 0.0, 3 * 0.75 + 2 * 0.5 + 1.0)


def test_cards_are_hidden_and_scores_by_holder() -> None:
    s = start_state(Setup("midway-1942"), RULINGS)
    view = BOOK.view(s, "Allied")
    assert set(view.cards) == set(view.codes) == set(view.undealt) == {"Allied"}
    held = replace(s, control={**s.control, "M47": "Axis"})
    rules = scenario_card("midway-1942").score
    assert {(e.side, e.about): e.points for e in score.holding_points(held, rules)} == {
        ("Axis", "Midway"): 14.0
    }
    assert {(e.side, e.about): e.points for e in score.holding_points(s, rules)} == {
        ("Allied", "Midway"): 4.0
    }


@pytest.mark.parametrize(("standing", "points"), [("on-station", 3.0), ("returning", 0.0)])
def test_a_patrol_that_is_still_there_scores_in_the_lesson(standing: str, points: float) -> None:
    from flagplot.rulebooks.awaw.state import Force

    s = start_state(Setup("midway-1942", "L"), RULINGS)
    ships = tuple(u.id for u in s.units.values() if u.side == "Axis" and u.kind == "ship")
    force = Force(
        "P1", "Axis", "patrol", ships, ("L32", "L46"), 1, "L46", state=standing, battle_hex="L46"
    )
    recorded: list[Any] = []

    class Recorder:
        state = replace(s, forces={"P1": force})

        def record(self, event: object) -> None:
            recorded.append(event)

    score.patrol_points(Recorder())  # type: ignore[arg-type]
    assert sum(e.points for e in recorded) == points


def off_midway() -> Game:
    """The Japanese lie off Midway with everything, unmet, and are asked for the missions of their
    aircraft."""
    game = Game.new(BOOK, Setup("midway-1942"), rulings=RULINGS, dice=SeededDice(3))
    fleet = "Akagi, Kaga, Soryu, Hiryu, Haruna, Hiei, Kirishima, JA-DD-Tokyo:4"
    said = [
        f"invade M47 with {fleet} carrying JA-MAR-Naval-landing-force, JA-INF-Ichiki-detachment "
        "as TF1",
        "done",
    ]
    while (
        request := game.request(side := game.sides_to_answer()[0])
    ) is not None and request.kind != "air-missions":
        text = (
            said.pop(0)
            if request.kind == "combat"
            else "pass"
            if "interception" in request.kind
            else "done"
        )
        assert game.submit(side, "tactical" if request.kind == "card-kind" else text).verdict
    return game


def test_an_admiral_fights_the_aircraft_of_midway_before_he_lands() -> None:
    game, greedy, rng = off_midway(), admiral("greedy"), Random(1)
    first = BOOK.text(greedy.decide(BOOK, game.view("Axis"), game.request("Axis"), rng))  # type: ignore[arg-type]
    assert first.startswith("counterair")
    assert 0 < first.count("NAS") < 4
    assert game.submit("Axis", first).verdict
    while (request := game.request("Axis")) is not None and request.kind == "air-missions":
        assert game.answer("Axis", greedy.decide(BOOK, game.view("Axis"), request, rng))
    told = [
        type(e.event).__struct_config__.tag
        for e, _ in game.side_log_with_views("")
        if e.event is not None
    ]
    assert "base-air-battle" in told
    assert any(
        "ground support" in u.used for u in game.view("Axis").units.values() if u.type == "NAS"
    )


def test_where_no_aircraft_stand_at_midway_all_squadrons_support_the_landing() -> None:
    game = off_midway()
    view, request = game.view("Axis"), game.request("Axis")
    assert request is not None
    bare = replace(
        view,
        units={i: u for i, u in view.units.items() if not (u.kind == "air" and u.base == "M47")},
    )
    first = BOOK.text(admiral("greedy").decide(BOOK, bare, request, Random(1)))
    assert first.startswith("ground support M47 with")
    assert first.count("NAS") == 4


def test_a_carrier_in_port_is_struck_where_it_gains() -> None:
    """Squadrons off Midway that no landing needs strike a carrier that lies there; nothing is
    struck where nothing lies."""
    steady = admiral("steady")
    for seed in range(40):
        dice, rng = SeededDice(f"port {seed}"), Random(seed)
        game = Game.new(BOOK, Setup("midway-1942", "P"), rulings=RULINGS, dice=dice, id="port")
        while game.outcome is None:
            side = game.sides_to_answer()[0]
            view, request = game.view(side), game.request(side)
            assert request is not None
            raids = [
                x for x in BOOK.candidates(view, request) if isinstance(x, Strike) and not x.what
            ]
            if request.kind == "air-missions" and raids:
                strike = raids[0]
                hers = replace(
                    game.state.units["US-CV-Yorktown"],
                    base="M47",
                    at="M47",
                    force="",
                    status="",
                    hits=0,
                )
                there = replace(view, units={**view.units, hers.id: hers})
                assert evaluate(there, request, strike) > evaluate(view, request, strike) + 2
                assert steady.decide(BOOK, there, request, rng) == strike
                return
            assert game.answer(side, steady.decide(BOOK, view, request, rng))
    raise AssertionError("no squadrons off Midway")


@pytest.mark.parametrize("kind", [codebreaking.TACTICAL, codebreaking.STRATEGIC])
def test_who_is_asked_for_cards_tells_not_which_it_chose(kind: str) -> None:
    """When the dealt ones are played both are asked still, as long as the chosen card may be of
    that kind."""
    for chosen in (codebreaking.TACTICAL, codebreaking.STRATEGIC):
        game = Game.new(BOOK, Setup("midway-1942"), rulings=RULINGS, dice=SeededDice(1))
        assert game.submit("Axis", chosen)
        assert game.submit("Allied", codebreaking.STRATEGIC)
        hands = {
            "cards": {
                side: int(chosen == codebreaking.TACTICAL and side == "Axis") for side in game.sides
            },
            "codes": {
                side: int(chosen == codebreaking.STRATEGIC or side == "Allied")
                for side in game.sides
            },
        }
        state = replace(game.state, **hands)
        request = (
            Table(state).run(codebreaking.play_sealed, "Axis", kind, "22.4", "cards", ()).send(None)
        )
        assert isinstance(request, AskEach)
        assert {a.side for a in request.asks} == set(game.sides)
