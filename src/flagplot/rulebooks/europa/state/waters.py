"""What belligerents have made of the sea, and what they have to spend on it: zones, places that
fall, naval repair points."""

from __future__ import annotations

import msgspec

from flagplot.table import clause


@clause("32.A.6.a.s05")
class Waters(msgspec.Struct, frozen=True):
    """The state of the seas. ``zones`` is true where bases and nations exert danger zones by the
    rule (36.D).

    ``baltic``: ``shut`` (the line of Hango holds), ``breached`` (a gate fell in this Axis
    player-turn), ``safe`` (the Kronshtadt safe zone is in force), ``lost`` (that zone has ended);
    ``grown`` are the ways the safe zone grew, ``east`` and ``north``.
    """

    zones: bool = False
    italy_until: str = ""
    """The turn at whose start Italy surrenders, or empty while it is in the Axis."""
    baltic: str = "shut"
    grown: tuple[str, ...] = ()
    suez: str = "open"
    """``open``, ``closed`` (for a time) or ``blocked`` (for good)."""
    suez_held: tuple[tuple[str, str], ...] = ()
    """Hexsides of the Suez Canal with their owner, where that is not the Allies."""


class Fall(msgspec.Struct, frozen=True):
    """A place that the land war takes: in which player-turn of the plan, whose it becomes, with how
    many supported REs."""

    at: int
    hex: str
    side: str
    res: int = 0


class Account(msgspec.Struct, frozen=True):
    """The naval repair points of a side, in halves: what it has, what it owes, what each of its
    turns brings."""

    points: float = 0.0
    owed: float = 0.0
    income: float = 0.0
    carriers: float = 0.0
    """How much of what it owes is for carrier groups that withdrew; the rest is for
    minesweeping."""

    @property
    def swept(self) -> float:
        """What it owes for minesweeping."""
        return self.owed - self.carriers

    def paid(self, points: float, carriers: bool = False) -> Account:
        """Return after spending points, for *carriers* or else; what there is not is owed."""
        short = self.short(points)
        return msgspec.structs.replace(
            self,
            points=max(0.0, self.points - points),
            owed=self.owed + short,
            carriers=self.carriers + short * carriers,
        )

    def short(self, points: float) -> float:
        """Return how much of a price there is not."""
        return max(0.0, points - self.points)

    def given(self, points: float) -> Account:
        """Return after receiving points, which cover what is owed first, for minesweeping before
        carriers (house)."""
        cover = min(points, self.owed)
        owed = self.owed - cover
        return msgspec.structs.replace(
            self, points=self.points + points - cover, owed=owed, carriers=min(self.carriers, owed)
        )
