"""The small values a naval battle is fought with: ships, combat groups, fleets, the battle. Frozen
and hashable.

Nothing here knows the campaign. Ships in odds questions have no id, so that equal positions meet;
in live play the id ties a ship to its unit.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.table import Rulings, clause

from ...state import IN_A_FACTOR
from ..drowning import Aboard
from . import combat_tables

CAPITAL = frozenset({"BB", "BC", "PB"})
CARRIER = frozenset({"CVL", "CV", "CVB"})
HEAVY = CAPITAL | CARRIER
FLEET = CAPITAL | {"CA", "DD"}
"""Fleet units: what is neither a carrier nor a transport, a submarine or an escort (20)."""
SIZED = HEAVY | {"CA"}
"""Counters that are damaged and sunk whole; the others lose factors."""
NO_FACTORS = frozenset({"TR", "SS", "ASW"})


class Ship(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """A counter in a battle. ``size`` is its factors now; ``hits`` effects taken (named ships and
    cruisers only)."""

    type: str
    size: int
    fast: bool = True
    drm: int = 0
    """Naval nationality modifier."""
    hits: int = 0
    nas: int = 0
    """Naval air squadrons aboard that can still fly."""
    lost: int = 0
    """Factors of a destroyer, transport, escort carrier or submarine counter lost in this
    battle."""
    id: str = ""
    nas_lost: int = 0
    air: int = 0
    """Air nationality modifier of its squadrons."""
    held: bool = False
    """Kept out of the battle, behind the screen (21.5361B)."""
    hurt: int = 0
    """When it was damaged: 2 in this round, 1 in an earlier round of this battle, 0 not in this
    battle."""

    @property
    def sized(self) -> bool:
        return self.type in SIZED

    @property
    def heavy(self) -> bool:
        return self.type in HEAVY

    @property
    def carrier(self) -> bool:
        return self.type in CARRIER

    @property
    def factors(self) -> int:
        """Naval factors (transports, submarines and ASW count none)."""
        return 0 if self.type in NO_FACTORS else self.size


class Cargo(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """Something carried: its factors, and the lifting factors that one of them needs, or *each*
    together (three squadrons)."""

    id: str
    factors: int
    lift: int = 1
    by: str = "DD"
    each: int = 1
    whole: bool = False
    """A ground unit, which drowns whole (21.35A)."""

    @property
    def aboard(self) -> Aboard:
        """As cargo that may drown: its lift in thirds of a lifting factor, for a squadron takes
        one."""
        return Aboard(self.id, self.factors, IN_A_FACTOR * self.lift // self.each, self.whole)


class Report(msgspec.Struct, frozen=True, cache_hash=True):
    """What a search tells of a group, and no more (22.42)."""

    band: str
    carriers: int
    fast: bool
    cargo: bool


class Group(msgspec.Struct, frozen=True, cache_hash=True):
    """A combat group: a task force or a small force with its number 1 to 6 (0: not chosen yet)."""

    ships: tuple[Ship, ...]
    number: int = 0
    id: str = ""
    cargo: tuple[Cargo, ...] = ()
    hindered: bool = False
    """Its activity reduces its effectiveness: cargo aboard or transports to protect (22.55)."""
    transports: bool = False
    found: int = 0
    """Search results on it this round that are not used up."""
    seen: bool = False
    """Found or engaged this round."""
    known: bool = False
    """Its ships have been before the enemy's eyes: engaged, or under attack from the air or by
    submarines."""
    report: Report | None = None
    """What the enemy's search told of it this round."""
    away: int = 0
    """Distance a late counter-interceptor still has to cover; 0 when it is in the battle."""
    dice: int = 0
    """Dice a late counter-interceptor rolls each round."""
    cap: int = 0
    strike: int = 0
    screen: str = ""
    """How its owner sorts its carriers this round: empty or ``line``."""
    joined: int = 0
    """Round in which it joined the battle; 0 for those there from the start."""


class Air(msgspec.Struct, frozen=True, cache_hash=True):
    """Land-based squadrons of a side in range of the battle hex, by the role they fly."""

    search: int = 0
    cover: int = 0
    attack: int = 0
    naval: int = 0
    """Naval air squadrons based on land that have no role yet."""
    naval_attack: int = 0
    """Naval air squadrons on land that attack this round."""
    naval_search: int = 0
    naval_cover: int = 0
    over: int = 0
    """Number of the combat group its cover flies over this round; 0: none."""
    drm: int = 0
    lost: int = 0
    """Army squadrons eliminated in this battle."""
    naval_lost: int = 0
    struck: bool = False

    @property
    def squadrons(self) -> int:
        return (
            self.search
            + self.cover
            + self.attack
            + self.naval
            + self.naval_attack
            + self.naval_search
            + self.naval_cover
        )


class Fleet(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of a battle."""

    side: str
    groups: tuple[Group, ...]
    air: Air = Air()
    cards: int = 0
    """Tactical codebreaking cards ahead of the enemy."""
    whole: bool = False
    """Must withdraw whole and go on afterwards (displaced ships, 21.232B)."""
    interceptor: bool = False
    lost: int = 0
    """Factors lost this round."""
    hurt: int = 0
    """Factors damaged this round, without those of ships that were sunk after it: a ship counts as
    what it is at the end."""
    lost_all: int = 0
    hurt_all: int = 0
    """The same over the whole battle."""
    defence: int = 0
    """Air-defence research results."""
    boats: int = 0
    """What research adds to attacks by its submarines."""
    gone: tuple[Ship, ...] = ()
    """Ships sunk, and counters without factors, in this battle."""
    cargo_lost: tuple[str, ...] = ()
    left: tuple[Group, ...] = ()
    """Groups that have withdrawn by themselves (fast carriers)."""


class Battle(msgspec.Struct, frozen=True, cache_hash=True):
    """A naval battle: fleet 0 is the mover's side, fleet 1 the interceptors'."""

    fleets: tuple[Fleet, Fleet]
    rulings: Rulings
    hex: str = ""
    round: int = 0
    winner: int = -1
    """Index of the fleet that won; -1 while undecided."""
    over: bool = False
    first: int = 1
    """Fleet that speaks first about going on."""
    used: tuple[str, ...] = ()
    """Marks of what has been done this round (surprise strikes and the like)."""
    most: int = 0
    """Rounds after which it is over; 0 for the number of the table."""

    def fleet(self, side: str) -> Fleet:
        """The fleet of a side. Raises ``KeyError``."""
        for f in self.fleets:
            if f.side == side:
                return f
        raise KeyError(side)

    def players(self) -> tuple[str, ...]:
        """Both sides: those who see rolls that name ships."""
        return (self.fleets[0].side, self.fleets[1].side)


replace = msgspec.structs.replace


@clause("21.314#2")
def damaged(r: Rulings, ship: Ship) -> bool:
    """True for a named ship or cruiser with effects of one less than its size or more."""
    return (
        ship.hits > 0 and ship.type in SIZED and ship.hits >= combat_tables.damaged_at(r, ship.size)
    )


def sunk(r: Rulings, ship: Ship) -> bool:
    """True for a named ship or cruiser with effects of its size, and for a counter without
    factors."""
    if ship.type in SIZED:
        return ship.hits > 0 and ship.hits >= combat_tables.sunk_at(r, ship.size)
    return ship.size <= 0


def left_to_sink(r: Rulings, ship: Ship) -> int:
    """Effects that would still sink it."""
    return max(0, combat_tables.sunk_at(r, ship.size) - ship.hits) if ship.sized else ship.size


def fast_now(r: Rulings, ship: Ship) -> bool:
    """Slow: damaged ships, escort carriers, transports, and ships slow by build."""
    return ship.fast and ship.type not in ("CVE", "TR") and not damaged(r, ship)


def fast_group(r: Rulings, group: Group) -> bool:
    return bool(group.ships) and all(fast_now(r, s) for s in group.ships)


def factors(ships: tuple[Ship, ...]) -> int:
    """Naval factors of some ships."""
    return sum([s.size for s in ships if s.type not in NO_FACTORS])


@lru_cache(maxsize=16384)
def able(r: Rulings, ships: tuple[Ship, ...]) -> int:
    """Undamaged naval factors."""
    return sum([s.size for s in ships if s.type not in NO_FACTORS and not damaged(r, s)])


BANDS = {"10+": 14, "under 10": 5}
"""Naval factors a side reckons with behind a size band."""
UNSEEN = 9
"""Naval factors a side reckons with in a group it knows nothing of."""


def reckoned(r: Rulings, group: Group) -> int:
    """Undamaged factors of an enemy group as far as one knows: counted when its ships were seen,
    else guessed by its band."""
    if group.known or not group.ships:
        return able(r, group.ships)
    return BANDS[group.report.band] if group.report else UNSEEN


def active(group: Group, round: int) -> bool:
    """In round *r* a group numbered *r* or lower is active, a higher one distant (22.4)."""
    return 0 < group.number <= round and group.away == 0 and bool(group.ships)


def distant(group: Group, round: int) -> bool:
    return group.number > round and group.away == 0 and bool(group.ships)


def flying(r: Rulings, group: Group) -> int:
    """Squadrons aboard undamaged fast carriers: a damaged carrier neither launches nor recovers
    (21.314)."""
    return sum([s.nas for s in group.ships if s.nas and s.carrier and not damaged(r, s)])


def has_fast_carrier(r: Rulings, group: Group) -> bool:
    return any(s.carrier and not damaged(r, s) for s in group.ships)


@lru_cache(maxsize=16384)
def rank(r: Rulings, ship: Ship) -> tuple[int, bool, int, int, str]:
    """Heavy ships rank by size, then speed, then fewer hits, then better nationality (22.54); ids
    break ties."""
    return (-ship.size, not fast_now(r, ship), ship.hits, -ship.drm, ship.id)


def size_band(ships: tuple[Ship, ...]) -> str:
    """What a search tells of size: ``under 10`` or ``10+``."""
    return "10+" if factors(ships) >= 10 else "under 10"
