"""How far up a river a group may go: from its mouths to the first hexside beside an inland port
(32.A.6.s05).

A river runs from corner to corner of hexes. A corner is named by the three hexes that meet there.
"""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import canals, chart
from ...state import State

Corner = tuple[str, ...]
OPEN = ("full", "partial", "strait")
"""Hexsides that groups cross."""
RIVERINE = ("river", "major river", "great river", "canal", "lake")
"""Hexsides that groups travel along."""


@clause("32.A.s14")
def is_riverine(kind: str) -> bool:
    """Return True for the kind of a hexside that groups travel along: a lake, a canal, a river of
    any size."""
    return kind in RIVERINE


@clause("32.A.6.s05")
@memo_per_parts(lambda state: (state.terrain, state.hexsides, state.ports))
def ports_before(state: State, side: str) -> tuple[str, ...]:
    """Return the inland ports that keep groups from a river hexside. Such a port closes the hexside
    when every way from the sea goes on past a hexside beside the port. Empty where a group may
    come."""
    if not any(p.inland for p in state.ports.values()):
        return ()
    system = _system(state, side)
    reached = _reached(state, _mouths(state, system))
    if side in reached or not reached:
        return ()
    return tuple(sorted({h for s in reached for h in _ports_beside(state, s)}))


def _mouths(state: State, system: set[str]) -> set[Corner]:
    """Return the corners where a river meets the sea: those by open water. Where the map draws
    none, return its ends along a coastal hex; failing those, its ends that touch one."""
    corners = {(side, c) for side in system for c in _corners(side)}
    ends = {(side, c) for side, c in corners if len(_sides(state, c)) == 1}
    found = (
        {c for _, c in corners if _is_water(state, c)},
        {c for side, c in ends if _is_coast(state, chart.banks(side))},
        {c for _, c in ends if _is_coast(state, c)},
    )
    return next((mouths for mouths in found if mouths), set())


def _system(state: State, side: str) -> set[str]:
    """Return every hexside that a river joins to one hexside, which is included."""
    found, edge = {side}, [side]
    while edge:
        more = {s for c in _corners(edge.pop()) for s in _sides(state, c)} - found
        found |= more
        edge += more
    return found


def _reached(state: State, mouths: set[Corner]) -> set[str]:
    """Return the hexsides that a group can reach from some corners. A group does not go on beyond a
    hexside beside an inland port."""
    found, seen, edge = set[str](), set(mouths), list(mouths)
    while edge:
        for side in _sides(state, edge.pop()):
            found.add(side)
            if not _ports_beside(state, side):
                more = [c for c in _corners(side) if c not in seen]
                seen.update(more)
                edge += more
    return found


def _ports_beside(state: State, side: str) -> tuple[str, ...]:
    """Return the inland ports on the banks of a hexside."""
    return tuple(h for h in chart.banks(side) if h in state.ports and state.ports[h].inland)


def _corners(side: str) -> Iterator[Corner]:
    """Yield the corners at both ends of a hexside."""
    one, two = chart.banks(side)
    return (tuple(sorted((one, two, end))) for end in chart.common(one, two))


def _sides(state: State, corner: Corner) -> list[str]:
    """Return the hexsides at a corner along which a river or a lake runs, or a canal without rules
    of its own."""
    one, two, three = corner
    pairs = ((one, two), (one, three), (two, three))
    return [
        s
        for a, b in pairs
        if is_riverine(state.edge(a, b)) and not canals.of(s := chart.side_id(a, b))
    ]


def _is_water(state: State, corner: Corner) -> bool:
    """Return True for a corner at open water: one of its hexes is all sea, or water joins two of
    its hexes."""
    one, two, three = corner
    pairs = ((one, two), (one, three), (two, three))
    return any(state.ground(h) == "sea" for h in corner) or any(
        state.edge(a, b) in OPEN for a, b in pairs
    )


def _is_coast(state: State, hexes: tuple[str, ...]) -> bool:
    """Return True when one of some hexes is coastal."""
    return any(state.ground(h) == "coastal" for h in hexes)
