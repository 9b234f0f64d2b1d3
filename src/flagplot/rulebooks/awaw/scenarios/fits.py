"""A scenario's card against its board: places where the board has them, ships in ports with a way out, ground and air on land."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot import boards
from flagplot.boards.model import misfit

from ..map import theatre
from .cards import Card


def misfits(c: Card) -> Iterator[str]:
    """What of a scenario does not fit its board; nothing when all does."""
    board = boards.load(c.board)
    ships, others = ({u.place for u in c.units if (u.kind == "ship") == afloat} for afloat in (True, False))
    ports = {p.hex for p in theatre.ports_of(board)} | {p.hex for p in c.places if p.port}
    for p in c.places:
        if p.hex in theatre.BOX_THEATRE:
            continue
        if wrong := misfit(board, p.name, p.hex, port=p.port or p.name in ships, land=p.name in others):
            yield wrong
        if p.name in ships and p.hex not in ports:
            yield f"{p.name}: ships lie there, and {p.hex} has no port"
    for country in c.countries:
        if not any(p.country == country for p in board.places.values()):
            yield f"the board {board.id} has no places of {country}"
