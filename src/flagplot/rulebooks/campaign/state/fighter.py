"""What the exchange of fire needs to know of a unit."""

from __future__ import annotations

import msgspec


class Ratings(msgspec.Struct, frozen=True, cache_hash=True):
    """Battle ratings of a ship or aircraft, as on its sheet (6.1.7)."""

    soft: int
    hard: int
    air: int
    naval: int
    ground_def: int
    air_def: int
    close: int
    initiative: int
    range: int
    spot: int
    move: int
    ammo: int
    price: int
    floor: int = 0
    """Least margin as a submarine firing at anything but a destroyer; 0 when none is set (HR-27)."""


class Fighter(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of an exchange: what the formula needs of a unit, and nothing else."""

    cls: str
    ratings: Ratings
    strength: int
    level: int = 0
    """Experience in hundreds."""
    hit_before: int = 0
    """Damaging attacks already taken this turn."""
    flies: bool = False
    asw: bool = False
    surprised: bool = False
    dives: int = 50
    """6.1.7.7 The chance in percent that a submarine avoids an attack."""


SUBMARINES = frozenset({"SS", "SSC"})
def is_submarine(cls: str) -> bool:
    """True for submarines of either size."""
    return cls in SUBMARINES
