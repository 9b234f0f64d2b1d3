"""Lines about ferries and naval supply lines."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table.language import Found, same

from ..rules.special import ferries, supply
from ..state import Campaign, put_unit
from . import nouns as n
from .nouns import lines


@lines.given("{unit} beside {hex} since the initial phase")
def dawn(s: Campaign, unit: n.Unit, hex: n.Hex) -> Campaign:
    """Where a landing craft lay as the player-turn began."""
    return put_unit(s, replace(s.units[unit], dawn=hex))


@lines.given("{unit} ferries {edge}")
def serves(s: Campaign, unit: n.Unit, edge: n.Edge) -> Campaign:
    """A hexside that a landing craft serves as a ferry."""
    return put_unit(s, replace(s.units[unit], ferry=edge))


@lines.fact("{side} crosses {edge} as {kind}")
def crosses(
    before: Campaign, s: Campaign, side: n.Side, edge: n.Edge, kind: Literal["major river", "full", "partial", "strait",
    "river", "land"]
) -> Found:  # fmt: skip
    """What a hexside is to a side's ground units."""
    return same(ferries.crossing(s, side, edge), kind)


@lines.fact("{side} may cross {edge}")
def may(before: Campaign, s: Campaign, side: n.Side, edge: n.Edge) -> Found:
    """Whether a side's ground units may cross a hexside."""
    return ferries.may_cross(s, side, edge), ferries.crossing(s, side, edge)


@lines.fact("supply line {side}: {hexes}")
def line(before: Campaign, s: Campaign, side: n.Side, hexes: n.Hexes) -> Found:
    """Whether a side may trace a naval supply line along these hexes."""
    wrong = supply.why_not_trace(s, side, hexes)
    return wrong is None, f"{wrong.clause} {wrong.code} {' '.join(wrong.culprits)}" if wrong else "open"


@lines.fact("supply line {side} costs {points}: {hexes}")
def costs(before: Campaign, s: Campaign, side: n.Side, points: int, hexes: n.Hexes) -> Found:
    """Supply-line points of a line, its start free."""
    return same(supply.cost(s, side, hexes), points)


@lines.fact("supply line {side} from {start} to {goal}")
def reaches(before: Campaign, s: Campaign, side: n.Side, start: n.Hex, goal: n.Hex) -> Found:
    """Whether there is any line between two hexes."""
    path = supply.cheapest(s, side, start, goal)
    return bool(path), " ".join(path) or "none"
