"""What happens in a game: the only things that change the position."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from flagplot.table import Facts, clause
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import OWNER, Audience

from ..nouns import Place, Side, Thing, Units
from ..rules import situations
from ..rules.combat import escape
from ..rules.combat.gunnery import MISS, RESULTS, Result
from ..rules.movement import costs, grouping
from ..rules.situations import Shot
from ..rules.special import mines, night, oil
from ..state import Battle, Cargo, Fuel, Group, State, Unit, change, fewer, overboard, put_group, put_unit, without
from .clock import Happening, Hidden, Note
from .clock import PhaseBegan as PhaseBegan
from .clock import PhaseEnded as PhaseEnded
from .clock import SegmentBegan as SegmentBegan
from .clock import StepBegan as StepBegan
from .clock import StepEnded as StepEnded
from .ferries import Ferried as Ferried
from .fleets import CarrierCame as CarrierCame
from .fleets import CarrierLeft as CarrierLeft
from .fleets import Repaired as Repaired
from .fleets import Rescued as Rescued
from .fleets import Supported as Supported
from .malta import Bombed as Bombed
from .malta import Broken as Broken
from .malta import MaltaRepaired as MaltaRepaired
from .malta import PointsUsed as PointsUsed
from .shore import BeachChecked as BeachChecked
from .shore import BeachFought as BeachFought
from .shore import CounterAttacked as CounterAttacked
from .shore import Marched as Marched
from .shore import SeaTurned as SeaTurned
from .waters import MineDropped as MineDropped
from .waters import MinesCleared as MinesCleared
from .waters import MinesMade as MinesMade
from .waters import SuezSet as SuezSet
from .waters import Taken as Taken
from .waters import ZoneSwept as ZoneSwept

Where = Annotated[str, Choice("sea", "port", "riverine")]
WORK = ("mine", "sweep", "air", "replenish", *costs.PREPARE, "embark", "disembark", "assault", "transfer")
REASONS = (
    "hit", "sunk", "crippled", "docked", "ashore and in supply", "held", "home", "came home unhurt", "flew off and came home",
    "a fleet in being", "a mine point swept", "people saved", "gunfire that was to be kept", "the Suez Canal is lost",
)
"""What victory points are given for."""


class Sailed(Hidden, frozen=True, tag="sailed"):
    """A group enters a hex or a riverine hexside for MPs."""

    audience = Audience(secret="secret", hides=("mps",))
    came_from: str = ""
    to: Place = ""
    mps: int = 0
    night: bool = False
    screened: bool = False

    def apply(self, s: State) -> State:
        before = s.groups[self.group]
        g = night.spend(before, self.mps, self.night)
        leg = (self.came_from, self.to, self.mps, g.night_spent - before.night_spent)
        river = self.to if "/" in self.to else ""
        hex = s.bank(river) if river else self.to
        g = replace(
            g, hex=hex, where="riverine" if river else "sea", river=river, came_from=self.came_from, moved=True,
            arrived=True, screened=self.screened, task="", paid=0, fought=tuple(f for f in g.fought if f.startswith("sub:")),
            reacted=g.reacted or g.side != s.phasing, track=(*g.track, leg), trace=(*g.trace, leg),
        )
        craft = {u.id: replace(u, dawn="") for u in s.of(g) if u.dawn}
        return put_group(replace(s, units={**s.units, **craft}) if craft else s, g)

class Voyage(Hidden, frozen=True, tag="voyage"):
    """What a group has sailed since anything else happened to it: its legs, each an event of its own, told as one.

    ``whose`` is ``own`` or ``enemy`` when only that side's log tells it so: the enemy's also stops where he is asked whether
    he does something, which the mover does not learn.
    """

    came_from: str = ""
    path: tuple[str, ...] = ()
    mps: int = 0
    by_night: int = 0
    night: bool = False
    """Some of the legs were sailed by night."""
    whose: Annotated[str, Choice("own", "enemy", "")] = ""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change(s, self.group, track=g.track if self.whose == "enemy" else (), trace=g.trace if self.whose == "own" else ())

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return None if self.whose == "enemy" else replace(self, secret=False, whose="")
        if self.secret or self.whose == "own":
            return None
        return replace(self, mps=0, by_night=0, whose="")


class PutOut(Hidden, frozen=True, tag="put-to-sea"):
    """A group leaves port without leaving the hex."""

    hex: Place = ""
    night: bool = False
    """Whether a night move begins so: what meets it there does so by night, and its next MPs are by night."""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change(s, self.group, where="sea", came_from=g.hex, departed=g.hex, reacted=g.reacted or g.side != s.phasing,
                      pledged=g.pledged or self.night, dark=self.night or night.goes_on(g))


class Berthed(Hidden, frozen=True, tag="entered-port"):
    """A group ends its movement in port."""

    hex: Place = ""

    def apply(self, s: State) -> State:
        return change(s, self.group, hex=self.hex, river="", where="port", ended=True, screened=False)


class Spent(Hidden, frozen=True, tag="spent"):
    """A group spends MPs where it is."""

    audience = Audience(secret="secret", hides=("mps", "why"))
    mps: int = 0
    night: bool = False
    why: Annotated[str, Choice("waiting", "combat round", "taking up people", "")] = ""

    def apply(self, s: State) -> State:
        return put_group(s, night.spend(s.groups[self.group], self.mps, self.night))


class Paid(Hidden, frozen=True, tag="paid"):
    """A group pays towards an activity: ``paid`` of ``cost`` MPs so far."""

    audience = Audience(secret="unseen", hides=("task", "mps", "paid", "cost"))
    task: str = ""
    mps: int = 0
    paid: int = 0
    cost: int = 0
    night: bool = False
    at_sea: bool = False
    """The enemy sees that it stays where it is and spends MPs; not what for, and nothing of what is done in port."""

    def apply(self, s: State) -> State:
        g = night.spend(s.groups[self.group], self.mps, self.night)
        return put_group(s, replace(g, task=self.task, paid=self.paid))

    @property
    def unseen(self) -> bool:
        """Whether the enemy learns nothing of it."""
        return self.secret or not self.at_sea


class Pledged(Hidden, frozen=True, tag="pledged"):
    """A group begins a step in a danger zone by night: its next MPs are by night."""

    def apply(self, s: State) -> State:
        return change(s, self.group, pledged=True, dark=True)


class Combined(Hidden, frozen=True, tag="combined"):
    """Groups become one."""

    parts: tuple[str, ...] = ()

    def apply(self, s: State) -> State:
        g = grouping.combined(s, [s.groups[p] for p in self.parts], self.group)
        s = grouping.handed_on(s, dict.fromkeys(self.parts, (g.id,)))
        return replace(s, groups={**{k: v for k, v in s.groups.items() if k not in self.parts}, g.id: g})


class Parted(Hidden, frozen=True, tag="split"):
    """A group is divided: pairs (name, units)."""

    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def apply(self, s: State) -> State:
        made = grouping.parted(s, s.groups[self.group], self.parts)
        s = grouping.handed_on(s, {self.group: tuple(g.id for g in made)})
        return replace(s, groups={**{k: v for k, v in s.groups.items() if k != self.group}, **{g.id: g for g in made}})

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return self.unmarked()
        return None if self.secret else replace(self, parts=tuple((n, ()) for n, _ in self.parts))


class Renamed(Hidden, frozen=True, tag="renamed"):
    """A group whose name the other side gives to one of its own, not knowing of it, is called otherwise from now on."""

    to: Thing = ""

    def apply(self, s: State) -> State:
        g = replace(s.groups[self.group], id=self.to)
        s = grouping.handed_on(s, {self.group: (self.to,)})
        return replace(s, groups={**{k: v for k, v in s.groups.items() if k != self.group}, self.to: g})


class Held(Hidden, frozen=True, tag="held"):
    """A group goes into reserve, or is released."""

    audience = Audience(OWNER)
    on: bool = True

    def apply(self, s: State) -> State:
        return change(s, self.group, reserve=self.on)


class Formed(Hidden, frozen=True, tag="formed"):
    """A group's screen is named."""

    audience = Audience(OWNER)
    screen: Units = ()

    def apply(self, s: State) -> State:
        return change(s, self.group, screen=self.screen)


class Gauged(Note, frozen=True, tag="gauged"):
    """The referee's note of the search modifier that holds for a group in its hex."""

    group: str
    gauge: int
    offered: bool = False

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        return change(s, self.group, gauge=self.gauge, sought=g.sought or self.offered)


class Sighted(Happening, frozen=True, tag="sighted"):
    """A hidden submarine group of ``side`` comes where the enemy may search for it or meet it: he knows that it is there. Its
    owner is not told, for whether the enemy let it pass is his secret."""

    reveals: ClassVar[bool] = True
    group: str
    hex: Place
    side: Side = ""

    def apply(self, s: State) -> State:
        return change(s, self.group, sighted=True)

    def seen_by(self, side: str) -> Any:
        return self if side and side != self.side else None


class HuntBegan(Note, frozen=True, tag="hunt-began"):
    """A search for a group begins: by these air units, one naval group at most, and what shore stations are in range."""

    group: str
    air: tuple[str, ...] = ()
    entered: bool = True

    def apply(self, s: State) -> State:
        return replace(s, hunt=situations.hunt_for(s, s.groups[self.group], self.air, self.entered))


class SalvoLaid(Note, frozen=True, tag="salvo-laid"):
    """Guns are laid: the shots of a salvo, which then are rolled and take effect together."""

    shots: tuple[Shot, ...]

    def apply(self, s: State) -> State:
        return replace(s, salvo=situations.salvo_of(s, self.shots))


class SalvoOver(Note, frozen=True, tag="salvo-over"):
    """A salvo has been rolled."""

    def apply(self, s: State) -> State:
        return replace(s, salvo=None)


@clause("32.B-T1.res.01.s02", "32.B-T1.res.01.s04", "32.B-T1.res.02.s02", "32.B-T1.res.02.s04", "32.B-T1.res.03.s02")
class Searched(Happening, frozen=True, tag="searched"):
    """A search was rolled: its result and what it does to those who searched."""

    side: Side
    group: str
    result: Result
    modifier: int
    modifiers: Facts = ()
    seeker: str = ""
    """The naval group that took part, or empty."""
    air: tuple[str, ...] = ()
    barred: str = ""
    """The airbase a missing result bars."""

    def apply(self, s: State) -> State:
        s = replace(change(s, self.group, sought=True, last_roll=self.modifier), hunt=None)
        miss = self.result in ("D", "F*")
        if self.seeker and miss:
            more = 2 if self.result == "D" else 1
            g = s.groups[self.seeker]
            s = change(s, self.seeker, marker=g.marker + more, no_seeking=self.result, sought_for=(self.group,))
        if self.result == "F":
            s = change(s, self.group, hidden_from=True)
        if self.barred and self.result in MISS:
            air = dict(s.air)
            for id in self.air:
                a = air[id]
                if a.base == self.barred:
                    if self.result == "F":
                        air[id] = replace(a, barred=(*a.barred, self.group))
                    else:
                        air[id] = replace(a, marker="X" if self.result == "D" else "Inop")
            s = replace(s, air=air)
        return s

    def seen_by(self, side: str) -> Any:
        if side == self.side:
            return replace(self, modifier=0, modifiers=_without_secrets(self.modifiers))
        return replace(self, seeker="", modifiers=())


def _without_secrets(modifiers: Facts) -> Facts:
    """The modifiers without those that tell the searcher what is in the group."""
    return tuple((k, v) for k, v in modifiers if k != "tf-size")


class Found(Happening, frozen=True, tag="found"):
    """A group is found; the searcher is told how many TFs and (declared) transports it has."""

    reveals: ClassVar[bool] = True

    side: Side
    group: str
    tfs: int = -1
    transports: int = -1
    by_air: bool = False

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        told = (self.tfs, self.transports) if self.tfs >= 0 else g.told
        return change(s, self.group, found=True, told=told, seen=True, spotted=g.spotted or self.by_air)


class Activated(Happening, frozen=True, tag="activated"):
    """Reserve groups are activated for the turn."""

    audience = Audience(OWNER)
    side: Side
    groups: tuple[str, ...]
    by: str
    """The phasing group whose contact activated them."""

    def apply(self, s: State) -> State:
        for id in self.groups:
            s = change(s, id, activated=True, called_by=self.by)
        return s


class Suspended(Note, frozen=True, tag="suspended"):
    """Movement of a group is suspended for the other side's reaction, or (empty) goes on."""

    group: str

    def apply(self, s: State) -> State:
        return replace(s, called=self.group)


class Marked(Happening, frozen=True, tag="marked"):
    """A group that moved in reaction gets a -1 Step marker, or one level more on the one it has."""

    audience = Audience(OWNER)
    group: str
    side: Side

    def apply(self, s: State) -> State:
        return change(s, self.group, marker=s.groups[self.group].marker + 1)


class Halted(Hidden, frozen=True, tag="halted"):
    """A move stops where it was interrupted; what is left of its path is given up."""

    audience = Audience(OWNER)
    hex: Place = ""


class Zoned(Note, frozen=True, tag="zoned"):
    """MPs spent in the combat zone of coast defences are noted."""

    group: str
    zones: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> State:
        return change(s, self.group, zones=self.zones)


class OpenedFire(Happening, frozen=True, tag="opened-fire"):
    """A naval unit uses an occasion to open fire on a coast defence, or a coast defence fires."""

    by: Thing
    at: Thing
    group: str
    strength: str = ""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        if self.by in g.members:
            used = dict(g.fired_on)
            used[self.by, self.at] = used.get((self.by, self.at), 0) + 1
            return change(s, self.group, fired_on=tuple(sorted(used.items())))
        return s


class CoastHit(Happening, frozen=True, tag="coast-hit"):
    """A coast defence takes hits."""

    hex: Place
    hits: int

    def apply(self, s: State) -> State:
        d = s.defences[self.hex]
        d = replace(d, hits=min(2 * d.level, d.hits + self.hits))
        return replace(s, defences={**s.defences, self.hex: d})


@clause("36.F.3.s02", "36.F.3.s04")
class Hit(Happening, frozen=True, tag="hit"):
    """A unit takes hits. Hits of half its printed strength flip a TF; hits of its whole strength sink it, and what flies from it
    flies no more (house)."""

    audience = Audience(secret="unseen")
    unit: Thing
    hits: int
    side: Side = ""
    sunk: bool = False
    flipped: bool = False
    secret: bool = False
    """The enemy does not see it (mines, danger zones), unless the unit sinks."""

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        s = self.in_the_water(s, u)
        if self.sunk:
            stranded = {a.id: replace(a, marker=a.marker or "X") for a in s.air.values() if a.carrier == u.id}
            return without(replace(s, air={**s.air, **stranded}), replace(u, hits=u.hits + self.hits, lost=True), "lost")
        if self.flipped:
            now = max(0, u.strength - self.hits)
            u = replace(u, flipped=True)
            u = replace(u, hits=max(0, u.top - now))
        else:
            u = replace(u, hits=u.hits + self.hits)
        s = put_unit(s, u)
        for cargo, res in overboard(s, u):
            s = fewer(s, cargo, res)
        return s

    def in_the_water(self, s: State, u: Unit) -> State:
        """The position with the people that the hits put into the water, where the scenario counts them."""
        group, after = s.group_of(u.id), replace(u, hits=u.hits + self.hits)
        lost = sum(n for _, n in overboard(s, after))
        if group is None or not lost or "rescue" not in s.facts:
            return s
        whose, before = s.adrift.get(group.hex, (u.side, 0))
        return replace(s, adrift={**s.adrift, group.hex: (u.side, lost + before * (whose == u.side))})

    @property
    def unseen(self) -> bool:
        """Whether the enemy learns nothing of it."""
        return self.secret and not self.sunk


class Rolled(Happening, frozen=True, tag="rolled"):
    """A roll that decided something by itself: what for, the result, the modifier."""

    why: Annotated[str, Choice("disengage", "join", "contact")]
    subject: str
    result: Annotated[str, Choice(*RESULTS, "found", "lost")]
    modifier: int = 0


class BattleBegan(Happening, frozen=True, tag="battle-began"):
    """A naval battle begins between a moving group and an enemy group; both are seen for what they are."""

    reveals: ClassVar[bool] = True

    mover: str
    enemy: str
    kind: Annotated[str, Choice("surface", "submarine", "coast", "air")]
    hex: Place
    night: bool
    battle: Battle | None = None

    def apply(self, s: State) -> State:
        s = replace(s, battle=self.battle)
        for id in (self.mover, self.enemy):
            if id in s.groups:
                s = change(s, id, seen=True)
        return s

    def seen_by(self, side: str) -> Any:
        return replace(self, battle=None)


class BattleSet(Note, frozen=True, tag="battle-set"):
    """The referee's note of how a battle stands."""

    battle: Battle | None

    def apply(self, s: State) -> State:
        return replace(s, battle=self.battle)


class BattleEnded(Happening, frozen=True, tag="battle-ended"):
    """A battle is over."""

    mover: str
    enemy: str
    why: Annotated[str, Choice("sunk", "disengaged", "declined", "no MPs", "attack made")]
    rounds: int

    def apply(self, s: State) -> State:
        s = replace(s, battle=None)
        for one, two in ((self.mover, self.enemy), (self.enemy, self.mover)):
            g = s.groups.get(one)
            if g:
                s = change(s, one, fought=tuple(dict.fromkeys((*g.fought, two))))
        return s


@clause("36.G.s04")
def displaced(s: State, group: Group) -> State:
    """The position with a group set elsewhere by what befell it: what it paid, its shelter and its ferries stay behind."""
    craft = {u.id: replace(u, dawn="", ferry="") for u in s.of(group) if (u.dawn or u.ferry) and u.dawn != group.hex}
    s = replace(s, units={**s.units, **craft}) if craft else s
    return put_group(s, replace(group, task="", paid=0, screened=False))


class Disengaged(Happening, frozen=True, tag="disengaged"):
    """A group leaves a battle for an adjacent hex."""

    group: str
    side: Side
    hex: Place
    mps: int
    foe: str
    shakes: bool = False
    """True when the enemy may not engage it again in this step."""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        old = g.hex
        g = escape.in_flight(s, g, self.mps)
        shunned = (*g.shunned, self.foe) if self.shakes else g.shunned
        return displaced(s, replace(
            g, hex=self.hex or old, came_from=old, moved=True, arrived=True, shunned=shunned, closed=(*g.closed, old),
        ))


class SubFought(Happening, frozen=True, tag="submarine-attacked"):
    """A submarine group's attack on a group in this step is made."""

    group: str
    submarine: str
    target: Thing

    def apply(self, s: State) -> State:
        g = s.groups.get(self.group)
        if g is not None:
            s = change(s, self.group, fought=(*g.fought, f"sub:{self.submarine}"))
        return change(s, self.submarine, seen=True)


class AirAttacked(Happening, frozen=True, tag="air-attacked"):
    """Air units attack a found group."""

    side: Side
    bases: tuple[str, ...]
    units: tuple[str, ...]
    group: str
    target: Thing

    def apply(self, s: State) -> State:
        air = {k: replace(a, struck=a.struck or k in self.units) for k, a in s.air.items()}
        return replace(s, air=air)


class Finished(Hidden, frozen=True, tag="finished"):
    """An activity is paid for and takes effect. The enemy sees mines laid and swept, and assaults."""

    audience = Audience(secret="unseen")
    activity: Annotated[str, Choice(*WORK)] = ""
    unit: Thing = ""
    cargo: Thing = ""
    at: Annotated[str, Choice("port", "beach", "assault", "")] = ""
    res: int = 0
    """REs that go through a port, where cargo has them; what it has no room for stays where it was under the name ``rest``."""
    rest: str = ""

    def apply(self, s: State) -> State:
        taker = s.group_of(self.unit)
        for g in (s.groups[self.group], *((taker,) if taker else ())):
            s = change(s, g.id, task="", paid=0)
        hex = s.groups[self.group].hex
        if self.cargo:
            c, aboard = s.cargo[self.cargo], self.unit if self.activity in ("embark", "transfer") else ""
            place = "" if aboard else "laid" if self.activity == "mine" else hex
            marks = tuple(m for m in c.marks if m != "lvt" or self.activity != "disembark")
            s = self.parted(s, c)
            landed, craft = self.activity in ("assault", "disembark"), self.unit if self.activity == "assault" and c.res else ""
            c = replace(c, aboard=aboard, place=place, marks=marks, res=self.res or c.res, landed=landed, craft=craft)
            s = replace(s, cargo={**s.cargo, c.id: c})
        if self.activity in ("mine", "sweep"):
            s = mines.belt(s, hex, self.side, 1) if self.activity == "mine" else mines.belt(s, hex, s.other(self.side), -1)
        if self.activity.endswith("gunfire"):
            s = put_unit(s, replace(s.units[self.unit], ready=self.activity))
        if self.activity.endswith("interdiction"):
            part = {"quarter": 4, "half": 2, "full": 1}[self.activity.split(" ")[0]]
            kept = s.interdiction.get(hex, {})
            level = max(s.units[self.unit].strength // part // 6, int(part == 1), kept.get(self.side, 0))
            levels = {**kept, self.side: level}
            s = replace(s, interdiction={**s.interdiction, hex: levels}) if level else s
        return s

    def parted(self, s: State, c: Cargo) -> State:
        """The position when only some REs of a cargo go aboard or ashore in a port, where they count for its capacity."""
        port = s.ports.get(s.groups[self.group].hex)
        if self.activity not in ("embark", "disembark") or self.at != "port" or not self.res or port is None:
            return s
        done = port.handled[1] if port.handled[0] == s.at else 0
        s = replace(s, ports={**s.ports, port.hex: replace(port, handled=(s.at, done + self.res))})
        return replace(s, cargo={**s.cargo, self.rest: replace(c, id=self.rest, res=c.res - self.res)}) if self.rest else s

    def seen_by(self, side: str) -> Any:
        found = super().seen_by(side)
        if found is None or side == self.side:
            return found
        return replace(found, unit="", cargo=found.cargo if self.activity == "assault" else "")

    @property
    def unseen(self) -> bool:
        """Whether the enemy learns nothing of it."""
        return self.activity not in ("mine", "sweep", "assault")


class Unmet(Happening, frozen=True):
    """What befalls a group at sea without the enemy's doing: of a hidden one its own side alone is told."""

    audience = Audience(owner="private", secret="private")
    group: str

    def seen_by(self, side: str) -> Any:
        found = super().seen_by(side)
        return replace(found, private="") if found is not None and found.private else found


class Mined(Unmet, frozen=True, tag="mine-check"):
    """A group is checked for mine damage in a belt hex. Where its step *begins* there, entering it later is another occasion."""

    hex: Place
    points: int
    begins: bool = False
    private: str = ""

    def apply(self, s: State) -> State:
        if self.begins:
            return s
        g = s.groups[self.group]
        return change(s, self.group, mined=tuple(dict.fromkeys((*g.mined, self.hex))))


class ZoneRolled(Unmet, frozen=True, tag="danger-zone"):
    """A danger-zone roll of a group: without contact it is free of others for the step, after contact it is not."""

    result: Result
    modifier: int
    private: str = ""

    def apply(self, s: State) -> State:
        return change(s, self.group, zone_done=self.result in MISS, eased=self.result == "D")


class Fuelled(Happening, frozen=True, tag="fuelled"):
    """Oil is spent for a sailing, or for a step of one (36.E)."""

    audience = Audience(OWNER)
    side: Side
    group: str
    port: Place
    points: int
    by_step: bool = False
    units: tuple[str, ...] = ()

    def apply(self, s: State) -> State:
        p = s.ports[self.port]
        fuel = dict(s.fuel)
        for u in self.units:
            paid = fuel.get(u, Fuel()).paid + 1 if self.by_step else oil.WHOLE
            fuel[u] = Fuel(paid, s.step, self.port if self.by_step else "")
        return replace(s, ports={**s.ports, self.port: replace(p, oil=p.oil - self.points)}, fuel=fuel)


class Scored(Happening, frozen=True, tag="scored"):
    """Victory points."""

    side: Side
    points: float
    why: Annotated[str, Choice(*REASONS)]
    subject: Thing = ""

    def apply(self, s: State) -> State:
        return replace(s, scores={**s.scores, self.side: s.scores.get(self.side, 0) + self.points})


class Noted(Note, frozen=True, tag="noted"):
    """A fact of the scenario is written down."""

    key: str
    value: str

    def apply(self, s: State) -> State:
        return replace(s, facts={**s.facts, self.key: self.value})


class Interference(Happening, frozen=True, tag="interference"):
    """An interference check by anti-shipping forces is due for a group. That of Malta's follows (:class:`ShippingChecked`)."""

    group: str
    side: Side
    hex: Place


class ShippingChecked(Happening, frozen=True, tag="shipping"):
    """Malta's forces have checked the transports of a group: how many, how many of them lost a point, how many turn back."""

    group: str
    side: Side
    hex: Place
    checked: int
    struck: int
    back: int
    light: Annotated[str, Choice("day", "night")]

    def apply(self, s: State) -> State:
        return change(s, self.group, harried=self.light)


class TurnedBack(Hidden, frozen=True, tag="turned-back"):
    """A group gives up its voyage: it is in port again, or ends its movement where it is when its side has no port left."""

    hex: Place = ""
    where: Where = "port"

    def apply(self, s: State) -> State:
        return displaced(s, replace(s.groups[self.group], hex=self.hex, where=self.where, ended=True))


class GroupPlaced(Hidden, frozen=True, tag="placed"):
    """A group is set in a place by a rule (torpedo boats go home)."""

    hex: Place = ""
    where: Where = "port"

    def apply(self, s: State) -> State:
        return displaced(s, replace(s.groups[self.group], hex=self.hex, where=self.where, seen=False, sighted=False))


class Docked(Happening, frozen=True, tag="docked"):
    """A transport's cargo is safe where the scenario wants it; the unit takes no more part."""

    unit: Thing
    hex: Place

    def apply(self, s: State) -> State:
        return without(s, replace(s.units[self.unit], away=True), self.hex)
