"""The waters of a campaign, as plain data that cases can override: squares, small islands, port
sides, straits, sea zones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from flagplot.boards.map_facts import EntranceRow, facts_of
from flagplot.table import clause

from .squares import Square, is_square, square_of, square_text, squares_around

Kind = Literal["sea", "land", "island", "off"]
"""The kind of a square. ``island`` is a small island drawn with double blue lines, sea and land at
once (6.4.3.4)."""


@clause("6.2.3.1.c", "6.2.3.1.d", "6.2.3.1.e", "6.2.3.1.f")
@lru_cache(maxsize=1)
def entrances() -> Mapping[str, EntranceRow]:
    """Return the ports that are entered from one front only, by name, on any map (6.2.3.1)."""
    return {row.port: row for row in facts_of("rulebooks/campaign/map/fareast.toml").entrance}


OTHER_NAMES = {
    "The Sound": ("Oresund", "Öresund", "Øresund"),
    "Kiel Canal": ("Nord-Ostsee-Kanal", "North Sea Canal"),
    "Strait of Dover": ("Dover Straits", "Pas de Calais"),
    "English Channel": ("Channel",),
    "Turkish Straits": ("Bosporus", "Bosphorus", "Dardanelles", "Sea of Marmara", "Marmara"),
    "Leningrad canal": (
        "White Sea Canal",
        "Stalin Canal",
        "Baltic-White Sea Canal",
        "Petropavlovsk",
    ),
}
"""Other common names of straits."""


def also_called(title: str) -> tuple[str, ...]:
    """Return a strait's names besides its title: ``Sound``, ``Straits of Messina``, ``Messina
    Strait``, and other common names."""
    rest = title.removeprefix("Strait of ")
    turned = (f"Straits of {rest}", f"{rest} Strait", f"{rest} Straits") if rest != title else ()
    bare = (title.removeprefix("The "),) if title.startswith("The ") else ()
    return (*bare, *turned, *OTHER_NAMES.get(title, ()))


class Strait(msgspec.Struct, frozen=True):
    """A passage that control opens (6.4.1, 6.2.2): the two places it joins, its holders, how many
    must be friendly, its seasons."""

    id: str
    title: str
    ends: tuple[str, str]
    holders: tuple[str, ...]
    """The ports (or named lands) that control it."""
    need: int
    clause: str
    seasons: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    shores: tuple[str, ...] = ()
    """The shore across from the named controller, which counts when HR-16 requires both sides."""


class Zone(msgspec.Struct, frozen=True):
    """An off-map sea zone: Range 1 or 2, and its neighbours, zones or squares of the map's edge
    (6.3.1)."""

    id: str
    title: str
    range: int
    next_to: tuple[str, ...]
    ocean: str = ""


class Chart(msgspec.Struct, frozen=True, eq=False):
    """A theatre map. Equality is identity, so that it is a cheap memo key.

    ``board`` names the board drawn. ``theatre`` is ``europe`` or ``fareast``, for the scale and the
    Pacific modifiers.
    """

    board: str
    theatre: Literal["europe", "fareast"]
    columns: int
    rows: int
    land: frozenset[Square]
    islands: frozenset[Square] = frozenset()
    sides: Mapping[str, tuple[Square, ...]] = {}
    """Port name -> the sea squares on which it opens, where these are not all that touch it
    (6.1.2.1)."""
    straits: tuple[Strait, ...] = ()
    zones: tuple[Zone, ...] = ()
    owners: Mapping[str, str] = {}
    """Small islands and other named places -> the side that holds them."""
    fronts: Mapping[str, str] = {}
    """Square text -> front, where the rules need it (6.2.3.1)."""
    arctic: frozenset[str] = frozenset()
    """Squares and zones over Russia and Canada that are open only in Summer and Fall (6.2.3.2)."""
    closed_sides: frozenset[tuple[Square, Square]] = frozenset()
    names: Mapping[str, str] = {}
    """Names of small islands, and of shores on sea squares -> their square."""
    lands: Mapping[str, str] = {}
    """Names of places on land without a port -> their square. Routes use the name."""
    seas: Mapping[str, tuple[str, ...]] = {}
    """Port -> the seas on which it opens, as transport pools count them (6.2.2, 6.2.3); empty
    without a board."""

    def on_map(self, s: Square) -> bool:
        return 0 <= s[0] < self.columns and 0 <= s[1] < self.rows

    def kind(self, s: Square) -> Kind:
        """Return the kind of a square."""
        if not self.on_map(s):
            return "off"
        if s in self.islands:
            return "island"
        return "land" if s in self.land else "sea"

    def sailable(self, s: Square) -> bool:
        """Return True for squares a route may pass through: sea and small islands."""
        return self.kind(s) in ("sea", "island")

    def zone(self, id: str) -> Zone | None:
        """Return the sea zone of an id; ``None`` for squares, which contain a comma and are asked
        about most."""
        return None if "," in id else next((z for z in self.zones if z.id == id), None)

    def strait(self, id: str) -> Strait | None:
        return next((x for x in self.straits if x.id == id), None)

    def straits_between(self, a: str, b: str) -> tuple[Strait, ...]:
        return tuple(x for x in self.straits if x.ends in ((a, b), (b, a)))

    def owner(self, place: str) -> str:
        return self.owners.get(place, "")

    def held_by(self, place: str, side: str) -> Chart:
        """Return the chart with another holder of a small island or another named place."""
        return replace(self, owners={**self.owners, place: side})

    def shore(self, place: str) -> Square | None:
        """Return the square of a territory that may have no port: a small island, another named
        place, a coast (6.3.6). ``None`` for the open sea, zones, and squares inland."""
        square = place_square(self.lands.get(place, place))
        if square is None:
            return None
        if self.kind(square) == "land":
            return square if any(self.sailable(s) for s in squares_around(square)) else None
        return square if self.kind(square) == "island" or place in self.names.values() else None

    def called(self, place: str) -> str:
        """Return the name of a small island's square, or the place itself without one."""
        return next((said for said, at in self.names.items() if at == place), place)

    def openings(self, port: str, square: Square) -> tuple[Square, ...]:
        """Return the sea squares by which a port is entered and left: every sea square that touches
        it, unless listed otherwise (6.1.2.1).

        Some ports are entered from one front only (6.2.3.1). Squares known to be on another front
        are then left out.
        """
        listed = self.sides.get(port)
        found = (
            listed
            if listed is not None
            else tuple(s for s in squares_around(square) if self.sailable(s))
        )
        row = entrances().get(port)
        return tuple(s for s in found if self.front(s) in ("", row.front)) if row else found

    def front(self, s: Square) -> str:
        """Return the front of a square, in lower case with hyphens; empty when it has none."""
        return self.fronts.get(square_text(s), "").lower().replace(" ", "-")

    def steps(self, s: Square, *, squeeze: bool = False) -> tuple[Square, ...]:
        """Return the sea squares to which a ship in *s* may go next. It may pass between two land
        squares that touch at a corner only with *squeeze*."""
        return _steps(self, s, squeeze)

    def edge_zones(self, s: Square) -> tuple[Zone, ...]:
        """Return the zones that begin at a square of the map's edge."""
        return _edge_zones(self, s)

    def with_square(self, s: Square, kind: Kind) -> Chart:
        """Return the chart with one square made sea, land or a small island."""
        land = self.land - {s} | ({s} if kind == "land" else set())
        islands = self.islands - {s} | ({s} if kind == "island" else set())
        return replace(self, land=frozenset(land), islands=frozenset(islands))


def chief_words(name: str) -> str:
    """Return a strait's name without words that are often left out or added."""
    return " ".join(
        w
        for w in name.lower().split()
        if w not in ("the", "strait", "straits", "of", "canal", "passage")
    )


@lru_cache(1 << 15)
def _steps(chart: Chart, s: Square, squeeze: bool) -> tuple[Square, ...]:
    found, sea = [], _passable_squares(chart)
    for n in squares_around(s):
        if n not in sea or (s, n) in chart.closed_sides or (n, s) in chart.closed_sides:
            continue
        corner = n[0] != s[0] and n[1] != s[1]
        if corner and not squeeze and (n[0], s[1]) not in sea and (s[0], n[1]) not in sea:
            continue
        found.append(n)
    return tuple(found)


@lru_cache(64)
def _passable_squares(chart: Chart) -> frozenset[Square]:
    """Return every square a route may pass through."""
    return frozenset(
        (c, r) for c in range(chart.columns) for r in range(chart.rows) if chart.sailable((c, r))
    )


@lru_cache(1 << 15)
def _edge_zones(chart: Chart, s: Square) -> tuple[Zone, ...]:
    text = square_text(s)
    return tuple(z for z in chart.zones if text in z.next_to)


@lru_cache(1 << 15)
def place_square(place: str) -> Square | None:
    """Return the square that a place text names, or ``None`` for ports and zones."""
    return square_of(place) if is_square(place) else None


@lru_cache(maxsize=8)
def open_ocean(
    columns: int = 58, rows: int = 43, theatre: Literal["europe", "fareast"] = "europe"
) -> Chart:
    """Return a chart of open sea only, for cases that draw their own coast."""
    return Chart(board="", theatre=theatre, columns=columns, rows=rows, land=frozenset())
