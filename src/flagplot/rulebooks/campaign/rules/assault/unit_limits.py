"""Limits on the units of a battle before a coast (campaign.stacking), and the defender of a
port."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.table import Rulings, clause

from ...state import Plane, Port, State
from ..interception.legality import still_flying
from ..interception.search import base_place, free_to_fly


def stacking_limit(rulings: Rulings, what: str) -> int:
    """Return a limit of the stacking table. Raises ``KeyError`` for an unknown one."""
    return int(rulings.table("campaign.stacking").cell(what, "most"))


def split_by_role(planes: Iterable[Plane]) -> tuple[list[Plane], list[Plane]]:
    """Return the fighters and all other aircraft, as two lists."""
    listed = list(planes)
    return [p for p in listed if p.role == "fighter"], [p for p in listed if p.role != "fighter"]


@clause("6.5.4.a")
def air_within_limits(rulings: Rulings, planes: Iterable[Plane]) -> list[Plane]:
    """Return at most four fighters and four bombers of a side, in their order (6.5.4)."""
    fighters, bombers = split_by_role(planes)
    return [
        *fighters[: stacking_limit(rulings, "fighters")],
        *bombers[: stacking_limit(rulings, "bombers")],
    ]


def defender_of(state: State, side: str, port: Port) -> str:
    """Return the side that defends a port against *side*: its holder, or for a neutral port the
    side that plays its ships and troops there."""

    if port.side and port.side != side:
        return port.side
    there = [s.side for s in state.based_at(port.name)] + [
        x.side for x in state.troops_at(port.name)
    ]
    others = [x for x in there if x != side]
    return others[0] if others else state.enemies(side)[0]


@clause("6.5.4.c")
def interceptors(state: State, port: str, side: str) -> list[Plane]:
    """Return the fighters of the defender that fight over a port (6.5.4)."""
    return [p for p in defending_air(state, port, side) if p.role == "fighter"]


@clause("6.5.2.1.e", "6.5.4.c")
def defending_air(state: State, place: str, side: str) -> list[Plane]:
    """Return the air units that defend a place (6.5.2.1, 6.5.4). First come those that the side
    sends there and that can still fly, in its order, then those ready at the place that it does not
    keep out."""
    sent = [state.planes[x] for x in still_flying(state, sent_over(state, place, side))]
    spared = {x for at, x in state.spared if at == place}
    return [
        *sent,
        *(
            p
            for p in state.planes.values()
            if p.side == side and p.id not in spared and at_base(state, p, place)
        ),
    ]


def sent_over(state: State, place: str, side: str) -> tuple[str, ...]:
    """Return the air units that a side sends over an attacked place, in its order."""
    return tuple(x for at, x in state.scrambled if at == place and state.planes[x].side == side)


def at_base(state: State, plane: Plane, port: str) -> bool:
    """Return True for an air unit that is ready at a port: not on patrol, nor flying CAP over a
    convoy (6.4.2.1)."""
    return free_to_fly(state, plane) and base_place(state, plane) == port


def split_in_halves(points: int) -> tuple[int, ...]:
    """Return strength points in two halves, the larger first (HR-35). A unit of 5 or less stays
    whole (6.5.3.2)."""
    return (points,) if points <= FIVE else (points - points // 2, points // 2)


def split_in_fives(points: int) -> tuple[int, ...]:
    """Return strength points in parts of 5, the remainder last (6.5.3)."""
    whole, rest = divmod(points, FIVE)
    return (FIVE,) * whole + ((rest,) if rest else ())


FIVE = 5


def half_rounded_up(points: int) -> int:
    """Return half of a strength, rounded up (6.5.3)."""
    return -(-points // 2)
