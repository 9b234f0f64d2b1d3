"""Answers of steady admirals in a battle: the battle is played on, fire and losses are counted,
nothing unseen is used."""

from __future__ import annotations

from random import Random as Chance
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.admirals import Greedy, Steady
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.advice import battle_choices, loss_points
from flagplot.rulebooks.awaw.case_lines import empty
from flagplot.rulebooks.awaw.rules.combat.battle_choices import AUTO, Choice, sealed_ask
from flagplot.rulebooks.awaw.rules.combat.ships import Battle, Cargo
from flagplot.table import Ask, Setup, facts
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

from ..games import questions
from .naval_helpers import R, battle, ship


def asked(b: Battle, side: str, kind: str, *options: Choice, **about: Any) -> tuple[Any, Ask[Any]]:
    """The view of a side that is asked something in a battle."""
    return replace(empty(R), battle=b, viewer=side), sealed_ask(
        side, kind, "22", options, facts(**about)
    )


def given(b: Battle, side: str, kind: str, *options: Choice, **about: Any) -> str:
    """Return the answer of a steady admiral; the usual answer is the first of *options*."""
    view, request = asked(b, side, kind, *options, **about)
    return str(Steady().decide(BOOK, view, request, Chance(1)))


def known(b: Battle) -> Battle:
    """Return this battle with every group in sight."""
    seen = [tuple(replace(g, known=True, seen=True) for g in f.groups) for f in b.fleets]
    return replace(
        b, fleets=tuple(replace(f, groups=groups) for f, groups in zip(b.fleets, seen, strict=True))
    )


STAY, WITHDRAW = Choice("stay"), Choice("withdraw")


def test_a_fleet_that_must_lose_goes_home_though_it_has_two_thirds_of_the_factors() -> None:
    weak = tuple(ship("BB", 3, drm=0, id=f"w{n}") for n in range(4))
    strong = tuple(ship("BB", 4, drm=3, id=f"s{n}") for n in range(4))
    b = known(battle(weak, strong))
    about = {"round": 1, "lost": 0, "enemy_lost": 0, "first": False}  # the interceptors speak first
    assert given(b, "Axis", "withdraw", STAY, WITHDRAW, **about) == "withdraw"
    even = known(battle(strong, weak))
    assert given(even, "Axis", "withdraw", STAY, WITHDRAW, **about) in ("stay", "auto")


def test_parting_fire_falls_on_what_it_sinks() -> None:
    hunter = (ship("CA", 4, id="h"),)
    prey = (
        ship("BB", 4, False, id="sound"),
        replace(ship("BB", 4, False, id="crippled"), hits=3),
        ship("DD", 3, id="d"),
    )
    b = known(battle(hunter, prey))
    options = Choice("sound", (0, 0)), Choice("crippled", (0, 1))
    assert given(b, "Axis", "pursuit", *options, factors=4, round=1) == "crippled"


def test_a_ship_to_spare_helps_to_sink_rather_than_to_scratch() -> None:
    mine = tuple(ship("BB", 4, id=f"m{n}") for n in range(3))
    his = (ship("BB", 4, id="sound"), replace(ship("BB", 4, id="hurt"), hits=2))
    b = known(battle(mine, his))
    options = Choice("sound", (0,)), Choice("hurt", (1,)), Choice("hold", (-2,))
    found = battle_choices.evaluate_targets(
        *asked(b, "Axis", "surplus-heavy", *options, ship="m2", round=1)
    )
    assert found is not None
    assert found[options[1]] > found[options[0]] > found[options[2]]


def test_destroyers_with_troops_are_spared_at_the_cost_of_cruisers() -> None:
    lights = (ship("DD", 2, id="d"), ship("CA", 2, id="c1"), ship("CA", 2, id="c2"))
    enemy = (ship("BB", 4, id="b"),)
    plain = known(battle(lights, enemy))
    axis = plain.fleets[0]
    laden = replace(
        plain,
        fleets=(
            replace(axis, groups=(replace(axis.groups[0], cargo=(Cargo("INF", 2),)),)),
            plain.fleets[1],
        ),
    )
    options = tuple(Choice(f"destroyers {n} cruisers {2 - n}", (n,)) for n in (2, 1, 0))
    about = {"effects": 2, "round": 1, "by": "light"}
    found = battle_choices.evaluate_targets(*asked(laden, "Axis", "losses", *options, **about))
    assert found is not None
    assert found[options[2]] > found[options[0]]


@pytest.mark.parametrize("kind", ["withdraw", "screen", "engage"])
def test_only_what_is_seen_is_looked_at(kind: str) -> None:
    """Of a group that nobody has seen its size band alone counts; what else it holds changes no
    answer."""
    mine = tuple(ship("BB", 4, id=f"m{n}") for n in range(2))
    shown = []
    for his in ((ship("BB", 4, id="x"),), (ship("CA", 2, id="y"), ship("DD", 5, id="z"))):
        b = battle(mine, his)
        view = BOOK.view(replace(empty(R), battle=b), "Axis")
        request = sealed_ask("Axis", kind, "22", (STAY, WITHDRAW), facts(round=1))
        shown.append(Steady().decide(BOOK, view, request, Chance(1)))
    assert shown[0] == shown[1]


def test_greedy_admirals_stay_the_measure_they_were() -> None:
    weak = tuple(ship("BB", 3, drm=0, id=f"w{n}") for n in range(4))
    strong = tuple(ship("BB", 4, drm=3, id=f"s{n}") for n in range(4))
    view, request = asked(known(battle(weak, strong)), "Axis", "withdraw", STAY, WITHDRAW, round=1)
    assert Greedy().decide(BOOK, view, request, Chance(1)) == AUTO


def in_scenario(b: Battle, scenario: str, start: str = "") -> Any:
    """The view of a battle in a scenario's game."""
    return replace(
        empty(R),
        battle=b,
        viewer="Axis",
        scenario=scenario,
        start=start,
        season="Spring",
        year=1940,
        mover="Axis",
    )


def test_torpedoes_go_where_the_scenario_counts_most() -> None:
    """A carrier's factor counts as two of a battleship in Norway: three German factors sunk
    outweigh four of the enemy, yet not without a score."""
    prey = (ship("CV", 3, id="carrier"), replace(ship("BB", 4, id="battleship"), hits=1))
    b = known(battle(prey, (ship("CA", 2, id="c"),)))
    options = Choice("carrier", (0,)), Choice("battleship", (1,))
    request = sealed_ask("Allied", "submarine-target", "22", options, facts(effects=3))
    plain, scored = (
        battle_choices.evaluate_targets(v, request)
        for v in (replace(empty(R), battle=b), in_scenario(b, "norway-1940", "R4"))
    )
    assert plain is not None
    assert scored is not None
    assert plain[options[1]] > plain[options[0]]
    assert scored[options[0]] > scored[options[1]]


def test_a_battle_is_reckoned_as_the_scenario_counts_it() -> None:
    """At Midway, carriers only, a cruiser sunk is next to nothing and a carrier all; Vichy ships
    count half; in the last turn nobody needs what is left, and what a damaged ship counts is the
    scenario's."""
    b = battle((ship("CA", 2, id="c"), ship("CV", 3, id="v")), (ship("CA", 2, id="h"),))
    midway = loss_points.loss_prices(in_scenario(b, "midway-1942", "L"), "Axis")
    cruiser, carrier = (replace(s, hits=s.size) for s in b.fleets[0].groups[0].ships)
    assert midway.lost(carrier, R) > 20 * midway.lost(cruiser, R) > 0
    torch = loss_points.prices_of_start("torch-1942", "T", "Axis", False)
    vichy, italian = (
        next(i for i, n in torch.nations.items() if n == nation)
        for nation in ("Vichy France", "Italy")
    )
    assert torch.factor(ship("CA", 2, id=vichy)) < 0.6 * torch.factor(ship("CA", 2, id=italian))
    crippled = replace(ship("CV", 4, id="JA-CV-Akagi"), hits=3)
    assert loss_points.prices_of_start("midway-1942", "P", "Axis", False).lost(
        crippled, R
    ) == pytest.approx(4, abs=0.1)
    whole = loss_points.prices_of_start("norway-1940", "W", "Axis", True)
    assert whole.factor(cruiser) > loss_points.prices_of_start(
        "norway-1940", "W", "Axis", False
    ).factor(cruiser)


def test_carriers_stand_in_line_by_what_the_enemy_may_have_unseen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Off Midway a fleet that nobody has found is taken to have carriers and battleships of Japan,
    never all of them alike; the American carriers leave their screen only where many more games
    than are played for the answer say so."""
    game = Game.new(BOOK, Setup("midway-1942", start="L"), rulings=R, dice=SeededDice("b"), id="b")
    player, rng, screens, fleets = Steady(), Chance("b"), [], set()
    for side, request, view in questions(game, 2000):
        answer = player.decide(BOOK, view, request, rng)
        if side == "Allied" and request.kind == "combat-group":
            assert not any(g.ships for g in view.battle.fleets[0].groups)
            for seed in range(8):
                whole = battle_choices.with_assumed_ships(
                    view, view.battle, 1, battle_choices.draw_enemy(view, view.battle, 1, seed)
                )
                fleets.add(tuple(s.id for g in whole.fleets[0].groups for s in g.ships))
        if side == "Allied" and request.kind == "screen":
            with monkeypatch.context() as more:
                more.setattr(battle_choices, "GAMES", 200)
                stood = battle_choices.play_answers(
                    view, view.battle, 1, request, battle_choices.STAGES["screen"]
                )
            behind, in_line = (fmean(stood[option]) for option in request.options[1:])
            screens.append(str(answer))
            assert (str(answer) == "carriers in line") <= (in_line > behind)
        assert game.answer(side, answer)
    assert len(fleets) > 1
    assert all(id.startswith("JA-") for ids in fleets for id in ids)
    assert any("-CV-" in id for ids in fleets for id in ids)
    assert screens
