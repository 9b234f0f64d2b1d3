"""The admirals one may name, and which of them play a book."""

from __future__ import annotations

from typing import Any

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


def admirals_for(book: Rulebook[Any]) -> dict[str, Admiral]:
    """The admirals who play a book: one who thinks only where the book guesses what is hidden."""
    return {name: a for name, a in ADMIRALS.items() if book.guesses or not a.thinks}
