"""Events of combat."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import Audience

from ...events import place_elsewhere
from ...events.base import Happening, Note
from ...nouns import Place, Side, Thing
from ...state import (
    Battle,
    State,
    Unit,
    change_group,
    lose_res,
    put_unit,
    remove_unit,
    res_overboard,
)
from . import disengagement
from .gunnery import RESULTS
from .salvo import Shot, salvo_of


class SalvoLaid(Note, frozen=True, tag="salvo-laid"):
    """The shots of a salvo, chosen in secret. They are then rolled and take effect together."""

    shots: tuple[Shot, ...]

    def apply(self, s: State) -> State:
        return replace(s, salvo=salvo_of(s, self.shots))


class SalvoOver(Note, frozen=True, tag="salvo-over"):
    """A salvo has been rolled."""

    def apply(self, s: State) -> State:
        return replace(s, salvo=None)


class OpenedFire(Happening, frozen=True, tag="opened-fire"):
    """A naval unit uses an occasion to fire on a coast defence, or a coast defence fires."""

    by: Thing
    at: Thing
    group: str
    strength: str = ""

    def apply(self, s: State) -> State:
        g = s.groups[self.group]
        if self.by in g.members:
            used = dict(g.fired_on)
            used[self.by, self.at] = used.get((self.by, self.at), 0) + 1
            return change_group(s, self.group, fired_on=tuple(sorted(used.items())))
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
    """A unit takes hits. Hits of half its printed strength flip a TF. Hits of its whole strength
    sink it; aircraft that fly from it are then out of action (house rule)."""

    audience = Audience(secret="unseen")
    unit: Thing
    hits: int
    side: Side = ""
    sunk: bool = False
    flipped: bool = False
    secret: bool = False
    """True when the enemy does not see the hit (mines, danger zones), unless the unit sinks."""

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        s = self.in_the_water(s, u)
        if self.sunk:
            stranded = {
                a.id: replace(a, marker=a.marker or "X")
                for a in s.air.values()
                if a.carrier == u.id
            }
            return remove_unit(
                replace(s, air={**s.air, **stranded}),
                replace(u, hits=u.hits + self.hits, lost=True),
                "lost",
            )
        if self.flipped:
            now = max(0, u.strength - self.hits)
            u = replace(u, flipped=True)
            u = replace(u, hits=max(0, u.top - now))
        else:
            u = replace(u, hits=u.hits + self.hits)
        s = put_unit(s, u)
        for cargo, res in res_overboard(s, u):
            s = lose_res(s, cargo, res)
        return s

    def in_the_water(self, s: State, u: Unit) -> State:
        """Return the state with the people that the hits put into the water, where the scenario
        counts them."""
        group, after = s.group_of(u.id), replace(u, hits=u.hits + self.hits)
        lost = sum(n for _, n in res_overboard(s, after))
        if group is None or not lost or "rescue" not in s.facts:
            return s
        whose, before = s.adrift.get(group.hex, (u.side, 0))
        return replace(
            s, adrift={**s.adrift, group.hex: (u.side, lost + before * (whose == u.side))}
        )

    @property
    def unseen(self) -> bool:
        """True when the enemy learns nothing of the hit."""
        return self.secret and not self.sunk


class Rolled(Happening, frozen=True, tag="rolled"):
    """A roll that decided something by itself: its purpose, the result, the modifier."""

    why: Annotated[str, Choice("disengage", "join", "contact")]
    subject: str
    result: Annotated[str, Choice(*RESULTS, "found", "lost")]
    modifier: int = 0


class BattleBegan(Happening, frozen=True, tag="battle-began"):
    """A naval battle begins between a moving group and an enemy group. Both groups are then seen
    with their composition."""

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
                s = change_group(s, id, seen=True)
        return s

    def seen_by(self, side: str) -> Any:
        return replace(self, battle=None)


class BattleSet(Note, frozen=True, tag="battle-set"):
    """The state of a battle, as the referee keeps it."""

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
                s = change_group(s, one, fought=tuple(dict.fromkeys((*g.fought, two))))
        return s


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
        g = disengagement.after_paying(s, g, self.mps)
        shunned = (*g.shunned, self.foe) if self.shakes else g.shunned
        return place_elsewhere(
            s,
            replace(
                g,
                hex=self.hex or old,
                came_from=old,
                moved=True,
                arrived=True,
                shunned=shunned,
                closed=(*g.closed, old),
            ),
        )


class SubFought(Happening, frozen=True, tag="submarine-attacked"):
    """A submarine group has made its attack on a group in this step."""

    group: str
    submarine: str
    target: Thing

    def apply(self, s: State) -> State:
        g = s.groups.get(self.group)
        if g is not None:
            s = change_group(s, self.group, fought=(*g.fought, f"sub:{self.submarine}"))
        return change_group(s, self.submarine, seen=True)


class AirAttacked(Happening, frozen=True, tag="air-attacked"):
    """Air units attack a group that was found."""

    side: Side
    bases: tuple[str, ...]
    units: tuple[str, ...]
    group: str
    target: Thing

    def apply(self, s: State) -> State:
        air = {k: replace(a, struck=a.struck or k in self.units) for k, a in s.air.items()}
        return replace(s, air=air)
