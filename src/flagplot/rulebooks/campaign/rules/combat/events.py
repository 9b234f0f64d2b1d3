"""Events of a battle."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from flagplot.table import Event
from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import HUNTERS, Own
from ...map.battle_ocean import Hex, distance
from ...nouns import Hex as HexSaid
from ...nouns import Side, Unit
from ...state import Interception, State
from ...state.battle import Combatant, SeaBattle, other_colour
from ..missions.mission_members import ships_with
from .battle_setup import set_up
from .coast import dig_in, fights_on_landing, held_after, place_unit, worn_entrenchment
from .visibility import least_distance

_CLAUSE = "6.5.1"


class Deployed(Own, frozen=True, tag="deployed"):
    """A unit is placed on the map before the battle. Only its side knows where."""

    unit: Unit
    at: HexSaid
    clause: str = "6.5.1.1"

    def apply(self, b: SeaBattle) -> SeaBattle:
        u = place_unit(b, b.unit(self.unit), self.at)
        return b.put(replace(u, moved=b.phase == "fight"))


class DeploymentEnded(AudienceEvent, frozen=True, tag="deployment-ended"):
    """A side has deployed. When both have, red's first turn begins (6.5.1.1)."""

    side: Side
    clause: str = "6.5.1.1"

    def apply(self, b: SeaBattle) -> SeaBattle:
        done = (*b.deployed, b.colour(self.side))
        if len(done) == 2:
            return replace(b, deployed=done, phase="fight", mover="red", turn=1)
        return replace(b, deployed=done, mover=other_colour(b.colour(self.side)))


class Sailed(AudienceEvent, frozen=True, tag="sailed"):
    """A unit moved along a route, start first. ``surprised`` is true when it ran into an enemy that
    it had not seen."""

    side: Side
    unit: Unit
    way: tuple[Hex, ...]
    surprised: bool = False
    glimpsed: bool = False
    """True when the enemy sees the unit at the end of its route."""
    clause: str = _CLAUSE

    def apply(self, b: SeaBattle) -> SeaBattle:
        u = place_unit(b, b.unit(self.unit), self.way[-1])
        u = replace(
            u,
            moved=True,
            aboard="",
            fuel=max(0, u.fuel - len(self.way) + 1),
            surprised=self.surprised,
        )
        if u.ground_letter == "X" and u.colour == "blue" and not u.flies:
            u = replace(u, at=None, left=True)
        return replace(b.put(u), taken=held_after(b, u, self.way[-1])) if u.kind else b.put(u)

    def seen_by(self, side: str) -> Event | None:
        if side == self.side:
            return self
        return replace(self, way=self.way[-1:], surprised=False) if self.glimpsed else None


class OpenedFire(AudienceEvent, frozen=True, tag="opened-fire"):
    """A unit attacks. Every enemy with a view of its hex now sees it, even a submarine."""

    firer: Unit
    target: Unit
    clause: str = _CLAUSE

    def apply(self, b: SeaBattle) -> SeaBattle:
        return b.put(replace(b.unit(self.firer), revealed=True))


class Evaded(AudienceEvent, frozen=True, tag="evaded"):
    """The submarine dived under the attack (6.1.7.7)."""

    firer: Unit
    target: Unit
    clause: str = "6.1.7.7.c"

    def apply(self, b: SeaBattle) -> SeaBattle:
        u = b.unit(self.firer)
        return b.put(replace(u, fired=True, ammo=u.ammo - 1, revealed=True))


class Exchanged(AudienceEvent, frozen=True, tag="exchanged"):
    """An attack and its return fire, which take effect together."""

    firer: Unit
    target: Unit
    kills: int
    losses: int
    firer_experience: int
    target_experience: int
    returned: bool
    clause: str = _CLAUSE

    def apply(self, b: SeaBattle) -> SeaBattle:
        f, t = b.unit(self.firer), b.unit(self.target)
        f = replace(
            f,
            strength=f.strength - self.losses,
            lost=f.lost + self.losses,
            fired=True,
            ammo=f.ammo - 1,
            revealed=True,
            experience=f.experience + self.firer_experience,
            hit_before=f.hit_before + (1 if self.losses else 0),
        )
        t = replace(
            t,
            entrenched=worn_entrenchment(f, t),
            strength=t.strength - self.kills,
            lost=t.lost + self.kills,
            surprised=False,
            revealed=t.revealed or self.returned,
            experience=t.experience + self.target_experience,
            hit_before=t.hit_before + (1 if self.kills else 0),
        )
        b = b.put(f, t)
        lost_carriers = {
            u.id for u in (f, t) if not u.alive and u.carrier == "" and not u.flies and not u.kind
        }
        drowned = tuple(
            replace(u, strength=0, lost=u.lost + u.strength, aboard="")
            for u in b.units
            if u.aboard in lost_carriers and u.alive
        )
        return b.put(*drowned) if drowned else b


class Flak(AudienceEvent, frozen=True, tag="flak"):
    """A flak cruiser fired at aircraft that attack a ship near it (6.1.8.3)."""

    firer: Unit
    target: Unit
    kills: int
    clause: str = "6.1.8.3.a"

    def apply(self, b: SeaBattle) -> SeaBattle:
        g, u = b.unit(self.firer), b.unit(self.target)
        u = replace(
            u,
            strength=u.strength - self.kills,
            lost=u.lost + self.kills,
            fired=u.fired or u.strength <= self.kills,
        )
        return b.put(replace(g, ammo=g.ammo - 1, revealed=True), u)


class Rearmed(Own, frozen=True, tag="rearmed"):
    """An air unit landed on its carrier and is rearmed and refuelled. It can fly again next turn
    (6.1.7.3)."""

    unit: Unit
    carrier: Unit
    ammo: int
    fuel: int
    clause: str = "6.1.7.3.c"

    def apply(self, b: SeaBattle) -> SeaBattle:
        u = b.unit(self.unit)
        return b.put(
            replace(
                u,
                aboard=self.carrier,
                at=None,
                ammo=self.ammo,
                fuel=self.fuel,
                moved=True,
                fired=True,
            )
        )


class Landed(AudienceEvent, frozen=True, tag="landed"):
    """A land unit has landed, or its boat found no way through the surf this turn (C7 of the
    notes)."""

    side: Side
    unit: Unit
    boat: Unit
    at: HexSaid
    ashore: bool = True
    glimpsed: bool = False
    """True when the enemy sees the unit ashore."""
    clause: str = "6.5.2.a"

    def seen_by(self, side: str) -> Event | None:
        if side == self.side:
            return self
        return replace(self, boat="") if self.glimpsed and self.ashore else None

    def apply(self, b: SeaBattle) -> SeaBattle:
        boat = b.unit(self.boat)
        boat = replace(
            boat, moved=True, fixed=boat.fixed or boat.moved
        )  # a boat that lands at once has run ashore
        u = b.unit(self.unit)
        if not self.ashore:
            return b.put(replace(u, moved=True), boat)
        u = replace(
            place_unit(b, replace(u, at=boat.at), self.at),
            aboard="",
            moved=True,
            fired=not fights_on_landing(u),
        )
        return replace(b.put(u, boat), taken=held_after(b, u, self.at))


class TakenOff(Own, frozen=True, tag="taken-off"):
    """A land unit has gone aboard a transport (6.5.3.3). The other side merely no longer sees
    it."""

    unit: Unit
    boat: Unit
    clause: str = "6.5.3.3.b"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return b.put(
            replace(
                b.unit(self.unit), at=None, aboard=self.boat, moved=True, fired=True, entrenched=0
            )
        )


class Mined(AudienceEvent, frozen=True, tag="mined"):
    """Mines close a hex to the defender's ships until a turn (scenario rule)."""

    side: Side
    at: HexSaid
    until: int
    clause: str = _CLAUSE

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(b, mined=(*b.mined, (self.at, self.until)), mines=b.mines - 1)


class TermsCalled(AudienceEvent, frozen=True, tag="terms-called"):
    """The attacker has called for terms (scenario rule). If accepted, they end the battle."""

    side: Side
    taken: bool
    clause: str = "6.5.4.7"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(
            b, agreed=self.taken, phase="over" if self.taken else b.phase, refused_in=b.turn
        )


class Scattered(AudienceEvent, frozen=True, tag="scattered"):
    """An escort has engaged, and the convoy scatters: its transports may leave by any edge of the
    map (scenario rule)."""

    side: Side
    unit: Unit
    clause: str = "6.5.1.3"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(b, scattered=True)


class BrokeOff(AudienceEvent, frozen=True, tag="broke-off"):
    """A raider too weak to meet a battleship has left the battle (scenario rule)."""

    side: Side
    unit: Unit
    glimpsed: bool = False
    """True when the enemy saw it go."""
    clause: str = "6.5.1.b"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return b.put(replace(b.unit(self.unit), at=None, left=True))

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side or self.glimpsed else None


class TurnEnded(AudienceEvent, frozen=True, tag="battle-turn-ended"):
    """One colour has ended its turn of the battle. After blue's turn the turn number goes up."""

    side: Side
    clause: str = "6.5.1.a"

    def apply(self, b: SeaBattle) -> SeaBattle:
        now = b.colour(self.side)
        units = tuple(
            _begin_own_turn(u) if u.colour == other_colour(now) else dig_in(u) for u in b.units
        )
        turn = b.turn + 1 if now == "blue" else b.turn
        return replace(b, units=units, mover=other_colour(now), turn=turn)


class Withdrew(AudienceEvent, frozen=True, tag="withdrew"):
    """A side breaks off, and the battle ends with this turn (6.5.1)."""

    side: Side
    clause: str = "6.5.1.b"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(b, withdrew=self.side, phase="over")


class BattleOver(AudienceEvent, frozen=True, tag="battle-over"):
    """The battle has ended."""

    clause: str = "6.5.1.a"

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(b, phase="over")


class LeftToStaff(Own, frozen=True, tag="left-to-staff"):
    """A side leaves the rest of the battle to its staff. The other side is not told."""

    clause: str = _CLAUSE

    def apply(self, b: SeaBattle) -> SeaBattle:
        return replace(b, staff=tuple(sorted({*b.staff, self.side})))


def _begin_own_turn(u: Combatant) -> Combatant:
    """Return a unit as its side's turn begins. It may move and fire, and last turn's damage no
    longer counts against it."""
    if not (u.moved or u.fired or u.hit_before or u.revealed or u.surprised):
        return u
    return replace(u, moved=False, fired=False, hit_before=0, revealed=False, surprised=False)


def touches_unseen(b: SeaBattle, mover: Combatant, at: Hex, unseen: frozenset[str]) -> bool:
    """Return True when an enemy that *mover*'s side does not see is in *at*, or nearer to it than
    the zones of the two allow."""
    there = (u for u in b.units if u.id in unseen and u.at is not None and u.flies == mover.flies)
    return any(distance(at, u.at) < least_distance(mover, u) for u in there if u.at is not None)


class BattleBegan(AudienceEvent, frozen=True, tag="battle-began"):
    """A naval battle is set up on the ocean map (6.5.1). Each side sees of it what its view of the
    battle shows."""

    audience = Audience(hides=HUNTERS, owner="interception.side")
    interception: Interception
    clause: str = "6.5.1.c"
    reveals: ClassVar[bool] = True

    def apply(self, s: State) -> State:
        i = self.interception
        target = replace(s.missions[i.target], attacked=True)
        s = s.put_mission(target)
        met = [replace(s.ships[x], acted=True) for x in ships_with(target, i.place)]
        hunters = [
            replace(s.ships[x], acted=True, turned_back=s.ships[x].turned_back or bool(i.base))
            for x in i.ships
        ]
        queue = tuple(q for q in s.queue if q.target != i.target)
        return replace(s.put_ships((*hunters, *met)), battle=set_up(s, i), fighting=i, queue=queue)
