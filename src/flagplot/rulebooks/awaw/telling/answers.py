"""What people answer: options in other words."""

from __future__ import annotations

from typing import Any

from flagplot.table import Ask, TextError

from ..map import theatre
from ..rules.combat.choices import Choice
from ..state import State
from ..state.called import find_units
from . import spoken

IN_OTHER_WORDS = {
    "stay": ("remain", "remains", "stays", "remain at sea", "stay at sea", "stay out"),
    "return": (
        "returns", "go home", "goes home", "return home", "returns home", "head home", "sail home", "return to base",
        "return to port", "abort", "turn back",
    ),
    "go on": ("goes on", "continue", "continues", "proceed", "carry on"),
    "western": ("west", "western front"), "eastern": ("east", "eastern front"), "mediterranean": ("mediterranean front", "med"),
}  # fmt: skip
"""Words for options that are not offered in just these words."""


def spelled(view: State, request: Ask[Any], text: str) -> str:
    """An option in other words: in any case, a place by its name or id, a ship by its name."""
    options = [str(o) for o in request.options]
    low = text.casefold()
    low = next((o for o, words in IN_OTHER_WORDS.items() if low in words and o in options), low)
    for o in options:
        if o.casefold() == low or o.replace("-", " ").casefold() == low:
            return o
    try:
        at = theatre.place_id(view, text)
    except TextError:
        at = ""
    if at in options:
        return at
    ships = find_units(view, request.side, text)
    if len(ships) == 1 and ships[0].id in options:
        return ships[0].id
    choices = [o for o in request.options if isinstance(o, Choice)]
    return (spoken.spelled(view, request.kind, choices, text) if choices else "") or text
