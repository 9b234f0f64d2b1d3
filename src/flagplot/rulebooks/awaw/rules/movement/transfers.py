"""How much may change base in a player turn, and between which places, where a scenario limits it."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, facts

from ...map import theatre
from ...orders import Move
from ...scenarios.cards import Transfers, card
from ...state import State, Unit, factors
from ..forces import selected


def rule(view: State, side: str) -> Transfers | None:
    """The limit a side has in this scenario, if any."""
    found = card(view.scenario, view.start).transfers if view.scenario else None
    return found if found is not None and found.side == side else None


def moved(view: State, limit: Transfers) -> list[Unit]:
    """Ships that have changed base this player turn, or are announced to."""
    leaving = {i for f in view.forces.values() if f.side == limit.side and f.mission == "base-change" for i in f.units}
    return [u for u in view.ships(limit.side) if u.nation == limit.nation and (u.base != u.base_turn or u.id in leaving)]


def refusals(view: State, side: str, moves: Sequence[Move], cite: str) -> list[Refusal]:
    """Why ships may not change base so: places that are none of the scenario's, slow ships for the box, too many factors."""
    limit = rule(view, side)
    if limit is None:
        return []
    c = card(view.scenario, view.start)
    places = {c.place(name).hex for name in limit.places}
    convoys = c.convoy.ships if c.convoy is not None else ()
    ships = [(u, theatre.place_id(view, m.to)) for m in moves for u in selected(view, side, m.units) if u.nation == limit.nation]
    out = []
    strays = [u.id for u, goal in ships if goal not in places or u.base not in places]
    if strays:
        about = facts(nation=limit.nation, places=", ".join(limit.places))
        out.append(Refusal(cite, "transfer-places", tuple(strays), about, (Remedy("other-goal"),)))
    slow = [u.id for u, goal in ships if theatre.is_sw_box(goal) and not (u.fast or u.type == "CA" or u.id in convoys)]
    if slow:
        out.append(Refusal(cite, "transfer-box", tuple(slow), (), (Remedy("leave-behind"),)))
    before = {u.id for u in moved(view, limit)}
    total = factors(moved(view, limit)) + factors(u for u, _ in ships if u.id not in before)
    if total > limit.factors:
        about = facts(nation=limit.nation, limit=limit.factors, factors=total)
        out.append(Refusal(cite, "transfer-limit", tuple(u.id for u, _ in ships), about, (Remedy("smaller-force"),)))
    return out
