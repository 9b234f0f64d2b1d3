"""Submarine patrols (21.4184): alone, at sea into the enemy's player turn, and attacked by aircraft
there."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Ask, Roll, Table, clause, facts
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import ForceChanged
from ...map import fronts
from ...scenarios.score import settle_losses
from ...state import Force, State, Unit, replace, with_units
from ..air import air_units
from ..combat import combat_tables
from ..combat.dice import AirColumn, Column
from ..range.return_to_base import return_to_base
from ..registry import at_moment

STAY, GO_HOME = "stay", "return"


class SubmarinesHit(AudienceEvent, frozen=True, tag="submarines-hit"):
    """Attack by aircraft on a submarine patrol: factors sunk, by unit."""

    clause: str
    side: str
    force: str
    hex: str
    squadrons: int
    losses: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> State:
        changed = []
        for i, n in self.losses:
            u = s.units[i]
            left = u.factors - n
            changed.append(
                replace(u, factors=max(0, left), lost=u.lost + n)
                if left > 0
                else replace(u, factors=0, lost=u.lost + n, status="sunk", force="", at="")
            )
        s = with_units(s, changed)
        f = s.forces.get(self.force)
        if f is None:
            return s
        left_units = tuple(i for i in f.units if s.units[i].status == "")
        forces = {**s.forces, f.id: replace(f, units=left_units)}
        if not left_units:
            del forces[f.id]
        return replace(s, forces=forces)

    def seen_by(self, side: str) -> SubmarinesHit:
        return (
            self
            if side == self.side
            else replace(
                self, losses=(("", sum(n for _, n in self.losses)),) if self.losses else ()
            )
        )


def patrols_at_sea(state: State, side: str) -> tuple[Force, ...]:
    """Return the submarine patrols of a side on their stations."""
    out = [
        f
        for f in state.forces.values()
        if f.side == side and f.submarines and f.state == "on-station"
    ]
    return tuple(sorted(out, key=lambda f: (len(f.id), f.id)))


# --------------------------------------------------------------------------------- staying at sea
@at_moment("combat-end", 2)
@clause("21.4184B", "21.4184D")
async def ask_stay_at_sea(t: Table[State]) -> bool:
    """Let submarines stay at sea into the enemy's player turn, when other patrols return. They are
    then a defensive patrol (21.4195).

    German submarines may not stay on the western front when Germany conducted submarine warfare in
    the Atlantic this turn.
    """
    for f in patrols_at_sea(t.state, t.state.mover):
        if f.mission != "patrol":
            continue
        if is_barred(t.state, f):
            await return_to_base(t, f.id, clause="21.4184E")
            continue
        answer = await Ask(
            f.side, (STAY, GO_HOME), "21.4184B", "submarine-stay", facts(force=f.id, hex=f.at)
        )
        if answer == GO_HOME:
            await return_to_base(t, f.id, clause="21.4184B")
        else:
            t.record(ForceChanged("21.4195", replace(f, mission="defensive-patrol", remains=True)))
    return False


@clause("21.4184E")
def is_barred(state: State, force: Force) -> bool:
    """Return True for German submarines on the western front after submarine warfare in the
    Atlantic in the Axis player turn."""
    german = any(u.nation == "Germany" for u in state.members(force))
    return (
        german and "western" in fronts.fronts_of(state, force.at) and "Axis" in state.sw_conducted
    )


@at_moment("opposing-end")
@clause("21.4184B")
async def send_home(t: Table[State]) -> bool:
    """Send submarines that stayed at sea back when the opposing player turn ends."""
    s = t.state
    for f in patrols_at_sea(s, s.enemy(s.mover)):
        await return_to_base(t, f.id, clause="21.4184B")
    return False


# ---------------------------------------------------------------------------- hunted from the air
@at_moment("air")
@clause("21.4184C")
async def ask_air_attacks(t: Table[State]) -> bool:
    """Let the mover's land-based aircraft in range make one sortie at each patrolling submarine
    force, right after counterair.

    Every squadron attacks once at most. The owner may fly cover and rolls no air defence. Carriers
    and fleet units take no part. One submarine patrol is attacked in each step.
    """
    s = t.state
    for f in patrols_at_sea(s, s.enemy(s.mover)):
        mark = f"hunted {f.id}"
        if mark in s.targets:
            continue
        t.record(AttackOffered("21.4184C", mark))
        free = total_unused(eligible_aircraft(t.state, s.mover, f.at))
        if not free:
            continue
        n = int(
            await Ask(
                s.mover,
                tuple(str(k) for k in range(free + 1)),
                "21.4184C",
                "attack-submarine",
                facts(force=f.id, hex=f.at, squadrons=free),
            )
        )
        if n:
            await fly_sortie(t, f.id, n)
        return True
    return False


class AttackOffered(AudienceEvent, frozen=True, tag="hunted"):
    """Mark that a submarine patrol has had its one chance of an attack this movement phase."""

    clause: str
    mark: str

    def apply(self, s: State) -> State:
        return replace(s, targets=(*s.targets, self.mark))


@clause("21.4184C")
def eligible_aircraft(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the land-based air units of a side that reach a hex and have squadrons left that
    attacked no submarine this turn."""
    return tuple(u for u in air_units.units_in_range(state, side, place) if unused_squadrons(u) > 0)


def unused_squadrons(u: Unit) -> int:
    """Return the squadrons of an air unit that have not attacked a submarine this turn."""
    spent = sum(int(m.rsplit(" ", 1)[1]) for m in u.used if m.startswith("submarines "))
    return air_units.squadrons_of(u) - spent


def total_unused(units: tuple[Unit, ...]) -> int:
    return sum(unused_squadrons(u) for u in units)


async def fly_sortie(t: Table[State], id: str, n: int) -> None:
    """Fly one sortie of *n* squadrons at a submarine patrol: the owner's cover, then the attack.
    Each effect sinks a factor."""
    s = t.state
    f = s.forces[id]
    left, flown = n, []
    for u in eligible_aircraft(s, s.mover, f.at):
        k = min(left, unused_squadrons(u))
        if k:
            t.record(air_units.AirUsed("21.4184C", s.mover, (u.id,), f"submarines {k}"))
            flown.append((u, k))
            left -= k
    n -= await fly_cover(t, f, flown)
    sunk = 0
    if n > 0:
        drm = combat_tables.air_drm(s.rulings, flown[0][0].nation) - combat_tables.naval_drm(
            s.rulings, s.members(f)[0].nation
        )
        about, column = (
            facts(force=id, hex=f.at, squadrons=n, side=s.mover),
            Column(combat_tables.air_column(s.rulings, n, drm)),
        )
        sunk = await Roll(column, "21.4184C", "submarine-sortie", "awaw.naval-attack", about)
    losses: list[tuple[str, int]] = []
    for u in s.members(f):
        k = min(sunk, u.factors)
        if k:
            losses.append((u.id, k))
            sunk -= k
    t.record(SubmarinesHit("21.4184C", f.side, id, f.at, max(0, n), tuple(losses)))
    settle_losses(t)


@clause("21.4184C#2")
async def fly_cover(t: Table[State], f: Force, flown: Sequence[tuple[Unit, int]]) -> int:
    """Let the owner fly cover over the submarines, against *flown*: (unit, squadrons) pairs. Both
    sides lose what is shot down. Return the attacking squadrons that are shot down or driven
    off."""
    s, attackers = t.state, sum(k for _, k in flown)
    there = air_units.units_in_range(s, f.side, f.at)
    most = sum(air_units.squadrons_of(u) for u in there)
    if not most:
        return 0
    about = facts(force=f.id, hex=f.at, squadrons=most, attackers=attackers)
    n = int(
        await Ask(
            f.side, tuple(str(k) for k in range(most + 1)), "21.4184C", "cover-submarine", about
        )
    )
    if not n:
        return 0
    about, column = (
        facts(squadrons=n, side=f.side),
        AirColumn(combat_tables.air_combat_column(s.rulings, n)),
    )
    shot: tuple[int, int] = await Roll(column, "21.4184C", "cover-fires", "awaw.air-combat", about)
    about, column = (
        facts(squadrons=attackers, side=s.mover),
        AirColumn(combat_tables.air_combat_column(s.rulings, attackers)),
    )
    reply: tuple[int, int] = await Roll(
        column, "21.4184C", "sortie-fires", "awaw.air-combat", about
    )
    strongest = sorted(there, key=lambda u: (-u.factors, u.id))
    air_units.shoot_down(
        t, [(u, air_units.squadrons_of(u)) for u in strongest], min(reply[0], n), "21.4184C", f.at
    )
    air_units.shoot_down(t, flown, shot[0], "21.4184C", f.at)
    return min(attackers, shot[0] + shot[1])
