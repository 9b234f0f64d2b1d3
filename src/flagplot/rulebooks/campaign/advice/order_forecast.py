"""Forecasts of orders that lead to a battle. For an attack on a port or a landing (6.5.2, 6.5.4)
this is the first attacks. Its battle is set up from the view, so that the defenders are those the
side knows of, placed by the staff."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

from ..orders import Attack, Intercept, Invade, PortAttack
from ..rules.assault.landings import battle_of, kind_of
from ..rules.assault.legality import assault_of
from ..rules.combat.coast import place_unit
from ..rules.combat.legality import free_deployment, units_to_place
from ..scenarios.cards import scenario_of
from ..state import Assault, Invasion, State
from ..state.battle import Combatant, SeaBattle
from . import interception_forecast

Assaulting = PortAttack | Attack | Invade


Venture = Intercept | Assaulting


def forecast_assault(view: State, side: str, order: Assaulting) -> Forecast:
    """Return the forecast of the first attack of each unit sent against the known defenders, in
    strength points lost by each side. There are no losses where no defender is known."""
    a = assault_declared(view, side, order)
    b = deploy_all(battle_of(with_landing(view, side, order), a))
    mine, his = attacking_line(b, "red", 1), attacking_line(b, "blue", 2)
    title = f"When they attack {view.chart.called(a.port)}: each of yours once"
    told = tuple(assumption_sentences(view, a, his))
    found = interception_forecast.forecast_exchange(
        replace(view, assault=a), side, mine, his, title, told
    )
    return found or Forecast(
        title, (), (*undefended_sentences(view, a), *told), ahead=0.0 if a.kind == "port" else 100.0
    )


def forecast_battle(view: State, side: str, order: Venture) -> Forecast | None:
    """Return the forecast of the battle that an interception or an assault leads to (6.4.3, 6.5.2,
    6.5.4); ``None`` without one."""
    if not isinstance(order, Intercept):
        return forecast_assault(view, side, order)
    target = view.missions.get(order.mission)
    return (
        interception_forecast.forecast_interception(view, side, target, order.ships, order.air)
        if target is not None
        else None
    )


def assault_declared(view: State, side: str, order: Assaulting) -> Assault:
    """Return the assault that an order declares. An invasion still being written counts as if it
    landed as it sails."""
    if isinstance(order, Invade):
        return Assault(kind_of(view, order.target), side, order.target, (), (), order.troops)
    return assault_of(view, side, order)


def with_landing(view: State, side: str, order: Assaulting) -> State:
    """Return the view with an invasion that is still being written as if it lay off the shore."""
    if not isinstance(order, Invade):
        return view
    return replace(
        view, invasions=(*view.invasions, Invasion(order.target, side, (), order.troops))
    )


def deploy_all(b: SeaBattle) -> SeaBattle:
    """Return the battle with every unit where the staff would place it."""
    for side in (b.blue, b.red):
        for u in units_to_place(b, side):
            at = free_deployment(b, u)
            b = b.put(place_unit(b, u, at)) if at is not None else b
    return b


def attacking_line(b: SeaBattle, colour: str, row: int) -> list[Combatant]:
    """Return the units of a colour as they attack, beside the other colour's: ashore, with the
    effects of the ground."""
    return [
        replace(u, at=(1, row), aboard="")
        for u in b.units
        if u.colour == colour and u.alive and u.cls != "TR"
    ]


def undefended_sentences(view: State, a: Assault) -> Iterator[Clause]:
    """Yield a sentence for an attack against which no defender is known."""
    if a.kind == "port":
        yield Clause("Nothing is known to lie there that it could hurt.", "6.5.4")
    else:
        yield Clause(
            f"Nobody is known to hold {view.chart.called(a.port)}: it falls to whoever lands.",
            "6.5.2",
        )


def assumption_sentences(view: State, a: Assault, his: list[Combatant]) -> Iterator[Clause]:
    """Yield sentences on the assumptions: whether the attackers reach the battle, and which
    defenders are counted."""
    if a.kind == "port":
        yield Clause("They come over the port for certain.", "6.5.4.a")
    else:
        yield Clause("They land for certain, unless they are stopped at sea.", "6.5.2.b")
        if worth := scenario_of(view).get("score", {}).get("taken", {}).get(a.port):
            yield Clause(f"{a.port} is worth {worth} points to who takes it.")
    if a.special == "pearl-harbor":
        yield Clause("What surprise does is not counted.", "6.5.4.6.b")
    if his:
        yield Clause("Against those who are known to be there, where their staff would place them.")
