"""Events of a campaign turn that several rules record, each with its audience."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from flagplot.table import Event
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import OWNER, Audience, AudienceEvent

from ..nouns import Place, PlacesSeen, Side, Unit
from ..state import Fall, Interception, Phase, Points, Spotting, State


class Own(AudienceEvent, frozen=True):
    """An event that only its side learns of."""

    audience = Audience(OWNER)
    side: Side


HUNTERS = tuple(f"interception.{field}" for field in ("ships", "air", "hunter", "base", "distance"))
"""The fields of an interception that only its side knows."""


def without_units(i: Interception) -> Interception:
    """Return an interception as the other side sees it, without its units and their origin."""
    return replace(i, ships=(), air=(), hunter="", base="", distance=0)


class WentOverland(Own, frozen=True, tag="went-overland"):
    """A small submarine went by rail and road to another port (6.1.8.6). This is a strategic move,
    after which it rests this turn."""

    unit: Unit
    port: str
    clause: str = "6.1.8.6"

    def apply(self, s: State) -> State:
        ship = s.ships[self.unit]
        now = "organizing" if ship.readiness == "ready" else ship.readiness
        return s.put_ships([replace(ship, base=self.port, readiness=now)])


class FlownOut(Own, frozen=True, tag="flown-out"):
    """An air unit is sent on naval patrol over a place."""

    unit: Unit
    place: Place
    clause: str = "6.4.2.2.a"

    def apply(self, s: State) -> State:
        return s.put_planes([replace(s.planes[self.unit], patrol=self.place)])


class SideDone(AudienceEvent, frozen=True, tag="side-done"):
    """A side has finished this phase."""

    side: Side
    phase: Phase
    clause: str = "6.3.a"

    def apply(self, s: State) -> State:
        return replace(s, done=tuple(sorted({*s.done, self.side})))


class Spotted(Own, frozen=True, tag="spotted"):
    """A side has spotted an enemy mission at places of its route (6.4.2). It learns the kind of
    force and those places."""

    mission: str
    kind: Annotated[str, Choice("submarines", "merchants", "transports", "raiders", "warships")]
    places: PlacesSeen
    clause: str = "6.4.2.a"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        return replace(s, spotted=(*s.spotted, Spotting(self.side, self.mission, self.places)))


class InterceptionDeclared(AudienceEvent, frozen=True, tag="interception-declared"):
    """A side intercepts a mission at a place (6.4.3). The other side learns this, but not with
    which units."""

    audience = Audience(hides=HUNTERS, owner="interception.side")
    interception: Interception
    clause: str = "6.4.b"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        s = s.put_planes(replace(s.planes[a], acted=True) for a in self.interception.air)
        return replace(s, interceptions=(*s.interceptions, self.interception))


class QueueSet(AudienceEvent, frozen=True, tag="queue-set"):
    """6.4.5 The battles of this phase, in the order they will be fought."""

    queue: tuple[Interception, ...]
    clause: str = "6.4.5.a"

    def apply(self, s: State) -> State:
        return replace(s, queue=self.queue, interceptions=())

    def seen_by(self, side: str) -> Event | None:
        return replace(
            self, queue=tuple(i if i.side == side else without_units(i) for i in self.queue)
        )


class BattleSkipped(AudienceEvent, frozen=True, tag="battle-skipped"):
    """An interception is not fought, because the intercepting force did not get through or called
    it off (6.4.5)."""

    audience = Audience(hides=HUNTERS, owner="interception.side")
    interception: Interception
    why: Annotated[str, Choice("did-not-get-through", "called-off")]
    clause: str = "6.4.5.b"

    def apply(self, s: State) -> State:
        return replace(s, queue=tuple(q for q in s.queue if q.target != self.interception.target))


class Toll(msgspec.Struct, frozen=True):
    """The result of a battle for one unit: strength left and lost, experience now, and whether it
    got through."""

    unit: Unit
    side: Side
    strength: int
    lost: int
    experience: int
    through: bool = False
    witnessed: bool = False
    """True when the enemy had the unit in sight when the battle ended, or saw it sink."""


class BattleEnded(AudienceEvent, frozen=True, tag="battle-ended"):
    """The battle is over: damage and experience are carried back to the campaign (6.5.1.4). Of the
    enemy a side learns only the hits it saw."""

    target: str
    owner: Side
    tolls: tuple[Toll, ...]
    transports_lost: int
    clause: str = "6.5.1.3.a"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        ships, planes = [], []
        for toll in self.tolls:
            if toll.unit in s.ships:
                u = s.ships[toll.unit]
                ships.append(
                    replace(
                        u,
                        strength=toll.strength,
                        experience=toll.experience,
                        last_damage=max(u.last_damage, toll.lost),
                        gone=u.gone if toll.strength > 0 else "sunk",
                        lost_at="" if toll.strength > 0 or s.fighting is None else s.fighting.place,
                    )
                )
            elif toll.unit in s.planes:
                planes.append(
                    replace(
                        s.planes[toll.unit],
                        strength=toll.strength,
                        experience=toll.experience,
                        acted=True,
                    )
                )
        through = tuple(x.unit for x in self.tolls if x.through)
        m = s.missions[self.target]
        m = replace(
            m,
            completed=through,
            transports=max(0, m.transports - self.transports_lost),
            status="completed" if through else "failed",
        )
        return replace(
            s.put_ships(ships).put_planes(planes).put_mission(m), battle=None, fighting=None
        )

    def seen_by(self, side: str) -> Event | None:
        return replace(
            self,
            tolls=tuple(
                x if x.side == side else replace(x, experience=0, through=False)
                for x in self.tolls
                if x.side == side or (x.lost and x.witnessed)
            ),
        )


class PortTaken(AudienceEvent, frozen=True, tag="port-taken"):
    """A port changes hands."""

    port: str
    side: Side
    clause: str = "6.5.1.3.a"

    def apply(self, s: State) -> State:
        return s.held_by(self.port, self.side)


class PortFell(AudienceEvent, frozen=True, tag="port-fell"):
    """A port is lost on land (6.5.1.5): the defender retreated, or was overrun. All sides learn
    it."""

    audience = Audience(hides=("fall.units",), owner="fall.loser")
    fall: Fall
    clause: str = "6.5.1.5.a"

    def apply(self, s: State) -> State:
        f = replace(self.fall, settled=True)
        return replace(
            s.held_by(f.port, f.to), falls=(*(x for x in s.falls if x.port != f.port), f)
        )


class ShipDisplaced(Own, frozen=True, tag="ship-displaced"):
    """6.5.1.5 A ship must leave a lost port."""

    unit: Unit
    port: str
    clause: str = "6.5.1.5.a"

    def apply(self, s: State) -> State:
        return replace(s, displaced=(*s.displaced, (self.unit, self.port)))


class TroopsEmbarked(Own, frozen=True, tag="troops-embarked"):
    """Land units have gone aboard the available transports. The others stay behind (6.5.1.5)."""

    port: str
    left: int
    stayed: int
    clause: str = "6.5.1.5.b"

    def apply(self, s: State) -> State:
        falls = tuple(
            replace(f, units=f.units - self.left)
            if f.port == self.port and f.loser == self.side
            else f
            for f in s.falls
        )
        return replace(s, falls=falls)


class Announced(AudienceEvent, frozen=True, tag="announced"):
    """6.5.1.5 All passages and evacuations of this Breakthrough Phase are announced; interceptions
    follow."""

    clause: str = "6.5.1.5.e"

    def apply(self, s: State) -> State:
        return replace(s, announcing=False, done=())


class Bombards(Own, frozen=True, tag="bombards"):
    """6.5.2.2 Ships are assigned to bombard for or against an invasion."""

    port: str
    units: tuple[Unit, ...]
    clause: str = "6.5.2.2.c"

    def apply(self, s: State) -> State:
        return replace(s, bombarding=(*s.bombarding, *((self.port, u) for u in self.units)))


class Embarked(Own, frozen=True, tag="embarked"):
    """6.1.7.3 An air unit flies to a carrier that has room for it."""

    unit: Unit
    ship: str
    clause: str = "6.1.7.3.b"

    def apply(self, s: State) -> State:
        return s.put_planes([replace(s.planes[self.unit], base=self.ship)])


class AirRebased(Own, frozen=True, tag="air-rebased"):
    """HR-24 An air unit without its base flies to another, or is lost."""

    unit: Unit
    base: str
    clause: str = "6.3.3.2.b"

    def apply(self, s: State) -> State:
        plane = s.planes[self.unit]
        return s.put_planes(
            [replace(plane, base=self.base) if self.base else replace(plane, gone="lost")]
        )


class ShipChanged(AudienceEvent, frozen=True, tag="ship-changed"):
    """A scenario rule damages, removes or delays a ship: strength lost, why it is gone, when it may
    sail again."""

    side: Side
    unit: Unit
    loses: int = 0
    gone: Annotated[str, Choice("sunk", "withdrawn", "interned", "scuttled")] = ""
    rest_until: int = 0
    base: str = ""
    why: str = ""
    clause: str = "6.5.1.4.a"

    def apply(self, s: State) -> State:
        u = s.ships[self.unit]
        strength = max(0, u.strength - self.loses)
        u = replace(
            u,
            strength=strength,
            gone=self.gone or (u.gone if strength else "sunk"),
            base=self.base or u.base,
            rest_until=self.rest_until or u.rest_until,
            mission="" if self.gone or not strength else u.mission,
        )
        return s.put_ships([u])

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side or self.gone == "sunk" else None


class Scored(AudienceEvent, frozen=True, tag="scored"):
    """Victory points."""

    points: Points
    clause: str = "6.5.1.3.a"

    def apply(self, s: State) -> State:
        return replace(s, score=(*s.score, self.points))

    def seen_by(self, side: str) -> Event | None:
        return replace(self, points=self.points.told(side))


class Flagged(AudienceEvent, frozen=True, tag="flagged"):
    """A fact of the scenario is recorded. With an empty ``side`` every side may know it."""

    name: str
    value: str
    side: Side = ""
    clause: str = "6.3.a"

    def apply(self, s: State) -> State:
        return replace(s, flags={**s.flags, self.name: self.value})

    def seen_by(self, side: str) -> Event | None:
        return self if self.side in ("", side) else None


class TurnClosed(AudienceEvent, frozen=True, tag="turn-closed"):
    """The turn is over: missions are cleared, aircraft are ready again, and troops left in a lost
    port are captured (6.5.1.5)."""

    turn: int
    clause: str = "6.3.3.2.b"

    def apply(self, s: State) -> State:
        ships = [
            replace(
                u,
                mission="",
                acted=False,
                turned_back=False,
                last_damage=0,
                readiness="ready" if u.readiness == "organizing" else u.readiness,
            )
            for u in s.ships.values()
            if u.mission or u.acted or u.turned_back or u.last_damage or u.readiness == "organizing"
        ]
        planes = [
            replace(p, patrol="", acted=False, cap="", organizing=False)
            for p in s.planes.values()
            if p.patrol or p.acted or p.cap or p.organizing
        ]
        lost = {(f.port, f.loser) for f in s.falls}
        captured = [
            replace(x, strength=0, gone="captured")
            for x in s.troops.values()
            if x.present and (x.at, x.side) in lost
        ]
        return replace(
            s.put_ships(ships).put_planes(planes).put_troops(x for x in captured if not x.mission),
            assaults=(),
            reinforced=(),
            scrambled=(),
            spared=(),
            missions={},
            past=s.missions,
            falls=(),
            displaced=(),
            invasions=(),
            by_land={},
            bombarding=(),
            spotted=(),
            interceptions=(),
            queue=(),
        )


class SupplyMoved(Own, frozen=True, tag="supply-moved"):
    """The raider's supply ship secretly moves to another zone (scenario rule)."""

    port: str
    zone: str
    clause: str = "6.3.3.2.b"

    def apply(self, s: State) -> State:
        s = replace(s, flags={**s.flags, "supply-moved": str(s.turn)})
        return replace(s, ports={**s.ports, self.port: replace(s.ports[self.port], zone=self.zone)})


class GameOver(AudienceEvent, frozen=True, tag="game-over"):
    """The last turn has been played."""

    clause: str = "6.5.a"

    def apply(self, s: State) -> State:
        return replace(s, over=True)
