"""Lines about what lands, what holds the coast, and divisions inland."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, same

from ..rules.special import landing, rescue
from ..state import Bridge, Campaign, Cargo, Division, Garrison, SeaChange, put_unit
from . import nouns as n
from .forces import once
from .nouns import lines
from .positions import grounded


# ------------------------------------------------------------------ positions
@lines.given("{res} REs {id} on {unit} [: {marks}]")
def aboard(s: Campaign, res: int, id: str, unit: n.Unit, marks: n.Marks = ()) -> Campaign:
    """Troops, or supply points, aboard a unit."""
    once(s.cargo, id, "cargo")
    c = Cargo(id, s.units[unit].side, tuple(filter(None, marks)), unit, res=res)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("{res} REs {id} of {side} landed at {hex} [, from {unit} in this step] [: {marks}]")
def ashore(s: Campaign, res: int, id: str, side: n.Side, hex: n.Hex, unit: n.Unit = "", marks: n.Marks = ()) -> Campaign:
    """Troops, or supply points, that came ashore, in this step from a unit or before."""
    once(s.cargo, id, "cargo")
    c = Cargo(id, side, tuple(filter(None, marks)), "", hex, res=res, landed=True, craft=unit)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("garrison {side} {strength} at {hex}")
def garrison(s: Campaign, side: n.Side, strength: int, hex: n.Hex) -> Campaign:
    """Who holds a hex of the coast; the hex is theirs where nothing is said of it."""
    s = grounded(s, hex, owner=side)
    return replace(s, garrisons={**s.garrisons, hex: Garrison(hex, side, strength)})


@lines.given("division {id} {side} {strength} at {hex}, allowance {allowance}")
def division(s: Campaign, id: str, side: n.Side, strength: int, hex: n.Hex, allowance: int) -> Campaign:
    """A division inland."""
    s = grounded(s, hex, "land", side)
    return replace(s, divisions={**s.divisions, id: Division(id, side, strength, allowance, hex)})


@lines.given("{place} falls with {cargo} at {hexes}")
def bridge(s: Campaign, place: n.Hex, cargo: n.Load, hexes: n.Hexes) -> Campaign:
    """A place that falls as a step ends in which a cargo holds one of these hexes."""
    return replace(s, bridges=(*s.bridges, Bridge(cargo, hexes, place)))


@lines.given("sea {sea} from step {step}")
def sea(s: Campaign, sea: Literal["calm", "rough", "stormy"], step: int) -> Campaign:
    """The sea state from a step of this player-turn on."""
    return replace(s, seas=(*s.seas, SeaChange(s.at, step, sea)))


@lines.given("gunfire of {side} {points} at {hex}")
def fired(s: Campaign, side: n.Side, points: int, hex: n.Hex) -> Campaign:
    """Points of gunfire support fired at a hex in this step."""
    return replace(s, support={**s.support, hex: (side, points)})


@lines.given("{res} REs of {side} adrift at {hex}")
def adrift(s: Campaign, res: int, side: n.Side, hex: n.Hex) -> Campaign:
    """People in the water in this step."""
    return replace(s, adrift={**s.adrift, hex: (side, res)})


@lines.given("{unit} is a minesweeper")
def sweeper(s: Campaign, unit: n.Unit) -> Campaign:
    """A unit that sweeps for half."""
    return put_unit(s, replace(s.units[unit], sweeper=True))


@lines.given("port at {hex} with {hits} hits")
def damaged(s: Campaign, hex: n.Hex, hits: int) -> Campaign:
    """Hits on the capacity of a port."""
    return replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), hits=hits)})


# ------------------------------------------------------------------ facts
@lines.fact("REs of {side} at {hex} {res}")
def landed(before: Campaign, s: Campaign, side: n.Side, hex: n.Hex, res: int) -> Found:
    """REs of a side ashore in a hex."""
    return same(landing.res(landing.ashore(s, side, hex)), res)


@lines.fact("REs aboard {unit} {res}")
def carried(before: Campaign, s: Campaign, unit: n.Unit, res: int) -> Found:
    """REs, or supply points, that a unit carries."""
    return same(sum(c.res for c in s.cargo.values() if c.aboard == unit), res)


@lines.fact("people of {side} adrift at {hex} {res}")
def swimming(before: Campaign, s: Campaign, side: n.Side, hex: n.Hex, res: int) -> Found:
    """REs of a side in the water of a hex."""
    return same(rescue.adrift(s, side, hex), res)


@lines.fact("{side} supplies {res} REs ashore")
def supplied(before: Campaign, s: Campaign, side: n.Side, res: int) -> Found:
    """REs of a side ashore that are in supply."""
    return same(landing.supplied(s, side), res)


@lines.fact("division {id} at {hex}")
def stands(before: Campaign, s: Campaign, id: str, hex: n.Hex) -> Found:
    """Where a division is."""
    if id not in s.divisions:
        raise TextError(f"there is no division {id!r}", 0, sorted(s.divisions))
    return same(s.divisions[id].hex, hex)


@lines.fact("sea is {sea}")
def state(before: Campaign, s: Campaign, sea: Literal["calm", "rough", "stormy"]) -> Found:
    """The sea state where no zone has another."""
    return same(s.weather.get("", "calm"), sea)
