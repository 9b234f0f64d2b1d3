"""The sea round a force in the colours of its danger."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.table.display.position import Clause, DangerSea, SeaChance

from ..advice import sea_danger
from ..rules.patrols.patrol import NO_PATROL
from ..state import State, Unit
from . import naming
from .wording import words


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Every hex in which the ships named can patrol, with the chance that the enemy reaches it; submarines are never met."""
    ships = meant(view, side, ids)
    surface = tuple(u for u in ships if u.type != "SS")
    if not ships:
        return DangerSea(note=words().term("no-ships"))
    if not sea_danger.errand(ships):
        return DangerSea(naming.several(ships, 3), note=words().term("boxed"))
    why = words().term("errand", sea_danger.errand(ships), "")
    who = f"{naming.several(ships, 3)}, {why}" if why else naming.several(ships, 3)
    if not surface:
        return DangerSea(who, note=words().term("unseen"))
    chances = ((h, *sea_danger.met(view, side, surface, h)) for h in sea_danger.reachable(view, side, surface))
    return DangerSea(
        who, words().term("danger"), Clause(words().term("worst-case"), "22.14"), Clause(words().term("likely-case"), "22.13A"),
        tuple(SeaChance(h, 100 * worst, 100 * likely) for h, worst, likely in chances), words().term("no-reach"),
    )


def meant(view: State, side: str, ids: Collection[str]) -> tuple[Unit, ...]:
    """The ships of a side that ids of its forces list name, damaged ones and those that never patrol left out where others are
    named."""
    ports = {i.split(":", 2)[2] for i in ids if i.startswith(f"port:{side}:")}
    named = [u for u in view.ships(side) if u.base and (u.id in ids or u.force in ids or (not u.force and u.base in ports))]
    able = [u for u in named if not u.damaged and u.type not in NO_PATROL]
    return tuple(able or named)
