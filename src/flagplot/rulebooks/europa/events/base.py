"""Base classes of all events: their clause and their audience."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from flagplot.table.language.event_sentences import NOBODY, Audience, AudienceEvent

from ..nouns import Side


class Happening(AudienceEvent, frozen=True):
    """The base of all events: the clause on which an event rests. Both sides see the whole event
    unless a class declares another audience."""

    clause: str


class Note(Happening, frozen=True):
    """An event that only the referee sees."""

    audience = Audience(NOBODY)


class Hidden(Happening, frozen=True):
    """An event of one side's group which the enemy does not see when ``secret``. The owner's log
    does not show that mark: whether the enemy knows of its submarines is the enemy's secret."""

    audience = Audience(secret="secret")
    side: Side
    group: str
    secret: bool = False

    def seen_by(self, side: str) -> Any:
        return self.unmarked() if side == self.side else self.audience.shown(self, side)

    def unmarked(self) -> Self:
        """Return the event as the group's owner sees it."""
        return replace(self, secret=False) if self.secret else self
