"""The shipping sheet of a side: its pools, the merchants its trade needs, each convoy, its cargo and who escorts it how far."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display import Clause
from flagplot.table.words import join

from .. import orders as o
from ..nouns.names import name
from ..rules.missions.escorts import loading_ways, stretches
from ..rules.missions.invasions import holds_of, legs_of_invasion, transports_a_unit
from ..rules.missions.loading import stowed
from ..rules.movement.routes import cost, passage_of
from ..rules.pools import available, holder_of
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


def foretold(view: State, side: str, order: o.Order) -> Iterator[Clause]:
    """What a legal order of shipping will do: how far escorts go with a convoy, what its cargo takes, what an invasion needs."""
    if isinstance(order, o.Escort):
        m = view.missions[order.missions[0]]
        way = loading_ways(m)[order.origin or m.origin]
        p = passage_of(view, side, [view.ships[u] for u in order.units])
        for leg in stretches(view, side, m, order):
            who, ends = join(name(view, u) for u in leg.units), (name(view, leg.route[0]), name(view, leg.route[-1]))
            far = f"Range {cost(p, leg.route).range} of {cost(p, way).range}"
            yield Clause(f"{who} with it from {ends[0]} to {ends[1]}, {far}; then at {leg.returns or 'home'}.", "6.3.5")
    elif isinstance(order, o.Convoy) and (order.cargo or order.supplies):
        holds = stowed(view, order.cargo, order.supplies)
        yield Clause(f"The cargo takes {len(holds)} of {order.number} transports.", "6.3.4.4")
    elif isinstance(order, o.Invade):
        legs = legs_of_invasion(view, [view.ships[u] for u in order.escorts], side, order)
        normal, needs = transports_a_unit(view.rulings, legs), len(holds_of(view, order, legs))
        have = available(view, side, order.origin, order.nation)
        said = f"Staging leg Range {legs.staging}, landing leg Range {legs.landing}: {normal} transports a unit, {needs} in all"
        yield Clause(said + (f" of {have}." if have is not None else "."), "6.3.6.1")
