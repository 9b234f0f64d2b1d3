"""The sheets as the generated board has them: touching hexes, terrain, hexsides, sea zones, places.

A hex that the board does not have is on an abstract sheet: open sea, with neighbours by its number.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flagplot.boards import Board, board_ids, load
from flagplot.boards.grid import LatticeGrid
from flagplot.boards.name_folding import fold

from . import canals

BOARD = "europa"


@lru_cache(maxsize=1)
def board() -> Board | None:
    """Return the 16-mile board, or ``None`` where it is not installed."""
    return load(BOARD) if BOARD in board_ids() else None


def _board_with(hex: str) -> Board | None:
    found = board()
    return found if found is not None and hex in found.hexes else None


def neighbours(hex: str) -> tuple[str, ...] | None:
    """Return the touching hexes of a board hex, or ``None`` for a hex of an abstract sheet."""
    found = _board_with(hex)
    return found.adjacent(hex) if found else None


def distance(one: str, two: str) -> int | None:
    """Return the distance in hexes between two board hexes, or ``None`` when one is not on the
    board."""
    found = _board_with(one)
    return found.distance(one, two) if found and two in found.hexes else None


@lru_cache(maxsize=65536)
def terrain(hex: str) -> str:
    """Return the terrain of a hex: sea, coastal, land, restricted or lake; sea on an abstract
    sheet."""
    found = _board_with(hex)
    if found is None:
        return "sea"
    kind = found.hexes[hex].kind
    return {"coast": "coastal", "virtual": "sea"}.get(kind, kind)


@lru_cache(maxsize=65536)
def hexside_kind(one: str, two: str) -> str:
    """Return the kind of a hexside: full, partial, land, strait, river, canal or lake; full on an
    abstract sheet."""
    found = _board_with(one)
    if found is None or two not in found.hexes:
        return "full"
    return "canal" if frozenset((one, two)) in canals.hex_pairs_cut() else found.side(one, two)


@lru_cache(maxsize=65536)
def sea_zone(hex: str) -> str:
    """Return the sea zone of a hex."""
    found = _board_with(hex)
    if found is None:
        return "open sea"
    waters = found.hexes[hex].waters
    return waters[0] if waters else ""


@lru_cache(maxsize=16)
def in_zone(name: str) -> frozenset[str]:
    """Return the hexes of the board with waters of a sea zone."""
    found = board()
    return (
        frozenset(h for h, x in found.hexes.items() if name in x.waters) if found else frozenset()
    )


@lru_cache(maxsize=65536)
def number_on_sheet(sheet: str, hex: str) -> tuple[int, int] | None:
    """Return the line of a hex and its place along it, in a sheet's numbering extended over all
    maps; ``None`` off the board."""
    found = _board_with(hex)
    grid = found.grid if found else None
    if found is None or not isinstance(grid, LatticeGrid):
        return None
    return next(s for s in grid.sheets if s.name == sheet).digits(found.coords[hex])


def canonical_id(hex: str) -> str:
    """Return the canonical id of a hex that several sheets number. An unknown hex keeps its id."""
    found = board()
    if found is None or hex in found.hexes:
        return hex
    known = found.find_or_none(hex)
    return known.hex if known is not None else hex


def hex_of_place(said: str) -> str:
    """Return the hex of a named place of the board, or empty."""
    found = board()
    if found is None:
        return ""
    known = found.find_or_none(said)
    return known.hex if known is not None else ""


def place_names() -> tuple[str, ...]:
    """Return the names of the board's places."""
    found = board()
    return tuple(found.places) if found else ()


OTHER_NAMES = {"Valletta": ("Malta", "Grand Harbour")}
"""Other common names of places."""


def other_names(place: str) -> tuple[str, ...]:
    """Return other common names of a place, and its words apart where the board writes them as one
    (``Porto Empedocle``)."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", place)
    return (*OTHER_NAMES.get(place, ()), *((apart,) if apart != place else ()))


def label_of(name: str) -> str:
    """Return a port's name as shown to people."""
    found = board()
    place = found.names.get(fold(name)) if found is not None else None
    return place.label if place is not None and place.name == name else name


def name_of(hex: str) -> str:
    """Return the name of the first port or place in a hex, or empty."""
    found = _board_with(hex)
    near = found.places_at(hex) if found else ()
    return near[0].name if near else ""
