"""The list of forces of a side: spotted missions, ports with ships, missions, aircraft, with the
beginnings of orders to them."""

from __future__ import annotations

from itertools import islice

from flagplot.table import AskOrder, Single
from flagplot.table.display.position import ForceLine

from ..map.chart import place_square
from ..nouns import L
from ..nouns.names import SILHOUETTE, class_said, display_name, load_of, mission_said, where_drawn
from ..orders import BaseChange, Cancel, Displace, Fly, Intercept, Passage, Patrol, Work, order_text
from ..rules.assault.yards import COMPLETE, check_work
from ..rules.groups import kept_from_hunting
from ..rules.interception.legality import check_intercept
from ..rules.interception.search import air_ready, met_now
from ..rules.missions.cripple_passages import crippled_ships
from ..rules.missions.evacuation import displaced_at
from ..rules.scenario_limits import supply_ship
from ..state import Mission, Plane, Ship, State
from .shore import port_orders, sortie_orders, strike_orders, troop_lines, yard_words


def forces(view: State, side: str, request: Single | None) -> tuple[ForceLine, ...]:
    """Return every line of the list of forces, for *request*."""
    kind = request.kind if isinstance(request, AskOrder) else ""
    out = [_spotted_line(view, m) for m in _missions(view) if m.side != side]
    ships_here: dict[str, list[Ship]] = {}
    for s in view.side_ships(side):
        if not s.mission:
            ships_here.setdefault(s.base, []).append(s)
    out += [_port_line(view, side, base, ships_here[base], kind) for base in sorted(ships_here)]
    out += [
        _mission_line(view, m, side, kind)
        for m in _missions(view)
        if m.side == side and m.status != "ended"
    ]
    planes = [
        p
        for p in view.planes.values()
        if p.side == side and p.arrives <= view.turn and not p.gone and p.strength > 0
    ]
    if planes:
        out.append(
            ForceLine(
                "air",
                "Aircraft",
                side,
                "force",
                children=tuple(_plane_line(view, p, kind) for p in planes),
            )
        )
    out += troop_lines(view, side, kind)
    coming = sorted(
        (s.arrives, s.id, s.name)
        for s in view.ships.values()
        if s.side == side and s.arrives > view.turn and not s.gone
    )
    if coming:
        lines = tuple(
            ForceLine(id, title, side, "coming", note=f"joins in turn {turn}", state=("used",))
            for turn, id, title in coming
        )
        out.append(ForceLine("coming", "Still to come", side, "force", children=lines))
    return tuple(out)


def _missions(view: State) -> list[Mission]:
    return sorted(view.missions.values(), key=lambda m: m.id)


def _spotted_line(view: State, m: Mission) -> ForceLine:
    places = "; ".join(display_name(view, p) for p in m.route)
    return ForceLine(
        m.id,
        f"Seen: {mission_said(view, m.id)}",
        m.side,
        "force",
        where_drawn(view, m.route[0]) if m.route else "",
        "?",
        "unknown",
        ("seen",),
        f"at {places}" + (", met already" if m.attacked else ""),
        tuple(L.order_prefix(Intercept, mission=m.id, place=p) for p in m.route[:1]),
    )


KINDS = {
    "patrol": "Patrol",
    "operational": "Base change",
    "strategic": "Strategic base change",
    "convoy": "Convoy",
    "escort": "Escort",
    "passage": "Passage",
    "evacuation": "Under way",
    "invasion": "Invasion",
}


def _mission_text(view: State, m: Mission) -> str:
    """Return a text of a mission's kind and target."""
    return f"{KINDS[m.kind]} {'at' if m.kind == 'patrol' and place_square(m.target) else 'to'} {display_name(view, m.target)}"


def _mission_line(view: State, m: Mission, side: str, kind: str) -> ForceLine:
    ships = [view.ships[u] for u in m.units if u in view.ships]
    to = _mission_text(view, m)
    words: list[str] = [m.status]
    if m.kind == "patrol" and m.returns:
        words.append(f"returns to {m.returns}")
    if m.transports:
        words.append(load_of(m))
    orders = (
        (L.order_prefix(Cancel, mission=m.id),)
        if m.status == "ordered" and kind == "orders"
        else ()
    )
    return ForceLine(
        m.id,
        to,
        side,
        "force",
        where_drawn(view, m.target),
        str(sum(s.strength for s in ships)),
        "",
        (),
        ", ".join(words),
        orders,
        tuple(_ship_line(view, s, kind) for s in ships),
    )


def _port_line(view: State, side: str, base: str, ships: list[Ship], kind: str) -> ForceLine:
    ready = ", ".join(
        s.id
        for s in ships
        if not s.damaged
        and s.readiness == "ready"
        and not s.submarine
        and not kept_from_hunting(s.cls)
    )
    orders: tuple[str, ...] = (
        (L.order_prefix(Patrol, units=ready),) if kind == "orders" and ready else ()
    )
    port = view.ports.get(base)
    words = []
    if port is not None and port.yard:
        words.append("shipyard")
    if supply_ship(view) == base:
        words.append("supply ship")
    if port is not None:
        words += yard_words(view, base)
    if kind == "logistics":
        orders = port_orders(view, side, base)
    return ForceLine(
        base,
        base,
        side,
        "port",
        where_drawn(view, base),
        str(sum(s.strength for s in ships)),
        "",
        (),
        ", ".join(words),
        orders,
        tuple(_ship_line(view, s, kind) for s in ships),
    )


def _ship_line(view: State, s: Ship, kind: str) -> ForceLine:
    marks = (("damaged", s.damaged), ("used", bool(s.mission) or s.rest_until > view.turn))
    note = f"{class_said(s.cls)} · Patrol {s.patrol} · Endurance {s.endurance}"
    note += f" · {s.cargo}" if s.cargo else ""
    note += (
        f" · under construction, {s.built} of {COMPLETE}"
        if s.built
        else " · under repair"
        if s.readiness == "repair"
        else ""
    )
    note += (
        f" · {_mission_text(view, view.missions[s.mission])}" if s.mission in view.missions else ""
    )
    note += f" · no fuel before turn {s.rest_until}" if s.rest_until > view.turn else ""
    return ForceLine(
        s.id,
        s.name,
        s.side,
        "ship",
        where_drawn(view, s.base),
        f"{s.strength}/{s.full}",
        SILHOUETTE.get(s.cls, "unknown"),
        tuple(x for x, on in marks if on) or ("ready",),
        note,
        _ship_orders(view, s, kind),
        strength=(s.strength, s.full),
    )


def _ship_orders(view: State, s: Ship, kind: str) -> tuple[str, ...]:
    if kind == "orders":
        if s.mission or s.rest_until > view.turn:
            return ()
        work = (order_text(order),) if check_work(view, s.side, order := Work(s.id)) else ()
        if work and s.readiness != "ready":
            return work
        changes = tuple(
            L.order_prefix(BaseChange, f"{mode} change", units=s.id)
            for mode in ("operational", "strategic")
        )
        return (
            (*work, *changes)
            if s.damaged or kept_from_hunting(s.cls)
            else (L.order_prefix(Patrol, units=s.id), *changes)
        )
    if kind in ("operations", "breakthrough"):
        return _lone_interceptions(view, s) + _ways_out(view, s, kind)
    return ()


def _lone_interceptions(view: State, s: Ship) -> tuple[str, ...]:
    """Return the interceptions that a ship could make alone, as whole orders."""
    out: list[str] = []
    for spotting in view.spotted:
        m = view.missions.get(spotting.mission)
        if m is None or m.attacked or spotting.side != s.side or not met_now(view, m):
            continue
        tried = (Intercept(m.id, p, (s.id,)) for p in spotting.places)
        out += islice((order_text(x) for x in tried if check_intercept(view, s.side, x)), 1)
    return tuple(out[:3])


def _ways_out(view: State, s: Ship, kind: str) -> tuple[str, ...]:
    if kind != "breakthrough":
        return ()
    displaced = {x.id for ships in displaced_at(view, s.side).values() for x in ships}
    if s.id in displaced:
        return (L.order_prefix(Displace, units=s.id),)
    return (
        (L.order_prefix(Passage, unit=s.id),)
        if s.id in {x.id for x in crippled_ships(view, s.side)}
        else ()
    )


def _plane_line(view: State, p: Plane, kind: str) -> ForceLine:
    ready, carrier = air_ready(view, p) and not p.patrol, view.ships.get(p.base)
    marks = (
        f"range {p.reach}",
        f"Search {p.search}",
        "anti-submarine" * p.asw,
        f"over {p.patrol}" * bool(p.patrol),
        f"aboard {carrier.name}" if carrier is not None else "",
    )
    orders: tuple[str, ...] = ()
    if ready and kind == "orders":
        orders = (L.order_prefix(Fly, unit=p.id),)
    elif ready and kind == "operations":
        orders = (*sortie_orders(view, p), *strike_orders(view, p))
    at = p.patrol or (carrier.base if carrier is not None else p.base)
    return ForceLine(
        p.id,
        p.name,
        p.side,
        "air",
        where_drawn(view, at),
        str(p.strength),
        "air",
        ("ready",) if ready else ("used",),
        " · ".join(filter(None, marks)),
        orders,
    )
