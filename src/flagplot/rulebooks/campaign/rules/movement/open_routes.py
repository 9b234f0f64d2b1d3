"""Routes over squares and sea zones of a board for any ship, for ``flagplot route`` where a route
leaves the map."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heappop, heappush

import msgspec
from msgspec.structs import replace

from flagplot.boards import Board

from ...map.chart_from_board import chart_of
from ...map.squares import square_of
from ...state.ratings import squares_per_range
from .route_search import shortest_route
from .routes import Cost, Passage, route_cost_in_range


class OpenRoute(msgspec.Struct, frozen=True):
    """A route by its places (squares, zones, ports by name at its ends), and its cost (6.3.1,
    6.3.3.3)."""

    places: tuple[str, ...]
    cost: Cost


def place_of(board: Board, text: str) -> str:
    """Return the name of a board's place as routes use it: a port's name, a square or a zone.
    Raises ``BoardError`` for an unknown one."""
    found = board.find(text)
    return found.name if found.ports and found.hex not in board.boxes else found.hex


def open_route(
    board: Board,
    origin: str,
    goal: str,
    via: Sequence[str] = (),
    closed: Collection[str] = (),
    *,
    avoid: Collection[str] = (),
    limit: int | None = None,
    touch_every: int | None = None,
    touching: Collection[str] | None = None,
) -> OpenRoute | None:
    """Return the shortest route in Summer with every strait open but the *closed* ones (ids of the
    board's links); ``None`` without one.

    It enters no place of *avoid* and is at most *limit* squares long. At least every *touch_every*
    squares it comes to a port, of *touching* if that is given. Each Range of a zone counts as many
    squares as a Range has on that map.

    Raises ``BoardError`` for an unknown place.
    """
    chart = chart_of(board.id)
    shut = {board.links[k].title for k in closed}
    chart = replace(chart, straits=tuple(s for s in chart.straits if s.id not in shut))
    ports = tuple(
        (p.name, square_of(p.hex), "", "")
        for p in board.places.values()
        if p.ports and p.hex not in board.boxes
    )
    shunned = frozenset(place_of(board, x) for x in avoid)
    p = Passage(
        chart, "", (), "Summer", "alternating", False, ports, unbarred=True, shunned=shunned
    )
    havens = [name for name, *_ in ports if touching is None or name in touching]
    stops = [place_of(board, x) for x in (origin, *via, goal)]
    way: tuple[str, ...] = (stops[0],)
    for stop in stops[1:]:
        part = (
            shortest_route(p, way[-1], stop)
            if touch_every is None
            else route_in_legs(p, way[-1], stop, havens, touch_every)
        )
        if part is None:
            return None
        way = (*way, *part[1:])
    if limit is not None and route_length(p, way) > limit:
        return None
    return OpenRoute(way, route_cost_in_range(p, way))


def route_length(p: Passage, way: Sequence[str]) -> int:
    """Return the length of a route in squares, with the Range of its zones converted to squares."""
    spent = route_cost_in_range(p, way)
    return spent.squares + spent.zones * squares_per_range(p.chart.theatre)


def route_in_legs(
    p: Passage, origin: str, goal: str, havens: Sequence[str], most: int
) -> tuple[str, ...] | None:
    """Return the shortest route from port to port in legs of at most *most* squares; ``None`` when
    there is none."""
    ways: dict[str, tuple[str, ...]] = {}
    front: list[tuple[int, str, tuple[str, ...]]] = [(0, origin, (origin,))]
    while front:
        far, here, way = heappop(front)
        if here in ways:
            continue
        ways[here] = way
        if here == goal:
            return way
        for there in (goal, *havens):
            part = shortest_route(p, here, there) if there not in ways else None
            if part is not None and route_length(p, part) <= most:
                heappush(front, (far + route_length(p, part), there, (*way, *part[1:])))
    return None
