"""Where every ship is, with the fog lifted."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display.position import Afloat

from ..nouns.names import SILHOUETTE, where_drawn
from ..state import Ship, State


def afloat(state: State) -> Iterator[Afloat]:
    """See :meth:`flagplot.table.Rulebook.afloat`. A ship on a mission that has sailed is all along its route."""
    for s in sorted(state.ships.values(), key=lambda s: s.id):
        lost = s.gone if s.gone != "withdrawn" else ""
        yield Afloat(s.id, s.side, _way(state, s), lost, SILHOUETTE.get(s.cls, "unknown"))


def _way(state: State, s: Ship) -> tuple[str, ...]:
    if s.gone:
        return ()
    mission = state.missions.get(s.mission)
    if mission is None or mission.status == "ordered":
        places: tuple[str, ...] = (s.base,)
    else:
        places = tuple(p for p in mission.route if state.chart.strait(p) is None)
    return tuple(drawn for p in places if p and (drawn := where_drawn(state, p)))
