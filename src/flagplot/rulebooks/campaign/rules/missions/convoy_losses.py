"""Convoys in play: parts, escorts and aircraft added, the losses of a battle, unloading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from flagplot.table import Table, clause

from ... import orders as o
from ...state import OIL, SUPPLIES, Mission, State
from ...state.battle import SeaBattle
from ..assault.islands import crowded_out
from ..pools import draw_transports
from ..registry import carries
from ..scoring import landing_points, shipping_points
from . import events as e
from .convoys import joining_leg
from .escorts import setting_out, stretches
from .loading import cargo_by_transport
from .mission_members import destination_lost, loading_ports, transport_ids, transports_with


def join_part(t: Table[State], side: str, order: o.Convoy) -> None:
    """Write a part of a convoy into the convoy that it joins."""
    s = t.state
    leg = joining_leg(s, order, s.missions[order.joins])
    drawn = draw_transports(s, side, order.origin, order.total, order.nation)
    first, *others = setting_out(s, side, leg)
    t.record(
        e.PartJoined(
            side,
            order.joins,
            first,
            drawn,
            cargo_by_transport(s, order),
            refuel=order.refuel,
            merchants=order.load == "merchants",
            tankers=order.has_tankers,
        )
    )
    for escorts in others:
        t.record(e.EscortGiven(side, order.joins, escorts))


@carries(o.Escort)
def give_escort(t: Table[State], side: str, order: o.Escort) -> None:
    """Assign ships to a convoy, each for its stretch of the route."""
    m = t.state.missions[order.missions[0]]
    for stretch in stretches(t.state, side, m, order):
        for leg in setting_out(t.state, side, stretch):
            t.record(e.EscortGiven(side, m.id, leg))


def afloat_after(before: State, m: Mission, b: SeaBattle) -> dict[int, str]:
    """Return the ids of a mission's transports still afloat after its battle, by number, those that
    were not in the battle included. In a determinised state the ids differ from the game's, and
    each transport seen in the battle stands for another one."""
    ids = list(transport_ids(before, m))
    met = set(transports_with(m, b.where))
    strange = (u.id for u in b.units if u.id.startswith(f"{m.id}-T") and u.id not in ids)
    for i, id in zip([i for i in sorted(met) if not b.has(ids[i])], strange, strict=False):
        ids[i] = id
    return {i: id for i, id in enumerate(ids) if i not in met or (b.has(id) and b.unit(id).alive)}


@clause("6.5.1.6.c", "6.5.1.6.d", "6.5.1.6.e", "6.5.1.6.b")
def count_shipping(
    t: Table[State], m: Mission, b: SeaBattle, afloat: dict[int, str], going: frozenset[int]
) -> None:
    """Record the losses of shipping in a battle (6.5.1.6): 100 PPs for each merchant turned back or
    sunk, 10 for each point of damage to one still afloat. Cargo is lost or turned back with its
    transport (HR-30)."""
    if not m.transports:
        return
    sunk, back = m.transports - len(afloat), len(afloat) - len(going)
    hits = (
        {i: b.unit(id).lost for i, id in afloat.items() if b.has(id)}
        if m.merchants or m.tankers
        else {}
    )
    damage, pps = (
        sum(hits.values()),
        trade_bill(t.state, m, frozenset(range(m.transports)) - going, hits),
    )
    kept, lost, home, ports, hurt = shared_fate(t.state, m, frozenset(afloat), going)
    t.record(e.ShippingHit(m.side, m.id, sunk, back, damage, pps, kept, lost, home, ports, hurt))
    shipping_points(t, m.side, pps, len(going))


@clause("6.5.1.6.c", "6.5.1.6.d", "6.5.1.6.e")
def trade_bill(state: State, m: Mission, foiled: Iterable[int], hits: Mapping[int, int]) -> int:
    """Return the PPs of damage for the merchants and tankers of a convoy, by their numbers
    (6.5.1.6). *foiled* were turned back or sunk; *hits* are points of damage to those afloat."""
    if not (m.merchants or m.tankers):
        return 0
    table, tankers = state.rulings.table("campaign.sw-damage"), m.tanker_numbers

    def price(row: str, i: int) -> int:
        return int(table.cell(row, "tanker" if i in tankers else "merchant"))

    lost = sum(price("turned back or sunk", i) for i in foiled)
    return lost + sum(n * price("point of damage", i) for i, n in hits.items())


BULK = (SUPPLIES, OIL)
"""Cargo of which each load has a transport of its own."""


Holds = tuple[tuple[str, ...], ...]


def shared_fate(
    state: State, m: Mission, afloat: frozenset[int], going: frozenset[int]
) -> tuple[Holds, Holds, Holds, tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Return the results of a battle for a cargo: the holds that go on, those lost, those that turn
    back and to which ports, and the units hurt.

    A unit in several transports goes on with any of them, loses strength with each that is sunk,
    and is lost with the last.
    """
    holds = (*m.cargo, *(() for _ in range(m.transports - len(m.cargo))))
    where: dict[str, list[int]] = {}
    for i, hold in enumerate(holds):
        for x in hold:
            where.setdefault(f"{x} {i}" if x in BULK else x, []).append(i)
    lost, home, ports, hurt = [], [], [], []
    loaded = loading_ports(m)
    for x, here in where.items():
        bulk = x.rpartition(" ")[0]
        item = (bulk,) if bulk in BULK else (x,)
        sunk = sum(i not in afloat for i in here)
        if sunk == len(here):
            lost.append(item)
        elif not going.intersection(here):
            home.append(item)
            ports.append(loaded[here[0]])
        if 0 < sunk < len(here):
            hurt.append((x, -(-state.troops[x].strength * sunk // len(here))))
    return (
        tuple(holds[i] for i in sorted(going) if holds[i]),
        tuple(lost),
        tuple(home),
        tuple(ports),
        tuple(hurt),
    )


@clause("6.3.4.2.b", "6.5.1.6.b", "6.5.1.6.f", "6.5.1.3.a")
def unload_convoy(t: Table[State], m: Mission) -> None:
    """Unload a convoy that has arrived (6.3.4.2, 6.5.1.6). Each tanker that arrives, damaged or
    not, delivers an Oil Unit. Merchants and tankers that came through a battle have completed
    their mission, even if the port falls afterwards."""
    traded = m.status == "completed" and (m.merchants or m.tankers)
    if destination_lost(t.state, m) and not traded:
        turn_back_convoy(t, m)
    elif m.cargo or (m.tankers and m.transports):
        land_cargo(t, m, m.cargo, oil=len(m.tanker_numbers))


@clause("6.5.1.6.b", "6.5.1.6.c")
def turn_back_convoy(t: Table[State], m: Mission) -> None:
    """Turn back a convoy whose port was lost in the meantime (6.5.1.6). It has failed: its cargo
    returns to its loading ports, and its merchants count as turned back."""
    bring_cargo_back(t, m, m.cargo)
    if m.transports and (m.merchants or m.tankers):
        pps = trade_bill(t.state, m, range(m.transports), {})
        t.record(e.ShippingHit(m.side, m.id, 0, m.transports, 0, pps))
        shipping_points(t, m.side, pps, 0)


def bring_cargo_back(t: Table[State], m: Mission, holds: Holds, clause: str = "6.3.4.2.b") -> None:
    """Bring the cargo of a mission back, each hold to the port where it was loaded."""
    where = [
        (port, hold)
        for port, hold in zip(loading_ports(m), holds, strict=False)
        if hold and OIL not in hold
    ]
    for port in dict.fromkeys(port for port, _ in where):
        t.record(
            e.CargoLanded(
                m.side, m.id, port, tuple(hold for x, hold in where if x == port), clause=clause
            )
        )


@clause("6.5.3.a")
def land_cargo(
    t: Table[State], m: Mission, holds: Holds, *, oil: int = 0, clause: str = "6.3.4.2.b"
) -> None:
    """Land the cargo of a mission at its target (6.3.4.2, 6.5.3). Cargo for which an island has no
    room by now returns to its loading port."""
    stays = (
        ()
        if m.inland
        else crowded_out(t.state, m.side, m.target, (x for hold in holds for x in hold))
    )
    ashore = tuple(tuple(x for x in hold if x not in stays and x != OIL) for hold in holds)
    t.record(e.CargoLanded(m.side, m.id, m.target, ashore, oil, clause))
    put_ashore_points(t, replace(m, cargo=ashore))
    bring_cargo_back(t, m, tuple(tuple(x for x in hold if x in stays) for hold in holds), "6.5.3.a")


def put_ashore_points(t: Table[State], m: Mission) -> None:
    """Record the points of a scenario for the troops that a mission has put ashore at its
    target."""
    landed = tuple(
        dict.fromkeys(
            x for hold in m.cargo for x in hold if x in t.state.troops and t.state.troops[x].present
        )
    )
    if landed:
        landing_points(t, m.side, m.target, landed)


@clause("6.3.6.4.c")
def end_invasion(t: Table[State], m: Mission) -> None:
    """End an invasion (6.3.6). If the territory is won, its force is ashore there, later waves
    included; otherwise the rest returns to the port from which it sailed."""
    if m.cargo and not destination_lost(t.state, m):
        land_cargo(t, m, m.cargo, clause="6.3.6.4.c")
    elif m.cargo:
        bring_cargo_back(t, m, m.cargo, "6.3.6.4.c")
