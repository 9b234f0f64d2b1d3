"""Divisions inland: their march after an enemy's player-turn and their counter-attacks on landed
hexes (house rule)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from msgspec.structs import replace

from flagplot.table import AskOrder, Refusal, Roll, Table, facts
from flagplot.table.core.memo import by_value, memo_per_parts

from ...events.base import Happening
from ...map import chart
from ...nouns import Place, Side, Thing
from ...orders import CounterAttack, March, Pass
from ...state import State, lose_res
from ...state.shore import Division
from ..combat import gunnery
from ..combat.gunnery import Result
from ..registry import carries
from . import ferries, landing
from .beach_step import take_hex
from .captured_ports import roll_scuttling
from .fleets import gunfire_range, prepared_share


class Marched(Happening, frozen=True, tag="marched"):
    """A division marches to another hex."""

    side: Side
    division: Thing
    hex: Place

    def apply(self, s: State) -> State:
        return replace(
            s,
            divisions={
                **s.divisions,
                self.division: replace(s.divisions[self.division], hex=self.hex),
            },
        )


class CounterAttacked(Happening, frozen=True, tag="counter-attack"):
    """A division's attack on cargo landed in a hex: the REs thrown back, by cargo, with the craft
    that takes them aboard (empty when there is none)."""

    side: Side
    division: Thing
    at: Place
    hex: Place
    result: Result
    modifier: int
    thrown: tuple[tuple[str, int, str, str], ...] = ()
    """Tuples: cargo, REs, craft or empty, id of the new cargo aboard the craft."""

    def apply(self, s: State) -> State:
        s = replace(
            s,
            divisions={
                **s.divisions,
                self.division: replace(s.divisions[self.division], hex=self.at),
            },
        )
        for id, n, craft, name in self.thrown:
            c = s.cargo[id]
            whole = c.res == n
            if not craft:
                s = lose_res(s, id, n)
                continue
            back = replace(c, id=id if whole else name, aboard=craft, place="", landed=False, res=n)
            rest = {} if whole else {id: replace(c, res=c.res - n)}
            s = replace(s, cargo={**s.cargo, **rest, back.id: back})
        return s

    def seen_by(self, side: str) -> CounterAttacked:
        if side and side != self.side:
            return self
        return replace(self, thrown=tuple((id, n, "", "") for id, n, _, _ in self.thrown))


HOUSE = "32.A.s11"
"""The clause under which ground units and their hexes are known."""


THROWS = ("F", "S", "S*")
"""The results of a counter-attack that throw half of what has landed back."""


def divisions_of(s: State, side: str) -> tuple[Division, ...]:
    """Return the divisions of a side, by id."""
    return tuple(d for _, d in sorted(s.divisions.items()) if d.side == side)


def _march_parts(s: State) -> tuple[Any, ...]:
    """Return the parts of a state that decide where divisions may march: the map, hex owners, cargo
    ashore, ferries."""
    ports = [(h, p.owner) for h, p in s.ports.items()]
    serving = [(u.side, u.ferry) for u in s.units.values() if u.ferry and not u.lost]
    landed = [(side, h) for side in s.sides for h in landing.beachheads(s, side)]
    return (
        s.terrain,
        s.hexsides,
        s.owners,
        s.sides,
        s.sounds,
        tuple(ports),
        tuple(serving),
        tuple(landed),
    )


@memo_per_parts(by_value(_march_parts))
def march_field(s: State, d: Division) -> Mapping[str, int]:
    """Return the hexes a division may march to, with the distance by land: over hexes of its own
    side, over water by ferry."""
    found, ring = {d.hex: 0}, [d.hex]
    for far in range(1, d.allowance + 1):
        following = []
        for here in ring:
            for there in chart.neighbours(here):
                if there not in found and _is_open(s, d, here, there):
                    found[there] = far
                    following.append(there)
        ring = following
    return found


def _is_open(s: State, d: Division, here: str, there: str) -> bool:
    return (
        s.ground(there) in ("coastal", "land")
        and s.owner(there) != s.other(d.side)
        and _is_crossable(s, d, here, there)
        and not landing.cargo_ashore(s, s.other(d.side), there)
    )


def _is_crossable(s: State, d: Division, here: str, there: str) -> bool:
    """Return True for a hexside with land to march over, or with a ferry; sounds that the scenario
    names have no land."""
    edge = chart.side_id(here, there)
    return (
        ferries.hexside_for_troops(s, d.side, edge) == ferries.MAJOR_RIVER
        if edge in s.sounds
        else ferries.may_cross(s, d.side, edge)
    )


def attack_hex(s: State, d: Division, hex: str) -> str:
    """Return the nearest hex within a division's march from which it can attack *hex*; empty when
    it cannot reach one."""
    near = [
        (far, h)
        for h, far in march_field(s, d).items()
        if far < d.allowance and chart.are_touching(h, hex) and _is_crossable(s, d, h, hex)
    ]
    return min(near)[1] if near else ""


def _of_own(s: State, side: str, id: str) -> Refusal | None:
    d = s.divisions.get(id)
    return None if d is not None and d.side == side else Refusal(HOUSE, "no-such-division", (id,))


def why_not_march(s: State, side: str, id: str, hex: str) -> Refusal | None:
    """Return the refusal when a division cannot march to a hex, because the hex is not within its
    allowance over land of its own side. ``None`` when it may."""
    wrong = _of_own(s, side, id)
    if wrong is not None:
        return wrong
    d = s.divisions[id]
    far = march_field(s, d).get(hex, 0)
    return (
        None if far else Refusal(HOUSE, "too-far-inland", (id, hex), facts(allowance=d.allowance))
    )


def why_not_counter(s: State, side: str, id: str, hex: str) -> Refusal | None:
    """Return the refusal when a division cannot counter-attack a hex: no enemy has landed there, or
    the division cannot reach it. ``None`` when it may."""
    wrong = _of_own(s, side, id)
    if wrong is not None:
        return wrong
    if not landing.cargo_ashore(s, s.other(side), hex):
        return Refusal(HOUSE, "nobody-ashore", (hex,))
    d = s.divisions[id]
    return (
        None
        if attack_hex(s, d, hex)
        else Refusal(HOUSE, "too-far-inland", (id, hex), facts(allowance=d.allowance))
    )


def counter_attack_modifier(s: State, d: Division, hex: str, guns: bool | None = None) -> int:
    """Return the modifier of a counter-attack: by the strengths, and 1 more when no enemy unit at
    sea within reach of the hex has gunfire ready. *guns* states that for a forecast; ``None`` reads
    it from the state."""
    foe = s.other(d.side)
    held = landing.sum_res(landing.cargo_ashore(s, foe, hex)) * landing.game_strength_value(
        s, "strength of an RE"
    )
    ready = has_gunfire_in_reach(s, foe, hex) if guns is None else guns
    return landing.odds_modifier(s.rulings, Fraction(d.strength), held) + (not ready)


def has_gunfire_in_reach(s: State, side: str, hex: str) -> bool:
    """Return True when a unit of a side at sea has gunfire ready that reaches a hex."""
    far = gunfire_range(s)
    return any(
        prepared_share(u)
        for g in s.standing(side)
        if g.where == "sea" and chart.distance(g.hex, hex) <= far
        for u in s.of(g)
    )


async def divisions_move(t: Table[State]) -> None:
    """Let the side that is not phasing move one of its divisions, or none."""
    side = t.state.other(t.state.phasing)
    if not divisions_of(t.state, side):
        return
    order = await AskOrder(side, HOUSE, "inland")
    if not isinstance(order, Pass):
        await carries[type(order)](t, order)


@carries(March)
async def carry_out_march(t: Table[State], o: March) -> None:
    """March a division."""
    t.record(Marched(HOUSE, t.state.divisions[o.division].side, o.division, o.hex))


@carries(CounterAttack)
async def carry_out_counter_attack(t: Table[State], o: CounterAttack) -> None:
    """Counter-attack a landed hex. A failure or better throws half of the landed REs back to sea,
    where craft in the hex take them aboard; REs without a craft are lost. When no REs are left, the
    side ashore loses the hex and its ships in the port must get out."""
    s = t.state
    d = s.divisions[o.division]
    side, foe = d.side, s.other(d.side)
    plus = counter_attack_modifier(s, d, o.hex)
    result = await Roll(
        gunnery.success_roll(s.rulings, plus),
        HOUSE,
        "counter-attack",
        gunnery.SUCCESS,
        facts(hex=o.hex, modifier=plus, side=side),
    )
    back = landing.losses_of(landing.cargo_ashore(s, foe, o.hex), 2) if result in THROWS else ()
    t.record(
        CounterAttacked(
            HOUSE,
            side,
            d.id,
            attack_hex(s, d, o.hex),
            o.hex,
            result,
            plus,
            plan_embarkation(s, foe, o.hex, back),
        )
    )
    if not landing.cargo_ashore(t.state, foe, o.hex):
        take_hex(t, side, o.hex)
        await roll_scuttling(t, o.hex, side, 0)


def plan_embarkation(
    s: State, side: str, hex: str, back: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int, str, str], ...]:
    """Return tuples (cargo, REs, craft, id of the new cargo aboard) for the REs thrown back. Craft
    at sea in the hex take REs up to their room; the craft of the rest is empty."""
    rooms = {u.id: n for u, n in landing.units_with_room(s, side, hex)}
    names = (f"RE-{k}" for k in count(1) if f"RE-{k}" not in s.cargo)
    found: list[tuple[str, int, str, str]] = []
    for cargo, left in back:
        for unit in rooms:
            n = min(left, rooms[unit])
            if n:
                found.append((cargo, n, unit, next(names)))
                rooms[unit], left = rooms[unit] - n, left - n
        if left:
            found.append((cargo, left, "", ""))
    return tuple(found)
