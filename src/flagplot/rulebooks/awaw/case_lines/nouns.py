"""Nouns of case lines besides those of orders: sides, units by id, and task forces and forces as
their units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import (
    CaseLines,
    Choice,
    Either,
    ListNoun,
    MultiValue,
    NamedNoun,
    Noun,
    Read,
    Scan,
    Thing,
    Title,
)
from flagplot.table.language.compound_nouns import NUMBER

from ..map import theatre
from ..nouns import KINDS, NATION, NEW_TF, OWNER, PLACE, L, pieces, tf_ways, units_called
from ..nouns import Side as Side
from ..state import AIR_TYPES, GROUND_TYPES, SHIP_TYPES, State
from ..state.unit_names import TITLES


def units(view: State, side: str) -> Iterator[Thing]:
    """Yield every unit."""
    yield from (
        t
        for t in units_called(view, "", KINDS)
        if isinstance(t.value, str) and t.value in view.units
    )


def members(view: State, side: str) -> Iterator[Thing]:
    """Yield every unit, and every task force and force as its units."""
    yield from units(view, side)
    for g in view.groups.values():
        yield Thing(MultiValue(g.units), g.id, g.name, tf_ways(g.name))
    for f in view.forces.values():
        yield Thing(MultiValue(f.units), f.id)


def straits(view: State, side: str) -> Iterator[Thing]:
    """Yield the straits and canals of the board, by title and by the main word of the title."""
    for k in theatre.load(view.board).links.values():
        yield Thing(k.id, k.id, k.title, k.id.removeprefix("gulf-of-"))


class Rest(Noun):
    """The rest of a line as written, for the ships of a battle."""

    name, free = "words", True

    def read(self, s: Scan, i: int) -> Read:
        return (s.text[s.shelf.tokens.places(s.text)[i][0] :], s.n) if i < s.n else None


ONE_UNIT = NamedNoun("unit", units, depends=pieces, skip=("the", *TITLES))


SOME_UNITS = ListNoun(NamedNoun("unit", members, depends=pieces, skip=("the", *TITLES)))


LIMIT = Either(NUMBER, Choice("unlimited"), name="number")


Nation = Annotated[str, NATION]


Owner = Annotated[str, OWNER]


Place = Annotated[str, PLACE]


Places = Annotated[tuple[str, ...], ListNoun(PLACE, between=(",", "and"))]


Spot = Annotated[str, Either(PLACE, ONE_UNIT, name="place")]
"""A place, or a unit for the place in which it is based."""


Unit = Annotated[str, ONE_UNIT]


Units = Annotated[tuple[str, ...], SOME_UNITS]


Type = Annotated[str, Choice(*sorted(SHIP_TYPES | AIR_TYPES | GROUND_TYPES), name="type")]


TaskForce = Annotated[str, NEW_TF]


Strait = Annotated[str, NamedNoun("strait", straits, depends=lambda view: view.board)]


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


def base(state: State, spot: str) -> str:
    """Return a place, or the base of a unit."""
    return state.units[spot].base if spot in state.units else spot


def called(state: State, at: str) -> str:
    """Return a place by name, followed by its id."""
    name = theatre.name_of(state, at)
    return f"{name} ({at})" if name != at else at


def once(there: object, what: str) -> None:
    """Raise :class:`TextError` when a second line puts the same thing on the board."""
    if there is not None:
        raise TextError(f"{what} is on the board already: say all of it in one line")
