"""Values of a naval battle: ships, combat groups, fleets, the battle. All are frozen and hashable.

Nothing here knows the rest of the game. Ships in odds questions have no id, so that equal states
can be grouped. In play the id ties a ship to its unit.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.table import Rulings, clause

from ...state import IN_A_FACTOR
from ..drowning import CargoAboard
from . import combat_tables

CAPITAL = frozenset({"BB", "BC", "PB"})
CARRIER = frozenset({"CVL", "CV", "CVB"})
HEAVY = CAPITAL | CARRIER
FLEET = CAPITAL | {"CA", "DD"}
"""Fleet units (20): ships other than carriers, transports, submarines and escort carriers."""
SIZED = HEAVY | {"CA"}
"""Types that are damaged and sunk whole. The others lose factors."""
NO_FACTORS = frozenset({"TR", "SS", "ASW"})


class Ship(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """A counter in a battle. ``size`` is its factors now. ``hits`` are effects taken (named ships
    and cruisers only)."""

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
    """Air nationality modifier of the ship's squadrons."""
    held: bool = False
    """True if kept out of the battle, behind the screen (21.5361B)."""
    hurt: int = 0
    """When the ship was damaged: 2 in this round, 1 in an earlier round of this battle, 0 not in
    this battle."""

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
        """Return the naval factors. Transports, submarines and ASW have none."""
        return 0 if self.type in NO_FACTORS else self.size


class Cargo(msgspec.Struct, frozen=True, cache_hash=True, order=True):
    """Cargo aboard: its factors, and the lifting factors for one of them, or for *each* of them
    together (three squadrons)."""

    id: str
    factors: int
    lift: int = 1
    by: str = "DD"
    each: int = 1
    whole: bool = False
    """True for a ground unit, which drowns whole (21.35A)."""

    @property
    def aboard(self) -> CargoAboard:
        """Return the cargo in the form for drowning. Its lift is in thirds of a lifting factor,
        because a squadron takes one third."""
        return CargoAboard(self.id, self.factors, IN_A_FACTOR * self.lift // self.each, self.whole)


class Report(msgspec.Struct, frozen=True, cache_hash=True):
    """Complete report of a search on a group (22.42)."""

    band: str
    carriers: int
    fast: bool
    cargo: bool


class Group(msgspec.Struct, frozen=True, cache_hash=True):
    """A combat group: a task force or a small force with its number from 1 to 6 (0: not chosen
    yet)."""

    ships: tuple[Ship, ...]
    number: int = 0
    id: str = ""
    cargo: tuple[Cargo, ...] = ()
    hindered: bool = False
    """True if its activity reduces its effectiveness: cargo aboard, or transports to protect
    (22.55)."""
    transports: bool = False
    found: int = 0
    """Search results on the group this round that are not used up."""
    seen: bool = False
    """True if found or engaged this round."""
    known: bool = False
    """True once the enemy has identified its ships: engaged, or attacked by aircraft or
    submarines."""
    report: Report | None = None
    """Report of the enemy's search on the group this round."""
    away: int = 0
    """Distance that a late counter-interceptor has still to cover; 0 when it is in the battle."""
    dice: int = 0
    """Dice that a late counter-interceptor rolls each round."""
    cap: int = 0
    strike: int = 0
    screen: str = ""
    """Place of the carriers this round: empty for behind the screen, or ``line``."""
    joined: int = 0
    """Round in which the group joined the battle; 0 for groups present from the start."""


class Air(msgspec.Struct, frozen=True, cache_hash=True):
    """Land-based squadrons of a side in range of the battle hex, by role."""

    search: int = 0
    cover: int = 0
    attack: int = 0
    naval: int = 0
    """Naval air squadrons on land without a role yet."""
    naval_attack: int = 0
    """Naval air squadrons on land that attack this round."""
    naval_search: int = 0
    naval_cover: int = 0
    over: int = 0
    """Number of the combat group that the cover protects this round; 0 for none."""
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
    """Number of tactical codebreaking cards by which the side is ahead."""
    whole: bool = False
    """True if the fleet must withdraw together and sail on afterwards (displaced ships,
    21.232B)."""
    interceptor: bool = False
    lost: int = 0
    """Factors lost this round."""
    hurt: int = 0
    """Factors damaged this round. A ship damaged and then sunk counts only as lost."""
    lost_all: int = 0
    hurt_all: int = 0
    """Factors damaged in the whole battle, counted as in ``hurt``."""
    defence: int = 0
    """Air-defence research results."""
    boats: int = 0
    """Modifier from research for attacks by its submarines."""
    gone: tuple[Ship, ...] = ()
    """Ships sunk in this battle, and counters without factors."""
    cargo_lost: tuple[str, ...] = ()
    left: tuple[Group, ...] = ()
    """Groups that have withdrawn by themselves (fast carriers)."""


class Battle(msgspec.Struct, frozen=True, cache_hash=True):
    """A naval battle. Fleet 0 is the moving side's, fleet 1 the interceptors'."""

    fleets: tuple[Fleet, Fleet]
    rulings: Rulings
    hex: str = ""
    round: int = 0
    winner: int = -1
    """Index of the fleet that won; -1 while undecided."""
    over: bool = False
    first: int = 1
    """Index of the fleet that speaks first about going on."""
    used: tuple[str, ...] = ()
    """Marks of what has been done this round (surprise strikes, for instance)."""
    most: int = 0
    """Rounds after which the battle ends; 0 for the number in the rule table."""

    def fleet(self, side: str) -> Fleet:
        """Return the fleet of a side. Raises ``KeyError``."""
        for f in self.fleets:
            if f.side == side:
                return f
        raise KeyError(side)

    def players(self) -> tuple[str, ...]:
        """Return both sides: they see rolls that name ships."""
        return (self.fleets[0].side, self.fleets[1].side)


replace = msgspec.structs.replace


@clause("21.314#2")
def is_damaged(r: Rulings, ship: Ship) -> bool:
    """Return True for a named ship or cruiser with effects of its size less one, or more."""
    return (
        ship.hits > 0 and ship.type in SIZED and ship.hits >= combat_tables.damaged_at(r, ship.size)
    )


def is_sunk(r: Rulings, ship: Ship) -> bool:
    """Return True for a named ship or cruiser with effects of its size, and for a counter without
    factors."""
    if ship.type in SIZED:
        return ship.hits > 0 and ship.hits >= combat_tables.sunk_at(r, ship.size)
    return ship.size <= 0


def left_to_sink(r: Rulings, ship: Ship) -> int:
    """Return the effects that would still sink a ship."""
    return max(0, combat_tables.sunk_at(r, ship.size) - ship.hits) if ship.sized else ship.size


def is_fast(r: Rulings, ship: Ship) -> bool:
    """Return False for damaged ships, escort carriers, transports, and ships slow by build."""
    return ship.fast and ship.type not in ("CVE", "TR") and not is_damaged(r, ship)


def is_fast_group(r: Rulings, group: Group) -> bool:
    return bool(group.ships) and all(is_fast(r, s) for s in group.ships)


def factors(ships: tuple[Ship, ...]) -> int:
    """Return the naval factors of some ships."""
    return sum([s.size for s in ships if s.type not in NO_FACTORS])


@lru_cache(maxsize=16384)
def undamaged_factors(r: Rulings, ships: tuple[Ship, ...]) -> int:
    """Return the undamaged naval factors."""
    return sum([s.size for s in ships if s.type not in NO_FACTORS and not is_damaged(r, s)])


BANDS = {"10+": 14, "under 10": 5}
"""Naval factors that a side assumes behind a size band."""
UNSEEN = 9
"""Naval factors that a side assumes in a group without a report."""


def assumed_factors(r: Rulings, group: Group) -> int:
    """Return the undamaged factors of an enemy group by a side's own knowledge: counted when its
    ships are identified, else estimated from its band."""
    if group.known or not group.ships:
        return undamaged_factors(r, group.ships)
    return BANDS[group.report.band] if group.report else UNSEEN


def is_active(group: Group, round: int) -> bool:
    """Return True when a group is active: its number is the round's or lower (22.4). Groups with
    higher numbers are distant."""
    return 0 < group.number <= round and group.away == 0 and bool(group.ships)


def is_distant(group: Group, round: int) -> bool:
    return group.number > round and group.away == 0 and bool(group.ships)


def squadrons_flying(r: Rulings, group: Group) -> int:
    """Return the squadrons aboard undamaged fast carriers. A damaged carrier neither launches nor
    recovers (21.314)."""
    return sum([s.nas for s in group.ships if s.nas and s.carrier and not is_damaged(r, s)])


def has_fast_carrier(r: Rulings, group: Group) -> bool:
    return any(s.carrier and not is_damaged(r, s) for s in group.ships)


@lru_cache(maxsize=16384)
def rank_key(r: Rulings, ship: Ship) -> tuple[int, bool, int, int, str]:
    """Return the sort key of heavy ships: size, then speed, then fewer hits, then better
    nationality (22.54). Ids break ties."""
    return (-ship.size, not is_fast(r, ship), ship.hits, -ship.drm, ship.id)


def size_band(ships: tuple[Ship, ...]) -> str:
    """Return the size that a search reports: ``under 10`` or ``10+``."""
    return "10+" if factors(ships) >= 10 else "under 10"
