"""Scenario files, opening positions, script, score."""

from __future__ import annotations

import pytest

from flagplot import boards
from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.map import theatre
from flagplot.rulebooks.awaw.map.ports import is_friendly, is_port
from flagplot.rulebooks.awaw.rules.combat.battle_setup import BattleClosed
from flagplot.rulebooks.awaw.scenarios import scenario_card, score, start_state
from flagplot.rulebooks.awaw.scenarios.events import Scored
from flagplot.rulebooks.awaw.state import APART, replace
from flagplot.table import DataError, Setup, rulings
from flagplot.table.setup import scenarios

RULINGS = rulings("awaw")


IDS = scenarios.scenario_ids("awaw")


@pytest.mark.parametrize("id", IDS)
def test_every_unit_stands_in_a_place_of_its_side(id: str) -> None:
    c = scenario_card(id)
    s = start_state(Setup(id), RULINGS)
    board = boards.load(c.board)
    assert len(s.units) == len(c.of_start(s.start))
    for u in s.units.values():
        if theatre.is_box(u.base):
            continue
        assert u.base in board.hexes
        if u.kind == "ship" and u.status == "":
            assert is_port(s, u.base), u.id
            assert is_friendly(s, u.side, u.base) or u.note == APART, u.id
        if u.aboard:
            assert s.units[u.aboard].base == u.base
    for place in c.places:
        assert place.kind in ("shore", "box") or board.find(place.name).hex == place.hex


@pytest.mark.parametrize("id", IDS)
def test_script_names_only_what_exists(id: str) -> None:
    c = scenario_card(id)
    turns = {t for name in c.clock for t in c.clock[name]}
    ids = {u.id for u in c.units}
    for item in c.script:
        assert item.when.removeprefix("start of ").removeprefix("end of ") in turns
        assert {*item.withdraw, *item.away, *item.back} <= ids
        if item.move is not None:
            assert item.move.unit in ids
            assert c.place(item.move.place)
        if item.capture is not None:
            assert all(c.place(p) for p in item.capture.places)
    for u in c.units:
        assert u.when == "setup" or u.when in turns
    for rule in c.score.landing:
        assert all(c.place(name) for name in rule.at)


def test_factors_of_the_norway_fleets() -> None:
    s = start_state(Setup("norway-1940"), RULINGS)
    ready = [u for u in s.units.values() if u.kind == "ship" and u.status == ""]
    axis = sum(u.naval_factors for u in ready if u.side == "Axis")
    destroyers = sum(
        u.factors for u in ready if u.side == "Allied" and u.type == "DD" and u.nation == "Britain"
    )
    assert axis == 3 + 3 + 2 + 4 * 2 + 5
    assert destroyers == 27
    assert s.units["UK-NAS-Furious"].aboard == "UK-CVL-Furious"


def test_unknown_scenarios_and_starts() -> None:
    with pytest.raises(KeyError, match="no scenario"):
        start_state(Setup("jutland"), RULINGS)
    with pytest.raises(KeyError, match="no start 'X'; it has R4, W, WS"):
        start_state(Setup("norway-1940", "X"), RULINGS)
    assert [s.id for s in BOOK.scenarios] == list(IDS)


def test_bad_files_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from flagplot.rulebooks.awaw.scenarios import cards

    usual = scenarios.raw_card("awaw", "norway-1940")
    monkeypatch.setattr(
        scenarios,
        "raw_card",
        lambda book, id: usual | {"score": usual["score"] | {"damaged": "much"}},
    )
    with pytest.raises(
        DataError,
        match=r"awaw/scenarios/norway-1940.toml: .*\$.score.damaged.*; correct that value",
    ):
        cards.scenario_card.__wrapped__("norway-1940")
    monkeypatch.setattr(
        scenarios, "raw_card", lambda book, id: usual | {"places": usual["places"][1:]}
    )
    with pytest.raises(DataError, match=r"norway-1940.tsv: .*no place 'Scapa Flow'.*add it there"):
        cards.scenario_card.__wrapped__("norway-1940")


def test_landings_score_up_to_their_limit() -> None:
    s = start_state(Setup("norway-1940"), RULINGS)
    troops = [u for u in s.units.values() if u.id.startswith("GE-INF-Group")]
    assert len(troops) == 6
    events = list(score.landing_points(s, "Axis", "D32", troops[:3]))
    assert [e.points for e in events] == [9.0]
    s = events[0].apply(s)
    assert [e.points for e in score.landing_points(s, "Axis", "E32", troops)] == [6.0]
    garrison = [u for u in s.units.values() if u.note == "garrison" and u.side == "Axis"]
    assert list(score.landing_points(s, "Axis", "D32", garrison)) == []
    assert list(score.landing_points(s, "Allied", "D32", troops)) == []


def test_seasons_of_a_landing() -> None:
    s = start_state(Setup("mediterranean-1941"), RULINGS)
    troops = [u for u in s.units.values() if u.id.startswith("UK-INF-Lustre")]
    assert [e.points for e in score.landing_points(s, "Allied", "DD28", troops)] == [4.0]
    assert list(score.landing_points(replace(s, season="Summer"), "Allied", "DD28", troops)) == []


def test_aircraft_shot_down_are_no_cargo() -> None:
    s = start_state(Setup("mediterranean-1941"), RULINGS)
    fighters = s.units["UK-AAF-Malta"]
    after = BattleClosed("22.7", "GG19", "Axis", 1, ((fighters.id, fighters.factors),)).apply(s)
    assert not after.units[fighters.id].present
    assert score.lost_so_far(after, scenario_card("mediterranean-1941").score, "Allied") == (
        0.0,
        0.0,
        0.0,
    )


def test_losses_by_class() -> None:
    s = start_state(Setup("norway-1940"), RULINGS)
    rules = scenario_card("norway-1940").score
    sunk = replace(
        s,
        units={
            **s.units,
            "GE-BC-Scharnhorst": replace(s.units["GE-BC-Scharnhorst"], status="sunk", lost=3),
            "GE-DD-Weser": replace(s.units["GE-DD-Weser"], factors=1, lost=2),
            "GE-SS-Hartmut": replace(s.units["GE-SS-Hartmut"], factors=2, lost=1),
        },
    )
    assert score.lost_so_far(sunk, rules, "Axis") == (3 + 1 + 2, 0.0, 0.0)


@pytest.mark.parametrize(
    ("axis", "allied", "winner", "degree"),
    [
        (3, 0, "", "draw"),
        (4, 0, "Axis", "marginal"),
        (0, 10, "Allied", "substantial"),
        (0, 18, "Allied", "decisive"),
        (5, 5, "", "draw"),
    ],
)
def test_degrees(axis: float, allied: float, winner: str, degree: str) -> None:
    rules = scenario_card("norway-1940").score
    end = score.verdict_on(rules, ("Axis", "Allied"), {"Axis": axis, "Allied": allied})
    assert (end.winner, end.degree) == (winner, degree)
    assert end.short == ("The Axis is 3 ahead, a win takes 4" if axis == 3 else "")


def test_score_events_are_public() -> None:
    e = Scored("Axis", "landing", 3.0, "Stavanger")
    assert e.seen_by("Allied") is e


def test_a_lead_may_belong_to_one_start() -> None:
    """A side begins with points only in the start that needs them; the others begin level."""
    points = start_state(Setup("norway-1940", "W"), RULINGS).score
    assert points["Allied"] == scenario_card("norway-1940", "W").score.lead["Allied W"] > 0
    assert [s for s, p in points.items() if p] == ["Allied"]
    assert not any(start_state(Setup("norway-1940", "R4"), RULINGS).score.values())
