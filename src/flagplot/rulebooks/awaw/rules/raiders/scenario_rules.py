"""Raider rules of single scenarios: old battleships with the convoys of an SW box, and ships that
rest longer than 21.311 requires."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.table import Table

from ...scenarios.cards import ConvoyEscorts, scenario_card
from ...state import SEASONS, State, Unit
from ...state.raider_groups import Raid
from .events import RestBegan


def convoy_rule(s: State) -> ConvoyEscorts | None:
    """Return the scenario's rule for convoy battleships; None without one."""
    return scenario_card(s.scenario, s.start).convoy if s.scenario else None


def is_convoy_battleship(s: State, u: Unit) -> bool:
    """Return True for one of the convoy battleships that lies in its box."""
    r = convoy_rule(s)
    return r is not None and u.id in r.ships and u.base == r.box


def convoy_bonus(s: State, raid: Raid) -> int:
    """Return what the battleships add to the raider die of a second engagement, whatever their
    number."""
    r = convoy_rule(s)
    if r is None or not raid.second or raid.box != r.box:
        return 0
    return (
        r.bonus
        if any(i in s.units and s.units[i].present and s.units[i].base == r.box for i in r.ships)
        else 0
    )


def does_break_off(s: State, ships: Iterable[Unit]) -> bool:
    """Return True when raiders that meet these ships turn away before any fire."""
    return any(is_convoy_battleship(s, u) for u in ships)


def resting_nation(s: State) -> str:
    """Return the nation whose ships rest longer; empty when the scenario has none."""
    return scenario_card(s.scenario, s.start).resting if s.scenario else ""


def begin_rest(t: Table[State], side: str, ships: Iterable[Unit]) -> None:
    """Invert ships sent against raiders through the raiders' next player turn, those of an SW box
    included."""
    who = resting_nation(t.state)
    tired = tuple(u.id for u in ships if who and u.nation == who and t.state.units[u.id].present)
    if tired:
        t.record(RestBegan("21.311", side, tired, t.state.player_turn + len(t.state.sides)))


def is_resting(s: State, u: Unit) -> bool:
    """Return True when a ship may not be uninverted at the end of this player turn."""
    return u.rests >= s.player_turn


def season_of_turn(player_turn: int) -> str:
    """Return the season of a player turn by its number, as ``Winter 1939``."""
    year, n = divmod(player_turn // 2, len(SEASONS))
    return f"{SEASONS[n]} {year}"
