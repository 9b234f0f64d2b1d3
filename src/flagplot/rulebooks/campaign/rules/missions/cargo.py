"""The cargo of a mission, aboard, ashore, lost or landed, and the flights of carriers whose orders
change."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...state import SUPPLIES, Mission, State
from ...state.troops import store_key
from .air_patrols import out_of_reach
from .loading import counts_stores, reserves_near
from .mission_members import loading_ports


def cancel_flights(s: State, ships: tuple[str, ...]) -> State:
    """Return the state without those flights that ships with new orders would leave behind."""
    return s.put_planes(
        replace(p, patrol="", cap="")
        for p in s.planes.values()
        if p.base in ships and out_of_reach(s, p)
    )


def cancel_air_patrols(s: State, ships: tuple[str, ...]) -> State:
    """Return the state without the air patrols from ships that do not sail after all."""
    return s.put_planes(
        replace(p, patrol="") for p in s.planes.values() if p.base in ships and p.patrol
    )


Holds = Iterable[tuple[str, ...]]


def cargo_items(holds: Holds) -> list[str]:
    """Return everything in some holds in order. A unit in several transports appears once, every
    load of supplies by itself."""
    found = [x for hold in holds for x in hold]
    return [x for i, x in enumerate(found) if x == SUPPLIES or x not in found[:i]]


def add_stores(s: State, side: str, place: str, loads: int, *, assigned: bool = False) -> State:
    """Return the state with loads of supplies added at a place (below 0: taken from it), in the
    reserve or *assigned* to formations. Unchanged where the game does not count supplies for the
    side."""
    if not loads or not counts_stores(s, side):
        return s
    key = store_key(side, place, assigned=assigned)
    return replace(s, stores={**s.stores, key: s.stores.get(key, 0) + loads})


def load_cargo(s: State, m: Mission, holds: Holds) -> State:
    """Return the state with units and supplies loaded on a mission. Supplies of an invasion are
    those assigned at its port (6.3.6.2). Others come from the reserve of its port, then from the
    reserves connected with it."""
    aboard = cargo_items(holds)
    s = s.put_troops(replace(s.troops[x], mission=m.id) for x in aboard if x in s.troops)
    s = s.put_troops(replace(s.troops[x], reserve=True) for x in m.behind)
    s = s.put_planes(replace(s.planes[x], acted=True) for x in aboard if x in s.planes)
    loads = aboard.count(SUPPLIES)
    if m.kind == "invasion":
        return add_stores(s, m.side, m.origin, -loads, assigned=True)
    for place, there in reserves_near(s, m.side, m.origin):
        taken = min(loads, there)
        s, loads = add_stores(s, m.side, place, -taken), loads - taken
    return s


def unload_cargo(s: State, m: Mission, holds: Holds, port: str) -> State:
    """Return the state with units and supplies of a mission unloaded at a port."""
    aboard = cargo_items(holds)
    s = s.put_troops(replace(s.troops[x], mission="", at=port) for x in aboard if x in s.troops)
    s = s.put_planes(replace(s.planes[x], acted=True, base=port) for x in aboard if x in s.planes)
    return add_stores(s, m.side, port, aboard.count(SUPPLIES), assigned=still_assigned(m, port))


def still_assigned(m: Mission, port: str) -> bool:
    """Return True for supplies of an invasion at the port where they embarked. They are still
    assigned, and not in the reserve (6.3.6.2)."""
    return m.kind == "invasion" and port == m.origin


def return_assigned(s: State, m: Mission) -> State:
    """Return the state with the assigned supplies that an invasion left behind as it sailed, in the
    reserve of its port (6.3.6.2)."""
    loads = (
        s.stores.get(store_key(m.side, m.origin, assigned=True), 0) if m.kind == "invasion" else 0
    )
    return add_stores(
        add_stores(s, m.side, m.origin, -loads, assigned=True), m.side, m.origin, loads
    )


def return_cargo(s: State, m: Mission, holds: Holds, ports: Iterable[str]) -> State:
    """Return the state with the cargo of some holds unloaded at the ports where it was loaded."""
    for hold, port in zip(holds, ports, strict=False):
        s = unload_cargo(s, m, (hold,), port)
    return s


def keep_ashore(s: State, m: Mission) -> State:
    """Return the state in which the cargo of a mission stays ashore, units and supplies, because it
    was not loaded."""
    aboard = cargo_items(m.cargo)
    s = s.put_troops(replace(s.troops[x], mission="") for x in aboard if x in s.troops)
    s = s.put_planes(replace(s.planes[x], acted=False) for x in aboard if x in s.planes)
    for hold, port in zip(m.cargo, loading_ports(m), strict=False):
        s = add_stores(s, m.side, port, hold.count(SUPPLIES), assigned=still_assigned(m, port))
    return s


def lose_cargo_at_sea(s: State, holds: Holds) -> State:
    """Return the state with the cargo of some holds lost at sea."""
    aboard = cargo_items(holds)
    s = s.put_troops(
        replace(s.troops[x], strength=0, mission="", gone="lost at sea")
        for x in aboard
        if x in s.troops
    )
    return s.put_planes(
        replace(s.planes[x], strength=0, gone="lost at sea") for x in aboard if x in s.planes
    )
