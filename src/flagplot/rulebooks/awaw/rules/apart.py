"""Ships of a power that stands apart, and fleets with oil for one sortie: what they may not do."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, facts

from ..scenarios.cards import card
from ..state import APART, State, Unit

AT_HOME = frozenset({"intercept", "counter"})
"""What ships that stand apart may do, in the hex they lie in."""


def standing_apart(units: Sequence[Unit], operation: str, hex_id: str = "") -> list[Refusal]:
    """Ships that stand apart begin nothing; they meet what comes into their own hex."""
    ids = tuple(u.id for u in units if u.note == APART and (operation not in AT_HOME or (hex_id and u.base != hex_id)))
    return [Refusal("21.4", "stands-apart", ids, (), (Remedy("leave-behind"),))] if ids else []


def out_again(view: State, units: Sequence[Unit]) -> list[Refusal]:
    """A fleet with oil for one sortie does not sail when some of its other ships have sailed, are away or are lost."""
    out = []
    for fleet in card(view.scenario, view.start).once if view.scenario else ():
        asked = tuple(u.id for u in units if u.id in fleet.units)
        spent = tuple(i for i in fleet.units if i not in asked and has_sailed(view.units.get(i)))
        if asked and spent:
            out.append(Refusal("21.71", "sailed-once", asked, facts(spent=", ".join(spent)), (Remedy("leave-behind"),)))
    return out


def has_sailed(u: Unit | None) -> bool:
    """True for a ship that is at sea, or has been, and for one that is lost."""
    return u is not None and (bool(u.force or u.used or u.inverted or u.sortied) or not u.present)
