"""Words for answers: options that players write in other words."""

from __future__ import annotations

from typing import Any

from flagplot.table import Ask, TextError

from .. import nouns
from ..nouns import L
from ..rules.special import mines
from ..state import State
from ..state.units import is_warship
from .prompt import words


def normalize_option(view: State, request: Ask[Any], text: str) -> str:
    """Return the option that a player meant, by the words of the words file or the name of a unit
    or place; else *text* itself."""
    options = [str(o) for o in request.options]
    said = words().answer(request.kind, text, options)
    if said not in options:
        said = by_kind(view, request, said)
    if said in options:
        return said
    for noun in (nouns.ANY_UNIT, nouns.PLACE):
        try:
            meant = L.read(noun, text, view, request.side)
        except TextError:
            continue
        if meant in options:
            return str(meant)
    return said


def by_kind(view: State, request: Ask[Any], said: str) -> str:
    """Return the option that a description means: the ``strongest`` or ``weakest`` unit or the
    strongest ``transport`` among targets, the belt that is easiest to ``sweep``. Return *said* for
    other words."""
    if request.kind == "zone-sweep" and said in ("sweep", "yes"):
        belts = [str(o) for o in request.options if o != mines.NO_MORE]
        return max(belts, key=lambda hex: mines.sweeping_modifier(view, request.side, hex))
    if request.kind in ("torpedo", "coast-fire") and said in ("strongest", "weakest", "transport"):
        units = {
            str(o): view.units[id]
            for o in request.options
            if (id := str(o).removeprefix("fire at ")) in view.units
        }
        ranked = sorted(units, key=lambda o: (units[o].strength, o))
        if said == "transport":
            ranked = [o for o in ranked if not is_warship(units[o])]
        return (ranked[0] if said == "weakest" else ranked[-1]) if ranked else said
    return said
