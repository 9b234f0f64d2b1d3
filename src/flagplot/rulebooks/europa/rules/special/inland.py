"""Divisions inland: how far they march after an enemy's player-turn, and which landed hex they counter-attack (house)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flagplot.table import Refusal, facts
from flagplot.table.core.memo import by_value, lasting

from ...map import chart
from ...state import State
from ...state.shore import Division
from . import ferries, landing
from .fleets import reach, share

HOUSE = "32.A.s11"
"""The clause under which ground units and their hexes are known."""

THROWS = ("F", "S", "S*")
"""The results of a counter-attack that throw half of what has landed back."""


def able(s: State, side: str) -> tuple[Division, ...]:
    """The divisions of a side, by id."""
    return tuple(d for _, d in sorted(s.divisions.items()) if d.side == side)


def _land(s: State) -> tuple[Any, ...]:
    """What of a position tells where divisions march: the map, who owns what, who is ashore, ferries."""
    ports = [(h, p.owner) for h, p in s.ports.items()]
    serving = [(u.side, u.ferry) for u in s.units.values() if u.ferry and not u.lost]
    landed = [(side, h) for side in s.sides for h in landing.beachheads(s, side)]
    return s.terrain, s.hexsides, s.owners, s.sides, s.sounds, tuple(ports), tuple(serving), tuple(landed)


@lasting(by_value(_land))
def field(s: State, d: Division) -> Mapping[str, int]:
    """The hexes a division may march to, with the distance by land: over hexes of its own side, over water by ferry."""
    found, ring = {d.hex: 0}, [d.hex]
    for far in range(1, d.allowance + 1):
        following = []
        for here in ring:
            for there in chart.neighbours(here):
                if there not in found and _open(s, d, here, there):
                    found[there] = far
                    following.append(there)
        ring = following
    return found


def _open(s: State, d: Division, here: str, there: str) -> bool:
    return (s.ground(there) in ("coastal", "land") and s.owner(there) != s.other(d.side)
            and _crosses(s, d, here, there) and not landing.ashore(s, s.other(d.side), there))


def _crosses(s: State, d: Division, here: str, there: str) -> bool:
    """True for a hexside with land to march over, or with a ferry; sounds that the scenario names have no land."""
    edge = chart.side_id(here, there)
    return ferries.crossing(s, d.side, edge) == ferries.MAJOR_RIVER if edge in s.sounds else ferries.may_cross(s, d.side, edge)


def start_line(s: State, d: Division, hex: str) -> str:
    """The hex from which a division attacks another, the nearest it may march to; empty when it cannot come up."""
    near = [(far, h) for h, far in field(s, d).items() if far < d.allowance and chart.touch(h, hex)
            and _crosses(s, d, h, hex)]
    return min(near)[1] if near else ""


def _of_own(s: State, side: str, id: str) -> Refusal | None:
    d = s.divisions.get(id)
    return None if d is not None and d.side == side else Refusal(HOUSE, "no-such-division", (id,))


def why_not_march(s: State, side: str, id: str, hex: str) -> Refusal | None:
    """Why a division cannot march to a hex: it is not within its allowance over land of its own side."""
    wrong = _of_own(s, side, id)
    if wrong is not None:
        return wrong
    d = s.divisions[id]
    far = field(s, d).get(hex, 0)
    return None if far else Refusal(HOUSE, "too-far-inland", (id, hex), facts(allowance=d.allowance))


def why_not_counter(s: State, side: str, id: str, hex: str) -> Refusal | None:
    """Why a division cannot counter-attack a hex: nobody landed there, or it cannot come up to it."""
    wrong = _of_own(s, side, id)
    if wrong is not None:
        return wrong
    if not landing.ashore(s, s.other(side), hex):
        return Refusal(HOUSE, "nobody-ashore", (hex,))
    d = s.divisions[id]
    return None if start_line(s, d, hex) else Refusal(HOUSE, "too-far-inland", (id, hex), facts(allowance=d.allowance))


def modifier(s: State, d: Division, hex: str, guns: bool | None = None) -> int:
    """The modifier of a counter-attack: by the strengths, and 1 more when no unit at sea in reach of it has gunfire ready
    (*guns* says whether one has, where it is asked what would be)."""
    foe = s.other(d.side)
    held = landing.res(landing.ashore(s, foe, hex)) * landing.value(s, "strength of an RE")
    ready = under_guns(s, foe, hex) if guns is None else guns
    return landing.odds_modifier(s.rulings, Fraction(d.strength), held) + (not ready)


def under_guns(s: State, side: str, hex: str) -> bool:
    """True when a unit of a side at sea has gunfire ready that reaches a hex."""
    far = reach(s)
    return any(share(u) for g in s.standing(side) if g.where == "sea" and chart.distance(g.hex, hex) <= far for u in s.of(g))
