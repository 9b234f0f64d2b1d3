"""After a player-turn: one division inland of the other side marches, or counter-attacks what has landed."""

from __future__ import annotations

from itertools import count

from flagplot.table import Command, Roll, Table, facts

from .. import events as ev
from ..orders import CounterAttack, March, Pass
from ..rules.combat import gunnery
from ..rules.registry import carries
from ..rules.special import inland, landing
from ..state import State
from .falls import scuttle
from .landing import take


async def divisions_move(t: Table[State]) -> None:
    """The side that is not phasing moves one of its divisions, or none."""
    side = t.state.other(t.state.phasing)
    if not inland.able(t.state, side):
        return
    order = await Command(side, inland.HOUSE, "inland")
    if not isinstance(order, Pass):
        await carries[type(order)](t, order)


@carries(March)
async def march(t: Table[State], o: March) -> None:
    """A division marches."""
    t.record(ev.Marched(inland.HOUSE, t.state.divisions[o.division].side, o.division, o.hex))


@carries(CounterAttack)
async def counter(t: Table[State], o: CounterAttack) -> None:
    """A counter-attack: a failure or better throws half of the landed REs back to sea, where craft in the hex take them; what
    finds none is lost. With the last of them the hex is lost, and ships in its port get out."""
    s = t.state
    d = s.divisions[o.division]
    side, foe = d.side, s.other(d.side)
    plus = inland.modifier(s, d, o.hex)
    result = await Roll(gunnery.success(s.rulings, plus), inland.HOUSE, "counter-attack", gunnery.SUCCESS,
                        facts(hex=o.hex, modifier=plus, side=side))
    back = landing.losses(landing.ashore(s, foe, o.hex), 2) if result in inland.THROWS else ()
    t.record(ev.CounterAttacked(inland.HOUSE, side, d.id, inland.start_line(s, d, o.hex), o.hex, result, plus,
                                embarked(s, foe, o.hex, back)))
    if not landing.ashore(t.state, foe, o.hex):
        take(t, side, o.hex)
        await scuttle(t, o.hex, side, 0)


def embarked(s: State, side: str, hex: str, back: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int, str, str], ...]:
    """Who takes the REs thrown back: the craft at sea in the hex as far as they have room, the rest nobody."""
    rooms = {u.id: n for u, n in landing.berths(s, side, hex)}
    names = (f"RE-{k}" for k in count(1) if f"RE-{k}" not in s.cargo)
    found: list[tuple[str, int, str, str]] = []
    for cargo, left in back:
        for unit in rooms:
            n = min(left, rooms[unit])
            if n:
                found.append((cargo, n, unit, next(names)))
                rooms[unit], left = rooms[unit] - n, left - n
        if left:
            found.append((cargo, left, "", ""))
    return tuple(found)
