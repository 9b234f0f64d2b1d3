"""The facts of a unit that the exchange of fire uses."""

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
    """The least margin of a submarine that fires at a target other than a destroyer; 0 when none is
    set (HR-27)."""


class Fighter(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of an exchange, with only the facts that the formula uses."""

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
    """``soft`` or ``hard`` for a unit on land; empty for ships and aircraft."""
    cover: int = 0
    """Entrenchment, and what the ground adds to defence (C6 of the notes; see
    ``campaign.terrain``)."""
    close: bool = False
    """True in ground where infantry fights at close quarters."""
    cap: int = 0
    """The most initiative that the ground allows; 0 for no limit."""
    dives: int = 50
    """The chance in percent that a submarine avoids an attack (6.1.7.7)."""


SUBMARINES = frozenset({"SS", "SSC"})


SHORE_GUNS = frozenset({"CGL", "CGH", "CGS", "ART", "FORT", "STR"})
"""Classes on land that fire at ships."""


FLAK = frozenset({"AAL", "AAH"})
"""Anti-aircraft guns, which cover units beside them."""


INFANTRY = frozenset(
    {"INF", "INF2", "GAR", "MAR", "SNLF", "RMCo", "CDO", "ENG", "PARA", "PARTISANS"}
)


MARINES = frozenset({"MAR", "SNLF", "RMCo", "CDO"})
"""Classes that may fight in the turn they land."""


FACILITIES = frozenset({"FAC", "REF", "YARD", "RAD", "TWR"})
"""Factories, refineries, parts of a shipyard, radars and observation towers: targets that do not
fight."""


ARTILLERY = SHORE_GUNS | FLAK | {"LEV"}


def is_submarine(cls: str) -> bool:
    """Return True for submarines of either size."""
    return cls in SUBMARINES
