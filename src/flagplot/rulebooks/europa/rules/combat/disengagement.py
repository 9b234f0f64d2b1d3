"""Breaking off a battle: the modifiers of the attempt, its roll, and the hexes to which a group may
withdraw."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from flagplot.table import Facts, Roll, Rulings, Table, clause, facts

from ...map import chart
from ...state import Group, State
from ...state.units import CARRIERS_OF_CARGO
from ..movement import costs, waters
from ..special import danger_zones, night
from . import zones
from .gunnery import SUCCESS, success_roll


class Escape(msgspec.Struct, frozen=True, cache_hash=True):
    """One group's attempt to break off a battle, with the modifier of its roll."""

    rulings: Rulings
    plus: int
    group: str


def escape_modifiers(s: State, group: Group, foe: Group) -> Facts:
    """Return the modifiers of a disengagement roll that hold, in the table's order: (row,
    amount)."""
    table = s.rulings.table("europa.disengagement")
    mine, theirs = (sum(u.strength for u in s.of(g)) for g in (group, foe))
    port = s.ports.get(group.hex)
    holds = {
        "night": bool(s.battle and s.battle.night),
        s.sea_state(group.hex): True,
        "enemy-weak": 2 * theirs < mine,
        "enemy-double": theirs >= 2 * mine,
        "light-group": s.kind(group) in ("submarine", "flotilla"),
        "cargo": any(u.kind in CARRIERS_OF_CARGO for u in s.of(group)),
        "crippled": any(2 * u.strength <= u.printed for u in s.of(group)),
        "hostile-port": bool(port and port.owner == foe.side)
        or danger_zones.is_endangered(s, group),
    }
    return tuple((row, int(cells[0])) for row, cells in table.rows if holds.get(row))


class EscapeOf(msgspec.Struct, frozen=True, tag="escape"):
    """A group's attempt to break off from its foe, as a part of the state."""

    group: str
    foe: str

    def get(self, s: State) -> Escape:
        """Return the attempt, with the modifiers that hold now."""
        parts = escape_modifiers(s, s.groups[self.group], s.groups[self.foe])
        return Escape(s.rulings, sum(int(n) for _, n in parts), self.group)

    def put(self, s: State, escape: Escape) -> State:
        """Return the state unchanged: the attempt by itself changes nothing."""
        return s


async def escape(t: Table[Escape]) -> str:
    """Roll on the success table whether a group gets away. Return the result."""
    try_ = t.state
    result: str = await Roll(
        success_roll(try_.rulings, try_.plus),
        "32.D.2",
        "disengage",
        SUCCESS,
        facts(group=try_.group, modifier=try_.plus),
    )
    return result


def breaking_off_cost(s: State, group: Group) -> int:
    """Return the MPs that breaking off costs: 1 for a phasing group that has any left, else 0."""
    return int(group.side == s.phasing and costs.mps_left(s, group) > 0)


@clause("36.A.2.(c)")
def after_paying(s: State, group: Group, mps: int) -> Group:
    """Return a group that breaks off, after paying *mps*. It enters the next hex by night or by day
    as that MP was spent, or as the battle was fought."""
    if mps:
        return night.spend_mps(group, mps, night.is_night_unfinished(group))
    return replace(group, dark=s.battle.night) if s.battle else group


def refuge_hexes(s: State, group: Group) -> tuple[str, ...]:
    """Return the adjacent hexes to which a group may withdraw, the hex it came from first: open to
    it and outside every enemy combat zone."""
    dark = after_paying(s, group, breaking_off_cost(s, group)).dark
    enemies = [g for g in s.standing(s.other(group.side)) if s.kind(g) != "submarine"]
    held = {h for g in enemies for h in zones.combat_zone(s, g, dark)}
    ways = [
        h
        for h in chart.neighbours(group.hex)
        if waters.why_not_enter(s, group, group.hex, h) is None
        and costs.entry_cost(s, group, h) is not None
        and h not in held
        and waters.why_not_strait(s, group, group.came_from, group.hex, h) is None
        and waters.why_not_gibraltar(s, group, group.came_from, group.hex, h) is None
    ]
    back = [h for h in ways if h == group.came_from]
    near = [h for h in ways if h != group.came_from]
    return tuple(back + near)
