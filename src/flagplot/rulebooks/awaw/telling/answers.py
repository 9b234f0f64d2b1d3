"""What people answer: options in other words."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flagplot.table import Ask, TextError

from ..map import theatre
from ..nouns import UNIT, L
from ..rules.combat.choices import Choice
from ..state import State
from . import spoken
from .wording import words


def spelled(view: State, request: Ask[Any], text: str) -> str:
    """An option in other words: in any case, a place by its name or id, a ship of either side by its name."""
    options = [str(o) for o in request.options]
    said = words().answer(request.kind, text, options)
    for o in options:
        if said in (o, o.replace("-", " ")):
            return o
    with suppress(TextError):
        if (at := theatre.place_id(view, text)) in options:
            return at
    for side in (request.side, view.enemy(request.side)):
        with suppress(TextError):
            if (ship := L.read(UNIT, text, view, side)) in options:
                return str(ship)
    choices = [o for o in request.options if isinstance(o, Choice)]
    return (spoken.spelled(view, request.kind, choices, text) if choices else "") or text
