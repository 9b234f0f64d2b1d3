"""The nouns of Europa's orders: groups, units, cargo, aircraft and their bases, places and
paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

from flagplot.table import TextError
from flagplot.table.core.memo import memo_per_parts
from flagplot.table.language import (
    Choice,
    Language,
    LenientUnion,
    ListNoun,
    MultiValue,
    NamedNoun,
    Noun,
    QuantifiedNoun,
    Read,
    Scan,
    Suggestion,
    UnionNoun,
    sentences,
)
from flagplot.table.language import Thing as Name
from flagplot.table.language.compound_nouns import noun_of
from flagplot.table.language.templates import Part

from ..map import chart, sheets
from ..state import State
from ..state.units import KINDS, short_text

SHEET = r"\d{1,2}[A-Za-z]?:"


TOKENS = (
    rf"{SHEET}\d{{4}}(?:/(?:{SHEET})?\d{{4}})?|\d{{4}}(?:/\d{{4}})?(?=-)|-(?={SHEET}|\d{{4}})|->|[→—–]"
    r"|[\w.-]+(?=\s*\+)|\+(?=\s*[A-Za-z])"
)
"""Patterns of tokens: hexes and hexsides, hexes in a chain (``33:1203-1204``), arrows, and
``A+B``."""


SHORT = re.compile(r"\d{4}(?:/\d{4})?")
"""A hex or hexside without its sheet, which is the sheet named before it."""


ON_THE_WAY = (",", ";", "and", "then", "to", "through", "along", "-", "->", "→", "—", "–")


def requests_possible(view: State, side: str) -> tuple[str, ...]:
    """Return the kinds of request that a side may get, judging by its view."""
    if view.battle is not None:
        return ("screen", "fire")
    return (
        ("movement", "declare")
        if side == view.phasing
        else ("reaction", "search", "activate", "attack", "inland")
    )


L = Language("europa", tokens=TOKENS, asked=requests_possible)


def spoken_name(view: State, id: str) -> str:
    """Return the spoken name of an id: its own name, with the id behind it when another thing has
    the same name; a hex by the place in it and its id."""
    if name := name_or_empty(view, id, short_text):
        return name
    port = view.ports.get(id)
    where = sheets.label_of(port.name if port else sheets.name_of(id))
    return f"{where} {id}" if where else id


def name_or_empty(view: State, id: str, cut: Callable[[str], str] = str) -> str:
    """Return the name of a unit, a cargo or an air unit, shortened by *cut*, with the id behind it
    when another thing has the same name. Empty when it has none."""
    called = {c.unit.id: c.unit for c in view.calls if not c.came}
    for kind in (view.units, view.cargo, view.divisions, view.air, called):
        if id in kind and kind[id].name:
            name = cut(kind[id].name)
            return name if sum(cut(x.name) == name for x in kind.values()) == 1 else f"{name} {id}"
    return ""


def spoken_activity(view: State, task: str) -> str:
    """Return a current activity in words: its order, with names for ids."""
    return " ".join(name_or_empty(view, word, short_text) or word for word in task.split(" "))


# ------------------------------------------------------------------ forces
@lru_cache(4096)
def names_with_id(name: str, id: str) -> tuple[str, ...]:
    """Return a name with the id behind it, as :func:`titled` writes a name that another thing
    shares. Empty without a name."""
    return tuple(dict.fromkeys((f"{short_text(name)} {id}", f"{name} {id}"))) if name else ()


@lru_cache(4096)
def ships_of(name: str) -> tuple[str, ...]:
    """Return the ships that a unit's name lists: ``Force Z: Nelson, Rodney, 4 destroyers`` lists
    two."""
    bare = re.sub(r"\([^)]*\)", "", name)
    listed = [x.strip() for part in bare.split(":") for x in part.split(",")]
    return tuple(dict.fromkeys(x for x in listed if x and not x[0].isdigit() and x != name))


def groups(view: State, side: str) -> Iterator[Name]:
    """Yield every group on the map."""
    yield from (Name(g, g) for g in view.groups)


def own_groups(view: State, side: str) -> Iterator[Name]:
    """Yield the groups of a side by id."""
    yield from (Name(g.id, g.id) for g in view.groups.values() if g.side == side)


def units(view: State, side: str) -> Iterator[Name]:
    """Yield every unit by its id, its name and its ships. A group of one unit is a name of that
    unit."""
    yield from units_of(view, view.sides)


def own_units(view: State, side: str) -> Iterator[Name]:
    """Yield the units of a side."""
    yield from units_of(view, (side,))


def enemy_units(view: State, side: str) -> Iterator[Name]:
    """Yield the known units of the other side."""
    yield from units_of(view, tuple(s for s in view.sides if s != side))


def units_of(view: State, sides: Sequence[str]) -> Iterator[Name]:
    """Yield the units of some sides by all their names."""
    for u in view.units.values():
        if u.side in sides:
            yield Name(u.id, u.id, u.name, (*ships_of(u.name), *names_with_id(u.name, u.id)))
    for g in view.groups.values():
        if g.side in sides:
            yield from (Name(m, m) for m in g.members if m not in view.units)
            if len(g.members) == 1:
                yield Name(g.members[0], (), (), g.id)


def units_afloat(view: State, side: str) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the units of a side that are in a group, with the words for them and their hexes."""
    for g in view.standing(side):
        for u in view.of(g):
            yield u.id, (u.kind, KINDS[u.kind], "unit"), g.hex


def cargo(view: State, side: str) -> Iterator[Name]:
    """Yield all cargo."""
    yield from (Name(c, c, x.name, names_with_id(x.name, c)) for c, x in view.cargo.items())


def aircraft(view: State, side: str) -> Iterator[Name]:
    """Yield the air units of a side, or of both when none is named."""
    yield from (
        Name(a, a, x.name, names_with_id(x.name, a))
        for a, x in view.air.items()
        if side in ("", x.side)
    )


def divisions(view: State, side: str) -> Iterator[Name]:
    """Yield the divisions inland."""
    yield from (
        Name(d.id, d.id, d.name, names_with_id(d.name, d.id)) for d in view.divisions.values()
    )


def bases(view: State, side: str) -> Iterator[Name]:
    """Yield the airbases of a side, or of both when none is named, by their own names and by their
    air units."""
    yield from (
        Name(x.base, x.base, (), (a, x.name)) for a, x in view.air.items() if side in ("", x.side)
    )


SEVERAL = ("boats", "destroyers", "fighters", "freighters", "minesweepers", "transports")


def is_plural(view: State, id: str) -> bool:
    """Return True when a name is plural: ``two freighters``, ``Boise, Savannah, 9 destroyers``."""
    name = name_or_empty(view, id, short_text)
    return ", " in name or " and " in name or name.endswith(SEVERAL)


THING = L.noun(NamedNoun("thing", lambda view, side: (), call=spoken_name, plural=is_plural))
"""Anything with a name, in a sentence."""


OF_GROUPS, OF_UNITS = ("the", "group", "naval"), ("the", "hms", "uss")


ANY_GROUP = NamedNoun("group", groups, skip=OF_GROUPS, joint=" ", picks="groups")


OWN_GROUP = NamedNoun("group", own_groups, skip=OF_GROUPS, joint=" ", picks="groups")


ANY_UNIT = NamedNoun("unit", units, call=spoken_name, skip=OF_UNITS, joint=" ", picks="units")


OWN_UNIT = NamedNoun("unit", own_units, call=spoken_name, skip=OF_UNITS, joint=" ", picks="units")


ENEMY_UNIT = NamedNoun(
    "unit", enemy_units, call=spoken_name, skip=OF_UNITS, joint=" ", picks="units"
)


SIDE = L.noun(
    Choice("Allied", "Axis", name="side", call=sentences.side_name, plural=sentences.side_is_plural)
)


CARGO = L.noun(
    NamedNoun("cargo", cargo, call=spoken_name, skip=("the", "cargo"), joint=" ", picks="units")
)


ONE_UNIT = L.noun(LenientUnion(OWN_UNIT, ANY_UNIT, name="unit"))


FOE = LenientUnion(ENEMY_UNIT, ANY_UNIT, name="unit")


GROUP = L.noun(LenientUnion(OWN_GROUP, ANY_GROUP, ANY_UNIT, CARGO, name="group"))
"""A naval group of the side's own. It also reads a unit or cargo, so that a clause can refuse it
with its reason: units and cargo travel as members of groups."""


AIR = L.noun(NamedNoun("air unit", aircraft, joint=" ", picks="units"))


BASE = L.noun(NamedNoun("airbase", bases, joint=" ", picks="place"))


DIVISION = L.noun(
    NamedNoun("division", divisions, call=spoken_name, skip=("the",), joint=" ", picks="units")
)


SEARCHER = L.noun(UnionNoun(GROUP, AIR, BASE, name="searcher", picks="units"))


# ------------------------------------------------------------------ places
def parts_for_places(view: State) -> object:
    """Return the parts of a view on which the names of places depend."""
    return tuple((h, p.name) for h, p in view.ports.items())


def places(view: State, side: str) -> Iterator[Name]:
    """Yield the ports of the state and the places of the board."""
    yield from (Name(h, (), p.name) for h, p in view.ports.items())
    yield from (
        Name(sheets.hex_of_place(n), (), (), (n, *sheets.other_names(n)))
        for n in sheets.place_names()
    )


def hex_of(view: State, side: str, said: str) -> str:
    """Return the canonical id of a hex from its printed id."""
    return sheets.canonical_id(said.upper())


def hexside(view: State, side: str, said: str) -> str:
    """Return a hexside from its printed id. Raises :class:`TextError` when its hexes do not
    touch."""
    a, b = map(sheets.canonical_id, chart.hexes_of_side(said.upper()))
    if not chart.are_touching(a, b):
        raise TextError(
            f"{a} and {b} do not touch: {a} touches {', '.join(chart.neighbours(a))}", 0
        )
    return chart.side_id(a, b)


HEXSIDE = L.noun(NamedNoun("hexside", lambda view, side: (), pattern=chart.SIDE, make=hexside))


PLACE = L.noun(
    NamedNoun(
        "place",
        places,
        depends=parts_for_places,
        call=spoken_name,
        pattern=chart.HEX,
        make=hex_of,
        skip=("the", "hex"),
        joint=" ",
        picks="place",
    )
)


UNITS = UnionNoun(ONE_UNIT, QuantifiedNoun(units_afloat, PLACE, ONE_UNIT), name="unit")


@memo_per_parts(lambda view: (view.ports,))
def place(view: State, said: str) -> str:
    """Return the hex of a printed id, a port or a place of the board. Raises :class:`TextError`."""
    return str(L.read(PLACE, said, view, ""))


class Shore(Noun):
    """A place where cargo goes aboard or ashore: ``port``, ``beach``, or a named place, which is
    one of them."""

    name, picks = "port or beach", "choice"
    ways = Choice(
        "port",
        "beach",
        also={
            f"{a}{whose}{shore}": way
            for a in ("", "the ", "a ")
            for whose in ("", "friendly ", "own ")
            for way, words in (
                ("port", ("port", "harbour", "harbor")),
                ("beach", ("beach", "coast", "shore")),
            )
            for shore in words
        },
    )

    def read(self, s: Scan, i: int) -> Read:
        got = self.ways.read(s, i)
        if got is None and (at := PLACE.read(s, i)) is not None:
            got = "port" if at[0] in s.view.ports else "beach", at[1]
        return got

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self.ways.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return [*self.ways.near(s, key), *PLACE.near(s, key)]

    def expected(self) -> tuple[str, ...]:
        return self.ways.options

    def shown(self) -> str:
        return "port|beach"


class Step(Noun):
    """A step of a path: a hex, a hexside or a place, with ``night`` and ``day`` before or after it.

    A hex may be named without its sheet. It is then on the sheet of the hex before it, or of the
    group.
    """

    name, joint, picks = "place", " ", "place"

    def read(self, s: Scan, i: int) -> Read:
        before, at = self._lights(s, i)
        at += bool(before) and s.low[at] == "to"
        got = self._place(s, at)
        if got is None:
            return None
        after, end = self._lights(s, got[1])
        return (MultiValue((*before, got[0], *after)), end) if before or after else (got[0], end)

    def _lights(self, s: Scan, i: int) -> tuple[list[str], int]:
        """Return the words of light at a position of the text, and the position after them:
        ``night``, ``by night``, ``(night)``."""
        found: list[str] = []
        while True:
            opened = s.low[i] == "("
            j = i + opened
            j += s.low[j] in ("by", "at", "in")
            if s.low[j] not in chart.LIGHT or (opened and s.low[j + 1] != ")"):
                return found, i
            found.append(s.low[j])
            i = j + 1 + opened

    def _place(self, s: Scan, i: int) -> Read:
        said = s.raw[i]
        if SHORT.fullmatch(said) and (sheet := self._sheet(s, i)):
            said = f"{sheet}:{said}"
        if chart.is_side(said.upper()):
            try:
                return chart.side_id(
                    *(sheets.canonical_id(bank) for bank in chart.hexes_of_side(said.upper()))
                ), i + 1
            except ValueError:
                return None
        return (
            (hex_of(s.view, s.side, said), i + 1)
            if chart.is_hex(said.upper())
            else PLACE.read(s, i)
        )

    def _sheet(self, s: Scan, i: int) -> str:
        said = next(
            (w.upper() for w in reversed(s.raw[:i]) if chart.is_hex(w.upper().split("/")[0])), ""
        )
        group = s.view.groups.get(s.values.get("group"))
        return said.split(":")[0] or (group.hex.split(":")[0] if group is not None else "")

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return PLACE.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return PLACE.near(s, key)

    def shown(self) -> str:
        return "PLACE"


# ------------------------------------------------------------------ kinds of work, of target
TARGETS = ("task forces", "carriers", "transports")


TARGET = Choice(
    *TARGETS,
    name="kind of target",
    also={
        f"{a}{word}": target
        for a in ("", "the ", "any ")
        for target, words in zip(
            TARGETS,
            (
                ("task forces", "TFs", "warships"),
                ("carriers", "CGs", "carrier groups"),
                ("transports", "NTs"),
            ),
            strict=True,
        )
        for word in words
    },
)


PARTS = {
    "quarter": ("quarter", "1/4", "¼"),
    "half": ("half", "1/2", "½"),
    "full": ("full", "whole"),
}


SUPPORT = {
    "interdiction": ("interdiction", "port interdiction"),
    "gunfire": ("gunfire", "NGS", "gunfire support", "naval gunfire", "naval gunfire support"),
}


PREPARED = L.noun(
    Choice(
        *(f"{part} {what}" for what in SUPPORT for part in PARTS),
        name="preparation",
        also={
            said: f"{part} {what}"
            for part, shares in PARTS.items()
            for what, words in SUPPORT.items()
            for share in shares
            for word in words
            for said in (
                f"{share} {word}",
                f"{share} value {word}",
                f"{word} {share}",
                f"{word} at {share}",
                f"{word} {share} value",
            )
        },
    )
)


# ------------------------------------------------------------------ fields of orders
Group = Annotated[str, GROUP]


Groups = Annotated[tuple[str, ...], ListNoun(GROUP)]


Joined = Annotated[tuple[str, ...], ListNoun(GROUP, between=(",", "and", "&", "with", "+"))]


Unit = Annotated[str, ONE_UNIT]


Foe = Annotated[str, FOE]


Thing = Annotated[str, THING]


Side = Annotated[str, SIDE]


TurnOf = Annotated[str, Choice("Allied", "Axis")]
"""The side whose player-turn it is. Sentences call it by its id."""


Units = Annotated[tuple[str, ...], ListNoun(UNITS, joint=" ")]


Screened = Annotated[tuple[str, ...], ListNoun(UNITS, joint=" ", none="none")]


Cargo = Annotated[str, CARGO]


Place = Annotated[str, PLACE]


At = Annotated[str, Shore()]


Edge = Annotated[str, HEXSIDE]


Path = Annotated[tuple[str, ...], ListNoun(Step(), between=ON_THE_WAY)]


Target = Annotated[str, TARGET]


Prepared = Annotated[str, PREPARED]


Searchers = Annotated[tuple[str, ...], ListNoun(SEARCHER, joint=" ")]


Bases = Annotated[tuple[str, ...], ListNoun(BASE)]


Inland = Annotated[str, DIVISION]


Plane = Annotated[str, AIR]


Planes = Annotated[tuple[str, ...], ListNoun(AIR, joint=" ")]


@L.part("{units} as {name}")
class Share(NamedTuple):
    """Units that leave a group under a new name."""

    name: str
    units: Units


@L.part("{unit} at {target}")
class Shot(NamedTuple):
    """A unit that fires, and its target."""

    unit: Unit
    target: Foe


@L.part("{units} at {target}")
class Volley(NamedTuple):
    """Units that fire at one target."""

    units: Units
    target: Foe


PARTED = (";", ",", "and")


Shares = Annotated[
    tuple[Share, ...], ListNoun(noun_of(Share, ""), joint="; ", between=PARTED, loose=False)
]


NAMED_FIRST = tuple(
    Part(Share, way, ";", L.nouns)
    for way in ("{name} ({units})", "{name} = {units}", "{name}: {units}")
)


SharesSaid = Annotated[
    tuple[Share, ...],
    ListNoun(
        UnionNoun(noun_of(Share, ""), *NAMED_FIRST, name="group"), between=PARTED, loose=False
    ),
]
"""Shares as people may write them, with the name first or last."""


Shots = Annotated[
    tuple[Shot, ...], ListNoun(noun_of(Shot, ""), joint="; ", between=PARTED, loose=False)
]


Volleys = Annotated[
    tuple[Volley, ...], ListNoun(noun_of(Volley, ""), joint="; ", between=PARTED, loose=False)
]
