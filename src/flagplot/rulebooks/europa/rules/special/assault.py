"""A landing on a beach as one procedure that can be counted exactly: the landing check of what
comes ashore, then the attack on the garrison."""

from __future__ import annotations

import msgspec

from flagplot.table import Roll, Rulings, Table
from flagplot.table.language.sentences import count_text

from ...state.units import Cargo
from ..combat import gunnery
from . import landing

CLAUSE = "36.A.2.(b)"


class Assault(msgspec.Struct, frozen=True, cache_hash=True):
    """The facts that decide a landing on one beach: the modifier of the landing check, the cargo
    that landed, the cargo that was ashore before, the gunfire fired there, the garrison's
    strength."""

    rulings: Rulings
    plus: int
    landed: tuple[Cargo, ...]
    before: tuple[Cargo, ...]
    gunfire: int
    defender: int


async def assault(t: Table[Assault]) -> str:
    """Roll the landing check, if anything lands, and then the attack. Return the beach's fate in
    words, with the REs that are lost. The fate is ``taken``, ``held`` by the garrison, ``no
    attack``, or ``thrown back`` to the ships."""
    a = t.state
    result = (
        await Roll(gunnery.success_roll(a.rulings, a.plus), CLAUSE, "landing", gunnery.SUCCESS)
        if a.landed
        else ""
    )
    lost = (
        total_res(landing.losses_of(a.landed, landing.LOST[result]))
        if result in landing.LOST
        else 0
    )
    if result == "F*":
        return outcome_text("no attack", lost)
    ashore = a.before if result == "D" else (*a.landed, *a.before)
    if not ashore:
        return outcome_text("thrown back", lost)
    if not a.defender:
        return outcome_text("taken", lost)
    strength = landing.attack_strength(a.rulings, ashore, a.gunfire, result == "F")
    plus = landing.odds_modifier(a.rulings, strength, a.defender) + (result == "S*")
    fought = await Roll(gunnery.success_roll(a.rulings, plus), CLAUSE, "beach", gunnery.SUCCESS)
    lost += (
        total_res(landing.losses_of(ashore, landing.LOST[fought])) if fought in landing.LOST else 0
    )
    return outcome_text("taken" if fought in gunnery.HIT else "held", lost)


def total_res(lost: tuple[tuple[str, int], ...]) -> int:
    """Return the REs lost in all."""
    return sum(n for _, n in lost)


def outcome_text(fate: str, lost: int) -> str:
    """Return the outcome in words: the fate, and the REs lost if any."""
    return f"{fate}, {count_text(lost, 'RE')} lost" if lost else fate


def read_outcome(told: str) -> tuple[str, int]:
    """Read an outcome in words. Return the beach's fate and the number of REs lost."""
    fate, _, lost = told.partition(", ")
    return fate, int(lost.split(" ")[0]) if lost else 0
