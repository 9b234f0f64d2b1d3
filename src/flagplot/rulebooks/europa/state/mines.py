"""Minebelts: mine points laid in a hex or swept from it."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import clause

from . import State


@clause("36.C.2.s02")
def change_belt(s: State, hex: str, owner: str, more: int) -> State:
    """Return the state with *more* mine points of a side in a hex; below 0 they are swept. The
    marker there, red or black, shows their number."""
    belts = s.mines.get(hex, {})
    marked = {k: n for k, n in {**belts, owner: belts.get(owner, 0) + more}.items() if n > 0}
    left = {h: m for h, m in s.mines.items() if h != hex}
    return replace(s, mines={**left, hex: marked} if marked else left)
