"""Torch 1942: admirals land at the three towns and race to Tunis; the French stand apart; the
lesson ends with Oran."""

from __future__ import annotations

import pytest

from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.rules.employment import free_ships
from flagplot.rulebooks.awaw.rules.independent_powers import one_sortie_refusals
from flagplot.rulebooks.awaw.scenarios import scenario_card, start_state
from flagplot.rulebooks.awaw.scenarios.score import factor_worth, settle_losses, verdict_on
from flagplot.rulebooks.awaw.scenarios.script import join_side
from flagplot.rulebooks.awaw.state import APART, replace
from flagplot.table import Setup, Table, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import begun, watched

RULINGS = rulings("awaw")


def played(start: str, seed: int) -> tuple[Game, set[str], list[str]]:
    """A game between greedy admirals, the questions asked and the kinds of events."""
    return watched(begun("awaw", "torch-1942", start, seed), seed)


def test_admirals_land_and_race_to_tunis() -> None:
    game, asked, tags = played("T", 1)
    assert {"combat", "interception", "landing", "transport"} <= asked
    assert tags.count("garrison-answered") >= 2
    assert {"troops-ashore", "bridgehead", "fell"} <= set(tags)
    lines = [
        BOOK.event_text(e.event, before, "Axis")
        for e, before in game.side_log_with_views("Axis")
        if e.event is not None
    ]
    assert not [x for x in lines if "{" in x or "US-INF" in x]


def test_nobody_scores_anew_for_what_was_lost_before_it_went_over() -> None:
    s, c = start_state(Setup("torch-1942"), RULINGS), scenario_card("torch-1942")
    hurt = replace(s.units["VF-DD-Casablanca"], factors=1, lost=1)
    towns = {c.place(name).hex: "Allied" for name in ("Oran", "Algiers")}
    t = Table(replace(s, units={**s.units, hurt.id: hurt}, control={**s.control, **towns}))
    settle_losses(t)
    scored = t.state.score
    assert scored["Allied"] > s.score.get("Allied", 0.0)
    join_side(t, c)
    assert t.state.units[hurt.id].side == "Allied"
    settle_losses(t)
    assert t.state.score == scored


def test_the_lesson_is_oran() -> None:
    game, _, tags = played("L", 2)
    assert {"assault", "game-ended"} <= set(tags)
    assert "redeployment" not in tags
    assert game.state.mover == "Allied"


def test_the_french_begin_nothing() -> None:
    s = start_state(Setup("torch-1942"), RULINGS)
    assert any(u.note == APART for u in s.ships("Axis"))
    assert not any(u.note == APART for u in free_ships(s, "Axis"))


def test_the_fleet_has_oil_for_one_sortie() -> None:
    s = start_state(Setup("torch-1942"), RULINGS)
    ships = [s.units[i] for i in ("IT-BB-Littorio", "IT-BB-Roma")]
    assert one_sortie_refusals(s, ships) == []
    sunk = replace(
        s,
        units={
            **s.units,
            "IT-BB-Vittorio-Veneto": replace(s.units["IT-BB-Vittorio-Veneto"], status="sunk"),
        },
    )
    assert [r.code for r in one_sortie_refusals(sunk, ships)] == ["sailed-once"]


def test_french_ships_are_worth_half() -> None:
    s = start_state(Setup("torch-1942"), RULINGS)
    rules = scenario_card("torch-1942").score
    assert factor_worth(rules, s.units["VF-CA-Primauguet"]) == 0.5
    assert factor_worth(rules, s.units["IT-CA-Gorizia"]) == 1.0


@pytest.mark.parametrize(
    ("ahead", "winner", "degree"),
    [
        (-7.75, "Axis", "decisive"),
        (-6.75, "Axis", "won"),
        (-2.75, "Axis", "won"),
        (-1.75, "", "contested"),
        (2.25, "", "contested"),
        (2.5, "Allied", "won"),
        (6.25, "Allied", "won"),
        (7, "Allied", "decisive"),
    ],
)
def test_degrees(ahead: float, winner: str, degree: str) -> None:
    rules = scenario_card("torch-1942").score
    end = verdict_on(
        rules,
        ("Axis", "Allied"),
        {"Axis": rules.lead["Axis"], "Allied": rules.lead["Axis"] + ahead},
    )
    assert (end.winner, end.degree) == (winner, degree)


def test_what_is_left_in_port_goes_by_its_name_when_part_of_it_has_sailed() -> None:
    game = Game.new(BOOK, Setup("torch-1942"), rulings=RULINGS, dice=SeededDice(1))
    while (request := game.request("Allied")) is not None and request.kind != "combat":
        assert game.submit("Allied", "done").verdict
    assert game.submit(
        "Allied", "invade Algiers with Gibraltar destroyers:8 carrying Eastern Task Force"
    ).verdict
    assert game.submit(
        "Allied", "invade Oran with Gibraltar destroyers:6 carrying Center Task Force"
    ).verdict
    request = game.request("Allied")
    assert request is not None
    prompt = BOOK.prompt(game.view("Allied"), request)
    assert "steps aside on 4 or less" in " ".join(c.text for c in prompt.detail)


def test_ideas_call_an_oil_shipment_and_a_grant_what_they_are() -> None:
    game = Game.new(BOOK, Setup("torch-1942"), rulings=RULINGS, dice=SeededDice(1))
    while (request := game.request("Allied")) is not None and request.kind != "supply":
        assert game.submit("Allied", "done").verdict
    assert request is not None
    ideas = [o for o in BOOK.prompt(game.view("Allied"), request).options if o.idea]
    assert {o.text.split()[0]: o.label.partition(" to ")[0] for o in ideas} == {
        "ship": "Oil shipment",
        "grant": "BRP grant",
    }
