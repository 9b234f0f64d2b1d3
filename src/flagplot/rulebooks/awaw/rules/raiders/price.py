"""What a raid costs (21.531C): so many mission points a ship, charged to the fronts its ships leave when the group sails."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Table, clause

from ...events import Charged
from ...map import theatre
from ...map.fronts import fronts_of
from ...map.theatre import ATLANTIC_SW, INDIAN_SW
from ...state import State, Unit
from ...state.raids import Raid
from ..combat import charts
from . import groups


def cost(view: State, ships: Sequence[Unit]) -> int:
    """Mission points of a raid: so many a ship."""
    return groups.count(ships) * charts.number(view.rulings, "raider-cost", "ship")


@clause("21.531C")
def front_of(view: State, ship: Unit, box: str) -> str:
    """The front a raider is charged to (HR-531C): by default that of the port it leaves, by water; from the start, western."""
    if view.rulings.switch("HR-531C") == "box":
        indian = "southeast-asia" if ship.nation == "Japan" else "mediterranean"
        return "western" if box == ATLANTIC_SW else indian if box == INDIAN_SW else "pacific"
    found = fronts_of(view, ship.base)
    return "western" if theatre.is_sw_box(ship.base) or (box == ATLANTIC_SW and "western" in found) else next(iter(found), "")


def promised(view: State, side: str) -> int:
    """Points of raids that are announced, or were at sea at the start, and have not sailed."""
    waiting = (x.id for x in view.raids.values() if x.side == side and x.stage == "out")
    return sum(cost(view, view.members(p)) for id in waiting for p in groups.parts_of(view, id))


@clause("21.5331#2", "21.5331#2@earlier")
def pay(t: Table[State], raid: Raid) -> None:
    """Charge a group to its fronts as it sails; one that began the game at sea is paid for like the others."""
    by_front: dict[str, list[Unit]] = {}
    for u in (u for p in groups.parts_of(t.state, raid.id) for u in t.state.members(p)):
        by_front.setdefault(front_of(t.state, u, raid.box), []).append(u)
    for front, here in by_front.items():
        points = cost(t.state, here)
        if points:
            t.record(Charged("21.5331#2" if raid.setup else "21.531C", raid.side, front, points))
