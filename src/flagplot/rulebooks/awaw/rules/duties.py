"""What a scenario obliges a side to do in a player turn: a mission that must be announced, with ships that go on no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flagplot.table import Command, Refusal, Remedy, Verdict, facts, refuse

from ..map import theatre
from ..orders import Mission, Patrol, Pick
from ..scenarios.cards import Duty, card
from ..state import FAST_CARRIERS, State, Unit, factors
from . import mend
from .employment import free
from .forces import TF_LIMIT, fast_carriers, fast_fleet
from .invasion.ground import own, total
from .invasion.lift import each_factor
from .registry import CHECKS, ends

OPERATIONS = {"invasion": frozenset({"invasion", "bombard"}), "patrol": frozenset({"patrol"})}
"""Missions -> what the ships bound to them may be ordered to do."""
ASKED = {"invasion": "combat", "patrol": "movement"}
"""Missions -> the command that asks for them."""


def duty(view: State, side: str) -> Duty | None:
    """What a side must do in this player turn, done or not."""
    if not view.scenario or view.mover != side:
        return None
    now = f"{side} {view.season} {view.year}"
    return next((d for d in card(view.scenario, view.start).duties if d.when == now), None)


def fit(view: State, d: Duty) -> tuple[Unit, ...]:
    """The ships of a duty that can sail."""
    return tuple(u for u in (view.units[i] for i in d.units) if u.afloat and not (u.damaged or u.inverted))


def goal_of(view: State, d: Duty) -> str:
    """The hex of a duty's place."""
    return card(view.scenario, view.start).place(d.place).hex


def near(view: State, d: Duty, goal: str) -> bool:
    """True for a goal that fulfils a duty."""
    board = theatre.load(view.board)
    return theatre.bare(goal) in board.coords and board.distance(theatre.bare(goal), theatre.bare(goal_of(view, d))) <= d.within


def done(view: State, side: str, d: Duty) -> bool:
    """True when its ships have been sent, and for an invasion somebody lands."""
    if any("patrol" in u.used or "invasion" in u.used or "bombard" in u.used for u in fit(view, d)):
        return True
    sailing = [f for f in view.forces.values() if f.side == side and near(view, d, f.target)]
    together = any({u.id for u in fit(view, d)} <= set(f.units) for f in sailing)
    return together and (d.mission != "invasion" or any(f.mission == "invade" and f.cargo for f in sailing))


def bound(view: State, side: str, ships: Sequence[Unit]) -> bool:
    """True when some of these ships have a duty."""
    d = duty(view, side)
    return d is not None and any(u.id in d.units for u in ships)


def bound_refusals(view: State, side: str, ships: Sequence[Unit], operation: str, goal: str = "") -> list[Refusal]:
    """Ships bound to a mission go on no other, and on it all together."""
    d = duty(view, side)
    ids = tuple(u.id for u in ships if d is not None and u.id in d.units)
    if d is None or not ids:
        return []
    about = facts(place=d.place, mission=d.mission)
    if operation not in OPERATIONS[d.mission] or (goal and not near(view, d, goal)):
        return [Refusal("21.4", "bound-to-mission", ids, about, (Remedy("leave-behind"),))]
    missing = [u for u in fit(view, d) if u.id not in ids]
    if goal and missing:
        return [Refusal("21.4", "sail-together", tuple(u.id for u in missing), about)]
    return []


def proposals(view: State, side: str, d: Duty) -> Iterator[Any]:
    """Orders that would fulfil a duty: its ships with as strong a fast escort as one task force takes, and whom the destroyers
    lift."""
    bound = [u for u in fit(view, d) if not (u.force or u.used)]
    place = goal_of(view, d)
    for base in dict.fromkeys(u.base for u in bound):
        ready = [u for u in free(view, side) if u.base == base and u.id not in d.units and u.fast and u.naval_factors]
        troops = own(view, side, base) if d.mission == "invasion" and place not in view.assaults else ()
        each = each_factor(view, side, troops, place)[0] if troops else 0
        need = each * total(troops)
        room = TF_LIMIT - factors(bound) - need
        escort: list[Unit] = []
        for u in sorted(ready, key=lambda u: (-u.factors, u.id)):
            if u.type != "DD" and u.type not in FAST_CARRIERS and factors(escort) + u.factors <= room:
                escort.append(u)
        short = fast_carriers(bound) - fast_fleet(bound) - factors(escort)
        destroyers = mend.destroyers_at(view, side, (base,), max(need, short), ())
        ships = (*(Pick(u.id) for u in (*bound, *escort)), *destroyers)
        name = mend.free_name(view, side)
        if d.mission == "invasion":
            yield Mission("invade" if troops else "bombard", ships, place, tuple(Pick(u.id) for u in troops), (), name)
        else:
            board = theatre.board_of(view, place)
            for h in sorted(h for h in board.coords if board.hexes[h].kind == "sea" and near(view, d, h)):
                yield Patrol(ships, h, (), name)


def proposal(view: State, request: Command[Any]) -> Any:
    """An order that fulfils what a side still has to do and is asked for now; ``None`` when there is none that may be given."""
    d = duty(view, request.side)
    if d is None or request.kind != ASKED[d.mission] or done(view, request.side, d):
        return None
    return next((o for o in proposals(view, request.side, d) if CHECKS[type(o)](view, request, o)), None)


@ends("combat")
@ends("movement")
def may_close(view: State, request: Command[Any]) -> Verdict:
    """A side that can still do what its scenario obliges it to is not done."""
    order = proposal(view, request)
    d = duty(view, request.side)
    if order is None or d is None:
        return Verdict()
    mended = (Remedy("do-your-duty", mend.text(order), facts(place=d.place)),)
    return refuse(Refusal("21.4", "mission-due", d.units, facts(place=d.place, mission=d.mission), mended))


__all__ = ["bound", "bound_refusals", "may_close", "proposal"]
