"""Lines about Malta's status and what stands at Valletta."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, same

from ..rules.special import malta
from ..state import State
from ..state.malta import Malta
from . import nouns as n
from .nouns import lines

# Malta's status number, its repair points, and supplies at Valletta.
lines.puts(
    "Malta status {status} [, {points} repair points] [, {srps} SRPs] [, {sps} SPs]",
    lambda s, status, points=0, srps=0, sps=0: replace(s, malta=Malta(status, points, srps, sps)),
    status=int, srps=int, sps=float,
)  # fmt: skip


@lines.given("Malta gets {points} repair points in {turn}")
def arrivals(s: State, points: int, turn: n.Turn) -> State:
    """Repair points of the order of battle."""
    m = s.malta or Malta(0)
    return replace(s, malta=replace(m, arrivals=(*m.arrivals, (turn, points))))


def known(s: State) -> Malta:
    """Malta as the position states it. Raises :class:`TextError`."""
    if s.malta is None:
        raise TextError("this position has no status of Malta", 0, ("Malta status 9",))
    return s.malta


lines.finds("Malta status {status}", lambda s: malta.status(replace(s, malta=known(s))), status=int)


@lines.fact("Malta has {count} {what}")
def has(s: State, count: float, what: Literal["repair points", "SRPs", "SPs"]) -> Found:
    """Malta repair points, or supplies at Valletta."""
    m = known(s)
    return same(float({"repair points": m.points, "SRPs": m.srps, "SPs": m.sps}[what]), float(count))


lines.finds("port at {hex} has {hits} hits", lambda s, hex: n.port_at(s, hex).hits)


lines.finds("{hex} has civilian labour", lambda s, hex: (malta.has_civilian_labour(hex), "none"))
