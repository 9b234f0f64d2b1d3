"""Boats that wait while the ships shell who is dug in ashore. The staff lands as soon as it can, among men in their holes."""

from __future__ import annotations

from ..rules.battle.sea import seen_by
from ..state.battle import Colour, Combatant, SeaBattle
from ..state.fighter import SHORE_GUNS

FEW = 9
"""Strength points of troops who wait. Where more land, the first ashore draw fire from the others, and time is short."""


def waiting(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Troops and the boats that carry them, who wait: they are few, men are dug in there as far as anybody sees, ships have
    shells for them, nobody is ashore yet, and it is not too late."""
    if colour != "red" or b.kind == "port" or b.phase != "fight" or b.turn + 1 >= b.retreat_from:
        return ()
    own = [u for u in b.afloat("red") if not u.facility]
    if sum(u.strength for u in own if u.aboard) > FEW:
        return ()
    if any(u.kind and not u.aboard for u in own) or not any(u.ammo > 0 and not u.kind and u.cls != "TR" for u in own):
        return ()
    seen = [b.unit(i) for i in seen_by(b, "red")]
    if seen and not any(e.kind and e.entrenched and e.cls not in SHORE_GUNS for e in seen):
        return ()
    boats = {u.aboard for u in own if u.aboard}
    return tuple(u for u in own if u.aboard or u.id in boats)
