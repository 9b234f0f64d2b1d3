"""Aims of a side in its turn: to watch the sea off the ports that score for either side, with
enough ships."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from flagplot.table import Ask, Single
from flagplot.table.contract.aims import Aim, Plan

from .. import orders as o
from ..map.squares import Square, distance, is_square, square_of
from ..orders.battle import Staff
from ..rules.scenario_limits import supply_ship
from ..state import State
from .candidates import AdmiralSettings, candidates, drafts
from .home_port_worth import homing_worth
from .priced_staff import reckoned_order
from .raider_hunt import in_the_hunt
from .shipping_candidates import hunts_trade, seen_from
from .troop_candidates import landing_ports, prize_ports
from .worth import evaluate, fighting_value
from .yard_work import mending_worth

ENOUGH = 200.0
"""The fighting value of ships that suffices to watch the sea off one port."""
LANES = 0.5
"""The value of a patrol that all merchants due must pass."""
BELOW = 1.0
"""The value of an attack by submarines alone."""
PIECE = 1
"""Merchants that sail together. A convoy that is found is lost, and a patrol finds one convoy a
turn."""
HEAVIES = 2
"""The most ships that sail together when not all are destroyers. Submarines find larger groups, and
these find no submarines."""
OFF = 3
"""Squares from a port within which a patrol watches it."""
SHARE = 0.1
"""The value of a patrol off a port for each point of the port."""


def aims(view: State, side: str) -> Iterator[Aim]:
    """Yield an aim for each port that scores when taken or landed in: to be watched by ships that
    are ready."""
    ready = [
        s for s in view.side_ships(side) if not (s.mission or s.damaged or s.submarine or s.cargo)
    ]
    fit = tuple((s.id, fighting_value(view, s)) for s in ready)
    for port, points in scoring_ports(view).items():
        yield Aim(f"watch {port}", points, ENOUGH, fit, port)


def scoring_ports(view: State) -> dict[str, float]:
    """Return the ports that score for a side when taken or landed in, with their points."""
    found: dict[str, float] = {}
    for side in view.sides:
        for port, points in {
            **dict.fromkeys(landing_ports(view, side), 1.0),
            **prize_ports(view, side),
        }.items():
            if view.ports[port].square is not None:
                found[port] = max(points, found.get(port, 0.0))
    return found


@lru_cache(1 << 12)
def worth_watching(place: str, hanging: tuple[tuple[Square, float], ...]) -> float:
    """Return the points of the best port that a patrol at a place watches; below 0 when it watches
    none."""
    here = square_of(place)
    return max(
        (points for port, points in hanging if distance(here, port, "alternating") <= OFF),
        default=-OFF,
    )


def from_below(view: State, side: str, order: o.Intercept) -> bool:
    """Return True when submarines alone would attack warships in a game where they do not hunt
    shipping. They lose less than they take."""
    boats = bool(order.ships) and all(view.ships[u].submarine for u in order.ships)
    return boats and not hunts_trade(view, side) and not view.missions[order.mission].flotilla


def evaluate_under_plan(
    view: State, request: Single, plan: Plan, *, unchecked: bool = False
) -> Iterator[tuple[Any, float]]:
    """Yield orders and answers with their values. Patrols off the ports of the plan count by the
    points at stake. Ships that score at home go there and stay. Battles about points are evaluated
    in points."""
    if isinstance(request, Ask):
        for option in request.options:
            yield option, evaluate(view, request, option)
        return
    if request.kind == "battle" and (fought := reckoned_order(view, request.side)) is not None:
        yield fought, 1.0
        yield Staff(), 0.0
        return
    spots = {
        square: a.points
        for a in plan.aims.values()
        if (square := view.ports[a.at].square) is not None
    }
    hanging = tuple(spots.items())
    orders = drafts if unchecked else candidates
    if request.kind == "orders" and supply_ship(view):
        yield from in_the_hunt(view, request, orders(view, request))
        return
    for order in orders(view, request, AdmiralSettings(tuple(sorted(spots)), PIECE, HEAVIES)):
        value = evaluate(view, request, order)
        if (
            request.kind == "orders"
            and isinstance(order, o.Patrol)
            and spots
            and is_square(order.target)
        ):
            value += SHARE * worth_watching(order.target, hanging)
        if request.kind == "orders":
            value += homing_worth(view, order) + mending_worth(view, order)
        if request.kind == "orders" and isinstance(order, o.Patrol) and view.trade:
            value += LANES * seen_from(view, request.side, order.target)
        if isinstance(order, o.Intercept) and from_below(view, request.side, order):
            value = max(value, BELOW)
        yield order, value
