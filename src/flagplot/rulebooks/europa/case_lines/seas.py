"""Case lines about danger zones, places that fall, naval repair points and Malta."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, comparison

from ..map import canals, chart
from ..rules.movement import rivers
from ..rules.special import danger_zones, malta, mines
from ..state import State, put_unit
from ..state.shore import Malta
from ..state.waters import Account, Fall
from . import nouns as n
from .nouns import lines

# Malta's status number, its repair points, and supplies at Valletta.
lines.given_row(
    "Malta status {status} [, {points} repair points] [, {srps} SRPs] [, {sps} SPs]",
    lambda s, status, points=0, srps=0, sps=0: replace(s, malta=Malta(status, points, srps, sps)),
    status=int,
    srps=int,
    sps=float,
)


@lines.given("Malta gets {points} repair points in {turn}")
def arrivals(s: State, points: int, turn: n.Turn) -> State:
    """Set up Malta repair points that the order of battle brings in a turn."""
    m = s.malta or Malta(0)
    return replace(s, malta=replace(m, arrivals=(*m.arrivals, (turn, points))))


def stated_malta(s: State) -> Malta:
    """Return Malta as the position states it. Raises :class:`TextError` when it does not."""
    if s.malta is None:
        raise TextError("this position has no status of Malta", 0, ("Malta status 9",))
    return s.malta


lines.fact_row(
    "Malta status {status}",
    lambda s: malta.status_number(replace(s, malta=stated_malta(s))),
    status=int,
)


@lines.fact("Malta has {count} {what}")
def has(s: State, count: float, what: Literal["repair points", "SRPs", "SPs"]) -> Found:
    """Check Malta's repair points, or the supplies at Valletta."""
    m = stated_malta(s)
    return comparison(
        float({"repair points": m.points, "SRPs": m.srps, "SPs": m.sps}[what]), float(count)
    )


lines.fact_row("port at {hex} has {hits} hits", lambda s, hex: n.port_at(s, hex).hits)


lines.fact_row("{hex} has civilian labour", lambda s, hex: (malta.has_civilian_labour(hex), "none"))


Canal = Literal["Suez", "Corinth", "Kaiser Wilhelm"]


Nation = Literal["Axis", "Allied", "Soviet"]


# ------------------------------------------------------------------ positions
lines.given_row(
    "danger zones by the rule", lambda s: replace(s, waters=replace(s.waters, zones=True))
)


lines.given_row(
    "Italy surrenders in {turn}",
    lambda s, turn: replace(s, waters=replace(s.waters, italy_until=turn)),
)


lines.given_row(
    "Baltic {baltic}",
    lambda s, baltic: replace(s, waters=replace(s.waters, baltic=baltic)),
    baltic=Literal["shut", "breached", "safe", "lost"],
)


lines.given_row(
    "safe zone grown {ways}",
    lambda s, ways: replace(s, waters=replace(s.waters, grown=(*s.waters.grown, ways))),
    ways=Literal["east", "north"],
)


lines.given_row(
    "port at {hex} {why}",
    lambda s, hex, why: replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), silent=s.at)}),
    why=Literal["under Collateral Damage", "blockaded in the initial phase"],
)


# The player-turns since a port's owner took it from the other side: 0 for this one.
lines.given_row(
    "port at {hex} taken {ago} player-turns ago",
    lambda s, hex, ago: replace(
        s, ports={**s.ports, hex: replace(n.port_at(s, hex), lost_by=s.at - ago)}
    ),
)


# A place taken at the end of this movement phase, with its number of supported REs.
lines.given_row(
    "{hex} falls to {side} [with {res} REs]",
    lambda s, hex, side, res=0: replace(s, falls=(*s.falls, Fall(s.at, hex, side, res))),
)


lines.given_row(
    "{unit} under refit", lambda s, unit: put_unit(s, replace(s.units[unit], refit=True))
)


# Naval repair points of a side: in hand, owed (for minesweeping unless the line says otherwise),
# and brought by each of its player-turns.
lines.given_row(
    "repair points {side} {points} [, owing {owed}] [, {carriers} of it for carriers] [, {income} "
    "a turn]",
    lambda s, side, points, owed=0, carriers=0, income=0: replace(
        s, accounts={**s.accounts, side: Account(points, owed, income, carriers)}
    ),
    points=float,
    income=float,
    carriers=float,
)


lines.given_row(
    "Suez Canal {state}",
    lambda s, state: replace(s, waters=replace(s.waters, suez=state)),
    state=Literal["open", "closed", "blocked"],
)


lines.given_row(
    "{hexes} out of supply", lambda s, hexes: replace(s, unsupplied=(*s.unsupplied, *hexes))
)


# ------------------------------------------------------------------ facts
lines.fact_row(
    "Suez Canal {state}", lambda s: s.waters.suez, state=Literal["open", "closed", "blocked"]
)


lines.fact_row(
    "hexside {edge} {kind}", lambda s, edge: s.edge(*chart.hexes_of_side(edge)), kind=n.EdgeKind
)


lines.fact_row(
    "hexside {edge} riverine",
    lambda s, edge: (
        rivers.is_riverine(s.edge(*chart.hexes_of_side(edge))),
        s.edge(*chart.hexes_of_side(edge)),
    ),
)


@lines.fact("{name} Canal runs from {start} to {end}")
def runs(s: State, name: Canal, start: n.Hex, end: n.Hex) -> Found:
    """Check the hexes at the ends of a named canal."""
    way = canals.hexsides_of(name)
    if not way:
        raise TextError(f"there is no {name} Canal", 0)
    reached = chart.side_reaches(way[0], start) and chart.side_reaches(way[-1], end)
    return reached and all(chart.sides_meet(a, b) for a, b in pairwise(way)), " ".join(way)


@lines.fact("{nation} danger zone {covers} {hexes}")
def zone(s: State, nation: Nation, covers: Literal["covers", "misses"], hexes: n.Hexes) -> Found:
    """Check whether hexes lie in a nation's danger zone, by the rule or as the position states."""
    inside = [
        h for h in hexes if danger_zones.is_covered(s, nation, h) or s.danger.get(h) == nation
    ]
    return len(inside) == (len(hexes) if covers == "covers" else 0), " ".join(
        inside
    ) or "none of them"


lines.fact_row(
    "port at {hex} exerts a danger zone",
    lambda s, hex: (danger_zones.exerts_now(s, n.port_at(s, hex)), "silent"),
)


lines.fact_row(
    "Baltic {baltic}", lambda s: s.waters.baltic, baltic=Literal["shut", "breached", "safe", "lost"]
)


@lines.fact("repair points {side} {points} [, owing {owed}] [, {carriers} of it for carriers]")
def points(
    s: State, side: n.Side, points: float, owed: float = 0, carriers: float | None = None
) -> Found:
    """Check the naval repair points that a side has and owes."""
    a = s.accounts.get(side, Account())
    same_share = carriers is None or a.carriers == carriers
    return (a.points, a.owed) == (points, owed) and same_share, (
        f"{a.points:g}, owing {a.owed:g}, {a.carriers:g} of it for carriers"
    )


lines.fact_row(
    "sweeping modifier for {side} at {hex} is {modifier}",
    lambda s, side, hex: mines.sweeping_modifier(s, side, hex),
)


lines.fact_row("owner of {hex} {owner}", lambda s, hex: s.owner(hex))
