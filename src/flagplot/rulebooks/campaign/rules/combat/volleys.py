"""The dice of an attack (6.5.1): the dive of a submarine, and the volleys of both sides."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Facts, Roll

from ...state.battle_ratings import Fighter
from .formula import Volley, evasion_chance, hit_percent


class Die(msgspec.Struct, frozen=True, cache_hash=True):
    """One die with *sides* faces."""

    sides: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, self.sides

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def outcomes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        return tuple((n, 1) for n in range(1, self.sides + 1)), self.sides


class Dive(msgspec.Struct, frozen=True, cache_hash=True):
    """One D100, true when the submarine has dived away (6.1.7.7)."""

    percent: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, 100

    def read(self, faces: Sequence[int]) -> bool:
        return faces[0] <= self.percent

    def outcomes(self) -> tuple[tuple[tuple[bool, int], ...], int]:
        return ((True, self.percent), (False, 100 - self.percent)), 100


async def roll_dive(g: Fighter, about: Facts = ()) -> bool:
    """Roll whether a submarine avoids an attack by diving (6.1.7.7). Return False for other
    targets."""
    chance = evasion_chance(g)
    return bool(chance) and await Roll(Dive(chance), "6.1.7.7.c", "dive", about=about)


async def roll_volleys(
    f: Fighter, g: Fighter, die: int, answers: bool, about: Facts = ()
) -> tuple[int, int]:
    """Roll both volleys. Return the strength points taken by *f*'s volley and, when *g* answers, by
    its return fire. They take effect together."""
    kills = await Roll(
        Volley(f.strength, hit_percent(f, g), g.strength, die),
        "6.5.1",
        "volley",
        "campaign.ship-values",
        about,
    )
    if not answers:
        return kills, 0
    back = Volley(g.strength, hit_percent(g, f, returning=True), f.strength, die)
    return kills, await Roll(back, "6.5.1", "return-fire", "campaign.ship-values", about)
