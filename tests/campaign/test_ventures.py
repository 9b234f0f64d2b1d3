"""A landing and an attack on a port tell what they lead to: the first attacks of the battle as the
rules set it up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from flagplot import rulebooks
from flagplot.admirals import admiral
from flagplot.rulebooks.campaign.advice import (
    attack_forecast,
    interception_forecast,
    order_forecast,
)
from flagplot.rulebooks.campaign.orders import Attack, Intercept, Invade, PortAttack
from flagplot.rulebooks.campaign.rules.combat.formula import die_of
from flagplot.table import AskOrder
from flagplot.table.assist.examine import examine
from tests.games import begun, questions

BOOK: Any = rulebooks.book("campaign")


def asked(kind: str, order: type) -> tuple[str, AskOrder, Any, Any]:
    """The first question of a kind in a game at Norway that an order of a kind answers: side,
    question, view, order."""
    game, rng, player = begun("campaign", "norway-1940", "", 3), Random(3), admiral("greedy")
    for side, request, view in questions(game, 300):
        if isinstance(request, AskOrder) and request.kind == kind:
            found = next((x for x in BOOK.candidates(view, request) if isinstance(x, order)), None)
            if found is not None:
                return side, request, view, found
        game.answer(side, player.decide(BOOK, view, request, rng))
    raise AssertionError(f"no {order.__name__} is thought of")


def garrisoned(view: Any, port: str) -> Any:
    """The position with three infantry divisions of the other side in a port."""
    one = next(t for t in view.troops.values() if t.side == "Axis")
    held = {
        f"NO-{n}": replace(
            one, id=f"NO-{n}", name=f"garrison {n}", side="Allied", at=port, mission=""
        )
        for n in range(3)
    }
    ports = {**view.ports, port: replace(view.ports[port], side="Allied", neutral=False)}
    return replace(view, troops={**view.troops, **held}, ports=ports)


def test_a_landing_that_is_ordered_tells_who_is_there_and_what_the_place_is_worth() -> None:
    _, request, view, order = asked("operations", Attack)
    seen = examine(BOOK, view, request, BOOK.text(order))
    assert seen.forecast is not None
    assert not seen.forecast.spreads
    notes = " ".join(n.text for n in seen.forecast.notes)
    assert "Nobody is known to hold" in notes
    assert "unless they are stopped at sea" in notes
    worth = {"Narvik": 4, "Trondheim": 3, "Bergen": 3, "Oslo": 3, "Kristiansand": 1}.get(order.port)
    assert worth is None or f"is worth {worth} points" in notes
    option = next(o for o in BOOK.prompt(view, request).options if o.text == BOOK.text(order))
    assert "falls to whoever lands" in option.odds


@pytest.mark.parametrize(("kind", "order"), [("operations", Attack), ("orders", Invade)])
def test_a_landing_against_a_garrison_is_the_exchange_of_the_battle_that_the_rules_set_up(
    kind: str, order: type
) -> None:
    side, request, view, landing = asked(kind, order)
    port = landing.port if isinstance(landing, Attack) else landing.target
    there = garrisoned(view, port)
    seen = examine(BOOK, there, request, BOOK.text(landing))
    assert seen.forecast is not None
    b = order_forecast.deploy_all(
        order_forecast.battle_of(there, order_forecast.assault_declared(there, side, landing))
    )
    his, mine = (
        order_forecast.attacking_line(b, "blue", 2),
        order_forecast.attacking_line(b, "red", 1),
    )
    assert {u.id for u in his} == {"NO-0", "NO-1", "NO-2"}
    assert all(u.ground_letter for u in his), "the ground helps them"
    taken = sum(
        attack_forecast.forecast_unguarded(u, e, die_of(there.rulings)).mean_kills
        for u, e in interception_forecast._attack_pairs(mine, his)
    )
    assert taken > 0
    assert seen.forecast.spreads[0].mean == pytest.approx(taken, abs=0.01)


def test_a_port_attack_hits_what_is_known_to_lie_there() -> None:
    side, _, view, _ = asked("operations", Attack)
    enemy = view.enemies(side)[0]
    port = next(p for p in view.ports.values() if p.side == enemy)
    bomber = next(p for p in view.planes.values() if p.side == side and p.role != "reconnaissance")
    order = PortAttack(port.name, (bomber.id,))
    ship = next(iter(view.side_ships(side)))
    moored = replace(ship, id="UK-X", name="Hood", side=enemy, base=port.name, mission="")
    bare = replace(view, ships={k: x for k, x in view.ships.items() if x.side == side})
    empty = order_forecast.forecast_assault(
        replace(bare, ports={**bare.ports, port.name: replace(port, yard=0)}), side, order
    )
    assert "Nothing is known to lie there" in empty.notes[0].text
    told = order_forecast.forecast_assault(bare.put_ships([moored]), side, order)
    assert told.spreads[0].mean > 0
    assert any("over the port for certain" in n.text for n in told.notes)


def test_an_interception_says_where_and_only_ships_sink() -> None:
    _, request, view, order = asked("operations", Intercept)
    ideas = [
        x.label
        for x in BOOK.prompt(view, request).options
        if x.idea and x.text.startswith("intercept ")
    ]
    assert f" at {order.place} with " in ideas[0]
    game = begun("campaign", "wake-1941", "")
    while game.view("Axis").battle.phase == "deploy":
        game.submit(game.sides_to_answer()[0], "ready")
    told = {
        x.label.partition(" at ")[2]: x.odds
        for x in BOOK.prompt(game.view("Axis"), game.request("Axis")).options
        if x.idea
    }
    assert "; destroys it " in told["VMF-211, four F4F-3"]


def test_a_forecast_of_a_landing_has_airborne_troops_of_the_fleet_in_boats() -> None:
    side, _, view, order = asked("orders", Invade)
    troops = {
        k: replace(x, airborne=True) if k in order.troops else x for k, x in view.troops.items()
    }
    there = order_forecast.with_landing(replace(view, troops=troops), side, order)
    b = order_forecast.battle_of(there, order_forecast.assault_declared(there, side, order))
    assert all(u.aboard for u in b.units if u.id in order.troops)
