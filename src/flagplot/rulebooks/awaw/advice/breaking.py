"""What a landing may bring beyond its beach: armour that is held back, and drives on when the first wave breaks through."""

from __future__ import annotations

from ..map import theatre
from ..map.ports import side_holding
from ..orders import Mission
from ..rules.forces import selected
from ..rules.invasion.exploit import reach
from ..rules.invasion.forecast import coming
from ..rules.invasion.ground import ctl, defenders
from ..scenarios import cards
from ..state import Assault, State
from .landing_worth import taken

SURE = 0.8
"""How sure it is that armour breaks through where its hex is taken."""


def beyond(view: State, side: str, order: Mission) -> float:
    """Points that armour aboard, which a landing does not need on the beach, takes behind it on average."""
    troops, goal = selected(view, side, order.cargo), theatre.place_id(view, order.to)
    armor = sorted((u for u in troops if u.type == "ARM"), key=lambda u: (-u.factors, u.id))
    goals = inland(view, side)
    if order.kind != "invade" or len(armor) < 2 or not goals or ctl(view, armor[0]) < 1:
        return 0.0
    reserve = armor[-1]
    ways = reach(view, Assault(goal, side), reserve)
    prize = max((p for h, p in goals.items() if h in ways and not defenders(view, side, h)), default=0.0)
    if not prize:
        return 0.0
    had, waiting = coming(view, side, goal)
    first = (*waiting, *(u for u in troops if u.id != reserve.id))
    return SURE * prize * taken(view, side, goal, (*had, *selected(view, side, order.units)), first)


def inland(view: State, side: str) -> dict[str, float]:
    """Places that count for a side only where it comes to them out of a landing, with their points."""
    if not view.scenario:
        return {}
    card, now = cards.card(view.scenario, view.start), f"{view.mover} {view.season} {view.year}"
    rules = [x for x in card.score.taken if x.how and x.when == now and view.mover == side]
    found = {card.place(name).hex: x.each for x in rules for name in x.places}
    return {h: p for h, p in found.items() if side_holding(view, h) != side}
