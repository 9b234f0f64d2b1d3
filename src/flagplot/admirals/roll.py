"""The admirals one may name, and which of them play a book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from flagplot.table import Rulebook

from .players import Admiral, Greedy, Random
from .search import Search
from .steady import Steady


class UnknownAdmiralError(ValueError):
    """No admiral has this name; the message lists those there are."""


ADMIRALS: dict[str, Admiral] = {
    "greedy": Greedy(), "steady": Steady(), "search": Search(), "random": Random(),
}
"""Every admiral by name."""


def admiral(name: str) -> Admiral:
    """Return an admiral by name. Raises :class:`UnknownAdmiralError`."""
    try:
        return ADMIRALS[name]
    except KeyError:
        raise UnknownAdmiralError(f"there is no admiral {name!r}; there are {', '.join(ADMIRALS)}") from None


def by_the_clock(player: Admiral, clock: Callable[[], float], seconds: float = 0.0) -> Admiral:
    """The same admiral, thinking for so many *seconds* a decision by a clock (his own number where 0). Who does not think stays
    as he is; without a clock one who thinks plays a fixed number of games in thought, so that a run gives the same again."""
    return replace(player, clock=clock, seconds=seconds or player.seconds) if isinstance(player, Search) else player


def admirals_for(book: Rulebook[Any]) -> dict[str, Admiral]:
    """The admirals who play a book: one who thinks only where the book guesses what is hidden."""
    return {name: a for name, a in ADMIRALS.items() if book.guesses or not a.thinks}
