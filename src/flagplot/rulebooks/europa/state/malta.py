"""Malta: its status number, and what the Allies have there to lower it."""

from __future__ import annotations

import msgspec

MOST = 15
"""The highest status number; 0 is the lowest."""


class Malta(msgspec.Struct, frozen=True):
    """The state of Malta. A higher ``status`` weakens its interference with Axis shipping.

    ``points`` are Malta repair points, ``srps`` and ``sps`` stand at Valletta; ``fresh`` of the SRPs came in this player-turn.
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
