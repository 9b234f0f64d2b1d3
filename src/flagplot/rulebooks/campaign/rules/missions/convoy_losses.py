"""Convoys as they are played: parts, escorts and aircraft added; what a battle leaves of them;
unloading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from flagplot.table import Table, clause

from ... import orders as o
from ...state import OIL, SUPPLIES, Mission, State
from ...state.battle import SeaBattle
from ..assault.islands import crowded_out
from ..pools import draw
from ..registry import carries
from ..scoring import landing_points, shipping_points
from . import events as e
from .convoys import joining_leg
from .escorts import setting_out, stretches
from .loading import laden
from .mission_members import destination_lost, loading_ports, transport_ids, transports_with


def join_part(t: Table[State], side: str, order: o.Convoy) -> None:
    """A part of a convoy is written into the convoy it joins."""
    s = t.state
    leg = joining_leg(s, order, s.missions[order.joins])
    drawn = draw(s, side, order.origin, order.total, order.nation)
    first, *others = setting_out(s, side, leg)
    t.record(
        e.PartJoined(
            side,
            order.joins,
            first,
            drawn,
            laden(s, order),
            refuel=order.refuel,
            merchants=order.load == "merchants",
            tankers=order.has_tankers,
        )
    )
    for escorts in others:
        t.record(e.EscortGiven(side, order.joins, escorts))


@carries(o.Escort)
def give_escort(t: Table[State], side: str, order: o.Escort) -> None:
    """Ships are assigned to a convoy, each for its stretch."""
    m = t.state.missions[order.missions[0]]
    for stretch in stretches(t.state, side, m, order):
        for leg in setting_out(t.state, side, stretch):
            t.record(e.EscortGiven(side, m.id, leg))


def afloat_after(before: State, m: Mission, b: SeaBattle) -> dict[int, str]:
    """Return the transports of a mission after its battle, by number: their ids, those that were
    not in it among them. In a guess, whose lots are not the game's, those that were seen in the
    battle stand for others, each for one."""
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
    """6.5.1.6 What a battle has cost in shipping: 100 PPs for each merchant turned back or sunk, 10
    for each point of damage to one still afloat; what was carried is lost or turned back with its
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
    """Return the PPs of damage for merchants and tankers of a convoy, by their numbers: those
    turned back or sunk, and points of damage to those afloat (6.5.1.6)."""
    if not (m.merchants or m.tankers):
        return 0
    table, tankers = state.rulings.table("campaign.sw-damage"), m.tanker_numbers

    def price(row: str, i: int) -> int:
        return int(table.cell(row, "tanker" if i in tankers else "merchant"))

    lost = sum(price("turned back or sunk", i) for i in foiled)
    return lost + sum(n * price("point of damage", i) for i, n in hits.items())


BULK = (SUPPLIES, OIL)
"""Cargo of which each transport has a load of its own."""


Holds = tuple[tuple[str, ...], ...]


def shared_fate(
    state: State, m: Mission, afloat: frozenset[int], going: frozenset[int]
) -> tuple[Holds, Holds, Holds, tuple[str, ...], tuple[tuple[str, int], ...]]:
    """What a battle makes of a cargo: what goes on, by transport; what is lost, what turns back and
    where to, units hurt.

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


@clause("6.3.4.2.b", "6.5.1.6.f")
def unload(t: Table[State], m: Mission) -> None:
    """6.3.4.2, 6.5.1.6 A convoy that has arrived unloads; each tanker that arrives, damaged or not,
    delivers an Oil Unit."""
    if destination_lost(t.state, m):
        turned_away(t, m)
    elif m.cargo or (m.tankers and m.transports):
        land(t, m, m.cargo, oil=len(m.tanker_numbers))


@clause("6.5.1.6.b", "6.5.1.6.c")
def turned_away(t: Table[State], m: Mission) -> None:
    """6.5.1.6 A convoy whose port was lost meanwhile has failed: its cargo comes back to where it
    was loaded, and merchants count as turned back."""
    bring_back(t, m, m.cargo)
    if m.transports and (m.merchants or m.tankers):
        pps = trade_bill(t.state, m, range(m.transports), {})
        t.record(e.ShippingHit(m.side, m.id, 0, m.transports, 0, pps))
        shipping_points(t, m.side, pps, 0)


def bring_back(t: Table[State], m: Mission, holds: Holds, clause: str = "6.3.4.2.b") -> None:
    """Cargo of a mission comes back, each hold to the port where it was loaded."""
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
def land(
    t: Table[State], m: Mission, holds: Holds, *, oil: int = 0, clause: str = "6.3.4.2.b"
) -> None:
    """6.3.4.2, 6.5.3 Cargo of a mission goes ashore where it was bound; what an island has no room
    for by now comes back."""
    stays = (
        ()
        if m.inland
        else crowded_out(t.state, m.side, m.target, (x for hold in holds for x in hold))
    )
    ashore = tuple(tuple(x for x in hold if x not in stays and x != OIL) for hold in holds)
    t.record(e.CargoLanded(m.side, m.id, m.target, ashore, oil, clause))
    put_ashore_points(t, replace(m, cargo=ashore))
    bring_back(t, m, tuple(tuple(x for x in hold if x in stays) for hold in holds), "6.5.3.a")


def put_ashore_points(t: Table[State], m: Mission) -> None:
    """Scenario rule: points for the troops that a mission has put ashore where it was bound."""
    landed = tuple(
        dict.fromkeys(
            x for hold in m.cargo for x in hold if x in t.state.troops and t.state.troops[x].present
        )
    )
    if landed:
        landing_points(t, m.side, m.target, landed)


@clause("6.3.6.4.c")
def end_invasion(t: Table[State], m: Mission) -> None:
    """6.3.6 An invasion is over: where the territory is won its force is ashore there, those of
    later waves among them; else what is left comes back to the port it sailed from."""
    if m.cargo and not destination_lost(t.state, m):
        land(t, m, m.cargo, clause="6.3.6.4.c")
    elif m.cargo:
        bring_back(t, m, m.cargo, "6.3.6.4.c")
