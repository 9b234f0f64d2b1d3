"""Whole games by the computer admirals, and the candidates they choose from."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.admirals import Steady, admiral
from flagplot.rulebooks.awaw import BOOK, orders
from flagplot.rulebooks.awaw.advice import garrisons
from flagplot.rulebooks.awaw.map import theatre
from flagplot.rulebooks.awaw.orders.landing import BreakOff
from flagplot.rulebooks.awaw.rules.movement import displacement
from flagplot.rulebooks.awaw.rules.patrols import patrol_air
from flagplot.rulebooks.awaw.state import Unit, replace, with_units_changed
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game
from tests.games import begun

RULINGS = rulings("awaw")


def play(scenario: str, seed: int, axis: str, allied: str, start: str = "") -> Game:
    """A game to its end."""
    game = Game.new(BOOK, Setup(scenario, start), rulings=RULINGS, dice=SeededDice(seed))
    rng = random.Random(seed)
    players = {"Axis": admiral(axis), "Allied": admiral(allied)}
    for _ in range(3000):
        if game.outcome is not None:
            return game
        side = game.sides_to_answer()[0]
        request = game.request(side)
        assert request is not None
        answer = players[side].decide(BOOK, game.view(side), request, rng)
        verdict = game.answer(side, answer)
        assert verdict, (request.kind, answer, verdict)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("scenario", ["norway-1940", "mediterranean-1941"])
@pytest.mark.parametrize(
    "players",
    [("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")],
)
def test_games_end(scenario: str, players: tuple[str, str]) -> None:
    game = play(scenario, 11, *players)
    assert game.outcome is not None
    assert game.outcome.scores


def test_greedy_beats_random() -> None:
    margins = []
    for seed in range(4):
        for greedy, (axis, allied) in (
            ("Axis", ("greedy", "random")),
            ("Allied", ("random", "greedy")),
        ):
            points = dict(play("norway-1940", seed, axis, allied).outcome.scores)  # type: ignore[union-attr]
            other = "Allied" if greedy == "Axis" else "Axis"
            margins.append(points[greedy] - points[other])
    assert sum(margins) / len(margins) > 4


@pytest.mark.parametrize("scenario", ["norway-1940", "mediterranean-1941"])
def test_candidates_are_legal_and_fixed(scenario: str) -> None:
    """Every candidate is legal by ``check`` and readable from its own text, twice the same, and the
    last one passes."""
    game = Game.new(BOOK, Setup(scenario), rulings=RULINGS, dice=SeededDice(4))
    rng = random.Random(4)
    kinds = set()
    for _ in range(250):
        if game.outcome is not None:
            break
        side = game.sides_to_answer()[0]
        request = game.request(side)
        view = game.view(side)
        if isinstance(request, AskOrder):
            kinds.add(request.kind)
            offered = list(BOOK.candidates(view, request))
            assert offered == list(BOOK.candidates(view, request))
            assert len(set(offered)) == len(offered)
            for order in offered:
                assert BOOK.check(view, request, order), (request.kind, order)
                assert BOOK.parse(BOOK.text(order), view, side) == order
            if request.kind not in ("surplus", "displacement"):
                assert BOOK.text(offered[-1]) in ("done", "pass")
            answer = offered[-1] if rng.random() < 0.4 else offered[rng.randrange(len(offered))]
        else:
            assert request is not None
            answer = request.options[rng.randrange(len(request.options))]  # type: ignore[union-attr]
        game.answer(side, answer)
    assert {"movement", "transport", "interception"} <= kinds


def asked(game: Game, kind: str, side: str) -> list[Any]:
    """Play with greedy admirals until a side is asked something, and return what it may
    consider."""
    rng, greedy = random.Random(1), admiral("greedy")
    for _ in range(400):
        who = game.sides_to_answer()[0]
        request = game.request(who)
        assert request is not None
        if (request.kind, who) == (kind, side):
            assert isinstance(request, AskOrder)
            return list(BOOK.candidates(game.view(who), request))
        assert game.answer(who, greedy.decide(BOOK, game.view(who), request, rng))
    raise AssertionError(f"{side} is never asked {kind}")


@pytest.mark.parametrize(("setup", "wanted"), [
    (Setup("atlantic-raiders", "S"), orders.RaidOrder), (Setup("norway-1940", "W"), orders.Mission),
])  # fmt: skip
def test_raids_and_invasions_are_both_considered(setup: Setup, wanted: type) -> None:
    game = Game.new(BOOK, setup, rulings=RULINGS, dice=SeededDice(1))
    assert any(isinstance(order, wanted) for order in asked(game, "combat", "Axis"))


def test_a_raid_that_pays_is_sailed() -> None:
    game = play("atlantic-raiders", 2, "greedy", "greedy")
    assert sum('"raid-entered"' in line for line in game.lines()) > 4


def test_surplus_is_sent_where_there_is_room() -> None:
    """Ships that come to a full Scapa Flow go on to ports with room, instead of being lost."""
    s = BOOK.start(Setup("atlantic-raiders", "A"), RULINGS)
    late = [
        u.id
        for u in s.units.values()
        if u.side == "Allied" and u.status == "reserve" and u.base == "B29"
    ]
    crowded = replace(
        with_units_changed(s, late, status=""),
        mover="Allied",
        phase="redeployment",
        segment="redeploy",
    )
    request = AskOrder("Allied", "21.6", "redeployment")
    found = [o for o in BOOK.candidates(crowded, request) if isinstance(o, orders.Redeploy)]
    assert found
    assert max(BOOK.evaluate(crowded, request, o) for o in found) > 0


def test_landings_that_score_are_intercepted_and_opposed_afterwards() -> None:
    """The defender of Norway meets invasions at sea, and lands troops where there are none."""
    game = play("norway-1940", 1, "greedy", "greedy", "W")
    said = [line for line in game.lines() if '"announced"' in line and '"Allied"' in line]
    assert any('"intercept"' in line for line in said)
    assert any('"invade"' in line or '"transport"' in line for line in said)


def test_the_last_troops_of_a_place_that_scores_are_worth_more_than_others() -> None:
    s = BOOK.start(Setup("norway-1940", "W"), RULINGS)
    s = replace(s, control={**s.control, "B33": "Allied"})
    bergen = [u for u in s.units.values() if u.kind == "ground" and u.base == "B33"]
    rosyth = [u for u in s.units.values() if u.kind == "ground" and u.base == "E26"]
    assert (
        garrisons.points_at_risk(s, "Allied", bergen)
        > garrisons.points_at_risk(s, "Allied", rosyth)
        == 0
    )
    one, two = (garrisons.garrison_gain(s, "Allied", "B33", n) for n in (1, 2))
    assert one > two - one > 0
    assert "B33" in garrisons.weak_garrisons(s, "Allied")


def test_troops_from_america_go_on_with_destroyers_of_the_port_they_come_to() -> None:
    s = BOOK.case_start(Setup(""), RULINGS)
    for line in (
        "turn Spring 1943, Allied player turn, redeployment phase",
        "INF 3 U.S. at Atlantic U.S. box as US-INF-1",
        "Atlantic SW box has 1 Allied transports",
        "DD 3 Britain at Gibraltar as UK-DD-1",
        "BB 4 Britain at Malta as UK-BB-1",
    ):
        s = BOOK.given(s, line)
    found = [
        BOOK.text(o)
        for o in BOOK.candidates(s, AskOrder("Allied", "21.6", "redeployment"))
        if isinstance(o, orders.Relay)
    ]
    assert "relay US-INF-1 by transports to Gibraltar then UK-DD-1 to Malta" in found


def landing_position(*lines: str) -> Any:
    """Destroyers at Alexandria, a carrier and two cruisers beside them; Tobruk is held by the
    enemy."""
    s = BOOK.case_start(Setup(""), RULINGS)
    for line in (
        "turn Summer 1941, Allied player turn, combat phase",
        "INF 1 Italy at Tobruk as IT-INF-1",
        "control Tobruk Axis",
        "DD 6 Britain at Alexandria as UK-DD-1",
        "CV 3 Britain at Alexandria as UK-CV-1",
        "CA 2 Britain at Alexandria as UK-CA-1",
        "CA 1 Britain at Alexandria as UK-CA-2",
        *lines,
    ):
        s = BOOK.given(s, line)
    return s


def best_landing(s: Any) -> str:
    """The order that a greedy admiral gives first."""
    request = AskOrder("Allied", "21.41", "combat")
    return BOOK.text(admiral("greedy").decide(BOOK, s, request, random.Random(1)))


def test_a_carrier_sails_with_a_landing_that_needs_her_aircraft_and_stays_when_it_does_not() -> (
    None
):
    squadrons = "NAS 3 Britain aboard UK-CV-1 as UK-NAS-1"
    weak, strong = (
        "INF 1 Britain at Alexandria as UK-INF-1",
        "INF 2 Britain at Alexandria as UK-INF-1",
    )
    needed = best_landing(landing_position(squadrons, weak))
    assert needed.startswith("invade")
    assert "UK-CV-1" in needed
    assert best_landing(landing_position(weak)) == "done"
    spared = best_landing(landing_position(squadrons, strong))
    assert spared.startswith("invade")
    assert "UK-CV-1" not in spared


@given(
    sizes=st.lists(
        st.tuples(st.sampled_from(["BB", "CA", "DD", "CV"]), st.integers(1, 5)),
        min_size=1,
        max_size=7,
    ),
    share=st.floats(0, 1),
)
def test_some_surplus_can_always_be_named(sizes: list[tuple[str, int]], share: float) -> None:
    s = BOOK.case_start(Setup(""), RULINGS)
    for n, (kind, size) in enumerate(sizes):
        s = BOOK.given(s, f"{kind} {size} Britain at Malta as UK-{kind}-{n}")
    need = max(1, round(share * sum(size for _, size in sizes)))
    about = (("place", theatre.place_id(s, "Malta")), ("factors", need), ("what", "eliminate"))
    assert list(BOOK.candidates(s, AskOrder("Allied", "21.112", "surplus", about)))


def test_displaced_ships_too_big_for_the_nearest_ports_go_on_to_others() -> None:
    """Two ports as near, each with room but for no ship of the two: they are passed over, not
    offered."""
    s = BOOK.case_start(Setup(""), RULINGS)
    ship = Unit("BB", "BB", "Allied", "Britain", "ship", "BB", 4)
    near = [
        displacement.Refuge("A", 5, 1),
        displacement.Refuge("B", 5, 2),
        displacement.Refuge("C", 6, 9),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(displacement, "refuges_for", lambda *asked: near)
        assert [p.place for p in displacement.nearest_refuges(s, [ship], "X", "")] == ["C"]


def test_units_beside_an_invaded_hex_join_and_a_landing_may_be_called_off_by_admirals_and_on_the_page() -> (
    None
):
    s = landing_position(
        "INF 2 Britain at Alexandria as UK-INF-1",
        "ARM 2 Britain at Bardia as UK-ARM-1",
        "control Bardia Allied",
    )
    game = Game.at(BOOK, Setup(""), s, rulings=RULINGS, dice=SeededDice(1))
    assert game.submit("Allied", "invade Tobruk with UK-INF-1, UK-DD-1").verdict
    request = game.request("Allied")
    assert isinstance(request, AskOrder)
    found = {
        BOOK.text(o): BOOK.evaluate(game.view("Allied"), request, o)
        for o in BOOK.candidates(game.view("Allied"), request)
    }
    join = [x for x in found if x.startswith("land attack") and x.endswith("with UK-ARM-1")]
    assert join
    assert found[join[0]] >= 0
    assert "land attack " in {
        f.start for f in BOOK.display(game.view("Allied"), "Allied", (request,)).forms
    }
    while (
        request := game.request(game.sides_to_answer()[0])
    ) is not None and request.kind != "landing":
        assert game.submit(
            game.sides_to_answer()[0], "pass" if "interception" in request.kind else "done"
        ).verdict
    assert isinstance(request, AskOrder)
    off = [o for o in BOOK.candidates(game.view("Allied"), request) if isinstance(o, BreakOff)]
    assert off
    assert "break off " in {
        f.start for f in BOOK.display(game.view("Allied"), "Allied", (request,)).forms
    }
    assert game.submit("Allied", BOOK.text(off[0])).verdict


def test_a_patrol_weighs_whether_it_strikes_a_port() -> None:
    """A strike from a hex where the enemy may meet the carriers ahead of it costs what that is
    worth."""
    game, lots, quick = (
        begun("awaw", "norway-1940", "R4", seed="4"),
        random.Random(4),
        Steady(looks=False),
    )
    while game.outcome is None:
        side = game.sides_to_answer()[0]
        request, view = game.request(side), game.view(side)
        assert request is not None
        if request.kind == patrol_air.STRIKES:
            rated = {
                type(order): BOOK.evaluate(view, request, order)
                for order in BOOK.drafts(view, request)
            }
            assert rated[orders.Strike] < 0 == rated[orders.Done]
            return
        game.answer(side, quick.decide(BOOK, view, request, lots))
    raise AssertionError("no patrol was asked for strikes")
