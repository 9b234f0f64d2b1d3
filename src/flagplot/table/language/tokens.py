"""The words of a text: how a text is cut, which spellings count as one word, and regular
expressions compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from flagplot.boards.name_folding import one_vowel, plain

from ..core.errors import TextError

PUNCTUATION = frozenset(",;:()>")


TOKENS = r"[^\s,;:()>]+|[,;:()>]"
"""A word or a mark of punctuation; a book puts patterns of its own before it (squares with a comma
in them)."""


NUMBERS = {
    "one": 1,
    "both": 2,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
"""Numbers people write in words."""


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """A word without case, accents and umlauts: ``Lützow``, ``Luetzow`` and ``Lutzow`` are one. Ids
    with figures keep their letters, so that ``AE1`` is not ``A1``."""
    return one_vowel(plain(word))


@lru_cache(1 << 12)
def one_and_many(word: str) -> tuple[str, ...]:
    """A folded word as one and as several: ``mine`` and ``mines``, ``battery`` and
    ``batteries``."""
    if len(word) < 2 or not word[-1].isalpha():
        return (word,)
    out = [word, f"{word}s"]
    if len(word) < 3:
        return tuple(out)
    if word.endswith(("s", "x", "ch", "sh")):
        out.append(f"{word}es")
    if word.endswith("y"):
        out.append(f"{word[:-1]}ies")
    if word.endswith("ies"):
        out.append(f"{word[:-3]}y")
    elif word.endswith("es") and word[:-2].endswith(("s", "x", "ch", "sh")):
        out.append(word[:-2])
    elif word.endswith("s") and not word.endswith("ss"):
        out.append(word[:-1])
    return tuple(out)


SEVERAL = {"die": "dice"}
"""Plurals that no ending makes."""


@lru_cache(1 << 12)
def as_of_several(word: str) -> frozenset[str]:
    """Return a folded word said of one as it is said of several: of ``factor`` that is ``factors``,
    of ``adds`` ``add``."""
    return frozenset((*one_and_many(word)[1:], *filter(None, (SEVERAL.get(word),))))


def spellings(words: Sequence[str]) -> list[list[str]]:
    """Several words as they may be joined: ``base change``, ``base-change``, ``basechange``."""
    ways = [list(words)]
    if len(words) > 1 and all(w.isalpha() for w in words):
        ways += [["-".join(words)], ["".join(words)]]
    return ways


LONGEST_TEXT = 4000
"""Letters of an order or a question, far beyond any that says something."""


def check_text_length(text: str) -> None:
    """Raise :class:`TextError` for a text nobody should have to read."""
    if len(text) > LONGEST_TEXT:
        raise TextError(
            f"that is {len(text):,} letters long; {LONGEST_TEXT:,} are read at most", LONGEST_TEXT
        )


class LazyRegex:
    """A regular expression by its text and flags; :meth:`match` and :meth:`fullmatch` are those of
    :class:`re.Pattern`."""

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
