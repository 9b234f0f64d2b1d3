"""Islands: the units that may be stationed on one, and how its garrison is raised (6.5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import State
from ...state.territories import on_true_island, territory_at
from ...state.troops import COAST_GUNS, FLAK_GUNS, Troop, store_key
from ..missions.loading import (
    counts_stores,
    crossing_arrows,
    joined_by_land,
    why_busy,
    why_not_formed,
)
from ..missions.mission_members import fleet_of
from ..registry import checks
from .unit_limits import stacking_limit


def full_divisions(troops: Iterable[Troop]) -> tuple[str, ...]:
    """Return the formations of full strength among some troops. Fixed guns and special forces do
    not count."""
    return tuple(
        sorted(
            {
                x.formation
                for x in troops
                if x.formation and not (x.garrison or x.fixed or x.special)
            }
        )
    )


@clause("6.5.3.a")
def units_taking_room(troops: Sequence[Troop]) -> tuple[str, ...]:
    """Return everything that takes an island's room for one division (6.5.3): each formation, and
    each land unit outside formations except partisans, vehicles, guns, garrisons and special
    forces."""
    loose = (
        x.id
        for x in troops
        if not (
            x.formation or x.garrison or x.fixed or x.special or x.partisan or x.kind == "TRUCK"
        )
    )
    return (*full_divisions(troops), *sorted(loose))


def troops_named(
    order: o.Station | o.Reinforce, state: State, side: str
) -> tuple[list[Troop], list[Refusal]]:
    """Return the land units that an order names, and a refusal for each name that is not one of the
    side's own."""
    found = [
        x
        for id in order.troops
        if (x := state.troops.get(id)) is not None and x.side == side and x.present
    ]
    known = {x.id for x in found}
    return found, [
        Refusal("6.1.a", "no-such-troops", (id,)) for id in order.troops if id not in known
    ]


@checks(o.Station)
def check_station(state: State, side: str, order: o.Station) -> Verdict:
    """Check that land units may be based at a friendly port, which they are in or can march to
    (6.5.3). Units of its reserve join those that hold it, and supplies of the reserve may be
    assigned to them. An island has room for one division or a garrison, and guns."""
    troops, faults = troops_named(order, state, side)
    port = territory_at(state, order.port)
    if port is None or port.side != side:
        return refuse(*faults, Refusal("6.5.3.a", "port-not-friendly", (order.port,)))
    faults += [f for x in troops for f in why_not_station(state, side, x, order.port)]
    have = state.stores.get(store_key(side, order.port), 0)
    if order.supplies > have and counts_stores(state, side):
        faults.append(
            Refusal(
                "6.3.4.1.b", "no-such-stores", (order.port,), facts(have=have, needs=order.supplies)
            )
        )
    there = {x.id: x for x in (*troops_holding(state, side, order.port), *troops)}
    return refuse(
        *faults, *(island_faults(state, order.port, there.values()) if port.island else ())
    )


def troops_holding(state: State, side: str, port: str) -> Iterator[Troop]:
    """Yield the land units of a side that hold a port. Those in its Army Reserve do not count."""
    return (x for x in state.troops_at(port, side) if not x.reserve)


@clause("6.3.4.a")
def why_not_station(state: State, side: str, x: Troop, port: str) -> Iterator[Refusal]:
    """Yield the refusals for stationing a land unit at a port (6.3.4): it has other orders, is not
    formed yet, is built in elsewhere, or would have to cross the sea, which needs transports or a
    Crossing Arrow."""
    yield from (
        f for f in (why_busy(state, x), why_not_formed(state, x, "6.3.6.2.d")) if f is not None
    )
    if x.fixed and not (x.reserve and x.at == port):
        yield Refusal("6.5.3.1.c", "stands-where-built", (x.id,))
    elif (
        x.at
        and not joined_by_land(state, side, x.at, port)
        and frozenset((x.at, port)) not in crossing_arrows(state)
    ):
        yield Refusal("6.3.4.a", "over-the-sea", (x.id, port), facts(at=x.at))


def unloaded_on(
    state: State, side: str, island: str, cargo: Iterable[str], counted: tuple[Troop, ...] = ()
) -> list[Refusal]:
    """Return the refusals for bringing units to an island over the sea (6.5.3). They count together
    with the units that hold it, those that other missions bring, and those that are only a number
    in the position. A reserve takes any number."""
    under_way = {
        u
        for m in state.missions.values()
        if m.side == side and m.target == island
        for hold in m.cargo
        for u in hold
    }
    coming = {
        x.id: x
        for u in (*cargo, *sorted(under_way))
        if (x := state.troops.get(u)) is not None and not x.reserve
    }
    there = {x.id: x for x in troops_holding(state, side, island)}
    return island_faults(state, island, (*{**there, **coming}.values(), *counted))


@clause("6.5.3.a", "6.5.3.1.a", "6.5.3.1.c")
def crowded_out(state: State, side: str, port: str, arriving: Iterable[str]) -> tuple[str, ...]:
    """Return the units for which an island has no room besides those that hold it, in the order of
    their arrival (6.5.3). Empty for a territory that is not an island, and for a reserve."""
    if not on_true_island(state, port):
        return ()
    there = list(troops_holding(state, side, port))
    out = []
    for x in (state.troops[u] for u in dict.fromkeys(arriving) if u in state.troops):
        if x in there or x.reserve:
            continue
        if island_faults(state, port, (*there, x)) == island_faults(state, port, there):
            there.append(x)
        else:
            out.append(x.id)
    return tuple(out)


@clause("6.5.3.a", "6.5.3.1.a", "6.5.3.1.c")
def island_faults(state: State, island: str, troops: Iterable[Troop]) -> list[Refusal]:
    """Return the refusals for too many units on an island: two divisions or garrisons, a division
    beside a garrison, too many guns (6.5.3, 6.5.3.1)."""
    listed = list(troops)
    whole = units_taking_room(listed)
    held = sorted({x.formation or x.id for x in listed if x.garrison})
    faults = []
    if len(whole) > stacking_limit(state.rulings, "divisions on an island"):
        faults.append(Refusal("6.5.3.a", "one-division", (island, *whole)))
    if len(named := sorted({x.formation for x in listed if x.garrison} - {""})) > stacking_limit(
        state.rulings, "divisions on an island"
    ):
        faults.append(Refusal("6.5.3.1.a", "one-garrison", (island, *named)))
    if whole and held:
        faults.append(Refusal("6.5.3.1.a", "garrison-or-division", (island, *held, *whole)))
    for kinds, limit in ((COAST_GUNS, "fixed coast guns"), (FLAK_GUNS, "fixed anti-aircraft guns")):
        guns = tuple(x.id for x in listed if x.kind in kinds)
        if len(guns) > stacking_limit(state.rulings, limit):
            faults.append(
                Refusal(
                    "6.5.3.1.c",
                    "too-many-guns",
                    (island,),
                    facts(guns=len(guns), most=stacking_limit(state.rulings, limit)),
                )
            )
    return faults


@clause("6.5.3.g", "6.5.3.a")
def too_many_divisions(
    state: State, port: str, troops: Iterable[str], later: Iterable[str] = ()
) -> Refusal | None:
    """Return the refusal for a second division that would land on an island, in the attack or
    *later*, else ``None`` (6.5.3). Special forces may land besides the one."""
    if not on_true_island(state, port):
        return None
    limit = stacking_limit(state.rulings, "divisions on an island")
    first = [state.troops[x] for x in troops if x in state.troops]
    if len(whole := units_taking_room(first)) > limit:
        return Refusal("6.5.3.g", "one-division-attacks", whole)
    whole = units_taking_room([*first, *(state.troops[x] for x in later if x in state.troops)])
    return Refusal("6.5.3.a", "one-division", (port, *whole)) if len(whole) > limit else None


@clause("6.5.3.g", "6.5.3.a")
def crowding(
    state: State, side: str, place: str, troops: Iterable[str], later: Iterable[str] = ()
) -> Refusal | None:
    """6.5.3 The caution that an order sends a second division against an island, with all that the
    side's orders already send against it by sea or over a Crossing Arrow."""
    sailing = [
        m
        for m in state.missions.values()
        if m.kind == "invasion" and (m.side, m.target) == (side, place)
    ]
    arrows = [i for i in state.invasions if i.crossing and (i.side, i.port) == (side, place)]
    fleets = (*(fleet_of(m) for m in sailing), *arrows)
    first = dict.fromkeys((*(x for i in fleets for x in i.troops), *troops))
    return too_many_divisions(state, place, first, (*(x for m in sailing for x in m.later), *later))


@checks(o.Raise)
@clause("6.5.3.1.b")
def check_raise(state: State, side: str, order: o.Raise) -> Verdict:
    """Check that a new division stays within the force limit. An island garrison does not count
    towards it (6.5.3.1)."""
    port = territory_at(state, order.port)
    if port is None or port.side != side:
        return refuse(Refusal("6.5.3.1.b", "port-not-friendly", (order.port,)))
    faults: list[Refusal | None] = []
    if order.what == "division":
        have = len(full_divisions(x for x in state.troops.values() if x.side == side and x.present))
        limit = state.limits.get(side)
        if limit is not None and have >= limit:
            faults.append(Refusal("6.5.3.1.b", "force-limit", (), facts(have=have, most=limit)))
    elif not port.island:
        faults.append(Refusal("6.5.3.1.b", "no-island", (order.port,)))
    if port.island:
        faults += island_faults(
            state,
            order.port,
            (*troops_holding(state, side, order.port), *troops_raised(state, side, order)),
        )
    return refuse(*faults)


GARRISONED = 5
"""Strength of a unit of an island garrison, half of a full unit's (6.5.3.1)."""


def troops_raised(state: State, side: str, order: o.Raise) -> tuple[Troop, ...]:
    """Return the units that an order raises: a garrison's at 5 of 10 (6.5.3.1)."""
    garrison = order.what == "garrison"
    number = 1 + sum(
        1
        for x in state.troops.values()
        if x.side == side and x.formation.startswith(f"{order.what} ")
    )
    formation = f"{order.what} {number}"
    stem = f"{side[:2].upper()}-{order.what[:3].upper()}{number}"
    return tuple(
        Troop(
            f"{stem}-{n}",
            f"{formation} of {side}, {n}",
            side,
            "",
            "INF",
            order.port,
            strength=GARRISONED if garrison else 10,
            full=10,
            formation=formation,
            garrison=garrison,
        )
        for n in range(1, stacking_limit(state.rulings, "units in a division") + 1)
    )
