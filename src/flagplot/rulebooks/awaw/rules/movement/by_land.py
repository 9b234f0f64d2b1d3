"""Redeployment over land (21.61, 21.65H), for the part that the naval rules need: friendly land
hexes, rivers, crossing arrows."""

from __future__ import annotations

from collections import deque

from flagplot.boards import Board
from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import theatre
from ...map.ports import is_port, shore_fields, side_holding
from ...state import State


@clause("21.61")
@memo_per_parts(shore_fields)
def hexes_by_land(s: State, side: str, start: str) -> tuple[str, ...]:
    """Return the land hexes to which units redeploy from *start* without escort, nearest first.
    They move through hexes of their side, over rivers and over the crossing arrows of the state."""
    if not start or theatre.is_box(start):
        return ()
    board = theatre.board_of(s, start)
    arrows = tuple(s.straits.values())
    seen: dict[str, None] = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        over = [x for ends in arrows if here in ends for x in ends if x != here]
        for there in (*sorted(board.adjacent(theatre.bare_id(here))), *over):
            land = there in board.hexes and board.hexes[there].kind in ("land", "coast")
            if (
                land
                and there not in seen
                and side_holding(s, there) == side
                and (there in over or touches_by_land(board, here, there))
            ):
                seen[there] = None
                queue.append(there)
    return tuple(seen)


def touches_by_land(board: Board, one: str, two: str) -> bool:
    """Return True for hexes that touch by land. Two shores of a strait do not, unless a crossing
    arrow joins them."""
    shores_ = {h for k in board.links.values() if k.kind in ("strait", "closure") for h in k.hexes}
    return not ({one, two} & shores_) or "land" in (board.hexes[one].kind, board.hexes[two].kind)


def can_reach_by_land(s: State, side: str, start: str, goal: str) -> bool:
    """Return True when units can redeploy over land from one place to another."""
    return start != goal and goal in hexes_by_land(s, side, start)


def nearest_port_by_land(s: State, side: str, start: str) -> str:
    """Return the nearest port that units reach over land; empty when there is none."""
    return next((h for h in hexes_by_land(s, side, start) if h != start and is_port(s, h)), "")
