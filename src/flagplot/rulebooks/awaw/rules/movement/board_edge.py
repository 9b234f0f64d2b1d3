"""Edges of the board (21.217): which ships may sail beyond them, and to which places."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.boards import Board
from flagplot.table import Refusal, Remedy, clause, facts

from ...map import theatre
from ...map.fronts import fronts_of
from ...state import State, Unit
from ...state.nations import is_western_allied


@clause("21.217", "21.217A", "21.217C", "21.217C#2")
def off_board_refusals(
    state: State,
    units: Sequence[Unit],
    board: Board,
    via: Sequence[str],
    activity: str,
    start: str,
    goal: str,
) -> tuple[Refusal, ...]:
    """Refuse tracks that leave the board. Allowed are tracks to a box, to a notional Allied port on
    any front, and beyond the western edge in a western-front activity.

    Only interceptors may end beyond the edge, because a force that leaves the board there has to
    come back.
    """
    if activity != "intercept" and theatre.bare_id(goal) in board.virtual:
        cite, edge = ("21.217", "east") if board.id == theatre.PACIFIC else ("21.217C", "west")
        return (Refusal(cite, "off-board", (goal,), facts(edge=edge), (Remedy("stay-on-board"),)),)
    virtual = [h for h in via if h in board.virtual]
    if not virtual:
        return ()
    notional = can_slip_off(units) and all(h in board.notional_ports for h in virtual)
    if board.id == theatre.PACIFIC:
        if notional:
            return ()
        return (
            Refusal(
                "21.217",
                "off-board",
                tuple(virtual),
                facts(edge="east"),
                (Remedy("stay-on-board"),),
            ),
        )
    north = [
        h
        for h in virtual
        if h not in board.notional_ports and h.startswith("A23w") and h != "A23w1"
    ]
    if north:
        return (north_edge_refusal(*north),)
    if not notional and not is_western_front_activity(state, start, goal):
        return (
            Refusal(
                "21.217C",
                "off-board",
                tuple(virtual),
                facts(edge="west"),
                (Remedy("stay-on-board"),),
            ),
        )
    return ()


def north_edge_refusal(*places: str) -> Refusal:
    """Return the refusal for places beyond the northern edge."""
    return Refusal(
        "21.217C#2", "off-northern-edge", places, facts(edge="north"), (Remedy("stay-on-board"),)
    )


def can_slip_off(units: Sequence[Unit]) -> bool:
    """Return True when the track may touch the notional Allied ports beyond the edge: for Western
    Allied ships, on any front."""
    return bool(units) and all(is_western_allied(u.nation) for u in units)


def is_western_front_activity(state: State, start: str, goal: str) -> bool:
    """Return True when the activity begins and ends on the western front. Boxes of the Atlantic
    count as western."""
    return all(theatre.is_box(p) or "western" in fronts_of(state, p) for p in (start, goal))
