"""Standing orders answer what invasions, raiders and harbor attacks ask, without a person."""

from __future__ import annotations

import random

import pytest

from flagplot.admirals import admiral
from flagplot.rulebooks.awaw import BOOK
from flagplot.table import Ask, Setup, facts, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from flagplot.table.game.standing_orders import parse_standing_order

RULINGS = rulings("awaw")
LANDINGS = {
    "Axis": (
        "air-missions: best ground support",
        "air-missions: done",
        "landing: best storm",
        "ground-losses: best",
        "assault-again: attack again if attack >= 2, else break off",
        "exploitation: best exploit",
        "exploitation: done",
        "mission-go-on: go on",
        "oppose-cover: done",
    ),
    "Allied": ("air-cover: best air cover", "air-cover: done", "ground-losses: best"),
}
OSLO = "invade Oslo with 2 of GE-DD-Baltic, GE-CA-Bluecher carrying GE-INF-Group-XXI-Baltic-1"
RAIDS = {
    "Axis": (
        "raid-numbers: number {groups}",
        "raid-withhold: all fight",
        "raid-return: best",
        "raid-setup: done",
    ),
    "Allied": (
        "raid-oppose: oppose if modifier >= -3 and ships >= 1, else let go",
        "raid-engage: best engage",
        "raid-engage: done",
    ),
}


def played(
    scenario: str, start: str, standing: dict[str, tuple[str, ...]], turns: int, *orders: str
) -> Game:
    """A game of admirals whose sides have standing orders; nobody is asked what these answer.
    *orders* are given first for the combat phase."""
    seed, said = 1, list(orders)
    game = Game.new(BOOK, Setup(scenario, start), rulings=RULINGS, dice=SeededDice(seed))
    for side, texts in standing.items():
        for text in texts:
            game.add_standing_order(side, text)
    kinds = {(side, text.partition(":")[0]) for side, texts in standing.items() for text in texts}
    rng, player = random.Random(seed), admiral("greedy")
    first = game.view("").player_turn
    while game.outcome is None and game.view("").player_turn < first + turns:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        assert (side, request.kind) not in kinds, f"{side} is asked for {request.kind}"
        if said and request.kind == "combat":
            assert game.submit(side, said.pop(0)).verdict
            continue
        assert game.answer(side, player.decide(BOOK, game.view(side), request, rng))
    return game


def answered(game: Game) -> set[str]:
    return {e.asked for e in game.entries if e.kind == "input" and e.standing}


def test_landings_go_by_standing_orders() -> None:
    game = played("norway-1940", "WS", LANDINGS, 1, OSLO)
    assert {"air-missions", "landing"} <= answered(game)


def alone(
    scenario: str, start: str, seed: int, standing: dict[str, tuple[str, ...]], *given: str
) -> Game:
    """A game in which one side gives these orders for the combat phase, everybody lets pass what
    sails, and standing orders answer the rest up to the end of the landing; nobody is asked what
    they answer."""
    game = Game.new(BOOK, Setup(scenario, start), rulings=RULINGS, dice=SeededDice(seed))
    kinds = {
        (side, game.add_standing_order(side, text).kind)
        for side, texts in standing.items()
        for text in texts
    }
    said, first = [*given, "done"], game.view("").player_turn
    while game.outcome is None and game.view("").player_turn == first:
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        assert (side, request.kind) not in kinds, (
            f"{side} is asked for {request.kind}: {request.about}"
        )
        if request.kind == "combat" and said:
            assert game.submit(side, said.pop(0)).verdict
        elif isinstance(request, Ask):
            assert game.answer(side, request.options[0])
        else:
            assert game.submit(side, "pass" if "interception" in request.kind else "done").verdict
    assert not said
    return game


def said(game: Game, kind: str) -> list[str]:
    """Return the answers of standing orders to a kind of question."""
    return [e.text for e in game.entries if e.kind == "input" and e.standing and e.asked == kind]


MIDWAY = (
    "invade M47 with JA-CV-Akagi, JA-CV-Kaga, JA-CV-Soryu, JA-CV-Hiryu, JA-BC-Haruna, JA-BC-Hiei, "
    "JA-BC-Kirishima, JA-DD-Tokyo:4 "
    "carrying JA-MAR-Naval-landing-force, JA-INF-Ichiki-detachment as TF1"
)


def test_aircraft_cover_a_beach_by_standing_order() -> None:
    ashore = {
        "Axis": ("landing: break off {hex}", "air-missions: done", "oppose-cover: done"),
        "Allied": (
            "air-cover: air cover {hexes} with US-AAF-Midway if hexes has M47, else done",
            "air-cover: done",
        ),
    }
    game = alone("midway-1942", "P", 3, ashore, MIDWAY)
    assert said(game, "air-cover") == ["air cover M47 with US-AAF-Midway", "done"]
    assert said(game, "landing") == ["break off M47"]
    best = alone(
        "midway-1942",
        "P",
        3,
        ashore | {"Allied": ("air-cover: best air cover", "air-cover: done")},
        MIDWAY,
    )
    assert said(best, "air-cover") == ["air cover M47 with US-AAF-Midway, US-NAS-Midway"]


ORAN = (
    "invade Oran with UK-DD-Gibraltar, UK-BB-Rodney, UK-CA-Jamaica, UK-CA-Aurora "
    "carrying US-INF-CTF, US-ARM-1A, US-ARM-1B as TF1"
)
STORM = "landing: storm {hex} with US-INF-CTF, US-ARM-1A"


def test_a_beaten_round_is_paid_and_fought_again_by_standing_order() -> None:
    bold = {
        "Allied": (
            STORM,
            "air-missions: done",
            "ground-losses: lose US-INF-CTF if need >= 3 and who = attack, else best lose",
            "ground-losses: best",
            "assault-again: attack again if attack >= 3, else break off",
            "exploitation: done",
        )
    }
    game = alone("torch-1942", "L", 4, bold, ORAN)
    assert said(game, "ground-losses")[0] == "lose US-INF-CTF"
    assert "attack again" in said(game, "assault-again")
    shy = {
        "Allied": (
            *bold["Allied"][:4],
            "assault-again: break off if attack < 9, else attack again",
            "exploitation: done",
        )
    }
    game = alone("torch-1942", "L", 4, shy, ORAN)
    assert said(game, "assault-again") == ["break off"]
    assert len(said(game, "ground-losses")) == 1


def test_a_breakthrough_is_exploited_by_standing_order() -> None:
    through = {
        "Allied": (
            STORM,
            "air-missions: done",
            "ground-losses: best",
            "assault-again: attack again",
            "exploitation: exploit US-ARM-1B to CC10 if hexes has CC9",
            "exploitation: done",
        )
    }
    game = alone("torch-1942", "L", 2, through, ORAN)
    assert said(game, "exploitation") == ["exploit US-ARM-1B to CC10"]
    assert game.view("").control["CC10"] == "Allied"
    best = {"Allied": (*through["Allied"][:4], "exploitation: best exploit", "exploitation: done")}
    assert (
        said(alone("torch-1942", "L", 2, best, ORAN), "exploitation")[0]
        == "exploit US-ARM-1B to CC10"
    )


def test_a_landing_is_called_off_by_its_odds() -> None:
    bold = {
        "Axis": (
            "air-missions: done",
            "landing: break off {hex} if percent < 10, else best storm",
            "landing: done",
        )
    }
    shy = {
        "Axis": (
            "air-missions: done",
            "landing: break off {hex} if percent < 9900, else best storm",
            "landing: done",
        )
    }
    texts = [
        {
            e.text.split(" ")[0]
            for e in played("norway-1940", "WS", orders, 1, OSLO).entries
            if e.asked == "landing"
        }
        for orders in (bold, shy)
    ]
    assert texts == [{"storm"}, {"break"}]


def test_raiders_are_hunted_by_standing_orders() -> None:
    box = "raid Atlantic SW box with GE-PB"
    game = played(
        "atlantic-raiders", "A", RAIDS, 1, f"{box}-Admiral-Graf-Spee", f"{box}-Admiral-Scheer"
    )
    assert {"raid-setup", "raid-numbers", "raid-oppose", "raid-engage"} <= answered(game)


HARBOR = Ask(
    "Allied",
    ("counter-intelligence", "none"),
    "21.443B",
    "harbor-answer",
    facts(place="X20", means="frogmen"),
)


@pytest.mark.parametrize(("text", "answer"), [
    ("harbor-answer: counter-intelligence if means = frogmen, else none", "counter-intelligence"),
    ("harbor-answer: counter-intelligence if means = aircraft, else none", "none"),
    ("harbor-answer: counter-intelligence if place has X20", "counter-intelligence"),
])  # fmt: skip
def test_harbor_attacks_are_answered_in_advance(text: str, answer: str) -> None:
    assert parse_standing_order(text).choose(HARBOR) == answer
