"""Where every naval unit is, with the fog lifted."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display.position import Afloat
from flagplot.table.language.sentences import plural

from ..state import State, Unit
from .naming import leading


def afloat(state: State) -> Iterator[Afloat]:
    """See :meth:`flagplot.table.Rulebook.afloat`."""
    for u in sorted(state.units.values(), key=lambda u: u.id):
        if u.kind == "ship" and u.status != "reserve":
            yield Afloat(u.id, u.side, _where(state, u), _lost(u), leading((u,)))


def _where(state: State, u: Unit) -> tuple[str, ...]:
    if u.status:
        return ()
    force = state.forces.get(u.force)
    place = force.at if force is not None else u.at or u.base
    return (place,) if place else ()


def _lost(u: Unit) -> str:
    if u.status == "sunk":
        return "sunk"
    return f"{plural(u.lost, 'factor')} lost" if u.lost else ""
