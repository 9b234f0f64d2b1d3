"""The nouns of the campaign's orders: ships, aircraft, places, missions, units and hexes of a
battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated

from flagplot.table import TextError
from flagplot.table.language import (
    Choice,
    Language,
    LenientUnion,
    ListNoun,
    NamedNoun,
    Noun,
    QuantifiedNoun,
    Read,
    Scan,
    Suggestion,
    Thing,
    UnionNoun,
    sentences,
)

from ..map.battle_ocean import hex_of, hex_text
from ..map.chart import also_called
from ..map.chart_from_board import other_names
from ..map.squares import is_square, square_of, square_text
from ..scenarios.cards import FILES, rows
from ..state import HOME, State, port_at
from ..state.ratings import SAME_NATION
from .names import WORDS_OF_CLASS, convoys_said, display_name, is_plural, mission_said

SQUARE = r"\d+\s*[,/]\s*\d+(?!\d)"
LONG_ENOUGH = 4
"""The fewest letters of a part of a name that stands for the whole."""
DIRECT = "direct"
"""The word in place of a route that means the shortest legal one."""


def requests_possible(view: State, side: str) -> tuple[str, ...]:
    """Return the kinds of request that a side may get, judging by its view."""
    return ("battle" if view.battle is not None else view.phase,)


L = Language("campaign", tokens=SQUARE, asked=requests_possible)


@lru_cache(None)
def hulls_of(scenario: str) -> dict[str, str]:
    """Return the ships for which units of a scenario stand, by unit id."""
    return {r["id"]: r.get("ships") or "" for r in rows(scenario)} if scenario in FILES else {}


@lru_cache(4096)
def parts_of(*names: str) -> tuple[str, ...]:
    """Return the words that may stand for a whole name: the ships it lists, and its longer
    words."""
    lists = [part.strip() for n in names for part in re.split(r"[,;()]", n)]
    words = [w for part in lists for w in re.split(r"[\s/]+", part)]
    return tuple(dict.fromkeys(p for p in (*lists, *words) if len(p) >= LONG_ENOUGH))


def ships(view: State, side: str) -> Iterator[Thing]:
    """Yield the ships of a side; all ships in a case, which knows every side."""
    hulls = hulls_of(view.scenario)
    for s in view.ships.values():
        if s.side == side or not side:
            yield Thing(s.id, s.id, s.name, parts_of(s.name, hulls.get(s.id, "")))


def planes(view: State, side: str) -> Iterator[Thing]:
    """Yield the air units of a side."""
    yield from (
        Thing(p.id, p.id, p.name, parts_of(p.name))
        for p in view.planes.values()
        if p.side == side or not side
    )


def troops(view: State, side: str) -> Iterator[Thing]:
    """Yield the land units of a side."""
    yield from (
        Thing(t.id, t.id, t.name, parts_of(t.name))
        for t in view.troops.values()
        if t.side == side or not side
    )


def sides(view: State, side: str) -> Iterator[Thing]:
    """Yield the sides of the game."""
    yield from (Thing(s, s, (), "Allies" if s == "Allied" else ()) for s in view.sides)


def nations(view: State, side: str) -> Iterator[Thing]:
    """Yield the nations that sail for a side: by its ships, its transports and the goods it
    needs."""
    known = {s.nation for s in view.ships.values() if s.side == side or not side}
    known |= {
        k.split("/")[1]
        for k in view.pools
        if k.count("/") == 2 and (k.startswith(f"{side}/") or not side)
    }
    known |= {x.nation for x in view.trade if x.side == side or not side}
    yield from (
        Thing(n, (), n, tuple(said for said, meant in SAME_NATION.items() if meant == n))
        for n in sorted(known - {""})
    )


def parts_for_places(view: State) -> object:
    """Return the parts of a view on which the names of places depend."""
    return view.chart, tuple(view.ports)


@lru_cache(None)
def names_on(board_id: str) -> dict[str, tuple[str, ...]]:
    """Return all names that a board has for each of its places."""
    found: dict[str, tuple[str, ...]] = {}
    for said, place in other_names(board_id).items():
        found[place] = (*found.get(place, ()), said)
    return found


def ports(view: State, side: str) -> Iterator[Thing]:
    """Yield the ports, by every name that the map has for them."""
    others = names_on(view.chart.board)
    for (
        p,
        found,
    ) in (
        view.ports.items()
    ):  # a port off the map also goes by part of its name: the zone it lies in may share the name
        parts = parts_of(p) if found.square is None else ()
        yield Thing(
            p, p, (), (*others.get(p, ()), *parts, *((p.replace(".", ""),) if "." in p else ()))
        )


def places(view: State, side: str) -> Iterator[Thing]:
    """Yield the ports, zones, straits, small islands and other shores."""
    chart = view.chart
    yield from ports(view, side)
    yield from (Thing(z.id, (), (z.title, z.id)) for z in chart.zones)
    yield from (Thing(s.id, (), (s.title, s.id), also_called(s.title)) for s in chart.straits)
    yield from shores(view, side)
    yield from (
        Thing(i, (), (), i) for i in chart.owners if not is_square(i) and i not in chart.lands
    )


def shores(view: State, side: str) -> Iterator[Thing]:
    """Yield small islands and other named places without a port. Those on land go by their names,
    those at sea by their squares."""
    others = names_on(view.chart.board)
    named = (*view.chart.names.items(), *((said, said) for said in view.chart.lands))
    yield from (
        Thing(place, (), (), others.get(said, (said,)))
        for said, place in named
        if said not in view.ports
    )


def own_missions(view: State, side: str) -> Iterator[Thing]:
    """Yield the missions of a side by their ids, their ships and the troops aboard; convoys also by
    their load and route."""
    yield from (Thing(m.id, m.id) for m in view.missions.values() if m.side == side)
    yield from (Thing(id, (), said) for id, said in convoys_said(view, side))
    for troop in view.troops.values():
        if troop.side == side and troop.mission:
            yield Thing(troop.mission, (), troop.id)
    for ship in view.ships.values():
        if ship.side == side and ship.mission:
            yield Thing(ship.mission, (), (ship.name, ship.id), parts_of(ship.name))


def seen_missions(view: State, side: str) -> Iterator[Thing]:
    """Yield the missions a side has spotted."""
    yield Thing("seen", "seen")
    yield from (Thing(s.mission, s.mission) for s in view.spotted if s.side == side)


def ships_in_port(view: State, side: str) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the ships of a side that lie in a port, with the words for them."""
    for s in view.ships.values():
        if s.side == side and s.afloat and not s.mission:
            yield s.id, (s.cls, *WORDS_OF_CLASS.get(s.cls, ()), "ship"), s.base


def fighting_units(view: State, side: str) -> Iterator[Thing]:
    """Yield the units of a side in the battle."""
    units = view.battle.units if view.battle is not None else ()
    hulls = hulls_of(view.scenario)
    yield from (
        Thing(u.id, u.id, u.name, parts_of(u.name, hulls.get(u.id, "")))
        for u in units
        if u.side == side
    )


def units_elsewhere(view: State, side: str) -> Iterator[Thing]:
    """Yield the units outside the battle, and units in it that are not the side's own, so that a
    clause can refuse orders to them."""
    yield from fighting_units(view, side)  # their names would hide equal ones of other units
    units = view.battle.units if view.battle is not None else ()
    there = {u.id for u in units}
    yield from (
        Thing(x.id, (), x.id, x.name)
        for x in view.ships.values()
        if x.side == side and x.id not in there
    )
    yield from (
        Thing(x.id, (), x.id, x.name)
        for x in view.planes.values()
        if x.side == side and x.id not in there
    )
    yield from (Thing(u.id, (), u.id, u.name) for u in units if u.side != side)


def targets(view: State, side: str) -> Iterator[Thing]:
    """Yield the enemy units that a side sees in the battle."""
    units = view.battle.units if view.battle is not None else ()
    yield from (Thing(u.id, u.id, u.name, parts_of(u.name)) for u in units if u.side != side)


def own_units(view: State, side: str) -> Iterator[Thing]:
    """Yield the side's own units in the battle as targets, so that a clause can refuse fire at
    them."""
    yield from targets(view, side)  # their names would hide equal ones of the side's own
    units = view.battle.units if view.battle is not None else ()
    yield from (Thing(u.id, (), u.id, u.name) for u in units if u.side == side)


def read_square(view: State, side: str, said: str) -> str:
    """Return a square in the book's own form."""
    return square_text(square_of(said.replace("/", ",")))


def port_square(view: State, side: str, said: str) -> str:
    """Return the port or named shore in a square, or the square itself without one, so that a
    clause can refuse it."""
    at = read_square(view, side, said)
    return next(
        (name for name, square in view.chart.lands.items() if square == at), port_at(view, at)
    )


def battle_hex(view: State, side: str, said: str) -> tuple[int, int]:
    """Read a hex of the ocean map. Raises :class:`TextError` for one off it."""
    return hex_of(re.sub(r"\s*[,/]\s*", ",", said))


def unit_there(view: State, side: str, said: str, own: bool) -> str | None:
    """Return the unit in a hex of the battle, ships before aircraft; ``None`` outside a battle.
    Raises :class:`TextError` when there is none."""
    if view.battle is None:
        return None
    at = battle_hex(view, side, said)
    there = [u for u in view.battle.units if u.at == at and u.alive and (u.side == side) == own]
    if not there:
        raise TextError(f"nothing to {'land on' if own else 'fire at'} in {said}")
    return min(there, key=lambda u: (u.flies, u.id)).id


def target_said(view: State, side: str, said: str) -> str | None:
    """Return the target named by a hex or an id. The side may not know the id: a clause refuses it
    then, not the reader."""
    return unit_there(view, side, said, False) if said[0].isdigit() and not said.isalnum() else said


PORT = L.noun(
    NamedNoun(
        "port",
        ports,
        depends=parts_for_places,
        call=display_name,
        pattern=SQUARE,
        make=port_square,
        skip=("the", "square"),
        picks="port",
    )
)
PLACE = L.noun(
    NamedNoun(
        "place", places, depends=parts_for_places, call=display_name, pattern=SQUARE, make=read_square,
        skip=("the", "square", "zone"), picks="place",
    )
)  # fmt: skip
ONE_SHIP = L.noun(
    NamedNoun(
        "ship",
        ships,
        call=display_name,
        plural=is_plural,
        skip=("the", "hms", "uss", "kms"),
        begun=LONG_ENOUGH,
        picks="units",
    )
)
SHIP = UnionNoun(ONE_SHIP, QuantifiedNoun(ships_in_port, PORT, ONE_SHIP), name="ship")
PLANE = L.noun(NamedNoun("air unit", planes, call=display_name, begun=LONG_ENOUGH, picks="units"))
TROOP = L.noun(NamedNoun("land unit", troops, call=display_name, begun=LONG_ENOUGH, picks="units"))
NATION = L.noun(NamedNoun("nation", nations))
SIDE = L.noun(
    NamedNoun(
        "side", sides, skip=("the",), call=sentences.side_name, plural=sentences.side_is_plural
    )
)
THING = L.noun(NamedNoun("thing", lambda view, side: (), call=display_name))
"""Anything with a name, in a sentence."""
UNIT = L.noun(UnionNoun(SHIP, PLANE, name="unit"))
MISSION = L.noun(
    NamedNoun("mission", own_missions, call=mission_said, skip=("the", "mission"), picks="groups")
)
SEEN = L.noun(
    NamedNoun(
        "spotted mission",
        seen_missions,
        skip=("the", "mission"),
        pattern=r"[A-Za-z][\w-]*",
        picks="groups",
    )
)
"""A spotted mission. A mission that was not spotted is refused by its clause, not by the reader."""
HEX = L.noun(
    NamedNoun(
        "hex", lambda view, side: (), pattern=SQUARE, make=battle_hex, write=hex_text, picks="place"
    )
)
FIGHTER = L.noun(LenientUnion(
    NamedNoun("unit of the battle", fighting_units, call=display_name, begun=LONG_ENOUGH, picks="units"),
    NamedNoun("unit", units_elsewhere, call=display_name, begun=LONG_ENOUGH), name="unit of the battle",
))  # fmt: skip
DECK = L.noun(LenientUnion(
    NamedNoun(
        "carrier", fighting_units, call=display_name, begun=LONG_ENOUGH, pattern=SQUARE,
        make=lambda v, side, said: unit_there(v, side, said, True), picks="units",
    ),
    NamedNoun("unit", units_elsewhere, call=display_name, begun=LONG_ENOUGH), name="carrier",
))  # fmt: skip
TARGET = L.noun(
    LenientUnion(
        NamedNoun("target", targets, call=display_name, begun=LONG_ENOUGH, picks="place"),
        NamedNoun(
            "target",
            own_units,
            call=display_name,
            begun=LONG_ENOUGH,
            pattern=rf"{SQUARE}|[A-Za-z][\w.-]*",
            make=target_said,
            picks="place",
        ),
        name="target",
    )
)


class Flight(Noun):
    """An air unit and the place that it patrols, written ``UNIT>PLACE``."""

    name = "flight"
    made_of = (PLANE, ">", PLACE)

    def read(self, s: Scan, i: int) -> Read:
        unit = PLANE.read(s, i)
        if unit is None or s.low[unit[1]] != ">":
            return None
        place = PLACE.read(s, unit[1] + 1)
        return None if place is None else (f"{unit[0]}>{place[0]}", place[1])

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return PLANE.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return PLANE.near(s, key)


Ship = Annotated[str, ONE_SHIP]
Plane = Annotated[str, PLANE]
Unit = Annotated[str, UNIT]
Place = Annotated[str, PLACE]
PlacesSeen = Annotated[tuple[str, ...], ListNoun(PLACE, spoken="; ")]
SOMEWHERE = UnionNoun(PORT, PLACE, name="port")
"""A port. Other places are refused by their clause, not by the reader."""
Port = Annotated[str, SOMEWHERE]
Return = Annotated[str, UnionNoun(PORT, PLACE, Choice(HOME), name="port")]
Mission = Annotated[str, MISSION]
Seen = Annotated[str, SEEN]
Ships = Annotated[tuple[str, ...], ListNoun(SHIP)]
Planes = tuple[Plane, ...]
Troop = Annotated[str, TROOP]
Troops = tuple[Troop, ...]
CARGO = UnionNoun(TROOP, PLANE, name="land or air unit")
Cargo = Annotated[tuple[str, ...], ListNoun(CARGO)]
Nation = Annotated[str, NATION]
Side = Annotated[str, SIDE]
Missions = Annotated[tuple[str, ...], ListNoun(MISSION)]
Flights = Annotated[tuple[str, ...], ListNoun(Flight())]
Ports = Annotated[
    tuple[str, ...], ListNoun(SOMEWHERE, between=(",", ";", "and", "-", "--", "->", "–", "—", "→"))
]
Route = Annotated[
    tuple[str, ...],
    ListNoun(
        UnionNoun(PLACE, Choice(DIRECT), name="place"),
        between=(",", ";", "and", "then", "-", "--", "->", "-->", "–", "—", "→"),
    ),
]
Hex = Annotated[tuple[int, int], HEX]
Fighter = Annotated[str, FIGHTER]
Deck = Annotated[str, DECK]
Target = Annotated[str, TARGET]
