"""Shipyards: damage, repair, wrecking; ships raised, scrapped, built and repaired in them (6.5.4.2
to 6.5.4.5)."""

from __future__ import annotations

from flagplot.table import Refusal, Rulings, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import Port, Ship, State
from ..groups import why_in_yard
from ..registry import checks

COMPLETE = 12
"""Construction strength at which a ship is complete: the step after 11 (HR-34, 6.5.4.4)."""
RAISED = 2
SCRAP = 1
LAUNCHED_AT = 10
AFLOAT = 2
"""Points below its full strength at which a ship is launched, under the reading of 10 and 11 as
full strength (HR-34)."""


@clause("6.5.4.5.b")
def most_damage(port: Port) -> int:
    """Return the most damage that a shipyard can have: twice its capacity (6.5.4.5)."""
    return 2 * port.yard


@clause("6.5.4.5.e")
def yard_works(port: Port) -> bool:
    """Return True for a shipyard that works: all of its damage is repaired (6.5.4.5)."""
    return port.yard > 0 and not port.yard_damage


def damage_of(rulings: Rulings, code: str, points: int) -> int:
    """Return the PP of damage for strength points that a facility lost (6.5.4.5)."""
    return points * int(rulings.table("campaign.facility").cell(code, "damage"))


@checks(o.RepairYard)
@clause("6.5.4.5.d", "6.5.4.5.h")
def check_repair(state: State, side: str, order: o.RepairYard) -> Verdict:
    """Check that a side repairs a damaged shipyard of its own, for as many PP as the damage. A
    wrecked one costs twice the capacity (6.5.4.5)."""
    port = state.ports.get(order.port)
    if port is None or port.side != side or not port.yard:
        return refuse(Refusal("6.5.4.5.d", "no-yard", (order.port,)))
    funds = state.funds.get(side, 0)
    return refuse(
        None if port.yard_damage else Refusal("6.5.4.5.d", "yard-whole", (port.name,)),
        None
        if funds or not port.yard_damage
        else Refusal("6.5.4.5.d", "no-funds", (port.name,), facts(needs=port.yard_damage)),
    )


def repaired_for(state: State, side: str, port: Port) -> int:
    """Return the points of a shipyard's damage that a side's PP can repair now (6.5.4.5)."""
    return min(port.yard_damage, state.funds.get(side, 0))


@checks(o.WreckYard)
@clause("6.5.4.5.g")
def check_wreck(state: State, side: str, order: o.WreckYard) -> Verdict:
    """Check that a side wrecks a shipyard it controls, in Logistics (6.5.4.5)."""
    port = state.ports.get(order.port)
    ours = port is not None and port.side == side and port.yard > 0
    return refuse(None if ours else Refusal("6.5.4.5.g", "no-yard", (order.port,)))


@checks(o.Work)
@clause("6.5.4.4.f", "6.5.4.4.g")
def check_work(state: State, side: str, order: o.Work) -> Verdict:
    """Check that a yard works on a ship that lies in it and is under construction or damaged, one
    point a turn. A damaged yard does not work (6.5.4.4)."""
    ship = state.ships.get(order.ship)
    if ship is None or ship.side != side or not ship.afloat:
        return refuse(Refusal("6.1.a", "no-such-ship", (order.ship,)))
    port = state.ports.get(ship.base)
    wanting = ship.built or ship.damaged
    return refuse(
        None if port is not None and port.yard else Refusal("6.5.4.5.e", "no-yard", (ship.base,)),
        Refusal("6.5.4.5.e", "yard-damaged", (ship.base,), facts(left=port.yard_damage))
        if port is not None and port.yard_damage
        else None,
        Refusal("6.3.a", "has-mission", (ship.id, ship.mission), also_cites=("6.5.4.4.f",))
        if ship.mission
        else None,
        None if wanting else Refusal("6.5.4.4.f", "nothing-to-work-on", (ship.id,)),
        why_in_yard(state, ship),
    )


@clause("6.5.4.2.f", "6.5.4.3.c")
def may_be_raised(state: State, ship: Ship, port: str) -> bool:
    """Return True for a ship sunk where there is a shipyard: it may be raised (6.5.4.2, 6.5.4.3). A
    hull still under construction is lost (6.5.4.4)."""
    return state.ports[port].yard > 0 and not ship.built and not ship.fixed


@clause("6.5.4.4.b", "6.5.4.4.d")
def rebuilt_from(ship: Ship, rulings: Rulings) -> int:
    """Return the construction strength from which a destroyed hull starts again (6.5.4.4): 1 if it
    had reached 10, 2 if 11, else 0. Under the other reading (HR-34) it is that of a launched
    ship."""
    if rulings.switch("HR-34") == "hull":
        return ship.built - LAUNCHED_AT + 1 if ship.built >= LAUNCHED_AT else 0
    return max(1, ship.full - LAUNCHED_AT + 1) if ship.built >= ship.full - AFLOAT else 0


def complete_at(ship: Ship, rulings: Rulings) -> int:
    """Return the construction strength at which a ship is complete (HR-34, 6.5.4.4)."""
    return COMPLETE if rulings.switch("HR-34") == "hull" else ship.full
