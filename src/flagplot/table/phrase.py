"""A line of text as a pattern that is compiled when it is first matched: a book has hundreds, and most games read few."""

from __future__ import annotations

import re
from functools import cached_property

from .core.errors import TextError

LONGEST_TEXT = 4000
"""Letters of an order or a question, far beyond any that says something."""


def short_enough(text: str) -> None:
    """Raise :class:`TextError` for a text nobody should have to read."""
    if len(text) > LONGEST_TEXT:
        raise TextError(f"that is {len(text):,} letters long; {LONGEST_TEXT:,} are read at most", LONGEST_TEXT)


class Phrase:
    """A regular expression by its text and flags; :meth:`match` and :meth:`fullmatch` are those of :class:`re.Pattern`."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self.text = text
        self.flags = flags

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression."""
        return re.compile(self.text, self.flags)

    def match(self, line: str) -> re.Match[str] | None:
        """The match at the start of *line*."""
        return self.pattern.match(line)

    def fullmatch(self, line: str) -> re.Match[str] | None:
        """The match of the whole *line*."""
        return self.pattern.fullmatch(line)
