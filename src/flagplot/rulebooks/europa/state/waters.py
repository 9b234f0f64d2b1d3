"""Danger zones, canals, places that fall, and naval repair points, as parts of the state."""

from __future__ import annotations

import msgspec

from flagplot.table import clause


@clause("32.A.6.a.s05")
class Waters(msgspec.Struct, frozen=True):
    """The state of the seas. ``zones`` is true where bases and nations exert danger zones by the
    rule (36.D).

    ``baltic`` is ``shut`` (the line of Hango holds), ``breached`` (a gate fell in this Axis
    player-turn), ``safe`` (the Kronshtadt safe zone is in force) or ``lost`` (that zone has ended).
    ``grown`` are the directions in which the safe zone grew, ``east`` and ``north``.
    """

    zones: bool = False
    italy_until: str = ""
    """The turn at whose start Italy surrenders, or empty while it is in the Axis."""
    baltic: str = "shut"
    grown: tuple[str, ...] = ()
    suez: str = "open"
    """``open``, ``closed`` (for a time) or ``blocked`` (permanently)."""
    suez_held: tuple[tuple[str, str], ...] = ()
    """Hexsides of the Suez Canal that the Allies do not own, with their owner."""


class Fall(msgspec.Struct, frozen=True):
    """A place that the land war takes: the player-turn of the plan, the new owner, the number of
    supported REs."""

    at: int
    hex: str
    side: str
    res: int = 0


class Account(msgspec.Struct, frozen=True):
    """The naval repair points of a side, in halves: the points it has, those it owes, those that
    each of its turns brings."""

    points: float = 0.0
    owed: float = 0.0
    income: float = 0.0
    carriers: float = 0.0
    """The part of the debt that is for carrier groups that withdrew. The rest is for
    minesweeping."""

    @property
    def swept(self) -> float:
        """The points owed for minesweeping."""
        return self.owed - self.carriers

    def paid(self, points: float, carriers: bool = False) -> Account:
        """Return the account after spending points, for *carriers* or otherwise. Points that are
        missing are owed."""
        short = self.short(points)
        return msgspec.structs.replace(
            self,
            points=max(0.0, self.points - points),
            owed=self.owed + short,
            carriers=self.carriers + short * carriers,
        )

    def short(self, points: float) -> float:
        """Return how many points are missing to pay a price."""
        return max(0.0, points - self.points)

    def given(self, points: float) -> Account:
        """Return the account after receiving points. They first cover the debt, for minesweeping
        before carriers (house rule)."""
        cover = min(points, self.owed)
        owed = self.owed - cover
        return msgspec.structs.replace(
            self, points=self.points + points - cover, owed=owed, carriers=min(self.carriers, owed)
        )
