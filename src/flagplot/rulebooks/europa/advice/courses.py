"""Where a group may get in this step on its way to where it is bound."""

from __future__ import annotations

from flagplot.table import TextError

from ..map import chart
from ..rules import reading
from ..rules.movement import journey
from ..state import Group, State
from .candidates import goal_of


def bound(view: State, g: Group) -> str:
    """Where a group may get in this step on its way to its goal, a port or a beach, or without one to the nearest port of its
    own; empty when nowhere."""
    ports = [p for p in view.ports.values() if p.owner == g.side and p.hex != g.hex]
    goal = goal_of(view, g) if g.side == "Allied" else ""
    near = min(ports, key=lambda p: (chart.distance(p.hex, g.hex), p.name)).name if ports else ""
    to = next((p.name for p in ports if p.hex == goal), goal) or near
    if not to or to == g.hex:
        return ""
    try:
        order = reading.read(f"sail {g.id} to {to}", view, g.side)
    except TextError:
        return ""
    trip = journey.plot(view, g, order.path)
    return to if trip.refusal is None else trip.legs[-1].to if trip.legs else ""
