"""Carrying out orders about Malta: bombing and repair."""

from __future__ import annotations

from flagplot.table import Roll, Table, facts
from flagplot.table.core.roll_specs import Sum

from .. import events as ev
from ..orders import BombPort, BreakSRPs, RepairMalta, UseMalta
from ..rules.registry import carries
from ..rules.special import malta
from ..state import State
from .fire import damage


@carries(BombPort)
async def bomb(t: Table[State], o: BombPort) -> None:
    """A die for each 10 points of bombing; Malta's status takes no more than the limit in a player-turn."""
    side = t.state.phasing
    each = malta.faces(t.state.rulings)
    hits, hex = 0, o.port or malta.valletta()
    for _ in range(malta.dice(t.state, o.planes)):
        die = await Roll(Sum(1, 6), "36.A.4.a", "bombing", about=facts(hex=hex, side=side))
        hits += each[die - 1]
    hits = min(hits, malta.left_to_bomb(t.state)) if o.at == "status" else hits
    t.record(ev.Bombed("36.A.4.a", side, o.planes, hex, o.at, hits))


async def shipping(t: Table[State], id: str, entered: bool) -> tuple[str, ...]:
    """Malta's forces check the transports of a group, one by one; a hit sinks a point with its cargo or turns the transport back
    (house). Returns those that turn back and still float."""
    s = t.state
    group = s.groups[id]
    ships = malta.checked(s, group, entered)
    if not ships:
        return ()
    about = facts(group=id, hex=group.hex, side="Allied")
    struck: list[str] = []
    back: list[str] = []
    for ship in ships:
        if await Roll(malta.shipping_check(s, group), "36.A.1.(d)", "shipping", malta.SHIPPING, about) == malta.STRUCK:
            die = await Roll(Sum(1, 6), "36.A.1.(d)", "shipping-hit", malta.FACTORS, about)
            (struck if die >= malta.factor(s.rulings, malta.SINKS) else back).append(ship.id)
    t.record(ev.ShippingChecked("36.A.1.(d)", id, "Allied", group.hex, len(ships), len(struck), len(back), malta.light(group)))
    for unit in struck:
        damage(t, unit, 1, "36.A.1.(d)")
    return tuple(back)


@carries(UseMalta)
async def use(t: Table[State], o: UseMalta) -> None:
    """Malta repair points are used."""
    t.record(ev.PointsUsed("36.A.4.b.s02", t.state.phasing, o.points, o.use))


@carries(RepairMalta)
async def repair(t: Table[State], o: RepairMalta) -> None:
    """Supplies are used."""
    t.record(ev.MaltaRepaired("36.A.4.b.s08", t.state.phasing, o.hits, o.means))


@carries(BreakSRPs)
async def break_srps(t: Table[State], o: BreakSRPs) -> None:
    """SRPs become supply points."""
    t.record(ev.Broken("36.A.4.b.s04", t.state.phasing, o.srps))
