"""What the other modules say to the interception windows, and what they get back."""

from __future__ import annotations

import msgspec

from flagplot.table import clause

from ...map import theatre


class Activity(msgspec.Struct, frozen=True, cache_hash=True):
    """A naval activity that may be intercepted now.

    ``kind`` is the mission word of the force (``patrol``, ``patrol-stays``, ``base-change``,
    ``transport``, ``redeploy``, ``escort``, ``supply``, ``displaced``, ``return``, ``invade``,
    ``bombard``, ``carrier``, ``raid``). ``path`` holds the hexes in which the enemy may intercept
    now; ``track`` the whole track, base first (the path when empty).
    """

    kind: str
    side: str
    forces: tuple[str, ...]
    path: tuple[str, ...]
    target: str = ""
    track: tuple[str, ...] = ()
    window: str = ""
    """Which window this is, for the log: ``enters``, ``strikes``, ``stays`` or empty."""
    segment: str = ""
    """Segment name for defensive patrols (21.4192): the state's segment when empty."""
    at: int = -1
    """Index in ``path`` of the one hex that is open now; -1: every hex of the path is."""

    against: tuple[str, ...] = ()
    """For a counter-interception: the forces that intercept, to be countered."""

    nations: tuple[str, ...] = ()
    """Nations whose ships are to be met; empty: look at the forces."""

    route: tuple[str, ...] = ()
    """For a counter-interception: further hexes open to it, on the way of interceptors that left a
    defensive patrol (21.4194)."""

    @property
    @clause("21.216")
    def open(self) -> tuple[str, ...]:
        """The hexes in which the enemy may intercept now: no box of the track, where the enemy may
        not go."""
        here = self.path if self.at < 0 else self.path[self.at : self.at + 1]
        return tuple([h for h in here if h not in theatre.BOX_THEATRE])

    @property
    def whole(self) -> tuple[str, ...]:
        return self.track or self.path


class Outcome(msgspec.Struct, frozen=True, cache_hash=True):
    """How an interception window ended."""

    attempted: bool = False
    fought: bool = False
    won: bool = True
    """True when the moving side won, or was not brought to battle."""
    hex: str = ""
    interceptors: tuple[str, ...] = ()
    """Forces that won and are still in the hex: only for patrols, whose victors may stay
    (21.4191)."""
    joined: tuple[str, ...] = ()
    """Patrols that came to the mover's support and are now part of its force (21.4182B)."""
    sunk: bool = False
    """True when nothing of the moving force is left."""
    submarines: int = 0
    """Submarine attacks it suffered."""
