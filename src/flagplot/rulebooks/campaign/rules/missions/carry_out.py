"""Executions of orders of a phase, most of them by one event (6.3, 6.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagplot.table import Event, Table

from ... import events
from ... import orders as o
from ...state import State
from ..assault import events as x
from ..assault.islands import troops_raised
from ..assault.yards import most_damage, repaired_for
from ..interception.legality import interception_declared
from ..registry import carries
from ..scenario_limits import supply_ship
from . import events as sh
from .convoy_losses import join_part
from .cripple_passages import passage_mission
from .events import MissionCancelled, MissionWritten, Regrouped
from .invasions import invasion_mission
from .mission_forming import make_mission
from .patrols import gathering_legs


def at_once(kind: type, event: Callable[[State, str, Any], Event]) -> None:
    """Register the execution of an order that is one event: ``(state, side, order) -> event``."""
    carries(kind)(lambda t, side, order: t.record(event(t.state, side, order)))


at_once(o.Done, lambda s, side, order: events.SideDone(side, s.phase))


# -- the Orders Phase
at_once(o.BaseChange, lambda s, side, order: MissionWritten(make_mission(s, side, order)))


at_once(o.Invade, lambda s, side, order: MissionWritten(invasion_mission(s, side, order), "6.3.6"))


at_once(o.Cancel, lambda s, side, order: MissionCancelled(side, order.mission))


at_once(o.Cover, lambda s, side, order: sh.CapFlown(side, order.mission, order.planes))


at_once(o.Cross, lambda s, side, order: sh.Crossed(side, order.troops, order.target))


at_once(o.Overland, lambda s, side, order: events.WentOverland(side, order.unit, order.target))


at_once(o.Fly, lambda s, side, order: events.FlownOut(side, order.unit, order.target))


at_once(o.Embark, lambda s, side, order: events.Embarked(side, order.unit, order.ship))


at_once(o.Supply, lambda s, side, order: events.SupplyMoved(side, supply_ship(s), order.zone))


# -- Operations and Breakthrough
at_once(
    o.Intercept,
    lambda s, side, order: events.InterceptionDeclared(interception_declared(s, side, order)),
)


at_once(o.Passage, lambda s, side, order: MissionWritten(passage_mission(s, side, order)))


at_once(o.Bombard, lambda s, side, order: events.Bombards(side, order.port, order.units))


# -- Logistics
at_once(
    o.WreckYard,
    lambda s, side, order: x.YardWrecked(side, order.port, most_damage(s.ports[order.port])),
)


at_once(
    o.Station,
    lambda s, side, order: x.Stationed(side, order.troops, order.port, supplies=order.supplies),
)


at_once(o.Raise, lambda s, side, order: x.Raised(side, order.port, troops_raised(s, side, order)))


# -- orders of more than one event
@carries(o.Patrol)
def carry_out_patrol(t: Table[State], side: str, order: o.Patrol) -> None:
    """Write a patrol, and fly out its aircraft."""
    t.record(MissionWritten(make_mission(t.state, side, order)))
    for pair in order.air:
        unit, _, place = pair.partition(">")
        t.record(events.FlownOut(side, unit, place))


@carries(o.Convoy)
def carry_out_convoy(t: Table[State], side: str, order: o.Convoy) -> None:
    """Write a convoy, or add a part to the convoy it joins."""
    if order.joins:
        join_part(t, side, order)
    else:
        t.record(MissionWritten(make_mission(t.state, side, order)))


@carries(o.Regroup)
def carry_out_regroup(t: Table[State], side: str, order: o.Regroup) -> None:
    """Add ships to a mission, or take ships out of it."""
    s, m = t.state, t.state.missions[order.mission]
    units = tuple(u for u in m.units if u not in order.drop) + order.add
    t.record(
        Regrouped(
            side,
            m.id,
            units,
            order.drop,
            gathered=gathering_legs(s, m, [s.ships[u] for u in order.add]),
        )
    )


@carries(o.RepairYard)
def repair_yard(t: Table[State], side: str, order: o.RepairYard) -> None:
    """Repair a damaged shipyard."""
    port = t.state.ports[order.port]
    points = repaired_for(t.state, side, port)
    t.record(x.YardRepaired(side, order.port, points, port.yard_damage - points))
