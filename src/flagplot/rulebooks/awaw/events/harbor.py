"""What happens in a harbor attack (21.44): what each side announces, the cards they play, what the attack hits."""

from __future__ import annotations

import msgspec

from ..state import State, put, replace
from . import Deed, Own


class HarborRaid(msgspec.Struct, frozen=True):
    """A harbor attack that is under way: everything both sides have announced."""

    side: str
    place: str
    means: str
    claims: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


class HarborAnnounced(Deed, frozen=True, tag="harbor-announced"):
    """The attacker names the harbor, the kind of attack and every modifier of his."""

    place: str
    means: str
    claims: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=HarborRaid(self.side, self.place, self.means, self.claims))


class HarborAnswered(Deed, frozen=True, tag="harbor-answered"):
    """The defender names every modifier of his."""

    answers: tuple[str, ...]

    def apply(self, s: State) -> State:
        return replace(s, harbor=replace(s.harbor, answers=self.answers))


class HarborSighted(Own, frozen=True, tag="harbor-sighted"):
    """The attacker sees which of the greatest ships lie there, to choose among them; ``over``: he sees them no longer."""

    units: tuple[str, ...]
    over: bool = False

    def apply(self, s: State) -> State:
        seen = s.seen.get(self.side, frozenset())
        now = seen - frozenset(self.units) if self.over else seen | frozenset(self.units)
        return replace(s, seen=put(s.seen, {self.side: now}))


class HarborAttacked(Deed, frozen=True, tag="harbor-attacked"):
    """A harbor attack is resolved: the modified total, and how many ships it hits."""

    place: str
    modifier: int
    hits: int
    initial: bool

    def apply(self, s: State) -> State:
        made = f"{self.side} initial" if self.initial else self.side
        return replace(s, harbor=None, harbor_attacks=(*s.harbor_attacks, made))
