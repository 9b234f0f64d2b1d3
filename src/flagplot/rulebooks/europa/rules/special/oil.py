"""Oil for Axis sailings (36.E), and how far torpedo boats go."""

from __future__ import annotations

from flagplot.table import Refusal, clause, facts

from ...map import chart
from ...state import Campaign, Group
from ...state.units import BOATS_REACH, tf_like


def is_counted(s: Campaign, group: Group) -> bool:
    """True when a group in port needs oil to sail: Axis TFs, where the scenario counts oil, unless paid for already."""
    return group.side == "Axis" and group.where == "port" and "oil" in s.facts and not group.steaming


@clause("36.E.s02")
def why_not_sail(s: Campaign, group: Group) -> Refusal | None:
    """Why a group cannot put to sea for want of oil: it takes at least 1 supply point for each TF."""
    port = s.ports.get(group.hex)
    ships = sum(tf_like(u) for u in s.of(group))
    if not is_counted(s, group) or port is None or port.oil >= ships:
        return None
    return Refusal("36.E", "no-oil", (group.id,), facts(port=port.name, oil=port.oil, needed=ships))


def why_not_so_far(s: Campaign, group: Group, to: str) -> Refusal | None:
    """Why torpedo boats do not go so far: they stay near their base (house)."""
    if group.home and any(u.kind == "MTB" for u in s.of(group)) and chart.distance(group.home, to) > BOATS_REACH:
        where = facts(base=group.home, hexes=BOATS_REACH)
        return Refusal("32.A.s06", "boats-too-far", (group.id, to), where, rests_on=("mtb_as",))
    return None
