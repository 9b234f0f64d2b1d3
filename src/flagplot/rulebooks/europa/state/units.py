"""Naval units, cargo, air units and carrier groups on call, as values, and the kinds of group that
units make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from flagplot.table import clause

KINDS = {
    "TF": "task force",
    "CG": "carrier group",
    "SHIP": "single ship",
    "NT": "naval transport",
    "TC": "transport counter",
    "LC": "landing craft",
    "LB": "landing barge",
    "SUB": "submarine",
    "MTB": "torpedo boats",
    "RF": "river flotilla",
}
"""Kinds of naval unit, by the prefix of their ids."""


FREIGHTERS = ("NT", "TC")


CRAFT = ("LC", "LB")


CARRIERS_OF_CARGO = (*FREIGHTERS, *CRAFT)


UNDER_WATER = ("SUB", "MTB")


BOATS_REACH = 8
"""Hexes that torpedo boats may sail from their base (house rule)."""


class Unit(msgspec.Struct, frozen=True):
    """A naval unit. ``printed`` is the strength on its counter, ``reverse`` that of the back,
    ``hits`` the damage.

    ``allowance`` is the printed movement allowance, or 0 when none is printed. ``lost`` is true
    when it is sunk, ``away`` when it has left the game unharmed.
    """

    id: str
    side: str
    kind: str
    printed: int
    name: str = ""
    nation: str = ""
    hits: int = 0
    reverse: int = 0
    flipped: bool = False
    allowance: int = 0
    lost: bool = False
    away: bool = False
    gunfire: tuple[tuple[int, int], ...] = ()
    """Uses of gunfire support at half or full strength: pairs (year, number)."""
    dawn: str = ""
    """The hex where a landing craft or barge lay as the player-turn began, until it moves."""
    ferry: str = ""
    """The hexside that it serves as a ferry until its owner's next player-turn, or empty."""
    refit: bool = False
    """True while it is under refit in port."""
    sweeper: bool = False
    """True for a minesweeper. Undamaged it sweeps for half the MPs (house rule)."""
    ready: str = ""
    """The gunfire support that the unit has prepared: ``quarter gunfire`` and the like, or
    empty."""

    @property
    def top(self) -> int:
        """Strength of the side of the counter that is up."""
        return (self.reverse or self.printed // 2) if self.flipped else self.printed

    @property
    def strength(self) -> int:
        """Strength left after its hits."""
        return max(0, self.top - self.hits)


class Cargo(msgspec.Struct, frozen=True):
    """Cargo of a naval group: a ground unit, or a marker such as a mine point.

    ``marks`` are the qualities that matter for landing: ``he`` (heavy equipment), ``motorized``,
    ``c/m``, ``cavalry``, ``armour``, ``intrinsic`` (amphibious by itself), ``lvt`` (riding an LVT
    now), ``mine`` (a mine point), ``sp``, ``srp``.
    """

    id: str
    side: str
    marks: tuple[str, ...] = ()
    aboard: str = ""
    """The unit that carries it, or empty when ashore (or used up)."""
    place: str = ""
    name: str = ""
    worth: int = 0
    """Victory points when it is landed where the scenario requires."""
    res: int = 0
    """Regimental equivalents, or supply points. Each takes up a strength point of the ship that
    carries it. 0 when they are not counted."""
    landed: bool = False
    """True when it came ashore from a ship."""
    craft: str = ""
    """The unit from which it assaulted a beach in this step, until the landing is checked; else
    empty."""


class Air(msgspec.Struct, frozen=True):
    """An air unit that flies a naval mission: ``patrol``, ``strike``, ``escort``, ``cap`` or
    ``none``.

    ``marker`` is ``X``, ``Inop``, ``aborted``, ``eliminated`` or empty. ``barred`` names groups
    that it may not search for until its own next player-turn. ``struck`` is true when it has
    attacked in this step. ``carrier`` is the carrier group unit it flies from, or empty.
    """

    id: str
    side: str
    base: str
    place: str
    strength: int
    reach: int
    mission: str = "patrol"
    torpedo: bool = False
    name: str = ""
    marker: str = ""
    barred: tuple[str, ...] = ()
    struck: bool = False
    carrier: str = ""
    org: str = ""
    """The organization to which it belongs, whose replacement points pay for it."""


@clause("32.A.s02")
def counts_as(kind: str) -> str:
    """Return the column of the cost summary in which a unit pays: a single ship as a TF, a
    transport counter as an NT."""
    if kind in FREIGHTERS:
        return "NT"
    if kind in CRAFT:
        return kind
    return "TF"


def group_kind(units: Sequence[Unit], mtb_as: str = "submarine") -> str:
    """Return the kind of group that these units make: ``combat``, ``cargo``, ``mixed``,
    ``submarine``, ``flotilla`` or ``empty``.

    A cargo group has only transports and landing craft, a combat group none of them, a mixed group
    both. Submarines and river flotillas make groups of their own; together with other units they
    count as warships.
    """
    kinds = {u.kind for u in units}
    if not kinds:
        return "empty"
    under = set(UNDER_WATER) if mtb_as == "submarine" else {"SUB"}
    if kinds <= under:
        return "submarine"
    if kinds == {"RF"}:
        return "flotilla"
    carriers = kinds & set(CARRIERS_OF_CARGO)
    if carriers == kinds:
        return "cargo"
    return "mixed" if carriers else "combat"


def short_name(unit: Unit) -> str:
    """Return a unit's name without the details after a colon or in brackets."""
    return short_text(unit.name)


@lru_cache(2048)
def short_text(name: str) -> str:
    """Return a name without the details after a colon or in brackets."""
    return re.split(r":| \(", name)[0]


GUNS = ("TF", "SHIP", "RF", "MTB")
"""The kinds of unit that have guns; carrier groups have none."""


def can_fire(unit: Unit) -> bool:
    """Return True for units with guns and strength left: task forces, single ships, flotillas,
    torpedo boats. Carrier groups have no guns."""
    return unit.kind in GUNS and unit.strength > 0


def is_warship(unit: Unit) -> bool:
    """Return True for units that fight on the surface: task forces, carrier groups, single ships,
    flotillas, torpedo boats."""
    return unit.kind in ("TF", "CG", "SHIP", "RF", "MTB")


def tf_like(unit: Unit) -> bool:
    """Return True for a unit that counts as a TF: a task force or a single ship."""
    return unit.kind in ("TF", "SHIP")


def count_transports(units: Iterable[Unit]) -> int:
    """Return the number of NTs, LCs and LBs among the units."""
    return sum(u.kind in CARRIERS_OF_CARGO for u in units)


def tf_strength(units: Iterable[Unit]) -> int:
    """Return the combined strength of the TFs among the units."""
    return sum(u.strength for u in units if tf_like(u))


def kind_of_id(id: str) -> str:
    """Return the unit kind that an id shows by its prefix (``NT-1`` is an NT, ``L-TF-X`` a TF).
    Raises ``ValueError`` when it shows none."""
    for part in id.split("-"):
        if part.upper() in KINDS:
            return part.upper()
    raise ValueError(f"the id {id!r} tells no kind: let it begin with {', '.join(KINDS)}")


SILHOUETTES = {
    "TF": "cl",
    "CG": "cv",
    "SHIP": "ca",
    "NT": "tp",
    "TC": "tp",
    "LC": "tp",
    "LB": "tp",
    "SUB": "ss",
    "MTB": "tb",
    "RF": "tb",
}


def silhouette(unit: Unit) -> str:
    """Return the drawing of a unit. A task force is drawn as a battleship from strength 10, as a
    heavy cruiser from 5."""
    if unit.kind == "TF":
        return "bb" if unit.printed >= 10 else "ca" if unit.printed >= 5 else "cl"
    return SILHOUETTES.get(unit.kind, "unknown")


class Call(msgspec.Struct, frozen=True):
    """A carrier group on call: the unit and its air units, the port where it appears, the turns in
    which it may come and must leave."""

    unit: Unit
    air: tuple[Air, ...]
    hex: str
    turn: str
    leaves: str
    came: bool = False


BOATS = "boats"
"""The key of the fact that lists the sides whose order of battle has submarines or torpedo boats
hidden at sea."""
