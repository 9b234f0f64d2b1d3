"""Whether a scenario's places fit its board: names the board knows, ports with a way out to sea, airfields on land."""

from __future__ import annotations

from flagplot.boards.model import Board

AFLOAT = ("sea", "virtual", "lake")
"""Kinds of cells without any land."""


def misfit(board: Board, name: str, cell: str, *, port: bool = False, land: bool = False, spelled: bool = False) -> str:
    """Why a place called *name* in *cell* does not fit a board; empty when it does.

    A *port* has water and a way out of it; what needs *land* (an airfield) does not stand in the sea. A name the board knows
    means the place it knows, *spelled* as there where places are told by their names: two spellings would be two places.
    """
    if cell not in board.hexes:
        return f"{name}: the board {board.id} has no {cell!r}"
    known = board.seek(name)
    if known is not None and known.kind != "hex":
        if known.hex != cell:
            return f"{name}: the board {board.id} has it in {known.hex}, not in {cell}"
        if spelled and known.name != name and known.kind != "box":
            return f"{name}: the board {board.id} calls it {known.name}"
    if land and board.hexes[cell].kind in AFLOAT:
        return f"{name}: {cell} is {board.hexes[cell].kind}, and an airfield stands on land"
    if port:
        waters = known.waters if known is not None and known.waters else board.bodies(cell)
        if not waters:
            return f"{name}: no water touches {cell}"
        ways = any(board.neighbours(w) for w in waters)
        if not ways and not any(n in waters for link in board.links.values() for pair in link.joins for n in pair):
            return f"{name}: no way leads out of {cell}"
    return ""
