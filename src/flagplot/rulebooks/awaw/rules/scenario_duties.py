"""Duties of scenarios: missions that a side must announce in a player turn, with ships that may go
on no other."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, facts

from ..map import theatre
from ..scenarios.cards import Duty, scenario_card
from ..state import State, Unit

OPERATIONS = {"invasion": frozenset({"invasion", "bombard"}), "patrol": frozenset({"patrol"})}
"""Mission -> operations that its bound ships may perform."""


def duty_of(view: State, side: str) -> Duty | None:
    """Return the duty of a side in this player turn, done or not; None without one."""
    if not view.scenario or view.mover != side:
        return None
    now = f"{side} {view.season} {view.year}"
    return next((d for d in scenario_card(view.scenario, view.start).duties if d.when == now), None)


def fit_ships(view: State, d: Duty) -> tuple[Unit, ...]:
    """Return the ships of a duty that can sail."""
    return tuple(
        u for u in (view.units[i] for i in d.units) if u.afloat and not (u.damaged or u.inverted)
    )


def duty_goal(view: State, d: Duty) -> str:
    """Return the hex of a duty's place."""
    return scenario_card(view.scenario, view.start).place(d.place).hex


def is_near(view: State, d: Duty, goal: str) -> bool:
    """Return True for a goal that fulfils a duty."""
    board = theatre.load_board(view.board)
    return (
        theatre.bare_id(goal) in board.coords
        and board.distance(theatre.bare_id(goal), theatre.bare_id(duty_goal(view, d))) <= d.within
    )


def is_done(view: State, side: str, d: Duty) -> bool:
    """Return True when the duty's ships have been sent, and for an invasion units will land."""
    if any(
        "patrol" in u.used or "invasion" in u.used or "bombard" in u.used
        for u in fit_ships(view, d)
    ):
        return True
    sailing = [f for f in view.forces.values() if f.side == side and is_near(view, d, f.target)]
    together = any({u.id for u in fit_ships(view, d)} <= set(f.units) for f in sailing)
    return together and (
        d.mission != "invasion" or any(f.mission == "invade" and f.cargo for f in sailing)
    )


def has_duty(view: State, side: str, ships: Sequence[Unit]) -> bool:
    """Return True when some of these ships have a duty."""
    d = duty_of(view, side)
    return d is not None and any(u.id in d.units for u in ships)


def bound_refusals(
    view: State, side: str, ships: Sequence[Unit], operation: str, goal: str = ""
) -> list[Refusal]:
    """Refuse ships with a duty on any other mission, and its mission without all of them."""
    d = duty_of(view, side)
    ids = tuple(u.id for u in ships if d is not None and u.id in d.units)
    if d is None or not ids:
        return []
    about = facts(place=d.place, mission=d.mission)
    if operation not in OPERATIONS[d.mission] or (goal and not is_near(view, d, goal)):
        return [Refusal("21.4", "bound-to-mission", ids, about, (Remedy("leave-behind"),))]
    missing = [u for u in fit_ships(view, d) if u.id not in ids]
    if goal and missing:
        return [Refusal("21.4", "sail-together", tuple(u.id for u in missing), about)]
    return []
