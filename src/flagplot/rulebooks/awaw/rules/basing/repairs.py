"""Repair of damaged ships (missing rules A1, house): in a port with a naval base, as many turns as
the ship's size less one.

Effects that did not damage a ship are remembered within a battle or an attack, and gone at the end
of the player turn. The count starts when the player turn ends that first finds the ship there
damaged, and anew when it changes base.
"""

from __future__ import annotations

from flagplot.table import Table, clause

from ...events import Own, UnitChanged
from ...map.ports import naval_base
from ...nouns import That
from ...state import State, Unit, replace, with_units
from ..registry import at_moment

MARK = "repair "


class Repaired(Own, frozen=True, tag="repaired"):
    """A ship is as good as new."""

    unit: That

    def apply(self, s: State) -> State:
        return with_units(s, (replace(s.units[self.unit], damaged=False, hits=0, row=""),))


def turns_done(unit: Unit) -> int:
    """Whole turns of repair a ship has behind it where it lies; -1 when repair has not begun
    there."""
    if not unit.row.startswith(MARK):
        return -1
    done, _, yard = unit.row.removeprefix(MARK).partition(" ")
    return int(done) if yard in ("", unit.base) else -1


@clause("21.314")
def in_yard(state: State, unit: Unit) -> bool:
    """True for a damaged ship lying in a port with a naval base."""
    return (
        unit.kind == "ship"
        and unit.damaged
        and unit.status == ""
        and not unit.force
        and naval_base(state, unit.base)
    )


@at_moment("turn-end", 1)
async def repair(t: Table[State]) -> bool:
    """At the end of its player turn a side's damaged ships in naval bases come a turn nearer to
    being repaired; effects that damaged nothing are forgotten."""
    s = t.state
    for u in s.units.values():
        if u.kind == "ship" and u.hits and not u.damaged and u.status == "":
            t.record(UnitChanged("21.314#2", replace(u, hits=0)))
    s = t.state
    for u in s.ships(s.mover):
        if not in_yard(s, u):
            if u.row.startswith(MARK):
                t.record(UnitChanged("21.314", replace(u, row="")))
            continue
        done = turns_done(u) + 1
        if done >= max(1, u.factors - 1):
            t.record(Repaired("21.314", u.side, u.id))
        else:
            t.record(UnitChanged("21.314", replace(u, row=f"{MARK}{done} {u.base}")))
    return False
