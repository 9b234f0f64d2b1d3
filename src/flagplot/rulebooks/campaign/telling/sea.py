"""The sea round a force in the colours of its danger."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.table.display.position import Clause, DangerSea, SeaChance
from flagplot.table.language.sentences import few

from ..advice import sea_danger
from ..nouns.names import words
from ..state import Ship, State


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Every square that the ships named can patrol: whether the enemy can find and meet them there is certain once it is known
    where he lies, so the chances are 0 or 100."""
    ships = meant(view, side, ids)
    if not ships:
        return DangerSea(note=words().term("no-ships"))
    flotilla = all(s.submarine for s in ships)
    reach = sea_danger.reachable(view, side, ships) if view.battle is None else ()
    worst, likely = sea_danger.worst(view, side, flotilla), sea_danger.likely(view, side, flotilla)
    return DangerSea(
        few([s.name for s in ships], 3), words().term("danger"),
        Clause(words().term("worst-case"), "6.4.3"), Clause(words().term("likely-case"), "6.4.2"),
        tuple(SeaChance(p, 100.0 * (p in worst), 100.0 * (p in likely)) for p in reach),
        words().term("no-reach"),
    )


def meant(view: State, side: str, ids: Collection[str]) -> tuple[Ship, ...]:
    """The ships of a side that ids of its forces list name: ships, missions, or all that can sail from a port."""
    sailing = {u for m in view.missions.values() if m.side == side and m.id in ids for u in m.units}
    named = [s for s in view.side_ships(side) if s.id in ids or s.id in sailing]
    lying = [s for s in view.side_ships(side) if s.base in ids and not (s.mission or s.fixed or s.damaged)]
    return tuple(named or lying)
