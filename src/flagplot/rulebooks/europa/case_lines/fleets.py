"""Lines about gunfire support, repair and carrier groups on call."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import TextError
from flagplot.table.language import Found, comparison

from ..rules.special import fleets
from ..state import Air, State, Unit, put_unit
from ..state.units import Call
from ..state.waters import Account
from . import nouns as n
from .nouns import lines

Ready = Literal["quarter", "half", "full"]


# ------------------------------------------------------------------ positions
lines.given_row(
    "{unit} ready for {part} gunfire",
    lambda s, unit, part: put_unit(s, replace(s.units[unit], ready=f"{part} gunfire")),
    part=Ready,
)


lines.given_row(
    "{unit} fired gunfire {times} times in {year}",
    lambda s, unit, times, year: put_unit(s, replace(s.units[unit], gunfire=((year, times),))),
    times=int,
)


@lines.given(
    "carrier {unit} of {org} on call at {hex} from {turn} to {leaves} [, {planes} air units] [, "
    "{in_play}]"
)
def call(
    s: State,
    unit: n.Counter,
    org: str,
    hex: n.Hex,
    turn: n.Turn,
    leaves: n.Turn,
    planes: int = 0,
    in_play: bool = False,
) -> State:
    """Set up a carrier group that the Allies may call on, with air units of an organization. Once
    it is in play, its units are set up by lines of their own."""
    ship = Unit(unit.id, "Allied", "CG", unit.strength or 4, hits=unit.hits)
    air = tuple(
        Air(f"{unit.id}-{k}", "Allied", unit.id, hex, 4, 5, "escort", carrier=unit.id, org=org)
        for k in range(1, planes + 1)
    )
    return replace(s, calls=(*s.calls, Call(ship, air, hex, turn, leaves, in_play)))


lines.given_row(
    "{org} has {points} air replacement points",
    lambda s, org, points: replace(s, wings={**s.wings, org: Account(points)}),
    org=str,
    points=float,
)


# ------------------------------------------------------------------ facts
@lines.fact("{unit} ready with {points} gunfire points")
def points(s: State, unit: n.Unit, points: int) -> Found:
    """Check the points of gunfire support that a unit has ready; 0 when none."""
    u = s.units[unit]
    return comparison(fleets.gunfire_points(u) if fleets.prepared_share(u) else 0, points)


lines.fact_row(
    "{unit} has fired gunfire {times} times in {year}",
    lambda s, unit, year: dict(s.units[unit].gunfire).get(year, 0),
    times=int,
)


@lines.fact("gunfire support of {side} at {hex} {points}")
def support(s: State, side: n.Side, hex: n.Hex, points: int) -> Found:
    """Check the points of gunfire support fired at a hex in this step."""
    whose, found = s.support.get(hex, (side, 0))
    return comparison(found if whose == side else 0, points)


@lines.fact("{org} has {points} air replacement points [, owing {owed}]")
def wing(s: State, org: str, points: float, owed: float = 0) -> Found:
    """Check the air replacement points of an organization, and its debt."""
    if org not in s.wings:
        raise TextError(
            f"no organization {org!r} has air replacement points or owes any", 0, sorted(s.wings)
        )
    a = s.wings[org]
    return (a.points, a.owed) == (points, owed), f"{a.points:g}, owing {a.owed:g}"


@lines.fact("air {unit} aboard {carrier}")
def aboard(before: State, s: State, unit: str, carrier: str) -> Found:
    """Check whether an air unit is in play aboard a carrier group."""
    named = {**s.air, **before.air, **{a.id: a for c in before.calls for a in c.air}}
    ships = {**s.units, **{c.unit.id: c.unit for c in before.calls}}
    if unit not in named or carrier not in ships:
        raise TextError(
            "there is no such air unit or carrier group", 0, sorted(named) + sorted(ships)
        )
    a = s.air.get(unit)
    return (
        a is not None and a.carrier == carrier,
        "not in play" if a is None else a.carrier or "ashore",
    )
