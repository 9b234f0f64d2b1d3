"""What the sides of the war are called in a sentence: for the ``call`` and ``plural`` of a book's noun of sides."""

from __future__ import annotations

from typing import Any

CALLED = {"Axis": "the Axis", "Allied": "the Allies"}


def called(view: Any, side: str) -> str:
    """``the Axis`` or ``the Allies``."""
    return CALLED.get(side, side)


def several(view: Any, side: str) -> bool:
    """Whether a side is spoken of as several."""
    return side == "Allied"
