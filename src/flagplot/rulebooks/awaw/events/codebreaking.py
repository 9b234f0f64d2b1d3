"""Events of codebreaking cards: choice, play, and the advantage they give. Only the part of chapter
48 that the naval rules use."""

from __future__ import annotations

from ..state import State, replace, with_changes
from . import OwnerEvent, SideEvent

TACTICAL, STRATEGIC = "tactical", "strategic"


HANDS = {TACTICAL: "cards", STRATEGIC: "codes"}
"""Kind of card -> the field of the state that holds the hands."""


def with_card(s: State, side: str, kind: str, n: int) -> State:
    """Return the state with *n* more cards of a kind in the hand of a side; a negative *n* removes
    cards."""
    hand = getattr(s, HANDS[kind])
    return replace(s, **{HANDS[kind]: with_changes(hand, {side: hand.get(side, 0) + n})})


class CardChosen(OwnerEvent, frozen=True, tag="card-chosen"):
    """Choice of a card's kind by a side."""

    kind: str

    def apply(self, s: State) -> State:
        left, mine = s.undealt[self.side] - 1, f"{self.side} {self.kind}"
        return replace(
            with_card(s, self.side, self.kind, 1),
            undealt=with_changes(s.undealt, {self.side: left or None}),
            chosen=with_changes(s.chosen, {mine: s.chosen.get(mine, 0) + 1}),
        )


class CardsPlayed(SideEvent, frozen=True, tag="cards-played"):
    """Play of codebreaking cards by a side. The cards are removed."""

    number: int
    kind: str = TACTICAL

    def apply(self, s: State) -> State:
        return with_card(s, self.side, self.kind, -self.number)


class CodesAhead(SideEvent, frozen=True, tag="codes-ahead"):
    """Codebreaking advantage of a side, which lasts as long as the activity for which the cards
    were played. An empty side ends it."""

    kind: str

    def apply(self, s: State) -> State:
        return replace(s, codebreaking=with_changes(s.codebreaking, {self.kind: self.side or None}))
