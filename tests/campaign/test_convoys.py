"""Admirals of the campaign fight the war for shipping: convoys sail with escorts and aircraft,
boats and raiders meet them."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.campaign import BOOK
from flagplot.rulebooks.campaign import orders as o
from flagplot.rulebooks.campaign.advice.shipping_candidates import places_exposed, shipping_orders
from flagplot.rulebooks.campaign.advice.troop_candidates import troop_orders
from flagplot.rulebooks.campaign.presentation import order_forms
from flagplot.rulebooks.campaign.presentation.sheets import shipping_sheet
from flagplot.rulebooks.campaign.rules.combat.scenario_rules import as_target, last_mp_by_night
from flagplot.rulebooks.campaign.rules.combat.staff import is_outmatched
from flagplot.rulebooks.campaign.rules.missions.invasions import check_invade
from flagplot.rulebooks.campaign.state import State
from flagplot.table import AskOrder, Setup, rulings
from flagplot.table.assist.examine import examine
from flagplot.table.assist.rehearse import examine_sequence
from flagplot.table.core.dice import SeededDice
from flagplot.table.display.sheets import fill_form
from flagplot.table.game.game import Game

from .boards import blank, norway, ship
from .test_formula import battle


def played(scenario: str, seed: int) -> tuple[Game[State], list[tuple[str, object]]]:
    """A game of two greedy admirals, and what they ordered."""
    book = rulebooks.book("campaign")
    game = Game.new(book, Setup(scenario), rulings=rulings("campaign"), dice=SeededDice(seed))
    player, chance, given = admiral("greedy"), Random(seed), []
    while book.outcome(game.state) is None:
        side = game.sides_to_answer()[0]
        view, request = game.view(side), game.request(side)
        assert request is not None
        answer = player.decide(book, view, request, chance)
        if (
            isinstance(answer, o.Patrol)
            and all(not view.ships[u].submarine for u in answer.units)
            and side == "Axis"
        ):
            assert places_exposed(view, side, (*answer.via, answer.target)) < 3
        assert game.answer(side, answer)
        given.append((side, answer))
    return game, given


def test_the_convoys_of_1940_sail_escorted_and_are_met() -> None:
    game, given = played("atlantic-convoys-1940", 2)
    kinds = [type(x) for _, x in given]
    assert kinds.count(o.Convoy) == 8
    assert {o.Escort, o.Cover, o.Intercept} <= set(kinds)
    assert sum(game.state.traded.values()) == 64
    assert {p.what for p in game.state.score} >= {"shipping", "strength-lost", "independent-ship"}
    lost = 64 - game.state.pools["Allied/Britain/Atlantic"]
    assert 0 < lost < 32
    kept = shipping_sheet(game.view("Allied"), "Allied")
    assert kept is not None
    assert any("PPs of damage" in row.cells for part in kept.parts for row in part.rows)
    assert shipping_sheet(game.view("Axis"), "Axis") is None


def test_a_convoy_is_fought_through_in_one_battle() -> None:
    game, _ = played("convoy-sc-7", 1)
    assert [p.what for p in game.state.score] == ["brought-through"]
    assert game.state.turn == 1


def test_transports_frighten_no_submarine() -> None:
    ships = [
        ship("U", "SS"),
        *(replace(ship(f"T{n}", "CA", side="Allied"), like="TR") for n in range(9)),
    ]
    b = battle(
        blank(*ships), ("U", "red", (10, 10)), *((f"T{n}", "blue", (11 + n, 10)) for n in range(9))
    )
    assert not is_outmatched(b, "red")


def test_the_dark_turns_hide_submarines() -> None:
    b = battle(
        blank(ship("U", "SS"), ship("D", "DD", side="Allied")),
        ("U", "red", (10, 10)),
        ("D", "blue", (11, 10)),
    )
    night = [replace(b, night=True, turn=n) for n in range(1, 9)]
    assert [last_mp_by_night(x) for x in night] == [False, False, True, True] * 2
    assert [as_target(x, x.unit("U")).dives for x in night[:3]] == [50, 50, 75]
    assert not last_mp_by_night(replace(b, turn=3))


def test_an_order_of_shipping_tells_what_it_will_do_as_it_is_written() -> None:
    book = rulebooks.book("campaign")
    game = Game.new(
        book, Setup("atlantic-convoys-1940"), rulings=rulings("campaign"), dice=SeededDice(1)
    )
    first = book.parse(
        "convoy 8 merchants from Halifax to Clyde via direct escort UK-DE-3",
        game.view("Allied"),
        "Allied",
    )
    assert game.answer("Allied", first)

    def told(text: str) -> list[str]:
        request = game.request("Allied")
        assert isinstance(request, AskOrder)
        return [line.text for line in examine(book, game.view("Allied"), request, text).summary]

    (limited,) = told("escort UK-DE-3 with UK-DD-3 limited")
    assert "Range 2 of 5" in limited
    assert limited.endswith("then at home.")
    stretch, way_there = told("escort UK-DE-3 with UK-DE-1")
    assert stretch.endswith("then at Clyde.")
    assert way_there.endswith(
        "first from Liverpool to Halifax Harbour, Range 5: the enemy may meet the escort alone."
    )


def test_admirals_ship_troops_where_they_score_and_invade_what_is_held() -> None:
    start = replace(norway(), turn=2)
    ports = {
        n: replace(p, side="Axis" if n == "Bergen" else "Allied", neutral=False)
        for n, p in start.ports.items()
    }
    state = replace(start, ports=ports)
    orders = list(troop_orders(state, "Allied"))
    cargo = {x for order in orders if isinstance(order, o.Convoy) for x in order.cargo}
    assert {"UK-INF-1", "UK-INF-2", "UK-INF-3"} <= cargo
    landings = [order for order in orders if isinstance(order, o.Invade)]
    assert {order.target for order in landings} == {"Bergen"}
    assert all(check_invade(state, "Allied", order) for order in landings)
    late = replace(state, turn=5)
    assert {type(x) for x in troop_orders(late, "Allied")} == {o.Invade}, (
        "in the last turn only a port that is taken counts"
    )


def test_a_port_and_the_sea_zone_of_its_name_are_told_apart() -> None:
    book = rulebooks.book("campaign")
    view = book.view(book.start(Setup("atlantic-convoys-1940"), rulings("campaign")), "Allied")
    sent = book.parse(
        "patrol mid-atlantic with UK-AMC-1 via halifax, newfoundland return Halifax", view, "Allied"
    )
    assert (sent.via, sent.returns) == (("halifax", "newfoundland"), "Halifax Harbour")
    assert book.parse(book.text(sent), view, "Allied") == sent


def filled_in(view: State, side: str, title: str, **said: str) -> str:
    """The text of a line of the shipping sheet with these fields."""
    kept = shipping_sheet(view, side, AskOrder(side, "6.3.a", "orders"))
    assert kept is not None
    form = next(b for b in kept.blanks if b.title == title)
    for slot, value in said.items():
        field = next(f for f in form.fields if f.slot == slot)
        assert not field.choices or all(
            v in {c.text for c in field.choices} for v in value.split(", ")
        )
    return fill_form(form.form, said)


def test_lines_of_the_shipping_sheet_are_orders_each_judged_after_those_above() -> None:
    view = BOOK.view(BOOK.start(Setup("atlantic-convoys-1940"), rulings("campaign")), "Allied")
    request = AskOrder("Allied", "6.3.a", "orders")
    line = filled_in(
        view,
        "Allied",
        "Convoy",
        number="8",
        load="merchants",
        origin="Halifax Harbour",
        target="Liverpool",
        via="direct",
        escorts="UK-AMC-1",
    )
    again = line.replace("8 merchants", "8 tankers")
    found = examine_sequence(BOOK, view, request, [line, again], "shipping")
    assert found.known == -1
    assert [x.legal for x in found.lines] == [True, False], "the cruiser sails with the first"
    assert examine(BOOK, view, request, again).legal


def test_a_line_of_the_sheet_names_a_convoy_that_a_line_above_it_orders() -> None:
    game = Game.new(
        BOOK,
        Setup("atlantic-convoys-1940"),
        rulings=rulings("campaign"),
        dice=SeededDice(f"{2:064x}"),
    )
    view, request = game.view("Allied"), game.request("Allied")
    assert isinstance(request, AskOrder)
    convoys = ["convoy 4 merchants from Halifax Harbour to Liverpool via direct"] * 2
    escort = "escort {} with UK-DD-1 limited"
    first, second = (f"4 merchants from Halifax Harbour to Liverpool{nth}" for nth in ("", " 2"))
    found = examine_sequence(
        BOOK, view, request, [*convoys, escort.format(first), escort.format(second)], "shipping"
    )
    assert [x.legal for x in found.lines] == [True, True, True, False], (
        "the group sails with one convoy"
    )
    assert (
        not examine_sequence(BOOK, view, request, [escort.format(first), *convoys], "shipping")
        .lines[0]
        .legal
    ), "nothing above it"
    forms = {b.title: {f.slot: [c.text for c in f.choices] for f in b.fields} for b in found.blanks}
    assert forms["Escort"]["missions"] == forms["Aircraft over it"]["mission"] == [first, second]
    assert "Escort" not in {b.title for b in BOOK.sheet_forms(view, request, "shipping")}
    for text in (*convoys, escort.format(second)):
        assert game.submit("Allied", text).verdict
    joined = [m for m in game.view("Allied").missions.values() if m.legs]
    assert joined == list(game.view("Allied").missions.values())[1:], "the second of the two"


def test_the_sheet_says_who_escorts_what_how_far_and_takes_it_back() -> None:
    game = Game.new(
        BOOK,
        Setup("atlantic-convoys-1940"),
        rulings=rulings("campaign"),
        dice=SeededDice(f"{1:064x}"),
    )
    sent = "convoy 8 merchants from Halifax Harbour to Liverpool via direct escort UK-AMC-1"
    for text in (sent, "escort {} with UK-DD-1 limited"):
        (made,) = [m.id for m in game.view("Allied").missions.values()] or [""]
        assert game.submit("Allied", text.format(made)).verdict
    view = game.view("Allied")
    kept = shipping_sheet(view, "Allied", game.request("Allied"))
    assert kept is not None
    (made,) = view.missions
    rows = next(p for p in kept.parts if p.title == "Convoys").rows
    assert rows[0].cells[0] == made
    assert "all the way" in rows[0].cells
    assert rows[0].order == f"cancel {made}"
    assert "Whitehall group" in rows[1].cells
    assert any(cell.startswith("Range ") for cell in rows[1].cells)
    pool = next(p for p in kept.parts if p.title == "Transports").rows[0]
    assert pool.load == (8, 64)
    assert shipping_sheet(game.view("Axis"), "Axis", game.request("Axis")) is None, (
        "the boats ship nothing, and see no convoy"
    )
    assert game.submit("Allied", rows[0].order).verdict


def test_a_battleship_goes_with_a_convoy_that_has_none() -> None:
    game = Game.new(
        BOOK,
        Setup("atlantic-convoys-1940"),
        rulings=rulings("campaign"),
        dice=SeededDice(f"{1:064x}"),
    )
    assert game.submit(
        "Allied", "convoy 8 merchants from Halifax Harbour to Liverpool via direct"
    ).verdict
    given = [x for x in shipping_orders(game.view("Allied"), "Allied") if isinstance(x, o.Escort)]
    assert "UK-AMC-1" in {u for x in given for u in x.units}
    assert game.submit(
        "Allied", o.order_text(next(x for x in given if x.units == ("UK-AMC-1",)))
    ).verdict
    left = {
        u
        for x in shipping_orders(game.view("Allied"), "Allied")
        if isinstance(x, o.Escort)
        for u in x.units
    }
    assert not left & {"UK-BB-1", "UK-AMC-1"}, "one heavy ship is enough"


def test_the_forms_of_the_orders_phase_do_not_weigh_every_patrol(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = norway()
    monkeypatch.setattr(order_forms, "candidates", lambda view, request: 1 / 0)
    request = AskOrder("Allied", "6.3.a", "orders")
    assert {"patrol", "base-change", "convoy"} <= {
        f.kind for f in order_forms.forms(view, "Allied", request)
    }
