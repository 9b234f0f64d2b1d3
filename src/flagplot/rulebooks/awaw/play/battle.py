"""A battle that a position holds and no force at sea has brought about: it is fought before anything else."""

from __future__ import annotations

from flagplot.table import Table

from ..rules.combat import fighting, submarines
from ..rules.combat.lens import LENS
from ..rules.combat.ships import Battle
from ..state import State


async def fight(t: Table[State]) -> None:
    """A battle that a position sets up is fought before anything else."""
    b: Battle = t.state.battle
    if "submarines" in b.used:
        n = sum(x.size for x in b.fleets[1].groups[0].ships)
        await t.focus(LENS).run(submarines.submarine_attack, 0, n)
    else:
        await t.focus(LENS).run(fighting.battle)


def waiting(s: State) -> bool:
    """True when a position holds a battle that has not been fought (nor is only looked at: ``held``)."""
    return s.battle is not None and not s.battle.over and not s.forces and "held" not in s.battle.used
