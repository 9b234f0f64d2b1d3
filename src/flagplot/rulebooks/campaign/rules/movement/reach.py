"""The range of ships, and the room in the port they go to (6.3.1, 6.3.2, 6.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flagplot.table import Refusal, clause, facts
from flagplot.table.core.memo import memo_per_state

from ...state import Mission, Ship, State
from ...state.ratings import port_room, room_taken, squares_per_range
from ..missions.mission_members import base_after
from .route_search import shortest_route
from .routes import Passage, passage_of, route_cost_in_range


@clause("6.3.1.a", "6.3.3.a", "6.3.3.3.a", "6.3.3.3.d")
def beyond_patrol(
    p: Passage, leg: tuple[str, ...], ships: list[Ship], where: str
) -> tuple[Refusal, ...]:
    """Return a refusal for each ship whose Patrol Range a leg exceeds (6.3.1)."""
    spent, squares = route_cost_in_range(p, leg), squares_per_range(p.chart.theatre)
    scale = "6.3.1.d" if p.chart.theatre == "fareast" else "6.3.1.c"
    of_zones = ("6.3.3.3.a", "6.3.3.3.c") if spent.zones else ("6.3.3.a",)
    also = tuple(c for c in (*of_zones, "6.3.1.a", scale) if c != where)

    def beyond(s: Ship) -> Refusal:
        told = facts(
            range=s.patrol,
            needs=spent.range,
            squares=spent.squares,
            zones=spent.zones,
            limit=s.patrol * squares,
        )
        return Refusal(
            where,
            "beyond-patrol-range",
            (s.id, leg[-1]),
            told,
            rests_on=("HR-2", "HR-14"),
            also_cites=also,
        )

    return tuple(beyond(s) for s in ships if spent.range > s.patrol)


@clause("6.3.2.b")
def beyond_endurance(
    p: Passage, leg: tuple[str, ...], ships: list[Ship], where: str
) -> tuple[Refusal, ...]:
    """Return a refusal for each ship whose Endurance a leg exceeds (6.3.2)."""
    spent = route_cost_in_range(p, leg)

    def beyond(s: Ship) -> Refusal:
        told = facts(range=s.endurance, needs=spent.range, squares=spent.squares)
        return Refusal(
            where,
            "beyond-endurance",
            (s.id, leg[-1]),
            told,
            rests_on=("HR-2", "HR-14"),
            also_cites=("6.3.2.b",),
        )

    return tuple(beyond(s) for s in ships if spent.range > s.endurance)


TRANSPORT_ENDURANCE = 10
"""The Endurance of every Naval Transport, of any nation (6.3.4.1)."""


@clause("6.3.4.1.d")
def transport_endurance(nation: str) -> int:
    """Return the Endurance of a Naval Transport, which is equal for every nation (6.3.4.1)."""
    return TRANSPORT_ENDURANCE


@clause("6.3.4.1.e")
def beyond_transports(p: Passage, leg: tuple[str, ...], nation: str = "") -> tuple[Refusal, ...]:
    """Return the refusal for a stretch beyond the Endurance of transports, also of those with
    troops that leave a lost port (6.3.4.1)."""
    needs, most = route_cost_in_range(p, leg).range, transport_endurance(nation)
    if needs <= most:
        return ()
    return (
        Refusal(
            "6.3.4.1.e",
            "transports-too-far",
            (leg[-1],),
            facts(range=most, needs=needs),
            also_cites=("6.3.4.1.d",),
        ),
    )


@clause("6.3.7.1.a", "6.3.7.2.a")
def too_far(p: Passage, leg: tuple[str, ...], ships: list[Ship], kind: str) -> tuple[Refusal, ...]:
    """Return the refusals for a leg of a mission by its kind: beyond Patrol Range for patrols and
    operational changes, else beyond Endurance."""
    if kind == "patrol":
        return beyond_patrol(
            p, leg, ships, "6.3.1.a" if p.chart.zone(leg[-1]) is None else "6.3.3.3.d"
        )
    if kind == "operational":
        return beyond_patrol(p, leg, ships, "6.3.7.1.a")
    if kind == "invasion":
        return beyond_patrol(p, leg, ships, "6.3.6.1.e")
    return beyond_endurance(p, leg, ships, "6.3.7.2.a" if kind == "strategic" else "6.3.5.d")


@clause("6.1.2.b", "6.1.2.c")
def why_overfull(
    state: State, side: str, port: str, coming: list[Ship], leaving: frozenset[str] = frozenset()
) -> Refusal | None:
    """Return the refusal when ships that come to a port would exceed its room, else ``None``. Ships
    of other missions that come and leave are counted (6.1.2)."""
    found = state.ports.get(port)
    if found is None:
        return None
    here = {**_lying_there(state, side, port, leaving), **{s.id: s.cls for s in coming}}
    used, room = sum(room_taken(cls) for cls in here.values()), port_room(found.size)
    if used <= room:
        return None
    return Refusal(
        "6.1.2.c" if found.size == "major" else "6.1.2.b",
        "port-full",
        (port,),
        facts(size=found.size, room=room / 2, taken=used / 2),
    )


@memo_per_state
def _lying_there(state: State, side: str, port: str, leaving: frozenset[str]) -> Mapping[str, str]:
    """Return the ships that will lie in a port when the missions of a side are over -> their
    classes."""
    here = {s.id: s.cls for s in state.based_at(port) if s.id not in leaving}
    for m in state.missions.values():
        if m.side == side and m.status in ("ordered", "sailing", "completed"):
            for id in m.units:
                ship = state.ships[id]
                goes = base_after(m, ship)
                if goes == port:
                    here[id] = ship.cls
                elif ship.base == port and goes:
                    here.pop(id, None)
    return here


def no_room_at_home(state: State, m: Mission, ships: list[Ship]) -> tuple[Refusal, ...]:
    """Return the refusals for ships that a mission would move elsewhere and that now stay, when
    their room has been taken (6.1.2)."""
    staying: dict[str, list[Ship]] = {}
    for s in ships:
        if base_after(m, s) not in ("", s.base):
            staying.setdefault(s.base, []).append(s)
    found = (why_overfull(state, m.side, port, here) for port, here in sorted(staying.items()))
    return tuple(f for f in found if f is not None)


class PortInReach(NamedTuple):
    """A port that a ship may make for: its distance, its name, the Range of the route, and the
    route."""

    length: int
    port: str
    range: int
    way: tuple[str, ...]


def ports_in_reach(
    state: State, side: str, ship: Ship, start: str, ports: Iterable[str]
) -> tuple[PortInReach, ...]:
    """Return those ports that have room for a ship and can be reached from its starting place, the
    nearest first."""
    p = passage_of(state, side, [ship])
    ways = (
        (port, shortest_route(p, start, port))
        for port in ports
        if why_overfull(state, side, port, [ship]) is None
    )
    costs = ((port, way, route_cost_in_range(p, way)) for port, way in ways if way is not None)
    return tuple(
        sorted(PortInReach(spent.length, port, spent.range, way) for port, way, spent in costs)
    )
