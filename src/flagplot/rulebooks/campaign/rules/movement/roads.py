"""Roads over squares and sea zones of a board, whoever sails: what ``flagplot route`` shows where a way leaves the map."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from flagplot.boards import Board

from ...map.charts import chart_of
from ...map.squares import square_of
from .routes import Cost, Passage, cost
from .shortest import suggest


class Road(msgspec.Struct, frozen=True):
    """A way by its places (squares, zones, ports by name at its ends), and what it costs (6.3.1, 6.3.3.3)."""

    places: tuple[str, ...]
    cost: Cost


def place_of(board: Board, text: str) -> str:
    """A place of a board as routes name it: a port's name, a square or a zone. Raises ``BoardError``."""
    found = board.find(text)
    return found.name if found.ports and found.hex not in board.boxes else found.hex


def road(board: Board, origin: str, goal: str, via: Sequence[str] = (), closed: Collection[str] = ()) -> Road | None:
    """The shortest road in Summer with every strait open but the *closed* ones (ids of the board's links); ``None`` without one.

    Raises ``BoardError`` for an unknown place.
    """
    chart = chart_of(board.id)
    shut = {board.links[k].title for k in closed}
    chart = replace(chart, straits=tuple(s for s in chart.straits if s.id not in shut))
    ports = tuple((p.name, square_of(p.hex), "", "") for p in board.places.values() if p.ports and p.hex not in board.boxes)
    p = Passage(chart, "", (), "Summer", "alternating", False, ports, unbarred=True)
    stops = [place_of(board, x) for x in (origin, *via, goal)]
    way: tuple[str, ...] = (stops[0],)
    for stop in stops[1:]:
        part = suggest(p, way[-1], stop)
        if part is None:
            return None
        way = (*way, *part[1:])
    return Road(way, cost(p, way))
