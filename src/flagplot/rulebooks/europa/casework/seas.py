"""Lines about whose waters are dangerous, places that fall, and naval repair points."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, same

from ..map import canals, chart
from ..rules.movement import waters
from ..rules.special import danger_zones, mines
from ..state import Campaign, put_unit
from ..state.waters import Account, Fall
from . import nouns as n
from .nouns import lines

Canal = Literal["Suez", "Corinth", "Kaiser Wilhelm"]
Nation = Literal["Axis", "Allied", "Soviet"]


# ------------------------------------------------------------------ positions
@lines.given("danger zones by the rule")
def by_rule(s: Campaign) -> Campaign:
    """Bases and nations exert danger zones."""
    return replace(s, waters=replace(s.waters, zones=True))


@lines.given("Italy surrenders in {turn}")
def surrender(s: Campaign, turn: n.Turn) -> Campaign:
    """Italy leaves the Axis as a turn starts."""
    return replace(s, waters=replace(s.waters, italy_until=turn))


@lines.given("Baltic {baltic}")
def baltic(s: Campaign, baltic: Literal["shut", "breached", "safe", "lost"]) -> Campaign:
    """How far the Axis has come in the Baltic."""
    return replace(s, waters=replace(s.waters, baltic=baltic))


@lines.given("safe zone grown {ways}")
def grown(s: Campaign, ways: Literal["east", "north"]) -> Campaign:
    """A way in which the Kronshtadt safe zone has grown."""
    return replace(s, waters=replace(s.waters, grown=(*s.waters.grown, ways)))


@lines.given("port at {hex} {why}")
def silent(s: Campaign, hex: n.Hex, why: Literal["under Collateral Damage", "blockaded in the initial phase"]) -> Campaign:
    """A port that exerts no danger zone in this player-turn."""
    return replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), silent=s.at)})


@lines.given("port at {hex} taken {ago} player-turns ago")
def taken(s: Campaign, hex: n.Hex, ago: int) -> Campaign:
    """When a port's owner got it from the other side: 0 for this player-turn."""
    return replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), lost_by=s.at - ago)})


@lines.given("{hex} falls to {side} [with {res} REs]")
def falls(s: Campaign, hex: n.Hex, side: n.Side, res: int = 0) -> Campaign:
    """A place taken at the end of this movement phase, with so many supported REs in it."""
    return replace(s, falls=(*s.falls, Fall(s.at, hex, side, res)))


@lines.given("{unit} under refit")
def refit(s: Campaign, unit: n.Unit) -> Campaign:
    """A unit under refit in port."""
    return put_unit(s, replace(s.units[unit], refit=True))


@lines.given("repair points {side} {points} [, owing {owed}] [, {income} a turn]")
def account(s: Campaign, side: n.Side, points: float, owed: float = 0, income: float = 0) -> Campaign:
    """Naval repair points of a side, what it owes for minesweeping, what each of its player-turns brings."""
    return replace(s, accounts={**s.accounts, side: Account(points, owed, income)})


@lines.given("Suez Canal {state}")
def suez(s: Campaign, state: Literal["open", "closed", "blocked"]) -> Campaign:
    """The state of the Suez Canal."""
    return replace(s, waters=replace(s.waters, suez=state))


@lines.given("{hexes} out of supply")
def unsupplied(s: Campaign, hexes: n.Hexes) -> Campaign:
    """Hexes whose ground units have no regular supply."""
    return replace(s, unsupplied=(*s.unsupplied, *hexes))


# ------------------------------------------------------------------ facts
@lines.fact("Suez Canal {state}")
def suez_now(before: Campaign, s: Campaign, state: Literal["open", "closed", "blocked"]) -> Found:
    """The state of the Suez Canal."""
    return same(s.waters.suez, state)


@lines.fact("hexside {edge} {kind}")
def edge_is(before: Campaign, s: Campaign, edge: n.Edge, kind: n.EdgeKind) -> Found:
    """The kind of a hexside."""
    return same(s.edge(*chart.banks(edge)), kind)


@lines.fact("hexside {edge} riverine")
def riverine(before: Campaign, s: Campaign, edge: n.Edge) -> Found:
    """Whether groups travel along a hexside."""
    return waters.is_riverine(s.edge(*chart.banks(edge))), s.edge(*chart.banks(edge))


@lines.fact("{name} Canal runs from {start} to {end}")
def runs(before: Campaign, s: Campaign, name: Canal, start: n.Hex, end: n.Hex) -> Found:
    """The hexes at the ends of a named canal: those its first and last hexsides lie at."""
    way = canals.chain(name)
    if not way:
        raise TextError(f"there is no {name} Canal", 0)
    reached = chart.side_reaches(way[0], start) and chart.side_reaches(way[-1], end)
    return reached and all(chart.sides_meet(a, b) for a, b in pairwise(way)), " ".join(way)


@lines.fact("{nation} danger zone {covers} {hexes}")
def zone(before: Campaign, s: Campaign, nation: Nation, covers: Literal["covers", "misses"], hexes: n.Hexes) -> Found:
    """Whether hexes lie in a nation's danger zone by the rule or as the position states."""
    inside = [h for h in hexes if danger_zones.covers(s, nation, h) or s.danger.get(h) == nation]
    return len(inside) == (len(hexes) if covers == "covers" else 0), " ".join(inside) or "none of them"


@lines.fact("port at {hex} exerts a danger zone")
def heard(before: Campaign, s: Campaign, hex: n.Hex) -> Found:
    """Whether a port exerts its danger zone in this player-turn."""
    return danger_zones.is_heard(s, n.port_at(s, hex)), "silent"


@lines.fact("Baltic {baltic}")
def baltic_now(before: Campaign, s: Campaign, baltic: Literal["shut", "breached", "safe", "lost"]) -> Found:
    """How far the Axis has come in the Baltic."""
    return same(s.waters.baltic, baltic)


@lines.fact("repair points {side} {points} [, owing {owed}]")
def points(before: Campaign, s: Campaign, side: n.Side, points: float, owed: float = 0) -> Found:
    """Naval repair points a side has, and owes."""
    a = s.accounts.get(side, Account())
    return (a.points, a.owed) == (points, owed), f"{a.points:g}, owing {a.owed:g}"


@lines.fact("sweeping modifier for {side} at {hex} is {modifier}")
def sweeping(before: Campaign, s: Campaign, side: n.Side, hex: n.Hex, modifier: int) -> Found:
    """The modifier of sweeping a mine point there by naval superiority."""
    return same(mines.sweeping_modifier(s, side, hex), modifier)


@lines.fact("owner of {hex} {owner}")
def owner_of(before: Campaign, s: Campaign, hex: n.Hex, owner: n.Owner) -> Found:
    """Who owns a hex."""
    return same(s.owner(hex), owner)
