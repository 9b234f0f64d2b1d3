"""Continuation of a step from the moment when a side is asked to intercept, for forks and
playouts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from flagplot.table import AskOrder, Single, Table, TailCall, about_map

from ..rules import redeployment
from ..rules.air import base_strike
from ..rules.forces import joined_force, lead_of
from ..rules.interception import movement_windows, window
from ..rules.interception.activity import Activity, Outcome
from ..rules.interception.legality import activity_from
from ..rules.invasion import voyage as missions
from ..rules.movement import base_change
from ..rules.patrols import patrol
from ..rules.raiders import groups
from ..rules.raiders import voyage as raiders
from ..rules.range.return_to_base import return_to_base
from ..rules.transport import sea_transport
from ..state import Force, State, replace

After = Callable[[Table[State], Activity, Sequence[Force], Outcome], Awaitable[None]]
"""Procedure of an activity after the enemy's window. The forces are given as they were before the
window."""


def resume_step(state: State, request: Single) -> TailCall | None:
    """Return the rest of a step in which a side may intercept, or in which the mover may counter
    interceptors that have arrived. None when the step cannot be resumed.

    Other orders of the same step are unknown here: another force of the same redeployment, or an
    announced strike.
    """
    if not isinstance(request, AskOrder) or request.kind not in (
        "interception",
        window.COUNTER_KIND,
    ):
        return None
    a = activity_from(request)
    if (
        a.kind not in AFTER
        or any(f not in state.forces for f in a.forces)
        or not is_last_stretch(state, a)
    ):
        return None
    if request.kind == window.COUNTER_KIND and not is_first_counter(state, request.side, a):
        return None
    return TailCall(resume_window, (request,))


def is_first_counter(state: State, asked: str, a: Activity) -> bool:
    """Return True when the mover is the side *asked*, no counter-interceptors are at sea, and all
    interceptors have arrived."""
    coming = set(forces_on_mission(state, state.enemy(a.side), "intercept"))
    return (
        asked == a.side
        and not forces_on_mission(state, a.side, "counter")
        and coming <= set(a.against)
    )


def is_last_stretch(state: State, a: Activity) -> bool:
    """Return True when the activity waits for no other forces, and a mission or raid is on its last
    stretch."""
    if a.kind == "transport" and any(joined_force(f) for f in state.forces.values()):
        return False
    if a.kind == "raid":
        return a.forces[0] in state.raids and len(groups.forces_of_group(state, a.forces[0])) == 1
    return a.kind not in missions.KINDS or a.path[-1] == a.track[-1]


def forces_on_mission(state: State, side: str, mission: str) -> list[str]:
    """Return the ids of a side's forces that sail on *mission*: to intercept or to counter."""
    return [f.id for f in state.forces.values() if f.side == side and f.mission == mission]


async def resume_window(t: Table[State], request: AskOrder) -> None:
    """Play the window from the question on, then what the activity does after the window."""
    about, asked = about_map(request), activity_from(request)
    a = replace(asked, against=(), route=(), nations=())  # as the window opened
    before = [t.state.forces[f] for f in a.forces]
    defender = t.state.enemy(a.side)
    if request.kind == window.COUNTER_KIND:
        met = await window.play_encounter(t, a, defender, list(asked.against), str(about["hex"]))
        outcome = window.final_outcome(t.state, a, met)
    else:
        sent = [
            (f, a.open.index(t.state.forces[f].target))
            for f in forces_on_mission(t.state, defender, "intercept")
        ]
        outcome = await window.open_interception_window(t, a, sent, str(about["fixed"]))
    await AFTER[a.kind](t, a, before, outcome)


async def _patrol(t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome) -> None:
    id, lead = before[0].id, lead_of(before[0])
    meeting = await movement_windows.settle_patrol_window(t, outcome)
    if a.window == movement_windows.WINDOWS["patrol"]:
        await patrol.play_entry(t, id, meeting)
        await patrol.sail_rest(t, lead)
    elif a.window == movement_windows.WINDOWS["patrol-stays"]:
        await patrol.settle_stay(t, id, meeting)
    elif id in t.state.forces and t.state.members(id):
        await (
            patrol.play_station(t, id) if meeting.won else return_to_base(t, id, clause="21.416F")
        )
    base_strike.invert_aborted(t, lead)


async def _base_change(
    t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome
) -> None:
    base_change.finish_base_change(t, before[0].id, outcome.fought and not outcome.won)


async def _redeploy(
    t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome
) -> None:
    await redeployment.finish_redeployment(t, before[0].id, outcome.fought and not outcome.won)


async def _transport(
    t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome
) -> None:
    await sea_transport.sail_after_window(
        t, before[0], a.path, movement_windows.settle_stretch_window(t, outcome)
    )


async def _mission(t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome) -> None:
    missions.settle_losses_of_window(t, before)
    await missions.arrive_at_goal(t, await missions.settle_goal_window(t, a.forces, outcome))


async def _raid(t: Table[State], a: Activity, before: Sequence[Force], outcome: Outcome) -> None:
    raid = t.state.raids[before[0].id]
    came = raiders.comes_past_window(t, raid.id, outcome)
    if not came:
        await return_to_base(t, raid.id)
    raiders.end_voyage_out(t, raid, before[0].front, came)


AFTER: dict[str, After] = {
    "patrol": _patrol,
    "patrol-stays": _patrol,
    "base-change": _base_change,
    "redeploy": _redeploy,
    "transport": _transport,
    **dict.fromkeys(missions.KINDS, _mission),
    "raid": _raid,
}
