"""The exchange of fire of Panzer General II: the chance of each strength point of a firer, and the
number of hits.

All values are integers. A chance is a whole percentage, because the compression above 4 works in
fifths of a twentieth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import msgspec

from flagplot.table import Rulings, clause
from flagplot.table.core.roll_specs import mark_best_faces

from ...state.battle_ratings import ARTILLERY, INFANTRY, SHORE_GUNS, Fighter, is_submarine

DESTROYERS = frozenset({"DD", "DE", "CLD", "TB"})


CAPITALS_WITH_ZONE = frozenset({"BB", "BC", "CV", "CVL"})


@clause("6.1.7.2.b", "6.1.7.3.a", "6.1.7.4.a")
def has_zone(cls: str, rulings: Rulings) -> bool:
    """Return True for classes with a ring of hexes around them: battleships, battle cruisers and
    carriers, and escort carriers under HR-18 (6.1.7.1)."""
    return cls in CAPITALS_WITH_ZONE or (cls == "CVE" and rulings.switch("HR-18") == "on")


@clause("6.1.8.3.b")
def bracketed_aa(cls: str, rated: int) -> int:
    """Return the [AA] value with which a ship fights, at most 1, because the computer game
    mishandles more. Only a flak cruiser keeps more (6.1.8.3)."""
    return max(1, rated) if cls == "CAA" else max(0, min(1, rated))


@clause("6.1.7.4.b")
def rearms_aircraft(cls: str) -> bool:
    """Return True for classes that rearm aircraft: carriers, escort carriers included (6.1.7.4)."""
    return cls in ("CV", "CVL", "CVE")


@clause("6.1.8.2.a", "6.1.8.5.a")
def counts_as_destroyer(cls: str) -> bool:
    """Return True for destroyers and classes that fight as destroyers: ASW cruisers, destroyer
    escorts, torpedo boats (6.1.8)."""
    return cls in DESTROYERS


@clause("6.1.7.6.b", "6.1.7.7.a", "6.4.2.1.f")
def may_attack(firer: Fighter, target: Fighter) -> bool:
    """Return True when a unit may attack a target. Only destroyer-class ships and aircraft with ASW
    ability may attack a submarine (6.1.7.7); fighters never may (6.4.2.1)."""
    if is_submarine(target.cls):
        return counts_as_destroyer(firer.cls) or (firer.flies and firer.asw)
    if is_submarine(firer.cls):
        return not target.flies and not target.kind
    if firer.kind and not target.kind and not target.flies and firer.cls not in SHORE_GUNS:
        return False
    return attack_value(firer, target) > 0


def attack_value(firer: Fighter, target: Fighter) -> int:
    """Return the attack rating for the target's kind: air against aircraft, soft or hard on land,
    naval against ships."""
    if target.flies:
        return firer.ratings.air
    if target.kind:
        return firer.ratings.soft if target.kind == "soft" else firer.ratings.hard
    return firer.ratings.naval


def cover_bonus(firer: Fighter, target: Fighter) -> int:
    """Return what ground and entrenchment add to the target's defence. A mole gives no cover from
    the air."""
    return 0 if firer.flies and not target.kind else target.cover


def bombards(firer: Fighter, target: Fighter) -> bool:
    """Return True for guns that fire at land from afar: ships, artillery, level bombers. Initiative
    then does not count (6.5.3.1.e)."""
    return bool(target.kind) and (firer.cls in ARTILLERY or not (firer.kind or firer.flies))


def is_close_combat(firer: Fighter, target: Fighter) -> bool:
    """Return True for infantry that attacks in close country, or attacks a fort."""
    return (
        firer.cls in INFANTRY
        and bool(target.kind)
        and (target.close or target.cls in ("FORT", "STR", "CAVE"))
    )


def defence_value(firer: Fighter, target: Fighter, *, returning: bool) -> int:
    """Return the defence rating against the firer: air defence against aircraft, close defence
    against a submarine's torpedoes, else armour.

    A submarine that returns fire is met by armour, because it has lost the surprise of its own
    attack.
    """
    if firer.flies:
        return target.ratings.air_def
    if (is_submarine(firer.cls) and not returning) or is_close_combat(firer, target):
        return target.ratings.close
    return target.ratings.ground_def


@lru_cache(maxsize=65536)
def attack_margin(firer: Fighter, target: Fighter, *, returning: bool = False) -> int:
    """Return attack less defence after experience, initiative, earlier attacks and surprise.

    By initiative the attacker, when it is not lower, or the defender, when it is higher, gains 4
    defence and the difference, at most 4, in attack. Earlier damaging attacks lower the target's
    defence, except against ships' guns.
    """
    mine, his = firer.ratings.initiative, target.ratings.initiative
    if firer.cap or target.cap:
        cap = min(x for x in (firer.cap, target.cap) if x)
        mine, his = min(mine, cap), min(his, cap)
    attack = attack_value(firer, target) + firer.level
    defence = (
        defence_value(firer, target, returning=returning)
        + target.level
        + cover_bonus(firer, target)
    )
    firer_quicker = mine > his or (mine == his and not returning)
    if bombards(firer, target):
        pass
    elif firer_quicker:
        attack += min(4, mine - his)
    else:
        defence += 4
    if firer.flies or is_submarine(firer.cls) or (firer.kind and firer.cls not in ARTILLERY):
        defence -= target.hit_before
    if firer.surprised:
        attack //= 2
    if target.surprised:
        defence = 0
    return attack - defence


SUBMARINE_FLOOR = 5
"""A submarine's lowest margin against any target but a destroyer, unless the house rule says
otherwise (HR-27)."""


@lru_cache(maxsize=65536)
@clause("6.1.7.7.b")
def hit_percent(firer: Fighter, target: Fighter, *, returning: bool = False) -> int:
    """Return the chance in percent that one strength point of *firer* takes one from *target*
    (HR-26, HR-27). It is 15 less for guns that fire at land from afar."""
    k = attack_margin(firer, target, returning=returning)
    if firer.ratings.floor and not counts_as_destroyer(target.cls) and not returning:
        k = max(k, firer.ratings.floor)
    chance = 30 + 5 * k if k <= 4 else 42 + 2 * k
    return max(5, min(95, chance - BOMBARDING * bombards(firer, target)))


BOMBARDING = 15
"""Percent by which the chance of guns is lower against land targets (HR-26)."""


class Volley(msgspec.Struct, frozen=True, cache_hash=True):
    """One die for each strength point of the firer. Each die not above the chance takes a strength
    point, up to *cap*.

    The die has 100 faces, or 20 when the house rule rounds chances down to twentieths (HR-26).
    """

    n: int
    percent: int
    cap: int
    die: int = 100

    @property
    def dice(self) -> tuple[int, int]:
        return self.n, self.die

    @property
    def faces_that_hit(self) -> int:
        """The number of faces, counted from 1, that take a strength point."""
        return self.percent * self.die // 100

    def read(self, faces: Sequence[int]) -> int:
        return min(self.cap, sum(1 for f in faces if f <= self.faces_that_hit))

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Return which of the dice hit: the lowest ones, as many as count."""
        return mark_best_faces(faces, self.read(faces), highest=False)

    def outcomes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        return _volley_outcomes(self.n, self.faces_that_hit, self.cap, self.die)


@lru_cache(maxsize=4096)
def _volley_outcomes(
    n: int, hitting: int, cap: int, die: int
) -> tuple[tuple[tuple[int, int], ...], int]:
    weights: dict[int, int] = {}
    for hits in range(n + 1):
        w = comb(n, hits) * hitting**hits * (die - hitting) ** (n - hits)
        if w:
            weights[min(hits, cap)] = weights.get(min(hits, cap), 0) + w
    return tuple(weights.items()), die**n


def die_of(rulings: Rulings) -> int:
    """Return the die of the exchange: D100, or D20 with chances rounded down to twentieths
    (HR-26)."""
    return 20 if rulings.switch("HR-26") == "d20" else 100


def expected_kills(firer: Fighter, target: Fighter, *, returning: bool = False) -> float:
    """Return the mean strength points taken by one volley (of D100)."""
    return _expected_kills(firer, target, returning)


@lru_cache(maxsize=65536)
def _expected_kills(firer: Fighter, target: Fighter, returning: bool) -> float:
    spec = Volley(firer.strength, hit_percent(firer, target, returning=returning), target.strength)
    values, total = spec.outcomes()
    return sum(v * w for v, w in values) / total


@clause("6.1.7.7.c")
def evasion_chance(target: Fighter) -> int:
    """Return the percent of attacks that a submarine avoids by diving (6.1.7.7); 0 for other
    targets."""
    return target.dives if is_submarine(target.cls) else 0


@clause("6.1.7.4.d")
def shoots_back(firer: Fighter, target: Fighter, distance: int) -> bool:
    """Return True when *target* returns *firer*'s fire. Ships and coast guns do within their own
    gun range. Targets of submarines do only if they are destroyers. Aircraft are answered only by
    units that can hit aircraft."""
    if target.strength <= 0 or distance > max(1, target.ratings.range if not target.flies else 1):
        return False
    if firer.flies:
        return target.ratings.air > 0
    if is_submarine(firer.cls):
        return counts_as_destroyer(target.cls)
    if is_submarine(target.cls):
        return counts_as_destroyer(firer.cls)
    if firer.kind and target.kind and distance > 1:
        return False
    return may_attack(target, firer)


@clause("6.1.1.c")
def experience_won(mine: Fighter, his: Fighter, kills: int, losses: int) -> int:
    """Return the experience won in one exchange: more for hitting strong units, and 2 for each
    strength point lost."""
    hard = (
        max(1, attack_value(his, mine) + 6 - defence_value(his, mine, returning=True))
        * his.strength
        / 10
    )
    tough = max(1, defence_value(mine, his, returning=False) + 6 - attack_value(mine, his))
    return int((hard + tough) * kills) + 2 * losses
