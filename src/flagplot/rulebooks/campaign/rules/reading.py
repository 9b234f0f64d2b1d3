"""Reading orders against a side's view, and filling in the routes that they leave open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language.sentences import singular_after_one
from flagplot.table.language.tokens import fold

from .. import orders as o
from ..nouns import DIRECT, Flights, L, Place, Port, Ports, Return, Route, Ships, hulls_of, parts_of
from ..nouns.names import convoys_said
from ..state import HOME, Ship, State
from .movement.order_routes import Routed, likely_route, with_route
from .movement.route_search import shortest_route
from .movement.routes import Passage, passage_of


def read(text: str, view: State, side: str) -> o.Order:
    """Read an order in text form. ``via direct`` takes the shortest legal route. Raises
    :class:`TextError` when the text is not an order."""
    return with_route_filled(name_units_once(L.parse(text, view, side), text, view), view, side)


FORCES = (
    "units",
    "escorts",
    "ships",
    "add",
    "drop",
    "troops",
    "later",
    "cargo",
    "air",
    "planes",
    "dropped",
    "partisans",
    "spared",
)
"""The fields of orders that name ships, aircraft or land units."""


def name_units_once(order: o.Order, text: str, view: State) -> o.Order:
    """Return the order with every unit named once. Two ships of one unit both name that unit.
    Raises :class:`TextError` when a unit is named twice in another way."""
    forces = {field: getattr(order, field) for field in FORCES if getattr(order, field, ())}
    named = [u for units in forces.values() for u in units]
    for unit in dict.fromkeys(u for u in named if named.count(u) > 1):
        together = any(units.count(unit) == named.count(unit) for units in forces.values())
        if not together or len(hulls_said(view.scenario, unit, text)) < named.count(unit):
            raise TextError(f"{unit} is named twice", -1)
    single = {field: tuple(dict.fromkeys(units)) for field, units in forces.items()}
    return order if single == forces else replace(order, **single)


def hulls_said(scenario: str, unit: str, text: str) -> list[str]:
    """Return the ships of a unit that a text names."""
    said = {fold(w) for w in re.findall(r"\w+", text)}
    hulls = re.split(r"[,;()]", hulls_of(scenario).get(unit, ""))
    return [
        h for h in hulls if said.intersection(fold(w) for part in parts_of(h) for w in part.split())
    ]


def shorter_wordings(view: State, side: str, order: o.Order) -> Iterator[str]:
    """Yield shorter wordings of an order. A route that is the computed one becomes ``direct``, and
    one merchant is singular. An order to cancel names a ship of the mission, or a convoy's load and
    route."""
    if isinstance(order, Routed):
        ways = (replace(order, via=(DIRECT,)), order) if order.via else (order,)
        yield from (singular_after_one(L.text(way)) for way in ways)
    if isinstance(order, o.Cancel) and order.mission in view.missions:
        yield from (
            f"cancel {view.ships[u].name}"
            for u in view.missions[order.mission].units
            if u in view.ships
        )
        yield from (
            f"cancel {said}" for id, said in convoys_said(view, side) if id == order.mission
        )


def with_route_filled(order: o.Order, view: State, side: str) -> o.Order:
    """Return the order with its route written out for ``direct``, and with a port in place of
    ``home``."""
    if isinstance(order, o.Passage):
        return order if order.via and DIRECT not in order.via else towards_yard(order, view, side)
    if not isinstance(order, Routed):
        return order
    if isinstance(order, (o.Patrol, o.Convoy)) and order.returns == HOME:
        order = replace(
            order,
            returns=base_of(view, order.units)
            if isinstance(order, o.Patrol)
            else homes_of(view, order),
        )
    direct = DIRECT in order.via or (not order.via and isinstance(order, (o.Evacuate, o.Displace)))
    if not direct:
        return order
    order = replace(order, via=())
    names = order.escorts if isinstance(order, (o.Convoy, o.Invade, o.Evacuate)) else order.units
    route = likely_route(view, side, ships_of(view, names), order)
    return with_route(order, route) if route else order


def towards_yard(order: o.Passage, view: State, side: str) -> o.Passage:
    """Return a passage by the shortest route."""
    order = replace(order, via=())
    if order.unit not in view.ships:
        return order
    ship = view.ships[order.unit]
    p = passage_of(view, side, [ship])
    way = shortest_route(p, ship.base, order.target) or shortest_route(
        replace(p, unbarred=True), ship.base, order.target
    )
    return replace(order, via=way[1:-1]) if way else order


def homes_of(view: State, order: o.Convoy) -> str:
    """Return the only base of a convoy's escorts; ``home`` when they have several; without escort
    the loading port."""
    homes = {s.base for s in ships_of(view, order.escorts)} or {order.origin}
    return homes.pop() if len(homes) == 1 else HOME


def ships_of(view: State, names: tuple[str, ...]) -> list[Ship]:
    """Return those ships in the view that have these names."""
    return [view.ships[n] for n in names if n in view.ships]


def base_of(view: State, units: tuple[str, ...]) -> str:
    """Return the base of the first named ship; empty without one."""
    return next((s.base for s in ships_of(view, units[:1])), "")


# -- orders as one writes them on the map: who, where to, and places on the way
@L.reads(
    "patrol {units} to {target} [as {raiders}] [via {via}] [stage {stage}] [call {calls}] [fly "
    "{air}] [return {returns}]",
    of=o.Patrol,
    title="Naval patrol",
    clause="6.3.3",
)
@L.reads(
    "patrol {units} to {target} [as {raiders}] [via {via}] [stage {stage}] [refuel {calls}] [fly "
    "{air}] [return {returns}]",
    of=o.Patrol,
)
def patrol(
    view: State,
    side: str,
    units: Ships,
    target: Place,
    raiders: bool = False,
    via: Route = (),
    stage: Port = "",
    calls: Ports = (),
    air: Flights = (),
    returns: Return = HOME,
) -> o.Order:
    """Read a patrol by the shortest route through the places named. Its ships go home afterwards
    unless the order says otherwise."""
    home = base_of(view, units) if returns == HOME else returns
    return route_order_through(
        view, side, o.Patrol(units, target, (), home, stage, air, calls, raiders), via
    )


@L.reads(
    "sail {units} to {target} [as {raiders}] [via {via}] [stage {stage}] [call {calls}] [fly "
    "{air}] [return {returns}]",
    of=o.Patrol,
)
@L.reads(
    "sail {units} to {target} [as {raiders}] [via {via}] [stage {stage}] [refuel {calls}] [return "
    "{returns}]",
    of=o.Patrol,
)
@L.reads(
    "{units} to {target} [as {raiders}] [via {via}] [stage {stage}] [call {calls}] [return "
    "{returns}]",
    of=o.Patrol,
)
def sail(
    view: State,
    side: str,
    units: Ships,
    target: Place,
    raiders: bool = False,
    via: Route = (),
    stage: Port = "",
    calls: Ports = (),
    air: Flights = (),
    returns: Return = HOME,
) -> o.Order:
    """Read an order to sail: to a port it is a change of base, to any other place a patrol. A port
    to refuel at counts as one to call at."""
    if target in view.ports and returns == HOME and not raiders and not air:
        return operational(view, side, units, target, via, stage, calls)
    return patrol(view, side, units, target, raiders, via, stage, calls, air, returns)


@L.reads(
    "operational change {units} to {target} [via {via}] [stage {stage}] [call {calls}]",
    of=o.BaseChange,
    title="Change base, operational",
    clause="6.3.7.1",
    fixed={"mode": "operational"},
)
def operational(
    view: State,
    side: str,
    units: Ships,
    target: Port,
    via: Route = (),
    stage: Port = "",
    calls: Ports = (),
) -> o.Order:
    """Read an operational change of base, through the places named."""
    return route_order_through(
        view, side, o.BaseChange(units, target, "operational", (), stage, "", calls), via
    )


@L.reads(
    "strategic change {units} to {target} [via {via}] [stage {stage}] [refuel {refuel}] [call "
    "{calls}]",
    of=o.BaseChange,
    title="Change base, strategic",
    clause="6.3.7.2",
    fixed={"mode": "strategic"},
)
def strategic(
    view: State,
    side: str,
    units: Ships,
    target: Port,
    via: Route = (),
    stage: Port = "",
    refuel: Port = "",
    calls: Ports = (),
) -> o.Order:
    """Read a strategic change of base, through the places named."""
    return route_order_through(
        view, side, o.BaseChange(units, target, "strategic", (), stage, refuel, calls), via
    )


def route_order_through(
    view: State, side: str, order: o.Patrol | o.BaseChange, waypoints: tuple[str, ...]
) -> o.Patrol | o.BaseChange:
    """Return the order with the shortest route through waypoints, or with only these when there is
    none."""
    waypoints = tuple(w for w in waypoints if w != DIRECT)
    route = way_through(view, side, ships_of(view, order.units), order, waypoints)
    if route is None:
        return replace(order, via=waypoints)
    routed = with_route(order, route)
    assert isinstance(routed, (o.Patrol, o.BaseChange))
    return routed


def way_through(
    view: State, side: str, ships: list[Ship], order: Routed, waypoints: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return the shortest route through waypoints, in their order; ``None`` when a stretch has
    none."""
    if not waypoints or not ships:
        return likely_route(view, side, ships, order)
    p = passage_of(view, side, ships)
    stage = order.stage if isinstance(order, (o.Patrol, o.BaseChange)) else ""
    stops = [stage] if stage and stage not in waypoints else []
    route = [ships[0].base]
    for stop in (*stops, *waypoints, order.target):
        part = stretch_between(p, route[-1], stop)
        if part is None:
            return None
        route.extend(part[1:])
    return tuple(route)


def stretch_between(p: Passage, start: str, stop: str) -> tuple[str, ...] | None:
    """Return the shortest route from one stop to the next, legal if there is one; ``None`` without
    any. A strait is sailed through from its nearer end."""
    strait = p.chart.strait(stop)
    if strait is None:
        return shortest_route(p, start, stop) or shortest_route(
            replace(p, unbarred=True), start, stop
        )
    ways = [
        (w, far)
        for near, far in (strait.ends, strait.ends[::-1])
        if (w := stretch_between(p, start, near)) is not None
    ]
    if not ways:
        return None
    way, far = min(ways, key=lambda x: (len(x[0]), x[0]))
    return (*way, strait.id, far)


__all__ = ["L"]
