"""Lines about what lands, what holds the coast, and divisions inland."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, same

from ..rules.special import landing, rescue
from ..state import Bridge, Cargo, Division, Garrison, SeaChange, State, put_unit
from . import nouns as n
from .forces import once
from .nouns import lines
from .positions import grounded


# ------------------------------------------------------------------ positions
@lines.given("{res} REs {id} on {unit} [: {marks}]")
def aboard(s: State, res: int, id: str, unit: n.Unit, marks: n.Marks = ()) -> State:
    """Troops, or supply points, aboard a unit."""
    once(s.cargo, id, "cargo")
    c = Cargo(id, s.units[unit].side, tuple(filter(None, marks)), unit, res=res)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("{res} REs {id} of {side} landed at {hex} [, from {unit} in this step] [: {marks}]")
def ashore(s: State, res: int, id: str, side: n.Side, hex: n.Hex, unit: n.Unit = "", marks: n.Marks = ()) -> State:
    """Troops, or supply points, that came ashore, in this step from a unit or before."""
    once(s.cargo, id, "cargo")
    c = Cargo(id, side, tuple(filter(None, marks)), "", hex, res=res, landed=True, craft=unit)
    return replace(s, cargo={**s.cargo, id: c})


@lines.given("garrison {side} {strength} at {hex}")
def garrison(s: State, side: n.Side, strength: int, hex: n.Hex) -> State:
    """Who holds a hex of the coast; the hex is theirs where nothing is said of it."""
    s = grounded(s, hex, owner=side)
    return replace(s, garrisons={**s.garrisons, hex: Garrison(hex, side, strength)})


@lines.given("division {id} {side} {strength} at {hex}, allowance {allowance}")
def division(s: State, id: str, side: n.Side, strength: int, hex: n.Hex, allowance: int) -> State:
    """A division inland."""
    s = grounded(s, hex, "land", side)
    return replace(s, divisions={**s.divisions, id: Division(id, side, strength, allowance, hex)})


lines.puts(
    "{place} falls with {cargo} at {hexes}",
    lambda s, place, cargo, hexes: replace(s, bridges=(*s.bridges, Bridge(cargo, hexes, place))), place=n.Hex,
)  # fmt: skip
lines.puts("sea {sea} from step {step}", lambda s, sea, step: replace(s, seas=(*s.seas, SeaChange(s.at, step, sea))))
lines.puts(
    "gunfire of {side} {points} at {hex}",
    lambda s, side, points, hex: replace(s, support={**s.support, hex: (side, points)}),
)  # fmt: skip
lines.puts("{res} REs of {side} adrift at {hex}", lambda s, res, side, hex: replace(s, adrift={**s.adrift, hex: (side, res)}))
lines.puts("{unit} is a minesweeper", lambda s, unit: put_unit(s, replace(s.units[unit], sweeper=True)))
lines.puts(
    "port at {hex} with {hits} hits",
    lambda s, hex, hits: replace(s, ports={**s.ports, hex: replace(n.port_at(s, hex), hits=hits)}),
)  # fmt: skip


# ------------------------------------------------------------------ facts
lines.finds("REs of {side} at {hex} {res}", lambda s, side, hex: landing.res(landing.ashore(s, side, hex)))
# REs, or supply points, that a unit carries.
lines.finds("REs aboard {unit} {res}", lambda s, unit: sum(c.res for c in s.cargo.values() if c.aboard == unit))
lines.finds("people of {side} adrift at {hex} {res}", lambda s, side, hex: rescue.adrift(s, side, hex))
lines.finds("{side} supplies {res} REs ashore", lambda s, side: landing.supplied(s, side))


@lines.fact("division {id} at {hex}")
def stands(s: State, id: str, hex: n.Hex) -> Found:
    """Where a division is."""
    if id not in s.divisions:
        raise TextError(f"there is no division {id!r}", 0, sorted(s.divisions))
    return same(s.divisions[id].hex, hex)


lines.finds("sea is {sea}", lambda s: s.weather.get("", "calm"))
