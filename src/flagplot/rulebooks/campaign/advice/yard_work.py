"""Ships for a yard to work on (6.5.4.4), and the points of the scenario that this brings by the
game's end."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .. import orders as o
from ..rules.assault.yards import check_work, complete_at, yard_works
from ..rules.missions.cripple_passages import working_yards
from ..rules.missions.patrols import check_base_change
from ..state import Ship, State
from .battle_points import points_at_strength

LEAST = 1.0
"""Points of a ship for whose loss the scenario gives none: it can sail again."""


def yard_work(state: State, side: str) -> Iterator[o.Work]:
    """Yield orders to work on ships in yards that are under construction or damaged."""
    for ship in state.side_ships(side):
        if check_work(state, side, o.Work(ship.id)):
            yield o.Work(ship.id)


def to_yards(state: State, side: str) -> Iterator[o.BaseChange]:
    """Yield base changes of damaged ships that lie without a working yard, each to the nearest one
    with room."""
    for ship in state.side_ships(side):
        port = state.ports.get(ship.base)
        if (
            ship.damaged
            and not (ship.mission or ship.built or ship.submarine)
            and port is not None
            and not yard_works(port)
        ):
            for yard in working_yards(state, side, ship)[:1]:
                order = o.BaseChange((ship.id,), yard.port, "operational", yard.way[1:-1])
                if check_base_change(state, side, order):
                    yield order


def mending_worth(view: State, order: o.Order) -> float:
    """Return the points of taking a damaged ship to a yard, which works on it from the next turn
    on."""
    if not isinstance(order, o.BaseChange) or not view.ships[order.units[0]].damaged:
        return 0.0
    return yard_worth(view, view.ships[order.units[0]], 1)


def yard_worth(view: State, ship: Ship, waits: int = 0) -> float:
    """Return the points that a yard saves by work on a ship from now on, or after *waits* turns:
    those for its damage at the end, and a share of those for its loss, by the part of the game in
    which it can sail again."""
    left = view.last_turn - view.turn + 1 - waits
    missing = (
        complete_at(ship, view.rulings) - ship.built if ship.built else ship.full - ship.strength
    )
    mended = replace(ship, strength=min(ship.full, ship.strength + left))
    whole = replace(ship, strength=ship.full)
    saved = points_lost(view, ship, ship.strength) - points_lost(view, mended, mended.strength)
    return saved + max(LEAST, points_lost(view, whole, 0)) * max(0, left - missing) / view.last_turn


def points_lost(view: State, ship: Ship, strength: int) -> float:
    """Return the points by which a side falls back when one of its ships falls to *strength*."""
    points = points_at_strength(replace(view, ships={ship.id: ship}), ship, strength)
    return sum(-n if who == ship.side else n for who, n in points.items())
