"""Cost and range of a shipment or an escort: transports or destroyers, leg by leg, and the fronts
crossed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import count_text

from ..advice.order_tracks import Track
from ..map import theatre
from ..map.fronts import fronts_of
from ..orders import Redeploy, Relay, Supply
from ..rules.forces import selected_units
from ..rules.range.limits import limits_for
from ..rules.transport import sea_escort, sea_supply
from ..rules.transport.cargo import cargo_factors, destroyer_lift, free_transports, transports_for
from ..state import State, Unit
from . import names


def cost_of_shipping(view: State, side: str, order: Any, sailed: Sequence[Track]) -> list[Clause]:
    """Return the cost of a shipment or an escort; empty for other orders."""
    if isinstance(order, Supply):
        lines = shipment_cost(view, side, order)
    elif isinstance(order, Relay):
        lines = relay_cost(view, side, order)
    elif isinstance(order, Redeploy) and order.cargo and not sea_escort.has_several_goals(order):
        cargo, ships = (
            selected_units(view, side, order.cargo),
            selected_units(view, side, order.units),
        )
        start, goal = (
            sea_escort.embarkation_place(view, side, cargo),
            theatre.place_id(view, order.to),
        )
        lines = escort_cost(view, side, ships, cargo, start, goal)
    else:
        return []
    return [*lines, *(c for t in sailed for c in reach_notes(view, side, t))]


def shipment_cost(view: State, side: str, order: Supply) -> Iterator[Clause]:
    """Yield the cost of a supply line, oil or a grant."""
    source, goal = theatre.place_id(view, order.source), theatre.place_id(view, order.to)
    box = sea_supply.shipping_area(view, source, goal)
    yield from transports_needed(
        view, side, box, sea_supply.transports_for(view, side, order), "21.42"
    )
    ships = selected_units(view, side, order.units)
    guards, others = sea_escort.split_guards(
        ships, box if sea_supply.transports_for(view, side, order) else ""
    )
    if sea_supply.amount_of(order, "oil") and sea_supply.is_by_destroyers(view, side, order):
        need = sea_supply.oil_lift(view, side, order)
        yield Clause(
            f"The oil takes {count_text(need, 'destroyer factor')}; these lift {destroyer_lift(others)}.",
            "21.422#2",
        )
    if guards:
        yield Clause(f"{names.units_text(guards)} guard it from the box.", "21.65G")
    if others:
        yield Clause(f"{names.units_text(others)} protect it on the way.", "21.65F")


def escort_cost(
    view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], start: str, goal: str
) -> Iterator[Clause]:
    """Yield the cost of an escort of some units."""
    box, _, must = sea_escort.transport_choice(view, side, start, goal)
    need = cargo_factors(cargo)
    if box and (must or destroyer_lift(ships) < need):
        yield from transports_needed(
            view, side, box, transports_for(view, "escort", need), "21.64C"
        )
        return
    factors = count_text(need, "factor")
    yield Clause(
        f"{factors} to carry, a destroyer factor for each; these lift {destroyer_lift(ships)}.",
        "21.64A",
    )


def relay_cost(view: State, side: str, order: Relay) -> Iterator[Clause]:
    """Yield the cost of each leg of an escort."""
    cargo = selected_units(view, side, order.cargo)
    start = sea_escort.embarkation_place(view, side, cargo)
    for leg in order.legs:
        goal = theatre.place_id(view, leg.to)
        yield from escort_cost(
            view, side, selected_units(view, side, leg.bearers), cargo, start, goal
        )
        start = goal


def transports_needed(view: State, side: str, box: str, need: int, cite: str) -> Iterator[Clause]:
    """Yield the transports of an SW box that are needed, and those free."""
    if need and (f"{side} {box}" in view.sw or box in view.sw):
        yield Clause(
            f"Takes {count_text(need, 'transport')} of {free_transports(view, side, box)} free in the "
            f"{box}.",
            cite,
        )
    elif need:
        yield Clause(f"Takes {count_text(need, 'transport')}.", cite)


def reach_notes(view: State, side: str, t: Track) -> Iterator[Clause]:
    """Yield the fronts a track crosses, and its limit from port to port in hexes."""
    if not t.plan.legs:
        return
    limit = limits_for(view, side, t.ships, t.plan.path[0], t.target, t.kind)
    fronts = tuple(dict.fromkeys(f for h in t.plan.path for f in fronts_of(view, h)))
    over = (
        f"; it crosses the {names.list_text(fronts)} {'front' if len(fronts) == 1 else 'fronts'}"
        if fronts
        else ""
    )
    if limit.every is not None:
        yield Clause(f"At most {limit.every} hexes from port to port{over}.", limit.clause)
