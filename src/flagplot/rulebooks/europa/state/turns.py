"""Turns of half a month, like ``Aug I 42``."""

from __future__ import annotations

import re
from functools import lru_cache

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


_TURN = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (I{1,2}) (?:19)?(\d\d)")


_DATE = re.compile(r"([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}),? (?:19)?(\d\d)")


def printed_turn(text: str) -> str:
    """Return a turn in its printed form. Read ``Aug I 1942``, ``August I 42``, and the date ``Jul 1
    44``.

    Raises ``ValueError`` for any other text.
    """
    m = _TURN.fullmatch(text.strip())
    if m and m[1] in MONTHS:
        return f"{m[1]} {m[2]} {m[3]}"
    m = _DATE.fullmatch(text.strip())
    if m and m[1] in MONTHS:
        return f"{m[1]} {'I' if int(m[2]) < 16 else 'II'} {m[3]}"
    raise ValueError(f"{text!r} is no turn like Aug I 42")


@lru_cache(256)
def turn_order(turn_text: str) -> tuple[int, int, int]:
    """Return a turn as a tuple that can be compared: year, month, half."""
    month, half, year = printed_turn(turn_text).split(" ")
    return 1900 + int(year), MONTHS.index(month), len(half)


def next_turn(turn_text: str) -> str:
    """Return the next turn."""
    year, month, half = turn_order(turn_text)
    if half == 1:
        return f"{MONTHS[month]} II {year - 1900:02}"
    month += 1
    return f"{MONTHS[month % 12]} I {year + month // 12 - 1900:02}"
