"""Events of raiders: groups form, arrive in the box, are found or not, fight, sink transports, and
return."""

from __future__ import annotations

from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import OwnerEvent, SideEvent
from ...nouns import Side, Those
from ...state import State, replace, with_changes, with_units_changed
from ...state.raider_groups import Raid


def with_raid(s: State, raid: Raid) -> State:
    """Return the state with a raid in place of the one with the same id."""
    return replace(s, raids=with_changes(s.raids, {raid.id: raid}))


class RaidBegan(AudienceEvent, frozen=True, tag="raid-began"):
    """Formation of a raider group for an SW box."""

    clause: str
    raid: Raid

    def apply(self, s: State) -> State:
        return with_raid(s, self.raid)


class RaidEntered(SideEvent, frozen=True, tag="raid-entered"):
    """Arrival of a group in its SW box. Both sides now know its number of ships."""

    force: str
    box: str
    ships: int
    edge: str = ""

    def apply(self, s: State) -> State:
        f = s.forces[self.force]
        at = len(f.path) - 1
        s = replace(
            s, forces=with_changes(s.forces, {f.id: replace(f, step=at, state="on-station")})
        )
        s = with_units_changed(s, f.units, at=self.box, raided=True)
        raid, hurt = s.raids[self.force], any(u.damaged for u in s.members(f.id))
        return with_raid(s, replace(raid, stage="in", ships=self.ships, edge=self.edge, hurt=hurt))


class RaidsNumbered(SideEvent, frozen=True, tag="raids-numbered"):
    """Order of a side's groups in a box."""

    box: str
    forces: tuple[str, ...]

    def apply(self, s: State) -> State:
        for n, force in enumerate(self.forces):
            s = with_raid(s, replace(s.raids[force], number=n + 1, stage="numbered"))
        return s


class RaidAnswered(SideEvent, frozen=True, tag="raid-answered"):
    """Defender's answer to a group: it lets the group go, or rolls the raider die, then a type die
    for every ship that may engage."""

    force: str
    opposed: bool
    die: int = 0
    result: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    """(modifier, its value) pairs."""
    dice: tuple[int, ...] = ()

    def apply(self, s: State) -> State:
        raid = s.raids[self.force]
        stage = "answered again" if raid.second else "answered"
        return with_raid(
            s, replace(raid, stage=stage, opposed=self.opposed, result=self.result, dice=self.dice)
        )


class RaidAssigned(SideEvent, frozen=True, tag="raid-assigned"):
    """Ships that the defender sends against a group. The raider sees which when they fight."""

    audience = Audience(hides=("units", "carriers"))
    raid: str
    force: str
    """Id of their force; empty when no ships engage the group."""
    units: Those = ()
    carriers: int = 0

    def apply(self, s: State) -> State:
        raid = s.raids[self.raid]
        stage = "assigned again" if raid.second else "assigned"
        s = replace(s, hunters=with_changes(s.hunters, dict.fromkeys(self.units, self.raid)))
        return with_raid(s, replace(raid, stage=stage, force=self.force, carriers=self.carriers))


class RaidWithheld(OwnerEvent, frozen=True, tag="raid-withheld"):
    """Raiders held out of the battle, to attack the transports behind it."""

    raid: str
    units: Those

    def apply(self, s: State) -> State:
        return with_raid(s, replace(s.raids[self.raid], withheld=self.units))


class RestBegan(OwnerEvent, frozen=True, tag="rests"):
    """Longer rest of ships that engaged raiders: they are inverted, and stay so until a player turn
    is over."""

    units: Those
    through: int
    """Number of that player turn."""

    def apply(self, s: State) -> State:
        return with_units_changed(s, self.units, inverted=True, rests=self.through)


class RaidFought(AudienceEvent, frozen=True, tag="raid-fought"):
    """End of a group's engagement: whether it met ships, whether a defender bars the transports,
    and which defenders may fight on."""

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
    """True if the group turned away before any fire."""

    def apply(self, s: State) -> State:
        raid = s.raids[self.raid]
        stage = "fought again" if raid.second else "fought"
        return with_raid(
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
    """End of a group's attack on the transports of its box: ``by`` lists the attacking ships,
    ``sunk`` counts the transports sunk."""

    clause: str
    side: Side
    raid: str
    by: tuple[str, ...]
    sunk: int

    def apply(self, s: State) -> State:
        return with_raid(
            s, replace(s.raids[self.raid], stage="struck", struck=bool(self.by), withheld=())
        )

    def seen_by(self, side: str) -> TransportsAttacked:
        return self if side == self.side else replace(self, by=("",) * len(self.by))


class RaidEnded(SideEvent, frozen=True, tag="raid-ended"):
    """End of a group: it returned, turned back or was sunk."""

    raid: str
    home: bool

    def apply(self, s: State) -> State:
        return replace(s, raids=with_changes(s.raids, {self.raid: None}))
