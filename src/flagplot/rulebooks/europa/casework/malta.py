"""Lines about Malta's status and what stands at Valletta."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table.language import Found, same

from ..rules.special import malta
from ..state import Campaign
from ..state.malta import Malta
from . import nouns as n
from .nouns import lines


@lines.given("Malta status {status} [, {points} repair points] [, {srps} SRPs] [, {sps} SPs]")
def status(s: Campaign, status: int, points: int = 0, srps: int = 0, sps: float = 0) -> Campaign:
    """Malta's status number, its repair points, and supplies at Valletta."""
    return replace(s, malta=Malta(status, points, srps, sps))


@lines.given("Malta gets {points} repair points in {turn}")
def arrivals(s: Campaign, points: int, turn: n.Turn) -> Campaign:
    """Repair points of the order of battle."""
    m = s.malta or Malta(0)
    return replace(s, malta=replace(m, arrivals=(*m.arrivals, (turn, points))))


@lines.fact("Malta status {status}")
def status_now(before: Campaign, s: Campaign, status: int) -> Found:
    """Malta's status number."""
    return same(malta.status(s), status)


@lines.fact("Malta has {count} {what}")
def has(before: Campaign, s: Campaign, count: float, what: Literal["repair points", "SRPs", "SPs"]) -> Found:
    """Malta repair points, or supplies at Valletta."""
    m = s.malta or Malta(0)
    return same(float({"repair points": m.points, "SRPs": m.srps, "SPs": m.sps}[what]), float(count))


@lines.fact("port at {hex} has {hits} hits")
def port_hits(before: Campaign, s: Campaign, hex: n.Hex, hits: int) -> Found:
    """Hits on the capacity of a port."""
    return same(n.port_at(s, hex).hits, hits)


@lines.fact("{hex} has civilian labour")
def labour(before: Campaign, s: Campaign, hex: n.Hex) -> Found:
    """Whether a place provides civilian labour."""
    return malta.has_civilian_labour(hex), "none"
