"""Small positions for the campaign's tests."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.rulebooks.campaign import BOOK, case_lines
from flagplot.rulebooks.campaign.state import Ship, State
from flagplot.table import Setup
from flagplot.table.setup.rulings import rulings


def ship(
    id: str, cls: str, *, side: str = "Axis", strength: int = 10, naval: int | None = None
) -> Ship:
    """A ship of a class."""
    return Ship(
        id, id, side, "", cls, "", strength, sheet=(("naval", naval),) if naval is not None else ()
    )


def blank(*ships: Ship) -> State:
    """The open sea with these ships."""
    return case_lines.empty_sea(rulings("campaign")).put_ships(ships)


def norway() -> State:
    """The first position of the Norwegian Sea, all ports friendly to somebody."""
    state = BOOK.start(Setup("norway-1940"), rulings("campaign"))
    return replace(
        state, ports={n: replace(p, side=p.side or "Axis") for n, p in state.ports.items()}
    )
