"""Codebreaking cards (48, as far as the chapter leans on them): how they are chosen and played, and
who is ahead by them."""

from __future__ import annotations

from ..state import State, put, replace
from . import Deed, Own

TACTICAL, STRATEGIC = "tactical", "strategic"


HANDS = {TACTICAL: "cards", STRATEGIC: "codes"}
"""Kinds of cards -> where a position holds them."""


def with_card(s: State, side: str, kind: str, n: int) -> State:
    """The position with *n* cards of a kind more in the hand of a side."""
    hand = getattr(s, HANDS[kind])
    return replace(s, **{HANDS[kind]: put(hand, {side: hand.get(side, 0) + n})})


class CardChosen(Own, frozen=True, tag="card-chosen"):
    """A side takes a card of the kind it likes."""

    kind: str

    def apply(self, s: State) -> State:
        left, mine = s.undealt[self.side] - 1, f"{self.side} {self.kind}"
        return replace(
            with_card(s, self.side, self.kind, 1),
            undealt=put(s.undealt, {self.side: left or None}),
            chosen=put(s.chosen, {mine: s.chosen.get(mine, 0) + 1}),
        )


class CardsPlayed(Deed, frozen=True, tag="cards-played"):
    """Codebreaking cards that a side plays; they are gone."""

    number: int
    kind: str = TACTICAL

    def apply(self, s: State) -> State:
        return with_card(s, self.side, self.kind, -self.number)


class CodesAhead(Deed, frozen=True, tag="codes-ahead"):
    """A side is ahead in codes for as long as what the cards were played on lasts; nobody (no side)
    is when it is over."""

    kind: str

    def apply(self, s: State) -> State:
        return replace(s, codebreaking=put(s.codebreaking, {self.kind: self.side or None}))
