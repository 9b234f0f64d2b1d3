"""Crippled ships in the Breakthrough Phase, and their passage to a yard (6.5.1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Refusal, Verdict, clause, facts, refuse

from ... import orders as o
from ...state import Mission, Ship, State
from ..assault.yards import yard_works
from ..groups import ships_named, with_group_marks
from ..movement.reach import PortInReach, ports_in_reach, why_overfull
from ..movement.routes import passage_of, route_cost_in_range, route_faults
from ..registry import checks
from .evacuation import displaced_at, troops_at
from .mission_forming import code_name

LIGHT_DAMAGE = 2
"""Strength points that a ship may lose before it counts as heavily damaged (6.5.1.4)."""


def passages_open(state: State) -> bool:
    """Return True when the Breakthrough Phase has passages to order: a port lost on land is still
    to fall, a side has ships or troops to take out of a lost port, or a ship was heavily damaged
    (6.5.1.4, 6.5.1.5). Any such ship counts, wherever based, because its owner alone knows whether
    it needs a yard."""
    return (
        any(not f.settled for f in state.falls)
        or any(heavily_damaged(s) for s in state.ships.values())
        or any(
            bool(displaced_at(state, side)) or any(True for _ in troops_at(state, side))
            for side in state.sides
        )
    )


def heavily_damaged(ship: Ship) -> bool:
    """Return True for a ship that lost more than 2 points in a battle of this turn (HR-33,
    6.5.1.4)."""
    return ship.afloat and ship.last_damage > LIGHT_DAMAGE


def crippled_ships(state: State, side: str) -> Iterator[Ship]:
    """Yield the heavily damaged ships of a side that lie in a port without a working shipyard
    (6.5.1.4)."""
    for ship in state.side_ships(side):
        port = state.ports.get(ship.base)
        if heavily_damaged(ship) and not ship.mission and port is not None and not yard_works(port):
            yield ship


def working_yards(state: State, side: str, ship: Ship) -> tuple[PortInReach, ...]:
    """Return the friendly working shipyards with room for a ship, the nearest first."""
    ports = (port.name for port in state.ports.values() if port.side == side and yard_works(port))
    return ports_in_reach(state, side, ship, ship.base, ports)


@checks(o.Passage)
@clause("6.5.1.4.c")
def check_passage(state: State, side: str, order: o.Passage) -> Verdict:
    """Check that a heavily damaged ship goes to the nearest friendly yard able to repair it, by the
    most direct route (6.5.1.4)."""
    ships, missing = ships_named(state, side, [order.unit])
    if missing:
        return refuse(*missing)
    ship = ships[0]
    faults: list[Refusal | None] = []
    if ship.id not in {s.id for s in crippled_ships(state, side)}:
        faults.append(Refusal("6.5.1.4.c", "not-crippled", (ship.id,)))
    near = working_yards(state, side, ship)
    if not near:
        faults.append(Refusal("6.5.1.4.c", "no-yard-to-mend-her", (ship.id,)))
    elif all(x.port != order.target for x in near if x.length == near[0].length):
        told = facts(nearest=near[0].port, squares=near[0].length)
        faults.append(Refusal("6.5.1.4.c", "not-nearest-yard", (order.target,), told))
    faults.append(why_overfull(state, side, order.target, ships))
    p = passage_of(state, side, [ship])
    route = (ship.base, *order.via, order.target)
    bad = route_faults(p, route, frozenset({ship.base, order.target}))
    faults.extend(bad)
    if near and not bad and (needs := route_cost_in_range(p, route).length) > near[0].length:
        faults.append(
            Refusal(
                "6.5.1.4.c", "not-direct", (ship.id,), facts(needs=needs, squares=near[0].length)
            )
        )
    return refuse(*faults)


def passage_mission(state: State, side: str, order: o.Passage) -> Mission:
    """Return the mission of a crippled ship that makes for a yard."""
    ship = state.ships[order.unit]
    mission = Mission(
        code_name(state, side, state.turn),
        side,
        "passage",
        (ship.id,),
        ship.base,
        order.target,
        (ship.base, *order.via, order.target),
        rebase=order.target,
        status="sailing",
    )
    return with_group_marks(mission, [ship])
