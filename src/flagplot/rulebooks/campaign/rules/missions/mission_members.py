"""Members of a mission by place: escorts on part of the route, and parts of a convoy that load
elsewhere."""

from __future__ import annotations

from flagplot.table import clause
from flagplot.table.core.opaque_ids import distinct_opaque_numbers

from ...state import HOME, SUPPLIES, Invasion, Mission, Ship, State
from ...state.territories import territory_at
from ...state.troops import Troop


@clause("6.3.5.a", "6.3.5.2.a")
def ships_with(m: Mission, place: str) -> tuple[str, ...]:
    """Return the ships that sail with a mission at a place of its route (6.3.5): those of the whole
    mission, and those whose own leg includes the place."""
    if not m.legs:
        return m.units
    partly = {u for leg in m.legs for u in leg.units}
    here = {u for leg in m.legs if place in leg.route or place in leg.approach for u in leg.units}
    return tuple(u for u in m.units if u in here or (u not in partly and place in m.route))


@clause("6.3.4.1.c")
def transports_with(m: Mission, place: str) -> tuple[int, ...]:
    """Return the numbers of the transports at a place of the route. Parts that load elsewhere are
    included from the port where they join (6.3.4.1)."""
    if not m.legs:
        return tuple(range(m.transports))
    first = m.transports - sum(leg.transports for leg in m.legs)
    here = list(range(first)) if place in m.route else []
    for leg in m.legs:
        if place in leg.route:
            here.extend(range(first, first + leg.transports))
        first += leg.transports
    return tuple(here)


@clause("6.3.4.1.c")
def loading_ports(m: Mission) -> tuple[str, ...]:
    """Return the loading port of each transport of a mission, in their order (6.3.4.1)."""
    joined = tuple(leg.route[0] for leg in m.legs for _ in range(leg.transports))
    return (*(m.origin for _ in range(m.transports - len(joined))), *joined)


def destination_lost(state: State, m: Mission) -> bool:
    """Return True for a mission to a territory that its side does not hold as the mission arrives,
    because it was lost or not won."""
    return territory_at(state, m.target) is not None and not state.friendly(m.side, m.target)


def transport_ids(state: State, m: Mission) -> tuple[str, ...]:
    """Return the ids of a mission's transports in battle, ``<mission>-T352`` and so on, in their
    order. The numbers are drawn, so that a transport's id does not reveal how many sail."""
    return tuple(
        f"{m.id}-T{100 + n}" for n in distinct_opaque_numbers(state.lots, m.transports, 900, m.id)
    )


def base_after(m: Mission, ship: Ship) -> str:
    """Return the base of a ship after its mission; empty for a ship on patrol whose order names no
    port."""
    leg = next((x for x in m.legs if ship.id in x.units), None)
    if leg is not None:
        return leg.returns or ship.base
    if m.returns == HOME:
        return ship.base
    return m.rebase or m.returns or ("" if m.kind == "patrol" else m.target)


@clause("6.2.b")
def fleet_of(m: Mission) -> Invasion:
    """Return the invasion that a mission carries, with the units that fight in its battle. Units
    that land later are left out (6.3.6.4)."""
    first = tuple(
        dict.fromkeys(x for hold in m.cargo for x in hold if x != SUPPLIES and x not in m.later)
    )
    return Invasion(m.target, m.side, m.units, first, mission=m.id, transports=m.transports)


@clause("6.3.6.4.b")
def landing_strength(state: State, troop: Troop) -> int:
    """Return a land unit's strength as it lands: half, rounded up, when its force uses one
    transport less for each unit (HR-32, 6.3.6.4). That applies to the whole force."""
    m = state.missions.get(troop.mission)
    return -(-troop.strength // 2) if m is not None and m.half else troop.strength
