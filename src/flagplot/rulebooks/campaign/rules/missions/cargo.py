"""The cargo of a mission: aboard, ashore, lost, landed; and the flights of carriers whose orders
change."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...state import SUPPLIES, Mission, State
from ...state.troops import store_key
from .air_patrols import out_of_reach
from .loading import counts_stores, reserves_near
from .mission_members import loading_ports


def called_back(s: State, ships: tuple[str, ...]) -> State:
    """Return the state with the flights called off that ships with new orders would leave
    behind."""
    return s.put_planes(
        replace(p, patrol="", cap="")
        for p in s.planes.values()
        if p.base in ships and out_of_reach(s, p)
    )


def grounded(s: State, ships: tuple[str, ...]) -> State:
    """Return the state with the air patrols called off that were to fly from ships which do not
    sail after all."""
    return s.put_planes(
        replace(p, patrol="") for p in s.planes.values() if p.base in ships and p.patrol
    )


Holds = Iterable[tuple[str, ...]]


def items(holds: Holds) -> list[str]:
    """Return everything in some holds, one after another: a unit once, in however many transports
    it sails; every load of supplies."""
    found = [x for hold in holds for x in hold]
    return [x for i, x in enumerate(found) if x == SUPPLIES or x not in found[:i]]


def with_stores(s: State, side: str, place: str, loads: int, *, assigned: bool = False) -> State:
    """Return the state with loads of supplies added at a place or taken from it, in the reserve or
    *assigned* to formations. Where none are counted, none."""
    if not loads or not counts_stores(s, side):
        return s
    key = store_key(side, place, assigned=assigned)
    return replace(s, stores={**s.stores, key: s.stores.get(key, 0) + loads})


def embarked(s: State, m: Mission, holds: Holds) -> State:
    """Return the state with units taken up by a mission and supplies loaded: those assigned at its
    port for an invasion (6.3.6.2), else from the reserve of its port, then from those connected
    with it."""
    aboard = items(holds)
    s = s.put_troops(replace(s.troops[x], mission=m.id) for x in aboard if x in s.troops)
    s = s.put_troops(replace(s.troops[x], reserve=True) for x in m.behind)
    s = s.put_planes(replace(s.planes[x], acted=True) for x in aboard if x in s.planes)
    loads = aboard.count(SUPPLIES)
    if m.kind == "invasion":
        return with_stores(s, m.side, m.origin, -loads, assigned=True)
    for place, there in reserves_near(s, m.side, m.origin):
        taken = min(loads, there)
        s, loads = with_stores(s, m.side, place, -taken), loads - taken
    return s


def put_ashore(s: State, m: Mission, holds: Holds, port: str) -> State:
    """Return the state with units and supplies of a mission out of it again, at a port."""
    aboard = items(holds)
    s = s.put_troops(replace(s.troops[x], mission="", at=port) for x in aboard if x in s.troops)
    s = s.put_planes(replace(s.planes[x], acted=True, base=port) for x in aboard if x in s.planes)
    return with_stores(s, m.side, port, aboard.count(SUPPLIES), assigned=still_assigned(m, port))


def still_assigned(m: Mission, port: str) -> bool:
    """Return True for supplies of an invasion that are back where they embarked: they are no
    reserve (6.3.6.2)."""
    return m.kind == "invasion" and port == m.origin


def left_ashore(s: State, m: Mission) -> State:
    """Return the state with the assigned supplies that an invasion has left behind, as it sails, in
    the reserve of its port (6.3.6.2)."""
    loads = (
        s.stores.get(store_key(m.side, m.origin, assigned=True), 0) if m.kind == "invasion" else 0
    )
    return with_stores(
        with_stores(s, m.side, m.origin, -loads, assigned=True), m.side, m.origin, loads
    )


def brought_back(s: State, m: Mission, holds: Holds, ports: Iterable[str]) -> State:
    """Return the state with what some holds carried back at the ports where it was loaded."""
    for hold, port in zip(holds, ports, strict=False):
        s = put_ashore(s, m, (hold,), port)
    return s


def not_loaded(s: State, m: Mission) -> State:
    """Return the state with what was to be loaded for a mission where it was, units and loads."""
    aboard = items(m.cargo)
    s = s.put_troops(replace(s.troops[x], mission="") for x in aboard if x in s.troops)
    s = s.put_planes(replace(s.planes[x], acted=False) for x in aboard if x in s.planes)
    for hold, port in zip(m.cargo, loading_ports(m), strict=False):
        s = with_stores(s, m.side, port, hold.count(SUPPLIES), assigned=still_assigned(m, port))
    return s


def drowned(s: State, holds: Holds) -> State:
    """Return the state with what some holds carried lost at sea."""
    aboard = items(holds)
    s = s.put_troops(
        replace(s.troops[x], strength=0, mission="", gone="lost at sea")
        for x in aboard
        if x in s.troops
    )
    return s.put_planes(
        replace(s.planes[x], strength=0, gone="lost at sea") for x in aboard if x in s.planes
    )
