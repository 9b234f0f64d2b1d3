"""Captured ports and the ships in them: which units roll, which of them reach the sea, and which
are scuttled (36.B)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import Roll, Table, clause, facts
from flagplot.table.core.roll_specs import Sum

from ... import events
from ...events.base import Happening
from ...map import chart
from ...nouns import Place, Side
from ...state import Group, State, Unit
from ...state.shore import MOST
from ..combat.damage import mark_damage
from ..movement import canals
from . import danger_zones, malta
from .landing import captured_hits, cargo_ashore, sum_res


@clause("36.A.1.s03")
class Taken(Happening, frozen=True, tag="taken"):
    """A side takes a hex, with the port in it. The hex's waters are no longer protected for the
    other side."""

    side: Side
    hex: Place
    hits: int = 0
    """The hits on the capacity of its port."""

    def apply(self, s: State) -> State:
        ports, port = dict(s.ports), s.ports.get(self.hex)
        if port is not None:
            ports[self.hex] = replace(
                port, owner=self.side, lost_by=s.at, hits=max(port.hits, self.hits)
            )
        kept = {h: d for h, d in s.defences.items() if h != self.hex or d.owner == self.side}
        held = {h: g for h, g in s.garrisons.items() if h != self.hex or g.side == self.side}
        bare = {
            g.id: replace(g, screened=False)
            for g in s.groups_at(self.hex, s.other(self.side))
            if g.screened
        }
        s = replace(
            s,
            ports=ports,
            owners={**s.owners, self.hex: self.side},
            defences=kept,
            garrisons=held,
            groups={**s.groups, **bare},
        )
        if s.malta is not None and self.side == "Axis" and self.hex == malta.valletta_hex():
            s = replace(s, malta=replace(s.malta, status=MOST))
        return replace(
            s, waters=replace(danger_zones.after_capture(s), suez_held=canals.suez_hexsides_held(s))
        )


class SuezSet(Happening, frozen=True, tag="suez"):
    """The Suez Canal is open, closed for a time or blocked for good from now on."""

    state: Literal["open", "closed", "blocked"]

    def apply(self, s: State) -> State:
        return replace(s, waters=replace(s.waters, suez=self.state))


POINTS = 2
"""Strength points that must roll for each supported RE; a single ship counts as that many."""


ESCAPES = 4
"""The highest roll with which a unit gets to sea."""


@clause("36.B")
def groups_caught(s: State, hex: str, taker: str) -> tuple[Group, ...]:
    """Return the groups lying inside a port that an enemy takes."""
    return s.groups_at(hex, s.other(taker), "port")


@clause("36.B.s08")
def is_stuck(s: State, unit: Unit, hex: str) -> bool:
    """Return True for a unit that gets no roll: in an inland port or under refit all its strength
    points are scuttled."""
    port = s.ports.get(hex)
    return unit.refit or (port is not None and port.inland)


@clause("36.B.s09")
def units_cut_off(s: State, hex: str, taker: str) -> tuple[Unit, ...]:
    """Return the units on a river or canal hexside of a hex that an enemy takes. All of them are
    scuttled."""
    groups = [
        g
        for g in s.standing(s.other(taker))
        if g.where == "riverine" and hex in chart.hexes_of_side(g.river)
    ]
    return tuple(u for g in groups for u in s.of(g))


@clause("36.B.s02")
def dice_for(unit: Unit) -> int:
    """Return how many dice a unit may have to roll: 1 for a single ship, else 1 for each strength
    point."""
    return 1 if unit.kind == "SHIP" else unit.strength


@clause("36.B.s06", "36.B.s07")
def hits_when_scuttled(unit: Unit, scuttled: int) -> int:
    """Return the hits of scuttled strength points. They sink a unit that loses all its points; a
    single ship is scuttled as a whole."""
    return unit.strength if unit.kind == "SHIP" and scuttled else scuttled


async def places_fall(t: Table[State]) -> None:
    """Carry out every capture that the scenario sets for this player-turn, in its order. Then let
    the ships leave the ports that fell to landings in it."""
    for fall in t.state.falls:
        if fall.at == t.state.at and t.state.owner(fall.hex) != fall.side:
            capture_hex(t, fall.side, fall.hex, "36.B")
            await roll_scuttling(t, fall.hex, fall.side, fall.res)
    for hex, port in sorted(t.state.ports.items()):
        if port.owner in t.state.sides:
            await roll_scuttling(
                t, hex, port.owner, sum_res(cargo_ashore(t.state, port.owner, hex))
            )


def capture_hex(t: Table[State], side: str, hex: str, which: str) -> None:
    """Let a hex change hands with its port, which starts at half of the hits that close it. Units
    on a river or canal hexside of it are scuttled."""
    t.record(Taken(which, side, hex, captured_hits(t.state, hex)))
    for unit in units_cut_off(t.state, hex, side):
        mark_damage(t, unit.id, unit.strength, "36.B.s09")


@clause("36.B.s04", "36.B.s05")
async def roll_scuttling(t: Table[State], hex: str, taker: str, res: int) -> None:
    """Let the ships in a captured port try to get to sea. Each unit that must check rolls its dice:
    5 or 6 scuttles. The other units sail without a roll."""
    for unit in [
        u
        for g in groups_caught(t.state, hex, taker)
        for u in t.state.of(g)
        if is_stuck(t.state, u, hex)
    ]:
        mark_damage(t, unit.id, unit.strength, "36.B.s08", True)
    groups = groups_caught(t.state, hex, taker)
    due = await draw_units(t, hex, {u.id: dice_for(u) for g in groups for u in t.state.of(g)}, res)
    for id, dice in sorted(due.items()):
        rolls = [
            await Roll(Sum(1, 6), "36.B.s05", "scuttling", about=facts(hex=hex))
            for _ in range(dice)
        ]
        unit = t.state.units[id]
        mark_damage(
            t, id, hits_when_scuttled(unit, sum(r > ESCAPES for r in rolls)), "36.B.s06", True
        )
    for g in groups:
        if g.id in t.state.groups:
            t.record(events.GroupPlaced("36.B.s04", g.side, g.id, False, hex, "sea"))


@clause("36.B.s03")
async def draw_units(t: Table[State], hex: str, pool: dict[str, int], res: int) -> dict[str, int]:
    """Draw the units that must check: for each supported RE one single ship or two strength points.
    Return dice by unit."""
    due: dict[str, int] = {}
    left = dict(pool)
    for _ in range(res):
        points = POINTS
        while points:
            open_to = sorted(
                u for u, n in left.items() if n and (points == POINTS or not is_ship(t.state, u))
            )
            if not open_to:
                break
            at = (
                await Roll(
                    Sum(1, len(open_to)),
                    "36.B.s03",
                    "scuttling-lot",
                    about=facts(hex=hex, units=len(open_to)),
                )
                if len(open_to) > 1
                else 1
            )
            unit = open_to[at - 1]
            taken = 1 if is_ship(t.state, unit) else min(points, left[unit])
            due[unit], left[unit] = due.get(unit, 0) + taken, left[unit] - taken
            points -= POINTS if is_ship(t.state, unit) else taken
    return due


def is_ship(s: State, unit: str) -> bool:
    """Return True for a single ship."""
    return s.units[unit].kind == "SHIP"
