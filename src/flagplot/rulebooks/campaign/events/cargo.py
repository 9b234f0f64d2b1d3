"""What becomes of a mission's cargo in the state: aboard, ashore, lost, landed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..state import SUPPLIES, Mission, State

Holds = Iterable[tuple[str, ...]]


def items(holds: Holds) -> list[str]:
    """Everything in some holds, one after another: a unit once, in however many transports it sails; every load of supplies."""
    found = [x for hold in holds for x in hold]
    return [x for i, x in enumerate(found) if x == SUPPLIES or x not in found[:i]]


def with_stores(s: State, side: str, place: str, loads: int) -> State:
    """The state with loads of supplies added at a place, or taken from it; where none are counted, none."""
    if not loads or not any(k.partition("/")[0] == side for k in s.stores):
        return s
    key = f"{side}/{place}"
    return replace(s, stores={**s.stores, key: s.stores.get(key, 0) + loads})


def embarked(s: State, m: Mission, holds: Holds) -> State:
    """The state with units taken up by a mission and supplies loaded: from its port, then from the places joined to it."""
    aboard = items(holds)
    s = s.put_troops(replace(s.troops[x], mission=m.id) for x in aboard if x in s.troops)
    s = s.put_troops(replace(s.troops[x], reserve=True) for x in m.behind)
    s = s.put_planes(replace(s.planes[x], acted=True) for x in aboard if x in s.planes)
    loads = aboard.count(SUPPLIES)
    own = {k.partition("/")[2]: n for k, n in s.stores.items() if k.partition("/")[0] == m.side}
    for place in sorted(own, key=lambda p: (p != m.origin, p)):
        taken = min(loads, own[place])
        s, loads = with_stores(s, m.side, place, -taken), loads - taken
    return s


def put_ashore(s: State, m: Mission, holds: Holds, port: str = "") -> State:
    """The state with units and supplies of a mission out of it again: where they came from, or at *port*."""
    aboard = items(holds)
    s = s.put_troops(replace(s.troops[x], mission="", at=port or s.troops[x].at) for x in aboard if x in s.troops)
    s = s.put_planes(
        replace(s.planes[x], acted=bool(port), base=port or s.planes[x].base) for x in aboard if x in s.planes
    )
    return with_stores(s, m.side, port or m.origin, aboard.count(SUPPLIES))


def drowned(s: State, holds: Holds) -> State:
    """The state with what some holds carried lost at sea."""
    aboard = items(holds)
    s = s.put_troops(replace(s.troops[x], strength=0, mission="", gone="lost at sea") for x in aboard if x in s.troops)
    return s.put_planes(replace(s.planes[x], strength=0, gone="lost at sea") for x in aboard if x in s.planes)
