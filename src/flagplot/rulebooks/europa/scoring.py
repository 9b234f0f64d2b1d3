"""Victory points of the scenarios, and how a game ends."""

from __future__ import annotations

from flagplot.rulebooks.europa.state import Campaign
from flagplot.table import Outcome, Table


def step_began(t: Table[Campaign]) -> None:
    """What a scenario does as a step begins."""


def step_over(t: Table[Campaign]) -> None:
    """What a scenario counts at the end of a step."""


def phase_over(t: Table[Campaign]) -> None:
    """What a scenario counts at the end of a player-turn."""


def game_over(t: Table[Campaign]) -> None:
    """What a scenario counts at the end of the game."""


def outcome(state: Campaign) -> Outcome | None:
    """How the game ended, or ``None`` while it goes on."""
    if state.phase is not None:
        return None
    return Outcome("", "over", tuple(sorted(state.scores.items())))
