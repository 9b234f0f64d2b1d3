"""Lines about ferries and naval supply lines."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table.language import Found

from ..rules.special import ferries, supply
from ..state import State, put_unit
from . import nouns as n
from .nouns import lines

lines.puts("{unit} beside {hex} since the initial phase", lambda s, unit, hex: put_unit(s, replace(s.units[unit], dawn=hex)))
lines.puts("{unit} ferries {edge}", lambda s, unit, edge: put_unit(s, replace(s.units[unit], ferry=edge)))
lines.finds(
    "{side} crosses {edge} as {kind}", lambda s, side, edge: ferries.crossing(s, side, edge),
    kind=Literal["major river", "full", "partial", "strait", "river", "great river", "land"],
)  # fmt: skip


lines.finds("{side} may cross {edge}", lambda s, side, edge: (ferries.may_cross(s, side, edge), ferries.crossing(s, side, edge)))


@lines.fact("supply line {side}: {hexes}")
def line(s: State, side: n.Side, hexes: n.Hexes) -> Found:
    """Whether a side may trace a naval supply line along these hexes."""
    wrong = supply.why_not_trace(s, side, hexes)
    return wrong is None, f"{wrong.clause} {wrong.code} {' '.join(wrong.culprits)}" if wrong else "open"


# Supply-line points of a line, its start free.
lines.finds("supply line {side} costs {points}: {hexes}", lambda s, side, hexes: supply.cost(s, side, hexes))


@lines.fact("supply line {side} from {start} to {goal}")
def reaches(s: State, side: n.Side, start: n.Hex, goal: n.Hex) -> Found:
    """Whether there is any line between two hexes."""
    path = supply.cheapest(s, side, start, goal)
    return bool(path), " ".join(path) or "none"
