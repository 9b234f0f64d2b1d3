"""What the next exchange of fire would bring, as a side can tell from what it sees of the battle."""

from __future__ import annotations

import msgspec

from . import gunnery
from .exchange import NotFactorableError, exchange_odds
from .ships import Battle, Group, active, replace


class Forecast(msgspec.Struct, frozen=True):
    """Factors each side would lose on average in one exchange between the biggest groups that would fight, and the chances
    (0 to 1) that the side asked loses fewer, and more, than the other."""

    mine: float
    his: float
    better: float
    worse: float


def forecast(b: Battle, side: str) -> Forecast | None:
    """The next exchange from the view of *side*; ``None`` when it sees no enemy group to fight, or when ships behind the screen
    keep it from being counted quickly."""
    own = 0 if b.fleets[0].side == side else 1
    groups = []
    for f in b.fleets:
        here = [g for g in f.groups if g.ships and (g.number == 0 or active(g, b.round + 1)) and has_line(b, g)]
        if not here:
            return None
        groups.append(max(here, key=lambda g: sum(s.size for s in g.ships)))
    fleets = tuple(replace(f, groups=(g,), lost=0, hurt=0) for f, g in zip(b.fleets, groups, strict=True))
    try:
        weights, total = exchange_odds(replace(b, fleets=fleets))
    except NotFactorableError:
        return None
    mine = his = better = worse = 0
    for x, w in weights.items():
        a, c = x.lost[own], x.lost[1 - own]
        mine += a * w
        his += c * w
        better += w * (a < c)
        worse += w * (a > c)
    return Forecast(mine / total, his / total, better / total, worse / total)


def has_line(b: Battle, group: Group) -> bool:
    """True for a group with ships that fight, not only ships behind the screen."""
    line = gunnery.lines(b.rulings, group)
    return bool(line.heavy or line.light)
