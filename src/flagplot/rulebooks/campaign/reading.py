"""Reading an order against a side's view: names or ids of ships, ports, squares, zones, straits; suggestions when none fits."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from msgspec.structs import replace

from flagplot.table import TextError

from . import orders as o
from .battle import orders as bo
from .missions import fill_route, with_route
from .squares import is_square, square_of, square_text
from .state import State


def reader(view: State, side: str) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Functions that turn typed units and places into ids. Both raise :class:`TextError` with suggestions."""
    units: dict[str, str] = {}
    doubles: set[str] = set()
    named = [(s.id, s.name) for s in view.ships.values() if s.side == side]
    named += [(p.id, p.name) for p in view.planes.values() if p.side == side]
    for id, title in named:
        units[id.lower()] = id
        key = title.lower()
        if key in units and units[key] != id:
            doubles.add(key)
        units.setdefault(key, id)

    def unit(text: str) -> str:
        key = " ".join(text.lower().split())
        if key in doubles and key not in {u.lower() for u in units.values()}:
            same = [id for id, title in named if title.lower() == key]
            raise TextError(f"{text!r} could be several units", 0, sorted(set(same)))
        if key in units:
            return units[key]
        if view.battle is not None and view.battle.has(text):
            return text
        raise TextError(f"no unit {text!r}", 0, suggestions(key, units))

    places = {z.title.lower(): z.id for z in view.chart.zones} | {z.id.lower(): z.id for z in view.chart.zones}
    places |= {s.title.lower(): s.id for s in view.chart.straits} | {s.id.lower(): s.id for s in view.chart.straits}
    places |= {i.lower(): i for i in view.chart.owners if not is_square(i)}
    places |= {i.lower(): at for i, at in view.chart.names.items()}
    places |= {p.lower(): p for p in view.ports}

    def place(text: str) -> str:
        if is_square(text):
            return square_text(square_of(text))
        key = " ".join(text.lower().split())
        if key in places:
            return places[key]
        raise TextError(f"no place {text!r}", 0, suggestions(key, places) or ("a square such as 20,11, a port or a zone",))

    return unit, place


def mission_named(view: State, side: str, text: str, unit: Callable[[str], str]) -> str:
    """A mission by the name of a ship that sails in it. Raises :class:`TextError`."""
    own = {m.id.lower(): m.id for m in view.missions.values() if m.side == side}
    if text.lower() in own:
        return own[text.lower()]
    try:
        ship = view.ships.get(unit(text))
    except TextError:
        ship = None
    if ship is not None and ship.mission:
        return ship.mission
    raise TextError(f"no mission {text!r}", 0, tuple(own.values()))


def seen_at(view: State, side: str, place: str) -> str:
    """The one mission a side has spotted at a place. Raises :class:`TextError` when there is none, or several."""
    found = tuple(s.mission for s in view.spotted if s.side == side and place in s.places)
    if len(found) != 1:
        raise TextError(f"{'several missions were' if found else 'no mission was'} seen at {place}", 0, found)
    return found[0]


def suggestions(key: str, known: dict[str, str]) -> tuple[str, ...]:
    """Known names like *key*, best first."""
    close = difflib.get_close_matches(key, list(known), n=4, cutoff=0.5)
    starts = [k for k in sorted(known) if k.startswith(key[:3])][:4] if len(key) >= 3 else []
    return tuple(dict.fromkeys(known[k] for k in (*close, *starts)))


def read(text: str, view: State, side: str) -> o.Order:
    """Read an order in text form. ``via direct`` takes the shortest legal route. Raises :class:`TextError`."""
    unit, place = reader(view, side)
    direct = False
    line = text
    for mark in (" via direct", " VIA DIRECT"):
        if mark in line:
            line, direct = line.replace(mark, ""), True
    order = o.parse(line, unit, place)
    if isinstance(order, bo.BATTLE_ORDERS):
        return order
    if isinstance(order, (o.Cancel, o.Regroup)) and order.mission not in view.missions:
        order = replace(order, mission=mission_named(view, side, order.mission, unit))
    if isinstance(order, o.Intercept) and order.mission == "seen":
        order = replace(order, mission=seen_at(view, side, order.place))
    if direct and isinstance(order, (o.Patrol, o.BaseChange, o.Convoy)):
        names = order.escorts if isinstance(order, o.Convoy) else order.units
        route = fill_route(view, side, [view.ships[n] for n in names if n in view.ships], order)
        if route is None:
            raise TextError(f"there is no legal route to {order.target}", line.find(order.target))
        return with_route(order, route)
    return order


__all__ = ["read", "reader", "suggestions"]
