"""Where everything that sails is, for whoever looks back at a game with the fog lifted."""

from __future__ import annotations

import msgspec


class Afloat(msgspec.Struct, frozen=True):
    """A ship, or a counter of several, in the true position.

    ``way`` is where it is: one place of the board, or all it passes on the voyage it makes; empty when it is off the map.
    ``lost`` says in a few words what became of it, or how much of it; empty while nothing did.
    """

    id: str
    side: str
    way: tuple[str, ...] = ()
    lost: str = ""
    silhouette: str = "unknown"
    """One of those of :class:`~flagplot.table.display.Counter`."""
