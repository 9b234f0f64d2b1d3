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
    """Least margin as a submarine firing at anything but a destroyer; 0 when none is set
    (HR-27)."""


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
    kind: str = ""
    """``soft`` or ``hard`` for what stands on land; empty for ships and aircraft."""
    cover: int = 0
    """Entrenchment and what the ground adds to its defence (C6 of the notes: see
    ``campaign.terrain``)."""
    close: bool = False
    """Stands in ground where infantry fights at close quarters."""
    cap: int = 0
    """The most initiative the ground allows; 0 where it sets no limit."""
    dives: int = 50
    """6.1.7.7 The chance in percent that a submarine avoids an attack."""


SUBMARINES = frozenset({"SS", "SSC"})


SHORE_GUNS = frozenset({"CGL", "CGH", "CGS", "ART", "FORT", "STR"})
"""What fires from land at ships."""


FLAK = frozenset({"AAL", "AAH"})
"""Anti-aircraft guns, which cover what stands beside them."""


INFANTRY = frozenset(
    {"INF", "INF2", "GAR", "MAR", "SNLF", "RMCo", "CDO", "ENG", "PARA", "PARTISANS"}
)


MARINES = frozenset({"MAR", "SNLF", "RMCo", "CDO"})
"""What may fight in the turn it lands."""


FACILITIES = frozenset({"FAC", "REF", "YARD", "RAD", "TWR"})
"""Factories, refineries, parts of a shipyard, radars and observation towers: targets that fight
nobody."""


ARTILLERY = SHORE_GUNS | FLAK | {"LEV"}


def is_submarine(cls: str) -> bool:
    """Return True for submarines of either size."""
    return cls in SUBMARINES
