"""The scenarios against their boards: what a file says is where the board has it, and everything
that sails can go somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.boards import load, reach
from flagplot.boards.model import misfit
from flagplot.rulebooks.awaw.map import straits, theatre
from flagplot.rulebooks.awaw.scenarios import scenario_card
from flagplot.rulebooks.awaw.scenarios.start_position import placement_faults as awaw_misfits
from flagplot.rulebooks.campaign.rules.movement.route_search import shortest_route
from flagplot.rulebooks.campaign.rules.movement.routes import passage_of
from flagplot.rulebooks.campaign.scenarios.cards import NAMES, chart_for, rows, scenario_data
from flagplot.rulebooks.campaign.scenarios.start_position import (
    placement_faults as campaign_misfits,
)
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.rules.movement.path_check import plot_path
from flagplot.rulebooks.europa.rules.special.mines import belts_to_clear
from flagplot.rulebooks.europa.scenarios.start_position import placement_faults as europa_misfits
from flagplot.table import Setup, TextError, rulings

SETUPS = [
    (id, Setup(s.id, start, rulebooks.book(id).editions[0]))
    for id in rulebooks.BOOKS
    for s in rulebooks.book(id).scenarios
    for start in [i for i, _ in s.starts] or [""]
]


def first(id: str, setup: Setup) -> Any:
    return rulebooks.book(id).start(setup, rulings(id))


@pytest.mark.parametrize(("id", "setup"), SETUPS, ids=lambda x: getattr(x, "scenario", x))
def test_every_card_says_how_history_stands_by_its_score(id: str, setup: Setup) -> None:
    """But for lessons cut out of a whole, and starts that suppose what was not."""
    found = next(s for s in rulebooks.book(id).scenarios if s.id == setup.scenario)
    told = found.what_happened(setup.start)
    assert told
    what_if = any(
        word in f"{told} {dict(found.starts).get(setup.start, '')}"
        for word in ("A lesson", "supposes", "What if")
    )
    assert ("History by this game's score" in told) != what_if


def test_a_start_with_a_history_of_its_own_tells_it() -> None:
    norway = next(s for s in rulebooks.book("awaw").scenarios if s.id == "norway-1940")
    assert "supposes" in norway.what_happened("R4")
    assert "supposes" in norway.what_happened()  # the usual start
    assert "supposes" not in norway.what_happened("W")
    assert "13 points ahead" in norway.what_happened("W")


@pytest.mark.parametrize(
    "setup", [s for id, s in SETUPS if id == "europa"], ids=lambda x: x.scenario
)
def test_mines_that_are_laid_stay_when_a_side_begins(setup: Setup) -> None:
    """The lesson before the Juminda barrage had no enemy port, and so no mines either, by
    36.C.3.s02."""
    state = first("europa", setup)
    assert not [belts_to_clear(state, side) for side in state.sides if belts_to_clear(state, side)]


@pytest.mark.parametrize(("id", "setup"), SETUPS, ids=lambda x: getattr(x, "scenario", x))
def test_everything_that_sails_can_go_somewhere(id: str, setup: Setup) -> None:
    state = first(id, setup)
    stuck = {"awaw": stuck_awaw, "europa": stuck_europa, "campaign": stuck_campaign}[id](state)
    assert not stuck


def stuck_awaw(state: Any) -> list[str]:
    """Ships that find no other port or sea within forty hexes of theirs; those in boxes sail by the
    rules of boxes."""
    board = load(state.board)
    return [
        u.id
        for u in state.units.values()
        if u.kind == "ship"
        and not theatre.is_box(u.base)
        and len(reach(board, u.base, 40, closed=straits.closed_links(state, u.side, board))) < 2
    ]


def stuck_europa(state: Any) -> list[str]:
    return [
        g.id
        for g in state.groups.values()
        if all(plot_path(state, g, (h,)).refusal is not None for h in chart.neighbours(g.hex))
        and not may_not_yet(state, g)
    ]


def may_not_yet(state: Any, group: Any) -> bool:
    """A reserve held by lack of oil or by its orders leaves when the rules let it: it has a way,
    though not now."""
    return any(
        state.ground(h) in ("sea", "coastal")
        and plot_path(state, group, (h,)).refusal.code not in ("no-water", "land-hexside")
        for h in chart.neighbours(group.hex)
    )


def stuck_campaign(state: Any) -> list[str]:
    """Ships that reach no other port of their side's or a neutral's own: by sea or through
    zones."""
    stuck = []
    for s in state.ships.values():
        p = passage_of(state, s.side, [s])
        others = [
            q
            for q in state.ports
            if q != s.base and state.ports[q].size and q not in FIELDS.get(state.scenario, ())
        ]
        if not any(shortest_route(p, s.base, q) for q in others):
            stuck.append(s.id)
    return stuck


FIELDS = {id: set(scenario_data(id).get("airfields", {})) for id in NAMES}


@pytest.mark.parametrize("port", sorted(scenario_data("norway-1940")["ports"]))
def test_every_port_of_the_campaign_is_entered_and_left(port: str) -> None:
    state = first("campaign", Setup("norway-1940"))
    for side in state.sides:
        p = passage_of(state, side, [])
        assert any(
            shortest_route(replace(p, unbarred=True), port, q)
            for q in scenario_data("norway-1940")["ports"]
            if q != port
        )


def test_the_german_bight_is_open_sea() -> None:
    made = chart_for("norway-1940")
    assert made.kind((23, 16)) == "sea"
    assert made.kind((24, 16)) == "land"
    state = first("campaign", Setup("norway-1940"))
    way = shortest_route(passage_of(state, "Axis", []), "Wilhelmshaven", "22,15")
    assert way == ("Wilhelmshaven", "22,16", "22,15")


def changed(d: Mapping[str, Any], part: str, **lines: Any) -> dict[str, Any]:
    return {**d, part: {**d.get(part, {}), **lines}}


@pytest.mark.parametrize(
    ("part", "lines", "said"),
    [
        ("ports", {"Swinemuende": ["27,18", "minor", "Axis", 0]}, "calls it Swinemunde"),
        ("ports", {"Oslo": ["26,11", "major", "Norway", 0]}, "has it in 25,11"),
        ("ports", {"Berlin": ["26,18", "major", "Axis", 0]}, "no water touches"),
        ("ports", {"Nowhere": ["99,99", "major", "Axis", 0]}, "has no '99,99'"),
        ("zone-ports", {"Halifax": ["halifax", "major", "Allied", 0]}, "a sea zone has that name"),
        ("airfields", {"Sylt": ["23,16", "Axis"]}, "an airfield stands on land"),
    ],
)
def test_what_does_not_fit_the_board_of_a_campaign_is_told(
    part: str, lines: dict[str, Any], said: str
) -> None:
    found = list(
        campaign_misfits(
            changed(scenario_data("norway-1940"), part, **lines),
            rows("norway-1940"),
            chart_for("norway-1940"),
        )
    )
    assert any(said in wrong for wrong in found), found


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"base": "Sylt"}, "no port 'Sylt'"),
        ({"base": "Oslo", "square": "1,1"}, "lies in 25,11"),
        ({"at": "26,18"}, "nobody sails"),
        ({"at": "99,99"}, "nobody sails"),
    ],
)
def test_units_of_a_campaign_that_stand_nowhere_are_told(row: dict[str, str], said: str) -> None:
    units = [{**rows("norway-1940")[0], **row}]
    found = list(campaign_misfits(scenario_data("norway-1940"), units, chart_for("norway-1940")))
    assert any(said in wrong for wrong in found), found


def test_what_does_not_fit_the_board_of_a_world_at_war_is_told() -> None:
    c = scenario_card("norway-1940")
    bergen = next(p for p in c.places if p.name == "Bergen")
    for row, said in (
        (replace(bergen, hex="A1x"), "has no 'A1x'"),
        (replace(bergen, hex="B32"), "has it in"),
    ):
        wrong = replace(c, places=tuple(row if p is bergen else p for p in c.places))
        assert any(said in w for w in awaw_misfits(wrong))


def test_what_does_not_fit_the_board_of_europa_is_told() -> None:
    state = first("europa", Setup("pedestal", "gibraltar"))
    air = next(a for a in state.air.values() if not a.carrier)
    sea = next(h for h in chart.neighbours(state.gibraltar) if state.ground(h) == "sea")
    assert any(
        "stands on land" in w
        for w in europa_misfits(replace(state, air={air.id: replace(air, base="Field", place=sea)}))
    )
    port = next(iter(state.ports.values()))
    lost = replace(state, ports={sea: replace(port, hex=sea)})
    assert any("has it in" in w for w in europa_misfits(lost))
    assert any("no port in" in w for w in europa_misfits(lost))


def test_a_port_that_nothing_leads_out_of_is_told() -> None:
    board = load("campaign-europe")
    assert misfit(board, "Berlin", "26,18", port=True) == "Berlin: no water touches 26,18"
    assert misfit(board, "Oslo", "25,11", port=True, land=True, spelled=True) == ""


@pytest.mark.parametrize(
    ("id", "scenario", "order", "names"),
    [
        (
            "campaign",
            "norway-1940",
            "operational change Hipper to {}",
            ("Swinemünde", "Swinemuende", "SWINEMUNDE"),
        ),
        ("campaign", "norway-1940", "patrol {} to 21,12", ("Blücher", "Bluecher", "Blucher")),
        (
            "campaign",
            "norway-1940",
            "operational change Hipper to {}",
            ("Ålesund", "Alesund", "Aalesund"),
        ),
        ("awaw", "norway-1940", "base change {} to Kiel", ("Lützow", "Luetzow", "Lutzow")),
        (
            "awaw",
            "norway-1940",
            "base change {} to Kiel",
            ("Königsberg", "Koenigsberg", "Konigsberg"),
        ),
        (
            "awaw",
            "norway-1940",
            "base change Hipper to {}",
            ("Swinemünde", "Swinemuende", "Stettin"),
        ),
    ],
)
def test_umlauts_are_written_either_way(
    id: str, scenario: str, order: str, names: tuple[str, ...]
) -> None:
    book = rulebooks.book(id)
    view = book.view(first(id, Setup(scenario)), "Axis")
    assert len({book.parse(order.format(name), view, "Axis") for name in names}) == 1
    with pytest.raises(TextError):
        book.parse(order.format("Xanten"), view, "Axis")
