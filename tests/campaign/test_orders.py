"""Orders and their text forms; the sentences of the book; the examples of the casebook page."""

from __future__ import annotations

import random
import re
import tomllib
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from flagplot.admirals.players import Random
from flagplot.rulebooks.campaign import BOOK, orders
from flagplot.rulebooks.campaign.map.squares import square_of
from flagplot.rulebooks.campaign.nouns import L
from flagplot.rulebooks.campaign.nouns.names import words
from flagplot.rulebooks.campaign.orders import battle
from flagplot.rulebooks.campaign.rules import registry
from flagplot.rulebooks.campaign.rules.combat import registry as battle_orders
from flagplot.rulebooks.campaign.state import Mission, State
from flagplot.rulebooks.campaign.state.troops import Troop
from flagplot.table import Setup, TextError, rulings
from flagplot.table.assist.coach import coach
from flagplot.table.core.dice import SeededDice
from flagplot.table.game.game import Game

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/flagplot/rulebooks/campaign"

START = BOOK.start(Setup("norway-1940"), rulings("campaign"))
VIEW = BOOK.view(START, "Axis")
VIEW = replace(
    VIEW,
    missions={
        m: Mission(m, "Axis", "patrol", (), "Kiel", "20,11", ()) for m in ("AX1-123", "AX1-200")
    },
)
VIEW = replace(VIEW, troops={"GE-1": Troop("GE-1", "Jaeger", "Axis", "Germany", "INF", "Kiel")})
ship = st.sampled_from([s.id for s in VIEW.ships.values() if s.side == "Axis"])
plane = st.sampled_from([p.id for p in VIEW.planes.values() if p.side == "Axis"])
units = st.lists(ship, min_size=1, max_size=4, unique=True).map(tuple)
planes = st.lists(plane, max_size=3, unique=True).map(tuple)
PORTS = {p.square for p in VIEW.ports.values()} | {
    square_of(at) for at in VIEW.chart.lands.values()
}
"""Squares that orders say by the names of their ports and shores."""
square = (
    st.tuples(st.integers(0, 57), st.integers(0, 42))
    .filter(lambda s: s not in PORTS)
    .map(lambda s: f"{s[0]},{s[1]}")
)
port = st.sampled_from(sorted(VIEW.ports))
place = st.one_of(
    square, port, st.sampled_from([x.id for x in (*VIEW.chart.zones, *VIEW.chart.straits)])
)
way = st.lists(place, max_size=5).map(tuple)
maybe = st.one_of(st.just(""), port)
hexes = st.tuples(st.integers(1, 40), st.integers(1, 40))
flights = st.lists(st.builds("{}>{}".format, plane, place), max_size=3).map(tuple)
calls = st.lists(port, max_size=2).map(tuple)
mission = st.sampled_from(["AX1-123", "AX1-200"])
foe = st.from_regex(r"[A-Z]{2}-[A-Z]{2}-[0-9]{1,2}", fullmatch=True)
every = st.one_of(
    st.builds(orders.Patrol, units, place, way, port, maybe, flights, calls, st.booleans()),
    st.builds(
        orders.BaseChange,
        units,
        port,
        st.sampled_from(["operational", "strategic", ""]),
        way,
        maybe,
        maybe,
        calls,
    ),
    st.builds(
        orders.Convoy,
        st.sampled_from(["transports", "merchants", "tankers"]),
        st.integers(1, 60),
        port,
        port,
        way,
        st.one_of(st.just(()), units),
        maybe,
        maybe,
        calls,
        calls,
        st.just(()),
        st.integers(0, 9),
        way,
        st.just("Germany"),
        st.one_of(st.just(""), mission),
        st.booleans(),
    ),
    st.builds(
        orders.Invade,
        st.just(("GE-1",)),
        port,
        maybe,
        way,
        st.one_of(st.just(()), units),
        maybe,
        st.just(()),
        st.booleans(),
        st.integers(0, 9),
        maybe,
        st.just("Germany"),
    ),
    st.builds(orders.Escort, st.just(("AX1-123",)), units, maybe, maybe, st.booleans(), maybe),
    st.builds(orders.Cover, mission, planes.filter(bool)),
    st.builds(orders.Cross, st.just(("GE-1",)), port),
    st.builds(orders.Overland, ship, port),
    st.builds(orders.Regroup, mission, units, units),
    st.builds(orders.Cancel, mission),
    st.builds(orders.Intercept, foe, square, units, planes),
    st.builds(orders.Fly, plane, square),
    st.builds(orders.Passage, ship, port, way),
    st.builds(orders.Embark, plane, ship),
    st.builds(orders.Evacuate, st.integers(1, 9), port, port, way, units),
    st.builds(orders.Displace, units, port, way),
    st.builds(orders.Bombard, port, units),
    st.builds(orders.Supply, place),
    st.just(orders.Done()),
    st.builds(battle.Place, ship, hexes),
    st.builds(battle.Move, ship, hexes),
    st.builds(battle.Launch, plane, hexes),
    st.builds(battle.Fire, ship, foe),
    st.builds(battle.Rearm, plane, ship),
    st.sampled_from([battle.Ready(), battle.EndTurn(), battle.Retreat(), battle.Staff()]),
)


@given(every)
def test_text_forms_read_back(order: orders.Order) -> None:
    assert L.parse(L.text(order), VIEW, "Axis") == order


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("patrol Scharnhorst to 20/9", "patrol GE-BC-1 to 20,9"),
        (
            "sortie Scharnhorst and Lützow to (20, 9) returning to Kiel",
            "patrol GE-BC-1, GE-CA-3 to 20,9 return Kiel",
        ),
        ("rebase Luetzow to Bergen", "base change to Bergen with GE-CA-3"),
        (
            "carry 3 transports from Kiel to Oslo escorted by GE-CA-1",
            "convoy 3 transports from Kiel to Oslo escort GE-CA-1",
        ),
        (
            "convoy two tankers from Kiel to Oslo return home",
            "convoy 2 tankers from Kiel to Oslo return Kiel",
        ),
        ("join Scharnhorst to AX1-123", "regroup AX1-123 add GE-BC-1"),
        ("detach Scharnhorst from AX1-123", "regroup AX1-123 drop GE-BC-1"),
        ("finish", "done"),
        ("end the turn", "end turn"),
        ("evacuate 2 troops from Narvik to Kiel via direct", "evacuate 2 from Narvik to Kiel"),
    ],
)
def test_players_words(text: str, same: str) -> None:
    assert BOOK.parse(text, VIEW, "Axis") == BOOK.parse(same, VIEW, "Axis")


@pytest.mark.parametrize(
    ("text", "at", "near"),
    [
        ("patrol Scharnhosrt to 20,9", 7, "Scharnhorst"),
        ("patrol Scharnhorst to Bergn", 22, "Bergen"),
        ("fly Scharnhorst to 20,9", 4, ""),
        ("convoy 2 tankers from Kiell to Oslo", 22, "Kiel"),
        ("patroll Scharnhorst to 20,9", 0, "patrol"),
    ],
)
def test_misspelled_names_are_pointed_at(text: str, at: int, near: str) -> None:
    with pytest.raises(TextError) as e:
        BOOK.parse(text, VIEW, "Axis")
    assert (e.value.at, e.value.near[:1]) == (at, (near,) if near else ())


def test_writing_an_order_tells_nothing_of_what_the_other_side_hides() -> None:
    """Positions that differ only in what a side cannot know answer half-written orders alike, the
    truth read just before."""
    game = Game.new(
        BOOK, Setup("graf-spee"), rulings=rulings("campaign"), dice=SeededDice("1" * 64), id="x"
    )
    rng, admiral, told = random.Random(7), Random(), 0
    while game.state.battle is None:
        side = game.sides_to_answer()[0]
        asked = game.request(side)
        assert asked is not None
        game.answer(side, admiral.decide(BOOK, game.view(side), asked, rng))
    ids = [*game.state.ships, *game.state.planes, *game.state.missions]
    texts = [
        form.format(x[:-1])
        for x in ids
        for form in ("patrol {}", "intercept {}", "cancel {}", "fire L-GE-CA-1 at {}")
    ]

    def answers(view: State, side: str) -> list[object]:
        return [
            (L.complete(t, view, side), str(L.parse_partial(t, view, side).problem)) for t in texts
        ]

    for side in game.sides:
        mine = answers(BOOK.view(game.state, side), side)
        for twin in islice(BOOK.secret_twins(game.state, side), 3):
            told += answers(twin, side) != mine
            assert answers(BOOK.view(twin, side), side) == mine
    assert told, "the truth must say more than the view, or this looks at nothing"


def test_every_code_has_its_words() -> None:
    source = "\n".join(p.read_text("utf-8") for p in PACKAGE.rglob("*.py"))
    codes = set(
        re.findall(r'Refusal\(\s*(?:"[\d.a-z]+"|\w+|[\w.]+\.get\([^)]*\)),\s*"([a-z-]+)"', source)
    )
    assert len(codes) > 60
    found = words()
    data = tomllib.loads((PACKAGE / "words.toml").read_text("utf-8"))
    missing = sorted(c for c in codes if c not in data["refusal"])
    assert missing == []
    tags = {t.__struct_config__.tag for t in BOOK.event_types}  # type: ignore[attr-defined]
    assert sorted(t for t in tags if not found.lines(t) and t != "flagged") == []
    whys = set(re.findall(r'await Roll\([^\n]*?"[\d.a-z]+",\s*"([a-z-]+)"', source))
    assert sorted(w for w in whys if w not in data["roll"]) == []


def test_every_switch_is_read() -> None:
    source = "\n".join(p.read_text("utf-8") for p in PACKAGE.rglob("*.py"))
    for switch in re.findall(
        r'^id = "([\w-]+)"', (PACKAGE / "house.toml").read_text("utf-8"), re.MULTILINE
    ):
        assert f'switch("{switch}")' in source, switch


def test_every_order_has_its_check_and_its_deed() -> None:
    of_battle = set(get_args(battle.BattleOrder))
    assert set(battle_orders.checks) == set(battle_orders.carries) == of_battle
    rest = set(get_args(orders.Order)) - of_battle - {orders.Done}
    assert set(registry.checks) == rest
    assert set(registry.carries) == rest | {orders.Done}


@pytest.mark.parametrize(
    ("scenario", "side"), [("atlantic-convoys-1940", "Allied"), ("norway-1940", "Axis")]
)
def test_ideas_go_direct_under_the_title_of_their_kind(scenario: str, side: str) -> None:
    game = Game.new(BOOK, Setup(scenario), rulings=rulings("campaign"), dice=SeededDice("5"))
    request, view = game.request(side), game.view(side)
    assert request is not None
    told = {i.title: i.text for i in coach(BOOK, view, request).ideas}
    for title in ("Change base, operational", "Change base, strategic"):
        assert told[title].startswith(f"base change {title.split()[-1]} to ")
    assert not any(x.startswith("convoy 1 merchants ") for x in told.values())
    assert {t: x for t, x in told.items() if " via " in x and " via direct" not in x} == {}
    for text in told.values():
        assert BOOK.parse(text, view, side) == BOOK.parse(
            BOOK.text(BOOK.parse(text, view, side)), view, side
        )
