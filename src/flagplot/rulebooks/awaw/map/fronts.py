"""Fronts: the water decides them (21.131), two-front ports (21.132), and which front may intercept
an activity (21.1324)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flagplot.table import clause

from ..state import State
from . import theatre

TWO_FRONT = ("Kiel", "Gibraltar", "Istanbul")


@clause("21.131", "21.131-ex", "21.1321", "21.1321#2", "21.1322", "21.1323")
def fronts_of(state: State, place: str) -> tuple[str, ...]:
    """Return the fronts of a port, beach or sea hex: those that own the water it touches, whatever
    front the land belongs to.

    J30, Gibraltar and Istanbul touch two.
    """
    return _fronts(state.board, place)


@lru_cache(1 << 15)
def _fronts(main: str, place: str) -> tuple[str, ...]:
    if place in theatre.BOX_THEATRE:
        return ("western",) if place == theatre.ATLANTIC_US else ()
    b = theatre.board_at(main, place)
    _, ports, port_waters = theatre.printed_at(main, place)
    out = dict.fromkeys(front for p in ports for front in p.fronts.values() if front)
    if not out:
        out = dict.fromkeys(
            b.front(n) for n in port_waters or theatre.water_bodies(b, place) if b.front(n)
        )
    return tuple(out)


def seas_of(state: State, place: str) -> tuple[str, ...]:
    """Return the names of the waters that a port or hex touches."""
    if theatre.is_box(place):
        return ()
    b = theatre.board_of(state, place)
    return tuple(dict.fromkeys(b.water(n) for n in theatre.waters(state, place)))


@clause("21.132")
def is_two_front_port(state: State, place: str) -> bool:
    """Return True for J30 (Kiel and Hamburg), Gibraltar and Istanbul only."""
    return any(p.name in TWO_FRONT for p in theatre.port_places(state, place))


def activity_front(state: State, path: Sequence[str]) -> tuple[str, ...]:
    """Return the fronts that an activity sails through. A two-front port at an end takes the front
    of the water between the ends."""
    out: dict[str, None] = {}
    for place in path:
        found = fronts_of(state, place)
        if len(found) == 1:
            out[found[0]] = None
    return tuple(out)


@clause("21.1324", "21.1324-ex")
def can_intercept_by_front(state: State, base: str, path: Sequence[str]) -> bool:
    """Return True when two-front ports let ships based at *base* intercept an activity on *path*.

    Only ships of the front it sails through may intercept an activity to or from a two-front port.
    For all other activities front boundaries do not count.
    """
    if not path or not (is_two_front_port(state, path[0]) or is_two_front_port(state, path[-1])):
        return True
    fronts = activity_front(state, path)
    return not fronts or bool(set(fronts_of(state, base)) & set(fronts)) or theatre.is_box(base)


@clause("21.1322#3")
def charged_front(state: State, mission: str, goal: str, from_front: str) -> str:
    """Return the front on which a mission is paid: the Mediterranean for Gibraltar invasions and
    transports, else the front that 9.7 decides."""
    if mission in ("transport", "invasion", "invade") and any(
        p.name == "Gibraltar" for p in theatre.port_places(state, goal)
    ):
        return "mediterranean"
    found = fronts_of(state, goal)
    return found[0] if len(found) == 1 or from_front not in found else from_front
