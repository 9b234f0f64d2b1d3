"""Order forms: the orders that a side may give now, each with an example of its own ships and
places. Orders without use are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from flagplot.table import AskOrder, Single
from flagplot.table.assist.nearby_orders import first_legal
from flagplot.table.core.memo import memo_per_state
from flagplot.table.core.procedure import tag_of
from flagplot.table.display.position import OrderForm

from .. import orders as o
from ..advice.candidates import candidates
from ..advice.shipping_candidates import shipping_orders
from ..advice.troop_candidates import troop_orders
from ..advice.yard_work import yard_work
from ..map.battle_ocean import distance, hex_text
from ..map.squares import distance as apart
from ..nouns import L
from ..orders import battle as bo
from ..rules.combat.coast import landing_hexes
from ..rules.combat.coast_staff import mine_laid
from ..rules.combat.legality import check as check_battle
from ..rules.combat.legality import free_deployment, reachable_hexes
from ..rules.combat.visibility import gun_range, seen_by
from ..rules.groups import kept_from_hunting
from ..rules.legality import check
from ..rules.missions.loading import crossing_arrows
from ..rules.movement.route_search import reachable_squares
from ..rules.movement.routes import passage_of
from ..rules.pools import transports_available
from ..rules.reading import read
from ..rules.scenario_limits import supply_ship
from ..state import Ship, State
from ..state.battle import Combatant, SeaBattle

DEPLOYING = ("place", "mine", "ready", "staff")
"""Orders of the deployment before a battle."""


def forms(view: State, side: str, request: Single | None) -> tuple[OrderForm, ...]:
    """Return the forms for a request of which there is a legal example; in a battle only those
    possible now."""
    shut = kinds_not_offered(view, side)
    found = [f for f in L.forms(request.kind if request is not None else "") if f.kind not in shut]
    if request is not None and request.kind == "battle":
        deploying = view.battle is not None and view.battle.phase == "deploy"
        found = [
            f
            for f in found
            if (f.kind in DEPLOYING if deploying else f.kind not in ("mine", "ready", "done"))
        ]
    if not isinstance(request, AskOrder) or side not in view.sides:
        return tuple(found)
    examples = (
        first_legal(view, request, example_texts(view, side, request, f), read, check)
        for f in found
    )
    return tuple(replace(f, example=e) for f, e in zip(found, examples, strict=True) if e)


def kinds_not_offered(view: State, side: str) -> frozenset[str]:
    """Return the kinds of order that are not offered: to a supply ship that is not the side's, to
    withdraw or call for terms when that is not allowed."""
    ship, b = supply_ship(view), view.battle
    open_to = {
        "supply": bool(ship) and view.ports[ship].side == side,
        "retreat": b is None or bool(check_battle(b, side, bo.Retreat())),
        "terms": b is None or bool(check_battle(b, side, bo.Terms())),
    }
    return frozenset(kind for kind, is_open in open_to.items() if not is_open)


def example_texts(view: State, side: str, request: AskOrder, form: OrderForm) -> Iterable[str]:
    """Return example orders of a form, likely ones first."""
    if not form.slots:
        return (form.start,)
    if view.battle is not None and form.kind in (
        "place",
        "move",
        "fire",
        "launch",
        "rearm",
        "land",
        "reembark",
        "mine",
    ):
        return battle_examples(view, side, form.kind)
    ships = [s for s in view.ships.values() if s.side == side and in_port(view, s)]
    ports = sorted(p.name for p in view.ports.values() if p.side == side and p.square is not None)
    start = form.start.strip()
    match form.kind:
        case "patrol":
            hunting = (s for s in ships if not kept_from_hunting(s.cls))
            return (
                f"patrol {s.id} to {place}"
                for s in hunting
                for place in islice(patrol_places(view, side, s), 2)
            )
        case "base-change":
            return (
                f"{start} {s.id} to {p}"
                for s in farthest_ranging(view, ships)
                for p in nearest_ports(view, s, ports)[:2]
            )
        case "convoy":
            return convoy_examples(view, side, ports)
        case "cancel":
            return (
                f"cancel {m.id}"
                for m in view.missions.values()
                if m.side == side and m.status == "ordered"
            )
        case "regroup":
            return regroup_examples(view, side)
        case "overland":
            return (
                f"overland {s.id} to {p}"
                for s in ships
                if s.cls == "SSC"
                for p in ports
                if p != s.base
            )
        case "supply":
            zone = view.chart.zone(view.ports[supply_ship(view)].zone)
            return (f"supply ship to {n}" for n in zone.next_to) if zone is not None else ()
        case "fly" | "embark":
            return air_examples(view, side, form.kind)
        case "cross":
            return crossing_examples(view, side)
    return (
        o.order_text(x) for x in admiral_orders(view, side, request.kind) if tag_of(x) == form.kind
    )


@memo_per_state
def admiral_orders(view: State, side: str, kind: str) -> tuple[o.Order, ...]:
    """Return an admiral's candidates, computed once for all forms. In the Orders Phase only those
    without example texts of their own: orders of shipping, for troops and of yards."""
    if kind == "orders":
        return (*troop_orders(view, side), *shipping_orders(view, side), *yard_work(view, side))
    return tuple(candidates(view, AskOrder(side, "", kind)))


def crossing_examples(view: State, side: str) -> Iterator[str]:
    """Yield orders for land units at one end of a Crossing Arrow to the other end."""
    for pair in crossing_arrows(view):
        for x in view.troops.values():
            if x.side == side and x.at in pair and not x.mission:
                yield from (f"cross {x.id} to {there}" for there in pair if there != x.at)


def convoy_examples(view: State, side: str, ports: list[str]) -> Iterator[str]:
    """Yield convoys from the ports with most transports, with as many as there are, at most
    four."""
    counts = ((p, transports_available(view, side, p)) for p in ports)
    have = {p: FOUR if n is None else min(FOUR, n) for p, n in counts}
    for port, number in sorted(have.items(), key=lambda x: (-x[1], x[0])):
        yield from (
            f"convoy {number} transports from {port} to {p} via direct"
            for p in ports
            if p != port and number
        )


FOUR = 4
"""The most transports of an example convoy."""


def regroup_examples(view: State, side: str) -> Iterator[str]:
    """Yield orders that drop a ship from a mission of several that has not sailed."""
    for m in view.missions.values():
        if m.side == side and m.status == "ordered" and len(m.units) > 1:
            yield f"regroup {m.id} drop {m.units[-1]}"


def in_port(view: State, s: Ship) -> bool:
    """Return True for a ship that lies ready in a port."""
    return (
        s.afloat
        and not s.mission
        and s.readiness == "ready"
        and s.arrives <= view.turn
        and s.base in view.ports
    )


def farthest_ranging(view: State, ships: Iterable[Ship]) -> list[Ship]:
    """Return the ships of longest range on the map first, then those off it."""
    return sorted(ships, key=lambda s: (view.ports[s.base].square is None, -s.patrol))


def nearest_ports(view: State, s: Ship, ports: Iterable[str]) -> list[str]:
    """Return other ports than a ship's own, the nearest first if the ship is on the map."""
    here = view.ports[s.base].square
    squares = {p: view.ports[p].square for p in ports if p != s.base}
    return sorted(
        squares,
        key=lambda p: apart(here, there, "alternating") if here and (there := squares[p]) else 0,
    )


def patrol_places(view: State, side: str, s: Ship) -> Iterator[str]:
    """Yield the places that a ship can patrol: zones next to its own, or squares in its range, the
    farthest first."""
    port = view.ports[s.base]
    zone = view.chart.zone(port.zone) if port.square is None else None
    if zone is not None:
        yield from zone.next_to
    elif port.square is not None and s.patrol:
        here = port.square
        reach = reachable_squares(passage_of(view, side, [s]), s.base, s.patrol)
        squares = sorted(
            reach,
            key=lambda q: (
                -sum(abs(int(a) - b) for a, b in zip(q.split(","), here, strict=True)),
                q,
            ),
        )
        yield from squares[len(squares) // 3 :]


def air_examples(view: State, side: str, verb: str) -> Iterator[str]:
    """Yield air patrols, and moves of aircraft aboard carriers, for a side that has aircraft."""
    carriers = [s for s in view.ships.values() if s.side == side and s.carries and in_port(view, s)]
    for p in view.planes.values():
        if p.side != side:
            continue
        port = view.ports.get(p.base)
        if verb == "fly" and port is not None and port.square is not None:
            yield f"fly {p.id} to {port.square[0]},{port.square[1]}"
        if verb == "embark":
            yield from (f"embark {p.id} on {c.id}" for c in carriers if c.base == p.base)


def battle_examples(view: State, side: str, verb: str) -> Iterable[str]:
    """Return the orders of a battle for the units that can carry them out."""
    b = view.battle
    assert b is not None
    mine: list[Combatant] = [u for u in b.units if u.side == side and u.alive]
    match verb:
        case "place":
            waiting = (u for u in mine if u.at is None and not u.aboard)
            return (
                f"place {u.id} at {hex_text(free_deployment(b, u) or (5, 25))}" for u in waiting
            )
        case "land":
            aboard = (u for u in mine if u.kind and u.aboard and b.has(u.aboard))
            return (
                f"land {u.id} at {hex_text(h)}"
                for u in aboard
                for h in landing_hexes(b, b.unit(u.aboard), u)[:1]
            )
        case "reembark":
            boats = [u for u in mine if u.cls == "TR" and not any(x.aboard == u.id for x in mine)]
            return (
                f"reembark {u.id} on {boat.id}"
                for u in mine
                if u.kind and u.at and not u.fixed
                for boat in boats
            )
        case "mine":
            laid = mine_laid(b, "red") if side == b.red else None
            return (o.order_text(laid),) if laid is not None else ()
        case "move":
            resting = (u for u in mine if u.at is not None and not u.moved)
            return (
                f"move {u.id} to {hex_text(h)}"
                for u in resting
                for h in sorted(reachable_hexes(b, u))[-1:]
            )
        case "fire":
            return (f"fire {u.id} at {e.id}" for u in mine if not u.fired for e in in_range(b, u))
        case "launch":
            decks = (
                (u, b.unit(u.aboard).at) for u in mine if u.flies and u.aboard and b.has(u.aboard)
            )
            return (f"launch {u.id} to {hex_text(deck)}" for u, deck in decks if deck is not None)
        case _:
            landing = (u for u in mine if u.flies and u.at is not None)
            return (
                f"rearm {u.id} on {c.id}"
                for u in landing
                for c in mine
                if c.cls in ("CV", "CVL", "CVE")
            )


def in_range(b: SeaBattle, u: Combatant) -> Iterator[Combatant]:
    """Yield the enemies in sight and in range of a unit's guns."""
    if u.at is None:
        return
    for e in (b.unit(i) for i in sorted(seen_by(b, u.colour))):
        if e.at is not None and distance(u.at, e.at) <= gun_range(u):
            yield e
