"""Raider rules of single scenarios: old battleships with the convoys of an SW box; ships that rest
longer than 21.311 asks."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.table import Table

from ...scenarios.cards import ConvoyEscorts, card
from ...state import SEASONS, State, Unit
from ...state.raider_groups import Raid
from .events import Rests


def rule(s: State) -> ConvoyEscorts | None:
    """The rule of the scenario, if it has one."""
    return card(s.scenario, s.start).convoy if s.scenario else None


def escorts(s: State, u: Unit) -> bool:
    """Whether a ship is one of those battleships, and lies in their box."""
    r = rule(s)
    return r is not None and u.id in r.ships and u.base == r.box


def at_hand(s: State, raid: Raid) -> int:
    """What they add to the raider die of a second engagement, however many there are."""
    r = rule(s)
    if r is None or not raid.second or raid.box != r.box:
        return 0
    return (
        r.bonus
        if any(i in s.units and s.units[i].present and s.units[i].base == r.box for i in r.ships)
        else 0
    )


def breaks_off(s: State, ships: Iterable[Unit]) -> bool:
    """Whether raiders that meet these ships turn away before a shot is fired."""
    return any(escorts(s, u) for u in ships)


def nation(s: State) -> str:
    """The nation whose ships rest so, if the scenario has one."""
    return card(s.scenario, s.start).resting if s.scenario else ""


def begin(t: Table[State], side: str, ships: Iterable[Unit]) -> None:
    """Ships sent against raiders lie inverted through the next player turn of the raiders, those of
    an SW box as well."""
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
