"""Candidates for port attacks, landings and reactions."""

from __future__ import annotations

from collections.abc import Iterator

from .. import orders as o
from ..rules.assault.islands import check_raise, check_station
from ..rules.assault.landings import invasion_of
from ..rules.assault.legality import check_attack, check_port_attack, check_reinforce, taken_up
from ..rules.assault.unit_limits import air_within_limits, at_base, sent_over, split_by_role
from ..rules.assault.yards import check_repair
from ..rules.interception.search import active_in_port, base_place, free_to_fly, squares_between
from ..rules.missions.bombardment import MOST_SHIPS, check_bombard
from ..state import Plane, State
from ..state.territories import held_territories

PORTS = 3
"""The most ports for which an attack is considered, those with the nearest aircraft first."""


def assault_candidates(state: State, side: str) -> Iterator[o.Order]:
    """Yield candidates: the landing of each invasion with available aircraft, bombardments for and
    against it, reactions, strikes on enemy ports in range."""
    planes = [p for p in state.planes.values() if p.side == side and p.role != "reconnaissance"]
    yield from reactions_to_attacks(state, side, planes)
    for port, ours in dict.fromkeys((i.port, i.side == side) for i in state.invasions):
        if ours:
            able = [p for p in planes if check_attack(state, side, o.Attack(port, air=(p.id,)))]
            air = tuple(p.id for p in air_within_limits(state.rulings, able))
            for attack in (o.Attack(port, air=air), o.Attack(port)):
                if check_attack(state, side, attack):
                    yield attack
                    break
        else:
            for troop in (x for x in state.troops.values() if x.side == side):
                order = o.Reinforce(port, (troop.id,))
                if check_reinforce(state, side, order):
                    yield order
        yield from bombard_candidates(state, side, port)
    yield from strike_candidates(state, side)


def reactions_to_attacks(state: State, side: str, planes: list[Plane]) -> Iterator[o.Order]:
    """Yield a reaction with all available aircraft to each announced enemy attack, once for
    each."""
    for place in dict.fromkeys(a.port for a in state.assaults if a.side != side):
        if not sent_over(state, place, side):
            away = (p for p in planes if not at_base(state, p, place))
            able = [
                p for p in away if check_reinforce(state, side, o.Reinforce(place, air=(p.id,)))
            ]
            if able:
                yield o.Reinforce(
                    place, air=tuple(p.id for p in air_within_limits(state.rulings, able))
                )


def aircraft_at_hand(state: State, side: str) -> list[Plane]:
    """Return the aircraft that may be named for an attack."""
    busy = taken_up(state)
    return [
        p
        for p in state.planes.values()
        if p.side == side and free_to_fly(state, p) and p.id not in busy
    ]


def bombard_candidates(state: State, side: str, port: str) -> Iterator[o.Order]:
    """Yield a bombardment by all ships that may, at most eight, once for each invasion."""
    if any(
        place == port and state.ships[u].side == side
        for place, u in state.bombarding
        if u in state.ships
    ):
        return
    near = {x for i in state.invasions if i.port == port for x in i.ships} | {
        s.id for s in active_in_port(state, port, side)
    }
    ships = (s.id for s in state.side_ships(side) if s.id in near and not s.fixed)
    able = tuple(x for x in ships if check_bombard(state, side, o.Bombard(port, (x,))))
    order = o.Bombard(port, able[:MOST_SHIPS])
    if able and check_bombard(state, side, order):
        yield order


def strike_candidates(state: State, side: str) -> Iterator[o.Order]:
    """Yield strikes by bombers on enemy ports in range with worthwhile targets, escorted by
    fighters."""
    found, idle = 0, aircraft_at_hand(state, side)
    for port in sorted(state.ports.values(), key=lambda p: p.name):
        if port.side in ("", side) or not (port.yard or port.factories or port.refineries):
            continue
        able = [
            p
            for p in idle
            if (far := squares_between(state, base_place(state, p), port.name)) is not None
            and far <= p.reach
            and check_port_attack(state, side, o.PortAttack(port.name, (p.id,)))
        ]
        fighters, bombers = split_by_role(able)
        if bombers:
            yield o.PortAttack(
                port.name,
                tuple(p.id for p in air_within_limits(state.rulings, [*fighters, *bombers])),
            )
            found += 1
        if found == PORTS:
            return


def logistics_candidates(state: State, side: str) -> Iterator[o.Order]:
    """Yield orders of Logistics: damaged yards to repair, islands to garrison, troops and guns of
    an island's reserve that can hold it."""
    for port in sorted(held_territories(state), key=lambda p: p.name):
        if port.side != side:
            continue
        if check_repair(state, side, o.RepairYard(port.name)):
            yield o.RepairYard(port.name)
        raised = o.Raise("garrison", port.name)
        if (
            port.island
            and not state.troops_at(port.name, side)
            and check_raise(state, side, raised)
        ):
            yield raised
        for x in (x for x in state.troops_at(port.name, side) if x.reserve and port.island):
            if check_station(state, side, o.Station((x.id,), port.name)):
                yield o.Station((x.id,), port.name)


def can_order_landing(state: State, side: str, order: o.Attack) -> bool:
    """Return True when an attack order belongs to an invasion with troops, and that landing may
    still be ordered."""
    inv = invasion_of(state, order.port, side)
    return inv is not None and bool(inv.troops)
