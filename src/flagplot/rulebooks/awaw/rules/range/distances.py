"""Distances by water: one measure for every activity, over hexes and the bodies of water in them
(21.36A).

A port's ships float in the port's own waters, not in every water of its hex: Taranto's hex touches
the Adriatic, but Taranto does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from flagplot.boards import Board, Node, Place, reach
from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import straits, theatre
from ...map.ports import is_friendly, port_waters, shore_fields
from ...state import Force, State, Unit
from ..movement import routing

Waters = frozenset[Node]
ANYWHERE = 10_000


def waters_of_place(state: State, place: str) -> Waters:
    """Return the waters in which ships of a place float: a port's own, every water of a plain hex,
    a box's own node."""
    board = (
        theatre.load_board(state.board) if theatre.is_box(place) else theatre.board_of(state, place)
    )
    found = routing.place_with_waters(state, board, place)
    if isinstance(found, Place):
        return frozenset(found.waters)
    return frozenset((Node(found, 0),)) if found in board.boxes else _bodies(state, board, place)


@clause("21.2111#3")
@memo_per_parts(shore_fields)
def waters_of_ships(state: State, side: str, place: str, base: str) -> Waters:
    """Return the waters in which ships stand: in a port those of the port, on a station at sea
    those they came to from their base."""
    if place == base or not base or theatre.is_box(place):
        return waters_of_place(state, place)
    board = theatre.board_of(state, place)
    here = frozenset(theatre.water_bodies(board, place))
    if len(here) < 2 or theatre.is_box(base) or theatre.board_of(state, base) is not board:
        return here
    shut = straits.closed_links(state, side, board)
    return (
        here.intersection(reach(board, waters_of_place(state, base), ANYWHERE, closed=shut)) or here
    )


@memo_per_parts(shore_fields)
def waters_along(state: State, side: str, path: tuple[str, ...]) -> Mapping[str, Waters]:
    """Return hex -> waters that ships of *side* use in each hex of a track.

    These are the waters that they can reach hex by hex from their start and leave again, beside the
    hexes before and after. In a strait that they pass, both its waters count.
    """
    board = next((theatre.board_of(state, p) for p in path if not theatre.is_box(p)), None)
    if board is None:
        return {}
    shut = straits.closed_links(state, side, board)
    begin = frozenset(
        n for n in waters_of_place(state, path[0]) if n.hex in board.hexes or n.hex in board.boxes
    )
    every = [begin, *(_bodies(state, board, p) for p in path[1:])]
    there = [every[0]]
    for before, here in pairwise(range(len(path))):
        there.append(_joined(board, shut, there[before], every[here]) or every[here])
    for i in range(len(path) - 2, -1, -1):
        there[i] = _joined(board, shut, there[i + 1], there[i]) or there[i]
    out: dict[str, Waters] = {}
    for i, p in enumerate(path):
        beside = frozenset[Node]().union(*there[max(0, i - 1) : i], *there[i + 1 : i + 2])
        used = frozenset(n for n in there[i] if not beside.isdisjoint(board.neighbours(n)))
        out[p] = out.get(p, frozenset()) | (used or there[i])
    return out


def _bodies(state: State, board: Board, place: str) -> Waters:
    here = theatre.bare_id(place)
    known = (
        not theatre.is_box(place)
        and theatre.board_of(state, place) is board
        and here in board.hexes
    )
    return frozenset(board.bodies(here) if known else ())


def _joined(board: Board, shut: frozenset[str], these: Waters, those: Waters) -> Waters:
    """Return those of *those* waters that lie beside one of *these*. Where the hexes do not touch,
    return those to which ships can sail."""
    if len(those) < 2 or not these:
        return those
    near = reach(board, these, 1, closed=shut)
    return those.intersection(near) or those.intersection(
        reach(board, these, ANYWHERE, closed=shut)
    )


@clause("21.33#3")
def waters_of_action(state: State, f: Force, hex_id: str) -> Waters:
    """Return the waters of a hex in which a force acted or fought."""
    if hex_id in f.path[1:]:
        return waters_along(state, f.side, f.path)[hex_id]
    base = next((u.base for u in state.members(f) if u.base), "")
    return waters_of_ships(state, f.side, hex_id, base)


@clause("21.36A")
def distances_to_ports(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    waters: Waters,
    limit: int,
    activity: str,
) -> dict[str, int]:
    """Return place id -> hexes to its waters, for the ports within *limit* hexes of *waters* in the
    hex *start*, through straits open to these ships."""
    out = _distances_to_ports(state, side, start, waters, limit, activity)
    return (
        _distances_round_arrows(state, side, units, start, out, limit, activity)
        if straits.closed_arrows(state, side)
        else dict(out)
    )


@memo_per_parts(shore_fields)
def _distances_to_ports(
    state: State, side: str, start: str, waters: Waters, limit: int, activity: str
) -> Mapping[str, int]:
    """Memoised core of :func:`to_ports`. It ignores crossing-arrow straits."""
    board = theatre.board_of(state, start)
    out: dict[str, int] = {}
    fields: dict[frozenset[str], Mapping[Node, int]] = {}
    for place, own in port_waters(state, board.id).items():
        shut = straits.closed_links_on_route(state, side, board, (start, place), activity)
        near = fields.get(shut)
        if near is None:
            near = fields[shut] = reach(board, waters, limit, closed=shut)
        found = [near[n] for n in own if n in near]
        if found:
            out[place] = min(found)
    return out


def _distances_round_arrows(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    ports: Mapping[str, int],
    limit: int,
    activity: str,
) -> dict[str, int]:
    """Return port -> hexes as :func:`to_ports` does, where crossing-arrow straits are closed: each
    track goes round them, or the port is dropped."""
    plans = {p: routing.plot_route(state, side, units, start, p, (), activity) for p in ports}
    shut = {
        p
        for p, x in plans.items()
        if any(r.code in ("strait-closed", "no-way") for r in x.refusals)
    }
    return {p: x.distance for p, x in plans.items() if p not in shut and x.distance <= limit}


@memo_per_parts(shore_fields)
def ports_touched(state: State, side: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ports of *side* whose waters a track enters, its ends included. Ports on another
    shore of a hex that the track passes do not count."""
    board = next((theatre.board_of(state, p) for p in path if not theatre.is_box(p)), None)
    if board is None:
        return ()
    used = frozenset[Node]().union(*waters_along(state, side, path).values())
    return tuple(
        p
        for p, own in port_waters(state, board.id).items()
        if not used.isdisjoint(own) and is_friendly(state, side, p)
    )


def nearest_distance(near: Mapping[Node, int], waters: Iterable[Node]) -> int | None:
    """Return the hexes to the nearest of some waters; None when none of them is reached."""
    return min((near[n] for n in waters if n in near), default=None)
