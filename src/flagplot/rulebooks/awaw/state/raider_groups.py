"""Raider groups from announcement to return (21.53): frozen values."""

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
"""Progress of a group: under way, in the box, numbered, opposed or not, opponents chosen, fought,
transports attacked; then the second engagement."""


class Raid(msgspec.Struct, frozen=True):
    """Raider group. Its ships sail in the force of the same id."""

    id: str
    side: str
    nation: str
    box: str
    ports: tuple[str, ...] = ()
    """Ports that its ships left; empty for a group that began the game in the box."""
    edge: str = ""
    """Edge of the map by which it came to the box: ``south``, ``east`` or ``west``; empty for
    none."""
    setup: bool = False
    stage: str = "out"
    number: int = 0
    """Number of the group in its box. The first is the hardest to find."""
    ships: int = 0
    """Ships in the box. Both sides know the number."""
    lost: int = 0
    """Ships lost since it was in the box. The second raider die keeps the modifiers of the
    first."""
    hurt: bool = False
    """True if the group has damaged ships."""
    opposed: bool = False
    result: int = 0
    """Modified raider die of this engagement."""
    dice: tuple[int, ...] = ()
    """Type dice of this engagement."""
    force: str = ""
    """Id of the force that engages it."""
    met: bool = False
    """True if ships have engaged it in the box."""
    stayers: tuple[str, ...] = ()
    """Undamaged defenders of the first engagement, which may fight on."""
    carriers: int = 0
    """Carriers in this engagement."""
    withheld: tuple[str, ...] = ()
    """Raiders that are held out of the battle."""
    blocked: bool = False
    """True if a defender that was not screened survived the battle."""
    struck: bool = False
    """True if it has attacked transports."""

    @property
    def second(self) -> bool:
        """Return True from the second raider die on."""
        return STAGES.index(self.stage) >= STAGES.index("struck")
