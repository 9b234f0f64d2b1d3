"""Trade: the merchants a nation needs, its sources of goods by importance, the convoys they fill,
and the shortfall (6.1.6, 6.4.1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.core.memo import memo_per_state

from .. import orders as o
from ..state import Mission, State
from ..state.ratings import nation_called
from ..state.troops import Trade
from .missions.loading import MOST_MERCHANTS
from .missions.mission_members import loading_ports
from .pools import holder_of, pools_after, sources_at, transports_available

NEEDY = frozenset({"Britain", "Japan", "USA"})
"""The nations that need merchants (6.2)."""


@memo_per_state
@clause("6.1.6.d", "6.2.d")
def trade_demands(state: State, side: str) -> tuple[Trade, ...]:
    """Return the sources of goods for which a side needs merchants this turn, the most important
    first (6.1.6). Only Britain, Japan and the USA need any (6.2). A source that asks once still
    needs the merchants that have not sailed for it."""
    own = (x for x in state.trade if x.side == side and x.nation in NEEDY and x.turn <= state.turn)
    left = (replace(x, needs=x.needs - state.traded.get(x.key, 0)) if x.turn else x for x in own)
    return tuple(x for x in left if x.needs > 0)


@clause("6.4.1.1.a")
def convoys_for(merchants: int) -> int:
    """Return how many convoys some merchants fill: eight in a convoy (6.4.1.1)."""
    return -(-merchants // MOST_MERCHANTS)


def merchants_ordered(state: State, side: str) -> dict[tuple[str, str], int]:
    """Return the number of merchants that a side has ordered, by loading port and nation of the
    transports."""
    found: dict[tuple[str, str], int] = {}
    for m in state.missions.values():
        if m.side != side or not m.merchants:
            continue
        loading, tankers = loading_ports(m), m.tanker_numbers
        flags = [holder_of(key)[1] for key, n in m.drawn for _ in range(n)]
        for i, (port, nation) in enumerate(
            zip_longest(loading, flags[: len(loading)], fillvalue="")
        ):
            if i not in tankers:
                found[port, nation] = found.get((port, nation), 0) + 1
    return found


def merchants_by_source(state: State, side: str) -> Iterator[tuple[Trade, int]]:
    """Yield each source of a side with the number of merchants ordered for it. Merchants of a port
    fill its rows in their order; a nation's transports fill rows of that nation first."""
    left, wanted = merchants_ordered(state, side), trade_demands(state, side)
    got = dict.fromkeys(range(len(wanted)), 0)
    for own in (True, False):
        for i, x in enumerate(wanted):
            for key in [k for k in left if k[0] == x.source and (not own or k[1] == x.nation)]:
                taken = min(x.needs - got[i], left[key])
                got[i] += taken
                left[key] -= taken
    yield from ((x, got[i]) for i, x in enumerate(wanted))


def merchants_lacking(state: State, nation: str) -> int:
    """Return the merchants that a nation still lacks this turn (6.2)."""
    sides = {x.side for x in state.trade if x.nation == nation}
    return sum(
        x.needs - got
        for side in sorted(sides)
        for x, got in merchants_by_source(state, side)
        if x.nation == nation
    )


@clause("6.4.1.1.b")
def why_out_of_turn(state: State, side: str, origin: str, nation: str = "") -> Refusal | None:
    """Return the refusal for merchants of a nation from a port while a more important source of
    that nation, with transports available, lacks some; else ``None`` (6.4.1.1). Merchants bound to
    no source wait for all."""
    here = {x.nation for x in trade_demands(state, side) if x.source == origin}
    nations = here & {nation_called(nation)} or here
    for source, got in merchants_by_source(state, side):
        if source.source == origin and source.nation in nations:
            return None
        if (
            (not nations or source.nation in nations)
            and got < source.needs
            and at_hand(state, side, source)
        ):
            detail = facts(lacks=source.needs - got, needs=source.needs)
            return Refusal("6.4.1.1.b", "more-important-first", (source.source,), detail)
    return None


def kept_in_turn(state: State, side: str, m: Mission) -> Refusal | None:
    """Return the refusal for cancelling a convoy of merchants when merchants for a less important
    source would then sail before it, else ``None`` (6.4.1.1)."""
    left = _without_convoy(state, m)
    others = (x for x in state.missions.values() if x.side == side and x.merchants and x.id != m.id)
    early = tuple(x for x in others if _too_early(left, x) and not _too_early(state, x))
    if not early:
        return None
    ways = tuple(Remedy("cancel-first", o.order_text(o.Cancel(x.id))) for x in early)
    return Refusal("6.4.1.1.b", "less-important-stays", tuple(x.id for x in early), remedies=ways)


def _too_early(state: State, m: Mission) -> bool:
    """Return True for a convoy that could not be ordered now."""
    left, flags = _without_convoy(state, m), {holder_of(key)[1] for key, _ in m.drawn}
    nation = flags.pop() if len(flags) == 1 else ""
    loading = (m.origin, *(leg.route[0] for leg in m.legs if leg.transports))
    return any(why_out_of_turn(left, m.side, port, nation) is not None for port in loading)


def _without_convoy(state: State, m: Mission) -> State:
    """Return the state with a convoy cancelled and its transports back in their pools."""
    return replace(
        state,
        missions={k: x for k, x in state.missions.items() if k != m.id},
        pools=pools_after(state, replace(m, remain=False)),
    )


def at_hand(state: State, side: str, source: Trade) -> bool:
    """Return True when a source has transports left: its nation's or the side's own, where the
    position counts nations separately."""
    own = [
        k for k in sources_at(state, side, source.source) if holder_of(k)[1] in ("", source.nation)
    ]
    return (
        any(state.pools[k] for k in own)
        if own
        else transports_available(state, side, source.source) != 0
    )


def next_slow(state: State, side: str, origin: str) -> bool:
    """Return True when the next convoy from a port is a slow one, by its row of trade."""
    return next(
        (
            x.slow
            for x, got in merchants_by_source(state, side)
            if x.source == origin and got < x.needs
        ),
        False,
    )


def merchants_sailed(state: State) -> dict[str, int]:
    """Return the number of merchants that have sailed for each source that asks once, those ordered
    now included."""
    found = dict(state.traded)
    for x, got in (pair for side in state.sides for pair in merchants_by_source(state, side)):
        if x.turn:
            found[x.key] = found.get(x.key, 0) + got
    return found
