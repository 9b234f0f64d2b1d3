"""What stands ashore: garrisons, divisions inland, and what falls with a bridge."""

from __future__ import annotations

import msgspec


class Garrison(msgspec.Struct, frozen=True):
    """Who holds a hex of the coast against landings, and how strongly."""

    hex: str
    side: str
    strength: int
    name: str = ""


class Division(msgspec.Struct, frozen=True):
    """A division inland: its strength, and the hexes it moves after a player-turn of the enemy's."""

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
