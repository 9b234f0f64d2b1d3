"""Structs that show a battle: its lines, its ships, its shots."""

from __future__ import annotations

import msgspec


class ShipLine(msgspec.Struct, frozen=True):
    """A ship, or a counter of several ships, in a line of battle: ``hits`` of ``size`` boxes are
    crossed."""

    name: str
    silhouette: str
    size: int
    hits: int = 0
    detail: str = ""
    state: tuple[str, ...] = ()
    id: str = ""
    """The id that rolls name as firer or target."""
    line: str = ""
    """Where the ship stands: empty in the line that is paired off first, ``light`` in the second,
    ``screened`` behind both."""
    fresh: int = 0
    """How many of its hits fell in the most recent fire shown
    (:mod:`flagplot.table.analysis.battle_shots` fills it in)."""


class Shot(msgspec.Struct, frozen=True):
    """One roll of fire: firers, target, and the result of each die. Dice that are read separately
    are never added up."""

    side: str
    """The side that rolled."""
    by: tuple[str, ...]
    at: str
    faces: tuple[int, ...]
    sides: int = 6
    hits: tuple[bool, ...] = ()
    """For each die whether it hits, when dice are read separately."""
    adds: tuple[int, ...] = ()
    """How many dice are added up in each part of the roll; empty when dice are read separately."""
    plus: int = 0
    result: int | None = None
    """The result, when it is a number and known; else ``None``."""
    said: str = ""
    who: str = ""
    """The firers, by the names that the side knows."""
    whom: str = ""


class BattleLines(msgspec.Struct, frozen=True, rename={"own_line": "mine", "enemy_line": "his"}):
    """A battle as one side sees it: its own line first, and the most recent fire."""

    place: str
    """Where the battle is fought, in words."""
    own_line: tuple[ShipLine, ...]
    enemy_line: tuple[ShipLine, ...]
    round: int = 0
    rounds: int = 0
    note: str = ""
    counts: str = "effect"
    """The unit in which fire is counted, in the singular."""
    step: str = "round"
    """The book's word for a round."""
    on_map: bool = False
    """True when the battle is fought on a map of its own. The lines are then shown on request
    only."""
    shots: tuple[Shot, ...] = ()
    """The shots of the round, or since the side's last answer;
    :mod:`flagplot.table.analysis.battle_shots` fills it in."""
    unseen: tuple[str, ...] = ()
    """Enemy forces that were found while their ships are still unknown: the known facts of each, in
    words."""
