"""Ships that met raiders and rest longer than others: a rule of some scenario, beside the inversion after use (21.311)."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.table import Table

from ...events.raiders import Rests
from ...scenarios.cards import card
from ...state import SEASONS, State, Unit


def nation(s: State) -> str:
    """The nation whose ships rest so, if the scenario has one."""
    return card(s.scenario, s.start).resting if s.scenario else ""


def begin(t: Table[State], side: str, ships: Iterable[Unit]) -> None:
    """Ships sent against raiders lie inverted through the next player turn of the raiders, those of an SW box as well."""
    who = nation(t.state)
    tired = tuple(u.id for u in ships if who and u.nation == who and t.state.units[u.id].present)
    if tired:
        t.record(Rests("21.311", side, tired, t.state.player_turn + len(t.state.sides)))


def resting(s: State, u: Unit) -> bool:
    """Whether a ship is not to be uninverted at the end of this player turn."""
    return u.rests >= s.player_turn


def season(player_turn: int) -> str:
    """The season of a player turn by its number, as ``Winter 1939``."""
    year, n = divmod(player_turn // 2, len(SEASONS))
    return f"{SEASONS[n]} {year}"
