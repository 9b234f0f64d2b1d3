"""Choices in a battle: options with a text form. ``auto`` comes first and means the default
answer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Ask, AskEach, Facts

from .ships import Battle


class Choice(msgspec.Struct, frozen=True, cache_hash=True):
    """Option: its text form and the numbers for which it stands."""

    text: str
    value: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.text


AUTO = Choice("auto")


def sealed_ask(
    side: str, kind: str, clause: str, options: Sequence[Choice], about: Facts = ()
) -> Ask[Choice]:
    """Return a question whose first option is ``auto``, which means the first of *options*."""
    return Ask(side, (AUTO, *options), clause, kind, about)


async def choose_one(
    side: str, kind: str, clause: str, options: Sequence[Choice], about: Facts = ()
) -> Choice:
    """Ask a question, unless there is only one option. Return the choice; ``auto`` becomes the
    first of *options*."""
    if len(options) == 1:
        return options[0]
    answer = await sealed_ask(side, kind, clause, options, about)
    return options[0] if answer == AUTO else answer


async def choose_each(
    asked: Sequence[tuple[str, str, str, Sequence[Choice], Facts]],
) -> list[Choice]:
    """Ask both sides sealed questions. Return their choices in the order asked. A side with only
    one option is not asked."""
    live = [a for a in asked if len(a[3]) > 1]
    if len(live) == 1:
        side, kind, clause, options, about = live[0]
        answers = {side: await sealed_ask(side, kind, clause, options, about)}
    elif live:
        answers = dict(await AskEach(tuple(sealed_ask(*a) for a in live)))
    else:
        answers = {}
    got = []
    for side, _, _, options, _ in asked:
        answer = answers.get(side, options[0]) if len(options) > 1 else options[0]
        got.append(options[0] if answer == AUTO else answer)
    return got


def ship_label(b: Battle, side: int, group: int, ship: int) -> str:
    """Return how an option names a ship: by its id, or by type and place in the group where ids are
    hidden."""
    s = b.fleets[side].groups[group].ships[ship]
    return s.id or f"{s.type}{ship + 1}"
