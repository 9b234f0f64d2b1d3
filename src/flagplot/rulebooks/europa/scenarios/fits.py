"""A scenario's position against its board: ports with a way out, airbases on land, groups afloat, mines in the sea."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.boards.model import misfit
from flagplot.table import clause

from ..map import chart, sheets
from ..state import State


def misfits(s: State) -> Iterator[str]:
    """What of a scenario's first position does not fit the board; nothing when all does, or when there is no board."""
    board = sheets.board()
    if board is None:
        return
    for p in s.ports.values():
        if wrong := misfit(board, p.name, p.hex, port=True):
            yield wrong
        elif not any(s.ground(h) in AFLOAT for h in chart.neighbours(p.hex)):
            yield f"{p.name}: no hex of the sea touches {p.hex}"
    for a in s.air.values():
        if not a.carrier and (wrong := misfit(board, a.base, a.place, land=True)):
            yield wrong
    for g in s.groups.values():
        if g.where == "port" and g.hex not in s.ports:
            yield f"{g.id}: no port in {g.hex}"
        elif s.ground(g.hex) not in AFLOAT:
            yield f"{g.id}: no water in {g.hex}"
    yield from too_old(s)
    for h in s.mines:
        if s.ground(h) not in AFLOAT:
            yield f"mines: no water in {h}"


@clause("36.I", "36.I.s03")
def too_old(s: State) -> Iterator[str]:
    """Transport counters, strength 2 like an NT's, belong to older games: a scenario with them says so (fact
    ``old-counters``)."""
    for u in s.units.values():
        if u.kind == "TC" and ("old-counters" not in s.facts or u.printed != 2):
            yield f"{u.id}: a transport counter of strength 2 needs the fact old-counters"


AFLOAT = ("sea", "coastal", "restricted")
"""Terrain that ships can be in."""
