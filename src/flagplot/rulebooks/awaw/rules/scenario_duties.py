"""What a scenario obliges a side to do in a player turn: a mission that must be announced, with
ships that go on no other."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, facts

from ..map import theatre
from ..scenarios.cards import Duty, card
from ..state import State, Unit

OPERATIONS = {"invasion": frozenset({"invasion", "bombard"}), "patrol": frozenset({"patrol"})}
"""Missions -> what the ships bound to them may be ordered to do."""


def duty(view: State, side: str) -> Duty | None:
    """What a side must do in this player turn, done or not."""
    if not view.scenario or view.mover != side:
        return None
    now = f"{side} {view.season} {view.year}"
    return next((d for d in card(view.scenario, view.start).duties if d.when == now), None)


def fit(view: State, d: Duty) -> tuple[Unit, ...]:
    """The ships of a duty that can sail."""
    return tuple(
        u for u in (view.units[i] for i in d.units) if u.afloat and not (u.damaged or u.inverted)
    )


def goal_of(view: State, d: Duty) -> str:
    """The hex of a duty's place."""
    return card(view.scenario, view.start).place(d.place).hex


def near(view: State, d: Duty, goal: str) -> bool:
    """True for a goal that fulfils a duty."""
    board = theatre.load(view.board)
    return (
        theatre.bare(goal) in board.coords
        and board.distance(theatre.bare(goal), theatre.bare(goal_of(view, d))) <= d.within
    )


def done(view: State, side: str, d: Duty) -> bool:
    """True when its ships have been sent, and for an invasion somebody lands."""
    if any("patrol" in u.used or "invasion" in u.used or "bombard" in u.used for u in fit(view, d)):
        return True
    sailing = [f for f in view.forces.values() if f.side == side and near(view, d, f.target)]
    together = any({u.id for u in fit(view, d)} <= set(f.units) for f in sailing)
    return together and (
        d.mission != "invasion" or any(f.mission == "invade" and f.cargo for f in sailing)
    )


def bound(view: State, side: str, ships: Sequence[Unit]) -> bool:
    """True when some of these ships have a duty."""
    d = duty(view, side)
    return d is not None and any(u.id in d.units for u in ships)


def bound_refusals(
    view: State, side: str, ships: Sequence[Unit], operation: str, goal: str = ""
) -> list[Refusal]:
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
