"""6.2.1 Transport pools: how many transports a side may draw at a port, from which pools, and which
pool they end in."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal, clause, facts

from ..state import Mission, State
from ..state.ratings import nation_called
from .missions.mission_members import destination_lost

POOL_CLAUSE = {"Foochow": "6.2.3.1.a", "Taipei": "6.2.3.1.b", "Townsville": "6.2.3.1.f"}
"""The clause that names a port's pools; others rest on 6.2.1."""


GATES = {
    "Baltic": (("Kiel", "Copenhagen"), "Atlantic"),
    "Black Sea": (("Istanbul",), "Mediterranean"),
}
"""6.2.2 The ports any one of which joins an inner sea to a base pool for the side that holds it."""
OCEAN_POOLS = {"Arctic": "Atlantic"}
"""Oceans of the sea zones that have no pool of their own."""
EVERYWHERE = frozenset({"Russia"})
"""6.2.2.3 Nations whose one pool serves every sea."""


def holder_of(key: str) -> tuple[str, str, str]:
    """Return side, nation (empty: the side's own) and pool of a key of ``State.pools``."""
    side, *nation, pool = key.split("/")
    return side, nation[0] if nation else "", pool


@clause("6.2.3.1.a", "6.2.3.1.b", "6.2.3.1.f", "6.2.1.c", "6.2.2.a", "6.2.3.a", "6.2.3.b")
def pools_of(state: State, side: str, port: str) -> tuple[str, ...]:
    """Return the pools a port draws on: those the port table names, else those of the seas it opens
    on (6.2.2, 6.2.3.1).

    The Baltic and the Black Sea join a base pool for whoever holds their gate; a port off the map
    draws on the ocean of its zone. Without a real map: every pool its side has.
    """
    table = state.rulings.table("campaign.pool-ports")
    own = tuple(
        dict.fromkeys(pool for holder, _, pool in map(holder_of, state.pools) if holder == side)
    )
    named = next(
        (str(cells[table.columns.index("pools")]) for row, cells in table.rows if row == port), ""
    )
    if named:
        return tuple(p.strip() for p in named.split(","))
    found = state.ports.get(port)
    zone = state.chart.zone(found.zone) if found is not None and found.square is None else None
    ocean = (OCEAN_POOLS.get(zone.ocean, zone.ocean),) if zone is not None and zone.ocean else ()
    seas = state.chart.seas.get(port, ()) or ocean
    return tuple(dict.fromkeys(joined_pool(state, side, sea) for sea in seas)) if seas else own


@clause("6.2.2.b", "6.2.2.c", "6.2.2.e")
def joined_pool(state: State, side: str, sea: str) -> str:
    """Return the pool a sea belongs to for a side: an inner sea without its gate is an independent
    one (6.2.2)."""
    gates, base = GATES.get(sea, ((), ""))
    held = any(g in state.ports and state.ports[g].side == side for g in gates)
    return base if held else sea


@clause("6.2.a", "6.2.1.b", "6.2.2.3")
def sources_at(state: State, side: str, port: str, nation: str = "") -> Iterator[str]:
    """Yield the keys of the pools a port draws on, in the order the port names them: those of one
    *nation* alone, or of all of a side, its own before its nations' (6.2.1). Transports of a nation
    are of one kind; the Russian pool serves every sea (6.2.2.3)."""
    wanted = nation_called(nation)
    keys = [
        k
        for k in sorted(state.pools)
        if holder_of(k)[0] == side and wanted in ("", holder_of(k)[1])
    ]
    for pool in pools_of(state, side, port):
        yield from (
            k
            for k in keys
            if holder_of(k)[1] not in EVERYWHERE
            and joined_pool(state, side, holder_of(k)[2]) == pool
        )
    yield from (k for k in keys if holder_of(k)[1] in EVERYWHERE)


def available(state: State, side: str, port: str, nation: str = "") -> int | None:
    """Return the transports a side can draw at a port; ``None`` when the game counts none for it
    (6.2.4 sets no limit)."""
    if not any(holder_of(k)[0] == side for k in state.pools):
        return None
    return sum(state.pools[k] for k in sources_at(state, side, port, nation))


@clause("6.3.4.1.a")
def too_few(
    state: State, side: str, port: str, number: int, nation: str = "", where: str = "6.2.1.a"
) -> Refusal | None:
    """Return the refusal when a port's pools cannot give so many transports; *where* is its clause
    when the port has none of its own."""
    have = available(state, side, port, nation)
    if have is None or number <= have:
        return None
    detail = facts(needs=number, have=have, pools=", ".join(pools_of(state, side, port)))
    own = POOL_CLAUSE.get(port, where)
    of_nation = ("6.2.a",) if nation else ()
    also = tuple(c for c in ("6.2.1.a", "6.2.1.b", "6.3.4.1.a", *of_nation) if c != own)
    return Refusal(own, "pool-empty", (port,), detail, also=also)


@clause("6.2.1.a")
def draw(
    state: State, side: str, port: str, number: int, nation: str = ""
) -> tuple[tuple[str, int], ...]:
    """Which pools give *number* transports, in the order the port names them."""
    out: list[tuple[str, int]] = []
    for key in sources_at(state, side, port, nation):
        have = min(number, state.pools[key])
        if have:
            out.append((key, have))
            number -= have
    return tuple(out)


@clause("6.2.6.a", "6.2.6.b", "6.2.6.d")
def pools_after(state: State, m: Mission) -> dict[str, int]:
    """Return the pools when the transports a mission has left are put back: into their own, or into
    that of the port they end at where its orders said that they remain and the port is still
    friendly; first drawn first (6.2.6)."""
    pools, left = dict(state.pools), m.transports
    here = pools_of(state, m.side, m.target) if m.remain and not destination_lost(state, m) else ()
    for key, n in m.drawn:
        side, nation, pool = holder_of(key)
        back = min(n, left)
        stays = (
            bool(here) and joined_pool(state, side, pool) not in here and nation not in EVERYWHERE
        )
        to = "/".join(x for x in (side, nation, here[0]) if x) if stays else key
        pools[to] = pools.get(to, 0) + back
        left -= back
    return pools
