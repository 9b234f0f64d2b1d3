"""The two lines of a battle as a side sees them: what stands on the map, the strongest first, then what is sunk."""

from __future__ import annotations

from flagplot.table.display.battle import BattleLines, ShipLine

from ..map.ocean import hex_text
from ..nouns.names import SILHOUETTE, class_said, name
from ..rules.battle.sea import gun_range
from ..state import State
from ..state.battle import Combatant


def lines(view: State, side: str) -> BattleLines | None:
    """The lines of the battle that is being fought; ``None`` when there is none, or the side has no part in it."""
    b = view.battle
    if b is None or side not in (b.red, b.blue):
        return None
    mine = tuple(_line(u, own=True) for u in sorted(b.units, key=_rank) if u.side == side and not u.left)
    his = tuple(_line(u, own=False) for u in sorted(b.units, key=_rank) if u.side != side and not u.left)
    return BattleLines(name(view, b.where), mine, his, min(b.turn, b.turns), b.turns, "", "point", "turn", True)


def _rank(u: Combatant) -> tuple[bool, bool, float, str]:
    return not u.alive, u.at is None, -u.strength * u.ratings.price, u.id


def _line(u: Combatant, *, own: bool) -> ShipLine:
    """One unit with the strength points it has lost."""
    words = [class_said(u.cls), *([f"at {hex_text(u.at)}"] if u.alive and u.at is not None else [])]
    if u.alive and u.at is None:
        words.append("aboard" if u.aboard else "not on the map")
    if own and u.alive and u.at is not None:
        words.append(f"fires {gun_range(u)}, {u.ammo} left" if u.ammo else "out of ammunition")
    state = ("lost",) if not u.alive else ("damaged",) if u.strength < u.full else ()
    return ShipLine(u.name, SILHOUETTE.get(u.cls, "air"), u.full, u.full - u.strength, ", ".join(words), state, u.id)
