"""Events of the naval rules: the only things that change the state.

Each event cites its clause and declares its audience. A side sees its own events whole. The enemy
sees them without identities, exact factors, damage and cargo.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import Annotated, Any

from flagplot.table.language import Choice
from flagplot.table.language.event_sentences import OWNER, Audience, AudienceEvent

from ..nouns import Front, Side, Those
from ..state import (
    COUNTED,
    GONE,
    Account,
    Force,
    PortCounter,
    State,
    TaskForce,
    Unit,
    flying_from,
    replace,
    with_changes,
    with_fields,
    with_units,
    with_units_changed,
)
from ..state.nations import side_of


class SideEvent(AudienceEvent, frozen=True):
    """Base of the events that a side causes or suffers under a clause. Both sides see them, unless
    an event declares another audience."""

    clause: str
    side: Side


class OwnerEvent(SideEvent, frozen=True):
    """Base of the events that only their own side sees."""

    audience = Audience(OWNER)


HIDDEN = ("units", "cargo", "loaded", "note", "name", "transports", "origin")
"""Fields of a force that only its owner knows. The enemy knows the force's goal, its track so far,
its size band and whether it is a task force. The enemy is told of troops aboard when they
embark."""
FORCE = Audience(hides=tuple(f"force.{field}" for field in HIDDEN), owner="force.side")


def redact_force(force: Force) -> Force:
    """Return a force as the enemy knows it."""
    return replace(force, units=(), cargo=(), note="", name="", transports=0, origin="")


def points_at_turn_start(s: State, side: str) -> int:
    """Return the mission points of a side as its player turn begins: its income and the points it
    kept, up to the limit of ``purse``."""
    kept = s.points.get(side, 0) if side in s.purse else 0
    return min(kept + s.income[side], s.purse.get(side, s.income[side]))


RESTED: Mapping[str, Any] = {
    "used": (),
    "changed_base": False,
    "patrolled": False,
    "sortied": False,
    "frozen": False,
    "inverted_until_end": False,
    "transported": False,
    "staged": False,
    "landed": "",
    "movement": -1,
}
"""Fields of a unit that are reset when a player turn begins."""
ERRANDS = frozenset({"pearl harbor strike", "murmansk"})
"""Notes of ships used under a rule for one operation (51.12, 40.48C). They are deleted when the
operation is over."""
marks_of, AS_NEW = attrgetter(*RESTED), tuple(RESTED.values())


def without_supply_lines(s: State, over: Callable[[str, str], bool]) -> State:
    """Return the state without the sea supply lines for which *over* (side, place) is true. Their
    places get back the supply level they had before."""
    gone = {key: level for key, level in s.lines.items() if over(*key.split(" ", 1))}
    if not gone:
        return s
    before = {key.split(" ", 1)[1]: level for key, level in gone.items()}
    return replace(
        s,
        supply={**s.supply, **before},
        lines={key: level for key, level in s.lines.items() if key not in gone},
    )


class PlayerTurnBegan(AudienceEvent, frozen=True, tag="player-turn"):
    """Start of a player turn, with snapshots of control and bases.

    What units did before is reset: operations, notes for one operation, transports, construction
    limits, and the moving side's submarine warfare.
    """

    clause: str
    year: int
    season: str
    mover: Side

    def apply(self, s: State) -> State:
        stale = [
            u
            for u in s.units.values()
            if not u.base == u.base_turn == u.base_phase or marks_of(u) != AS_NEW
        ]
        done = {u.id for u in stale if u.used and u.note in ERRANDS}
        s = with_units(
            s,
            [
                replace(
                    u,
                    base_turn=u.base,
                    base_phase=u.base,
                    note="" if u.id in done else u.note,
                    **RESTED,
                )
                for u in stale
            ],
        )
        points = (
            with_changes(s.points, {self.mover: points_at_turn_start(s, self.mover)})
            if self.mover in s.income
            else s.points
        )
        s = without_supply_lines(s, lambda side, place: side == self.mover)
        if any(held.committed for held in s.sw.values()):
            s = replace(s, sw={box: replace(held, committed=0) for box, held in s.sw.items()})
        if any(a.built for a in s.accounts.values()):
            s = replace(
                s,
                accounts={
                    n: replace(a, limit=a.limit + a.built, built=0) for n, a in s.accounts.items()
                },
            )
        return replace(
            s,
            year=self.year,
            season=self.season,
            mover=self.mover,
            phase="movement",
            segment="start",
            control_turn=s.control,
            control_move=s.control,
            control_phase=s.control,
            spent={},
            closed_zones=frozenset(),
            ledger=(),
            let_by={},
            targets=(),
            invaded=(),
            invading=(),
            points=points,
            guards=(),
            sw_conducted=s.sw_conducted - {self.mover},
        )


class PhaseBegan(AudienceEvent, frozen=True, tag="phase"):
    """Start of a phase. Control and bases are noted as they stand."""

    clause: str
    phase: Annotated[str, Choice("movement", "combat", "construction", "redeployment", "end")]
    segment: str = "start"

    def apply(self, s: State) -> State:
        moved = [u for u in s.units.values() if u.sortied or u.base != u.base_phase]
        s = with_units(s, [replace(u, sortied=False, base_phase=u.base) for u in moved])
        more = {"control_move": s.control} if self.phase == "movement" else {}
        return replace(
            s,
            phase=self.phase,
            segment=self.segment,
            control_phase=s.control,
            targets=(),
            invaded=(),
            invading=(),
            guards=(),
            hunters={},
            assaults={},
            **more,
        )


class SegmentBegan(AudienceEvent, frozen=True, tag="segment"):
    """Start of a segment of a phase."""

    clause: str
    segment: str

    def apply(self, s: State) -> State:
        return replace(s, segment=self.segment)


class GameEnded(AudienceEvent, frozen=True, tag="game-ended"):
    """End of the game: the last player turn is over, or a side has won at once."""

    clause: str = ""
    winner: str = ""

    def apply(self, s: State) -> State:
        return replace(s, over=True, winner=self.winner)


class Detached(OwnerEvent, frozen=True, tag="detached"):
    """Separation of some factors of a unit (destroyers, for instance) as a new unit."""

    unit: str
    new: str
    factors: int

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        part = replace(u, id=self.new, factors=self.factors, root=u.origin, lost=0, drowned=0)
        return with_units(s, (replace(u, factors=u.factors - self.factors), part))


class Merged(OwnerEvent, frozen=True, tag="merged"):
    """Reunion of parts of a unit that are in the same base and condition."""

    unit: str
    parts: tuple[str, ...]

    def apply(self, s: State) -> State:
        units = dict(s.units)
        parts = [units.pop(i) for i in self.parts if i in units]
        u = units[self.unit]
        units[self.unit] = replace(
            u,
            factors=u.factors + sum(p.factors for p in parts),
            lost=u.lost + sum(p.lost for p in parts),
            drowned=u.drowned + sum(p.drowned for p in parts),
        )
        return replace(s, units=units)


class Announced(AudienceEvent, frozen=True, tag="announced"):
    """Announcement of a naval activity. Its ships are committed to it."""

    audience = FORCE
    clause: str
    force: Force
    operation: str = ""

    def apply(self, s: State) -> State:
        s = replace(
            s, forces=with_changes(s.forces, {self.force.id: self.force}), serial=s.serial + 1
        )
        units = dict(s.units)
        for i in (*self.force.units, *self.force.cargo):
            if i in units:
                u = units[i]
                used = (*u.used, self.operation) if self.operation and u.kind == "ship" else u.used
                units[i] = replace(
                    u, force=self.force.id if i in self.force.units else u.force, used=used
                )
        return replace(s, units=units)


class CalledOff(SideEvent, frozen=True, tag="called-off"):
    """Withdrawal of an announcement before it is carried out."""

    force: str
    operation: str = ""

    def apply(self, s: State) -> State:
        f = s.forces[self.force]
        units = dict(s.units)
        for i in (*f.units, *f.cargo):
            if i in units and units[i].force in (self.force, ""):
                used = tuple(x for x in units[i].used if x != self.operation)
                units[i] = replace(units[i], force="", used=used)
        return replace(s, forces=with_changes(s.forces, {self.force: None}), units=units)


class Sequenced(SideEvent, frozen=True, tag="sequenced"):
    """Order in which the moving side's patrols are carried out."""

    forces: tuple[str, ...]

    def apply(self, s: State) -> State:
        forces = {f: replace(s.forces[f], order=n + 1) for n, f in enumerate(self.forces)}
        return replace(s, forces={**s.forces, **forces})


class Entered(SideEvent, frozen=True, tag="entered"):
    """Entry of a force into a hex of its track."""

    force: str
    hex: str
    step: int

    def apply(self, s: State) -> State:
        f = s.forces[self.force]
        s = replace(
            s, forces=with_changes(s.forces, {f.id: replace(f, step=self.step, state="sailing")})
        )
        return with_units_changed(s, f.units, at=self.hex)


def with_last_track(s: State, force: str) -> State:
    """Return the state with the track of the force kept, if it belongs to the moving side. Orders
    that come too late to intercept it then get all their refusals."""
    f = s.forces.get(force)
    return (
        replace(s, last_track=f.path, passed_as=f.mission)
        if f is not None and f.side == s.mover
        else s
    )


def with_task_forces_regrouped(s: State, moved: Collection[str]) -> State:
    """Return the state with the task forces updated after ships came to a base. A task force stays
    together while all its ships are in one base, or while some are at sea. Otherwise the ships that
    have arrived leave it."""
    groups = dict(s.groups)
    for g in s.groups.values():
        left = [s.units[i] for i in g.units if i in s.units and s.units[i].present]
        if not any(u.id in moved for u in left) or any(u.force for u in left):
            continue
        together = len({u.base for u in left}) == 1
        stay = tuple(u.id for u in left if together or u.id not in moved)
        s = with_units_changed(s, stay, tf=g.id)
        groups[g.id] = replace(g, units=stay)
    return (
        replace(s, groups={id: g for id, g in groups.items() if g.units})
        if groups != s.groups
        else s
    )


class Arrived(SideEvent, frozen=True, tag="arrived"):
    """Arrival of a base change, displacement or redeployment in the new base."""

    audience = Audience(hides=("units", "inverted"))
    force: str
    place: str
    mission: str
    units: Those = ()
    inverted: tuple[str, ...] = ()
    """Ships inverted by the move."""
    until_end: bool = False
    """True if the ships may not be uninverted before the end of the player turn (21.224)."""

    def apply(self, s: State) -> State:
        units = dict(s.units)
        for i in self.units:
            if i not in units or units[i].status in GONE:
                continue
            u = units[i]
            turned = u.inverted or i in self.inverted
            units[i] = replace(
                u,
                at=self.place,
                base=self.place,
                force="",
                tf="",
                inverted=turned,
                sortied=True,
                changed_base=u.changed_base or self.mission == "base-change",
                inverted_until_end=u.inverted_until_end or self.until_end,
            )
            for n in flying_from(s).get(i, ()):
                units[n] = with_fields(units[n], at=self.place, base=self.place)
        s = with_last_track(s, self.force)
        forces = with_changes(s.forces, {self.force: None}) if self.force in s.forces else s.forces
        return with_task_forces_regrouped(replace(s, units=units, forces=forces), self.units)


class Returned(SideEvent, frozen=True, tag="returned"):
    """Return of ships to base, after an activity or after a defeat."""

    audience = Audience(hides=("bases",))
    force: str
    bases: tuple[tuple[str, str], ...]
    """Pairs (unit, base)."""
    inverted: bool = True

    def apply(self, s: State) -> State:
        units = dict(s.units)
        for i, base in self.bases:
            if i not in units or units[i].status in GONE:
                continue
            units[i] = replace(
                units[i],
                at=base,
                base=base,
                force="",
                tf="",
                sortied=True,
                inverted=units[i].inverted or self.inverted,
            )
            for n in flying_from(s).get(i, ()):
                units[n] = with_fields(units[n], at=base, base=base)
        s = with_task_forces_regrouped(
            replace(with_last_track(s, self.force), units=units), dict(self.bases)
        )
        f, units = s.forces.get(self.force), dict(s.units)
        if f is None:
            return s
        left = tuple(
            i for i in f.units if i in units and units[i].force == f.id and units[i].present
        )
        return replace(
            s, forces=with_changes(s.forces, {f.id: replace(f, units=left) if left else None})
        )


class ForceChanged(AudienceEvent, frozen=True, tag="force-changed"):
    """New mission, state or track of a force."""

    audience = FORCE
    clause: str
    force: Force

    def apply(self, s: State) -> State:
        new = self.force.id not in s.forces
        s = replace(
            s, forces=with_changes(s.forces, {self.force.id: self.force}), serial=s.serial + new
        )
        return with_units_changed(s, (u.id for u in s.members(self.force)), force=self.force.id)


class ForceGone(SideEvent, frozen=True, tag="force-gone"):
    """Removal of a force: it is sunk, or all its ships are in base."""

    force: str

    def apply(self, s: State) -> State:
        return (
            replace(s, forces=with_changes(s.forces, {self.force: None}))
            if self.force in s.forces
            else s
        )


class TaskForceFormed(AudienceEvent, frozen=True, tag="tf-formed"):
    """Organisation of ships as a task force."""

    audience = Audience(OWNER, owner="group.side")
    clause: str
    group: TaskForce

    def apply(self, s: State) -> State:
        s = with_units_changed(s, self.group.units, tf=self.group.id)
        groups = {
            g: replace(x, units=tuple(i for i in x.units if i not in self.group.units))
            for g, x in s.groups.items()
        }
        groups[self.group.id] = self.group
        return replace(s, groups={g: x for g, x in groups.items() if x.units})


class TaskForceDisbanded(OwnerEvent, frozen=True, tag="tf-disbanded"):
    """Dissolution of a task force."""

    group: str

    def apply(self, s: State) -> State:
        s = with_units_changed(s, s.groups[self.group].units, tf="")
        return replace(s, groups=with_changes(s.groups, {self.group: None}))


class Marked(OwnerEvent, frozen=True, tag="marked"):
    """Change of a mark of ships: inverted, uninverted, frozen, sortied or used for an operation."""

    units: Those
    what: str
    """``inverted``, ``uninverted``, ``frozen``, ``sortied`` or ``used:OPERATION``."""

    def apply(self, s: State) -> State:
        if self.what.startswith("used:"):
            units = dict(s.units)
            for i in self.units:
                if i in units:
                    units[i] = replace(units[i], used=(*units[i].used, self.what[5:]))
            return replace(s, units=units)
        fields: dict[str, dict[str, Any]] = {
            "inverted": {"inverted": True},
            "uninverted": {"inverted": False, "inverted_until_end": False, "rests": -1},
            "frozen": {"frozen": True},
            "sortied": {"sortied": True},
        }
        return with_units_changed(s, self.units, **fields[self.what])


class Eliminated(SideEvent, frozen=True, tag="eliminated"):
    """Permanent removal of ships, whole or in part, other than by battle."""

    units: tuple[tuple[str, int], ...]
    """Pairs (unit, factors)."""
    place: str
    why: Annotated[str, Choice("nowhere-to-go", "captured", "fort", "ground-combat", "surplus")]

    def apply(self, s: State) -> State:
        units = dict(s.units)
        for i, n in self.units:
            u = units[i]
            left = u.factors - n
            units[i] = (
                replace(u, factors=left, lost=u.lost + n)
                if left > 0
                else replace(
                    u,
                    status="sunk",
                    lost=u.lost + u.factors,
                    factors=0 if u.type in COUNTED else u.factors,
                    force="",
                    tf="",
                    at="",
                )
            )
        forces = {
            f: replace(
                x, units=tuple(i for i in x.units if units.get(i) is None or units[i].present)
            )
            for f, x in s.forces.items()
        }
        return replace(s, units=units, forces=forces)


class ControlPassed(AudienceEvent, frozen=True, tag="control"):
    """Change of control of a hex. It ends the other side's sea supply line to the hex."""

    clause: str
    hex: str
    owner: str

    def apply(self, s: State) -> State:
        now = side_of(s, self.owner)
        s = without_supply_lines(s, lambda side, place: place == self.hex and side != now)
        return replace(s, control=with_changes(s.control, {self.hex: self.owner}))


class PortBuilt(AudienceEvent, frozen=True, tag="port-built"):
    """Placing of a port counter, with its cost."""

    clause: str
    port: PortCounter
    brp: int = 0
    rp: int = 0

    def apply(self, s: State) -> State:
        accounts = dict(s.accounts)
        a = accounts.get(self.port.builder)
        if a is not None:
            accounts[self.port.builder] = replace(
                a,
                brp=a.brp - self.brp,
                rp=a.rp - self.rp if a.port_rp < 0 else a.rp,
                port_rp=a.port_rp - self.rp if a.port_rp >= 0 else -1,
                limit=a.limit - self.brp if a.limit >= 0 else -1,
                built=a.built + self.brp if a.limit >= 0 else 0,
            )
        return replace(
            s, ports=with_changes(s.ports, {self.port.hex: self.port}), accounts=accounts
        )


class PointsAssigned(AudienceEvent, frozen=True, tag="rp-assigned"):
    """Assignment of research points to port building."""

    clause: str
    nation: str
    amount: int

    def apply(self, s: State) -> State:
        a = s.accounts.get(self.nation, Account())
        new = replace(a, rp=a.rp - self.amount, port_rp=max(a.port_rp, 0) + self.amount)
        return replace(s, accounts=with_changes(s.accounts, {self.nation: new}))


class Charged(SideEvent, frozen=True, tag="charged"):
    """Payment of mission points for a mission."""

    front: Front
    points: int

    def apply(self, s: State) -> State:
        key = f"{self.side} {self.front}"
        points = (
            with_changes(s.points, {self.side: s.points[self.side] - self.points})
            if self.side in s.points
            else s.points
        )
        return replace(
            s, points=points, spent=with_changes(s.spent, {key: s.spent.get(key, 0) + self.points})
        )


class ZoneClosed(SideEvent, frozen=True, tag="zone-closed"):
    """End of transport to a supply zone for the rest of the player turn (21.315)."""

    zone: str

    def apply(self, s: State) -> State:
        return replace(s, closed_zones=s.closed_zones | {f"{self.side}|{self.zone}"})


class UnitChanged(AudienceEvent, frozen=True, tag="unit-changed"):
    """New condition of a unit, by script, repair, arrival, withdrawal or landing."""

    clause: str
    unit: Unit
    why: str = ""
    public: bool = False

    def apply(self, s: State) -> State:
        return with_units(s, (self.unit,))

    def seen_by(self, side: str) -> UnitChanged | None:
        return self if self.public or side == self.unit.side else None
