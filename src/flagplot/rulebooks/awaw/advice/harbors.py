"""Harbor attacks for admirals: which harbor, and the odds of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flagplot.table import Command, Next, Roll, Table, TextError

from ..map import theatre
from ..orders import HarborAttack
from ..rules import harbor_attack
from ..rules.combat.dice import Column
from ..state import State
from . import air_raids, harbor_odds
from .raiding import Hunt

HARBORS = 6
"""Harbors weighed."""


def attacks(view: State, request: Command) -> Iterator[HarborAttack]:
    """The harbors in which enemy ships are seen, by research or as the initial attack."""
    enemy = view.enemy(request.side)
    seen = sorted(p for p, sides in view.presence.items() if enemy in sides and not theatre.is_box(p))
    for place in seen[:HARBORS]:
        name = theatre.name_of(view, place)
        yield HarborAttack(name, "submarines")
        if harbor_attack.initial(view, request.side):
            yield HarborAttack(name, "submarines", (harbor_attack.INITIAL,))


def rate_attack(view: State, request: Command, order: HarborAttack) -> float:
    """An attack costs nothing but itself, so what it sinks and damages; ships that are not seen lie where they are at home."""
    return air_raids.gain(view, harbor_odds.announced(view, request.side, order)) + 0.1 * bool(order.claims)


async def hits(t: Table[Hunt]) -> str:
    """How many ships are hit."""
    n: int = await Roll(Column(t.state.column), "21.443D", "harbor-attack", "awaw.harbor-attack")
    return str(n)


def ask_hits(view: State, side: str, text: str) -> tuple[Next, Any]:
    """Ships hit with a modifier."""
    m = re.fullmatch(r"modifier (-?\d)", text)
    if m is None:
        raise TextError("write the modifier", 0, ("modifier 1",))
    return Next(hits), Hunt(view.rulings, 0, harbor_attack.column(view.rulings, int(m[1])))
