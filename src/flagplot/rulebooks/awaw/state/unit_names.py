"""Names of units and task forces (ids, names, names without the nation, ``TF 1``), and free ids for
forces and detachments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

from flagplot.table.core.opaque_ids import opaque_numbers
from flagplot.table.language.sentences import count_text, join_with_and
from flagplot.table.language.tokens import LazyRegex

from . import AIR_TYPES, COUNTED, GROUND_TYPES, State, Unit

TASK_FORCE = LazyRegex(r"(?:a\s+)?(?:tf|task force)\s*-?\s*([\w+.'-]+)", re.IGNORECASE)


def tf_name(text: str) -> str:
    """Return ``TF1`` for ``tf 1``, ``TF-1`` or ``task force 1``; an empty string for other text."""
    m = TASK_FORCE.fullmatch(text.strip())
    return f"TF{m[1]}" if m else ""


def group_of(state: State, side: str, name: str) -> str:
    """Return the id of a side's task force by name, or an empty string."""
    key = f"{side}:{name}"
    return next((g for g in state.groups if g.casefold() == key.casefold()), "")


TITLES = frozenset({"the", "hms", "uss", "hmas", "hmcs", "kms", "ijn", "ijns", "rn", "rm"})
"""Words that may stand before the name of a ship."""


def list_text(words: Sequence[str]) -> str:
    """Return words as a list in prose: ``A, B and C``; ``nobody`` when empty."""
    return join_with_and(words) if words else "nobody"


def units_text(units: Iterable[Unit], most: int = 6) -> str:
    """Return units in prose: ``Scharnhorst, Gneisenau and 3 factors of Weser destroyers``. At most
    *most* parts are named."""
    words = []
    for u in units:
        if u.kind == "ship" and u.type in COUNTED:
            words.append(f"{count_text(u.factors, 'factor')} of {u.name}")
        else:
            words.append(u.name)
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return list_text(words)


def names_text(view: State, ids: Iterable[str]) -> str:
    """Return units by name in prose. When none of them is visible, return "ships", "troops" or
    "aircraft"."""
    ids = tuple(ids)
    known = [view.units[i] for i in ids if i in view.units]
    return units_text(known) if known else unseen_text(ids)


def unseen_text(ids: Sequence[str]) -> str:
    """Return the kind of units that the view does not see: "troops" or "aircraft" if all their ids
    say so, else "ships"."""
    types = {i.split("-")[1] if i.count("-") else "" for i in ids}
    return (
        "troops"
        if types and types <= GROUND_TYPES
        else "aircraft"
        if types and types <= AIR_TYPES
        else "ships"
    )


def free_force_id(state: State, letter: str) -> str:
    """Return a force id unused in this game: the letter of the activity, or the side, and the next
    number."""
    n = state.serial + 1
    while f"{letter}{n}" in state.forces:
        n += 1
    return f"{letter}{n}"


def free_id(state: State, root: str) -> str:
    """Return an id for a detachment of *root* that no unit has.

    In a game its number comes from the game's secret. The id of one detachment then reveals nothing
    about the number of others.
    """
    drawn = (n + 2 for n in opaque_numbers(state.lots, 998, root)) if state.lots else count(2)
    return next(id for id in (f"{root}/{n}" for n in drawn) if id not in state.units)
