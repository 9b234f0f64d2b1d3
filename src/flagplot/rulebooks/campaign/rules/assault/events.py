"""Events of port attacks, landings and shipyards, with the audience of each."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from flagplot.table import Event
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import Own
from ...nouns import Plane as PlaneSaid
from ...nouns import Side, Unit
from ...nouns import Troop as TroopSaid
from ...state import Assault, Invasion, Ship, State
from ...state.troops import Troop
from ..missions.cargo import add_stores
from .scenario_rules import battle_begun
from .surprise import ORAN, STRUCK, VICHY
from .targets import strength_in_port


class AssaultDeclared(AudienceEvent, frozen=True, tag="assault-declared"):
    """A port attack or a landing is announced (6.5.2, 6.5.4), with details that only its side knows
    before it is fought. Other sides may still react (6.5.2.3, 6.5.4)."""

    audience = Audience(
        hides=("assault.air", "assault.ships", "assault.troops"), owner="assault.side"
    )
    assault: Assault
    clause: str = "6.5.2.a"

    def apply(self, s: State) -> State:
        done = tuple(x for x in s.done if x == self.assault.side)
        s = s.put_planes(replace(s.planes[a], acted=True) for a in self.assault.air)
        return replace(s, assaults=in_turn(s.assaults, self.assault), done=done)


def in_turn(assaults: tuple[Assault, ...], new: Assault) -> tuple[Assault, ...]:
    """Return attacks in the order in which they are fought: as announced, but an attack on a port
    before the landing that may take it."""
    landing = (
        i for i, a in enumerate(assaults) if new.kind == "port" != a.kind and a.port == new.port
    )
    at = next(landing, len(assaults))
    return (*assaults[:at], new, *assaults[at:])


class InvasionBegun(AudienceEvent, frozen=True, tag="invasion-begun"):
    """An invasion fleet lies off a shore as the turn begins (scenario rule)."""

    audience = Audience(
        hides=("invasion.ships", "invasion.troops", "invasion.transports"), owner="invasion.side"
    )
    invasion: Invasion
    clause: str = "6.5.2.a"

    def apply(self, s: State) -> State:
        return replace(s, invasions=(*s.invasions, self.invasion))


class Reinforced(Own, frozen=True, tag="reinforced"):
    """Troops of neighbouring territories and air units in range react to an invasion or an attack
    on a port (6.5.2.3, 6.5.4). Other air units of the place are kept out of it."""

    port: str
    troops: tuple[TroopSaid, ...]
    clause: str = "6.5.2.3.a"
    air: tuple[PlaneSaid, ...] = ()
    spared: tuple[PlaneSaid, ...] = ()

    def apply(self, s: State) -> State:
        s = s.put_troops(replace(s.troops[x], at=self.port) for x in self.troops)
        s = s.put_planes(replace(s.planes[x], acted=True) for x in self.air)
        return replace(
            s,
            reinforced=(*s.reinforced, *((self.port, x) for x in self.troops)),
            scrambled=(*s.scrambled, *((self.port, x) for x in self.air)),
            spared=(*s.spared, *((self.port, x) for x in self.spared)),
        )


class AttackJoined(Own, frozen=True, tag="attack-joined"):
    """Air units, airborne troops and partisans join a landing that was ordered before (6.5.2.3).
    The other side learns only the number of units that count as attackers (6.5.2.2)."""

    audience = Audience(hides=("air", "troops"), secret="unheard")
    port: str
    air: tuple[PlaneSaid, ...]
    troops: tuple[TroopSaid, ...]
    clause: str = "6.5.2.3.c"
    apart: int = 0

    @property
    def unheard(self) -> bool:
        """True when the other side learns nothing of it."""
        return not self.apart

    def apply(self, s: State) -> State:
        s = s.put_planes(replace(s.planes[x], acted=True) for x in self.air)
        mine = next(
            a for a in s.assaults if (a.port, a.side) == (self.port, self.side) and a.kind != "port"
        )
        more = replace(
            mine,
            air=(*mine.air, *self.air),
            troops=(*mine.troops, *self.troops),
            apart=mine.apart + self.apart,
        )
        return replace(s, assaults=tuple(more if a is mine else a for a in s.assaults))


class Surprise(AudienceEvent, frozen=True, tag="surprise"):
    """The chart has given the degree of surprise, and the carriers that are at sea after all
    (6.5.4.6)."""

    port: str
    degree: Annotated[str, Choice("full", "partial", "none")]
    absent: tuple[Unit, ...]
    clause: str = "6.5.4.6.b"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        first, *rest = s.assaults
        first = replace(first, surprise=self.degree, absent=self.absent)
        return replace(s, assaults=(first, *rest), flags={**s.flags, STRUCK: "yes"})


class AssaultBegan(AudienceEvent, frozen=True, tag="assault-began"):
    """The battle of a port attack or a landing is set up (6.5.2, 6.5.4)."""

    audience = Audience(
        hides=("assault.air", "assault.ships", "assault.troops"), owner="assault.side"
    )
    assault: Assault
    clause: str = "6.5.4.b"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        a = self.assault
        battle = battle_begun(s, a)
        there = {u.part_of or u.id for u in battle.units}
        ships = [replace(x, acted=True) for x in s.ships.values() if x.id in there]
        return replace(s.put_ships(ships), battle=battle, assault=a, assaults=s.assaults[1:])


class AssaultSkipped(AudienceEvent, frozen=True, tag="assault-skipped"):
    """An attack is not carried out, because its fleet turned back or was stopped (6.5.2)."""

    side: Side
    port: str
    why: Annotated[str, Choice("did-not-get-through", "nobody-left")]
    clause: str = "6.5.2.b"

    def apply(self, s: State) -> State:
        return replace(s, assaults=s.assaults[1:])


class Loss(msgspec.Struct, frozen=True):
    """The losses of one unit of the campaign in a battle before a coast: strength points in the
    campaign's scale, and experience won."""

    unit: Unit
    side: Side
    lost: int
    experience: int = 0
    witnessed: bool = False
    """True when the enemy saw the loss."""
    through: bool = False
    """True when the unit left the battle by the way out to sea."""


class AssaultEnded(AudienceEvent, frozen=True, tag="assault-ended"):
    """The battle is over (6.5.4.2, 6.5.3): losses are carried back to the campaign, and works
    ashore count their damage. A side learns only those of the other's losses that it saw."""

    port: str
    side: Side
    owner: Side
    losses: tuple[Loss, ...]
    taken: bool
    sw: int = 0
    """PP of damage to factories and refineries, which counts as SW damage."""
    yard: int = 0
    """PP of damage to the shipyard, which does not count as SW damage."""
    clause: str = "6.5.4.2.e"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        ships, planes, troops = [], [], []
        for x in self.losses:
            if x.unit in s.ships:
                ships.append(
                    hurt_ship(s.ships[x.unit], x, strength_in_port(s.ships[x.unit], s.rulings))
                )
            elif x.unit in s.planes:
                p = s.planes[x.unit]
                left = max(0, p.strength - x.lost)
                planes.append(
                    replace(
                        p,
                        strength=left,
                        experience=p.experience + x.experience,
                        gone=p.gone if left else "lost",
                    )
                )
            elif x.unit in s.troops:
                troops.append(self.hurt_troop(s.troops[x.unit], x))
        port = s.ports.get(self.port)
        damaged = (
            replace(port, yard_damage=min(2 * port.yard, port.yard_damage + self.yard))
            if port is not None
            else None
        )
        ledger = (
            {**s.ledger, f"{self.owner}/sw": s.ledger.get(f"{self.owner}/sw", 0) + self.sw}
            if self.sw
            else s.ledger
        )
        s = replace(s.put_ships(ships).put_planes(planes).put_troops(troops), ledger=ledger)
        s = replace(s, ports={**s.ports, damaged.name: damaged}) if damaged is not None else s
        return replace(s, battle=None, assault=None)

    def hurt_troop(self, x: Troop, loss: Loss) -> Troop:
        """Return a land unit after the battle. Units of the winner are then in the territory."""
        left = max(0, x.strength - loss.lost)
        here = self.port if self.taken and x.side == self.side else x.at
        mission = "" if here == self.port else x.mission
        return replace(
            x,
            strength=left,
            experience=x.experience + loss.experience,
            at=here,
            mission=mission,
            gone=x.gone if left else "lost",
        )

    def seen_by(self, side: str) -> Event | None:
        seen = (
            x if x.side == side else replace(x, experience=0)
            for x in self.losses
            if x.side == side or (x.lost and x.witnessed)
        )
        return replace(self, losses=tuple(seen))


def hurt_ship(ship: Ship, x: Loss, stood: int) -> Ship:
    """Return a ship after a battle before a coast in which it had *stood* strength points. A hull
    under construction loses built points (6.5.4.2, 6.5.4.4)."""
    if ship.built:
        left = 0 if x.lost >= stood else ship.built - x.lost
        return replace(ship, built=left, gone=ship.gone if left else "sunk")
    left = max(0, ship.strength - x.lost)
    return replace(
        ship,
        strength=left,
        experience=ship.experience + x.experience,
        last_damage=max(ship.last_damage, x.lost),
        gone=ship.gone if left else "sunk",
    )


class HullRestarted(AudienceEvent, frozen=True, tag="hull-restarted"):
    """A sunk ship is raised, or a launched hull begun again (6.5.4.2, 6.5.4.4). It is under
    construction at ``built`` points."""

    side: Side
    unit: Unit
    built: int
    clause: str = "6.5.4.2.f"

    def apply(self, s: State) -> State:
        ship = s.ships[self.unit]
        return s.put_ships(
            [
                replace(
                    ship,
                    built=self.built,
                    strength=ship.full,
                    gone="",
                    readiness="construction",
                    experience=0,
                )
            ]
        )


class Scrapped(AudienceEvent, frozen=True, tag="scrapped"):
    """A sunk ship is scrapped for a point of construction (6.5.4.2)."""

    side: Side
    unit: Unit
    points: int
    clause: str = "6.5.4.2.f"

    def apply(self, s: State) -> State:
        key = f"{self.side}/construction"
        return replace(s, ledger={**s.ledger, key: s.ledger.get(key, 0) + self.points})


class Angered(AudienceEvent, frozen=True, tag="angered"):
    """Vichy France remains neutral, but its attitude worsens (6.5.4.7)."""

    side: Side
    modifier: int = 1
    clause: str = "6.5.4.7.g"

    def apply(self, s: State) -> State:
        key = f"{self.side}/{VICHY}"
        return replace(
            s,
            relations={**s.relations, key: s.relations.get(key, 0) + self.modifier},
            flags={**s.flags, ORAN: "attacked"},
        )


class YardRepaired(Own, frozen=True, tag="yard-repaired"):
    """Production points were spent on the repair of a shipyard (6.5.4.5)."""

    port: str
    points: int
    left: int
    clause: str = "6.5.4.5.d"

    def apply(self, s: State) -> State:
        port = replace(s.ports[self.port], yard_damage=self.left)
        return replace(
            s,
            ports={**s.ports, self.port: port},
            funds={**s.funds, self.side: s.funds[self.side] - self.points},
        )


class YardWrecked(AudienceEvent, frozen=True, tag="yard-wrecked"):
    """A side has destroyed a shipyard of its own (6.5.4.5)."""

    side: Side
    port: str
    damage: int
    clause: str = "6.5.4.5.g"

    def apply(self, s: State) -> State:
        return replace(
            s, ports={**s.ports, self.port: replace(s.ports[self.port], yard_damage=self.damage)}
        )


class YardWorked(Own, frozen=True, tag="yard-worked"):
    """A shipyard has built or repaired a point (6.5.4.4). A ship completed by it is organizing
    until the turn ends; a damaged one is under repair until then."""

    unit: Unit
    built: int
    strength: int
    complete: bool
    experience: int
    clause: str = "6.5.4.4.f"

    def apply(self, s: State) -> State:
        ship = s.ships[self.unit]
        ready = "organizing" if self.complete else "construction" if self.built else "repair"
        ship = replace(
            ship,
            built=self.built,
            strength=self.strength,
            readiness=ready,
            experience=self.experience,
        )
        return replace(s.put_ships([ship]), flags={**s.flags, f"work:{self.unit}": str(s.turn)})


class Stationed(Own, frozen=True, tag="stationed"):
    """Land units are based at a port or on an island, with supplies of its reserve assigned to them
    (6.5.3, 6.3.6.2)."""

    troops: tuple[TroopSaid, ...]
    port: str
    clause: str = "6.5.3.a"
    supplies: int = 0

    def apply(self, s: State) -> State:
        s = add_stores(s, self.side, self.port, -self.supplies)
        s = add_stores(s, self.side, self.port, self.supplies, assigned=True)
        return s.put_troops(replace(s.troops[x], at=self.port, reserve=False) for x in self.troops)


class Raised(Own, frozen=True, tag="raised"):
    """New land units are placed at a port (6.5.3.1)."""

    port: str
    troops: tuple[Troop, ...]
    clause: str = "6.5.3.1.b"

    def apply(self, s: State) -> State:
        return s.put_troops(self.troops)


class Withdrawn(Own, frozen=True, tag="withdrawn-aircraft"):
    """The aircraft of an attack have flown, and can act no more this turn."""

    planes: tuple[PlaneSaid, ...]
    clause: str = "6.5.4.6.i"

    def apply(self, s: State) -> State:
        flown = tuple(pair for pair in s.scrambled if pair[1] not in self.planes)
        return replace(
            s.put_planes(replace(s.planes[x], acted=True) for x in self.planes), scrambled=flown
        )
