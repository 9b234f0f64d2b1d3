"""The words of a text: how they are cut, and what counts as the same word (case, accents, umlauts, plurals)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flagplot.boards.folding import one_vowel, plain

PUNCTUATION = frozenset(",;:()>")
TOKENS = r"[^\s,;:()>]+|[,;:()>]"
"""A word or a mark of punctuation; a book puts patterns of its own before it (squares with a comma in them)."""
NUMBERS = {
    "one": 1, "both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
"""Numbers people write in words."""


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """A word without case, accents and umlauts: ``Lützow``, ``Luetzow`` and ``Lutzow`` are one. Ids with figures keep their
    letters, so that ``AE1`` is not ``A1``."""
    return one_vowel(plain(word))


@lru_cache(1 << 12)
def one_and_many(word: str) -> tuple[str, ...]:
    """A folded word as one and as several: ``mine`` and ``mines``, ``battery`` and ``batteries``."""
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
    """Return a folded word said of one as it is said of several: of ``factor`` that is ``factors``, of ``adds`` ``add``."""
    return frozenset((*one_and_many(word)[1:], *filter(None, (SEVERAL.get(word),))))


def spellings(words: Sequence[str]) -> list[list[str]]:
    """Several words as they may be joined: ``base change``, ``base-change``, ``basechange``."""
    ways = [list(words)]
    if len(words) > 1 and all(w.isalpha() for w in words):
        ways += [["-".join(words)], ["".join(words)]]
    return ways
