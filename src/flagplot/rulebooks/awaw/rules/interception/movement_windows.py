"""Interception windows of the movement phase, offered along the track of every activity that
sails."""

from __future__ import annotations

import msgspec

from flagplot.table import Table, clause

from ...events import Entered
from ...scenarios.score import settle_losses
from ...state import State
from ..patrols import defensive_patrol
from .activity import Activity, Outcome
from .window import open_interception_window


class Meeting(msgspec.Struct, frozen=True):
    """Result of a window for the moving force: whether there was a battle, whether the force won,
    and the hex."""

    fought: bool = False
    won: bool = True
    hex: str = ""


WINDOWS = {"patrol": "enters", "patrol-stays": "stays", "patrol-strikes": "strikes"}


@clause("21.417")
async def open_patrol_window(t: Table[State], id: str, kind: str) -> Meeting:
    """Open the window in the hex of a patrol. *kind* is ``patrol``, ``patrol-strikes`` or
    ``patrol-stays``.

    Interceptors that win may stay in the hex as a defensive patrol (21.4191). Submarines are never
    intercepted (22.1).
    """
    f = t.state.forces[id]
    if f.submarines:
        return Meeting()
    activity = Activity(
        kind="patrol-stays" if kind == "patrol-stays" else "patrol",
        side=f.side,
        forces=(id,),
        path=(f.at,),
        target=f.target,
        track=f.path,
        window=WINDOWS[kind],
    )
    return await settle_patrol_window(t, await open_interception_window(t, activity))


async def settle_patrol_window(t: Table[State], outcome: Outcome) -> Meeting:
    """Settle a patrol's window: losses are scored, and interceptors that won may stay. Return the
    result."""
    settle_losses(t)
    for other in outcome.interceptors:
        await defensive_patrol.stay_or_return(t, other, outcome.hex)
    return Meeting(outcome.fought, outcome.won, outcome.hex)


async def open_stretch_window(
    t: Table[State], id: str, kind: str, hexes: tuple[str, ...]
) -> Meeting:
    """Open one window for a whole stretch of a track. The enemy picks the hex."""
    f = t.state.forces[id]
    activity = Activity(
        kind=kind, side=f.side, forces=(id,), path=hexes, target=f.target, track=f.path
    )
    return settle_stretch_window(t, await open_interception_window(t, activity))


def settle_stretch_window(t: Table[State], outcome: Outcome) -> Meeting:
    """Settle the window of a stretch: losses are scored. Return the result."""
    settle_losses(t)
    return Meeting(outcome.fought, outcome.won, outcome.hex)


async def open_hex_window(
    t: Table[State], force: str, kind: str, at: int, name: str = "enters"
) -> Outcome:
    """Open the enemy's window on a force in the hex at index *at* of its path."""
    from .window import open_interception_window

    f = t.state.forces[force]
    return await open_interception_window(
        t, Activity(kind, f.side, (force,), (f.path[at],), f.target or f.path[-1], f.path, name)
    )


async def open_track_window(t: Table[State], force: str, kind: str) -> Outcome:
    """Open one window for the whole track. The enemy picks the hex."""
    from .window import open_interception_window

    f = t.state.forces[force]
    return await open_interception_window(
        t, Activity(kind, f.side, (force,), f.path, f.target or f.path[-1], f.path)
    )


def enter_hex(t: Table[State], force: str, step: int, clause: str) -> str:
    """Move a force to a hex of its path. Return the hex."""
    f = t.state.forces[force]
    here = f.path[step]
    t.record(Entered(clause, f.side, force, here, step))
    return here
