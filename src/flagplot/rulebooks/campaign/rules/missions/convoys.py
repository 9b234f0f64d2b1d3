"""6.3.4, 6.3.5 Convoys: what they may load, where they sail, and their escorts."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import Ship, State
from ..groups import crew, group_faults, may_sail
from ..movement.courses import calls_at, legs_of, route_refusals, stops_of, unfriendly_calls
from ..movement.reach import overfull, too_far
from ..movement.routes import cost, passage_of
from ..movement.shortest import suggest
from ..pools import too_few

TRANSPORT_ENDURANCE = 10
MOST_MERCHANTS = 8
"""6.1.6, 6.3.4.5 Merchants or tankers in one convoy."""


@clause("6.1.8.4.a", "6.2.4")
def check_convoy(state: State, side: str, order: o.Convoy) -> Verdict:
    """6.3.4, 6.3.5 A convoy between friendly ports within the transports' Endurance of 10 a stretch, and its escort."""
    ships, missing = crew(state, side, order.escorts)
    faults: list[Refusal | None] = list(missing)
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.extend(group_faults(ships, with_transports=True))
    if order.number < 1:
        faults.append(Refusal("6.3.4.1.a", "empty-convoy"))
    faults.append(convoy_too_large(order.number, merchants=order.load == "merchants", tankers=order.load == "tankers"))
    for port in (order.origin, order.target):
        if port not in state.ports:
            faults.append(Refusal("6.3.4.1.a", "not-a-port", (port,)))
        elif not state.friendly(side, port):
            faults.append(Refusal("6.3.4.1.a", "port-not-friendly", (port,)))
    faults.extend(unfriendly_calls(state, side, order.calls))
    faults.extend(_convoy_return(state, side, ships, order))
    faults.append(overfull(state, side, order.returns or order.target, ships) if ships else None)
    for s in ships if order.origin in state.ports else ():
        faults.extend(_to_the_loading_port(state, side, s, order.origin))
    faults.append(too_few(state, side, order.origin, order.number))
    route_bad = route_refusals(state, side, ships, order, frozenset((*stops_of(order), *order.calls)))
    faults.extend(route_bad)
    if not route_bad:
        p = passage_of(state, side, ships)
        for leg in legs_of(state, ships, order):
            faults.extend(too_far(p, leg, ships, "convoy"))
            needs = cost(p, leg).range
            if needs > TRANSPORT_ENDURANCE:
                detail = facts(range=TRANSPORT_ENDURANCE, needs=needs)
                faults.append(Refusal("6.3.4.1.e", "transports-too-far", (leg[-1],), detail))
    return refuse(*faults)


@clause("6.1.6.b", "6.3.4.5.a", "6.3.4.5.b")
def convoy_too_large(number: int, *, merchants: bool, tankers: bool) -> Refusal | None:
    """6.1.6, 6.3.4.5 The refusal for more than 8 merchants or tankers in a convoy; transports are not so limited."""
    if number <= MOST_MERCHANTS or not (merchants or tankers):
        return None
    where, *also = ("6.1.6.b", "6.3.4.5.a") if merchants else ("6.3.4.5.b",)
    return Refusal(where, "convoy-too-large", (), facts(number=number, most=MOST_MERCHANTS), also=tuple(also))


def _convoy_return(state: State, side: str, ships: list[Ship], order: o.Convoy) -> tuple[Refusal, ...]:
    """6.3.7, 6.3.5 Escorts go back to their home, stay at the destination, or take a friendly port along the route as base."""
    back = order.returns
    if not back:
        return ()
    if back not in state.ports or not state.friendly(side, back):
        return (Refusal("6.3.3.2.b", "return-not-friendly", (back,)),)
    if back in (order.origin, order.target) or calls_at(order, back) or all(s.base == back for s in ships):
        return ()
    return (Refusal("6.3.7.a", "return-not-on-route", (back,)),)


def _to_the_loading_port(state: State, side: str, ship: Ship, port: str) -> tuple[Refusal, ...]:
    """6.3.5 An escort first sails to a port where the convoy loads, a leg of its own within Endurance (HR-15)."""
    if ship.base == port:
        return ()
    p = passage_of(state, side, [ship])
    leg = suggest(p, ship.base, port)
    return too_far(p, leg, [ship], "convoy") if leg else (Refusal("6.3.5.c", "no-way-to-the-convoy", (ship.id, port)),)
