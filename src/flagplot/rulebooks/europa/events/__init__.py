"""Events of a game. Only events change the state."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import OWNER, Audience

from ..nouns import Place, Side, Thing
from ..state import Group, State, change_group, put_group, remove_unit
from .base import Happening, Hidden, Note

Where = Annotated[str, Choice("sea", "port", "riverine")]


REASONS = (
    "hit",
    "sunk",
    "crippled",
    "docked",
    "ashore and in supply",
    "held",
    "home",
    "came home unhurt",
    "flew off and came home",
    "a fleet in being",
    "a mine point swept",
    "people saved",
    "gunfire that was to be kept",
    "the Suez Canal is lost",
)
"""The reasons for which victory points are given."""


class Suspended(Note, frozen=True, tag="suspended"):
    """Movement of a group is suspended for the other side's reaction; with an empty group, it is
    resumed."""

    group: str

    def apply(self, s: State) -> State:
        return replace(s, called=self.group)


class Marked(Happening, frozen=True, tag="marked"):
    """A group that moved in reaction gets a -1 Step marker, or one level more on the one it has."""

    audience = Audience(OWNER)
    group: str
    side: Side

    def apply(self, s: State) -> State:
        return change_group(s, self.group, marker=s.groups[self.group].marker + 1)


@clause("36.G.s04")
def place_elsewhere(s: State, group: Group) -> State:
    """Return the state with a group placed elsewhere by an event. It loses its part payments, its
    shelter and its ferries."""
    craft = {
        u.id: replace(u, dawn="", ferry="")
        for u in s.of(group)
        if (u.dawn or u.ferry) and u.dawn != group.hex
    }
    s = replace(s, units={**s.units, **craft}) if craft else s
    return put_group(s, replace(group, task="", paid=0, screened=False))


class Scored(Happening, frozen=True, tag="scored"):
    """Victory points."""

    side: Side
    points: float
    why: Annotated[str, Choice(*REASONS)]
    subject: Thing = ""

    def apply(self, s: State) -> State:
        return replace(s, scores={**s.scores, self.side: s.scores.get(self.side, 0) + self.points})


class Noted(Note, frozen=True, tag="noted"):
    """A fact of the scenario is recorded."""

    key: str
    value: str

    def apply(self, s: State) -> State:
        return replace(s, facts={**s.facts, self.key: self.value})


class Interference(Happening, frozen=True, tag="interference"):
    """An interference check by anti-shipping forces is due for a group. The check by Malta's forces
    follows (:class:`ShippingChecked`)."""

    group: str
    side: Side
    hex: Place


class ShippingChecked(Happening, frozen=True, tag="shipping"):
    """Malta's forces have checked the transports of a group: how many were checked, lost a point,
    and turn back."""

    group: str
    side: Side
    hex: Place
    checked: int
    struck: int
    back: int
    light: Annotated[str, Choice("day", "night")]

    def apply(self, s: State) -> State:
        return change_group(s, self.group, harried=self.light)


class TurnedBack(Hidden, frozen=True, tag="turned-back"):
    """A group gives up its voyage. It is in port again, or ends its movement in its hex when its
    side has no port left."""

    hex: Place = ""
    where: Where = "port"

    def apply(self, s: State) -> State:
        return place_elsewhere(
            s, replace(s.groups[self.group], hex=self.hex, where=self.where, ended=True)
        )


class GroupPlaced(Hidden, frozen=True, tag="placed"):
    """A rule places a group in a hex (torpedo boats go home)."""

    hex: Place = ""
    where: Where = "port"

    def apply(self, s: State) -> State:
        return place_elsewhere(
            s,
            replace(
                s.groups[self.group], hex=self.hex, where=self.where, seen=False, sighted=False
            ),
        )


class Docked(Happening, frozen=True, tag="docked"):
    """A transport's cargo is delivered where the scenario requires it. The unit leaves the game."""

    unit: Thing
    hex: Place

    def apply(self, s: State) -> State:
        return remove_unit(s, replace(s.units[self.unit], away=True), self.hex)
