"""The sea round a group in the colours of its danger."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.table.display.position import Clause, DangerSea, SeaChance

from ..advice import sea_danger
from ..state import Group, State
from .prompt import words


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Every hex that a group can enter in this step by day, with the chance to be found or hit there."""
    group = meant(view, side, ids)
    if group is None:
        return DangerSea(note=words().term("no-group"))
    chances = ((now.hex, *sea_danger.met(view, now, mps)) for now, mps in sea_danger.reached(view, group))
    return DangerSea(
        group.id, words().term("met"), Clause(words().term("worst-case"), "32.B"), Clause(words().term("likely-case"), "32.D"),
        tuple(SeaChance(h, 100 * worst, 100 * likely) for h, worst, likely in sorted(chances)), words().term("no-reach"),
    )


def meant(view: State, side: str, ids: Collection[str]) -> Group | None:
    """The group of a side that ids of its forces list name, by itself or by a unit in it."""
    own = (g for _, g in sorted(view.groups.items()) if g.side == side and g.members)
    return next((g for g in own if g.id in ids or any(m in ids for m in g.members)), None)
