"""The end of a step on the beaches: strikes on the ships, the landing check, the attack ashore, and
the capture of the hex."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec.structs import replace

from flagplot.table import Ask, Roll, Table, facts
from flagplot.table.language import Choice

from ...events.base import Happening
from ...nouns import Place, Side
from ...state import State, lose_res
from ..combat import gunnery
from ..combat.gunnery import Result
from ..search.resolve import resolve_bombing
from . import captured_ports, landing

Losses = tuple[tuple[str, int], ...]


class SeaTurned(Happening, frozen=True, tag="sea-turned"):
    """The sea state changes."""

    state: Annotated[str, Choice("calm", "rough", "stormy")]

    def apply(self, s: State) -> State:
        return replace(s, weather={**s.weather, "": self.state})


class BeachChecked(Happening, frozen=True, tag="beach-check"):
    """The landing check of a beach: REs lost by cargo, and whether the remaining cargo goes back
    aboard."""

    side: Side
    hex: Place
    result: Result
    modifier: int
    cargo: tuple[str, ...] = ()
    lost: Losses = ()
    back: bool = False

    def apply(self, s: State) -> State:
        for id, n in self.lost:
            s = lose_res(s, id, n)
        cargo = dict(s.cargo)
        for id in self.cargo:
            c = cargo[id]
            afloat = self.back and c.res > 0 and s.group_of(c.craft) is not None
            cargo[id] = (
                replace(c, craft="", aboard=c.craft, place="", landed=False)
                if afloat
                else replace(c, craft="")
            )
        return replace(s, cargo=cargo)


class BeachFought(Happening, frozen=True, tag="beach-fought"):
    """The attack of the cargo ashore in a hex on its garrison: REs lost by cargo."""

    side: Side
    hex: Place
    result: Result
    modifier: int
    lost: Losses = ()

    def apply(self, s: State) -> State:
        for id, n in self.lost:
            s = lose_res(s, id, n)
        return s


LANDING = "36.A.2.(b)"
"""The clause that mentions amphibious landings. The chapter on them is missing."""


HOLD = "hold back"


async def turn_the_sea(t: Table[State]) -> None:
    """Record the sea state that the scenario sets from this step on."""
    s = t.state
    for change in s.seas:
        if (change.at, change.step) == (s.at, s.step) and s.weather.get("") != change.state:
            t.record(SeaTurned("32.B-T1", change.state))


async def resolve_beaches(t: Table[State]) -> None:
    """Resolve all beaches of the phasing side as a step ends."""
    side = t.state.phasing
    await offer_strikes(t, t.state.other(side))
    for hex in landing.contested_hexes(t.state, side):
        await resolve_beach(t, side, hex)
    for bridge in t.state.bridges:
        c = t.state.cargo.get(bridge.cargo)
        if (
            c is not None
            and landing.is_ashore(c)
            and c.place in bridge.hexes
            and t.state.owner(c.place) == c.side
        ):
            take_hex(t, c.side, bridge.place)


async def offer_strikes(t: Table[State], side: str) -> None:
    """Let each airbase with strikes left attack an enemy group in a landing hex; by night at -1."""
    for base in landing.strike_bases(t.state, side):
        groups = landing.groups_in_strike_range(t.state, side, base)
        if not groups:
            continue
        said = await Ask(
            side, (HOLD, *(g.id for g in groups)), "32.B.2.s02", "beach-strike", facts(base=base)
        )
        if said != HOLD:
            group = t.state.groups[said]
            await resolve_bombing(
                t,
                said,
                base,
                landing.strike_units(t.state, side, base, group.hex),
                "",
                -int(group.dark),
            )


async def resolve_beach(t: Table[State], side: str, hex: str) -> None:
    """Resolve one beach: the landing check of the cargo that came ashore in this step, then the
    attack of all cargo ashore."""
    halved, ease = False, 0
    landed = landing.unchecked_cargo(t.state, side, hex)
    if landed:
        plus = sum(int(n) for _, n in landing.check_parts(t.state, side, hex))
        result = await Roll(
            gunnery.success_roll(t.state.rulings, plus),
            LANDING,
            "landing",
            gunnery.SUCCESS,
            facts(hex=hex, modifier=plus, side=side),
        )
        lost = landing.losses_of(landed, landing.LOST[result]) if result in landing.LOST else ()
        t.record(
            BeachChecked(
                LANDING, side, hex, result, plus, tuple(c.id for c in landed), lost, result == "D"
            )
        )
        halved, ease = result == "F", int(result == "S*")
        if result == "F*":
            return
    if landing.cargo_ashore(t.state, side, hex):
        await resolve_attack(t, side, hex, halved, ease)


async def resolve_attack(t: Table[State], side: str, hex: str, halved: bool, ease: int) -> None:
    """Resolve the attack of the cargo ashore on the garrison. Without a garrison the hex is
    taken."""
    defender = landing.garrison_strength(t.state, hex)
    if defender:
        strength: Fraction = landing.attack_strength(
            t.state.rulings,
            landing.cargo_ashore(t.state, side, hex),
            landing.gunfire_points_at(t.state, side, hex),
            halved,
        )
        plus = landing.odds_modifier(t.state.rulings, strength, defender) + ease
        result = await Roll(
            gunnery.success_roll(t.state.rulings, plus),
            LANDING,
            "beach",
            gunnery.SUCCESS,
            facts(hex=hex, modifier=plus, side=side),
        )
        of = landing.LOST.get(result, 0)
        t.record(
            BeachFought(
                LANDING,
                side,
                hex,
                result,
                plus,
                landing.losses_of(landing.cargo_ashore(t.state, side, hex), of) if of else (),
            )
        )
        if result not in gunnery.HIT:
            return
    take_hex(t, side, hex)


def take_hex(t: Table[State], side: str, hex: str) -> None:
    """Let a hex fall to *side*, unless the side owns it already."""
    if t.state.owner(hex) != side:
        captured_ports.capture_hex(t, side, hex, LANDING)
