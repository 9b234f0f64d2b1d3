"""What the lines of a case speak of, besides the nouns of orders: sides, units by id, task forces and forces as their units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from flagplot.table.language import CaseLines, Choice, Listed, Named, Several, Thing

from ..nouns import KINDS, NATION, OWNER, PLACE, L, pieces, tf_ways, units_called
from ..state import SIDES, State
from ..state.called import TITLES

lines = CaseLines(L)


def members(view: State, side: str) -> Iterator[Thing]:
    """Every unit; task forces and forces as the units they are of."""
    yield from (t for t in units_called(view, "", KINDS) if isinstance(t.value, str) and t.value in view.units)
    for g in view.groups.values():
        yield Thing(Several(g.units), g.id, g.name, tf_ways(g.name))
    for f in view.forces.values():
        yield Thing(Several(f.units), f.id)


def single(view: State, side: str) -> Iterator[Thing]:
    """Every unit."""
    yield from (t for t in members(view, side) if not isinstance(t.value, Several))


SIDE = L.noun(Choice(*SIDES, also={"Allies": "Allied"}, name="side"))
A_UNIT = Named("unit", single, depends=pieces, skip=("the", *TITLES))
SOME_UNITS = Listed(Named("unit", members, depends=pieces, skip=("the", *TITLES)))

Side = Annotated[str, SIDE]
Nation = Annotated[str, NATION]
Owner = Annotated[str, OWNER]
Place = Annotated[str, PLACE]
Places = Annotated[tuple[str, ...], Listed(PLACE, between=(",", "and"))]
Unit = Annotated[str, A_UNIT]
Units = Annotated[tuple[str, ...], SOME_UNITS]
Season = Literal["Spring", "Summer", "Fall", "Winter"]
THINGS = (SIDE, OWNER, SOME_UNITS, PLACE)
"""The nouns of what stands on a board."""
