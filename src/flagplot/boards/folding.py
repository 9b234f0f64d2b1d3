"""Names as they are compared: without case and accents; umlauts written either way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_SPELLED = str.maketrans({"ø": "o", "æ": "ae", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "’": "'"})


def fold(text: str) -> str:
    """A name without case, accents, and more than single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SPELLED))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(letters.replace("-", " ").replace("_", " ").replace(".", " ").split())


@lru_cache(1 << 14)
def umlauts(text: str) -> str:
    """A folded name in which ``Swinemünde``, ``Swinemuende`` and ``Swinemunde`` are one, and ``Ålborg`` and ``Aalborg``."""
    return re.sub(r"([aou])e|aa", lambda m: m[1] or "a", fold(text))


def by_umlauts(names: Mapping[str, T]) -> dict[str, T]:
    """What names stand for by :func:`umlauts`; left out where they stand for several things."""
    found: dict[str, T] = {}
    doubtful: set[str] = set()
    for name, thing in names.items():
        key = umlauts(name)
        if found.setdefault(key, thing) != thing:
            doubtful.add(key)
    return {key: thing for key, thing in found.items() if key not in doubtful}
