"""Charts made from the boards: which squares are land, which are small islands, what straits and zones there are."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from flagplot.boards import load

from .chart import Chart, Strait, Zone
from .squares import Square, is_square, square_of


@lru_cache(None)
def chart_of(board_id: str) -> Chart:
    """The chart of a square board. Raises ``BoardError`` for an unknown board."""
    board = load(board_id)
    land: set[Square] = set()
    islands: set[Square] = set()
    columns = rows = 0
    for hex_id in board.hexes:
        c, r = square_of(hex_id)
        columns, rows = max(columns, c + 1), max(rows, r + 1)
        kind = str(board.hex(hex_id).kind)
        if kind == "land":
            land.add((c, r))
        elif kind == "island":
            islands.add((c, r))
    theatre: Literal["europe", "fareast"] = "fareast" if "fareast" in board_id else "europe"
    straits: list[Strait] = []
    zones: list[Zone] = []
    return Chart(board_id, theatre, columns, rows, frozenset(land), frozenset(islands), straits=tuple(straits), zones=tuple(zones))


__all__ = ["chart_of", "is_square"]
