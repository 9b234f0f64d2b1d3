"""What people type: options in other words, and ways to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.table import Ask, Command, TextError

from .. import nouns
from ..map import theatre
from ..orders import grammar
from ..rules.combat.choices import Choice
from ..state import State
from . import spoken

IN_OTHER_WORDS = {
    "stay": ("remain", "remains", "stays", "remain at sea", "stay at sea", "stay out"),
    "return": ("returns", "go home", "goes home", "return to base", "return to port", "abort", "turn back"),
    "go on": ("goes on", "continue", "continues", "proceed", "carry on"),
    "western": ("west", "western front"), "eastern": ("east", "eastern front"), "mediterranean": ("mediterranean front", "med"),
}
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
    ships = nouns.find_units(view, request.side, text)
    if len(ships) == 1 and ships[0].id in options:
        return ships[0].id
    choices = [o for o in request.options if isinstance(o, Choice)]
    return (spoken.spelled(view, request.kind, choices, text) if choices else "") or text


def completions(view: State, request: Command[Any], text: str) -> Iterator[tuple[str, str]]:
    """Ways to go on typing: verbs first, then the side's ships."""
    low = text.casefold()
    if " " not in text.strip():
        for v in grammar.verbs():
            if v.startswith(low):
                yield v + ("" if v in ("done", "pass") else " "), ""
        return
    head, _, last = text.rpartition(" ")
    if last:
        for u in view.ships(request.side):
            if u.id.casefold().startswith(last.casefold()):
                yield f"{head} {u.id}", u.name
