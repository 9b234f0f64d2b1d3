"""How many of a kind may take part before a coast (campaign.stacking), and whose a port is."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.table import Rulings, clause

from ...state import Plane, Port, State
from ..interception.search import base_place, free_to_fly


def most(rulings: Rulings, what: str) -> int:
    """A limit of the stacking table. Raises ``KeyError``."""
    return int(rulings.table("campaign.stacking").cell(what, "most"))


def shares(planes: Iterable[Plane]) -> tuple[list[Plane], list[Plane]]:
    """Fighters, and all other aircraft."""
    listed = list(planes)
    return [p for p in listed if p.role == "fighter"], [p for p in listed if p.role != "fighter"]


@clause("6.5.4.a")
def air_within_limits(rulings: Rulings, planes: Iterable[Plane]) -> list[Plane]:
    """6.5.4 At most four fighters and four bombers of a side, by their order."""
    fighters, bombers = shares(planes)
    return [*fighters[: most(rulings, "fighters")], *bombers[: most(rulings, "bombers")]]


def defender_of(state: State, side: str, port: Port) -> str:
    """The side that defends a port against *side*: its holder, or for a neutral whoever plays its ships and troops there."""

    if port.side and port.side != side:
        return port.side
    there = [s.side for s in state.based_at(port.name)] + [x.side for x in state.troops_at(port.name)]
    others = [x for x in there if x != side]
    return others[0] if others else state.enemies(side)[0]


@clause("6.5.4.c")
def interceptors(state: State, port: str, side: str) -> list[Plane]:
    """6.5.4 Fighters of the defender that are ready at the port."""
    return [p for p in state.planes.values() if p.side == side and p.role == "fighter" and at_base(state, p, port)]


def at_base(state: State, plane: Plane, port: str) -> bool:
    """True for an air unit that is ready at a port, neither out on patrol nor part of a convoy as its CAP (6.4.2.1)."""
    return free_to_fly(state, plane) and base_place(state, plane) == port


def split(points: int) -> tuple[int, ...]:
    """6.5.3.2 Strength points in two halves, the larger first (HR-35); a unit of 5 or less stays whole."""
    return (points,) if points <= FIVE else (points - points // 2, points // 2)


def fives(points: int) -> tuple[int, ...]:
    """6.5.3 Strength points in increments of 5, what is left over last."""
    whole, rest = divmod(points, FIVE)
    return (FIVE,) * whole + ((rest,) if rest else ())


FIVE = 5


def half(points: int) -> int:
    """6.5.3 Half of a strength, rounded up."""
    return -(-points // 2)
