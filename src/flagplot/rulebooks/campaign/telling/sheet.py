"""The shipping sheet of a side: its pools, the merchants its trade needs, each convoy, its cargo and who escorts it how far."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display import Clause
from flagplot.table.words import join

from ..nouns.names import name
from ..rules.pools import holder_of
from ..rules.trade import convoys_for, covered
from ..state import SUPPLIES, Mission, State


def sheet(view: State, side: str) -> Iterator[Clause]:
    """The lines of the sheet; none for a side without shipping."""
    pools = [(pool, nation, n) for key, n in view.pools.items() for holder, nation, pool in [holder_of(key)] if holder == side]
    if pools:
        said = join(f"{pool}{f' ({nation})' if nation else ''} {n}" for pool, nation, n in sorted(pools))
        yield Clause(f"Transports: {said}.", "6.2.1")
    for rank, (source, got) in enumerate(covered(view, side), 1):
        lacks = source.needs - got
        what = f"{source.name or source.source}: {source.needs} {'slow ' if source.slow else ''}merchants from {source.source}"
        more = f", {lacks} lacking, {convoys_for(lacks)} more to order" if lacks else ", all ordered"
        yield Clause(f"Trade {rank}, {what}{more}.", "6.4.1.1")
    for m in view.missions.values():
        if m.side == side and m.transports and m.status != "ended":
            yield Clause(f"{m.id}: {'; '.join(convoy(view, m))}.", "6.3.4")
    costs = [f"{view.ledger[key]} {what}" for key, what in ((f"{side}/sw", "PPs of damage"), (f"{side}/oil", "Oil Units brought"))
             if view.ledger.get(key)]  # fmt: skip
    if costs:
        yield Clause(f"So far: {join(costs)}.", "6.5.1.6")


def convoy(view: State, m: Mission) -> Iterator[str]:
    """What a convoy is, carries and is escorted by."""
    load = "merchants" if m.merchants else "tankers" if m.tankers else "transports"
    yield f"{m.transports} {load} from {name(view, m.origin)} to {name(view, m.target)}"
    aboard = [x for hold in m.cargo for x in hold]
    loads = aboard.count(SUPPLIES)
    carried = [name(view, x) for x in aboard if x != SUPPLIES] + ([f"{loads} loads of supplies"] if loads else [])
    if carried:
        yield f"carrying {join(carried)}"
    partly = {u for leg in m.legs for u in leg.units}
    whole = [name(view, u) for u in m.units if u not in partly]
    if whole:
        yield f"escorted all the way by {join(whole)}"
    for leg in m.legs:
        what = [f"{leg.transports} that join it"] if leg.transports else []
        who = join([*what, *(name(view, u) for u in leg.units)])
        yield f"{who} from {name(view, leg.route[0])} to {name(view, leg.route[-1])}"
    over = [name(view, p.id) for p in view.planes.values() if p.cap == m.id]
    if over:
        yield f"over it {join(over)}"
