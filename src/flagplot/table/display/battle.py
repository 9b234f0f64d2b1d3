"""Structs that show a battle: its lines, its ships, its shots."""

from __future__ import annotations

import msgspec


class ShipLine(msgspec.Struct, frozen=True):
    """A ship, or a counter of several, in a line of battle: ``hits`` of ``size`` boxes are
    crossed."""

    name: str
    silhouette: str
    size: int
    hits: int = 0
    detail: str = ""
    state: tuple[str, ...] = ()
    id: str = ""
    """The id its rolls name as firer or target."""
    line: str = ""
    """Where it stands: empty in the line that is paired off first, ``light`` in the second,
    ``screened`` behind them."""
    fresh: int = 0
    """How many of its hits fell in the fire that was seen last
    (:mod:`flagplot.table.analysis.battle_shots` fills it in)."""


class Shot(msgspec.Struct, frozen=True):
    """One throw of fire: who fired at whom, and what each die did. Dice that stand for themselves
    are never added up."""

    side: str
    """Whose dice they are."""
    by: tuple[str, ...]
    at: str
    faces: tuple[int, ...]
    sides: int = 6
    hits: tuple[bool, ...] = ()
    """Which dice hit, where each stands for itself."""
    adds: tuple[int, ...] = ()
    """How many of the dice are added up, part by part; empty where each stands for itself."""
    plus: int = 0
    result: int | None = None
    """What it came to, when that is a number and known."""
    said: str = ""
    who: str = ""
    """Those who fired, by the names the side knows."""
    whom: str = ""


class BattleLines(msgspec.Struct, frozen=True):
    """The picture of a battle as one side sees it: its own line first, and what was fired last."""

    place: str
    """Where it is fought, in words."""
    mine: tuple[ShipLine, ...]
    his: tuple[ShipLine, ...]
    round: int = 0
    rounds: int = 0
    note: str = ""
    counts: str = "effect"
    """What fire is counted in, one of it."""
    step: str = "round"
    """What the book calls a round."""
    on_map: bool = False
    """Whether it is fought on a map of its own: the lines are then looked at when they are asked
    for."""
    shots: tuple[Shot, ...] = ()
    """What was fired in the round, or since the side answered last;
    :mod:`flagplot.table.analysis.battle_shots` fills it in."""
    unseen: tuple[str, ...] = ()
    """What is known of enemies that were found while nobody has seen their ships, each in words."""
