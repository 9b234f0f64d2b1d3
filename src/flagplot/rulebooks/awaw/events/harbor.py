"""What happens in a harbor attack (21.44): what each side announces, the cards they play, what the attack hits."""

from __future__ import annotations

import msgspec

from flagplot.table.telling import OWNER, Audience, Told

from ..nouns import Side
from ..state import State, put, replace
from . import event


class HarborRaid(msgspec.Struct, frozen=True):
    """A harbor attack that is under way: everything both sides have announced."""

    side: str
    place: str
    means: str
    claims: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


@event
class HarborAnnounced(Told, frozen=True, tag="harbor-announced"):
    """The attacker names the harbor, the kind of attack and every modifier of his."""

    clause: str
    side: Side
    place: str
    means: str
    claims: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=HarborRaid(self.side, self.place, self.means, self.claims))


@event
class HarborAnswered(Told, frozen=True, tag="harbor-answered"):
    """The defender names every modifier of his."""

    clause: str
    side: Side
    answers: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=replace(s.harbor, answers=self.answers))


@event
class HarborSighted(Told, frozen=True, tag="harbor-sighted"):
    """The attacker sees which of the greatest ships lie there, to choose among them; ``over``: he sees them no longer."""

    audience = Audience(OWNER)
    clause: str
    side: Side
    units: tuple[str, ...]
    over: bool = False

    def apply(self, s: State) -> State:
        seen = s.seen.get(self.side, frozenset())
        now = seen - frozenset(self.units) if self.over else seen | frozenset(self.units)
        return replace(s, seen=put(s.seen, {self.side: now}))


@event
class HarborAttacked(Told, frozen=True, tag="harbor-attacked"):
    """A harbor attack is resolved: the modified total, and how many ships it hits."""

    clause: str
    side: Side
    place: str
    modifier: int
    hits: int
    initial: bool

    def apply(self, s: State) -> State:
        made = f"{self.side} initial" if self.initial else self.side
        return replace(s, harbor=None, harbor_attacks=(*s.harbor_attacks, made))
