"""What stands ashore: garrisons, divisions inland, bridges, the status of Malta."""

from __future__ import annotations

import msgspec

MOST = 15
"""The highest status number; 0 is the lowest."""


class Malta(msgspec.Struct, frozen=True):
    """The state of Malta. A higher ``status`` weakens its interference with Axis shipping.

    ``points`` are Malta repair points, ``srps`` and ``sps`` stand at Valletta; ``fresh`` of the
    SRPs came in this player-turn.
    """

    status: int
    points: int = 0
    srps: int = 0
    sps: float = 0.0
    fresh: int = 0
    arrivals: tuple[tuple[str, int], ...] = ()
    """Malta repair points by the turn in which the order of battle brings them."""
    bombed: tuple[int, int] = (-9, 0)
    """The last player-turn in which it was bombed, and the hits of it."""
    worked: int = -9
    """The last player-turn in which the engineer at Valletta worked on it."""


class Garrison(msgspec.Struct, frozen=True):
    """Who holds a hex of the coast against landings, and how strongly."""

    hex: str
    side: str
    strength: int
    name: str = ""


class Division(msgspec.Struct, frozen=True):
    """A division inland: its strength, and the hexes it moves after a player-turn of the
    enemy's."""

    id: str
    side: str
    strength: int
    allowance: int
    hex: str
    name: str = ""


class Bridge(msgspec.Struct, frozen=True):
    """A place that falls as a step ends in which a certain cargo holds one of some hexes."""

    cargo: str
    hexes: tuple[str, ...]
    place: str


class SeaChange(msgspec.Struct, frozen=True):
    """The sea state from a step of a player-turn on."""

    at: int
    step: int
    state: str
