"""A language of a toy book that uses everything: umlauts, names of two words, squares, new groups,
hidden ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import (
    Choice,
    Language,
    ListNoun,
    MultiValue,
    NamedNoun,
    Noun,
    OrderWording,
    PartNoun,
    QuantifiedNoun,
    Read,
    Scan,
    Suggestion,
    Thing,
    UnionNoun,
)


class Ship(msgspec.Struct, frozen=True):
    id: str
    name: str
    side: str
    kind: str
    at: str
    hidden: bool = False
    strength: int = 4


class View(msgspec.Struct, frozen=True):
    ships: Mapping[str, Ship]
    ports: tuple[str, ...] = ("Kiel", "Scapa Flow", "Stage", "Ålesund")
    asked: str = "orders"


SHIPS = (
    Ship("GE-BB-1", "Bismarck", "Axis", "BB", "Kiel"),
    Ship("GE-CA-1", "Lützow", "Axis", "CA", "Kiel"),
    Ship("GE-CA-2", "Prinz Eugen", "Axis", "CA", "Stage"),
    Ship("GE-DD-1", "1st Flotilla", "Axis", "DD", "Kiel"),
    Ship("GE-DD-2", "2nd Flotilla", "Axis", "DD", "Kiel"),
    Ship("UK-BC-1", "Hood", "Allied", "BC", "Scapa Flow"),
    Ship("UK-BC-2", "Renown", "Allied", "BC", "Scapa Flow"),
    Ship("UK-SS-1", "Seraph", "Allied", "SS", "12,07", hidden=True),
    Ship("GE-SS-1", "Scharfblick", "Axis", "SS", "13,07", hidden=True),
)
TRUTH = View({s.id: s for s in SHIPS})


def view_of(state: View, side: str) -> View:
    """Return the view of a side: hidden ships of the other are taken out."""
    return replace(
        state, ships={k: s for k, s in state.ships.items() if s.side == side or not s.hidden}
    )


def kinds(view: View, side: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    words = {
        "BB": ("battleship",),
        "BC": ("battlecruiser", "BC"),
        "CA": ("heavy cruiser", "cruiser"),
        "DD": ("destroyer", "DD"),
    }
    yield from (
        (s.id, (*words.get(s.kind, (s.kind,)), "ship"), s.at)
        for s in view.ships.values()
        if s.side == side
    )


def own(view: View, side: str) -> Iterator[Thing]:
    yield from (Thing(s.id, s.id, s.name) for s in view.ships.values() if s.side == side)


def anybody(view: View, side: str) -> Iterator[Thing]:
    yield from (Thing(s.id, s.id, s.name) for s in view.ships.values())


def places(view: View, side: str) -> Iterator[Thing]:
    yield from (Thing(p, p) for p in view.ports)
    yield Thing("Scapa Flow", (), (), ("the Flow", "Scapa"))


def square(view: View, side: str, said: str) -> str:
    column, row = (int(x) for x in said.replace("/", ",").split(","))
    if column > 40:
        raise TextError(f"{said} lies off the map", 0)
    return f"{column},{row}"


def name(view: View, id: str) -> str:
    return view.ships[id].name if id in view.ships else id


L = Language(
    tokens=r"\d+[,/]\d+(?!\d)",
    asked=lambda view, side: (view.asked,),
    synonyms={
        "patrol": ("sortie", "go on patrol with"),
        "to": ("towards", "as far as"),
        "via": ("through", "by way of"),
        "base change": ("rebase",),
        "raiders": ("a raider group",),
        "with": ("using",),
    },
)
PLACE = L.noun(
    NamedNoun(
        "place",
        places,
        depends=lambda v: v.ports,
        pattern=r"\d+[,/]\d+",
        make=square,
        skip=("the", "square"),
        picks="place",
    )
)
OWN = L.noun(NamedNoun("ship", own, call=name, begun=4, picks="units", skip=("the", "hms")))
ENEMY = L.noun(NamedNoun("target", anybody, call=name, picks="units"))
SHIPS_OF = L.noun(UnionNoun(OWN, QuantifiedNoun(kinds, PLACE, OWN), name="ship"))


class Part_(NamedTuple):  # noqa: N801
    id: str
    steps: int = 0


def part_of(view: View, id: str, n: int) -> Part_:
    if n > view.ships[id].strength:
        raise TextError(
            f"{id} has only {view.ships[id].strength}", near=(f"{id}:{view.ships[id].strength}",)
        )
    return Part_(id, 0 if n == view.ships[id].strength else n)


COUNTED = PartNoun(OWN, part_of, lambda p: f"{p.id}:{p.steps}" if p.steps else p.id)


class Leg(Noun):
    """A noun of its own reading: ``north 3`` or a place."""

    name = "leg"
    way = Choice("north", "south")

    def read(self, s: Scan, i: int) -> Read:
        got = self.way.read(s, i)
        if got is not None and s.low[got[1]].isdigit():
            return f"{got[0]} {s.low[got[1]]}", got[1] + 1
        return PLACE.read(s, i)

    def names_beginning_with(self, s: Scan, key: str) -> tuple[Suggestion, ...]:
        return (*self.way.names_beginning_with(s, key), *PLACE.names_beginning_with(s, key))


LEG = L.noun(Leg())
OwnShip = Annotated[str, OWN]
Ships = Annotated[tuple[str, ...], ListNoun(SHIPS_OF)]
Place = Annotated[str, PLACE]
Places = tuple[Place, ...]


@L.part("{units} to {to} [as {name}]")
class Move(NamedTuple):
    units: tuple[OwnShip, ...]
    to: Place
    name: str = ""


@L.part("{ship}>{to}", between=",")
class Flight(NamedTuple):
    ship: OwnShip
    to: Place


@L.order(
    "patrol {target} with {units} [as {raiders}] [via {via}] [stage {stage}] [fly {air}] [return "
    "{home}]",
    clause="6.3",
    asked="orders",
    reads=(
        OrderWording(
            "patrol {units} to {target} [as {raiders}] [via {via}] [return {home}]", title="Patrol"
        ),
    ),
)
class Patrol(msgspec.Struct, frozen=True, tag="patrol"):
    units: Ships
    target: Place
    via: Annotated[tuple[str, ...], ListNoun(PLACE, between=(",", ";", "and"), none="direct")] = ()
    raiders: bool = False
    air: tuple[Flight, ...] = ()
    home: Place = ""
    stage: Place = ""


@L.order(
    "base change [{mode}] to {target} with {units} [swiftly {pace}]",
    clause="6.4",
    asked="orders",
    reads=("base change {units} to {target} [from {:place}]",),
)
class BaseChange(msgspec.Struct, frozen=True, tag="base-change"):
    units: Ships
    target: Place
    mode: Literal["operational", "strategic", ""]
    pace: int = 1


@L.order("deploy {moves}", clause="6.5", asked="orders")
class Deploy(msgspec.Struct, frozen=True, tag="deploy"):
    moves: tuple[Move, ...]


@L.order(
    "attack {target} with {units}",
    clause="7.1",
    asked=("battle", "orders"),
    late="7.2",
    fixed={"how": "guns"},
)
@L.order(
    "torpedo {target} with {units}",
    clause="7.1",
    asked=("battle", "orders"),
    fixed={"how": "torpedoes"},
    title="Torpedoes",
)
@L.order("attack {target} {how} with {units}", clause="7.1", asked=("battle", "orders"))
class Attack(msgspec.Struct, frozen=True, tag="attack"):
    target: Annotated[str, ENEMY]
    units: Annotated[tuple[Part_, ...], ListNoun(COUNTED)]
    how: str = "guns"


@L.order("steer {ship} along {legs}", clause="8.1", asked="battle")
class Steer(msgspec.Struct, frozen=True, tag="steer"):
    ship: OwnShip
    legs: Annotated[tuple[str, ...], ListNoun(LEG, joint=" ")]


def named_after_first(order: Any, view: View, side: str) -> Any:
    return order if order.name else replace(order, name=f"TF-{order.units[0]}")


@L.order("form [{name}:] {units}", clause="9.1", asked="orders", then=named_after_first)
class Form(msgspec.Struct, frozen=True, tag="form"):
    units: Ships
    name: str = ""


@L.order("{ship} puts to sea", clause="9.2", asked="orders")
class PutToSea(msgspec.Struct, frozen=True, tag="put-to-sea"):
    ship: OwnShip


@L.order("done")
class Done(msgspec.Struct, frozen=True, tag="done"):
    pass


@L.reads("raid from {place} to {target}", of=Patrol, title="Raid")
def raid(view: View, side: str, place: Place, target: Place) -> Patrol:
    """Everything at a place goes raiding."""
    units = tuple(s.id for s in view.ships.values() if s.side == side and s.at == place)
    if not units:
        raise TextError(f"nobody is at {place}", 0)
    return Patrol(units, target, raiders=True)


__all__ = [
    "Attack",
    "BaseChange",
    "Deploy",
    "Done",
    "Form",
    "L",
    "MultiValue",
    "Patrol",
    "PutToSea",
    "Steer",
]
