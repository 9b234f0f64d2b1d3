"""Invasion orders: two legs with their scales, transports for every unit, landing craft, waves, and
the units that may take part (6.3.6)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from flagplot.table import Refusal, Rulings, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import HOME, SUPPLIES, Mission, Ship, State
from ...state.territories import territory_at
from ...state.troops import Troop, store_key
from ..assault.islands import crowding
from ..groups import group_faults, may_sail, ships_named
from ..movement.order_routes import passage_for, route_refusals, sailing_from, stops_of, whole_route
from ..movement.reach import too_far
from ..movement.routes import Cost, cut_in_legs, route_cost_in_range
from ..pools import draw_transports, why_too_few
from ..registry import checks
from .escorts import new_base
from .loading import built_in, counts_stores, why_busy, why_not_formed
from .mission_forming import code_name
from .patrols import check_gathering, gathering_legs

LONGEST = 4
"""The longest Range of either leg, the last row of the table (6.3.6.1)."""
LEAST = 2
"""The fewest transports that a unit needs (6.3.6.4)."""


class Legs(msgspec.Struct, frozen=True):
    """The Range of the leg to the staging area (0 without one) and of the leg from there to the
    invasion square."""

    staging: int
    landing: int


@clause("6.3.6.1.b", "6.3.6.1.d")
def legs_of_invasion(state: State, ships: list[Ship], side: str, order: o.Invade) -> Legs:
    """Return the Range of both legs, on the naval scale of the map (6.3.6.1). Without a staging
    area the first is 0. A landing next to the starting port has Range 1 (HR-14)."""
    p = passage_for(state, side, ships, order)
    parts: list[Cost] = [
        route_cost_in_range(p, leg)
        for leg in cut_in_legs(whole_route(state, ships, order), stops_of(order))
    ]
    staging = parts[0].range if order.stage and len(parts) > 1 else 0
    return Legs(staging, max(1, parts[-1].range) if parts else 1)


@clause("6.3.6.1.c", "6.3.6.1.f", "6.3.6.1.g", "6.3.6.1.h", "6.3.6.1.i", "6.3.6.4.a")
def transports_a_unit(rulings: Rulings, legs: Legs) -> int:
    """Return how many transports each unit needs: the sum of the table's entries for both legs, and
    at least 2 (6.3.6.1, 6.3.6.4)."""
    table = rulings.table("campaign.invasion-transports")
    staging = int(table.cell(str(min(LONGEST, legs.staging)), "staging"))
    return max(LEAST, staging + int(table.cell(str(min(LONGEST, legs.landing)), "landing")))


@clause("6.3.6.3.a", "6.3.6.3.b", "6.3.6.4.b", "6.3.6.4.c")
def transports_for(troop: Troop, normal: int, order: o.Invade) -> int:
    """Return how many transports of the pool one unit needs: 1 less at half strength, 1 in all for
    a unit that lands later (6.3.6.4). Each Landing Craft replaces a transport (6.3.6.3), but at
    least one real transport is needed (HR-32)."""
    if troop.id in order.later:
        return 1
    return max(1, normal - order.half - troop.landing_craft)


def holds_of(state: State, order: o.Invade, legs: Legs) -> tuple[tuple[str, ...], ...]:
    """Return the cargo of each transport of an invasion. A unit takes several, and a load of
    supplies as many as a unit without craft."""
    normal = transports_a_unit(state.rulings, legs)
    troops = (state.troops[x] for x in (*order.troops, *order.later))
    units = tuple((x.id,) for x in troops for _ in range(transports_for(x, normal, order)))
    loads = tuple(
        hold
        for _ in range(order.supplies)
        for hold in ((SUPPLIES,), *(() for _ in range(normal - 1)))
    )
    return (*units, *loads)


@checks(o.Invade)
@clause("6.3.6", "6.2.e")
def check_invade(state: State, side: str, order: o.Invade) -> Verdict:
    """Check one operation of troops, transports and warships: from a port, by way of a staging area
    if there is one, to a territory (6.3.6)."""
    ships, missing = ships_named(state, side, order.escorts)
    faults: list[Refusal | None] = list(missing)
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.extend(group_faults(ships, with_transports=True))
    if territory_at(state, order.target) is None:
        faults.append(
            Refusal("6.3.6", "no-territory-to-invade", (order.target,) if order.target else ())
        )
    elif state.friendly(side, order.target):
        faults.append(Refusal("6.3.6", "own-territory", (order.target,)))
    if order.origin not in state.ports:
        faults.append(Refusal("6.3.6.2.a", "not-a-port", (order.origin,)))
    elif not state.friendly(side, order.origin):
        faults.append(Refusal("6.3.6.2.a", "port-not-friendly", (order.origin,)))
    faults.append(_invaded_already(state, side, order))
    faults.extend(_check_force(state, side, order))
    faults.extend(_check_gathering(state, side, ships, order))
    if territory_at(state, order.target) is None or order.origin not in state.ports:
        return refuse(*faults)
    route_bad = route_refusals(state, side, ships, order, frozenset(stops_of(order)))
    faults.extend(route_bad)
    if not route_bad:
        faults.extend(_check_ranges(state, side, ships, order))
        faults.extend(new_base(state, side, ships, whole_route(state, ships, order), order.returns))
        legs = legs_of_invasion(state, ships, side, order)
        faults.extend(_check_waves(order, transports_a_unit(state.rulings, legs)))
        if all(x in state.troops for x in (*order.troops, *order.later)):
            needs = len(holds_of(state, order, legs))
            faults.append(why_too_few(state, side, order.origin, needs, order.nation, "6.2.e"))
    verdict = refuse(*faults)
    many = crowding(state, side, order.target, order.troops, order.later)
    return Verdict((), (many,)) if verdict and many is not None else verdict


@clause("6.3.6")
def _invaded_already(state: State, side: str, order: o.Invade) -> Refusal | None:
    """Return the refusal for a second invasion of a territory, else ``None`` (6.3.6): from the same
    port, or where the house rule allows only one (``second-invasion``) from another port."""
    ports = [
        m.origin
        for m in state.missions.values()
        if m.kind == "invasion" and m.side == side and m.target == order.target
    ]
    if not ports or (
        order.origin not in ports and state.rulings.switch("second-invasion") == "yes"
    ):
        return None
    rests = () if order.origin in ports else ("second-invasion",)
    return Refusal("6.3.6", "invaded-already", (order.target,), rests_on=rests)


@clause("6.3.6.1.a", "6.3.6.1.e")
def _check_ranges(state: State, side: str, ships: list[Ship], order: o.Invade) -> Iterator[Refusal]:
    """Check that neither leg is longer than Range 4, nor than the Operational Range of any escort
    that sails it (6.3.6.1). A ship that meets the fleet at its staging area has its own leg to
    it."""
    p = passage_for(state, side, ships, order)
    legs = legs_of_invasion(state, ships, side, order)
    for name, needs in (("staging", legs.staging), ("landing", legs.landing)):
        if needs > LONGEST:
            yield Refusal(
                "6.3.6.1.a",
                "invasion-leg-too-long",
                (order.target,),
                facts(leg=name, needs=needs, most=LONGEST),
            )
    for leg in cut_in_legs(whole_route(state, ships, order), stops_of(order)):
        yield from too_far(p, leg, sailing_from(ships, order, leg[0]), "invasion")


@clause("6.3.6.2.a", "6.3.6.2.c", "6.3.6.2.d")
def _check_force(state: State, side: str, order: o.Invade) -> Iterator[Refusal]:
    """Check that invaders stand formed in the territory of the port where they embark; reserves
    take no part (6.3.6.2)."""
    for id in (*order.troops, *order.later):
        troop = state.troops.get(id)
        if troop is None or troop.side != side or not troop.present:
            yield Refusal("6.1.a", "no-such-troops", (id,))
            continue
        yield from (
            f
            for f in (
                why_busy(state, troop),
                why_not_formed(state, troop, "6.3.6.2.d"),
                built_in(troop),
            )
            if f is not None
        )
        if troop.reserve:
            yield Refusal("6.3.6.2.c", "reserves-do-not-invade", (id,))
        if troop.at != order.origin:
            yield Refusal("6.3.6.2.a", "not-in-the-port", (id, order.origin), facts(at=troop.at))
    yield from _check_supplies(state, side, order)


@clause("6.3.6.2.c")
def _check_supplies(state: State, side: str, order: o.Invade) -> Iterator[Refusal]:
    """Check that the supplies are assigned to the formations at the port; those of a reserve do not
    sail (6.3.6.2)."""
    have = state.stores.get(store_key(side, order.origin, assigned=True), 0)
    if order.supplies > have and counts_stores(state, side):
        yield Refusal(
            "6.3.6.2.c", "reserves-stay", (order.origin,), facts(have=have, needs=order.supplies)
        )


def _check_gathering(
    state: State, side: str, ships: list[Ship], order: o.Invade
) -> tuple[Refusal, ...]:
    """Check that escorts sail from the port of embarkation, or meet the fleet at its staging area
    (6.3.3.1, 6.3.6)."""
    apart = tuple(s.id for s in ships if s.base != order.origin)
    if order.stage:
        if not state.friendly(side, order.stage):
            return (Refusal("6.3.3.1.b", "staging-not-friendly", (order.stage,)),)
        return check_gathering(
            state, side, [s for s in ships if s.base != order.origin], order.stage
        )
    return (Refusal("6.1.3.c", "joins-only-in-port", (*apart, order.origin)),) if apart else ()


@clause("6.3.6.4.d", "6.3.6.4.e")
def _check_waves(order: o.Invade, normal: int) -> Iterator[Refusal]:
    """Check the use of fewer transports, against any territory (HR-38, 6.3.6.4). It is at half
    strength when part of the force lands later, or when a unit needs only 2 anyway. A unit that
    needs only 2 may not land later."""
    if order.later and normal <= LEAST:
        yield Refusal("6.3.6.4.d", "half-strength-instead", order.later, facts(needs=normal))
    if order.half and not order.later and normal > LEAST:
        yield Refusal("6.3.6.4.b", "nobody-follows", order.troops, facts(needs=normal))
    if not order.troops:
        yield Refusal("6.3.6.4.c", "nobody-lands-first", order.later)


@clause("6.3.6.2.b")
def left_behind(state: State, order: o.Invade) -> tuple[str, ...]:
    """Return the units of the invading formations that stay behind. They join the reserve
    (6.3.6.2)."""
    going = {*order.troops, *order.later}
    formations = {state.troops[x].formation for x in going} - {""}
    here = (
        x
        for x in state.troops.values()
        if x.at == order.origin and x.present and not x.reserve and not x.mission
    )
    return tuple(x.id for x in here if x.formation in formations and x.id not in going)


def invasion_mission(state: State, side: str, order: o.Invade) -> Mission:
    """Return the mission of a checked invasion order."""
    ships = [state.ships[u] for u in order.escorts]
    holds = holds_of(state, order, legs_of_invasion(state, ships, side, order))
    mission = Mission(
        code_name(state, side, state.turn),
        side,
        "invasion",
        order.escorts,
        order.origin,
        order.target,
        whole_route(state, ships, order),
        returns=order.returns or HOME,
        stage=order.stage,
        transports=len(holds),
        drawn=draw_transports(state, side, order.origin, len(holds), order.nation),
        escorts=order.escorts,
        cargo=holds,
        behind=left_behind(state, order),
        later=order.later,
        half=order.half,
    )
    return replace(mission, legs=gathering_legs(state, mission, ships))
