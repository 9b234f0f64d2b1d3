"""Normal forms of texts: look-alike characters as a keyboard has them; names without case and
accents, umlauts in either spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")


_SPELLED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d"}
)


_ALIKE = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\uff07", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"')
    | dict.fromkeys("\u2190\u27f5", "<")
    | dict.fromkeys("\u2192\u21d2\u279c\u279d\u279e\u2794\u27a1\u27f6\u27f9\uff1e", ">")
    | dict.fromkeys(
        "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        " ",
    )
    | {
        "\uff0c": ",",
        "\uff1a": ":",
        "\uff1b": ";",
        "\uff08": "(",
        "\uff09": ")",
        "\uff1d": "=",
        "\uff1c": "<",
    }
)
"""Characters that look like a keyboard's. Word processors put them in its place."""


_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e01ef]"
)
"""Invisible characters: of no width, soft hyphens, marks of direction and of variants."""


_TWO_LETTERS = re.compile(r"([aou])e|aa")


def normal_characters(text: str) -> str:
    """Return a text as its writer sees it: without invisible characters, and with keyboard
    characters in the place of look-alikes."""
    return text if text.isascii() else _UNSEEN.sub("", text).translate(_ALIKE)


def original_offsets(text: str) -> list[int]:
    """Return the index in *text* of each character of :func:`typed`, and of its end."""
    return [i for i, c in enumerate(text) if not _UNSEEN.match(c)] + [len(text)]


def without_stop(text: str) -> str:
    """Return a text without the full stops, blanks and invisible characters at its end."""
    end = len(text)
    while end and (text[end - 1] == "." or text[end - 1].isspace() or _UNSEEN.match(text[end - 1])):
        end -= 1
    return text[:end]


def without_accents(text: str) -> str:
    """Return a text without case and accents."""
    apart = unicodedata.normalize("NFKD", normal_characters(text).casefold().translate(_SPELLED))
    return "".join(c for c in apart if not unicodedata.combining(c))


def fold(text: str) -> str:
    """Return a name without case and accents, with single spaces."""
    return " ".join(
        without_accents(text).replace("-", " ").replace("_", " ").replace(".", " ").split()
    )


def one_vowel(word: str) -> str:
    """Return a plain word in which two letters for an umlaut are one: ``luetzow`` becomes
    ``lutzow``, ``aalborg`` ``alborg``. Ids with figures and short words are unchanged: ``ae1``
    differs from ``a1``, and ``gcaa`` from ``gca``."""
    if len(word) < 3 or any(c.isdecimal() for c in word):
        return word
    return _TWO_LETTERS.sub(lambda m: m[1] or ("a" if len(word) > 4 else "aa"), word)


@lru_cache(1 << 14)
def fold_umlauts(text: str) -> str:
    """Return a folded name in which ``Swinemünde``, ``Swinemuende`` and ``Swinemunde`` are equal,
    and ``Ålborg`` and ``Aalborg``."""
    return " ".join(one_vowel(word) for word in fold(text).split())


def index_by_umlauts(names: Mapping[str, T]) -> dict[str, T]:
    """Return the values of names by :func:`umlauts`, without keys that would have several
    values."""
    found: dict[str, T] = {}
    doubtful: set[str] = set()
    for name, thing in names.items():
        key = fold_umlauts(name)
        if found.setdefault(key, thing) != thing:
            doubtful.add(key)
    return {key: thing for key, thing in found.items() if key not in doubtful}
