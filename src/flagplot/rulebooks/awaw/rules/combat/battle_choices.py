"""Choices in a battle: options with a text form; ``auto`` comes first and stands for the usual
answer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Ask, AskEach, Facts

from .ships import Battle


class Choice(msgspec.Struct, frozen=True, cache_hash=True):
    """An option: its text form and the numbers it stands for."""

    text: str
    value: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.text


AUTO = Choice("auto")


def question(
    side: str, kind: str, clause: str, options: Sequence[Choice], about: Facts = ()
) -> Ask[Choice]:
    """A question whose first option is ``auto``: the usual answer, which is the first of
    *options*."""
    return Ask(side, (AUTO, *options), clause, kind, about)


async def choose(
    side: str, kind: str, clause: str, options: Sequence[Choice], about: Facts = ()
) -> Choice:
    """Ask unless there is nothing to choose; ``auto`` becomes the first of *options*."""
    if len(options) == 1:
        return options[0]
    answer = await question(side, kind, clause, options, about)
    return options[0] if answer == AUTO else answer


async def choose_each(
    asked: Sequence[tuple[str, str, str, Sequence[Choice], Facts]],
) -> list[Choice]:
    """Sealed choices of both sides, in the order asked; sides with nothing to choose are not
    asked."""
    live = [a for a in asked if len(a[3]) > 1]
    if len(live) == 1:
        side, kind, clause, options, about = live[0]
        answers = {side: await question(side, kind, clause, options, about)}
    elif live:
        answers = dict(await AskEach(tuple(question(*a) for a in live)))
    else:
        answers = {}
    got = []
    for side, _, _, options, _ in asked:
        answer = answers.get(side, options[0]) if len(options) > 1 else options[0]
        got.append(options[0] if answer == AUTO else answer)
    return got


def label(b: Battle, side: int, group: int, ship: int) -> str:
    """How a ship is named in an option: its id, or its place in the group in questions without
    ids."""
    s = b.fleets[side].groups[group].ships[ship]
    return s.id or f"{s.type}{ship + 1}"
