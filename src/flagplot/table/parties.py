"""What the sides of the war are called in a sentence: for the ``call`` and ``plural`` of a book's noun of sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .sentences import capital

CALLED = {"Axis": "the Axis", "Allied": "the Allies"}


class Party(msgspec.Struct, frozen=True):
    """What a side is called in a sentence (``the Allies``), and whether it is spoken of as several."""

    name: str
    several: bool


def parties(sides: Iterable[str]) -> dict[str, Party]:
    """What each of the sides is called."""
    return {s: Party(called(None, s), several(None, s)) for s in sides}


def called(view: Any, side: str) -> str:
    """``the Axis`` or ``the Allies``."""
    return CALLED.get(side, side)


def begun(side: str, one: str, many: str) -> str:
    """A sentence begun with a side and what it does: ``The Axis waits``, ``The Allies wait``."""
    return capital(f"{called(None, side)} {many if several(None, side) else one}")


def several(view: Any, side: str) -> bool:
    """Whether a side is spoken of as several."""
    return side == "Allied"
