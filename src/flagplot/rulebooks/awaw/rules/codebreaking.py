"""Codebreaking cards: each side takes those it may choose, and both play them sealed on what they
fit.

The chapter leans on them for the search of a battle (22.4), interception dice (22.23) and harbor
attacks (21.443C); the hands come from the scenario. Who plays more has the advantage of one; a tie
gives none."""

from __future__ import annotations

from flagplot.table import Ask, AskEach, Facts, Table, facts

from ..events.codebreaking import HANDS, STRATEGIC, TACTICAL, CardChosen, CardsPlayed, CodesAhead
from ..state import State
from .registry import at_moment

__all__ = ["STRATEGIC", "TACTICAL"]


CITES = {TACTICAL: "22.4", STRATEGIC: "22.23"}


def held(s: State, side: str, kind: str) -> int:
    """Cards of a kind in the hand of a side."""
    n: int = getattr(s, HANDS[kind]).get(side, 0)
    return n


def may_hold(s: State, side: str, kind: str) -> bool:
    """Whether a side may hold a card of a kind, for all the enemy knows: those it chose may be of
    either kind. Who is asked for cards, if only to say that it plays none, tells by it nothing of
    what it chose."""
    other = STRATEGIC if kind == TACTICAL else TACTICAL
    return held(s, side, kind) + s.chosen.get(f"{side} {other}", 0) > 0


@at_moment("turn-start")
async def choose(t: Table[State]) -> bool:
    """Before anything else each side takes the cards it may choose, out of sight of the other."""
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


async def played(
    t: Table[State], side: str, kind: str, cite: str, question: str, about: Facts
) -> int:
    """Both sides play cards of a kind, sealed: 1 when *side* has played more, -1 when the enemy
    has, else 0."""
    both = (side, t.state.enemy(side))
    holders = [x for x in both if may_hold(t.state, x, kind)]
    number = dict.fromkeys(both, 0)
    if holders:
        asks = tuple(
            Ask(x, tuple(map(str, range(held(t.state, x, kind) + 1))), cite, question, about)
            for x in holders
        )
        number |= {x: int(n) for x, n in (await AskEach(asks)).items()}
    for x, n in number.items():
        if n:
            t.record(CardsPlayed(cite, x, n, kind))
    mine, his = (number[x] for x in both)
    return (mine > his) - (his > mine)


async def contest(t: Table[State], side: str, kind: str, hex_id: str) -> bool:
    """Play cards on a battle or an interception; true when one side is ahead from now until
    :func:`over`."""
    if not any(may_hold(t.state, x, kind) for x in t.state.sides):
        return False
    ahead = await played(t, side, kind, CITES[kind], f"{kind}-cards", facts(hex=hex_id))
    if ahead:
        t.record(CodesAhead(CITES[kind], side if ahead > 0 else t.state.enemy(side), kind))
    return bool(ahead)


def over(t: Table[State], kind: str) -> None:
    """What the cards were played on is over."""
    t.record(CodesAhead(CITES[kind], "", kind))
