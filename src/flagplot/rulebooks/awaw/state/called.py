"""Units and task forces by what people call them: ids, names, names without the nation, ``TF 1``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flagplot.boards.folding import by_umlauts, umlauts
from flagplot.table.latest import lasting
from flagplot.table.phrase import Phrase
from flagplot.table.words import join

from . import COUNTED, State, Unit, roster

TASK_FORCE = Phrase(r"(?:a\s+)?(?:tf|task force)\s*-?\s*([\w+.'-]+)", re.IGNORECASE)


def tf_name(text: str) -> str:
    """``TF1`` from ``tf 1``, ``TF-1``, ``task force 1``; an empty string when it is none."""
    m = TASK_FORCE.fullmatch(text.strip())
    return f"TF{m[1]}" if m else ""


def group_of(state: State, side: str, name: str) -> str:
    """The id of a task force of a side by name, or an empty string."""
    key = f"{side}:{name}"
    return next((g for g in state.groups if g.casefold() == key.casefold()), "")


def find_units(state: State, side: str, text: str) -> tuple[Unit, ...]:
    """Units of a side by id or name (any case); ids first, then names, then names without the nation."""
    wanted = " ".join(text.split()).casefold()
    known = called(state)
    for u in _of(side, known.ids.get(wanted, ())):
        return (u,)
    named = _of(side, known.names.get(wanted, ()))
    live = [u for u in named if u.present]
    if named:
        ships = [u for u in live or named if u.kind == "ship"]
        return tuple(ships or live or named)
    short = _of(side, known.short.get(wanted.replace("-", " "), ()))
    if not short and wanted.partition(" ")[0] in TITLES:
        return find_units(state, side, wanted.partition(" ")[2])
    if not short and (spelled := known.umlauts.get(umlauts(wanted))) is not None:
        return tuple(_of(side, [spelled]))
    ships = [u for u in short if u.kind == "ship"]
    return tuple(ships or short)


TITLES = frozenset({"the", "hms", "uss", "hmas", "hmcs", "kms", "ijn", "ijns", "rn", "rm"})
"""What may stand before the name of a ship."""


def _of(side: str, units: Sequence[Unit]) -> list[Unit]:
    """Those of a side; all of them when none is given."""
    return [u for u in units if not side or u.side == side]


Called = dict[str, list[Unit]]
"""What units may be called, in small letters -> the units, in the order of the position."""


class Calls(NamedTuple):
    """Units by id, by name, and by id without nation and kind; what they may be called by the way umlauts may be written."""

    ids: Called
    names: Called
    short: Called
    umlauts: dict[str, Unit]


@lasting(roster)
def called(state: State) -> Calls:
    """The units of a position by what they may be called."""
    found = Calls({}, {}, {}, {})
    for u in state.units.values():
        low = u.id.casefold()
        found.ids.setdefault(low, []).append(u)
        found.names.setdefault(u.name.casefold(), []).append(u)
        found.short.setdefault(low.split("-", 2)[-1].replace("-", " "), []).append(u)
    every = {**found.short, **found.names, **found.ids}
    found.umlauts.update(by_umlauts({name: units[0] for name, units in every.items()}))
    return found


def plural(n: int | float, word: str, many: str = "") -> str:
    """``1 factor``, ``2 factors``, ``0.5 points``."""
    number = f"{n:g}"
    return f"{number} {word}" if n == 1 else f"{number} {many or word + 's'}"


def listed(words: Sequence[str]) -> str:
    """``A, B and C``."""
    return join(words) if words else "nobody"


def several(units: Iterable[Unit], most: int = 6) -> str:
    """``Scharnhorst, Gneisenau and 3 factors of Weser destroyers``."""
    words = []
    for u in units:
        if u.kind == "ship" and u.type in COUNTED:
            words.append(f"{plural(u.factors, 'factor')} of {u.name}")
        else:
            words.append(u.name)
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return listed(words)


def names(view: State, ids: Iterable[str]) -> str:
    """Several units by name; what cannot be seen is ships."""
    known = [view.units[i] for i in ids if i in view.units]
    return several(known) if known else "ships"
