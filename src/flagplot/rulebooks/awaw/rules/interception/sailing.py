"""Sailing: offering the enemy its windows along a track, for whatever activity sails."""

from __future__ import annotations

from flagplot.table import Table

from ...events import Entered
from ...state import State
from .activity import Activity, Outcome


async def window(t: Table[State], force: str, kind: str, at: int, name: str = "enters") -> Outcome:
    """Open the enemy's window on a force in the hex at index *at* of its path."""
    from .windows import interception_window

    f = t.state.forces[force]
    return await interception_window(t, Activity(kind, f.side, (force,), (f.path[at],), f.target or f.path[-1], f.path, name))


async def whole_track(t: Table[State], force: str, kind: str) -> Outcome:
    """One window for the whole track: the enemy picks the hex."""
    from .windows import interception_window

    f = t.state.forces[force]
    return await interception_window(t, Activity(kind, f.side, (force,), f.path, f.target or f.path[-1], f.path))


def enter(t: Table[State], force: str, step: int, clause: str) -> str:
    """Move a force to a hex of its path; returns the hex."""
    f = t.state.forces[force]
    here = f.path[step]
    t.record(Entered(clause, f.side, force, here, step))
    return here
