"""The fall of ports, displaced ships, and the evacuation of troops (6.5.1.5)."""

from __future__ import annotations

from flagplot.table import Table, clause

from ... import events
from ... import orders as o
from ...state import Fall, Mission, State
from ..groups import with_group_marks
from ..movement.order_routes import whole_route
from ..pools import draw_transports
from ..registry import carries
from .evacuation import (
    changes_arrived,
    number_embarking,
    other_field,
    refuge_of,
    ships_caught,
    stranded_planes,
    taken_off,
)
from .events import MissionEnded, MissionWritten
from .mission_forming import code_name


@clause("6.5.1.5.f")
def lose_port(t: Table[State], fall: Fall) -> None:
    """Let a port fall (6.5.1.5). Ships in it, those of operational changes included, are displaced,
    or scuttled when overrun in a breakthrough battle. Coast guns and ships under construction are
    lost."""
    for m in changes_arrived(t.state, fall):
        t.record(MissionEnded(m.side, m.id, fall.port, m.units, clause="6.3.7.1.d"))
    t.record(events.PortFell(fall))
    for ship in ships_caught(t.state, fall):
        if fall.how == "overrun":
            t.record(
                events.ShipChanged(
                    ship.side, ship.id, gone="scuttled", why="overrun", clause="6.5.1.5.f"
                )
            )
        elif ship.fixed or ship.readiness == "construction":
            where = "6.1.7.4.c" if ship.fixed else "6.5.4.4.a"
            t.record(
                events.ShipChanged(
                    ship.side, ship.id, gone="scuttled", why="base lost", clause=where
                )
            )
        else:
            t.record(events.ShipDisplaced(ship.side, ship.id, fall.port))


def settle_falls(t: Table[State]) -> bool:
    """Let those ports fall that a land battle has just lost. Return True when there were any."""
    waiting = [f for f in t.state.falls if not f.settled]
    for fall in waiting:
        lose_port(t, fall)
    return bool(waiting)


@carries(o.Displace)
def carry_out_displacement(t: Table[State], side: str, order: o.Displace) -> None:
    """Send displaced ships to sea."""
    ships = [t.state.ships[u] for u in order.units]
    id = code_name(t.state, side, t.state.turn)
    m = Mission(
        id,
        side,
        "evacuation",
        order.units,
        ships[0].base,
        order.target,
        whole_route(t.state, ships, order),
        rebase=order.target,
        status="sailing",
    )
    t.record(MissionWritten(with_group_marks(m, ships), "6.5.1.5.d"))


@carries(o.Evacuate)
def carry_out_evacuation(t: Table[State], side: str, order: o.Evacuate) -> None:
    """Embark troops up to the available transports. The rest stays behind."""
    s = t.state
    leaving = number_embarking(s, side, order.origin, order.number)
    ships = [s.ships[u] for u in order.escorts]
    m = Mission(
        code_name(s, side, s.turn),
        side,
        "evacuation",
        order.escorts,
        order.origin,
        order.target,
        whole_route(s, ships, order),
        rebase=order.target,
        transports=leaving,
        drawn=draw_transports(s, side, order.origin, leaving),
        escorts=order.escorts,
        status="sailing",
        cargo=tuple((x,) for x in taken_off(s, side, order.origin, leaving)),
    )
    t.record(MissionWritten(m, "6.5.1.5.b"))
    t.record(events.TroopsEmbarked(side, order.origin, leaving, order.number - leaving))


def move_displaced(t: Table[State]) -> None:
    """Move ships that are displaced without orders, and aircraft without a base, to the nearest
    friendly base as the turn ends (HR-24)."""
    for id, port in t.state.displaced:
        ship = t.state.ships[id]
        if (
            ship.afloat
            and ship.base == port
            and not ship.mission
            and t.state.ports[port].side != ship.side
        ):
            take_refuge(t, ship.side, id, "6.5.1.5.d")
    for plane in stranded_planes(t.state):
        t.record(events.AirRebased(plane.side, plane.id, other_field(t.state, plane)))


def take_refuge(
    t: Table[State], side: str, id: str, where: str = "6.3.3.2.b", at: str = ""
) -> None:
    """Move a ship without its base to the friendly one nearest to where it is, at sea or in its
    lost port, or intern it (HR-24). *where* is the clause that sends it."""
    ship = t.state.ships[id]
    base = refuge_of(t.state, side, ship, at or ship.base)
    t.record(
        events.ShipChanged(
            side, id, gone="" if base else "interned", base=base, why="base lost", clause=where
        )
    )
