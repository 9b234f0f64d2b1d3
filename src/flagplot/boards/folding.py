"""Names as they are compared: without case and accents; umlauts written either way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_SPELLED = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "’": "'"})
_TWO_LETTERS = re.compile(r"([aou])e|aa")


def plain(text: str) -> str:
    """A text without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_SPELLED))
    return "".join(c for c in apart if not unicodedata.combining(c))


def fold(text: str) -> str:
    """A name without case, accents, and more than single spaces."""
    return " ".join(plain(text).replace("-", " ").replace("_", " ").replace(".", " ").split())


def one_vowel(word: str) -> str:
    """A plain word in which an umlaut written as two letters is one: ``luetzow`` is ``lutzow``, ``aalborg`` ``alborg``. Ids with
    figures and short words keep theirs: ``ae1`` is not ``a1``, nor ``gcaa`` ``gca``."""
    if len(word) < 3 or any(c.isdecimal() for c in word):
        return word
    return _TWO_LETTERS.sub(lambda m: m[1] or ("a" if len(word) > 4 else "aa"), word)


@lru_cache(1 << 14)
def umlauts(text: str) -> str:
    """A folded name in which ``Swinemünde``, ``Swinemuende`` and ``Swinemunde`` are one, and ``Ålborg`` and ``Aalborg``."""
    return " ".join(one_vowel(word) for word in fold(text).split())


def by_umlauts(names: Mapping[str, T]) -> dict[str, T]:
    """What names stand for by :func:`umlauts`; left out where they stand for several things."""
    found: dict[str, T] = {}
    doubtful: set[str] = set()
    for name, thing in names.items():
        key = umlauts(name)
        if found.setdefault(key, thing) != thing:
            doubtful.add(key)
    return {key: thing for key, thing in found.items() if key not in doubtful}
