"""Candidates for shipping: supply to ports that are cut off, and escorts of units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import AskOrder

from ..map import theatre
from ..map.ports import is_friendly, is_port, supply_level
from ..nouns import Pick
from ..orders import Flow, Leg, Redeploy, Relay, Supply
from ..rules import mapboard_boxes
from ..rules.employment import free_ships
from ..rules.forces import selected_units
from ..rules.transport import sea_escort
from ..rules.transport.cargo import cargo_factors, free_transports
from ..state import STAYS, State, Unit
from . import garrisons

PER_FACTOR = 0.04
"""Points of keeping a naval factor ready for the next turn."""


PLACES = 4
"""Most places considered at either end."""


def ports_cut_off(view: State, side: str) -> list[str]:
    """Return the ports of a side that are out of supply, in order of ids."""
    return sorted(
        p
        for p, level in view.supply.items()
        if level == "none" and is_port(view, p) and is_friendly(view, side, p)
    )


def shipping_sources(view: State, side: str) -> list[str]:
    """Return the places from which a side ships: bases of its ships in full supply, and mapboard
    boxes with free transports."""
    mine = dict.fromkeys(
        u.base for u in view.ships(side) if u.base and not theatre.is_sw_box(u.base)
    )
    here = [p for p in mine if is_friendly(view, side, p) and supply_level(view, p) == "full"]
    open_ = [
        b
        for b in mapboard_boxes.US_BOXES
        if side == "Allied" and free_transports(view, side, mapboard_boxes.sw_box_of(b)) > 0
    ]
    return [*here[:PLACES], *open_]


def draft_supply(view: State, request: AskOrder) -> Iterator[Supply]:
    """Yield supply lines to the ports that are cut off, alone, guarded, and after combat with oil.
    Then oil and a grant to the first port."""
    side = request.side
    guards = [u for u in free_ships(view, side) if u.type == "CA" and u.fast]
    after = view.phase == "combat"
    for goal in ports_cut_off(view, side)[:PLACES]:
        for source in shipping_sources(view, side):
            if source == goal:
                continue
            start, end = theatre.name_of(view, source), theatre.name_of(view, goal)
            yield Supply("supply", start, end)
            for guard in [u for u in guards if u.base == source][:1]:
                yield Supply("supply", start, end, (), (Pick(guard.id),))
            if after:
                yield Supply("several", start, end, (), (), 0, "", (Flow("supply"), Flow("oil")))
    harbours = [p for p in shipping_sources(view, side) if not theatre.is_box(p)]
    for box in mapboard_boxes.US_BOXES:
        if (
            side == "Allied"
            and harbours
            and free_transports(view, side, mapboard_boxes.sw_box_of(box)) > 0
        ):
            yield Supply("oil", box, theatre.name_of(view, harbours[0]))
            yield Supply("brp", box, theatre.name_of(view, harbours[0]), (), (), 5)


def rate_supply(view: State, request: AskOrder, order: Supply) -> float:
    """Return the points of a shipment: most for a port that it brings into supply, less the ships
    that guard it. Oil and BRPs are not evaluated."""
    ships = selected_units(view, request.side, order.units)
    goal = theatre.place_id(view, order.to)
    helps = order.what in ("supply", "several") and supply_level(view, goal) == "none"
    return (1.0 if helps else -0.3) - PER_FACTOR * sum(u.factors for u in ships)


def draft_escorts(view: State, request: AskOrder) -> Iterator[Redeploy | Relay]:
    """Yield escorts of waiting units to other ports, by destroyers there or by transports of a box,
    and relays from a box."""
    side = request.side
    ready = [u for u in free_ships(view, side) if u.type == "DD"]
    ports = list(
        dict.fromkeys(u.base for u in view.ships(side) if u.base and not theatre.is_box(u.base))
    )[:PLACES]
    for u in waiting_units(view, side)[:PLACES]:
        for goal in [p for p in ports if p != u.at]:
            name = theatre.name_of(view, goal)
            lifting = [d for d in ready if d.base == u.at and d.factors >= u.factors][:1]
            box, _, _ = sea_escort.transport_choice(view, side, u.at, goal)
            if lifting or box:
                yield Redeploy(tuple(Pick(d.id) for d in lifting), name, (), (Pick(u.id),))
        yield from draft_relays(view, side, u, ready, garrisons.weak_garrisons(view, side) or ports)


def draft_relays(
    view: State, side: str, u: Unit, destroyers: Sequence[Unit], goals: Sequence[str]
) -> Iterator[Relay]:
    """Yield relays of a unit of a mapboard box: by transports to a port with destroyers, then by
    these to another port."""
    if not theatre.is_mapboard_box(u.at):
        return
    need = cargo_factors([u])
    for d in [
        d
        for d in destroyers
        if d.factors >= need and sea_escort.transport_choice(view, side, u.at, d.base)[0]
    ][:PLACES]:
        for goal in [g for g in goals[:PLACES] if g != d.base]:
            on = Leg((Pick(d.id, need if need < d.factors else 0),), theatre.name_of(view, goal))
            yield Relay((Pick(u.id),), (Leg((), theatre.name_of(view, d.base)), on))


def waiting_units(view: State, side: str) -> list[Unit]:
    """Return the ground units of a side that stand where they may embark and have not
    redeployed."""
    return [
        u
        for u in view.units.values()
        if u.side == side
        and u.kind == "ground"
        and u.present
        and not (u.force or u.sortied)
        and u.note not in STAYS
        and (theatre.is_box(u.at) or is_port(view, u.at))
    ]


def rate_relay(view: State, request: AskOrder, order: Relay) -> float:
    """Return the points of a relay: for the garrison it strengthens, less the destroyers, which lie
    idle in the next turn."""
    side = request.side
    cargo = selected_units(view, side, order.cargo)
    ships = selected_units(view, side, [p for leg in order.legs for p in leg.bearers])
    needed = garrisons.garrison_gain(
        view, side, theatre.place_id(view, order.legs[-1].to), sum(u.factors for u in cargo)
    )
    return 0.2 + needed - PER_FACTOR * sum(u.factors for u in ships)


def rate_escort(view: State, request: AskOrder, order: Redeploy) -> float:
    """Return the points of an escort: positive for troops of a mapboard box, negative for all
    others."""
    cargo = selected_units(view, request.side, order.cargo)
    return 0.2 if cargo and all(theatre.is_mapboard_box(u.at) for u in cargo) else -0.2
