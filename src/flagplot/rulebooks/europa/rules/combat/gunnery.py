"""Gunnery: strengths by night and range, the gunnery table, the success table, and their rolls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec

from flagplot.table import Rulings, clause
from flagplot.table.core.roll_specs import Column
from flagplot.table.language import Choice

from ...map import chart
from ...state import Defence, State, turns
from ...state.units import Unit
from ..special.landing import firing_level

GUNNERY = "europa.gunnery"
SUCCESS = "europa.success"
MEANING = {
    "D": "disaster",
    "F*": "complete failure",
    "F": "failure",
    "S": "success",
    "S*": "great success",
}
"""Results of both success and search tables, from bad to good, in words."""
RESULTS = tuple(MEANING)
Result = Annotated[str, Choice(*RESULTS)]
MISS = RESULTS[:3]
HIT = RESULTS[3:]


@clause("36.A.2.(e)", "36.A.2.(e).s02")
def ship_divisor(state: State, side: str, night: bool) -> int:
    """Return the divisor of a ship's gunnery: 4 at night, for the Allies 2 from Jul I 44; 1 by
    day."""
    if not night:
        return 1
    late = side == "Allied" and turns.turn_order(state.turn) >= turns.turn_order("Jul I 44")
    row = "allied ship from Jul I 44" if late else "ship"
    return int(state.rulings.table("europa.night-gunnery").cell(row, "divisor"))


def ship_gunnery(state: State, unit: Unit, night: bool) -> Fraction:
    """Return the gunnery strength of a unit: its strength, divided at night."""
    return Fraction(unit.strength, ship_divisor(state, unit.side, night))


@clause("32.D.3.s03", "36.A.2.(d)")
def defence_gunnery(state: State, defence: Defence, target: str, night: bool) -> Fraction:
    """Return the gunnery strength of a coast defence against a hex: the levels that fire, halved at
    an adjacent hex, halved at night."""
    value = Fraction(firing_level(state, defence))
    if chart.distance(defence.hex, target) > 0:
        value /= 2
    if night:
        value /= int(state.rulings.table("europa.night-gunnery").cell("coast-defence", "divisor"))
    return value


class Faint(msgspec.Struct, frozen=True, cache_hash=True):
    """The roll of a gunnery strength below 1: a 6 hits only if a second die shows 4 to 6; a
    modified 7 or more hits."""

    plus: int = 0

    @property
    def dice(self) -> tuple[int, int]:
        return 2, 6

    def read(self, faces: Sequence[int]) -> int:
        first = faces[0] + self.plus
        return 1 if first >= 7 or (first == 6 and faces[1] >= 4) else 0

    def outcomes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        hits = sum(self.read((a, b)) for a in range(1, 7) for b in range(1, 7))
        return tuple((v, w) for v, w in ((0, 36 - hits), (1, hits)) if w), 36


Shot = Faint | Column[int]


@lru_cache(maxsize=1024)
def gunnery_rolls(rulings: Rulings, strength: Fraction, plus: int = 0) -> tuple[Shot, ...]:
    """Return the rolls of a gunnery strength: none for 0, one for a strength up to 30. Above 30
    there is one roll for each 30 and one for the rest."""
    if strength <= 0:
        return ()
    table = rulings.table(GUNNERY)
    tops = [int(label) for label, _ in table.rows]
    most = max(tops)
    if strength < 1:
        return (Faint(plus),)
    if strength > most:
        return gunnery_rolls(rulings, Fraction(most), plus) + gunnery_rolls(
            rulings, strength - most, plus
        )
    row = max(t for t in tops if t <= strength)
    return (Column(tuple(int(c) for c in table.row(str(row))), 1, (1, 6), plus),)


def column_strengths(rulings: Rulings) -> tuple[int, ...]:
    """Return the lowest strength of each column of the gunnery table."""
    return tuple(int(label) for label, _ in rulings.table(GUNNERY).rows)


@lru_cache(maxsize=256)
def success_roll(rulings: Rulings, plus: int) -> Column[str]:
    """Return the roll on the success table with its modifiers. Night is included where the table in
    use lists it."""
    return Column(_cells(rulings, SUCCESS, 0, 6), 0, (1, 6), plus)


def _cells(rulings: Rulings, table: str, first: int, last: int) -> tuple[str, ...]:
    rows = [(name, int(cells[0]), int(cells[1])) for name, cells in rulings.table(table).rows]
    return tuple(
        next(name for name, low, high in rows if low <= total <= high)
        for total in range(first, last + 1)
    )


@clause(
    "32.B-T1",
    "32.B-T1.die.01",
    "32.B-T1.die.02",
    "32.B-T1.die.03",
    "32.B-T1.die.04",
    "32.B-T1.die.05",
)
@lru_cache(maxsize=256)
def search_roll(rulings: Rulings, plus: int) -> Column[str]:
    """Return the roll on the naval search table: two dice plus the modifiers, read as D, F*, F, S
    or S*."""
    return Column(_cells(rulings, "europa.search", 2, 14), 2, (2, 6), plus)
