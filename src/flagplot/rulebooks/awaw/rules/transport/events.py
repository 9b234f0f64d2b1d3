"""Events of sea supply, oil, grants and escorted units, and of the ships of an SW box that guard
them."""

from __future__ import annotations

from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import OwnerEvent, SideEvent
from ...nouns import Those
from ...state import (
    State,
    SWBox,
    replace,
    with_cargo_ashore,
    with_changes,
    with_units,
    with_units_changed,
)


class GuardsAssigned(OwnerEvent, frozen=True, tag="guards-assigned"):
    """Assignment of ships of the SW box as guards of a shipment by its transports. They keep their
    other uses there (21.65G)."""

    force: str
    units: Those

    def apply(self, s: State) -> State:
        f = s.forces[self.force]
        s = with_units_changed(s, self.units, force=f.id)
        forces = with_changes(s.forces, {f.id: replace(f, units=(*f.units, *self.units))})
        return replace(s, forces=forces, guards=(*s.guards, *self.units))


class GuardsBack(OwnerEvent, frozen=True, tag="guards-back"):
    """Return of the guards to their SW box, as ready as before."""

    force: str
    units: Those

    def apply(self, s: State) -> State:
        s = with_units(
            s, (replace(u, force="", at=u.base) for u in s.each(self.units) if u.present)
        )
        f = s.forces[self.force]
        left = tuple(i for i in f.units if i not in self.units)
        return replace(s, forces=with_changes(s.forces, {f.id: replace(f, units=left)}))


class Escorted(SideEvent, frozen=True, tag="escorted"):
    """Landing of escorted units: at their goal, where they stay for the phase, or ``back`` where
    they embarked."""

    audience = Audience(hides=("units",))
    force: str
    place: str
    units: Those
    factors: int
    back: bool = False
    ends: bool = True
    """True if their redeployment ends there; otherwise another leg follows."""

    def apply(self, s: State) -> State:
        ends = self.ends and not self.back
        s = with_units(
            s,
            (
                replace(
                    u,
                    at=self.place,
                    base=self.place,
                    force="",
                    landed=u.landed if self.back else self.place,
                    sortied=u.sortied or ends,
                )
                for u in s.each(self.units)
            ),
        )
        return with_cargo_ashore(s, self.force)


class WentByLand(SideEvent, frozen=True, tag="went-by-land"):
    """Redeployment of units over land, to their port of embarkation or to their goal."""

    place: str
    units: Those
    ends: bool
    """True if their redeployment ends there; otherwise they embark."""

    def apply(self, s: State) -> State:
        return with_units(
            s,
            (
                replace(u, at=self.place, base=self.place, sortied=u.sortied or self.ends)
                for u in s.each(self.units)
            ),
        )


class LineTraced(SideEvent, frozen=True, tag="line-traced"):
    """Tracing of a sea supply line. Its destination is in full supply until the side's next player
    turn."""

    place: str

    def apply(self, s: State) -> State:
        key = f"{self.side} {self.place}"
        before = s.lines.get(key, s.supply.get(self.place, "full"))
        return replace(
            s,
            lines=with_changes(s.lines, {key: before}),
            supply=with_changes(s.supply, {self.place: "full"}),
        )


class LineCut(SideEvent, frozen=True, tag="line-cut"):
    """Failure of a sea supply line because the enemy cut it."""

    place: str


class GoodsLoaded(OwnerEvent, frozen=True, tag="goods-loaded"):
    """Loading of oil counters or BRPs."""

    force: str

    def apply(self, s: State) -> State:
        return replace(
            s,
            forces=with_changes(s.forces, {self.force: replace(s.forces[self.force], loaded=True)}),
        )


class GoodsDelivered(OwnerEvent, frozen=True, tag="goods-delivered"):
    """Delivery of oil counters or BRPs."""

    what: str
    """``oil`` or ``brp``."""
    amount: int
    place: str

    def apply(self, s: State) -> State:
        key = f"{self.side} {self.what} {self.place}"
        return replace(
            s, shipped=with_changes(s.shipped, {key: s.shipped.get(key, 0) + self.amount})
        )


class GoodsStopped(AudienceEvent, frozen=True, tag="goods-stopped"):
    """Failure of oil counters or BRPs to arrive: unloaded where they were loaded, or lost at
    sea."""

    clause: str
    side: str
    what: str
    amount: int
    lost: bool

    def apply(self, s: State) -> State:
        return s

    def seen_by(self, side: str) -> GoodsStopped | None:
        return self if side == self.side or self.lost else None


class TransportsSunk(SideEvent, frozen=True, tag="transports-sunk"):
    """Loss of transports of an SW box."""

    box: str
    number: int

    def apply(self, s: State) -> State:
        key = f"{self.side} {self.box}" if f"{self.side} {self.box}" in s.sw else self.box
        was = s.sw.get(key, SWBox())
        return replace(
            s,
            sw=with_changes(
                s.sw, {key: replace(was, transports=max(0, was.transports - self.number))}
            ),
        )
