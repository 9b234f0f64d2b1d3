"""6.2.1 Transport pools: how many transports a side may draw at a port, and from which pools."""

from __future__ import annotations

from flagplot.table import Refusal, clause, facts

from ..state import State

POOL_CLAUSE = {"Foochow": "6.2.3.1.a", "Taipei": "6.2.3.1.b", "Townsville": "6.2.3.1.f"}
"""The clause that names a port's pools; others rest on 6.2.1."""


GATES = {"Baltic": (("Kiel", "Copenhagen"), "Atlantic"), "Black Sea": (("Istanbul",), "Mediterranean")}
"""6.2.2 The ports any one of which joins an inner sea to a base pool for the side that holds it."""


@clause("6.2.3.1.a", "6.2.3.1.b", "6.2.3.1.f", "6.2.1.c")
def pools_of(state: State, side: str, port: str) -> tuple[str, ...]:
    """6.2.2, 6.2.3.1 The pools a port draws on: those the port table names, else those of the seas it opens on.

    The Baltic and the Black Sea join a base pool for whoever holds their gate. Without a real map: every pool its side has.
    """
    table = state.rulings.table("campaign.pool-ports")
    own = tuple(k.partition("/")[2] for k in state.pools if k.startswith(f"{side}/"))
    named = next((str(cells[table.columns.index("pools")]) for row, cells in table.rows if row == port), "")
    if named:
        return tuple(p.strip() for p in named.split(","))
    seas = state.chart.seas.get(port, ())
    return tuple(dict.fromkeys(joined_pool(state, side, sea) for sea in seas)) if seas else own


@clause("6.2.2.b", "6.2.2.c", "6.2.2.e")
def joined_pool(state: State, side: str, sea: str) -> str:
    """6.2.2 The pool a sea belongs to for a side: an inner sea without its gate is an independent one."""
    gates, base = GATES.get(sea, ((), ""))
    held = any(g in state.ports and state.ports[g].side == side for g in gates)
    return base if held else sea


def available(state: State, side: str, port: str) -> int | None:
    """Transports a side can draw at a port; ``None`` when the game counts none for it (6.2.4 sets no limit)."""
    if not any(k.startswith(f"{side}/") for k in state.pools):
        return None
    return sum(state.pools.get(f"{side}/{p}", 0) for p in pools_of(state, side, port))


def too_few(state: State, side: str, port: str, number: int) -> Refusal | None:
    """The refusal when a port's pools cannot give so many transports."""
    have = available(state, side, port)
    if have is None or number <= have:
        return None
    detail = facts(needs=number, have=have, pools=", ".join(pools_of(state, side, port)))
    return Refusal(POOL_CLAUSE.get(port, "6.2.1.a"), "pool-empty", (port,), detail)


def draw(state: State, side: str, port: str, number: int) -> tuple[tuple[str, int], ...]:
    """Which pools give *number* transports, in the order the port names them."""
    out: list[tuple[str, int]] = []
    for pool in pools_of(state, side, port):
        have = min(number, state.pools.get(f"{side}/{pool}", 0))
        if have:
            out.append((f"{side}/{pool}", have))
            number -= have
    return tuple(out)
