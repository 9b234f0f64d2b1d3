"""What a side alone learns of."""

from __future__ import annotations

from flagplot.table.language.event_sentences import OWNER, Audience, Told

from ..nouns import Side


class Own(Told, frozen=True):
    """An event that only its side learns of."""

    audience = Audience(OWNER)
    side: Side
