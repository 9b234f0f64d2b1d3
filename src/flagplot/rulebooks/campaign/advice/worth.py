"""Evaluation of answers, from the side's view, for the greedy admiral."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flagplot.table import Ask, Single, about_map
from flagplot.table.core.memo import memo_per_parts

from .. import orders as o
from ..map.squares import distance, is_square, square_of
from ..orders import battle as bo
from ..rules.combat.battle_setup import ratings_of
from ..rules.combat.staff import staff_order
from ..rules.scenario_limits import supply_ship
from ..rules.scoring import points_by_side
from ..scenarios.cards import scenario_of
from ..state import SHIPPING, Mission, Ship, State
from ..state.battle import SEA
from .assault_candidates import can_order_landing
from .shipping_candidates import hunts_trade, shipping_worth
from .troop_candidates import troop_worth
from .yard_work import yard_worth


def evaluate(view: State, request: Single, answer: Any) -> float:
    """Return the value of an answer; see :meth:`flagplot.table.Rulebook.evaluate`."""
    if isinstance(request, Ask):
        return _option_worth(request, str(answer))
    if request.kind == "battle":
        return _in_battle(view, request.side, answer)
    if isinstance(answer, o.Done):
        return DONE
    if request.kind == "logistics":
        return 1.5
    if isinstance(answer, o.Work):
        gain = yard_worth(view, view.ships[answer.ship])
        return DONE + gain if gain else 0.0
    if request.kind == "orders":
        return _order_worth(view, request.side, answer)
    return _interception_worth(view, request.side, answer)


DONE = 0.5
"""The value of giving no more orders."""
HUNT = 2.0
"""The weight of the random draw between zones, high enough that neither side can predict the
other's choice."""
TRADE = 5.0
"""The trade of a zone that is worth 1 point more to the raider than an empty sea."""


def bluff(view: State, request: Single) -> float:
    """Return the weight of the random draw; see :meth:`flagplot.table.Rulebook.bluff`. In a hunt
    the choice among the good zones must not be predictable."""
    return HUNT if request.kind == "orders" and supply_ship(view) else 0.0


def _option_worth(request: Ask[Any], answer: str) -> float:
    about = about_map(request)
    if request.kind == "proceed-or-abort":
        return (
            1.0 if (answer == "proceed") == (2 * int(about["fit"]) >= int(about["afloat"])) else 0.0
        )
    return 1.0 if answer in ("attack", "proceed", "raise", "attack again") else 0.0


def _in_battle(view: State, side: str, answer: Any) -> float:
    """Return the value of an answer in battle. Battles of a mere hunt are left to the staff at
    once, which fights as well as this admiral would."""
    b = SEA.get(view)
    if isinstance(answer, bo.Staff):
        return 2.0
    return 1.0 if answer == staff_order(b, b.colour(side)) else 0.0


def fighting_value(state: State, ship: Ship) -> float:
    """Return a ship's fighting value: its price by class at its strength."""
    return (
        ratings_of(state.rulings, ship.cls, ship.like, ship.name, ship.naval_bonus).price
        * ship.strength
        / 10
    )


def _order_worth(view: State, side: str, answer: Any) -> float:
    shipping = troop_worth(view, side, answer) or shipping_worth(view, side, answer)
    if shipping is not None:
        return shipping
    scenario = scenario_of(view)
    score = scenario.get("score", {})
    if isinstance(answer, o.Supply):
        here = view.ports[supply_ship(view)].zone
        return (
            0.7
            if here == view.flags.get("raided") and answer.zone != view.flags.get("raided")
            else 0.3
        )
    if isinstance(answer, o.BaseChange):
        troops = sum(1 for u in answer.units if view.ships[u].cargo)
        if not troops:
            return 0.2
        port = view.ports[answer.target]
        prize = score.get("taken", {}).get(port.name, 0) if port.neutral else 0
        if side == "Allied":
            prize = (
                2
                if any(port.name in landing["ports"] for landing in score.get("landing", ()))
                else 0
            )
        return (
            (1.0 + prize / max(1, len(_bound_for(view, side, answer.target)) * 3 + 1))
            if prize
            else 0.1
        )
    if isinstance(answer, o.Patrol):
        if scenario.get("zone"):
            return _zone_patrol(view, side, answer, scenario)
        crowd = _patrols_near(view, side, answer.target)
        return (
            1.0
            + min(0.5, _patrol_strength(view, answer.units))
            - 0.35 * crowd
            - 0.2 * any(view.ships[u].cargo for u in answer.units)
        )
    if isinstance(answer, o.Fly):
        crowd = _patrols_near(view, side, answer.target) + _crowd_aloft(view, side, answer.target)
        return 0.9 + 0.05 * view.planes[answer.unit].search - 0.2 * crowd
    return 0.3


def _bound_for(view: State, side: str, port: str) -> list[Mission]:
    return [m for m in view.missions.values() if m.side == side and m.target == port]


@memo_per_parts(lambda view: (view.ships, view.rulings))
def _patrol_strength(view: State, units: tuple[str, ...]) -> float:
    """Return the value that ships add to a patrol."""
    return sum(fighting_value(view, view.ships[u]) for u in units) / 400


@memo_per_parts(lambda view: (view.missions,))
def _patrols_near(view: State, side: str, target: str) -> int:
    """Return the number of a side's patrols near a place."""
    return sum(
        m.side == side and m.kind == "patrol" and _are_close(m.target, target)
        for m in view.missions.values()
    )


@memo_per_parts(lambda view: (view.planes,))
def _crowd_aloft(view: State, side: str, target: str) -> int:
    """Return the number of a side's air patrols near a place."""
    return sum(
        p.side == side and bool(p.patrol) and _are_close(p.patrol, target)
        for p in view.planes.values()
    )


@lru_cache(1 << 14)
def _are_close(place: str, target: str) -> bool:
    if is_square(place) and is_square(target):
        return distance(square_of(place), square_of(target), "alternating") <= 2
    return place == target


def _zone_patrol(view: State, side: str, order: o.Patrol, scenario: dict[str, Any]) -> float:
    zone = next(z for z in scenario["zone"] if z["id"] == order.target)
    if side == "Axis":  # the raider hunts until it has won, and then hides
        stale = view.flags.get("raided") == order.target
        near = (order.target, *zone["next_to"])
        guards = sum(0.2 for p in view.ports.values() if p.side == "Allied" and p.zone in near)
        trade = 0.0 if stale else float(zone["trade"]) / TRADE
        if points_by_side(view)["Axis"] >= scenario["score"]["degrees"][-2][0]:
            return 1.0 - 2 * trade - guards
        return 1.5 + trade - guards
    last = view.flags.get("raided", "")
    beside = last in zone["next_to"] or not last
    taken = sum(1 for m in view.missions.values() if m.side == side and m.target == order.target)
    return float(0.6 + zone["trade"] / 8 + (0.4 if beside else 0.0) - 0.5 * taken)


def _interception_worth(view: State, side: str, answer: Any) -> float:
    if isinstance(answer, o.Attack):
        return 3.0 if can_order_landing(view, side, answer) else 0.0
    if isinstance(answer, o.Bombard | o.Reinforce):
        return 2.0
    if isinstance(answer, o.PortAttack):
        return 1.2
    if isinstance(answer, o.Passage | o.Displace | o.Evacuate):
        return 1.5
    target = view.missions[answer.mission]
    raiding = hunts_trade(view, side) or (supply_ship(view) and side == "Axis")
    if (
        raiding and target.kind not in SHIPPING
    ):  # a side that lives by attacking shipping leaves warships alone
        return 0.0
    mine: float = sum(fighting_value(view, view.ships[u]) for u in answer.ships) + 25 * len(
        answer.air
    )
    his = (
        60.0
        if target.flotilla
        else 40.0
        if target.kind in SHIPPING
        else 90.0
        if target.raider
        else 160.0
    )
    gain: float = 1.0 + (mine - his) / 400
    return gain if mine > 0.6 * his else 0.0
