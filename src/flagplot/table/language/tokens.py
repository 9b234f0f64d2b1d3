"""Tokens of a text: how a text is split, which spellings count as one word; and regular expressions
compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from flagplot.boards.name_folding import one_vowel, without_accents

from ..core.errors import TextError

PUNCTUATION = frozenset(",;:()>")


TOKENS = r"[^\s,;:()>]+|[,;:()>]"
"""A word or a mark of punctuation. A book puts its own patterns before it (squares with a comma in
them)."""


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
"""Numbers that people write in words."""


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """Return a word without case, accents and umlauts: ``Lützow``, ``Luetzow`` and ``Lutzow`` are
    equal. Ids with figures keep their letters, so that ``AE1`` differs from ``A1``."""
    return one_vowel(without_accents(word))


@lru_cache(1 << 12)
def one_and_many(word: str) -> tuple[str, ...]:
    """Return a folded word with its singular and plural: ``mine`` and ``mines``, ``battery`` and
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
"""Plurals that do not follow from an ending."""


@lru_cache(1 << 12)
def as_of_several(word: str) -> frozenset[str]:
    """Return the plural forms of a folded word: of ``factor`` that is ``factors``. The singular of
    a verb gives its plural: of ``adds`` that is ``add``."""
    return frozenset((*one_and_many(word)[1:], *filter(None, (SEVERAL.get(word),))))


def spellings(words: Sequence[str]) -> list[list[str]]:
    """Return several words in the ways they may be joined: ``base change``, ``base-change``,
    ``basechange``."""
    ways = [list(words)]
    if len(words) > 1 and all(w.isalpha() for w in words):
        ways += [["-".join(words)], ["".join(words)]]
    return ways


LONGEST_TEXT = 4000
"""Most characters of an order or a question, far beyond any sensible one."""


def check_text_length(text: str) -> None:
    """Raise :class:`TextError` for a text longer than :data:`LONGEST_TEXT`."""
    if len(text) > LONGEST_TEXT:
        raise TextError(
            f"that is {len(text):,} characters long; the limit is {LONGEST_TEXT:,}", LONGEST_TEXT
        )


class LazyRegex:
    """A regular expression, compiled at first use from its text and flags; :meth:`match` and
    :meth:`fullmatch` are those of :class:`re.Pattern`."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self.text = text
        self.flags = flags

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression."""
        return re.compile(self.text, self.flags)

    def match(self, line: str) -> re.Match[str] | None:
        """Return the match at the start of *line*."""
        return self.pattern.match(line)

    def fullmatch(self, line: str) -> re.Match[str] | None:
        """Return the match of the whole *line*."""
        return self.pattern.fullmatch(line)
