"""The lines that a case of this book may use, for its position and for what must follow. See
docs/casebook-europa.md."""

from __future__ import annotations

from ..nouns import AIR, BASE, GROUP, PLACE
from ..state import State
from . import facts, fleets, positions, seas, shore, units
from .nouns import SIDE, lines


def knows(state: State, text: str) -> bool:
    """Return True when a word names something that a line may name: a side, a group, a unit, cargo,
    an air unit, an airbase, a hex or place."""
    return lines.knows(text, state, SIDE, GROUP, AIR, BASE, PLACE)


__all__ = ["lines"]
