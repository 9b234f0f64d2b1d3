"""Ships in a port that falls: who must check, who gets to sea, who is scuttled (36.B)."""

from __future__ import annotations

from flagplot.table import clause

from ...map import chart
from ...state import Group, State, Unit

POINTS = 2
"""Strength points that check for each supported RE; or one single ship."""
ESCAPES = 4
"""The highest roll that gets to sea."""


@clause("36.B")
def caught(s: State, hex: str, taker: str) -> tuple[Group, ...]:
    """The groups lying inside a port that an enemy takes."""
    return s.groups_at(hex, s.other(taker), "port")


@clause("36.B.s08")
def is_stuck(s: State, unit: Unit, hex: str) -> bool:
    """True for a unit that gets no roll: in an inland port or under refit all its strength points are scuttled."""
    port = s.ports.get(hex)
    return unit.refit or (port is not None and port.inland)


@clause("36.B.s09")
def cut_off(s: State, hex: str, taker: str) -> tuple[Unit, ...]:
    """Units on a river or canal hexside of a hex that an enemy gains: wholly scuttled."""
    groups = [g for g in s.standing(s.other(taker)) if g.where == "riverine" and hex in chart.banks(g.river)]
    return tuple(u for g in groups for u in s.of(g))


@clause("36.B.s02")
def checks(unit: Unit) -> int:
    """How many dice a unit can have to roll: one for a single ship, one for each strength point of others."""
    return 1 if unit.kind == "SHIP" else unit.strength


@clause("36.B.s06", "36.B.s07")
def lost(unit: Unit, scuttled: int) -> int:
    """The hits of scuttled strength points, which sink a unit that loses all; a single ship goes whole."""
    return unit.strength if unit.kind == "SHIP" and scuttled else scuttled
