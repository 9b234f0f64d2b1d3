"""Boards: hex and square maps, waters, straits, routes, reach.

    >>> from flagplot.boards import load, route
    >>> europe = load("awaw-europe")
    >>> route(europe, "Scapa Flow", "Bergen").distance
    4

Boards know no rule book: the caller says which straits are closed, which ports count and how far a
unit may go. Drawing is separate, in :mod:`flagplot.boards.svg` and
:mod:`flagplot.boards.page_geometry`: play does not need it.
"""

from flagplot.boards.errors import BoardError
from flagplot.boards.grid import (
    Coord,
    Grid,
    LatticeGrid,
    OffsetHexGrid,
    Sheet,
    SheetHexGrid,
    SkewHexGrid,
    SquareGrid,
)
from flagplot.boards.load import board_ids, load

from .model import Board, Box, Control, Entry, Hex, Link, Node, Place
from .routes import Leg, PathFault, Route, blocking_links, check_path, limited_by, reach, route


def _shown(board: Board) -> str:
    """Return the drawing that a notebook shows of a board. The import is local, because play does
    not need drawing."""
    from .svg import draw

    return draw(board, width=1100)


Board.shown = staticmethod(_shown)

__all__ = [
    "Board",
    "BoardError",
    "Box",
    "Control",
    "Coord",
    "Entry",
    "Grid",
    "Hex",
    "LatticeGrid",
    "Leg",
    "Link",
    "Node",
    "OffsetHexGrid",
    "PathFault",
    "Place",
    "Route",
    "Sheet",
    "SheetHexGrid",
    "SkewHexGrid",
    "SquareGrid",
    "blocking_links",
    "board_ids",
    "check_path",
    "limited_by",
    "load",
    "reach",
    "route",
]
