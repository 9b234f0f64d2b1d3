"""Land features of the state: garrisons, divisions inland, bridges, the status of Malta."""

from __future__ import annotations

import msgspec

MOST = 15
"""The highest status number; 0 is the lowest."""


class Malta(msgspec.Struct, frozen=True):
    """The state of Malta. A higher ``status`` weakens its interference with Axis shipping.

    ``points`` are Malta repair points. ``srps`` and ``sps`` are the supplies at Valletta; ``fresh``
    of the SRPs came in this player-turn.
    """

    status: int
    points: int = 0
    srps: int = 0
    sps: float = 0.0
    fresh: int = 0
    arrivals: tuple[tuple[str, int], ...] = ()
    """Malta repair points by the turn in which the order of battle brings them."""
    bombed: tuple[int, int] = (-9, 0)
    """The last player-turn in which Malta's status was bombed, and the hits in it."""
    worked: int = -9
    """The last player-turn in which the engineer at Valletta worked on Malta's status."""


class Garrison(msgspec.Struct, frozen=True):
    """A garrison that holds a coastal hex against landings, with its strength."""

    hex: str
    side: str
    strength: int
    name: str = ""


class Division(msgspec.Struct, frozen=True):
    """A division inland: its strength, and the hexes it may march after an enemy player-turn."""

    id: str
    side: str
    strength: int
    allowance: int
    hex: str
    name: str = ""


class Bridge(msgspec.Struct, frozen=True):
    """A place that falls when a certain cargo holds one of some hexes as a step ends."""

    cargo: str
    hexes: tuple[str, ...]
    place: str


class SeaChange(msgspec.Struct, frozen=True):
    """A sea state that holds from a step of a player-turn on."""

    at: int
    step: int
    state: str
