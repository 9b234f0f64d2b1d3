"""Fleet combat between two groups (22.5): heavy ships pair off, then light ships, then fire at
ships behind the screen.

Pure helpers come first, the three steps after them. All fire within a step is simultaneous.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.table import Roll, Rulings, Table, facts

from . import combat_tables
from .battle_choices import Choice, choose_one, ship_label
from .damage import cargo_lost, effects_possible, spread_effects
from .dice import Salvo
from .events import CargoLost, Damaged, Engaged, FactorsLost, Hit, Sunk, SunkRemoved
from .ships import CAPITAL, Battle, Group, Ship, is_damaged, is_sunk, left_to_sink, rank_key

TABLE = "awaw.naval-attack"
LIGHTS = -1
"""Target: the enemy's light ships together."""
HOLD = -2
"""No target: fire is held for screened ships."""


class Lines(msgspec.Struct, frozen=True, cache_hash=True):
    """Positions of a group's ships: in the heavy line by rank, in the light line, behind the
    screen."""

    heavy: tuple[int, ...]
    light: tuple[int, ...]
    screened: tuple[int, ...]


class Shot(msgspec.Struct, frozen=True, cache_hash=True):
    """One firing with *factors* at *target*, by ship *firer*, or by the light ships for
    ``LIGHTS``."""

    firer: int
    factors: int
    target: int
    drm: int


@lru_cache(maxsize=16384)
def lines_of(r: Rulings, group: Group) -> Lines:
    """Return a group's lines: undamaged capital ships by rank, undamaged cruisers and destroyers,
    and the other ships behind the screen.

    Fast carriers are behind the screen unless their owner puts them in line. Transports, escort
    carriers and damaged ships always are.
    """
    heavy, light, rest = [], [], []
    for i, s in enumerate(group.ships):
        if is_sunk(r, s):
            continue
        if is_damaged(r, s) or s.held or s.type in ("TR", "CVE", "SS", "ASW"):
            rest.append(i)
        elif s.type in CAPITAL or (s.carrier and group.screen == "line"):
            heavy.append(i)
        elif s.carrier:
            rest.append(i)
        else:
            light.append(i)
    heavy.sort(key=lambda i: (*rank_key(r, group.ships[i]), i))
    return Lines(tuple(heavy), tuple(light), tuple(rest))


@lru_cache(maxsize=1024)
def activity_drm(r: Rulings, firer_hindered: bool, target_hindered: bool) -> int:
    """Return the modifier for hampering activities (22.55): -1 for a hampered firer, +1 against a
    hampered target."""
    own = combat_tables.cell_number(r, "fleet-drm", "firer-hindered") if firer_hindered else 0
    other = combat_tables.cell_number(r, "fleet-drm", "target-hindered") if target_hindered else 0
    return own + other


def lowest_drm(ships: tuple[Ship, ...]) -> int:
    """Return the lowest nationality modifier among ships that act together."""
    return min([s.drm for s in ships], default=0)


def fire_drm(
    r: Rulings, firers: tuple[Ship, ...], mine: Group, targets: tuple[Ship, ...], other: Group
) -> int:
    """Return the modifier of one firing (22.55): nationality of the firers less the targets', and
    the effect of both activities."""
    return lowest_drm(firers) - lowest_drm(targets) + activity_drm(r, mine.hindered, other.hindered)


def heavy_shot(
    r: Rulings, mine: Group, firer: int, other: Group, target: int, light: tuple[int, ...]
) -> Shot:
    """Return the fire of a heavy ship with its size at one ship, or at the light ships together."""
    aimed = tuple(other.ships[i] for i in light) if target == LIGHTS else (other.ships[target],)
    ship = mine.ships[firer]
    return Shot(firer, ship.size, target, fire_drm(r, (ship,), mine, aimed, other))


def paired_ships(mine: Lines, other: Lines) -> tuple[tuple[int, int], ...]:
    """Return the heavy ships of both sides paired one to one by rank."""
    return tuple(zip(mine.heavy, other.heavy, strict=False))


@lru_cache(maxsize=16384)
def default_targets(mine: Lines, other: Lines) -> tuple[tuple[int, int], ...]:
    """Return the default target of each heavy ship: its opposite number. Surplus ships double on
    the enemy in order of rank, else fire at the light ships, else hold their fire."""
    out = list(paired_ships(mine, other))
    for k, i in enumerate(mine.heavy[len(other.heavy) :]):
        if other.heavy:
            out.append((i, other.heavy[k % len(other.heavy)]))
        else:
            out.append((i, LIGHTS if other.light else HOLD))
    return tuple(out)


def light_factors(r: Rulings, group: Group, light: tuple[int, ...]) -> int:
    """Return the factors of the light line's ships that can still fight."""
    return sum([group.ships[i].size for i in fighting_ships(r, group, light)])


def fighting_ships(r: Rulings, group: Group, among: tuple[int, ...]) -> tuple[int, ...]:
    ships = group.ships
    return tuple([i for i in among if not is_damaged(r, ships[i]) and not is_sunk(r, ships[i])])


def floating_ships(r: Rulings, group: Group, among: tuple[int, ...]) -> tuple[int, ...]:
    ships = group.ships
    return tuple([i for i in among if not is_sunk(r, ships[i])])


def split_light_factors(mine: int, other: int) -> tuple[int, int]:
    """Return (factors that pair off, surplus). At most three to one pair off. Without enemy light
    ships all factors are surplus."""
    pairs = min(mine, 3 * other)
    return pairs, mine - pairs


def fire_columns(r: Rulings, shots: tuple[Shot, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(combat_tables.fleet_column(r, s.factors, s.drm) for s in shots)


def effects_limit(r: Rulings, group: Group, target: int, light: tuple[int, ...]) -> int:
    """Return the effects that a target can take before nothing is left of it."""
    if target == LIGHTS:
        return sum(effects_possible(r, group, light))
    return left_to_sink(r, group.ships[target])


def is_screen_open(r: Rulings, group: Group, line: Lines) -> bool:
    """Return True when screened ships may be fired at: every ship of the heavy and light lines is
    sunk. Cruisers damaged earlier this round do not count."""
    standing = [i for i in (*line.heavy, *line.light) if not is_sunk(r, group.ships[i])]
    return all(group.ships[i].type == "CA" and is_damaged(r, group.ships[i]) for i in standing)


def screened_targets(
    r: Rulings, group: Group, line: Lines
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return (named ships, light ships) that are behind the screen now, including damaged cruisers
    of the light line."""
    behind = floating_ships(
        r, group, (*line.screened, *(i for i in line.light if group.ships[i].type == "CA"))
    )
    return tuple(i for i in behind if group.ships[i].heavy), tuple(
        i for i in behind if not group.ships[i].heavy
    )


# ---------------------------------------------------------------- the steps
async def fleet_combat(t: Table[Battle], a: int, b: int) -> None:
    """Fight one fleet combat between group *a* of fleet 0 and group *b* of fleet 1."""
    t.record(Engaged("22.51", a, b))
    r = t.state.rulings
    mine, other = lines_of(r, t.state.fleets[0].groups[a]), lines_of(r, t.state.fleets[1].groups[b])
    held = await t.run(heavy_step, a, b, mine, other)
    lights = await t.run(light_step, a, b, mine, other)
    await t.run(screen_step, a, b, mine, other, held, lights)
    for side in (0, 1):
        t.record(SunkRemoved("22.55", side))


async def heavy_step(
    t: Table[Battle], a: int, b: int, mine: Lines, other: Lines
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Fire with the heavy ships, all at once. Return the heavy ships of each side that held their
    fire."""
    groups, line = (a, b), (mine, other)
    aims = [await choose_targets(t, side, groups, line) for side in (0, 1)]
    aims = [
        await choose_return_fire(t, side, groups, aims[side], aims[1 - side]) for side in (0, 1)
    ]
    r = t.state.rulings
    salvoes: list[tuple[int, int, int]] = []
    for side in (0, 1):
        own, foe = (
            t.state.fleets[side].groups[groups[side]],
            t.state.fleets[1 - side].groups[groups[1 - side]],
        )
        light = line[1 - side].light
        for target in dict.fromkeys(x for _, x in aims[side] if x != HOLD):
            shots = tuple(
                heavy_shot(r, own, i, foe, x, light) for i, x in aims[side] if x == target
            )
            effects = await roll_salvo(
                t, 1 - side, groups[1 - side], target, light, shots, groups[side], "gunfire"
            )
            salvoes.append((1 - side, target, effects))
    for side, target, effects in salvoes:
        await apply_effects(t, side, groups[side], target, line[side].light, effects, "gunfire")
    held = [tuple(i for i, x in aims[side] if x == HOLD) for side in (0, 1)]
    return held[0], held[1]


async def choose_targets(
    t: Table[Battle], side: int, groups: tuple[int, int], line: tuple[Lines, Lines]
) -> tuple[tuple[int, int], ...]:
    """Return each heavy ship's target. The owner assigns surplus ships: to an enemy heavy ship, to
    the light ships, or to hold their fire."""
    own, foe = line[side], line[1 - side]
    usual = default_targets(own, foe)
    spare = usual[len(foe.heavy) :] if len(own.heavy) > len(foe.heavy) else ()
    out = list(usual[: len(usual) - len(spare)])
    for i, default in spare:
        options = [Choice(target_text(t.state, 1 - side, groups[1 - side], default), (default,))]
        for x in (*foe.heavy, *((LIGHTS,) if foe.light else ()), HOLD):
            if x != default:
                options.append(Choice(target_text(t.state, 1 - side, groups[1 - side], x), (x,)))
        owner = t.state.fleets[side].side
        about = facts(ship=ship_label(t.state, side, groups[side], i), round=t.state.round)
        out.append(
            (i, (await choose_one(owner, "surplus-heavy", "22.55", options, about)).value[0])
        )
    return tuple(out)


def target_text(b: Battle, side: int, group: int, target: int) -> str:
    if target == HOLD:
        return "hold"
    return "lights" if target == LIGHTS else ship_label(b, side, group, target)


async def choose_return_fire(
    t: Table[Battle],
    side: int,
    groups: tuple[int, int],
    aims: tuple[tuple[int, int], ...],
    against: tuple[tuple[int, int], ...],
) -> tuple[tuple[int, int], ...]:
    """Return the targets after return fire. A heavy ship under fire must fire at one of its
    attackers. Its owner chooses which when there are several."""
    out = []
    for i, target in aims:
        attackers = [k for k, x in against if x == i]
        if attackers and (target not in attackers or len(attackers) > 1):
            order = (
                [target, *(k for k in attackers if k != target)]
                if target in attackers
                else attackers
            )
            options = [
                Choice(target_text(t.state, 1 - side, groups[1 - side], k), (k,)) for k in order
            ]
            about = facts(ship=ship_label(t.state, side, groups[side], i), round=t.state.round)
            target = (
                await choose_one(t.state.fleets[side].side, "return-fire", "22.55", options, about)
            ).value[0]
        out.append((i, target))
    return tuple(out)


async def roll_salvo(
    t: Table[Battle],
    side: int,
    group: int,
    target: int,
    light: tuple[int, ...],
    shots: tuple[Shot, ...],
    by: int,
    why: str,
) -> int:
    """Roll the fire of *shots* of enemy group *by* at one target of fleet *side*. Return the sum of
    the effects."""
    b = t.state
    g = b.fleets[side].groups[group]
    cap = effects_limit(b.rulings, g, target, light)
    about = facts(
        firer=", ".join(
            "lights" if s.firer == LIGHTS else ship_label(b, 1 - side, by, s.firer) for s in shots
        ),
        target=target_text(b, side, group, target),
        factors=sum(s.factors for s in shots),
        drm=shots[0].drm,
        side=b.fleets[1 - side].side,
        round=b.round,
    )
    effects: int = await Roll(
        Salvo(fire_columns(b.rulings, shots), cap), "22.55", why, TABLE, about, b.players()
    )
    return effects


async def apply_effects(
    t: Table[Battle],
    side: int,
    group: int,
    target: int,
    light: tuple[int, ...],
    effects: int,
    by: str,
) -> None:
    """Apply effects to a target. On light ships their owner divides the effects between destroyers
    and cruisers."""
    if effects <= 0:
        return
    b = t.state
    before = b.fleets[side].groups[group]
    if target == LIGHTS:
        among = floating_ships(b.rulings, before, light)
        dealt = await deal_light_effects(t, side, group, among, effects, by)
    else:
        dealt = ((target, effects),)
    for ship, n in dealt:
        was = t.state.fleets[side].groups[group].ships[ship]
        t.record(Hit("22.55", side, group, ship, was.id, n, by))
        now = t.state.fleets[side].groups[group].ships[ship]
        report_hit(t, side, was, now)
    after = t.state.fleets[side].groups[group]
    for id, gone in cargo_lost(b.rulings, before, after):
        t.record(CargoLost("21.436B", side, group, id, gone, b.fleets[side].side))


def report_hit(t: Table[Battle], side: int, was: Ship, now: Ship) -> None:
    """Record what a hit did to a counter."""
    r = t.state.rulings
    if not now.sized:
        t.record(FactorsLost("22.55", side, now.id, was.size - now.size))
    elif is_sunk(r, now):
        t.record(Sunk("22.55", side, now.id, now.size))
    elif is_damaged(r, now) and not is_damaged(r, was):
        t.record(Damaged("22.55", side, now.id))


async def deal_light_effects(
    t: Table[Battle], side: int, group: int, among: tuple[int, ...], effects: int, by: str
) -> tuple[tuple[int, int], ...]:
    """Ask the owner of a collective target how many effects fall on destroyers and other counted
    factors. Cruisers take the rest. Return (position, effects) pairs."""
    b = t.state
    g = b.fleets[side].groups[group]
    loose, cruisers = effects_possible(b.rulings, g, among)
    most, least = min(effects, loose), max(0, effects - cruisers)
    usual = default_loss(b.rulings, g, among, effects)
    options = loss_options(usual, most, least, effects)
    about = facts(effects=effects, round=b.round, by=by)
    chosen = await choose_one(b.fleets[side].side, "losses", "22.55", options, about)
    return spread_effects(b.rulings, g, among, effects, chosen.value[0])


@lru_cache(maxsize=4096)
def loss_options(usual: int, most: int, least: int, effects: int) -> tuple[Choice, ...]:
    """Return the choices for the number of effects on counted factors, the default first."""
    return tuple(
        [
            Choice(loss_text(n, effects), (n,))
            for n in (usual, *(k for k in range(most, least - 1, -1) if k != usual))
        ]
    )


def loss_text(on_loose: int, effects: int) -> str:
    return f"destroyers {on_loose} cruisers {effects - on_loose}"


@lru_cache(maxsize=16384)
def default_loss(r: Rulings, group: Group, among: tuple[int, ...], effects: int) -> int:
    """Return the default number of effects on counted factors: destroyers lose first, unless the
    group has cargo."""
    loose, cruisers = effects_possible(r, group, among)
    if group.cargo:
        return (
            max(0, min(effects, loose) - min(cruisers, effects))
            if cruisers >= effects
            else min(loose, effects - cruisers)
        )
    return min(effects, loose)


async def light_step(
    t: Table[Battle], a: int, b: int, mine: Lines, other: Lines
) -> tuple[int, int]:
    """Fire with the light ships, all at once. Return the surplus factors that each side holds for
    screened ships."""
    groups, line, r = (a, b), (mine, other), t.state.rulings
    held, shots = [0, 0], []
    strength = [
        light_factors(r, t.state.fleets[s].groups[groups[s]], line[s].light) for s in (0, 1)
    ]
    for side in (0, 1):
        own, foe = (
            t.state.fleets[side].groups[groups[side]],
            t.state.fleets[1 - side].groups[groups[1 - side]],
        )
        pairs, surplus = split_light_factors(strength[side], strength[1 - side])
        targets: list[tuple[int, int]] = [(LIGHTS, pairs)] if pairs else []
        if surplus:
            for target, n in await place_surplus(t, side, groups, line, surplus, bool(pairs)):
                if target == HOLD:
                    held[side] += n
                elif target == LIGHTS and targets:
                    targets[0] = (LIGHTS, pairs + n)
                else:
                    targets.append((target, n))
        firers = tuple(own.ships[i] for i in fighting_ships(r, own, line[side].light))
        facing = fighting_ships(r, foe, line[1 - side].light)
        for target, n in targets:
            aimed = (
                tuple(foe.ships[i] for i in facing) if target == LIGHTS else (foe.ships[target],)
            )
            shots.append(
                (
                    1 - side,
                    target,
                    facing,
                    Shot(LIGHTS, n, target, fire_drm(r, firers, own, aimed, foe)),
                )
            )
    landed = []
    for side, target, facing, shot in shots:
        landed.append(
            await roll_salvo(
                t, side, groups[side], target, facing, (shot,), groups[1 - side], "light"
            )
        )
    for (side, target, facing, _), effects in zip(shots, landed, strict=True):
        await apply_effects(t, side, groups[side], target, facing, effects, "light")
    return held[0], held[1]


async def place_surplus(
    t: Table[Battle],
    side: int,
    groups: tuple[int, int],
    line: tuple[Lines, Lines],
    surplus: int,
    paired_off: bool,
) -> tuple[tuple[int, int], ...]:
    """Return (target, factors) for surplus light factors, as their owner chooses: with the others,
    at one or two heavy ships, or held for the screened ships."""
    b = t.state
    foe = b.fleets[1 - side].groups[groups[1 - side]]
    heavies = floating_ships(b.rulings, foe, line[1 - side].heavy)
    options = [Choice("join", (LIGHTS, surplus))] if paired_off else []
    for i in heavies:
        options.append(Choice(f"at {ship_label(b, 1 - side, groups[1 - side], i)}", (i, surplus)))
    if surplus > 1:
        for i in heavies:
            for k in heavies:
                if i < k:
                    text = f"at {ship_label(b, 1 - side, groups[1 - side], i)} and {ship_label(b, 1 - side, groups[1 - side], k)}"
                    options.append(Choice(text, (i, surplus - surplus // 2, k, surplus // 2)))
    options.append(Choice("hold", (HOLD, surplus)))
    about = facts(factors=surplus, round=b.round)
    value = (await choose_one(b.fleets[side].side, "surplus-light", "22.56", options, about)).value
    return tuple(zip(value[::2], value[1::2], strict=True))


async def screen_step(
    t: Table[Battle],
    a: int,
    b: int,
    mine: Lines,
    other: Lines,
    held: tuple[tuple[int, ...], tuple[int, ...]],
    lights: tuple[int, int],
) -> None:
    """Resolve fire that was held, heavy fire first. It falls on screened ships once no other enemy
    ship is left in line. They do not fire back."""
    groups, line = (a, b), (mine, other)
    for side in (0, 1):
        firing: list[tuple[int, int]] = [(i, 0) for i in held[side]]
        if lights[side]:
            firing.append((LIGHTS, lights[side]))
        for firer, n in firing:
            r = t.state.rulings
            own, foe = (
                t.state.fleets[side].groups[groups[side]],
                t.state.fleets[1 - side].groups[groups[1 - side]],
            )
            if firer != LIGHTS and (
                is_damaged(r, own.ships[firer]) or is_sunk(r, own.ships[firer])
            ):
                continue
            if not is_screen_open(r, foe, line[1 - side]):
                continue
            named, small = screened_targets(r, foe, line[1 - side])
            order = sorted(
                named, key=lambda i: (not foe.ships[i].carrier, *rank_key(r, foe.ships[i]), i)
            )
            options = [
                Choice(ship_label(t.state, 1 - side, groups[1 - side], i), (i,)) for i in order
            ]
            if small:
                options.insert(
                    0 if foe.cargo or not options else len(options), Choice("lights", (LIGHTS,))
                )
            if not options:
                continue
            about = facts(round=t.state.round)
            target = (
                await choose_one(t.state.fleets[side].side, "screened", "22.57", options, about)
            ).value[0]
            if firer == LIGHTS:
                firers = tuple(own.ships[i] for i in fighting_ships(r, own, line[side].light))
                aimed = (
                    tuple(foe.ships[i] for i in small) if target == LIGHTS else (foe.ships[target],)
                )
                shot = Shot(
                    LIGHTS,
                    min(n, sum(s.size for s in firers)),
                    target,
                    fire_drm(r, firers, own, aimed, foe),
                )
            else:
                shot = heavy_shot(r, own, firer, foe, target, small)
            effects = await roll_salvo(
                t, 1 - side, groups[1 - side], target, small, (shot,), groups[side], "gunfire"
            )
            await apply_effects(t, 1 - side, groups[1 - side], target, small, effects, "gunfire")
