"""6.1.6, 6.4.1.1 The merchants a nation needs: its sources of goods by importance, the convoys they take, what is lacking."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts

from ..state import State
from ..state.troops import Trade
from .missions.convoy_size import MOST_MERCHANTS
from .pools import available

NEEDY = frozenset({"Britain", "Japan", "USA"})
"""6.2 The nations that must find merchants."""


@clause("6.1.6.d", "6.2.d")
def demands(state: State, side: str) -> tuple[Trade, ...]:
    """6.1.6 The sources of goods that merchants of a side are needed for this turn, the most important first: of Britain, Japan
    and the USA only (6.2). What did not sail for a source that asks once is still needed."""
    own = (x for x in state.trade if x.side == side and x.nation in NEEDY and x.turn <= state.turn)
    left = (replace(x, needs=x.needs - state.traded.get(x.key, 0)) if x.turn else x for x in own)
    return tuple(x for x in left if x.needs > 0)


@clause("6.4.1.1.a")
def convoys_for(merchants: int) -> int:
    """6.4.1.1 Convoys that so many merchants take: a convoy holds eight."""
    return -(-merchants // MOST_MERCHANTS)


def covered(state: State, side: str) -> Iterator[tuple[Trade, int]]:
    """Each source of a side with the merchants that are ordered for it; those of one port fill its rows in their order."""
    sent: dict[str, int] = {}
    for m in state.missions.values():
        if m.side == side and m.merchants:
            sent[m.origin] = sent.get(m.origin, 0) + m.transports
    for source in demands(state, side):
        got = min(source.needs, sent.get(source.source, 0))
        sent[source.source] = sent.get(source.source, 0) - got
        yield source, got


def shortfall(state: State, nation: str) -> int:
    """6.2 Merchants that a nation still lacks this turn."""
    sides = {x.side for x in state.trade if x.nation == nation}
    return sum(x.needs - got for side in sorted(sides) for x, got in covered(state, side) if x.nation == nation)


@clause("6.4.1.1.b")
def out_of_turn(state: State, side: str, origin: str) -> Refusal | None:
    """6.4.1.1 The refusal for merchants from a port while a more important source of the same nation, which has transports at
    hand, lacks some; who is bound to no source waits for all."""
    nations = {x.nation for x in demands(state, side) if x.source == origin}
    for source, got in covered(state, side):
        if source.source == origin:
            return None
        if (not nations or source.nation in nations) and got < source.needs and available(state, side, source.source) != 0:
            detail = facts(lacks=source.needs - got, needs=source.needs)
            return Refusal("6.4.1.1.b", "more-important-first", (source.source,), detail)
    return None


def next_slow(state: State, side: str, origin: str) -> bool:
    """Whether the next convoy from a port is a slow one, as its row of trade says."""
    return next((x.slow for x, got in covered(state, side) if x.source == origin and got < x.needs), False)


def sailed(state: State) -> dict[str, int]:
    """Merchants that have sailed for each source that asks once, with those ordered now."""
    found = dict(state.traded)
    for x, got in (pair for side in state.sides for pair in covered(state, side)):
        if x.turn:
            found[x.key] = found.get(x.key, 0) + got
    return found
