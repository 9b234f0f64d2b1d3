"""What of a position no order could have made."""

from __future__ import annotations

from collections.abc import Iterator

from ..state import Mission, State
from .movement.routes import passage_of, place_faults


def shores(m: Mission) -> tuple[str, ...]:
    """Where a mission may touch land that has no port: where it lands or refuels (6.3.6, 6.3.4.3)."""
    return (m.refuel, m.target) if m.kind == "invasion" else (m.refuel,)


def impossible(state: State) -> Iterator[tuple[str, str]]:
    """Pairs of what is amiss in a position and why: missions, interceptions, aircraft where no order can send them."""
    places = [(m.id, m.side, place) for m in state.missions.values() for place in (*m.route, m.target) if place not in shores(m)]
    places += [(p.id, p.side, p.patrol) for p in state.planes.values() if p.patrol]
    places += [(i.target, i.side, i.place) for i in state.interceptions]
    for about, side, place in dict.fromkeys(places):
        if place not in state.ports:
            for wrong in place_faults(passage_of(state, side), place):
                yield about, f"{about} at {place} ({wrong.clause} {wrong.code})"
