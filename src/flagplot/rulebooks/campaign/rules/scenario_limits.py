"""Limits that a scenario adds to the rules, and the supply ship."""

from __future__ import annotations

from typing import Any

from flagplot.table import Refusal, Verdict, refuse

from .. import orders as o
from ..scenarios.cards import scenario_of
from ..state import State
from .registry import checks


def script_of(state: State) -> dict[str, Any]:
    """Return the ``[script]`` part of the scenario's file; empty without one."""
    found: dict[str, Any] = scenario_of(state).get("script", {})
    return found


def supply_ship(state: State) -> str:
    """Return the port that is the raider's supply ship; empty in other scenarios."""
    return str(script_of(state).get("supply-ship", ""))


def lands_troops(state: State) -> int:
    """Return the strength of the land unit that a warship's troops form once ashore; 0 when they
    form none."""
    return int(script_of(state).get("ashore", 0))


def ashore_id(ship: str) -> str:
    """Return the id of a warship's troops once they are ashore."""
    return f"{ship}-ashore"


def patrol_limit(state: State, side: str) -> int:
    """Return the most patrols that a side may send out this turn by the scenario; 0 for no
    limit."""
    by_turn: list[int] = script_of(state).get("patrols", {}).get(side, [])
    return by_turn[min(state.turn, len(by_turn)) - 1] if by_turn else 0


@checks(o.Supply)
def check_supply(state: State, side: str, order: o.Supply) -> Verdict:
    """Check that the supply ship moves to a neighbouring zone, once a turn (scenario rule)."""
    name = supply_ship(state)
    if not name or state.ports[name].side != side:
        return refuse(Refusal("6.3.3.2.b", "no-supply-ship"))
    zone = state.chart.zone(state.ports[name].zone)
    near = zone is not None and order.zone in zone.next_to
    moved = state.flags.get("supply-moved") == str(state.turn)
    return refuse(
        None if near and not moved else Refusal("6.3.3.2.b", "supply-not-adjacent", (order.zone,))
    )
