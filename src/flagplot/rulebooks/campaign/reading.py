"""Reading an order against a side's view: names or ids of ships, ports, squares, zones, straits; suggestions when none fits."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

from msgspec.structs import replace

from flagplot.table import TextError

from . import orders as o
from .battle import orders as bo
from .battle.ocean import hex_of
from .chart import OTHER_NAMES
from .charts import other_names
from .courses import likely_route, port_at, with_route
from .forms import forms
from .routes import Passage, passage_of
from .scenarios import NAMES, rows
from .shortest import suggest
from .squares import is_square, square_of, square_text
from .state import Ship, State

Reader = Callable[[str], str]


def reader(view: State, side: str) -> tuple[Reader, Reader]:
    """Functions that turn typed units and places into ids. Both raise :class:`TextError` with suggestions."""
    return unit_reader(view, side), place_reader(view)


LONG_ENOUGH = 4
"""Letters from which a part of a name may stand for the whole."""


def unit_reader(view: State, side: str) -> Reader:
    """A function that knows a side's units by id, name, how either begins, some of the words or a ship they stand for."""
    units: dict[str, str] = {}
    doubles: set[str] = set()
    named = [(s.id, s.name) for s in view.ships.values() if s.side == side]
    named += [(p.id, p.name) for p in view.planes.values() if p.side == side]
    hulls = hulls_of(view)
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
        if len(key) < LONG_ENOUGH:
            raise TextError(f"no unit {text!r}", 0, suggestions(key, units))
        begun = sorted({units[k] for k in units if k.startswith(key)})
        if len(begun) == 1:
            return begun[0]
        said = words_of(key)
        partly = sorted(id for id, title in named if said <= words_of(f"{title} {hulls.get(id, '')}") or said <= words_of(id))
        if len(partly) > 1:
            raise TextError(f"{text!r} could be several units", 0, tuple(partly))
        if not partly:
            raise TextError(f"no unit {text!r}", 0, suggestions(key, units))
        return partly[0]

    return unit


def place_reader(view: State) -> Reader:
    """A function that knows squares, and zones, straits, shores and ports by every name the map has for them."""
    chart = view.chart
    places = {z.title.lower(): z.id for z in chart.zones} | {z.id.lower(): z.id for z in chart.zones}
    places |= {s.title.lower(): s.id for s in chart.straits} | {s.id.lower(): s.id for s in chart.straits}
    for x in chart.straits:
        places.setdefault(f"the {x.title.lower().removeprefix('the ')}", x.id)
    for x in chart.straits:
        for other in OTHER_NAMES.get(x.title, ()):
            places.setdefault(other.lower(), x.id)
            places.setdefault(f"the {other.lower()}", x.id)
    places |= {i.lower(): i for i in chart.owners if not is_square(i)}
    places |= {i.lower(): at for i, at in chart.names.items()}
    places |= {other: name for other, name in other_names(chart.board).items() if name in view.ports}
    places |= {p.lower(): p for p in view.ports}

    def place(text: str) -> str:
        if is_square(text):
            return square_text(square_of(text))
        key = " ".join(text.lower().split())
        if key in places:
            return places[key]
        raise TextError(f"no place {text!r}", 0, suggestions(key, places) or ("a square such as 20,11, a port or a zone",))

    return place


def hulls_of(view: State) -> dict[str, str]:
    """The ships that units of a scenario stand for, by unit id."""
    return {r["id"]: r.get("ships") or "" for r in rows(view.scenario)} if view.scenario in NAMES else {}


def words_of(name: str) -> set[str]:
    """The words of a name or id, in small letters."""
    return set(re.split(r"[\s,()-]+", name.lower())) - {""}


def mission_named(view: State, side: str, text: str, unit: Reader) -> str:
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
    """The one mission a side has spotted at a place, ``seen`` when there is none. Raises :class:`TextError` when several."""
    found = tuple(s.mission for s in view.spotted if s.side == side and place in s.places)
    if len(found) > 1:
        raise TextError(f"several missions were seen at {place}", 0, found)
    return found[0] if found else "seen"


def suggestions(key: str, known: dict[str, str]) -> tuple[str, ...]:
    """Known names like *key*, best first."""
    close = difflib.get_close_matches(key, list(known), n=4, cutoff=0.5)
    starts = [k for k in sorted(known) if k.startswith(key[:3])][:4] if len(key) >= 3 else []
    return tuple(dict.fromkeys(known[k] for k in (*close, *starts)))


SHORT = re.compile(r"(patrol|operational change|strategic change)\s+(?:(.*?)\s+)?to\s+(.+)$", re.DOTALL)
"""``patrol UNITS to PLACE``: the way one writes on the map. ``via`` names waypoints; the way is the shortest."""
PARTS = ("as", "via", "stage", "refuel", "call", "fly", "return")


def plainly(text: str) -> str:
    """An order without what people add: a full stop, brackets round squares, dashes or arrows between places."""
    bare = re.sub(r"\(\s*(\d+\s*,\s*\d+)\s*\)", r"\1", re.sub(r"(?<=\w)\.\s*$", "", text))
    return re.sub(r"\s+(?:-+>?|[–—→])\s+", "; ", bare)


def read(text: str, view: State, side: str) -> o.Order:
    """Read an order in text form. ``via direct`` takes the shortest legal route. Raises :class:`TextError`."""
    unit, place = reader(view, side)
    text = plainly(text)
    verb = re.match(r"\s*(patrol|(operational|strategic) change)\b", text, re.IGNORECASE)
    if verb:
        text = verb.group(0).lower() + text[verb.end() :]
    short = SHORT.match(text.strip())
    if short and not re.search(r"\swith\s", text):
        return read_short(view, side, short, unit, place)
    begun = re.match(r"(patrol|operational change|strategic change)\b", text.strip())
    if begun and not re.search(r"\s(with|to)(\s|$)", text):
        raise TextError(f"say with which ships and where to: {begun.group(1)} UNITS to PLACE", len(text.rstrip()))
    direct = " via direct" in text
    try:
        order = to_ports(view, o.parse(text.replace(" via direct", ""), unit, place))
    except TextError as e:
        if e.reason.endswith("begins with no order"):
            phase = "battle" if view.battle is not None else view.phase
            raise TextError(e.reason, e.at, [form.grammar for form in forms(phase)] or e.expected) from None
        raise
    if isinstance(order, bo.BATTLE_ORDERS):
        return aimed(view, side, order)  # type: ignore[arg-type]
    if isinstance(order, (o.Cancel, o.Regroup)) and order.mission not in view.missions:
        order = replace(order, mission=mission_named(view, side, order.mission, unit))
    if isinstance(order, o.Intercept) and order.mission == "seen":
        order = replace(order, mission=seen_at(view, side, order.place))
    if isinstance(order, o.Passage) and not order.via and order.unit in view.ships:
        p, base = passage_of(view, side, [view.ships[order.unit]]), view.ships[order.unit].base
        way = suggest(p, base, order.target) or suggest(replace(p, unbarred=True), base, order.target)
        return replace(order, via=way[1:-1]) if way else order
    if isinstance(order, (o.Evacuate, o.Displace)):
        direct = direct or not order.via
    if direct and isinstance(order, (o.Patrol, o.BaseChange, o.Convoy, o.Evacuate, o.Displace)):
        names = order.escorts if isinstance(order, (o.Convoy, o.Evacuate)) else order.units
        route = likely_route(view, side, [view.ships[n] for n in names if n in view.ships], order)
        return with_route(order, route) if route else order
    return order


def read_short(view: State, side: str, m: re.Match[str], unit: Reader, place: Reader) -> o.Order:
    """``patrol UNITS to PLACE``, ``operational change UNITS to PORT``: shortest way, and home again, unless more is said."""
    verb, units, rest = m.groups()
    if not units:
        raise TextError("which ships is missing", len(verb), sorted(s.id for s in view.ships.values() if s.side == side)[:8])
    head, parts = o.cut_at(rest, 0, PARTS)
    tail = "".join(f" {w} {v}" for w, (v, _) in parts.items() if w != "via")
    waypoints = tuple(place(p) for p in o.places_of(parts["via"][0])) if "via" in parts else ()
    try:
        if verb == "patrol":
            back = "" if "return" in parts else f" return {home_of(view, units, unit)}"
            text = f"patrol {head} with {units}{tail}{back}"
        else:
            text = f"base change {verb.split()[0]} to {head} with {units}{tail}"
        order = to_ports(view, o.parse(text, unit, place))
    except TextError as e:
        raise TextError(e.reason, -1, e.expected) from None
    assert isinstance(order, (o.Patrol, o.BaseChange))
    ships = [view.ships[u] for u in order.units if u in view.ships]
    route = way_through(view, side, ships, order, waypoints)
    return with_route(order, route) if route else replace(order, via=waypoints)


PORTS_OF: dict[type[o.Order], tuple[str, ...]] = {
    o.Patrol: ("stage", "returns"),
    o.BaseChange: ("target", "stage", "refuel"),
    o.Convoy: ("origin", "target", "refuel", "returns"),
    o.Overland: ("target",),
    o.Intercept: ("place",),
    o.Passage: ("target",),
    o.Evacuate: ("origin", "target"),
    o.Displace: ("target",),
    o.Bombard: ("port",),
}
"""The fields of each order that may name a port; ``calls`` of any order do."""


def to_ports(view: State, order: o.Order) -> o.Order:
    """The order with the ports it names by their squares named as ports."""
    changed: dict[str, object] = {f: port_at(view, getattr(order, f)) for f in PORTS_OF.get(type(order), ())}
    if isinstance(order, (o.Patrol, o.BaseChange, o.Convoy)):
        changed["calls"] = tuple(port_at(view, c) for c in order.calls)
    return replace(order, **changed) if changed else order


def home_of(view: State, units: str, unit: Reader) -> str:
    """The base of the first ship named."""
    first = view.ships.get(unit(o.names_of(units)[0]))
    return first.base if first is not None else ""


def way_through(
    view: State, side: str, ships: list[Ship], order: o.Patrol | o.BaseChange, waypoints: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The shortest route over waypoints, in their order; ``None`` when a stretch has none."""
    if not waypoints or not ships:
        return likely_route(view, side, ships, order)
    p = passage_of(view, side, ships)
    stops = [x for x in (order.stage,) if x and x not in waypoints]
    route = [ships[0].base]
    for stop in (*stops, *waypoints, order.target):
        part = stretch(p, route[-1], stop)
        if part is None:
            return None
        route.extend(part[1:])
    return tuple(route)


def stretch(p: Passage, start: str, stop: str) -> tuple[str, ...] | None:
    """The shortest way from one stop to the next, legal if there is one; a strait is sailed through, from its nearer end."""
    strait = p.chart.strait(stop)
    if strait is None:
        return suggest(p, start, stop) or suggest(replace(p, unbarred=True), start, stop)
    ways = [(w, far) for near, far in (strait.ends, strait.ends[::-1]) if (w := stretch(p, start, near)) is not None]
    if not ways:
        return None
    way, far = min(ways, key=lambda x: (len(x[0]), x[0]))
    return (*way, strait.id, far)


def in_battle(view: State, text: str, side: str, *, own: bool) -> str:
    """The id of a unit of the battle by its id, its name or part of it; the text itself when none fits.

    Raises :class:`TextError` when several do.
    """
    b, said = view.battle, words_of(text)
    if b is None or b.has(text):
        return text
    units = [u for u in b.units if (u.side == side) == own]
    exact = [u.id for u in units if text.lower() in (u.id.lower(), u.name.lower())]
    hulls = hulls_of(view)
    part = [u.id for u in units if said <= words_of(f"{u.name} {hulls.get(u.id, '') if own else ''}") or said <= words_of(u.id)]
    found = exact or (part if len(text) >= 3 else [])
    if len(found) > 1:
        raise TextError(f"{text!r} could be several units", -1, sorted(found))
    return found[0] if found else text


def aimed(view: State, side: str, order: bo.BattleOrder) -> bo.BattleOrder:
    """A battle order with names turned into ids, and a target written as a hex: the enemy seen there, or one's own carrier."""
    b = view.battle
    if b is None:
        return order
    if isinstance(order, (bo.Place, bo.Move, bo.Fire, bo.Launch, bo.Rearm)):
        order = replace(order, unit=in_battle(view, order.unit, side, own=True))
    if not isinstance(order, (bo.Fire, bo.Rearm)):
        return order
    target = order.target if isinstance(order, bo.Fire) else order.carrier
    if not is_square(target):
        target = in_battle(view, target, side, own=isinstance(order, bo.Rearm))
        return replace(order, target=target) if isinstance(order, bo.Fire) else replace(order, carrier=target)
    at = hex_of(target)
    mine = isinstance(order, bo.Rearm)
    there = sorted((u for u in b.units if u.at == at and u.alive and (u.side == side) == mine), key=lambda u: (u.flies, u.id))
    if not there:
        raise TextError(f"nothing to {'land on' if mine else 'fire at'} in {target}", -1)
    return replace(order, carrier=there[0].id) if isinstance(order, bo.Rearm) else replace(order, target=there[0].id)


__all__ = ["read", "reader", "suggestions"]
