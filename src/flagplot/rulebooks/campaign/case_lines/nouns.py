"""The nouns of case lines, besides the nouns of the orders: sides, classes, straits, missions by id
or ship."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import (
    CaseLines,
    Choice,
    ListNoun,
    NamedNoun,
    Noun,
    Read,
    Scan,
    Thing,
    Title,
    UnionNoun,
    Word,
)

from ..map.chart import also_called, chief_words
from ..nouns import (
    HEX,
    ONE_SHIP,
    PLACE,
    PLANE,
    PORT,
    SIDE,
    SQUARE,
    TROOP,
    L,
    port_square,
    ports,
    shores,
    sides,
)
from ..state import Mission, Port, State
from ..state.ratings import CAPITALS, ESCORTS, SAME_NATION, TRAINED_AS, nation_called
from ..state.territories import territory_at
from .defaults import ALLIED, AXIS


def owners(view: State, side: str) -> Iterator[Thing]:
    """Yield the sides that hold ports, by their names and those of their nations."""
    yield from sides(view, side)
    others = {"Allied": ALLIED, "Axis": AXIS}
    yield from (Thing(s, (), (), names_of(others.get(s, ()))) for s in view.sides)


def names_of(nations: Collection[str]) -> tuple[str, ...]:
    """Return all names of some nations."""
    return (*sorted(nations), *(said for said, meant in SAME_NATION.items() if meant in nations))


def straits(view: State, side: str) -> Iterator[Thing]:
    """Yield the straits of the board by every name, by its main word, and by the place that
    controls them."""
    for s in view.chart.straits:
        names = (s.id, s.title, *also_called(s.title))
        yield Thing(s.id, s.id, names, (*map(chief_words, names), *s.holders))


def holdable(view: State, side: str) -> Iterator[Thing]:
    """Yield everything that a side may hold: ports, islands and coasts without a port, shores that
    control a strait."""
    yield from ports(view, side)
    yield from shores(view, side)
    known = {*view.ports, *view.chart.lands}
    yield from (
        Thing(x, x) for s in view.chart.straits for x in (*s.holders, *s.shores) if x not in known
    )
    yield Thing("Panama", (), (), "Panama")


STRAIT = L.noun(NamedNoun("strait", straits, depends=lambda v: v.chart))


SHORE = NamedNoun(
    "port or shore",
    holdable,
    depends=lambda v: (v.chart, tuple(v.ports)),
    pattern=SQUARE,
    make=port_square,
)


NOBODY = Choice("", also={"nobody": "", "neutral": ""}, name="nobody")


CLASS = Choice(*sorted(CAPITALS | ESCORTS), name="class")


class Rest(Noun):
    """A fighter of an odds question: a class or ship, with its strength and experience."""

    name, free = "fighter", True
    ends = frozenset(("v", "above", "below", "is", "at", "may"))

    def read(self, s: Scan, i: int) -> Read:
        j = i
        while j < s.n and s.raw[j] not in self.ends:
            j += 1
        return (" ".join(s.raw[i:j]), j) if j > i else None


class Id(Word):
    """The id of something that the case has named."""

    name = "id"


class Marks(Noun):
    """The words up to the end or the next semicolon: a mission's load or state."""

    name = "word of a mission"
    words = Choice(
        "ordered", "sailing", "completed", "failed", "aborted", "attacked", "raiders", "warships"
    )
    loads = Choice("transports", "merchants", "tankers")

    def read(self, s: Scan, i: int) -> Read:
        if s.low[i].isdecimal() and (load := self.loads.read(s, i + 1)) is not None:
            return f"{s.low[i]} {load[0]}", load[1]
        return self.words.read(s, i)

    def expected(self) -> tuple[str, ...]:
        return (*self.words.options, "6 transports")


Side = Annotated[str, SIDE]


Holder = Annotated[str, UnionNoun(NamedNoun("side", owners), NOBODY, name="side")]


Ship = Annotated[str, ONE_SHIP]


Ships = Annotated[tuple[str, ...], ListNoun(ONE_SHIP)]


Plane = Annotated[str, PLANE]


Unit = Annotated[str, UnionNoun(ONE_SHIP, PLANE, name="unit")]


Units = tuple[Unit, ...]


Fighting = Annotated[str, UnionNoun(ONE_SHIP, PLANE, TROOP, name="unit")]


PortName = Annotated[str, PORT]


SAILING = UnionNoun(ONE_SHIP, TROOP, Id(), name="mission")


Sailing = Annotated[str, SAILING]
"""A mission, by its id or by a ship or land unit in it."""


Watching = Annotated[str, UnionNoun(ONE_SHIP, PLANE, Id(), name="mission")]
"""A searcher: a ship, an air unit, or a mission by its id."""


Square = Annotated[str, PLACE]


Place = Annotated[str, UnionNoun(PORT, PLACE, name="place")]
"""A place. A port may be named by its square."""


Places = Annotated[
    tuple[str, ...], ListNoun(UnionNoun(PORT, PLACE, name="place"), between=(",", ";", "and"))
]


Hex = Annotated[tuple[int, int], HEX]


Shore = Annotated[str, SHORE]


Shores = Annotated[tuple[str, ...], ListNoun(SHORE)]


Strait = Annotated[str, STRAIT]


Class = Annotated[str, CLASS]


Name = Annotated[str, Title()]


Words = Annotated[tuple[str, ...], ListNoun(Word(), between=(",", ";"))]


Numbers = Annotated[tuple[str, ...], ListNoun(Word(), between=(",", ";", "and"))]


Fighter = Annotated[str, Rest()]


SEAS = Choice(
    "Indian Ocean", "Pacific", "Atlantic", "Mediterranean", "Baltic", "Black Sea", name="pool"
)


Pool = Annotated[str, SEAS]


Phase = Literal["logistics", "orders", "operations", "battle", "breakthrough", "closing"]


Season = Annotated[str, Choice("Spring", "Summer", "Fall", "Winter", name="season")]


lines = CaseLines(
    L,
    side=Side,
    place=PortName,
    ship=Ship,
    plane=Plane,
    unit=Unit,
    nation=Name,
    mission=Sailing,
    pool=Pool,
    cls=Class,
    at=Hex,
    phase=Phase,
    season=Season,
    **dict.fromkeys(
        ("count", "hexes", "loads", "points", "pps", "strength", "turn", "turns", "value"), int
    ),
)


def mission_of(state: State, id: str) -> Mission:
    """Return a mission by its id, or by a ship or land unit in it. Raises :class:`TextError` for
    another word."""
    if id in state.ships or id in state.troops:
        ship, id = id, (state.ships.get(id) or state.troops[id]).mission
        if not id:
            raise TextError(
                f"{ship} has no mission now (event mission-decided or mission-ended says what "
                "became of it)"
            )
    if id not in state.missions:
        raise TextError(f"no mission {id!r}", 0, list(state.missions)[:8])
    return state.missions[id]


def mission_then(before: State, state: State, id: str) -> Mission:
    """Return a mission as it is, or as it ended in the turn just closed. For a ship that has left
    its mission, return that mission."""
    if id in state.ships and not state.ships[id].mission and id in before.ships:
        id = before.ships[id].mission or id
    return (
        state.past[id] if id not in state.missions and id in state.past else mission_of(state, id)
    )


def known_mission(before: State, state: State, id: str) -> str:
    """Return the id of a present or past mission, named by its id or by a ship in it. Raises
    :class:`TextError` for another word."""
    for s in (state, before):
        if id in s.missions or id in s.past:
            return id
        unit = s.ships.get(id) or s.troops.get(id)
        if unit is not None and unit.mission:
            return unit.mission
    raise TextError(f"no mission {id!r}", 0, [*state.missions, *state.past][:8])


def read_numbers(words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of some words. Raises :class:`TextError` for a word that is not a
    number."""
    strange = [w for w in words if not re.search(r"\d", w)]
    if strange:
        raise TextError(f"{strange[0]!r} is no number")
    return tuple(int(x) for w in words for x in re.findall(r"\d+", w))


def port_named(state: State, name: str) -> Port:
    """Return the port of a name in a line. Raises :class:`TextError` for another place."""
    if name not in state.ports:
        raise TextError(f"no port {name!r}", 0, list(state.ports)[:8])
    return state.ports[name]


def nation_named(state: State, said: str) -> str:
    """Return a nation of this book or of the position; empty when the line names none. Raises
    :class:`TextError` for other words."""
    found = nation_called(said)
    if not found:
        return ""
    known = {
        *SAME_NATION.values(),
        *TRAINED_AS,
        *AXIS,
        *ALLIED,
        *(s.nation for s in state.ships.values()),
    }
    known |= {row for row, _ in state.rulings.table("campaign.training").rows}
    if found not in known:
        raise TextError(f"there is no nation {said!r}", 0, sorted(known))
    return found


def refuse_second_line(there: object, name: str) -> None:
    """Raise :class:`TextError` when a second line sets up the same thing."""
    if there is not None:
        raise TextError(f"{name} stands on the board already: say all of it in one line")


def territory_named(state: State, place: str) -> Port:
    """Return the territory of a place, with or without a port. Raises :class:`TextError` for a
    place without one."""
    found = territory_at(state, place)
    if found is None:
        raise TextError(f"{place!r} is no port, island or coast", 0, list(state.ports)[:8])
    return found


def port_called(state: State, text: str) -> str:
    """Return a port of the board by any of its names. Raises :class:`TextError` for another
    word."""
    return str(L.read(PORT, text, state, ""))


THINGS = (SIDE, ONE_SHIP, PLANE, TROOP, PORT, PLACE, STRAIT)
"""The nouns of pieces and places on a board."""
