"""Places that change hands, by the land war at the end of a movement phase too, and what becomes of the ships there."""

from __future__ import annotations

from flagplot.table import Roll, Table, clause, facts
from flagplot.table.core.roll_specs import Sum

from .. import events as ev
from ..rules.special import scuttling
from ..rules.special.landing import ashore, captured_hits, res
from ..state import State
from .fire import damage


async def places_fall(t: Table[State]) -> None:
    """Everything that the scenario lets fall in this player-turn, in its order; then the ships get out of ports that fell to
    landings in it."""
    for fall in t.state.falls:
        if fall.at == t.state.at and t.state.owner(fall.hex) != fall.side:
            take(t, fall.side, fall.hex, "36.B")
            await scuttle(t, fall.hex, fall.side, fall.res)
    for hex, port in sorted(t.state.ports.items()):
        if port.owner in t.state.sides:
            await scuttle(t, hex, port.owner, res(ashore(t.state, port.owner, hex)))


def take(t: Table[State], side: str, hex: str, which: str) -> None:
    """A hex changes hands with its port, which starts at half of the hits that close it; what lies on a river or canal hexside
    of it is scuttled."""
    t.record(ev.Taken(which, side, hex, captured_hits(t.state, hex)))
    for unit in scuttling.cut_off(t.state, hex, side):
        damage(t, unit.id, unit.strength, "36.B.s09")


@clause("36.B.s04", "36.B.s05")
async def scuttle(t: Table[State], hex: str, taker: str, res: int) -> None:
    """Ships in a captured port try to get to sea: a die for each that must check, 5 or 6 scuttles; the others sail without
    one."""
    for unit in [u for g in scuttling.caught(t.state, hex, taker) for u in t.state.of(g) if scuttling.is_stuck(t.state, u, hex)]:
        damage(t, unit.id, unit.strength, "36.B.s08", True)
    groups = scuttling.caught(t.state, hex, taker)
    due = await drawn(t, hex, {u.id: scuttling.checks(u) for g in groups for u in t.state.of(g)}, res)
    for id, dice in sorted(due.items()):
        rolls = [await Roll(Sum(1, 6), "36.B.s05", "scuttling", about=facts(hex=hex)) for _ in range(dice)]
        unit = t.state.units[id]
        damage(t, id, scuttling.lost(unit, sum(r > scuttling.ESCAPES for r in rolls)), "36.B.s06", True)
    for g in groups:
        if g.id in t.state.groups:
            t.record(ev.GroupPlaced("36.B.s04", g.side, g.id, False, hex, "sea"))


@clause("36.B.s03")
async def drawn(t: Table[State], hex: str, pool: dict[str, int], res: int) -> dict[str, int]:
    """Who has to check, by chance: for each supported RE a single ship or two strength points. Returns dice by unit."""
    due: dict[str, int] = {}
    left = dict(pool)
    for _ in range(res):
        points = scuttling.POINTS
        while points:
            open_to = sorted(u for u, n in left.items() if n and (points == scuttling.POINTS or not is_ship(t.state, u)))
            if not open_to:
                break
            at = await Roll(Sum(1, len(open_to)), "36.B.s03", "scuttling-lot", about=facts(hex=hex, units=len(open_to))) if len(
                open_to) > 1 else 1
            unit = open_to[at - 1]
            taken = 1 if is_ship(t.state, unit) else min(points, left[unit])
            due[unit], left[unit] = due.get(unit, 0) + taken, left[unit] - taken
            points -= scuttling.POINTS if is_ship(t.state, unit) else taken
    return due


def is_ship(s: State, unit: str) -> bool:
    """True for a single ship."""
    return s.units[unit].kind == "SHIP"
