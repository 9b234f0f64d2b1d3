"""Nouns of case lines besides those of orders: sides, units by id, and task forces and forces as
their units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import (
    CaseLines,
    Choice,
    ListNoun,
    MultiValue,
    NamedNoun,
    Noun,
    Read,
    Scan,
    Thing,
    Title,
    UnionNoun,
)
from flagplot.table.language.compound_nouns import NUMBER

from ..map import theatre
from ..nouns import (
    KINDS,
    NATION,
    NEW_TF,
    OWNER,
    PLACE,
    L,
    named_units,
    task_force_aliases,
    unit_name_fields,
)
from ..nouns import Side as Side
from ..state import AIR_TYPES, GROUND_TYPES, SHIP_TYPES, State
from ..state.unit_names import TITLES


def all_units(view: State, side: str) -> Iterator[Thing]:
    """Yield every unit."""
    yield from (
        t
        for t in named_units(view, "", KINDS)
        if isinstance(t.value, str) and t.value in view.units
    )


def all_members(view: State, side: str) -> Iterator[Thing]:
    """Yield every unit, and every task force and force as its units."""
    yield from all_units(view, side)
    for g in view.groups.values():
        yield Thing(MultiValue(g.units), g.id, g.name, task_force_aliases(g.name))
    for f in view.forces.values():
        yield Thing(MultiValue(f.units), f.id)


def all_straits(view: State, side: str) -> Iterator[Thing]:
    """Yield the straits and canals of the board, by title and by the main word of the title."""
    for k in theatre.load_board(view.board).links.values():
        yield Thing(k.id, k.id, k.title, k.id.removeprefix("gulf-of-"))


class Rest(Noun):
    """The rest of a line as written, for the ships of a battle."""

    name, free = "words", True

    def read(self, s: Scan, i: int) -> Read:
        return (s.text[s.shelf.tokens.places(s.text)[i][0] :], s.n) if i < s.n else None


ONE_UNIT = NamedNoun("unit", all_units, depends=unit_name_fields, skip=("the", *TITLES))


SOME_UNITS = ListNoun(
    NamedNoun("unit", all_members, depends=unit_name_fields, skip=("the", *TITLES))
)


LIMIT = UnionNoun(NUMBER, Choice("unlimited"), name="number")


Nation = Annotated[str, NATION]


Owner = Annotated[str, OWNER]


Place = Annotated[str, PLACE]


Places = Annotated[tuple[str, ...], ListNoun(PLACE, between=(",", "and"))]


Spot = Annotated[str, UnionNoun(PLACE, ONE_UNIT, name="place")]
"""A place, or a unit for the place in which it is based."""


Unit = Annotated[str, ONE_UNIT]


Units = Annotated[tuple[str, ...], SOME_UNITS]


Type = Annotated[str, Choice(*sorted(SHIP_TYPES | AIR_TYPES | GROUND_TYPES), name="type")]


TaskForce = Annotated[str, NEW_TF]


Strait = Annotated[str, NamedNoun("strait", all_straits, depends=lambda view: view.board)]


Limit = Annotated[int | str, LIMIT]


Name = Annotated[str, Title()]


Words = Annotated[str, Rest()]


Season = Literal["Spring", "Summer", "Fall", "Winter", ""]


Speed = Literal["fast", "slow", ""]


THINGS = (OWNER, SOME_UNITS, PLACE)
"""Nouns of all that may stand on a board."""


lines = CaseLines(
    L,
    side=Side,
    owner=Owner,
    nation=Nation,
    place=Place,
    places=Places,
    unit=Unit,
    units=Units,
    zone=Name,
    season=Season,
    **dict.fromkeys(
        ("dice", "drm", "factors", "hexes", "hits", "level", "n", "number", "points", "year"), int
    ),
)


def place_or_base(state: State, spot: str) -> str:
    """Return a place, or the base of a unit."""
    return state.units[spot].base if spot in state.units else spot


def place_with_id(state: State, at: str) -> str:
    """Return a place by name, followed by its id."""
    name = theatre.name_of(state, at)
    return f"{name} ({at})" if name != at else at


def refuse_second(there: object, what: str) -> None:
    """Raise :class:`TextError` when a second line puts the same thing on the board."""
    if there is not None:
        raise TextError(f"{what} is on the board already: say all of it in one line")
