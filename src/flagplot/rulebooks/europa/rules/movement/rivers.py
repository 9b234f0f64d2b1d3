"""River hexsides that a group may enter: those between the coast and an inland port, up to the
first hexside beside it (32.A.6.s02, 32.A.6.s05).

A river runs from corner to corner of hexes. A corner is named by the three hexes that meet there. A
river's mouths are the corners where it meets the sea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import combinations

import msgspec

from flagplot.table import Refusal, clause, facts
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


class River(msgspec.Struct, frozen=True):
    """The hexsides of a river as one side may use them."""

    open: Mapping[str, frozenset[Corner]]
    """Each hexside between a mouth and an inland port, with the mouths that it lies between."""
    distance: Mapping[str, int]
    """Hexsides from the nearest mouth."""
    passed: Mapping[str, tuple[str, ...]]
    """The inland ports beside the last such hexside on the shortest route from a mouth, if any."""

    def mouths(self, side: str) -> frozenset[Corner]:
        """The mouths from which a group may come to a hexside; none where it may not enter."""
        return self.open.get(side, frozenset())


@clause("32.A.6", "32.A.6.s02", "32.A.6.s05")
def why_not_along(state: State, player: str, before: str, here: str, side: str) -> Refusal | None:
    """Return why a group at *here* that came from *before* may not enter a river hexside, or ``None``.

    It sails between the coast and an inland port, never past one from sea to sea. From a hexside
    that is not open to it, it may go downriver.
    """
    river = _river(state, player, min(_connected_hexsides(state, side)))
    if side == before or _goes_down(river, here, side):
        return None
    ports = river.passed.get(side, ())
    if river.mouths(side):
        sailed = [mouths for s in (before, here, side) if (mouths := river.mouths(s))]
        if frozenset.intersection(*sailed):
            return None
        ports = _ports_beside(state, here)
    if ports:
        return Refusal("32.A.6.s05", "past-inland-port", ports, facts(hexside=side))
    if state.edge(*chart.hexes_of_side(side)) == "lake":
        return None
    return Refusal("32.A.6", "no-inland-port", (side,), also_cites=("32.A.6.s02",))


def _goes_down(river: River, here: str, side: str) -> bool:
    """Return True on the way towards the sea from a hexside that is not open."""
    there = river.distance
    return not river.mouths(here) and here in there and there.get(side, there[here]) < there[here]


@memo_per_parts(lambda state: (state.terrain, state.hexsides, state.ports))
def _river(state: State, player: str, source: str) -> River:
    """Return the river that the hexside *source* belongs to, as a side may use it."""
    system = _connected_hexsides(state, source)
    mouths = _mouth_corners(state, system)
    inland = sorted({h for s in system for h in _ports_beside(state, s)})
    found = {s: set[Corner]() for s in system}
    for mouth in sorted(mouths):
        for port in inland:
            for s in _between(state, player, mouth, port):
                found[s].add(mouth)
    distance, passed = _from_the_sea(state, mouths)
    return River({s: frozenset(m) for s, m in found.items() if m}, distance, passed)


def _between(state: State, player: str, mouth: Corner, port: str) -> Set[str]:
    """Return the hexsides from a mouth to the first hexside beside an inland port. A group bound
    for a port of its own side passes other ports."""
    own = state.ports[port].owner == player
    found, seen, edge = set[str](), {mouth}, [mouth]
    while edge:
        for side in _river_sides_at(state, edge.pop()):
            found.add(side)
            beside = _ports_beside(state, side)
            if port not in beside and (own or not beside):
                more = [c for c in _end_corners(side) if c not in seen]
                seen.update(more)
                edge += more
    return _without_dead_ends(found, mouth, {s for s in found if port in _ports_beside(state, s)})


def _without_dead_ends(sides: set[str], mouth: Corner, goals: set[str]) -> Set[str]:
    """Return the hexsides without the branches that lead from a mouth to no goal."""
    left = set(sides) if goals else set[str]()
    while left:
        ends = Counter(c for s in left for c in _end_corners(s))
        dead = {
            s for s in left - goals if any(ends[c] == 1 and c != mouth for c in _end_corners(s))
        }
        if not dead:
            break
        left -= dead
    return left


def _from_the_sea(
    state: State, mouths: Set[Corner]
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Return the distance of each hexside of a river from the nearest mouth, in hexsides, and the
    inland ports last passed on the route."""
    distance, passed = dict[str, int](), dict[str, tuple[str, ...]]()
    seen, ring, steps = set(mouths), [(m, tuple[str, ...]()) for m in sorted(mouths)], 0
    while ring:
        following, steps = list[tuple[Corner, tuple[str, ...]]](), steps + 1
        for corner, ports in ring:
            for side in _river_sides_at(state, corner):
                if side not in distance:
                    distance[side], passed[side] = steps, ports
                    after = _ports_beside(state, side) or ports
                    following += [(c, after) for c in _end_corners(side) if c not in seen]
                    seen.update(_end_corners(side))
        ring = following
    return distance, passed


def _mouth_corners(state: State, system: Set[str]) -> set[Corner]:
    """Return the corners where a river meets the sea: those by open water. Where the map draws
    none, return its ends along a coastal hex; failing those, its ends that touch one."""
    corners = {(side, c) for side in system for c in _end_corners(side)}
    ends = {(side, c) for side, c in corners if len(_river_sides_at(state, c)) == 1}
    found = (
        {c for _, c in corners if _is_water(state, c)},
        {c for side, c in ends if _is_coast(state, chart.hexes_of_side(side))},
        {c for _, c in ends if _is_coast(state, c)},
    )
    return next((mouths for mouths in found if mouths), set())


@memo_per_parts(lambda state: (state.terrain, state.hexsides))
def _connected_hexsides(state: State, side: str) -> frozenset[str]:
    """Return every hexside that a river joins to one hexside, which is included."""
    found, edge = {side}, [side]
    while edge:
        more = {s for c in _end_corners(edge.pop()) for s in _river_sides_at(state, c)} - found
        found |= more
        edge += more
    return frozenset(found)


def _ports_beside(state: State, side: str) -> tuple[str, ...]:
    """Return the inland ports on the banks of a hexside."""
    return tuple(h for h in chart.hexes_of_side(side) if h in state.ports and state.ports[h].inland)


def _end_corners(side: str) -> Iterator[Corner]:
    """Yield the corners at both ends of a hexside."""
    one, two = chart.hexes_of_side(side)
    return (tuple(sorted((one, two, end))) for end in chart.common_neighbours(one, two))


def _river_sides_at(state: State, corner: Corner) -> list[str]:
    """Return the hexsides at a corner along which a river or a lake runs, or a canal without rules
    of its own."""
    return [
        s
        for a, b in combinations(corner, 2)
        if is_riverine(state.edge(a, b)) and not canals.canal_of(s := chart.side_id(a, b))
    ]


def _is_water(state: State, corner: Corner) -> bool:
    """Return True for a corner at open water: one of its hexes is all sea, or water joins two of
    its hexes."""
    return any(state.ground(h) == "sea" for h in corner) or any(
        state.edge(a, b) in OPEN for a, b in combinations(corner, 2)
    )


def _is_coast(state: State, hexes: tuple[str, ...]) -> bool:
    """Return True when one of some hexes is coastal."""
    return any(state.ground(h) == "coastal" for h in hexes)
