"""Ships that score when they are back in port: the ports that count for them, and the value of
orders for that."""

from __future__ import annotations

from collections.abc import Iterable

from .. import orders as o
from ..scenarios.cards import scenario_of
from ..state import Ship, State

LOST = 0.5
"""The share of a ship's points for being home that a patrol puts at stake."""


def scoring_ports(state: State, ship: Ship) -> dict[str, float]:
    """Return the ports in which a ship will score by lying there -> points."""
    found: dict[str, float] = {}
    for x in scenario_of(state).get("score", {}).get("returned", ()):
        if ship.id in x["units"] and ship.afloat and state.turn <= x["turn"]:
            found |= {p: found.get(p, 0.0) + x["points"] for p in x["ports"]}
    return found


def scoring_homes(state: State, ships: Iterable[Ship]) -> frozenset[str]:
    """Return the ports in which some of these ships will score."""
    return frozenset(p for s in ships for p in scoring_ports(state, s))


def homing_worth(state: State, order: o.Order) -> float:
    """Return the points that an order wins by bringing ships to where they score, or below 0 those
    it puts at stake by sending them to sea."""
    if not isinstance(order, o.BaseChange | o.Patrol):
        return 0.0
    if not scenario_of(state).get("score", {}).get("returned"):
        return 0.0
    total = 0.0
    for ship in (state.ships[u] for u in order.units):
        ports = {} if ship.cargo else scoring_ports(state, ship)
        if isinstance(order, o.Patrol):
            total -= LOST * max(ports.values(), default=0.0)
        else:
            total += ports.get(order.target, 0.0) - ports.get(ship.base, 0.0)
    return total
