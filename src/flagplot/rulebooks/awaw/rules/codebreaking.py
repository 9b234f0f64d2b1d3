"""Codebreaking cards: sides choose the kind of some, and both play them sealed on the activities
they fit.

The naval rules use them for the search of a battle (22.4), interception dice (22.23) and harbor
attacks (21.443C). The hands come from the scenario. The side that plays more has the advantage; a
tie gives none.
"""

from __future__ import annotations

from flagplot.table import Ask, AskEach, Facts, Table, facts

from ..events.codebreaking import HANDS, STRATEGIC, TACTICAL, CardChosen, CardsPlayed, CodesAhead
from ..state import State
from .registry import at_moment

__all__ = ["STRATEGIC", "TACTICAL"]


CITES = {TACTICAL: "22.4", STRATEGIC: "22.23"}


def cards_held(s: State, side: str, kind: str) -> int:
    """Return the cards of a kind in the hand of a side."""
    n: int = getattr(s, HANDS[kind]).get(side, 0)
    return n


def may_hold_cards(s: State, side: str, kind: str) -> bool:
    """Return True when, from what the enemy knows, a side may hold a card of a kind. Cards it chose
    may be of either kind.

    A side is asked for cards even if it can play none. The question alone then reveals nothing
    about its choice.
    """
    other = STRATEGIC if kind == TACTICAL else TACTICAL
    return cards_held(s, side, kind) + s.chosen.get(f"{side} {other}", 0) > 0


@at_moment("turn-start")
async def choose_card_kinds(t: Table[State]) -> bool:
    """Let each side secretly choose the kind of its undealt cards, before anything else in the
    turn."""
    open_ = sorted(t.state.undealt)
    if not open_:
        return False
    asks = tuple(
        Ask(side, (TACTICAL, STRATEGIC), "22.4", "card-kind", facts(left=t.state.undealt[side]))
        for side in open_
    )
    for side, kind in (await AskEach(asks)).items():
        t.record(CardChosen("22.4", side, str(kind)))
    return True


async def play_sealed(
    t: Table[State], side: str, kind: str, cite: str, question: str, about: Facts
) -> int:
    """Let both sides play cards of a kind, sealed. Return 1 when *side* has played more, -1 when
    the enemy has, else 0."""
    both = (side, t.state.enemy(side))
    holders = [x for x in both if may_hold_cards(t.state, x, kind)]
    number = dict.fromkeys(both, 0)
    if holders:
        asks = tuple(
            Ask(x, tuple(map(str, range(cards_held(t.state, x, kind) + 1))), cite, question, about)
            for x in holders
        )
        number |= {x: int(n) for x, n in (await AskEach(asks)).items()}
    for x, n in number.items():
        if n:
            t.record(CardsPlayed(cite, x, n, kind))
    mine, his = (number[x] for x in both)
    return (mine > his) - (his > mine)


async def contest_codes(t: Table[State], side: str, kind: str, hex_id: str) -> bool:
    """Play cards on a battle or an interception. Return True when one side is ahead; it stays ahead
    until :func:`over`."""
    if not any(may_hold_cards(t.state, x, kind) for x in t.state.sides):
        return False
    ahead = await play_sealed(t, side, kind, CITES[kind], f"{kind}-cards", facts(hex=hex_id))
    if ahead:
        t.record(CodesAhead(CITES[kind], side if ahead > 0 else t.state.enemy(side), kind))
    return bool(ahead)


def end_advantage(t: Table[State], kind: str) -> None:
    """End the advantage of cards, when the activity on which they were played is over."""
    t.record(CodesAhead(CITES[kind], "", kind))
