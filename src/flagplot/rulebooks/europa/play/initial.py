"""The initial phase of a player-turn: mines are swept without ships, by right and by naval superiority."""

from __future__ import annotations

from collections import Counter

from flagplot.table import Ask, Roll, Table, clause, facts

from .. import events as ev
from ..rules.combat import gunnery
from ..rules.special import mines
from ..state import Campaign

NO_MORE = "no more"


async def initial_phase(t: Table[Campaign]) -> None:
    """What a side does before it moves."""
    clear_mines(t)
    await sweep_zones(t)


def clear_mines(t: Table[Campaign]) -> None:
    """Enemy mines that nobody defends any more leave the map."""
    side = t.state.phasing
    for hex in mines.cleared(t.state, side):
        t.record(ev.MinesCleared("36.C.3", side, hex, t.state.mines[hex][1]))


@clause("36.C.3.s10", "36.C.3.s11")
async def sweep_zones(t: Table[Campaign]) -> None:
    """Mine points in danger zones of one's own are swept, one roll each, as long as the side wants and owes nothing for it."""
    side = t.state.phasing
    great: Counter[str] = Counter()
    while belts := mines.sweepable(t.state, side):
        hex = await Ask(side, (NO_MORE, *belts), "36.C.3.s08", "zone-sweep", facts(belts=" ".join(belts)))
        if hex == NO_MORE:
            return
        plus = mines.sweeping_modifier(t.state, side, hex, great[hex])
        result = await Roll(gunnery.success(t.state.rulings, plus), "36.C.3.s10", "zone-sweep", gunnery.SUCCESS,
                            facts(hex=hex, modifier=plus, side=side))
        swept, cost = mines.sweeping_result(result)
        great[hex] += result == "S*"
        t.record(ev.ZoneSwept("36.C.3.s10", side, hex, result, plus, swept, cost))
