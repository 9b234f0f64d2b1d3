"""Transport pools: the transports that a side may draw at a port, the pools they come from, and the
pool they end in (6.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal, clause, facts

from ..state import Mission, State
from ..state.ratings import nation_called
from .missions.mission_members import destination_lost

POOL_CLAUSE = {"Foochow": "6.2.3.1.a", "Taipei": "6.2.3.1.b", "Townsville": "6.2.3.1.f"}
"""The clause that names a port's pools. For other ports it is 6.2.1."""


GATES = {
    "Baltic": (("Kiel", "Copenhagen"), "Atlantic"),
    "Black Sea": (("Istanbul",), "Mediterranean"),
}
"""Inner seas: the ports any one of which joins the sea to a base pool for the side that holds it,
and that pool (6.2.2)."""
OCEAN_POOLS = {"Arctic": "Atlantic"}
"""Oceans of sea zones without a pool of their own -> the pool they use."""
EVERYWHERE = frozenset({"Russia"})
"""Nations whose only pool serves every sea (6.2.2.3)."""


def holder_of(key: str) -> tuple[str, str, str]:
    """Return the parts of a key of ``State.pools``: side, nation (empty for the side's own) and
    pool."""
    side, *nation, pool = key.split("/")
    return side, nation[0] if nation else "", pool


@clause("6.2.3.1.a", "6.2.3.1.b", "6.2.3.1.f", "6.2.1.c", "6.2.2.a", "6.2.3.a", "6.2.3.b")
def pools_of(state: State, side: str, port: str) -> tuple[str, ...]:
    """Return the pools on which a port draws: those of the port table, else those of the seas it
    opens on (6.2.2, 6.2.3.1).

    The Baltic and the Black Sea join a base pool for the side that holds their gate. A port off the
    map draws on the ocean of its zone. Without a real map these are all pools of the side.
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
    """Return the pool to which a sea belongs for a side. An inner sea whose gate the side does not
    hold is a pool of its own (6.2.2)."""
    gates, base = GATES.get(sea, ((), ""))
    held = any(g in state.ports and state.ports[g].side == side for g in gates)
    return base if held else sea


@clause("6.2.a", "6.2.1.b", "6.2.2.3")
def sources_at(state: State, side: str, port: str, nation: str = "") -> Iterator[str]:
    """Yield the keys of the pools on which a port draws, in their order for the port (6.2.1): those
    of one *nation*, or all of a side, its own before its nations'. Transports of a nation are all
    of one kind, and the Russian pool serves every sea (6.2.2.3)."""
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


def transports_available(state: State, side: str, port: str, nation: str = "") -> int | None:
    """Return how many transports a side can draw at a port; ``None`` when the game counts none for
    it (6.2.4 sets no limit)."""
    if not any(holder_of(k)[0] == side for k in state.pools):
        return None
    return sum(state.pools[k] for k in sources_at(state, side, port, nation))


@clause("6.3.4.1.a")
def why_too_few(
    state: State, side: str, port: str, number: int, nation: str = "", where: str = "6.2.1.a"
) -> Refusal | None:
    """Return the refusal when a port's pools cannot give *number* transports, else ``None``.
    *where* is the clause for a port without one of its own."""
    have = transports_available(state, side, port, nation)
    if have is None or number <= have:
        return None
    detail = facts(needs=number, have=have, pools=", ".join(pools_of(state, side, port)))
    own = POOL_CLAUSE.get(port, where)
    of_nation = ("6.2.a",) if nation else ()
    also = tuple(c for c in ("6.2.1.a", "6.2.1.b", "6.3.4.1.a", *of_nation) if c != own)
    return Refusal(own, "pool-empty", (port,), detail, also_cites=also)


@clause("6.2.1.a")
def draw_transports(
    state: State, side: str, port: str, number: int, nation: str = ""
) -> tuple[tuple[str, int], ...]:
    """Return pairs (pool, number) that give *number* transports, in the order of the port's
    pools."""
    out: list[tuple[str, int]] = []
    for key in sources_at(state, side, port, nation):
        have = min(number, state.pools[key])
        if have:
            out.append((key, have))
            number -= have
    return tuple(out)


@clause("6.2.6.a", "6.2.6.b", "6.2.6.d")
def pools_after(state: State, m: Mission) -> dict[str, int]:
    """Return the pools after a mission's transports are put back (6.2.6): into their own pools, or
    into that of the port where they end, if the orders said that they remain and the port is still
    friendly. Transports are put back in the order in which they were drawn."""
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
