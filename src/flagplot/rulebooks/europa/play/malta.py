"""Carrying out orders about Malta: bombing and repair."""

from __future__ import annotations

from flagplot.table import Roll, Table, facts
from flagplot.table.specs import Sum

from .. import events as ev
from ..orders import BombPort, BreakSRPs, RepairMalta, UseMalta
from ..rules.registry import carries
from ..rules.special import malta
from ..state import Campaign


@carries(BombPort)
async def bomb(t: Table[Campaign], o: BombPort) -> None:
    """A die for each 10 points of bombing; Malta's status takes no more than the limit in a player-turn."""
    side = t.state.phasing
    each = malta.faces(t.state.rulings)
    hits, hex = 0, o.port or malta.valletta()
    for _ in range(malta.dice(t.state, o.planes)):
        die = await Roll(Sum(1, 6), "36.A.4.a", "bombing", about=facts(hex=hex, side=side))
        hits += each[die - 1]
    hits = min(hits, malta.left_to_bomb(t.state)) if o.at == "status" else hits
    t.record(ev.Bombed("36.A.4.a", side, o.planes, hex, o.at, hits))


@carries(UseMalta)
async def use(t: Table[Campaign], o: UseMalta) -> None:
    """Malta repair points are used."""
    t.record(ev.PointsUsed("36.A.4.b.s02", t.state.phasing, o.points, o.use))


@carries(RepairMalta)
async def repair(t: Table[Campaign], o: RepairMalta) -> None:
    """Supplies are used."""
    t.record(ev.MaltaRepaired("36.A.4.b.s08", t.state.phasing, o.hits, o.means))


@carries(BreakSRPs)
async def break_srps(t: Table[Campaign], o: BreakSRPs) -> None:
    """SRPs become supply points."""
    t.record(ev.Broken("36.A.4.b.s04", t.state.phasing, o.srps))
