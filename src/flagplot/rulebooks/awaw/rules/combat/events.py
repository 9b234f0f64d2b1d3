"""Events of a naval battle: the only things that change one."""

from __future__ import annotations

from typing import Annotated

from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import AudienceEvent

from ...nouns import Side, That
from . import damage
from .ships import Air, Battle, Fleet, Group, Report, replace


def with_fleet(b: Battle, index: int, fleet: Fleet) -> Battle:
    return replace(b, fleets=(fleet, b.fleets[1]) if index == 0 else (b.fleets[0], fleet))


def with_group(b: Battle, side: int, index: int, group: Group) -> Battle:
    return with_fleet(b, side, damage.with_group(b.fleets[side], index, group))


class BattleEvent(AudienceEvent, frozen=True):
    """Event within a battle. ``side`` and ``group`` are positions in it.

    Both sides see it unless the class says otherwise. Spectators know no ship that is afloat, so
    they see only events that name none.
    """

    clause: str

    def seen_by(self, side: str) -> BattleEvent | None:
        return self if side else None


class PublicEvent(AudienceEvent, frozen=True):
    """Event that names no ship afloat. Spectators see it too."""

    clause: str


class Numbered(BattleEvent, frozen=True, tag="numbered"):
    """Combat-group numbers that a side gives its groups. The enemy learns them only by its
    search."""

    side: int
    owner: str
    numbers: tuple[int, ...]

    def apply(self, b: Battle) -> Battle:
        f = b.fleets[self.side]
        groups = tuple(replace(g, number=n) for g, n in zip(f.groups, self.numbers, strict=True))
        return with_fleet(b, self.side, replace(f, groups=groups))

    def seen_by(self, side: str) -> BattleEvent | None:
        return self if side == self.owner else None


class RoundBegan(PublicEvent, frozen=True, tag="round-began"):
    number: int

    def apply(self, b: Battle) -> Battle:
        fleets = tuple(
            replace(
                f,
                lost=0,
                hurt=0,
                groups=tuple(
                    replace(g, found=0, seen=False, report=None, cap=0, strike=0, screen="")
                    for g in damage.start_new_round(f).groups
                ),
                air=replace(
                    f.air,
                    over=0,
                    struck=False,
                    naval_attack=0,
                    naval_search=0,
                    naval_cover=0,
                    naval=f.air.naval + f.air.naval_attack + f.air.naval_search + f.air.naval_cover,
                ),
            )
            for f in b.fleets
        )
        return replace(b, round=self.number, fleets=fleets, used=())


class DistanceClosed(BattleEvent, frozen=True, tag="closed-in"):
    """Approach of a late counter-interceptor. It arrives when ``left`` is 0."""

    side: int
    group: int
    id: str
    gained: int
    left: int

    def apply(self, b: Battle) -> Battle:
        g = b.fleets[self.side].groups[self.group]
        return with_group(
            b, self.side, self.group, replace(g, away=self.left, joined=0 if self.left else b.round)
        )


class AirSplit(BattleEvent, frozen=True, tag="air-split"):
    """Use of a group's carrier squadrons this round: patrol over the fleet, and strike."""

    side: int
    group: int
    owner: str
    cap: int
    strike: int

    def apply(self, b: Battle) -> Battle:
        g = b.fleets[self.side].groups[self.group]
        return with_group(b, self.side, self.group, replace(g, cap=self.cap, strike=self.strike))

    def seen_by(self, side: str) -> BattleEvent | None:
        return self if side == self.owner else None


class AirRoles(BattleEvent, frozen=True, tag="air-roles"):
    """Roles of land-based naval squadrons this round, and the group that the cover protects."""

    side: int
    owner: str
    search: int
    cover: int
    attack: int
    over: int

    def apply(self, b: Battle) -> Battle:
        f = b.fleets[self.side]
        spare = f.air.naval - self.search - self.cover - self.attack
        air = replace(
            f.air,
            naval=spare,
            naval_search=self.search,
            naval_cover=self.cover,
            naval_attack=self.attack,
            over=self.over,
        )
        return with_fleet(b, self.side, replace(f, air=air))

    def seen_by(self, side: str) -> BattleEvent | None:
        return self if side == self.owner else None


class SearchMade(BattleEvent, frozen=True, tag="search"):
    """Search results of a side on the enemy's groups, by position. What is found is revealed."""

    side: int
    by: Side
    dice: int
    results: tuple[int, ...]
    numbers: tuple[int, ...]

    def apply(self, b: Battle) -> Battle:
        other = b.fleets[1 - self.side]
        groups = tuple(
            replace(g, found=n, seen=g.seen or n > 0)
            for g, n in zip(other.groups, self.results, strict=True)
        )
        return with_fleet(b, 1 - self.side, replace(other, groups=groups))


class GroupReported(BattleEvent, frozen=True, tag="found"):
    """Report of a search on a group."""

    side: int
    group: int
    number: int
    band: str
    carriers: int
    fast: bool
    cargo: bool

    def apply(self, b: Battle) -> Battle:
        g = b.fleets[self.side].groups[self.group]
        told = Report(self.band, self.carriers, self.fast, self.cargo)
        return with_group(b, self.side, self.group, replace(g, report=told))


class ShipsIdentified(BattleEvent, frozen=True, tag="in-sight"):
    """Identification of a group's ships, because aircraft are over the group or pursuers have
    reached it."""

    side: int
    group: int

    def apply(self, b: Battle) -> Battle:
        return with_group(
            b, self.side, self.group, replace(b.fleets[self.side].groups[self.group], known=True)
        )


class StrikeLaunched(BattleEvent, frozen=True, tag="strike"):
    """Launch of a strike, from group *source* (-1: from land) at enemy group *target*. It uses one
    search result."""

    side: int
    by: Side
    source: int
    squadrons: int
    target: int
    surprise: bool

    def apply(self, b: Battle) -> Battle:
        f = b.fleets[self.side]
        if self.source >= 0:
            g = f.groups[self.source]
            f = damage.with_group(
                f, self.source, replace(g, strike=max(0, g.strike - self.squadrons))
            )
        else:
            f = replace(f, air=replace(f.air, struck=True))
        b = with_fleet(b, self.side, f)
        g = b.fleets[1 - self.side].groups[self.target]
        return with_group(
            b, 1 - self.side, self.target, replace(g, found=max(0, g.found - 1), seen=True)
        )


class SurpriseRolled(BattleEvent, frozen=True, tag="surprise"):
    side: int
    level: int


class AirFought(BattleEvent, frozen=True, tag="air-combat"):
    """Air combat: squadrons (eliminated, aborted) of each side, the attackers' first."""

    side: int
    against: str
    attackers: tuple[int, int]
    defenders: tuple[int, int]


class CarrierAirLost(BattleEvent, frozen=True, tag="naval-air-lost"):
    side: int
    group: int
    squadrons: int
    cap: int = 0
    """Squadrons that no longer patrol over the group this round, because they are lost or
    aborted."""

    def apply(self, b: Battle) -> Battle:
        f = damage.lose_squadrons(b.fleets[self.side], self.group, self.squadrons)
        g = f.groups[self.group]
        return with_fleet(
            b, self.side, damage.with_group(f, self.group, replace(g, cap=max(0, g.cap - self.cap)))
        )


class LandAirLost(BattleEvent, frozen=True, tag="land-air-lost"):
    """Land-based squadrons eliminated or aborted, by role. Aborted squadrons also leave the
    battle."""

    side: int
    cover: int = 0
    attack: int = 0
    naval_cover: int = 0
    naval_attack: int = 0
    eliminated: int = 0
    naval_eliminated: int = 0

    def apply(self, b: Battle) -> Battle:
        f = b.fleets[self.side]
        a: Air = f.air
        a = replace(
            a,
            cover=max(0, a.cover - self.cover),
            attack=max(0, a.attack - self.attack),
            naval_cover=max(0, a.naval_cover - self.naval_cover),
            naval_attack=max(0, a.naval_attack - self.naval_attack),
            lost=a.lost + self.eliminated,
            naval_lost=a.naval_lost + self.naval_eliminated,
        )
        return with_fleet(b, self.side, replace(f, air=a))


class AirDefended(BattleEvent, frozen=True, tag="air-defence"):
    side: int
    level: int
    eliminated: int
    aborted: int


class Screened(BattleEvent, frozen=True, tag="screen"):
    """Decision to keep a group's carriers in line this round instead of behind the screen."""

    side: int
    group: int

    def apply(self, b: Battle) -> Battle:
        g = b.fleets[self.side].groups[self.group]
        return with_group(b, self.side, self.group, replace(g, screen="line"))


class Engaged(BattleEvent, frozen=True, tag="engaged"):
    """Fleet combat between two groups. Both are identified."""

    group: int
    enemy: int

    def apply(self, b: Battle) -> Battle:
        for side, index in ((0, self.group), (1, self.enemy)):
            b = with_group(
                b, side, index, replace(b.fleets[side].groups[index], seen=True, known=True)
            )
        return b


class SearchUsed(BattleEvent, frozen=True, tag="search-used"):
    """Use of a search result to bring a distant group to fleet combat."""

    side: int
    group: int

    def apply(self, b: Battle) -> Battle:
        g = b.fleets[self.side].groups[self.group]
        return with_group(b, self.side, self.group, replace(g, found=max(0, g.found - 1)))


class Hit(BattleEvent, frozen=True, tag="hit"):
    """Effects on a counter."""

    side: int
    group: int
    ship: int
    id: That
    effects: int
    by: Annotated[str, Choice("gunfire", "light", "air", "submarine", "critical", "pursuit")]

    def apply(self, b: Battle) -> Battle:
        f = damage.hit_ship(b.rulings, b.fleets[self.side], self.group, self.ship, self.effects)
        return with_fleet(b, self.side, f)


class Damaged(BattleEvent, frozen=True, tag="damaged"):
    side: int
    id: That


class Sunk(PublicEvent, frozen=True, tag="sunk"):
    side: int
    id: That
    factors: int


class FactorsLost(BattleEvent, frozen=True, tag="factors-lost"):
    side: int
    id: That
    factors: int


class CargoLost(BattleEvent, frozen=True, tag="cargo-lost"):
    """Loss of cargo with its carriers. The enemy sees the factors, but not the unit."""

    side: int
    group: int
    id: str
    factors: int
    owner: Side = ""

    def apply(self, b: Battle) -> Battle:
        return with_fleet(
            b,
            self.side,
            damage.without_cargo(b.fleets[self.side], self.group, self.id, self.factors),
        )

    def seen_by(self, side: str) -> BattleEvent | None:
        seen = super().seen_by(side)
        return (
            seen if side == self.owner or seen is None or not self.owner else replace(self, id="")
        )


class SunkRemoved(BattleEvent, frozen=True, tag="swept"):
    """Removal of sunk ships from their groups. Bookkeeping without a line in the log."""

    side: int

    def apply(self, b: Battle) -> Battle:
        return with_fleet(b, self.side, damage.remove_sunk(b.rulings, b.fleets[self.side]))


class OnceMarked(BattleEvent, frozen=True, tag="battle-note"):
    """Mark for something that may happen once a round. Bookkeeping."""

    mark: str

    def apply(self, b: Battle) -> Battle:
        return replace(b, used=(*b.used, self.mark))


class WithdrawalDecided(PublicEvent, frozen=True, tag="spoke"):
    """Decision of a side whether to go on: ``stay``, ``withdraw`` or ``carriers`` (only its fast
    carriers leave)."""

    side: int
    by: Side
    what: str

    def apply(self, b: Battle) -> Battle:
        if self.what != "carriers":
            return b
        f = b.fleets[self.side]
        left = tuple(
            replace(g, ships=tuple(s for s in g.ships if s.carrier))
            for g in f.groups
            if any(s.carrier for s in g.ships)
        )
        groups = tuple(
            replace(g, ships=tuple(s for s in g.ships if not s.carrier)) for g in f.groups
        )
        return with_fleet(b, self.side, replace(f, groups=groups, left=(*f.left, *left)))


class SubmarinesInContact(BattleEvent, frozen=True, tag="sighted"):
    """Contact between submarines and their target group. Each identifies the other."""

    group: int

    def apply(self, b: Battle) -> Battle:
        for side, index in ((0, self.group), (1, 0)):
            b = with_group(
                b, side, index, replace(b.fleets[side].groups[index], seen=True, known=True)
            )
        return b


class SubmarineAttacked(BattleEvent, frozen=True, tag="submarine-attack"):
    """Attack by one submarine factor: its effects, or -1 when it was lost instead."""

    id: str
    effects: int
    at: str = ""


class BattleEnded(PublicEvent, frozen=True, tag="battle-ended"):
    winner: int
    why: str

    def apply(self, b: Battle) -> Battle:
        return replace(b, winner=self.winner, over=True)
