"""What the sea carries and whom: land units in port, reserve or transports, and the sources of
goods that need merchants."""

from __future__ import annotations

import msgspec

LOOSE_VEHICLES = "TRUCK"
"""Kind of a Ground Transport unit that is attached to nobody (6.3.4.4)."""
OWN_CRAFT = frozenset({"SNLF", "RMCo"})
"""6.3.6.3 Kinds that have Landing Craft at no charge."""
FIXED = frozenset({"CGL", "CGH", "CGS", "AAL", "AAH", "STR", "FORT", "CAVE"})
"""Kinds that stand where they were built."""
COAST_GUNS = frozenset({"CGL", "CGH", "CGS"})
FLAK_GUNS = frozenset({"AAL", "AAH"})


def store_key(side: str, place: str, *, assigned: bool = False) -> str:
    """Return the key of ``State.stores`` for the supplies of a side at a place: in the reserve
    there, or assigned to formations."""
    return f"{side}/{place}/assigned" if assigned else f"{side}/{place}"


class Troop(msgspec.Struct, frozen=True):
    """A land unit. ``at`` is the port, the territory of a port or the land square where it is;
    empty while it is at sea."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    """Row of the land tables (``INF``, ``SNLF`` ...); :data:`LOOSE_VEHICLES` for Ground Transport
    attached to nobody."""
    at: str
    strength: int = 10
    full: int = 10
    experience: int = 0
    formation: str = ""
    reserve: bool = False
    """In the Army Reserve, not in a formation."""
    forms: int = 1
    """Turn from which it is formed and available."""
    vehicles: bool = False
    """Has Ground Transport of its own attached."""
    craft: bool = False
    """Landing Craft were assigned to it."""
    mission: str = ""
    gone: str = ""
    garrison: bool = False
    """6.5.3.1 Of an island garrison: a division at half strength, outside the force limit."""
    special: bool = False
    """Special forces, which come on top of the one division that attacks an island (6.5.3.g)."""
    airborne: bool = False

    @property
    def partisan(self) -> bool:
        """It lives in the territory it stands in, behind the lines (6.5.2.3)."""
        return self.kind == "PARTISANS"

    @property
    def fixed(self) -> bool:
        """Guns and works that stand where they were built."""
        return self.kind in FIXED

    @property
    def landing_craft(self) -> bool:
        """6.3.6.3 Whether Landing Craft count for it."""
        return self.craft or self.kind in OWN_CRAFT

    @property
    def present(self) -> bool:
        return self.strength > 0 and not self.gone


class Trade(msgspec.Struct, frozen=True):
    """6.4.1.1 A source of goods of a nation: the port merchants load at, and how many are needed a
    turn."""

    nation: str
    side: str
    source: str
    needs: int
    turn: int = 0
    """The turn from which it asks for them, once, until they have sailed; 0: every turn anew."""
    name: str = ""
    slow: bool = False

    @property
    def key(self) -> str:
        """What stands for it where merchants are counted that have sailed."""
        return self.name or f"{self.source} {self.turn}"
