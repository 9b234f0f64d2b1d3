"""Ties a scenario's script and score to the moments of the turn."""

from __future__ import annotations

from flagplot.table import Table

from ..registry import during
from ..state import State
from . import score, script


@during("turn-start")
async def at_turn_start(t: Table[State]) -> bool:
    """Conquests, removals and arrivals of this player turn; a step of their own when there are any."""
    before = t.state.script
    await script.turn_start(t)
    return t.state.script != before


@during("turn-end")
async def at_turn_end(t: Table[State]) -> bool:
    """Withdrawals at the end of this player turn."""
    await script.turn_end(t)
    return False


@during("game-end")
async def at_game_end(t: Table[State]) -> bool:
    """The closing points."""
    score.settle_losses(t)
    score.final_points(t)
    return False
