"""Repair of damaged ships (missing rules A1, house), in a port with a naval base. It takes as many
turns as the ship's size less one.

Effects that did not damage a ship last for the battle or attack, and are cleared at the end of the
player turn. The count starts at the end of the first player turn at which the ship lies there
damaged. It starts again when the ship changes base.
"""

from __future__ import annotations

from flagplot.table import Table, clause

from ...events import OwnerEvent, UnitChanged
from ...map.ports import is_naval_base
from ...nouns import That
from ...state import State, Unit, replace, with_units
from ..registry import at_moment

MARK = "repair "


class Repaired(OwnerEvent, frozen=True, tag="repaired"):
    """End of a ship's repair. Its damage is removed."""

    unit: That

    def apply(self, s: State) -> State:
        return with_units(s, (replace(s.units[self.unit], damaged=False, hits=0, row=""),))


def turns_done(unit: Unit) -> int:
    """Return the whole turns of repair that a ship has had in its base; -1 when repair has not
    begun there."""
    if not unit.row.startswith(MARK):
        return -1
    done, _, yard = unit.row.removeprefix(MARK).partition(" ")
    return int(done) if yard in ("", unit.base) else -1


@clause("21.314")
def is_in_yard(state: State, unit: Unit) -> bool:
    """Return True for a damaged ship in a port with a naval base."""
    return (
        unit.kind == "ship"
        and unit.damaged
        and unit.status == ""
        and not unit.force
        and is_naval_base(state, unit.base)
    )


@at_moment("turn-end", 1)
async def repair_ships(t: Table[State]) -> bool:
    """Count a turn of repair for the moving side's damaged ships in naval bases, at the end of its
    player turn. Clear effects that damaged nothing."""
    s = t.state
    for u in s.units.values():
        if u.kind == "ship" and u.hits and not u.damaged and u.status == "":
            t.record(UnitChanged("21.314#2", replace(u, hits=0)))
    s = t.state
    for u in s.ships(s.mover):
        if not is_in_yard(s, u):
            if u.row.startswith(MARK):
                t.record(UnitChanged("21.314", replace(u, row="")))
            continue
        done = turns_done(u) + 1
        if done >= max(1, u.factors - 1):
            t.record(Repaired("21.314", u.side, u.id))
        else:
            t.record(UnitChanged("21.314", replace(u, row=f"{MARK}{done} {u.base}")))
    return False
