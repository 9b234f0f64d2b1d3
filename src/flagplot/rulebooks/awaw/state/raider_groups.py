"""Raider groups from their announcement to their return (21.53): frozen values."""

from __future__ import annotations

import msgspec

STAGES = (
    "out",
    "in",
    "numbered",
    "answered",
    "assigned",
    "fought",
    "struck",
    "answered again",
    "assigned again",
    "fought again",
)
"""How far a group is: under way, in the box, numbered, opposed or not, who meets it, fought, done
with the transports; then the second engagement."""


class Raid(msgspec.Struct, frozen=True):
    """A raider group; its ships sail in the force of the same id."""

    id: str
    side: str
    nation: str
    box: str
    ports: tuple[str, ...] = ()
    """The ports its ships left; none for one that began the game in the box."""
    edge: str = ""
    """By which edge of the map it came to the box: ``south``, ``east``, ``west``; empty for
    none."""
    setup: bool = False
    stage: str = "out"
    number: int = 0
    """Which group of its box it is: the first is hardest to find."""
    ships: int = 0
    """Ships in the box, as both sides count them."""
    lost: int = 0
    """Ships that were in the box and are gone: the second raider die has the modifiers of the
    first."""
    hurt: bool = False
    """Damaged ships are among them."""
    opposed: bool = False
    result: int = 0
    """The modified raider die of this engagement."""
    dice: tuple[int, ...] = ()
    """The type dice of this engagement."""
    force: str = ""
    """The force of the ships that meet it."""
    met: bool = False
    """Ships have met it in the box."""
    stayers: tuple[str, ...] = ()
    """Undamaged defenders of the first engagement, who may fight on."""
    carriers: int = 0
    """Carriers in this engagement."""
    withheld: tuple[str, ...] = ()
    """Raiders kept out of the battle."""
    blocked: bool = False
    """A defender that was not screened survived the battle."""
    struck: bool = False
    """Has attacked transports."""

    @property
    def second(self) -> bool:
        """True from the second raider die on."""
        return STAGES.index(self.stage) >= STAGES.index("struck")
