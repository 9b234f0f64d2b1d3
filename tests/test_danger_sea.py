"""The danger sea: what a force can reach is what it may be ordered to, and the chances are those of
the rules that play."""

from __future__ import annotations

from itertools import islice

import pytest

from flagplot.odds import odds_of_rule
from flagplot.rulebooks.awaw.advice import interception_risk
from flagplot.rulebooks.awaw.rules.interception.activity import Activity
from flagplot.rulebooks.awaw.rules.interception.attempt import run_passage
from flagplot.rulebooks.campaign.advice import sea_danger as squares
from flagplot.rulebooks.campaign.rules.interception.search import spotted_points
from flagplot.rulebooks.europa.advice import route_dangers
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.rules.movement import path_check
from flagplot.table import AskOrder, Refusal, TailCall
from flagplot.table.assist.examine import examine
from flagplot.table.display.position import DangerSea
from flagplot.table.game.game import Game

from .games import begun

SEAS = (
    ("awaw", "norway-1940", "Axis", "GE-BC-Gneisenau"),
    ("awaw", "mediterranean-1941", "Axis", "IT-BB-Vittorio-Veneto"),
    ("awaw", "midway-1942", "Axis", "JA-CV-Akagi"),
    ("europa", "pedestal", "Allied", "Convoy"),
    ("europa", "tallinn-1941", "Allied", "Convoy-1"),
    ("campaign", "norway-1940", "Axis", "GE-BC-1"),
    ("campaign", "atlantic-convoys-1940", "Allied", ""),
    ("campaign", "graf-spee", "Axis", "L-GE-CA-1"),
    ("campaign", "graf-spee", "Allied", "L-UK-CA-1"),
    ("awaw", "torch-1942", "Allied", "US-BB-Massachusetts"),
)
TOO_FAR = {
    "off-board",
    "strait-closed",
    "out-of-range",
    "leg-too-long",
    "no-way",
    "too-far",
    "no-water",
    "outside-play",
}


def sea(game: Game, side: str, id: str) -> DangerSea:
    """The danger sea of a force from its side's view."""
    return game.book.danger_sea(game.view(side), side, [id])


def asked(game: Game, side: str, kind: str = "") -> AskOrder:
    """The order the side is asked for, or one that it might be."""
    found = game.request(side)
    return found if isinstance(found, AskOrder) else AskOrder(side, "", kind)


@pytest.mark.parametrize(("book", "scenario", "side", "id"), SEAS)
def test_the_likely_case_is_never_worse_than_the_worst(
    book: str, scenario: str, side: str, id: str
) -> None:
    game = begun(book, scenario)
    name = id or next(s.id for s in game.view(side).side_ships(side) if s.patrol > 1)
    found = sea(game, side, name)
    assert found.places, found.note
    assert all(0 <= p.likely <= p.worst + 1e-9 <= 100 + 1e-6 for p in found.places)
    assert len({p.place for p in found.places}) == len(found.places)
    assert found.worst.text
    assert found.worst != found.likely


@pytest.mark.parametrize("order", ["to C31", "to E30", "to H28", "to B26"])
def test_a_patrol_is_met_as_the_order_says(order: str) -> None:
    game = begun("awaw", "norway-1940")
    found = {p.place: p for p in sea(game, "Axis", "GE-BC-Gneisenau").places}
    told = examine(
        game.book,
        game.view("Axis"),
        asked(game, "Axis", "movement"),
        f"patrol GE-BC-Gneisenau {order}",
    )
    last = told.profile[-1]
    assert found[last.place].worst == pytest.approx(last.percent)


def test_what_a_patrol_can_reach_is_what_is_not_too_far() -> None:
    game = begun("awaw", "norway-1940")
    view, request = game.view("Axis"), asked(game, "Axis", "movement")
    inside = {p.place for p in sea(game, "Axis", "GE-BC-Gneisenau").places}
    board = (
        "A24",
        "B22",
        "C31",
        "D29",
        "F31",
        "H36",
        "G38",
        "N19",
        "Q9",
        "S5",
        "X30",
        "Z12",
        "BB14",
        "FF25",
    )
    for place in board:
        verdict = game.book.check(
            view, request, game.book.parse(f"patrol GE-BC-Gneisenau to {place}", view, "Axis")
        )
        far = [
            r.code
            for r in verdict.refusals
            if isinstance(r, Refusal) and (r.code in TOO_FAR or r.code.startswith("patrol-"))
        ]
        assert (place in inside) == (not far), (place, [r.code for r in verdict.refusals])


@pytest.mark.parametrize(
    ("scenario", "id"), [("tallinn-1941", "Convoy-1"), ("husky-1943", "Force-H")]
)
def test_a_group_is_found_or_hit_as_its_path_says(scenario: str, id: str) -> None:
    game = begun("europa", scenario)
    view = game.view("Allied")
    found = {p.place: p for p in sea(game, "Allied", id).places}
    near = [
        h
        for h in chart.neighbours(view.groups[id].hex)
        if h in found and path_check.plot_path(view, view.groups[id], (h,)).legs
    ]
    assert near
    for hex in near:
        whole = route_dangers.forecast_route(view, id, (hex,))
        assert found[hex].worst == pytest.approx(100 * whole.at(hex))


def test_a_square_is_likely_where_a_searcher_sees() -> None:
    game = begun("campaign", "norway-1940")
    view = game.view("Axis")
    found = {p.place: p for p in sea(game, "Axis", "GE-BC-1").places}
    there = squares.with_enemy_at_start(view, "Axis")
    for place, chance in found.items():
        if chance.likely:
            prey = squares.mission_as_seen("Axis", False)
            assert spotted_points(
                there, "Allied", type(prey)("", "Axis", "patrol", (), "", place, (place,))
            )
    assert {p.likely for p in found.values()} == {0, 100}


def test_a_chance_is_counted_by_the_rule_that_plays() -> None:
    """The worst case of a hex in A World at War is the passage that is played, run through every
    outcome."""
    game = begun("awaw", "norway-1940")
    view = game.view("Axis")
    for chance in sea(game, "Axis", "GE-BC-Gneisenau").places[::40]:
        there = Activity(
            kind="patrol",
            side="Axis",
            forces=(),
            path=(chance.place,),
            target=chance.place,
            track=(chance.place,),
        )
        met, _ = interception_risk.passage_from(view, "Axis", there, 3, slow=False)
        assert 100 * odds_of_rule(TailCall(run_passage), met, lambda r, _: r.options[0]).chance(
            "intercepted"
        ) == pytest.approx(chance.worst)


def test_ships_in_zones_are_met_where_the_enemy_can_patrol() -> None:
    game = begun("campaign", "graf-spee")
    for side, id in (("Axis", "L-GE-CA-1"), ("Allied", "L-UK-CA-1")):
        view, request = game.view(side), asked(game, side, "orders")
        found = {p.place: p for p in sea(game, side, id).places}
        zones = [z.id for z in view.chart.zones]
        legal = [
            z
            for z in zones
            if game.book.check(view, request, game.book.parse(f"patrol {id} to {z}", view, side))
        ]
        assert sorted(found) == sorted(legal)
        assert any(p.worst for p in found.values())
        assert all(p.likely <= p.worst for p in found.values())


def test_ships_off_the_map_sail_for_what_their_box_allows() -> None:
    us = begun("awaw", "torch-1942")
    found = sea(us, "Allied", "US-BB-Massachusetts")
    assert found.places
    assert found.who.endswith("on an offensive mission"), "the U.S. boxes send no patrols (21.413A)"
    guards = sea(begun("awaw", "atlantic-raiders"), "Allied", "UK-CA-Exeter")
    assert not guards.places
    assert "cannot be intercepted at sea" in guards.note


def test_a_battle_on_a_map_of_its_own_has_no_sea_round_it() -> None:
    assert not sea(begun("campaign", "wake-1941"), "Axis", "JA-CL-1").places


@pytest.mark.parametrize(("book", "scenario", "side", "id"), [s for s in SEAS if s[3]])
def test_what_is_hidden_changes_nothing(book: str, scenario: str, side: str, id: str) -> None:
    game = begun(book, scenario)
    true = sea(game, side, id)
    for twin in islice(game.book.secret_twins(game.state, side), 3):
        assert game.book.danger_sea(game.book.view(twin, side), side, [id]) == true


@pytest.mark.parametrize(
    ("book", "scenario", "side", "ids"),
    [
        ("awaw", "norway-1940", "Axis", ["UK-BC-Hood", "port:Allied:B28", "nobody"]),
        ("europa", "pedestal", "Axis", ["Convoy"]),
        ("campaign", "norway-1940", "Axis", ["UK-BC-1", "Scapa Flow"]),
    ],
)
def test_of_others_nothing_is_told(book: str, scenario: str, side: str, ids: list[str]) -> None:
    game = begun(book, scenario)
    found = game.book.danger_sea(game.view(side), side, ids)
    assert not found.places
    assert found.note
