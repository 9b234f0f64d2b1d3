"""What all events share, and the events of the clock: phases, naval movement steps, segments."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from flagplot.table.language.event_sentences import NOBODY, Audience, AudienceEvent

from ..nouns import Side


class Happening(AudienceEvent, frozen=True):
    """What all events share: the clause they rest on; everybody sees them whole unless a class
    declares another audience."""

    clause: str


class Note(Happening, frozen=True):
    """A note of the referee's, which nobody sees."""

    audience = Audience(NOBODY)


class Hidden(Happening, frozen=True):
    """An event of one side's group which the enemy does not see when ``secret``. Its owner is not
    told which it is: whether the enemy knows of his submarines is the enemy's secret."""

    audience = Audience(secret="secret")
    side: Side
    group: str
    secret: bool = False

    def seen_by(self, side: str) -> Any:
        return self.unmarked() if side == self.side else self.audience.shown(self, side)

    def unmarked(self) -> Self:
        """Return the event as its owner sees it."""
        return replace(self, secret=False) if self.secret else self
