"""Names, silhouettes and drawn places, shared by everything that shows a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from flagplot.table.contract import default_texts
from flagplot.table.language.sentences import count_text, first_names

from ..state import SHIPPING, Mission, State

SILHOUETTE = {
    "BB": "bb",
    "BC": "bc",
    "B": "bb",
    "CV": "cv",
    "CVL": "cv",
    "CVE": "cve",
    "CA": "ca",
    "CL": "cl",
    "CLD": "cl",
    "CAA": "cl",
    "CC": "ca",
    "DD": "dd",
    "TB": "tb",
    "DE": "dd",
    "SS": "ss",
    "SSC": "ss",
    "TR": "tp",
    "RAIDER": "tp",
    "GUN": "ca",
    **dict.fromkeys(
        (
            "AAL",
            "AAH",
            "CGL",
            "CGH",
            "CGS",
            "STR",
            "FORT",
            "CAVE",
            "FAC",
            "REF",
            "YARD",
            "RAD",
            "TWR",
        ),
        "inf",
    ),
    **dict.fromkeys(
        ("INF", "INF2", "GAR", "MAR", "SNLF", "RMCo", "CDO", "ENG", "PARA", "PARTISANS"), "inf"
    ),
    **dict.fromkeys(("TANKL", "TANK", "ART", "TRUCK"), "inf"),
}
"""Class of a ship or kind of land unit -> drawing on the page. Aircraft are ``air``."""

WORDS_OF_CLASS = {
    "BB": ("battleship", "capital ship"),
    "B": ("battleship", "capital ship"),
    "BC": ("battlecruiser", "capital ship"),
    "CV": ("carrier",),
    "CVL": ("light carrier", "carrier"),
    "CVE": ("escort carrier", "carrier"),
    "CA": ("heavy cruiser", "cruiser"),
    "CL": ("light cruiser", "cruiser"),
    "CLD": ("light cruiser", "cruiser"),
    "CAA": ("cruiser",),
    "CC": ("cruiser",),
    "DD": ("destroyer",),
    "DE": ("destroyer escort", "escort"),
    "TB": ("torpedo boat",),
    "SS": ("submarine", "U-boat"),
    "SSC": ("submarine",),
    "RAIDER": ("raider",),
}
"""Words for the ships of a class, besides its letters."""


def class_said(cls: str) -> str:
    """Return the word for a class, for readers who may not know its letters. Land units keep their
    letters."""
    return "transport" if cls == "TR" else WORDS_OF_CLASS.get(cls, (cls,))[0]


words = partial(default_texts.words, "campaign")
"""The default sentences of the book's ``words.toml``."""


def display_name(view: State, id: str) -> str:
    """Return the name to print for an id. A mission is named by its ships; see
    :func:`mission_said`."""
    if id in view.missions:
        return mission_said(view, id)
    if id in view.ships:
        return view.ships[id].name
    if id in view.planes:
        return view.planes[id].name
    if id in view.troops:
        return view.troops[id].name
    strait = view.chart.strait(id)
    if strait is not None:
        return strait.title
    zone = view.chart.zone(id)
    if zone is not None:
        return zone.title
    if view.battle is not None and view.battle.has(id):
        return view.battle.unit(id).name
    return view.chart.called(id)


def is_plural(view: State, id: str) -> bool:
    """Return True when a name takes a plural verb: two ships of one unit, the boats of a land unit,
    a force seen from afar."""
    said = display_name(view, id)
    return " and " in said or said.startswith(("boats of ", "raiders", "warships", "submarines"))


def mission_said(view: State, id: str) -> str:
    """Return the name of a mission: its first ships, or its load. An enemy mission is named by its
    appearance, with its id when a similar one is in the same place."""
    m = view.missions.get(id)
    if m is None:
        return id
    ships = [view.ships[u].name for u in m.units if u in view.ships]
    if ships:
        return first_names(ships, 2)
    if m.transports and m.origin:
        return load_of(m)
    seen = kind_seen(m)
    others = (
        x for x in view.missions.values() if x.id != id and x.side == m.side and x.status != "ended"
    )
    return (
        f"{seen} {id}"
        if any(kind_seen(x) == seen and set(x.route) & set(m.route) for x in others)
        else seen
    )


def load_of(m: Mission) -> str:
    """Return the number and kind of a mission's transports in words."""
    tankers = len(m.tanker_numbers)
    kinds = (
        (m.transports - tankers, "merchant" if m.merchants else "transport"),
        (tankers, "tanker"),
    )
    return " and ".join(count_text(n, kind) for n, kind in kinds if n) or count_text(0, "transport")


def convoys_said(view: State, side: str) -> Iterator[tuple[str, str]]:
    """Yield (id, name) for the ordered convoys of a side that have not sailed: load and route,
    numbered among similar ones. An order may also name a convoy in this way that is to be ordered
    before it."""
    alike: dict[str, int] = {}
    for m in view.missions.values():
        if m.side == side and m.transports and m.status == "ordered":
            said = f"{load_of(m)} from {display_name(view, m.origin)} to {display_name(view, m.target)}"
            alike[said] = nth = alike.get(said, 0) + 1
            yield m.id, said if nth == 1 else f"{said} {nth}"


def where_drawn(view: State, place: str) -> str:
    """Return the square or zone where a place is drawn on the map."""
    found = view.ports.get(place)
    if found is None:
        return view.chart.lands.get(place, place)
    return (
        f"{found.square[0]},{found.square[1]}" if found.square is not None else found.zone or place
    )


def route_on_map(view: State, route: Iterable[str]) -> tuple[str, ...]:
    """Return the squares and zones where a route is drawn on the map."""
    return tuple(where_drawn(view, p) for p in route if view.chart.strait(p) is None)


def joining_routes(view: State, m: Mission) -> list[tuple[str, ...]]:
    """Return the routes, as drawn on the map, of ships that join a mission from elsewhere."""
    ways = (way for x in m.legs for way in (x.approach, x.route) if not set(way) <= set(m.route))
    return [route_on_map(view, way) for way in ways]


def kind_seen(m: Mission) -> str:
    """Return the appearance of a spotted mission in words."""
    if m.flotilla:
        return "submarines"
    if m.kind in SHIPPING:
        return "a convoy"
    return "raiders" if m.raider else "warships"
