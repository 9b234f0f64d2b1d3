"""What happens to raiders: groups form, come to the box, are found or not, fight, sink transports,
go home."""

from __future__ import annotations

from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import Deed, Own
from ...nouns import Side, Those
from ...state import State, put, replace, update
from ...state.raider_groups import Raid


def raided(s: State, raid: Raid) -> State:
    """The state with a raid put in place of the one of the same id."""
    return replace(s, raids=put(s.raids, {raid.id: raid}))


class RaidBegan(AudienceEvent, frozen=True, tag="raid-began"):
    """A raider group is formed for an SW box."""

    clause: str
    raid: Raid

    def apply(self, s: State) -> State:
        return raided(s, self.raid)


class RaidEntered(Deed, frozen=True, tag="raid-entered"):
    """A group is in its SW box, in the open before both sides as far as its number of ships
    goes."""

    force: str
    box: str
    ships: int
    edge: str = ""

    def apply(self, s: State) -> State:
        f = s.forces[self.force]
        at = len(f.path) - 1
        s = replace(s, forces=put(s.forces, {f.id: replace(f, step=at, state="on-station")}))
        s = update(s, f.units, at=self.box, raided=True)
        raid, hurt = s.raids[self.force], any(u.damaged for u in s.members(f.id))
        return raided(s, replace(raid, stage="in", ships=self.ships, edge=self.edge, hurt=hurt))


class RaidsNumbered(Deed, frozen=True, tag="raids-numbered"):
    """The raiding side fixes the order of its groups in a box."""

    box: str
    forces: tuple[str, ...]

    def apply(self, s: State) -> State:
        for n, force in enumerate(self.forces):
            s = raided(s, replace(s.raids[force], number=n + 1, stage="numbered"))
        return s


class RaidAnswered(Deed, frozen=True, tag="raid-answered"):
    """The defender lets a group go, or throws the raider die for it; then a type die for every ship
    that may engage."""

    force: str
    opposed: bool
    die: int = 0
    result: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    """Pairs (modifier, what it adds)."""
    dice: tuple[int, ...] = ()

    def apply(self, s: State) -> State:
        raid = s.raids[self.force]
        stage = "answered again" if raid.second else "answered"
        return raided(
            s, replace(raid, stage=stage, opposed=self.opposed, result=self.result, dice=self.dice)
        )


class RaidAssigned(Deed, frozen=True, tag="raid-assigned"):
    """The defender has said which ships meet a group; the raider learns which when they fight."""

    audience = Audience(hides=("units", "carriers"))
    raid: str
    force: str
    """The force they sail in; empty when nobody meets it."""
    units: Those = ()
    carriers: int = 0

    def apply(self, s: State) -> State:
        raid = s.raids[self.raid]
        stage = "assigned again" if raid.second else "assigned"
        s = replace(s, hunters=put(s.hunters, dict.fromkeys(self.units, self.raid)))
        return raided(s, replace(raid, stage=stage, force=self.force, carriers=self.carriers))


class RaidWithheld(Own, frozen=True, tag="raid-withheld"):
    """Raiders are kept out of the battle, for the transports behind it."""

    raid: str
    units: Those

    def apply(self, s: State) -> State:
        return raided(s, replace(s.raids[self.raid], withheld=self.units))


class Rests(Own, frozen=True, tag="rests"):
    """Ships that met raiders lie inverted, and are not uninverted before a player turn is over."""

    units: Those
    through: int
    """The number of that player turn."""

    def apply(self, s: State) -> State:
        return update(s, self.units, inverted=True, rests=self.through)


class RaidFought(AudienceEvent, frozen=True, tag="raid-fought"):
    """A group's engagement is over: whether it met anybody, whether a defender bars the transports,
    who may fight on."""

    clause: str
    side: Side
    raid: str
    ships: int
    hurt: bool
    met: bool = False
    blocked: bool = False
    stayers: tuple[str, ...] = ()
    """Ships of the other side."""
    turned: bool = False
    """It turned away before anybody fired."""

    def apply(self, s: State) -> State:
        raid = s.raids[self.raid]
        stage = "fought again" if raid.second else "fought"
        return raided(
            s,
            replace(
                raid,
                stage=stage,
                met=raid.met or self.met,
                blocked=self.blocked,
                stayers=self.stayers,
                ships=self.ships,
                lost=raid.lost + raid.ships - self.ships,
                hurt=self.hurt,
                force=raid.force if self.stayers else "",
            ),
        )

    def seen_by(self, side: str) -> RaidFought:
        return replace(self, stayers=()) if side in ("", self.side) else self


class TransportsAttacked(AudienceEvent, frozen=True, tag="transports-attacked"):
    """A group is done with the transports of its box: ``by`` which ships it attacked them, how many
    it sank."""

    clause: str
    side: Side
    raid: str
    by: tuple[str, ...]
    sunk: int

    def apply(self, s: State) -> State:
        return raided(
            s, replace(s.raids[self.raid], stage="struck", struck=bool(self.by), withheld=())
        )

    def seen_by(self, side: str) -> TransportsAttacked:
        return self if side == self.side else replace(self, by=("",) * len(self.by))


class RaidEnded(Deed, frozen=True, tag="raid-ended"):
    """A group is no more: home, turned back or sunk."""

    raid: str
    home: bool

    def apply(self, s: State) -> State:
        return replace(s, raids=put(s.raids, {self.raid: None}))
