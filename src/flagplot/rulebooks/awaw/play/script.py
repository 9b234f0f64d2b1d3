"""What a scenario does by itself at the moments of the turn, after whatever the rules let happen there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from flagplot.table import Table

from ..scenarios import score, script
from ..state import State


async def at_turn_start(t: Table[State]) -> bool:
    """Conquests, removals and arrivals of this player turn; a step of their own when there are any."""
    before = t.state.script
    await script.turn_start(t)
    return t.state.script != before


async def at_turn_end(t: Table[State]) -> bool:
    """Withdrawals at the end of this player turn."""
    score.taken_points(t)
    await script.turn_end(t)
    return False


async def at_game_end(t: Table[State]) -> bool:
    """The closing points."""
    score.settle_losses(t)
    score.final_points(t)
    return False


SCRIPT: Mapping[str, Callable[[Table[State]], Awaitable[bool]]] = {
    "turn-start": at_turn_start,
    "turn-end": at_turn_end,
    "game-end": at_game_end,
}
"""Moments of the turn -> what the scenario does then; a true result asks for another step."""
