"""What taking back needs, judged only from what the side that asks has seen, so that the answer tells it nothing.

A side takes back alone what nobody else had to answer and what it learned nothing from. It needs the others' consent once it
has seen dice, something revealed or another's open answer since, and once the game waits, or has waited, for others alone:
whether they have answered yet is their own affair. Where several sides answer at once, in secret, each takes its own answers
back alone; what the others gave meanwhile stands (:meth:`flagplot.table.game.Game.undo` gives it again for them).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from .entries import Entry

DICE = "dice were rolled since"
REVEALED = "something was revealed since"


class Since(msgspec.Struct, frozen=True):
    """What has happened since the answer to take back: ``why`` consent is needed, empty when it is not; ``learned`` when the
    side has seen dice or a revelation, after which a computer admiral does not consent."""

    why: str = ""
    learned: bool = False


def since(seen: Iterable[Entry], side: str, waited_for: Sequence[str]) -> Since:
    """Judge the entries that *side* has *seen* and that still stand, from the answer it takes back on. *waited_for* names the
    sides the game has waited for alone since then."""
    answered = ""
    revealed = False
    for entry in seen:
        if entry.kind == "roll":
            return Since(DICE, True)
        if entry.kind == "input" and entry.side != side:
            answered = answered or f"{entry.side} has answered since"
        elif entry.kind == "event" and getattr(entry.event, "reveals", False):
            revealed = True
    if revealed:
        return Since(REVEALED, True)
    if waited_for and not answered:
        answered = f"{' and '.join(waited_for)} had to answer since"
    return Since(answered)


def still_standing(seen: Iterable[Entry]) -> list[Entry]:
    """The entries of the course of the game in a side's log that still stand: not those taken back."""
    kept: list[Entry] = []
    for entry in seen:
        if entry.kind == "undo":
            if entry.act == "done":
                kept = [e for e in kept if e.n < entry.to]
        elif entry.kind in ("input", "roll", "event"):
            kept.append(entry)
    return kept
