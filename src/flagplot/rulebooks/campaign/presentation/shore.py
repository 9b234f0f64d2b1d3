"""Land units, ports and yards in the list of forces, with the beginnings of orders to them."""

from __future__ import annotations

from flagplot.table.display.position import ForceLine
from flagplot.table.language.sentences import count_text

from ..nouns import L
from ..nouns.names import SILHOUETTE, display_name, where_drawn
from ..orders import Attack, PortAttack, Raise, Reinforce, RepairYard, Station, order_text
from ..rules.assault.islands import check_raise
from ..rules.assault.legality import check_attack, check_port_attack, check_reinforce
from ..rules.assault.yards import check_repair
from ..state import Plane, State
from ..state.territories import on_true_island
from ..state.troops import Troop

STRIKES = 3
"""The most ports whose attack with one aircraft is offered."""


def troop_lines(view: State, side: str, kind: str) -> tuple[ForceLine, ...]:
    """Return the lines of a side's land units, place by place; those at sea by their mission."""
    here: dict[str, list[Troop]] = {}
    for x in view.troops.values():
        if x.side == side and x.present:
            here.setdefault(x.mission or x.at, []).append(x)
    return tuple(
        ForceLine(
            f"troops {place}",
            f"{'Aboard' if place in view.missions else 'Ashore at'} {display_name(view, place)}",
            side,
            "force",
            where_drawn(view, place),
            str(sum(x.strength for x in here[place])),
            orders=place_orders(view, side, place, kind),
            children=tuple(troop_line(view, x, kind) for x in here[place]),
        )
        for place in sorted(here)
    )


def place_orders(view: State, side: str, place: str, kind: str) -> tuple[str, ...]:
    """Return orders for a place with troops: the landing of those aboard, or orders of Logistics on
    an island without a port."""
    if kind == "operations":
        return tuple(landing_orders(view, side, place))
    return port_orders(view, side, place) if kind == "logistics" and place not in view.ports else ()


def troop_line(view: State, x: Troop, kind: str) -> ForceLine:
    """Return the line of one land unit."""
    marks = (("reserve", x.reserve), ("airborne", x.airborne))
    words = [x.kind, *((x.formation,) if x.formation else ()), *(w for w, on in marks if on)]
    if x.forms > view.turn:
        words.append(f"formed in turn {x.forms}")
    state = ("used",) if x.mission or x.forms > view.turn else ("ready",)
    return ForceLine(
        x.id,
        x.name,
        x.side,
        "ground",
        where_drawn(view, x.at) if x.at else "",
        f"{x.strength}/{x.full}",
        SILHOUETTE.get(x.kind, "inf"),
        state,
        " · ".join(words),
        orders_of(view, x, kind),
        strength=(x.strength, x.full),
    )


def orders_of(view: State, x: Troop, kind: str) -> tuple[str, ...]:
    """Return the beginnings of orders to a land unit now."""
    if kind == "logistics":
        return (L.order_prefix(Station, troops=x.id),)
    if kind != "operations":
        return ()
    invaded = dict.fromkeys(i.port for i in view.invasions)
    return tuple(
        order_text(Reinforce(p, (x.id,)))
        for p in invaded
        if check_reinforce(view, x.side, Reinforce(p, (x.id,)))
    )


def landing_orders(view: State, side: str, mission: str) -> list[str]:
    """Return the attack order of an invasion that sails as this mission."""
    mine = (i.port for i in view.invasions if i.side == side and i.mission == mission)
    return [order_text(Attack(port)) for port in mine if check_attack(view, side, Attack(port))]


def port_orders(view: State, side: str, port: str) -> tuple[str, ...]:
    """Return orders of Logistics for a port."""
    found: list[RepairYard | Raise] = []
    if port in view.ports and check_repair(view, side, RepairYard(port)):
        found.append(RepairYard(port))
    if on_true_island(view, port) and check_raise(view, side, Raise("garrison", port)):
        found.append(Raise("garrison", port))
    return tuple(order_text(x) for x in found)


def sortie_orders(view: State, p: Plane) -> tuple[str, ...]:
    """Return whole orders for one aircraft in announced attacks: to defend the place, or to join
    its side's landing."""
    places = dict.fromkeys((*(a.port for a in view.assaults), *(i.port for i in view.invasions)))
    orders = (Reinforce(place, air=(p.id,)) for place in places)
    return tuple(order_text(x) for x in orders if check_reinforce(view, p.side, x))


def strike_orders(view: State, p: Plane) -> tuple[str, ...]:
    """Return attacks on enemy ports that one aircraft could make alone, as whole orders."""
    enemy = sorted(q.name for q in view.ports.values() if q.side not in ("", p.side))
    legal = (
        o for o in (PortAttack(q, (p.id,)) for q in enemy) if check_port_attack(view, p.side, o)
    )
    return tuple(order_text(o) for o, _ in zip(legal, range(STRIKES), strict=False))


def yard_words(view: State, port: str) -> list[str]:
    """Return words for a port's works besides its shipyard, and for damage."""
    found = view.ports[port]
    counts = (
        ("factory", "factories", found.factories),
        ("refinery", "refineries", found.refineries),
    )
    words = [count_text(n, one, many) for one, many, n in counts if n]
    return [*words, *((f"shipyard damaged, {found.yard_damage} PP",) if found.yard_damage else ())]
