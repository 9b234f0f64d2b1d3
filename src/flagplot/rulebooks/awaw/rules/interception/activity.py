"""Activities that other modules give to the interception windows, and the outcomes that they get
back."""

from __future__ import annotations

import msgspec

from flagplot.table import clause

from ...map import theatre


class Activity(msgspec.Struct, frozen=True, cache_hash=True):
    """A naval activity that may be intercepted now.

    ``kind`` is the mission word of the force (``patrol``, ``patrol-stays``, ``base-change``,
    ``transport``, ``redeploy``, ``escort``, ``supply``, ``displaced``, ``return``, ``invade``,
    ``bombard``, ``carrier``, ``raid``). ``path`` holds the hexes in which the enemy may intercept
    now. ``track`` is the whole track, base first; empty means the path.
    """

    kind: str
    side: str
    forces: tuple[str, ...]
    path: tuple[str, ...]
    target: str = ""
    track: tuple[str, ...] = ()
    window: str = ""
    """Name of the window in the log: ``enters``, ``strikes``, ``stays`` or empty."""
    segment: str = ""
    """Segment name for defensive patrols (21.4192); empty means the state's segment."""
    at: int = -1
    """Index in ``path`` of the one hex that is open now; -1 for every hex of the path."""

    against: tuple[str, ...] = ()
    """Interceptors to be countered, for a counter-interception."""

    nations: tuple[str, ...] = ()
    """Nations whose ships are to be intercepted; empty means those of the forces."""

    route: tuple[str, ...] = ()
    """Further hexes open to a counter-interception, on the route of interceptors that left a
    defensive patrol (21.4194)."""

    @property
    @clause("21.216")
    def open(self) -> tuple[str, ...]:
        """Return the hexes in which the enemy may intercept now. Boxes are left out, because the
        enemy may not enter them."""
        here = self.path if self.at < 0 else self.path[self.at : self.at + 1]
        return tuple([h for h in here if h not in theatre.BOX_THEATRE])

    @property
    def whole(self) -> tuple[str, ...]:
        return self.track or self.path


class Outcome(msgspec.Struct, frozen=True, cache_hash=True):
    """Result of an interception window."""

    attempted: bool = False
    fought: bool = False
    won: bool = True
    """True if the moving side won, or was not brought to battle."""
    hex: str = ""
    interceptors: tuple[str, ...] = ()
    """Forces that won and are still in the hex. Only for patrols, whose victors may stay
    (21.4191)."""
    joined: tuple[str, ...] = ()
    """Patrols that supported the moving side and are now part of its force (21.4182B)."""
    sunk: bool = False
    """True if nothing of the moving force is left."""
    submarines: int = 0
    """Number of submarine attacks on the force."""
