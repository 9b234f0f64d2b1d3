"""People in the water after a ship is hit, where a scenario counts them: a group that stops saves half of them (house)."""

from __future__ import annotations

from flagplot.table import Refusal

from ...state import Group, State
from ...state.units import FREIGHTERS, tf_like

STOP = 5
"""MPs for which a group stops."""
HOUSE = "32.A.s15"
"""The clause that lets other activities cost MPs."""


def adrift(s: State, side: str, hex: str) -> int:
    """The REs of a side in the water of a hex in this step."""
    whose, res = s.adrift.get(hex, ("", 0))
    return res if whose == side else 0


def saved(res: int) -> int:
    """Those of them that are taken up: half, rounded up."""
    return -(-res // 2)


def may_save(s: State, group: Group) -> bool:
    """True for a group with a task force, or with a transport that carries nobody."""
    laden = {c.aboard for c in s.cargo.values() if c.res}
    return any(tf_like(u) or (u.kind in FREIGHTERS and u.id not in laden) for u in s.of(group))


def why_not(s: State, group: Group) -> Refusal | None:
    """Why a group takes nobody up: nobody is in the water there, or it has no ship for it."""
    if group.where != "sea" or not adrift(s, group.side, group.hex):
        return Refusal(HOUSE, "nobody-adrift", (group.hex,))
    if not may_save(s, group):
        return Refusal(HOUSE, "no-rescuer", (group.id,))
    return None
