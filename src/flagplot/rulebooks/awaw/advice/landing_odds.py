"""Odds of an assault: the chance that a beach is taken when the attack goes on as long as it may,
and the losses of the troops."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from flagplot.odds import Exact, OverBudget
from flagplot.table import Roll, Rulings, Table, TailCall, TextError
from flagplot.table.core.memo import memo_per_state
from flagplot.table.language.event_sentences import AudienceEvent

from ..map import theatre
from ..orders.landing import Storm
from ..rules.combat.dice import Die
from ..rules.forces import expand_picks
from ..rules.invasion import beach_forces, strength
from ..rules.invasion.announced_strength import announced_strength, announced_units, first_wave
from ..rules.invasion.ground_units import enemy_defenders, ground_factors
from ..state import Assault, State, Unit, replace


class AssaultNumbers(msgspec.Struct, frozen=True, cache_hash=True):
    """An assault in numbers: ground factors of both sides, combat factors of guns and aircraft,
    defence multiplier, air cover.

    Losses fall on the troops while more than 1 factor is left, then on guns and aircraft."""

    rulings: Rulings
    ground: int
    help: int
    defence: int
    dm: int
    cover: int = 0
    landing: bool = True
    """True for an assault from the sea, which needs 1:1 in every round."""

    @property
    def attack(self) -> int:
        return self.ground + self.help

    @property
    def held(self) -> int:
        return self.defence * self.dm + self.cover


class RoundFought(AudienceEvent, frozen=True, tag="stormed"):
    """The result of one round: losses of each side."""

    clause: str
    lost: int
    killed: int

    def apply(self, b: AssaultNumbers) -> AssaultNumbers:
        troops = min(self.lost, max(0, b.ground - 1))
        rest = self.lost - troops
        helped = min(rest, b.help)
        troops += min(rest - helped, b.ground - troops)
        return replace(
            b,
            ground=b.ground - troops,
            help=b.help - helped,
            defence=max(0, b.defence - self.killed),
        )


async def run_assault(t: Table[AssaultNumbers]) -> str | TailCall:
    """Run a round, and another while the odds allow it. The result is ``taken`` or ``beaten
    off``."""
    b = t.state
    column = strength.odds_column(b.attack, b.held)
    if not column or (b.landing and not strength.is_enough(b.attack, b.held)):
        return "beaten off"
    result = str(
        await Roll(
            Die(strength.crt_column(b.rulings, column)), "21.517G", "ground-combat", "awaw.crt"
        )
    )
    lost, killed = strength.losses_of_result(
        b.rulings, result, attack=b.attack, defenders=(b.defence,), dm=b.dm
    )
    t.record(RoundFought("21.517G", lost, killed))
    if not t.state.ground:
        return "beaten off"
    return TailCall(run_assault) if t.state.defence else "taken"


NUMBERS = re.compile(
    r"(\d+) ground(?: and (\d+) help)? v (\d+)(?: at DM (\d))?(?: and (\d+) cover)?", re.IGNORECASE
)


def ask_landing(view: State, side: str, text: str) -> tuple[TailCall, Any]:
    """Build the odds question about the assault ``6 ground and 12 help v 2 at DM 3 and 1 cover``,
    or about the one announced for a hex. Raises :class:`TextError`."""
    m = NUMBERS.fullmatch(text)
    if m:
        dm = int(m[4] or strength.multiplier(view.rulings, invading=int(m[1]), marines=0))
        cover = strength.cover_factors(int(m[5] or 0), invasion=True)
        return TailCall(run_assault), AssaultNumbers(
            view.rulings, int(m[1]), int(m[2] or 0), int(m[3]), dm, cover
        )
    try:
        place = theatre.place_id(view, text)
    except TextError:
        place = ""
    if place not in view.assaults:
        example = ("6 ground and 12 help v 2 at DM 3",)
        raise TextError(
            "write the strengths, or a hex for which an invasion is announced", 0, example
        )
    return TailCall(run_assault), announced_assault(view, side, place)


def announced_assault(view: State, side: str, place: str) -> AssaultNumbers:
    """Return the assault announced for a hex, if all of it arrives."""
    ships, troops = announced_units(view, side, place)
    o = announced_strength(view, side, place, ships, troops)
    return AssaultNumbers(
        view.rulings, o.ground, o.guns + o.support, o.defence // max(1, o.dm), o.dm
    )


class AssaultForecast(msgspec.Struct, frozen=True):
    """The possible results of an assault: the chance (0 to 1) that the hex is won, and (factors
    lost, chance) pairs for each side."""

    won: float
    mine: tuple[tuple[int, float], ...]
    his: tuple[tuple[int, float], ...]


RUNS = 4000
"""Run budget of an assault's odds beside an order."""


@memo_per_state
def forecast_announced_assault(view: State, side: str, place: str) -> AssaultForecast | None:
    """Return the results of the assault announced for a hex if all of it arrives. ``None`` without
    a defender or an attacker, and beyond the run budget."""
    return forecast_assault(announced_assault(view, side, place))


@lru_cache(maxsize=256)
def forecast_assault(beach: AssaultNumbers) -> AssaultForecast | None:
    """Return the results of an assault. ``None`` without a defender or an attacker, and beyond the
    run budget."""
    if not beach.defence or not beach.ground:
        return None
    try:
        pairs, total = Exact(runs=RUNS).whole(TailCall(run_assault), beach)
    except OverBudget:
        return None
    mine: dict[int, float] = {}
    his: dict[int, float] = {}
    for (_, end), w in pairs:
        mine[beach.ground - end.ground] = mine.get(beach.ground - end.ground, 0.0) + w / total
        his[beach.defence - end.defence] = his.get(beach.defence - end.defence, 0.0) + w / total
    won = sum(w for (end, _), w in pairs if end == "taken") / total
    return AssaultForecast(won, tuple(sorted(mine.items())), tuple(sorted(his.items())))


def assault_now(s: State, a: Assault) -> AssaultNumbers:
    """Return an assault in numbers as it stands now: landed troops, guns, aircraft of both
    sides."""
    ground, here = (
        ground_factors(beach_forces.attacking_units(s, a)),
        ground_factors(enemy_defenders(s, a.side, a.hex)),
    )
    dm = beach_forces.defence_multiplier(s, a)
    cover = beach_forces.defence_factors(s, a) - here * dm
    help = beach_forces.attack_factors(s, a) - ground
    return AssaultNumbers(
        s.rulings, ground, help, here, dm, cover, bool(beach_forces.initial_invaders(s, a))
    )


def assault_from_sea(
    view: State, a: Assault, order: Storm | None = None, support: Sequence[Unit] = ()
) -> AssaultNumbers:
    """Return an assault in numbers from the ships off the beach. It uses the troops and guns of
    *order*, else the usual first wave and every gun, with *support* as more aircraft."""
    troops = beach_forces.troops_off_beach(view, a)
    ids = (
        tuple(p.id for p in expand_picks(view, a.side, order.units))
        if order is not None
        else tuple(u.id for u in first_wave(troops))
    )
    guns = beach_forces.gun_names(view, a.side, order.guns) if order is not None else ()
    more = (*a.support, *(u.id for u in support))
    then = replace(a, state="ashore", attackers=ids, guns=guns, support=more)
    return assault_now(replace(view, assaults={**view.assaults, a.hex: then}), then)
