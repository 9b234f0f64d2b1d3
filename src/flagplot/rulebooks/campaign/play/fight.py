"""6.5.1 The interception battle as it is fought: deploy, then 22 turns of moving and firing, red before blue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from flagplot.table import Command, Facts, Next, Roll, Table, clause, facts

from ..events import battle as h
from ..map.ocean import distance
from ..orders import battle as o
from ..rules.assault.targets import ENDLESS
from ..rules.battle.dice import Die
from ..rules.battle.formula import Volley, die_of, evasion_chance, experience_won, percent, shoots_back
from ..rules.battle.legal import free_deployment, way
from ..rules.battle.night import as_target
from ..rules.battle.sea import finished, flak_guards, in_destination, known, seen_by
from ..rules.battle.staff import staff_order
from ..state.battle import Combatant, SeaBattle
from ..state.fighter import Fighter

Order = o.BattleOrder


class Dive(msgspec.Struct, frozen=True, cache_hash=True):
    """6.1.7.7 One D100: true when the submarine has dived away."""

    percent: int

    @property
    def dice(self) -> tuple[int, int]:
        return 1, 100

    def read(self, faces: Sequence[int]) -> bool:
        return faces[0] <= self.percent

    def outcomes(self) -> tuple[tuple[tuple[bool, int], ...], int]:
        return ((True, self.percent), (False, 100 - self.percent)), 100


async def battle_step(t: Table[SeaBattle]) -> Next | None:
    """6.5.1 One order of the side whose turn it is; ends when 22 turns are fought, a side withdrew, or none is left."""
    b = t.state
    if b.phase == "over":
        return None
    if b.phase == "fight" and finished(b):
        t.record(h.BattleOver())
        return None
    side = b.moving_side
    if side in b.staff:
        order = staff_order(known(b, b.mover), b.mover)
    else:
        order = await Command(side, "6.5.1", "battle", facts(turn=b.turn, phase=b.phase, where=b.where))
    await carry_out(t, side, order)
    return Next(battle_step)


async def carry_out(t: Table[SeaBattle], side: str, order: Order) -> None:
    """Let a checked battle order happen."""
    b = t.state
    match order:
        case o.Place(unit, at):
            t.record(h.Deployed(side, unit, at))
        case o.Ready():
            deploy_rest(t, side)
            t.record(h.DeploymentEnded(side))
        case o.Move(unit, to):
            sail(t, b.unit(unit), to)
        case o.Launch(unit, at):
            u = b.unit(unit)
            t.record(h.Sailed(side, unit, (at,), glimpsed=_glimpsed(b, u, at)))
        case o.Fire(unit, target):
            await exchange(t, unit, target)
        case o.Rearm(unit, carrier):
            u = b.unit(unit)
            t.record(h.Rearmed(side, unit, carrier, u.ratings.ammo, full_fuel(b, u)))
        case o.Land(unit, at):
            await go_ashore(t, b.unit(unit), at)
        case o.Board(unit, ship):
            t.record(h.TakenOff(side, unit, ship))
        case o.Mine(at):
            t.record(h.Mined(side, at, b.mined_until))
        case o.Terms():
            faced = await Roll(Die(TERMS), "6.5.4.7", "terms")
            t.record(h.TermsCalled(side, faced == TERMS))
        case o.EndTurn():
            t.record(h.TurnEnded(side))
        case o.Retreat():
            t.record(h.TurnEnded(side))
            t.record(h.Withdrew(side))
        case o.Staff():
            t.record(h.LeftToStaff(side))


def full_fuel(b: SeaBattle, u: Combatant) -> int:
    """What a full tank holds, by the fuel table."""
    table = b.rulings.table("campaign.fuel")
    if b.ground:
        return ENDLESS
    row = u.name if u.flies and any(k == u.name for k, _ in table.rows) else u.cls if u.flies else "ship"
    if u.submarine:
        row = "submarine"
    return int(table.row(row)[0]) if any(k == row for k, _ in table.rows) else int(table.row("ship")[0])


def deploy_rest(t: Table[SeaBattle], side: str) -> None:
    """Place every ship not yet placed in the first free hex of its zone: flak cruisers among them, which cannot come later."""
    for flies in (False, True):
        for u in t.state.units:
            if u.side == side and u.alive and u.at is None and not u.aboard and u.flies == flies and u.enters <= 1 and not u.left:
                at = free_deployment(t.state, u)
                if at is not None:
                    t.record(h.Deployed(side, u.id, at))


def sail(t: Table[SeaBattle], u: Combatant, to: tuple[int, int]) -> None:
    """Move a unit along its way; it stops before an enemy it had not seen, and is surprised."""
    b = t.state
    planned = way(known(b, u.colour), u, to)
    visible = seen_by(b, u.colour)
    unseen = frozenset(e.id for e in b.units if e.colour != u.colour and e.alive and e.id not in visible)
    walked = [planned[0]]
    surprised = False
    for step in planned[1:]:
        if h.touches_unseen(b, u, step, unseen):
            surprised = True
            break
        walked.append(step)
    t.record(h.Sailed(u.side, u.id, tuple(walked), surprised, _glimpsed(b, u, walked[-1])))


def _glimpsed(b: SeaBattle, u: Combatant, at: tuple[int, int]) -> bool:
    there = b.put(msgspec.structs.replace(u, at=at))
    return u.id in seen_by(there, "blue" if u.colour == "red" else "red")


TERMS = 6
"""Scenario rule: the die for terms, which are taken on its highest face."""
SURF = 6
"""Scenario rule: the die for a boat in the surf; on 1 it waits a turn."""


async def go_ashore(t: Table[SeaBattle], u: Combatant, at: tuple[int, int]) -> None:
    """A land unit goes ashore, through the surf where there is one."""
    b = t.state
    through = not b.surf or await Roll(Die(SURF), "6.5.2.a", "surf", about=facts(firer=u.id), seen_by=(u.side,)) > 1
    t.record(h.Landed(u.side, u.id, u.aboard, at, through, _glimpsed(b, u, at)))


async def dives_away(f: Fighter, g: Fighter, about: Facts = ()) -> bool:
    """6.1.7.7 Whether the target, a submarine, avoids the attack by diving."""
    chance = evasion_chance(f, g)
    return bool(chance) and await Roll(Dive(chance), "6.1.7.7.c", "dive", about=about)


async def volleys(f: Fighter, g: Fighter, die: int, answers: bool, about: Facts = ()) -> tuple[int, int]:
    """Strength points taken by *f*'s volley and, when *g* answers, by its return fire; both fall at once."""
    kills = await Roll(Volley(f.strength, percent(f, g), g.strength, die), "6.5.1", "volley", "campaign.ship-values", about)
    if not answers:
        return kills, 0
    back = Volley(g.strength, percent(g, f, returning=True), f.strength, die)
    return kills, await Roll(back, "6.5.1", "return-fire", "campaign.ship-values", about)


@clause("6.1.8.3.a")
async def exchange(t: Table[SeaBattle], firer_id: str, target_id: str) -> None:
    """One attack: a submarine may dive away first; then both sides' volleys fall at once."""
    firer, target = t.state.unit(firer_id), t.state.unit(target_id)
    assert firer.at is not None
    assert target.at is not None
    f, g = firer.fighter(), as_target(t.state, target)
    about = facts(firer=firer.id, target=target.id)
    t.record(h.OpenedFire(firer.id, target.id))
    if await dives_away(f, g, about):
        t.record(h.Evaded(firer.id, target.id))
        return
    die = die_of(t.state.rulings)
    for guard in flak_guards(t.state, firer, target):
        shots = Volley(guard.strength * guard.flak, percent(guard.fighter(), f), firer.strength, die)
        shot = await Roll(shots, "6.1.8.3.a", "flak", "campaign.ship-values", facts(firer=guard.id, target=firer.id))
        t.record(h.Flak(guard.id, firer.id, shot))
        firer = t.state.unit(firer_id)
        if not firer.alive:
            return
    f = firer.fighter()
    assert firer.at is not None
    answers = shoots_back(f, g, distance(firer.at, target.at)) and target.ammo > 0 and not target.surprised
    kills, losses = await volleys(f, g, die, answers, about)
    t.record(
        h.Exchanged(
            firer.id, target.id, kills, losses, experience_won(f, g, kills, losses), experience_won(g, f, losses, kills), answers
        )
    )


# -- the exact forecast shown before each attack


class Forecast(msgspec.Struct, frozen=True):
    """What an attack will bring, exactly: chances of each number of strength points taken and lost."""

    kills: tuple[tuple[int, float], ...]
    losses: tuple[tuple[int, float], ...]
    mean_kills: float
    mean_losses: float
    dives: float
    sinks: float


def forecast(b: SeaBattle, firer: Combatant, target: Combatant) -> Forecast:
    """The exact forecast of an attack, from the same specs that the exchange rolls, flak included."""
    return _forecast(firer, target, as_target(b, target), flak_guards(b, firer, target), die_of(b.rulings))


@lru_cache(maxsize=4096)
def _forecast(firer: Combatant, target: Combatant, g: Fighter, guards: tuple[Combatant, ...], die: int) -> Forecast:
    assert firer.at is not None
    assert target.at is not None
    f = firer.fighter()
    stays = 1 - evasion_chance(f, g) / 100
    answers = shoots_back(f, g, distance(firer.at, target.at)) and target.ammo > 0 and not target.surprised
    left = {f.strength: 1.0}
    for guard in guards:
        left = _thinned(left, guard, f, die)
    kills: dict[int, float] = {}
    losses: dict[int, float] = {}
    for strength, chance in left.items():
        taken = _chances(Volley(strength, percent(f, g), g.strength, die)) if strength else {0: 1.0}
        back = _chances(Volley(g.strength, percent(g, f, returning=True), strength, die)) if answers and strength else {0: 1.0}
        for k, p in taken.items():
            kills[k] = kills.get(k, 0.0) + chance * p * stays
        for k, p in back.items():
            lost = f.strength - strength + k
            losses[lost] = losses.get(lost, 0.0) + chance * p * stays
    if stays < 1:
        kills[0] = kills.get(0, 0.0) + 1 - stays
        losses[0] = losses.get(0, 0.0) + 1 - stays
    return Forecast(
        tuple(sorted(kills.items())),
        tuple(sorted(losses.items())),
        sum(k * p for k, p in kills.items()),
        sum(k * p for k, p in losses.items()),
        1 - stays,
        sum(p for k, p in kills.items() if k >= g.strength),
    )


def _thinned(left: dict[int, float], guard: Combatant, f: Fighter, die: int) -> dict[int, float]:
    """Chances of an aircraft's strength after one flak cruiser has fired."""
    out: dict[int, float] = {}
    for strength, chance in left.items():
        if not strength:
            out[0] = out.get(0, 0.0) + chance
            continue
        for k, p in _chances(Volley(guard.strength * guard.flak, percent(guard.fighter(), f), strength, die)).items():
            out[strength - k] = out.get(strength - k, 0.0) + chance * p
    return out


def _chances(spec: Volley) -> dict[int, float]:
    values, total = spec.outcomes()
    return {v: w / total for v, w in values}


@clause("6.5.1.d", "6.5.1.3.a")
def completed(b: SeaBattle) -> tuple[str, ...]:
    """6.5.1.3 Ids of the defender's ships that stood in the destination area when the battle ended, or need not."""
    free = b.on_station or not any(u.alive and u.colour == "red" for u in b.units)
    return tuple(u.id for u in b.units if u.colour == "blue" and u.alive and not u.flies and (free or in_destination(b, u.at)))


__all__ = ["Forecast", "battle_step", "completed", "exchange", "forecast"]
