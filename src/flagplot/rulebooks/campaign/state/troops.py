"""Land units in port, reserve or transports, and the sources of goods that need merchants."""

from __future__ import annotations

import msgspec

LOOSE_VEHICLES = "TRUCK"
"""The kind of a Ground Transport unit that is attached to no unit (6.3.4.4)."""
OWN_CRAFT = frozenset({"SNLF", "RMCo"})
"""Kinds that have Landing Craft without charge (6.3.6.3)."""
FIXED = frozenset({"CGL", "CGH", "CGS", "AAL", "AAH", "STR", "FORT", "CAVE"})
"""Kinds that stay where they were built."""
COAST_GUNS = frozenset({"CGL", "CGH", "CGS"})
FLAK_GUNS = frozenset({"AAL", "AAH"})


def store_key(side: str, place: str, *, assigned: bool = False) -> str:
    """Return the key of ``State.stores`` for a side's supplies at a place: in the reserve there, or
    assigned to formations."""
    return f"{side}/{place}/assigned" if assigned else f"{side}/{place}"


class Troop(msgspec.Struct, frozen=True):
    """A land unit. ``at`` is its port, the territory of a port or its land square; empty while it
    is at sea."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    """The row of the land tables (``INF``, ``SNLF`` ...), or :data:`LOOSE_VEHICLES` for unattached
    Ground Transport."""
    at: str
    strength: int = 10
    full: int = 10
    experience: int = 0
    formation: str = ""
    reserve: bool = False
    """True when it is in the Army Reserve, not in a formation."""
    forms: int = 1
    """The turn from which it is formed and available."""
    vehicles: bool = False
    """True when it has Ground Transport of its own."""
    craft: bool = False
    """True when Landing Craft were assigned to it."""
    mission: str = ""
    gone: str = ""
    garrison: bool = False
    """True for a unit of an island garrison: a division at half strength, outside the force limit
    (6.5.3.1)."""
    special: bool = False
    """True for special forces, which may attack an island besides one division (6.5.3.g)."""
    airborne: bool = False

    @property
    def partisan(self) -> bool:
        """True for partisans, which live in the territory they are in, behind the lines
        (6.5.2.3)."""
        return self.kind == "PARTISANS"

    @property
    def fixed(self) -> bool:
        """True for guns and works that stay where they were built."""
        return self.kind in FIXED

    @property
    def landing_craft(self) -> bool:
        """True when Landing Craft count for it (6.3.6.3)."""
        return self.craft or self.kind in OWN_CRAFT

    @property
    def present(self) -> bool:
        return self.strength > 0 and not self.gone


class Trade(msgspec.Struct, frozen=True):
    """A source of goods of a nation: the port where merchants load, and how many are needed a turn
    (6.4.1.1)."""

    nation: str
    side: str
    source: str
    needs: int
    turn: int = 0
    """The turn from which it asks for its merchants once, until they have sailed; 0 when it asks
    every turn."""
    name: str = ""
    slow: bool = False

    @property
    def key(self) -> str:
        """The key under which merchants that have sailed are counted."""
        return self.name or f"{self.source} {self.turn}"
