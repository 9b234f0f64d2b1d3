"""Events of invasions: landings, losses of the assault, bridgeheads and breakthroughs."""

from __future__ import annotations

from typing import Annotated

from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import OwnerEvent, SideEvent
from ...nouns import Those
from ...state import Assault, State, replace, with_changes, with_units, with_units_changed

HIDDEN = ("land", "drops", "attackers", "guns", "support", "last", "silent")
"""Fields of an attack that only its owner knows. The enemy knows its hex and its progress."""


def redact_assault(a: Assault) -> Assault:
    """Return an attack as the enemy knows it."""
    return replace(a, land=(), drops=(), attackers=(), guns=(), support=(), last=(), silent=0)


class AssaultChanged(AudienceEvent, frozen=True, tag="assault"):
    """Announcement, further orders or end of an attack on a hex."""

    audience = Audience(hides=tuple(f"assault.{field}" for field in HIDDEN), owner="assault.side")
    clause: str
    assault: Assault

    def apply(self, s: State) -> State:
        return replace(s, assaults=with_changes(s.assaults, {self.assault.hex: self.assault}))


class GarrisonAnswered(SideEvent, frozen=True, tag="garrison-answered"):
    """Decision of an independent power's garrison whether to resist a landing. Units that step
    aside leave the game."""

    audience = Audience(hides=("units",))
    place: str
    name: str
    units: Those = ()
    aside: bool = False

    def apply(self, s: State) -> State:
        done = replace(s, script=(*s.script, f"parley {self.name}"))
        return with_units_changed(done, self.units, status="withdrawn", at="", base="")


class TroopsBack(SideEvent, frozen=True, tag="troops-back"):
    """Return of invaders to where they embarked. They do nothing more in this combat phase
    (21.516C)."""

    force: str
    place: str
    units: Those

    def apply(self, s: State) -> State:
        back = (
            replace(u, at=self.place, base=self.place, force="", used=(*u.used, "returned"))
            for u in s.each(self.units)
        )
        return without_cargo_units(with_units(s, back), self.force, self.units)


class TroopsAshore(SideEvent, frozen=True, tag="troops-ashore"):
    """Occupation of a hex by the ground units that attacked it."""

    place: str
    units: Those
    how: Annotated[str, Choice("invaded", "dropped", "advanced", "exploited", "shipped-back")] = (
        "invaded"
    )

    def apply(self, s: State) -> State:
        carried = {u.force for u in s.each(self.units) if u.force}
        s = with_units(
            s,
            (
                replace(
                    u,
                    at=self.place,
                    base=self.place,
                    force="",
                    landed=self.place,
                    used=(*u.used, self.how),
                )
                for u in s.each(self.units)
            ),
        )
        for force in sorted(carried):
            s = without_cargo_units(s, force, self.units)
        return s


def without_cargo_units(s: State, force: str, units: tuple[str, ...]) -> State:
    """Return the state with some units removed from a force's cargo."""
    f = s.forces.get(force)
    if f is None:
        return s
    left = tuple(i for i in f.cargo if i not in units)
    return replace(
        s,
        forces=with_changes(
            s.forces, {f.id: replace(f, cargo=left, loaded=bool(left) and f.loaded)}
        ),
    )


class BeachFought(SideEvent, frozen=True, tag="beach-fought"):
    """A round of ground combat: strengths, odds and the result of the table."""

    hex: str
    round: int
    attack: int
    defence: int
    odds: str
    result: str


class GroundLost(SideEvent, frozen=True, tag="ground-lost"):
    """Elimination of ground units in ground combat, or for want of room."""

    place: str
    units: Those

    def apply(self, s: State) -> State:
        return with_units(
            s,
            (
                replace(
                    u,
                    status="removed",
                    factors=0,
                    lost=u.lost + u.factors,
                    force="",
                    at="",
                    base="",
                )
                for u in s.each(self.units)
            ),
        )


class GunsHurt(OwnerEvent, frozen=True, tag="guns-hurt"):
    """Damage to heavy ships that bombard. The enemy does not see which."""

    place: str
    units: Those

    def apply(self, s: State) -> State:
        return with_units_changed(s, self.units, damaged=True)


class AssaultStopped(SideEvent, frozen=True, tag="assault-stopped"):
    """End of an attack that is not carried out or is broken off."""

    hex: str
    why: Annotated[str, Choice("fleet", "odds", "lost", "called-off")]

    def apply(self, s: State) -> State:
        a = s.assaults.get(self.hex)
        return (
            s
            if a is None
            else replace(s, assaults=with_changes(s.assaults, {a.hex: replace(a, state="failed")}))
        )


class Bridgehead(SideEvent, frozen=True, tag="bridgehead"):
    """Placing of a bridgehead counter, or its removal."""

    hex: str
    gone: bool = False

    def apply(self, s: State) -> State:
        left = tuple(h for h in s.bridgeheads if h != self.hex)
        return replace(s, bridgeheads=left if self.gone else (*left, self.hex))


class Breakthrough(SideEvent, frozen=True, tag="breakthrough"):
    """Breakthrough by armour in an invasion hex."""

    hex: str

    def apply(self, s: State) -> State:
        a = s.assaults.get(self.hex)
        return (
            s
            if a is None
            else replace(s, assaults=with_changes(s.assaults, {a.hex: replace(a, breach=True)}))
        )
