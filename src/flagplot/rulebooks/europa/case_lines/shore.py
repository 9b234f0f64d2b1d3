"""Case lines about landings, garrisons, divisions inland, ferries and naval supply lines."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, comparison

from ..rules.special import ferries, fleets, landing, supply
from ..state import Bridge, Cargo, Division, Garrison, SeaChange, State, put_unit
from . import nouns as n
from .nouns import lines
from .positions import with_ground
from .units import refuse_second_line

lines.given_row(
    "{unit} beside {hex} since the initial phase",
    lambda s, unit, hex: put_unit(s, replace(s.units[unit], dawn=hex)),
)


lines.given_row(
    "{unit} ferries {edge}", lambda s, unit, edge: put_unit(s, replace(s.units[unit], ferry=edge))
)


lines.fact_row(
    "{side} crosses {edge} as {kind}",
    lambda s, side, edge: ferries.hexside_for_troops(s, side, edge),
    kind=Literal["major river", "full", "partial", "strait", "river", "great river", "land"],
)


lines.fact_row(
    "{side} may cross {edge}",
    lambda s, side, edge: (
        ferries.may_cross(s, side, edge),
        ferries.hexside_for_troops(s, side, edge),
    ),
)


@lines.fact("supply line {side}: {hexes}")
def line(s: State, side: n.Side, hexes: n.Hexes) -> Found:
    """Check whether a side may trace a naval supply line along these hexes."""
    wrong = supply.why_not_trace(s, side, hexes)
    return (
        wrong is None,
        f"{wrong.clause} {wrong.code} {' '.join(wrong.culprits)}" if wrong else "open",
    )


# Supply-line points of a line, its start free.
lines.fact_row(
    "supply line {side} costs {points}: {hexes}",
    lambda s, side, hexes: supply.line_cost(s, side, hexes),
)


@lines.fact("supply line {side} from {start} to {goal}")
def reaches(s: State, side: n.Side, start: n.Hex, goal: n.Hex) -> Found:
    """Check whether any supply line joins two hexes."""
    path = supply.cheapest_line(s, side, start, goal)
    return bool(path), " ".join(path) or "none"


# ------------------------------------------------------------------ positions
@lines.given("{res} REs {id} on {unit} [: {marks}]")
def aboard(s: State, res: int, id: str, unit: n.Unit, marks: n.Marks = ()) -> State:
    """Set up troops, or supply points, aboard a unit."""
    refuse_second_line(s.cargo, id, "cargo")
    c = Cargo(id, s.units[unit].side, tuple(filter(None, marks)), unit, res=res)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("{res} REs {id} of {side} landed at {hex} [, from {unit} in this step] [: {marks}]")
def ashore(
    s: State, res: int, id: str, side: n.Side, hex: n.Hex, unit: n.Unit = "", marks: n.Marks = ()
) -> State:
    """Set up troops, or supply points, that came ashore: from a unit in this step, or earlier."""
    refuse_second_line(s.cargo, id, "cargo")
    c = Cargo(id, side, tuple(filter(None, marks)), "", hex, res=res, landed=True, craft=unit)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("garrison {side} {strength} at {hex}")
def garrison(s: State, side: n.Side, strength: int, hex: n.Hex) -> State:
    """Set up the garrison of a coastal hex. The hex becomes its side's, unless the position states
    otherwise."""
    s = with_ground(s, hex, owner=side)
    return replace(s, garrisons={**s.garrisons, hex: Garrison(hex, side, strength)})


@lines.given("division {id} {side} {strength} at {hex}, allowance {allowance}")
def division(s: State, id: str, side: n.Side, strength: int, hex: n.Hex, allowance: int) -> State:
    """Set up a division inland."""
    s = with_ground(s, hex, "land", side)
    return replace(s, divisions={**s.divisions, id: Division(id, side, strength, allowance, hex)})


lines.given_row(
    "{place} falls with {cargo} at {hexes}",
    lambda s, place, cargo, hexes: replace(s, bridges=(*s.bridges, Bridge(cargo, hexes, place))),
    place=n.Hex,
)


lines.given_row(
    "sea {sea} from step {step}",
    lambda s, sea, step: replace(s, seas=(*s.seas, SeaChange(s.at, step, sea))),
)


lines.given_row(
    "gunfire of {side} {points} at {hex}",
    lambda s, side, points, hex: replace(s, support={**s.support, hex: (side, points)}),
)


lines.given_row(
    "{res} REs of {side} adrift at {hex}",
    lambda s, res, side, hex: replace(s, adrift={**s.adrift, hex: (side, res)}),
)


lines.given_row(
    "{unit} is a minesweeper", lambda s, unit: put_unit(s, replace(s.units[unit], sweeper=True))
)


lines.given_row(
    "port at {hex} with {hits} hits",
    lambda s, hex, hits: replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), hits=hits)}),
)


# ------------------------------------------------------------------ facts
lines.fact_row(
    "REs of {side} at {hex} {res}",
    lambda s, side, hex: landing.sum_res(landing.cargo_ashore(s, side, hex)),
)


# REs, or supply points, that a unit carries.
lines.fact_row(
    "REs aboard {unit} {res}",
    lambda s, unit: sum(c.res for c in s.cargo.values() if c.aboard == unit),
)


lines.fact_row(
    "people of {side} adrift at {hex} {res}", lambda s, side, hex: fleets.res_in_water(s, side, hex)
)


lines.fact_row("{side} supplies {res} REs ashore", lambda s, side: landing.supplied_res(s, side))


@lines.fact("division {id} at {hex}")
def stands(s: State, id: str, hex: n.Hex) -> Found:
    """Check where a division is."""
    if id not in s.divisions:
        raise TextError(f"there is no division {id!r}", 0, sorted(s.divisions))
    return comparison(s.divisions[id].hex, hex)


lines.fact_row("sea is {sea}", lambda s: s.weather.get("", "calm"))
