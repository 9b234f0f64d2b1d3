"""The nouns of case lines, besides the nouns of the orders."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from flagplot.table import TextError
from flagplot.table.language import CaseLines, Choice, ListNoun, Noun, Read, Scan, Title, UnionNoun
from flagplot.table.language.templates import part

from ..nouns import AIR, ANY_GROUP, ANY_UNIT, BASE, CARGO, HEXSIDE, PLACE, L
from ..nouns import Edge as Edge
from ..state import Defence, Group, Port, State, turns
from ..state.units import KINDS


class HalfMonth(Noun):
    """A turn: ``Aug I 42``."""

    name = "turn"

    def read(self, s: Scan, i: int) -> Read:
        try:
            return turns.printed_turn(" ".join(s.raw[i : i + 3])), i + 3
        except ValueError:
            return None


class Rest(Noun):
    """Everything up to the end."""

    name, free = "order", True

    def read(self, s: Scan, i: int) -> Read:
        return (" ".join(s.raw[i : s.n]), s.n) if i < s.n else None


SIDE = Choice("Allied", "Axis", name="side")


MARKS = {
    "heavy equipment": "he",
    "artillery": "he",
    "motorized": "motorized",
    "c/m": "c/m",
    "cavalry": "cavalry",
    "armour": "armour",
    "intrinsically amphibious": "intrinsic",
    "on LVT": "lvt",
    "mine point": "mine",
    "construction engineer": "engineer",
    "SP": "sp",
    "SRP": "srp",
    "infantry": "",
}


EDGES = {
    "full sea": "full",
    "partial sea": "partial",
    "land": "land",
    "narrow strait": "strait",
    "major river": "major river",
    "great river": "great river",
    "river": "river",
    "canal": "canal",
    "lake": "lake",
}


MISSIONS = {
    "naval patrol": "patrol",
    "naval strike": "strike",
    "escort": "escort",
    "cap": "cap",
    "no mission": "none",
}


Side = Annotated[str, SIDE]


Owner = Annotated[
    str, Choice("Allied", "Axis", "Vichy", "neutral", also={"nobody": ""}, name="owner")
]


Turn = Annotated[str, HalfMonth()]


Hex = Annotated[str, PLACE]


Hexes = Annotated[tuple[str, ...], ListNoun(PLACE)]


Spot = Annotated[str, UnionNoun(PLACE, HEXSIDE, name="place")]


Ground = Literal["sea", "coastal", "land", "restricted", "river", "lake"]


EdgeKind = Annotated[str, Choice(also=EDGES, name="kind of hexside")]


Party = Annotated[str, UnionNoun(ANY_GROUP, ANY_UNIT, name="group")]
"""A group, named by its id or by a unit of it."""


OneGroup = Annotated[str, ANY_GROUP]


Unit = Annotated[str, ANY_UNIT]


Units = Annotated[tuple[str, ...], ListNoun(ANY_UNIT, none="none")]


Load = Annotated[str, CARGO]


Marks = Annotated[
    tuple[str, ...], ListNoun(Choice(also=MARKS, name="kind of cargo"), between=(",",), loose=False)
]


Aircraft = Annotated[str, AIR]


Mission = Annotated[str, Choice(also=MISSIONS, name="mission")]


Searcher = Annotated[str, UnionNoun(ANY_GROUP, AIR, BASE, name="searcher")]


Searchers = Annotated[tuple[str, ...], ListNoun(UnionNoun(AIR, BASE, name="air unit or airbase"))]


Guns = Annotated[str, UnionNoun(ANY_UNIT, PLACE, name="unit or coast defence")]


Shield = Annotated[str, UnionNoun(ANY_GROUP, PLACE, name="group or coast defence")]


Berth = Annotated[str, UnionNoun(ANY_GROUP, PLACE, name="group or port")]


Name = Annotated[str, Title()]


Order = Annotated[str, Rest()]


@part("{mps} {light}", between=",")
class Run(NamedTuple):
    """MPs spent in a row by day or by night."""

    mps: int
    light: Literal["by day", "by night"]


@part(
    "{id} [{strength}] [([hits {hits}] [allowance {allowance}] [reverse {reverse}] [{flipped}] "
    "[{nation}] [{kind}])]",
    between=",",
)
class Counter(NamedTuple):
    """A unit as a position names it."""

    id: str
    strength: int | None = None
    hits: int = 0
    allowance: int = 0
    reverse: int = 0
    flipped: bool = False
    nation: Literal[
        "Germany",
        "Italy",
        "Britain",
        "USA",
        "USSR",
        "France",
        "Greece",
        "Netherlands",
        "Poland",
        "Finland",
        "",
    ] = ""
    kind: Annotated[str, Choice(*KINDS, name="kind")] = ""


lines = CaseLines(
    L,
    side=Side,
    owner=Owner,
    group=Party,
    unit=Unit,
    units=Units,
    cargo=Load,
    hex=Hex,
    hexes=Hexes,
    edge=Edge,
    zone=Name,
    turn=Turn,
    sea=Literal["calm", "rough", "stormy"],
    id=str,
    key=str,
    table=str,
    row=str,
    owed=float,
    **dict.fromkeys(
        (
            "ago",
            "count",
            "hits",
            "level",
            "modifier",
            "mps",
            "points",
            "res",
            "step",
            "steps",
            "strength",
            "year",
        ),
        int,
    ),
)


def group_of(s: State, id: str) -> Group:
    """Return a group by its id or a unit of it. Raises :class:`TextError`."""
    found = s.groups.get(id) or s.group_of(id)
    if found is None:
        raise TextError(f"{id} is in no group", 0, sorted(s.groups))
    return found


def port_at(s: State, hex: str) -> Port:
    """Return the port of a hex. Raises :class:`TextError`."""
    if hex not in s.ports:
        raise TextError(f"there is no port at {hex}", 0, sorted(s.ports))
    return s.ports[hex]


def defence_at(s: State, hex: str) -> Defence:
    """Return the coast defence of a hex. Raises :class:`TextError`."""
    if hex not in s.defences:
        raise TextError(f"there is no coast defence at {hex}", 0, sorted(s.defences))
    return s.defences[hex]
