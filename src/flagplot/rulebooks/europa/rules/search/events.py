"""Events of search and reaction."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from flagplot.table import Facts, clause
from flagplot.table.language.event_sentences import OWNER, Audience

from ...events.base import Happening, Note
from ...nouns import Place, Side
from ...state import State, change_group
from ..combat.gunnery import MISS, Result
from . import situations


class Gauged(Note, frozen=True, tag="gauged"):
    """The search modifier that holds for a group in its hex, as the referee keeps it."""

    group: str
    gauge: int
    offered: bool = False

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change_group(s, self.group, gauge=self.gauge, sought=g.sought or self.offered)


class Sighted(Happening, frozen=True, tag="sighted"):
    """The enemy comes to know a hidden submarine group of ``side``, because it comes where the
    enemy may search for it or meet it. Its owner is not told: whether the enemy let it pass is the
    enemy's secret."""

    reveals: ClassVar[bool] = True
    group: str
    hex: Place
    side: Side = ""

    def apply(self, s: State) -> State:
        return change_group(s, self.group, sighted=True)

    def seen_by(self, side: str) -> Any:
        return self if side and side != self.side else None


class HuntBegan(Note, frozen=True, tag="hunt-began"):
    """A search for a group begins: by these air units, at most one naval group, and the shore
    stations in range."""

    group: str
    air: tuple[str, ...] = ()
    entered: bool = True

    def apply(self, s: State) -> State:
        return replace(s, hunt=situations.hunt_for(s, s.groups[self.group], self.air, self.entered))


@clause(
    "32.B-T1.res.01.s02",
    "32.B-T1.res.01.s04",
    "32.B-T1.res.02.s02",
    "32.B-T1.res.02.s04",
    "32.B-T1.res.03.s02",
)
class Searched(Happening, frozen=True, tag="searched"):
    """A search was rolled: its result and its effects on the searching units."""

    side: Side
    group: str
    result: Result
    modifier: int
    modifiers: Facts = ()
    seeker: str = ""
    """The naval group that took part, or empty."""
    air: tuple[str, ...] = ()
    barred: str = ""
    """The airbase that a missing result bars from searching, or empty."""

    def apply(self, s: State) -> State:
        s = replace(change_group(s, self.group, sought=True, last_roll=self.modifier), hunt=None)
        miss = self.result in ("D", "F*")
        if self.seeker and miss:
            more = 2 if self.result == "D" else 1
            g = s.groups[self.seeker]
            s = change_group(
                s,
                self.seeker,
                marker=g.marker + more,
                no_seeking=self.result,
                sought_for=(self.group,),
            )
        if self.result == "F":
            s = change_group(s, self.group, hidden_from=True)
        if self.barred and self.result in MISS:
            air = dict(s.air)
            for id in self.air:
                a = air[id]
                if a.base == self.barred:
                    if self.result == "F":
                        air[id] = replace(a, barred=(*a.barred, self.group))
                    else:
                        air[id] = replace(a, marker="X" if self.result == "D" else "Inop")
            s = replace(s, air=air)
        return s

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return replace(self, modifier=0, modifiers=_without_secrets(self.modifiers))
        return replace(self, seeker="", modifiers=())


def _without_secrets(modifiers: Facts) -> Facts:
    """Return the modifiers without those that reveal the composition of the searched group."""
    return tuple((k, v) for k, v in modifiers if k != "tf-size")


class Found(Happening, frozen=True, tag="found"):
    """A group is found. The searcher is told how many TFs and (declared) transports it has."""

    reveals: ClassVar[bool] = True

    side: Side
    group: str
    tfs: int = -1
    transports: int = -1
    by_air: bool = False

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        told = (self.tfs, self.transports) if self.tfs >= 0 else g.disclosed_counts
        return change_group(
            s,
            self.group,
            found=True,
            disclosed_counts=told,
            seen=True,
            spotted=g.spotted or self.by_air,
        )


class Activated(Happening, frozen=True, tag="activated"):
    """Reserve groups are activated for the turn."""

    audience = Audience(OWNER)
    side: Side
    groups: tuple[str, ...]
    by: str
    """The phasing group whose contact activated them."""

    def apply(self, s: State) -> State:
        for id in self.groups:
            s = change_group(s, id, activated=True, called_by=self.by)
        return s
