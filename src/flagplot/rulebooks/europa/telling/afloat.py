"""Where every naval unit is, with the fog lifted."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table.display.position import Afloat
from flagplot.table.language.sentences import plural

from ..state import State
from ..state.units import silhouette


def afloat(state: State) -> Iterator[Afloat]:
    """See :meth:`flagplot.table.Rulebook.afloat`."""
    for id, u in sorted(state.units.items()):
        group = state.group_of(id)
        hits = plural(u.hits, "hit") if u.hits else ""
        way = (group.hex,) if group is not None else ()
        yield Afloat(id, u.side, way, "lost" if u.lost else hits, silhouette(u))
