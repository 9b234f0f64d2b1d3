"""Minebelts: where they may lie, what a side sweeps in its initial phase, and at what risk and price (36.C)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, clause, facts

from ...map import chart
from ...state import Group, State
from ...state.waters import Account
from . import danger_zones

PORT_REACH = 7
NO_MORE = "no more"
"""The answer that ends the sweeping of zones."""
DEAREST_SWEEP = 2.0
"""Repair points that sweeping a mine point costs at most."""
CALM = {"stormy": 1, "rough": 2, "calm": 3}


@clause("36.C.s02")
def why_not_here(s: State, group: Group) -> Refusal | None:
    """Why mines cannot be laid or swept where a group lies: they lie in all-sea and coastal hexes only."""
    if group.where == "riverine" or s.ground(group.hex) not in ("sea", "coastal"):
        return Refusal("36.C.s02", "no-mines-here", (group.hex,))
    return None


@clause("36.C.2.s02")
def belt(s: State, hex: str, owner: str, more: int) -> State:
    """The position with mine points of a side laid in a hex or (less than 0) swept from it: its marker there, red or black,
    tells how many there are."""
    belts = s.mines.get(hex, {})
    marked = {k: n for k, n in {**belts, owner: belts.get(owner, 0) + more}.items() if n > 0}
    left = {h: m for h, m in s.mines.items() if h != hex}
    return replace(s, mines={**left, hex: marked} if marked else left)


@clause("36.C.2.s03")
def enemy_belts(s: State, side: str) -> tuple[str, ...]:
    """The hexes of minebelts that belong to the other side, which alone are enemy mines to this one."""
    return tuple(sorted(h for h in s.mines if s.enemy_mines(h, side)))


@clause("36.C.3", "36.C.3.s02")
def cleared(s: State, side: str) -> tuple[str, ...]:
    """Enemy minebelts that leave the map in a side's initial phase: in coastal hexes that it owns, and more than 7 hexes
    from every port that the enemy owns."""
    ports = [h for h, p in s.ports.items() if p.owner == s.other(side)]
    own = {h for h in enemy_belts(s, side) if s.ground(h) == "coastal" and s.owner(h) == side}
    far = {h for h in enemy_belts(s, side) if all(chart.distance(h, port) > PORT_REACH for port in ports)}
    return tuple(sorted(own | far))


@clause("36.C.3.s08", "36.C.3.s12")
def sweepable(s: State, side: str) -> tuple[str, ...]:
    """Enemy minebelts that a side may sweep by its naval superiority: in danger zones that it exerts, while it owes no
    repair points for sweeping. What it owes for carrier groups bars nothing."""
    if s.accounts.get(side, Account()).swept:
        return ()
    nations = [n for n in danger_zones.NATIONS if danger_zones.seat(n) == side]
    return tuple(h for h in enemy_belts(s, side) if any(danger_zones.exerts(s, n, h) for n in nations))


@clause(
    "36.C.3-T1", "36.C.3-T1.mod.01", "36.C.3-T1.mod.02", "36.C.3-T1.mod.03", "36.C.3-T1.mod.04", "36.C.3-T1.mod.05",
    "36.C.3-T1.res.05",
)
def sweeping_modifier(s: State, side: str, hex: str) -> int:
    """The modifiers of sweeping a mine point in a danger zone: cover by combat air patrol, coast defences, the sea, and +1
    for each great success in the hex in this initial phase."""
    covered = any(a.side == side and a.mission == "cap" and not a.marker and chart.distance(a.place, hex) <= a.reach
                  for a in s.air.values())
    battery = s.defences.get(hex)
    levels = battery.level if battery and battery.owner == s.other(side) and battery.fires else 0
    return (0 if covered else -1) - levels // 2 + CALM[s.sea_state(hex)] + s.eased.get(hex, 0)


@clause(
    "36.C.3-T1.res.01", "36.C.3-T1.res.02", "36.C.3-T1.res.03", "36.C.3-T1.res.04",
)
def sweeping_result(result: str) -> tuple[bool, float]:
    """Whether the point is swept, and the repair points it costs."""
    return {"D": (False, DEAREST_SWEEP), "F*": (True, 1.5), "F": (True, 1.0), "S": (True, 0.0), "S*": (True, 0.0)}[result]


@clause("36.C.2.s04")
def against_dropping(s: State, side: str, cargo: str, hex: str, plane: str) -> Iterator[Refusal]:
    """Every reason why a mine point cannot be laid from the air: the point waits at the base of a ready strike unit of one's
    own, which reaches the sea or coast where it is to lie."""
    a, c = s.air.get(plane), s.cargo.get(cargo)
    a = a if a is not None and a.side == side else None
    if a is None or a.mission != "strike" or a.marker or a.struck:
        yield Refusal("36.C.2.s04", "no-strike", (plane,))
    if c is None or c.side != side or "mine" not in c.marks or c.aboard or (a is not None and c.place != a.place):
        yield Refusal("36.C.2.s04", "no-mine-at-base", (cargo,))
    if s.ground(hex) not in ("sea", "coastal"):
        yield Refusal("36.C.s02", "no-mines-here", (hex,))
    if a is not None and (hexes := chart.distance(a.place, hex)) > a.reach:
        yield Refusal("36.C.2.s04", "bombs-out-of-range", (plane,), facts(reach=a.reach, hexes=hexes))


@clause("36.C.s05")
def against_making(s: State, side: str, points: int, hex: str) -> Iterator[Refusal]:
    """Every reason why repair points cannot become mine points: one each, in a port of one's own, no more than there are."""
    have = s.accounts.get(side, Account())
    port = s.ports.get(hex)
    if port is None or port.owner != side:
        yield Refusal("36.C.s05", "no-own-port", (hex,))
    if points < 1 or points > have.points:
        yield Refusal("36.C.s05", "too-few-repair-points", (hex,), facts(have=f"{have.points:g}", needed=points))
