"""Territories without a port, and reactions, where no case looks: words, forms, map, views,
admirals, the table of islands."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.boards import load
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.advice.assault_candidates import (
    assault_candidates,
    logistics_candidates,
)
from flagplot.rulebooks.campaign.map.chart_from_board import chart_of
from flagplot.rulebooks.campaign.nouns import L
from flagplot.rulebooks.campaign.presentation.sheets import shipping_sheet
from flagplot.rulebooks.campaign.rules.assault.events import AssaultDeclared, AttackJoined
from flagplot.rulebooks.campaign.rules.assault.legality import assault_of
from flagplot.rulebooks.campaign.rules.reading import read
from flagplot.rulebooks.campaign.state import State
from flagplot.rulebooks.campaign.state.territories import is_true_island, territory_at
from flagplot.table import AskOrder, Setup
from flagplot.table.assist.examine import examine
from flagplot.table.setup.rulings import rulings

from .test_shores import position

WAKE = """
map Far East
Axis holds Kwajalein
Allied holds Wake, Midway, Buna
troops S1 S1, Axis (Japan) SNLF at Kwajalein
troops M1 M1, Allied (USA) GAR at Wake garrison
ship C1 C1, Axis (Japan) CA, at Kwajalein
pool Pacific of Axis 9
"""
OPERATIONS = AskOrder("Axis", "6.4.b", "operations")


def test_a_shore_is_said_offered_and_drawn_by_its_name() -> None:
    view = BOOK.view(position(WAKE, "orders"), "Axis")
    request = AskOrder("Axis", "6.3.a", "orders")
    order = read("invade wake island with S1 from Kwajalein via direct", view, "Axis")
    assert isinstance(order, o.Invade)
    assert order.target == "44,18"
    assert BOOK.check(view, request, order)
    assert any("Wake" in c.text for c in L.complete("invade Wa", view, "Axis"))
    drawn = examine(BOOK, view, request, o.order_text(order))
    assert next(r.places for r in drawn.routes)[-1] == "44,18"
    kept = shipping_sheet(view, "Axis", request)
    assert kept is not None
    where = next(
        f
        for blank in kept.blanks
        if blank.title == "Invasion"
        for f in blank.fields
        if f.slot == "target"
    )
    assert {("44,18", "Wake"), ("Buna", "Buna")} <= {(c.text, c.label) for c in where.choices}
    control = dict(BOOK.display(view, "Axis", (request,)).control)
    assert (control["Wake"], control["Buna"]) == ("Allied", "Allied")


def test_an_island_that_a_scenario_makes_a_port_is_one_thing() -> None:
    view = BOOK.view(BOOK.start(Setup("wake-1941"), rulings("campaign")), "Axis")
    for said in ("Wake", "Wake Island", "44,18"):
        assert read(f"bombard {said} with {next(iter(view.ships))}", view, "Axis").port == "Wake"  # type: ignore[union-attr]


def test_an_admiral_garrisons_an_island_without_a_port() -> None:
    state = replace(position("map Far East\nAllied holds Tarawa\nAllied has 5 PP", "logistics"))
    assert o.Raise("garrison", "47,27") in set(
        logistics_candidates(BOOK.view(state, "Allied"), "Allied")
    )


def test_what_nobody_is_said_to_hold_is_neutral_in_a_scenario() -> None:
    at = "12,0"
    alone = position("map Europe", "orders")
    played = replace(alone, scenario="norway-1940")
    found, there = territory_at(alone, at), territory_at(played, at)
    assert found is not None
    assert there is not None
    assert (found.neutral, there.neutral) == (False, True)


def test_the_table_names_every_island_of_the_boards_that_has_no_port() -> None:
    rows = dict(rulings("campaign").table("campaign.islands").rows)
    for board in ("campaign-europe", "campaign-fareast"):
        chart = chart_of(board)
        for place in load(board).places.values():
            if place.kind == "island":
                assert place.name in rows, place.name
                small = chart.kind(tuple(map(int, place.hex.split(",")))) == "island"
                assert is_true_island(rulings("campaign"), place.name) == small, place.name


BOMBED = """
minor port Narvik at 20,10 held by Axis
minor port Bodo at 20,12 held by Axis
major port Scapa at 10,20 held by Allied
air A1 A1, Allied (Britain) bomber, at Scapa, range 40
air B1F B1F, Axis (Germany) fighter, at Bodo, range 4
air B2F B2F, Axis (Germany) fighter, at Bodo, range 4
ship D1 D1, Axis (Germany) DD, at Narvik
"""


def bombed() -> State:
    """Narvik, attacked from the air."""
    state = position(BOMBED, "operations")
    return AssaultDeclared(assault_of(state, "Allied", o.PortAttack("Narvik", ("A1",)))).apply(
        state
    )


def test_an_admiral_sends_fighters_over_a_port_that_is_attacked() -> None:
    view = BOOK.view(bombed(), "Axis")
    order = o.Reinforce("Narvik", air=("B1F", "B2F"))
    assert order in list(assault_candidates(view, "Axis"))
    assert BOOK.check(view, OPERATIONS, order)


def test_a_reaction_stays_a_secret() -> None:
    state = replace(bombed(), scrambled=(("Narvik", "B1F"),), spared=(("Narvik", "B2F"),))
    assert BOOK.view(state, "Axis").scrambled
    assert not BOOK.view(state, "Allied").scrambled
    for side in state.sides:
        for twin in BOOK.secret_twins(state, side):
            assert BOOK.view(twin, side) == BOOK.view(state, side)


def test_aircraft_are_offered_where_they_may_react() -> None:
    view = BOOK.view(bombed(), "Axis")
    display = BOOK.display(view, "Axis", (OPERATIONS,))
    orders = [
        text
        for force in display.forces
        for line in (force, *force.children)
        for text in line.orders
    ]
    assert "reinforce Narvik air B1F" in orders
    shown = {f.kind: f.example for f in display.forms}
    assert "air" in shown["reinforce"]


JOINED = """
minor port Narvik at 20,10 held by Axis
minor port Base at 16,14 held by Allied
ship C1 C1, Allied (Britain) CA, at Base
air A1 A1, Allied (Britain) bomber, at Base, range 40
troops T1 T1, Allied (Britain) INF at Base
troops P1 P1, Allied (Britain) PARA at Base airborne
Narvik is invaded by Allied with C1
T1 lands at Narvik
"""


def test_the_enemy_hears_how_many_join_a_landing_and_nothing_else() -> None:
    state = position(JOINED, "operations")
    state = AssaultDeclared(assault_of(state, "Allied", o.Attack("Narvik"))).apply(state)
    event = AttackJoined("Allied", "Narvik", ("A1",), ("P1",), apart=1)
    after = event.apply(state)
    heard = event.seen_by("Axis")
    assert (
        BOOK.event_text(heard, BOOK.view(after, "Axis"), "Axis")
        == "Joining the landing at Narvik: 1 land unit."
    )
    assert (
        BOOK.event_text(event, BOOK.view(after, "Allied"), "Allied")
        == "Joining the landing at Narvik: P1 and A1."
    )
    assert BOOK.view(after, "Axis").assaults == (replace(after.assaults[0], air=(), troops=()),)
    assert AttackJoined("Allied", "Narvik", ("A1",), ()).seen_by("Axis") is None
