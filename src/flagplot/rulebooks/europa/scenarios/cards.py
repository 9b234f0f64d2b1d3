"""Scenario cards: the fields of a file of this book besides the head that all cards share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from flagplot.table import Scenario
from flagplot.table.setup import scenarios

from ..state import Phase, SeaChange

SIDES = ("Allied", "Axis")


class PortRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port: its owner and size, the strength of its coast defence, its supply points of oil."""

    name: str
    owner: str
    size: int
    hex: str = ""
    base: bool = False
    cd: int = 0
    oil: int = 0


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A start: groups that lie at ``moves`` begin at ``place`` instead, and it may have phases of
    its own."""

    id: str
    title: str
    moves: str = ""
    place: str = ""
    phases: tuple[Phase, ...] = ()


class OwnerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that a side owns."""

    side: str
    hexes: tuple[str, ...]


class MinesRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mine points in a hex."""

    side: str
    hex: str
    points: int


class DefenceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coast defence outside a port: its owner, hex and level."""

    side: str
    hex: str
    level: int


class FallRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that changes hands at phase ``at`` of the plan."""

    at: int
    place: str
    side: str
    res: int = 0


class MaltaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Malta's status, and the repair points that the order of battle brings in each turn."""

    status: int
    arrivals: Mapping[str, int] = {}


class GarrisonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A garrison that holds a hex against landings."""

    side: str
    place: str
    strength: int
    name: str = ""


class DivisionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A division inland."""

    id: str
    side: str
    place: str
    strength: int
    allowance: int
    name: str = ""


class BridgeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that falls when a cargo holds one of these hexes."""

    cargo: str
    hexes: tuple[str, ...]
    takes: str


class CallRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A carrier group on call with an air unit aboard: where and in which turn it comes, until
    which turn it stays, and the ratings of the air unit."""

    unit: str
    name: str
    nation: str
    strength: int
    place: str
    turn: str
    leaves: str
    air: int
    reach: int


class FlyOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A carrier that flies off its aircraft within a number of hexes of the goal."""

    unit: str
    hexes: int
    points: float


class Card(
    scenarios.Card,
    frozen=True,
    kw_only=True,
    rename={"fly_off": "fly-off"},
    forbid_unknown_fields=True,
):
    """A scenario as its file gives it; its units are in the file ``forces``."""

    forces: str
    phases: tuple[Phase, ...]
    degrees: tuple[tuple[float, str], ...]
    weather: str = "calm"
    facts: Mapping[str, str] = {}
    score: Mapping[str, Any] = {}
    start: tuple[Variant, ...] = ()
    port: tuple[PortRow, ...] = ()
    owner: tuple[OwnerRow, ...] = ()
    mines: tuple[MinesRow, ...] = ()
    defence: tuple[DefenceRow, ...] = ()
    falls: tuple[FallRow, ...] = ()
    fly_off: FlyOff | None = None
    stays: tuple[str, ...] = ()
    malta: MaltaRow | None = None
    gibraltar: str = ""
    danger_zones: Literal["", "bases", "national"] = ""
    italy_until: str = ""
    baltic: str = "shut"
    repair_points: Mapping[str, Mapping[str, Any]] = {}
    garrison: tuple[GarrisonRow, ...] = ()
    division: tuple[DivisionRow, ...] = ()
    bridge: tuple[BridgeRow, ...] = ()
    seas: tuple[SeaChange, ...] = ()
    sounds: tuple[str, ...] = ()
    call: tuple[CallRow, ...] = ()
    goals: Mapping[str, str] = {}
    """The places to which an admiral sends groups: group -> place."""


@cache
def card(id: str) -> Card:
    """Return the card of a scenario. Raises ``KeyError`` for an unknown scenario, ``DataError`` for
    a file that does not fit."""
    return scenarios.read_card("europa", id, Card)


def cards() -> tuple[Scenario, ...]:
    """Return the scenario cards for display and choice."""
    made = (card(id) for id in scenarios.scenario_ids("europa"))
    return tuple(
        scenarios.scenario_of_card(c, tuple((v.id, v.title) for v in c.start)) for c in made
    )
