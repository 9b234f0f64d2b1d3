"""The legality of every order: its phase, its check, and the limits of the scenario.

:func:`view_after` returns the view after an order of the Orders Phase, which is only written down
(6.3).
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from msgspec.structs import replace

from flagplot.table import LEGAL, AskOrder, Refusal, Table, Verdict, clause, facts, refuse
from flagplot.table.assist.rehearse import run_without_chance

from .. import orders as o
from ..nouns import L
from ..state import State
from ..state.battle import SEA
from ..state.territories import territory_at
from .combat.legality import check as check_battle
from .combat.registry import checks as of_battle
from .movement.reach import no_room_at_home
from .registry import carries, checks
from .scenario_limits import patrol_limit
from .trade import kept_in_turn


def view_after(view: State, request: AskOrder, order: Any) -> State | None:
    """Return the view after an order of the Orders Phase; ``None`` in phases in which orders are
    carried out at once."""
    if request.kind != "orders":
        return None
    t: Table[State] = Table(view)
    done = carries[type(order)](t, request.side, order)
    return t.state if not isinstance(done, Awaitable) or run_without_chance(done) else None


@checks(o.Cancel)
def check_cancel(state: State, side: str, order: o.Cancel) -> Verdict:
    """Check that orders may be cancelled: before the side is done, when the ships have room where
    they stay (6.1.2), and when no merchants would then sail before those of a more important source
    (6.4.1.1)."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    at_sea = None if m.status == "ordered" else Refusal("6.1.3.c", "not-at-sea", (m.id,))
    trade = kept_in_turn(state, side, m) if m.merchants else None
    return refuse(at_sea, trade, *no_room_at_home(state, m, [state.ships[u] for u in m.units]))


@clause("6.3.b", "6.1.1.a")
def check(state: State, request: AskOrder, order: Any) -> Verdict:
    """Return the verdict on *order* by *request.side*; *state* is its view. Orders of another phase
    are refused (6.3).

    Raises ``TypeError`` for an object that is not an order of this book.
    """
    side, now = request.side, request.kind
    late = L.wrong_time_refusal(order, now)
    if type(order) in of_battle:
        return (
            refuse(late)
            if late or state.battle is None
            else check_battle(SEA.get(state), side, order)
        )
    if isinstance(order, o.Done):
        return refuse(
            Refusal("6.3.b", "not-now", (), facts(belongs="orders", phase=now))
            if now == "battle"
            else None
        )
    if late is not None:
        return _out_of_phase(state, side, order, late)
    verdict = checks[type(order)](state, side, order)
    return verdict + _scenario_limits(state, side, order)


def _out_of_phase(state: State, side: str, order: Any, late: Refusal) -> Verdict:
    """Return the refusal for an order of another phase, together with refusals that hold in any
    phase (6.3, 6.4)."""
    if isinstance(order, o.Intercept):
        late = replace(late, also_cites=("6.3.b",))
    if isinstance(order, o.Regroup):
        return refuse(late) + checks[o.Regroup](state, side, order)
    if isinstance(order, o.Bombard) and not state.invasions:
        return refuse(late) + checks[o.Bombard](state, side, order)
    return refuse(late)


def _scenario_limits(state: State, side: str, order: Any) -> Verdict:
    """Return the verdict of the scenario's limits: patrols beyond its number, ships of a nation
    still neutral."""
    if not isinstance(order, (o.Patrol, o.BaseChange, o.Convoy, o.Invade, o.Escort, o.Regroup)):
        return LEGAL
    most = patrol_limit(state, side)
    if isinstance(order, (o.Convoy, o.Invade)):
        ships = order.escorts
    else:
        ships = order.add if isinstance(order, o.Regroup) else order.units
    out: list[Refusal | None] = []
    if isinstance(order, o.Patrol) and most:
        sent = sum(1 for m in state.missions.values() if m.side == side and m.kind == "patrol")
        out.append(
            Refusal("6.3.3.a", "patrols-used-up", (), facts(most=most)) if sent >= most else None
        )
    if (
        isinstance(order, o.Invade)
        and (invaded := territory_at(state, order.target)) is not None
        and invaded.neutral
    ):
        coup = state.flags.get("coup-de-main", "") == f"{side}:{state.turn}"
        out.append(None if coup else Refusal("6.3.6", "neutral-territory", (order.target,)))
    bases = {u: state.ports.get(state.ships[u].base) for u in ships if u in state.ships}
    waiting = tuple(u for u, port in bases.items() if port is not None and port.neutral)
    out.append(Refusal("6.3.3.a", "neutral-waits", waiting) if waiting else None)
    return refuse(*out)
