"""Aircraft in a naval battle (chapters 22.4 and 23): roles, counterair, search, strikes.

A strike goes through surprise level, air combat with the cover, air combat with the combat air
patrol, air defence, and attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from flagplot.table import Facts, Roll, Table, TailCall, clause, facts

from . import combat_tables
from .battle_choices import Choice, choose_each, choose_one, ship_label
from .dice import AirColumn, Column, Die, Salvo, Search
from .events import (
    AirDefended,
    AirFought,
    AirRoles,
    AirSplit,
    CarrierAirLost,
    GroupReported,
    Hit,
    LandAirLost,
    SearchMade,
    ShipsIdentified,
    StrikeLaunched,
    SunkRemoved,
    SurpriseRolled,
)
from .gunnery import LIGHTS, apply_effects, effects_limit, lowest_drm, report_hit
from .ships import (
    FLEET,
    Battle,
    Fleet,
    Group,
    has_fast_carrier,
    is_active,
    is_damaged,
    is_distant,
    is_fast_group,
    is_sunk,
    rank_key,
    size_band,
    squadrons_flying,
    undamaged_factors,
)


# ---------------------------------------------------------------- roles
async def give_roles(t: Table[Battle]) -> None:
    """Let each side secretly assign its aircraft. Carrier squadrons are split between patrol over
    the fleet, strike and counterair. Land-based naval squadrons get a role, and the cover gets a
    group.

    Search and attack squadrons may not cover.
    """
    asked: list[tuple[Question, Spot]] = []
    for side in (0, 1):
        fleet = t.state.fleets[side]
        for g, group in enumerate(fleet.groups):
            n = squadrons_flying(t.state.rulings, group) if group.away == 0 else 0
            if n:
                land_ahead = t.state.fleets[1 - side].air.squadrons > 0
                about = facts(squadrons=n, group=group.id or str(g + 1), round=t.state.round)
                asked.append(
                    (
                        (fleet.side, "air-split", "22.41", split_options(n, land_ahead), about),
                        (side, g, "split"),
                    )
                )
        about = facts(squadrons=fleet.air.naval, cover=fleet.air.cover, round=t.state.round)
        asked.append(
            ((fleet.side, "air-roles", "22.41", role_options(fleet), about), (side, -1, "roles"))
        )
    counterairs: list[tuple[int, int, int]] = []
    for batch in sealed_batches(asked):
        answers = await choose_each([a for a, _ in batch])
        for (_, (side, g, kind)), choice in zip(batch, answers, strict=True):
            owner = t.state.fleets[side].side
            if kind == "split":
                cap, strike, counter = choice.value
                t.record(AirSplit("22.41", side, g, owner, cap, strike))
                if counter:
                    counterairs.append((side, g, counter))
            elif any(choice.value):
                search, cover, attack, over = choice.value
                t.record(AirRoles("22.41", side, owner, search, cover, attack, over))
    for side, g, n in counterairs:
        await fight_counterair(t, side, g, n)


Question = tuple[str, str, str, Sequence[Choice], Facts]


Spot = tuple[int, int, str]


def sealed_batches(asked: list[tuple[Question, Spot]]) -> list[list[tuple[Question, Spot]]]:
    """Return the questions in rounds of at most one for each side, so that both sides answer in
    secret at the same time."""
    mine = [a for a in asked if a[1][0] == 0]
    other = [a for a in asked if a[1][0] == 1]
    return [mine[k : k + 1] + other[k : k + 1] for k in range(max(len(mine), len(other)))]


@lru_cache(maxsize=256)
def split_options(n: int, land_ahead: bool) -> tuple[Choice, ...]:
    """Return the ways to split *n* squadrons: the even split first, then from all strike to all
    patrol. Counterair is offered only against land-based aircraft."""
    usual = (n // 2, n - n // 2, 0)
    out = [usual]
    for counter in range(n + 1 if land_ahead else 1):
        out += [(cap, n - counter - cap, counter) for cap in range(n - counter + 1)]
    texts = []
    for cap, strike, counter in dict.fromkeys(out):
        texts.append(
            Choice(
                f"cap {cap} strike {strike}" + (f" counterair {counter}" if counter else ""),
                (cap, strike, counter),
            )
        )
    return tuple(texts)


def role_options(fleet: Fleet) -> list[Choice]:
    """Return the roles for land-based naval squadrons, each with the group that the cover
    protects."""
    air = fleet.air
    n = air.naval
    numbers = sorted({g.number for g in fleet.groups if g.ships and g.away == 0}) or [0]
    out: list[Choice] = []
    for cover, search in ((c, s) for c in range(n + 1) for s in range(n - c + 1)):
        attack = n - cover - search
        for over in numbers if air.cover + cover else [0]:
            words = f"cover {over}" if over else "no cover"
            if n:
                words += f" naval search {search} cover {cover} attack {attack}"
            out.append(Choice(words, (search, cover, attack, over)))
    return out


# ---------------------------------------------------------------- air combat
async def fight_air_round(
    t: Table[Battle],
    attackers: int,
    defenders: int,
    attack_drm: int,
    defence_drm: int,
    against: str,
    side: int,
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Fight one round of air combat, in which both fire at once.

    Return ((attackers eliminated, aborted), (defenders eliminated, aborted)).
    """
    if attackers <= 0 or defenders <= 0:
        return (0, 0), (0, 0)
    r = t.state.rulings
    attacker, defender = (t.state.fleets[s].side for s in (side, 1 - side))
    about = facts(attackers=attackers, defenders=defenders, against=against, side=attacker)
    on_defence = await Roll(
        AirColumn(combat_tables.air_combat_column(r, attackers, attack_drm)),
        "22.43",
        "air-combat-attack",
        "awaw.air-combat",
        about,
    )
    about = facts(attackers=attackers, defenders=defenders, against=against, side=defender)
    on_attack = await Roll(
        AirColumn(combat_tables.air_combat_column(r, defenders, defence_drm)),
        "22.43",
        "air-combat-defence",
        "awaw.air-combat",
        about,
    )
    lost_a, lost_d = limit_result(on_attack, attackers), limit_result(on_defence, defenders)
    t.record(AirFought("22.43", side, against, lost_a, lost_d))
    return lost_a, lost_d


def limit_result(result: tuple[int, int], n: int) -> tuple[int, int]:
    """Return a result limited to *n* squadrons, eliminations first."""
    out = min(n, result[0])
    return out, min(n - out, result[1])


@clause("21.416D")
async def fight_counterair(t: Table[Battle], side: int, group: int, squadrons: int) -> None:
    """Fight one round of the carrier squadrons assigned to counterair against the enemy's
    land-based aircraft (22.41B)."""
    b = t.state
    foe = b.fleets[1 - side].air
    defenders = foe.cover + foe.attack
    mine = carrier_drm(b.fleets[side].groups[group])
    lost_a, lost_d = await fight_air_round(
        t, squadrons, defenders, mine - foe.drm, foe.drm - mine, "counterair", side
    )
    if lost_a[0]:
        t.record(CarrierAirLost("22.41B", side, group, lost_a[0]))
    if sum(lost_d):
        attack = min(foe.attack, sum(lost_d))
        t.record(
            LandAirLost(
                "22.41B", 1 - side, cover=sum(lost_d) - attack, attack=attack, eliminated=lost_d[0]
            )
        )


# ---------------------------------------------------------------- search
def search_dice(b: Battle, side: int) -> int:
    """Return the number of search dice of a side (22.42): one for each land-based search squadron,
    each tactical card ahead, each round after the first, each active group of ten or more undamaged
    factors, and each distant group with an undamaged fast carrier.

    Cards by which the enemy is ahead reduce it.
    """
    r, fleet, foe = b.rulings, b.fleets[side], b.fleets[1 - side]
    each = {
        k: combat_tables.cell_number(r, "search", k)
        for k in ("search-squadron", "tactical-card", "later-round", "active-group")
    }
    n = (fleet.air.search + fleet.air.naval_search) * each["search-squadron"]
    n += (fleet.cards - foe.cards) * each["tactical-card"] + (b.round - 1) * each["later-round"]
    for g in fleet.groups:
        if is_active(g, b.round) and undamaged_factors(r, g.ships) >= 10:
            n += each["active-group"]
        elif is_distant(g, b.round) and has_fast_carrier(r, g):
            n += combat_tables.cell_number(r, "search", "distant-carrier-group")
    return max(0, n)


async def run_search(t: Table[Battle]) -> None:
    """Let both sides search. Each die that shows an enemy group's number is one result on that
    group, and the group is revealed."""
    for side in (0, 1):
        b = t.state
        foe = b.fleets[1 - side]
        numbers = tuple(g.number if g.ships and g.away == 0 else 0 for g in foe.groups)
        n = search_dice(b, side)
        if not n or not any(numbers):
            continue
        about = facts(side=b.fleets[side].side, dice=n, round=b.round)
        results: tuple[int, ...] = await Roll(
            Search(n, numbers), "22.42", "search", "awaw.search", about
        )
        found = tuple(x for x, k in zip(numbers, results, strict=True) if k)
        t.record(SearchMade("22.42", side, b.fleets[side].side, n, results, found))
        for i, g in enumerate(foe.groups):
            if results[i]:
                t.record(search_report(t.state, 1 - side, i, g))


def search_report(b: Battle, side: int, index: int, g: Group) -> GroupReported:
    """Return what a search reveals of a group: size band, number of fast carriers, speed, and cargo
    or not."""
    carriers = sum(1 for s in g.ships if s.carrier)
    return GroupReported(
        "22.42",
        side,
        index,
        g.number,
        size_band(g.ships),
        carriers,
        is_fast_group(b.rulings, g),
        bool(g.cargo) or g.transports,
    )


# ---------------------------------------------------------------- strikes
def strike_options(b: Battle, side: int, step: int) -> list[Choice]:
    """Return the strikes that a side can launch now: (source group or -1 for land, squadrons,
    target group). In the first step of a round they are carrier strikes, and only these may
    surprise."""
    fleet, foe = b.fleets[side], b.fleets[1 - side]
    carriers = [
        (k, n)
        for k, g in enumerate(fleet.groups)
        if g.strike and (n := min(g.strike, squadrons_flying(b.rulings, g)))
    ]
    land = fleet.air.attack + fleet.air.naval_attack if step > 1 and not fleet.air.struck else 0
    targets = (
        [i for i, g in enumerate(foe.groups) if g.found and g.ships and g.away == 0]
        if carriers or land
        else []
    )
    out: list[Choice] = []
    for i in sorted(
        targets,
        key=lambda i: (
            -len([s for s in foe.groups[i].ships if s.carrier]),
            size_band(foe.groups[i].ships) != "10+",
            i,
        ),
    ):
        at = foe.groups[i].number
        for k, n in carriers:
            out.append(
                Choice(
                    f"carriers {n} at {at}"
                    + (f" from {fleet.groups[k].number}" if carriers_apart(fleet) else ""),
                    (k, n, i),
                )
            )
        if land:
            out.append(Choice(f"land {land} at {at}", (-1, land, i)))
    out.append(Choice("no strike"))
    return out


def carriers_apart(fleet: Fleet) -> bool:
    """Return True when carriers sail in more than one group."""
    return sum(1 for g in fleet.groups if g.strike) > 1


async def run_strikes(t: Table[Battle], step: int) -> TailCall | None:
    """Let both sides launch at most one strike each at the same time, until neither launches more.
    Carrier strikes of the first step are surprise strikes."""
    b = t.state
    options = [strike_options(b, s, step) for s in (0, 1)]
    if len(options[0]) == len(options[1]) == 1:
        return TailCall(run_strikes, (2,)) if step == 1 else None
    about = facts(round=b.round, step=step)
    answers = await choose_each(
        [(b.fleets[s].side, "strike", "22.44", options[s], about) for s in (0, 1)]
    )
    launched = [(s, a.value) for s, a in zip((0, 1), answers, strict=True) if a.value]
    for side, (source, n, target) in launched:
        t.record(
            StrikeLaunched(
                "22.44",
                side,
                t.state.fleets[side].side,
                source,
                n,
                target,
                source >= 0 and step == 1,
            )
        )
    for side, (source, n, target) in launched:
        await t.run(run_strike, side, source, n, target, source >= 0 and step == 1)
    for side in (0, 1):
        t.record(SunkRemoved("22.55", side))
    if not launched and step > 1:
        return None
    return TailCall(run_strikes, (step + 1,))


def air_defence_level(b: Battle, side: int, group: int) -> int:
    """Return the air-defence level of a combat group: one, plus one for each ten undamaged fleet
    factors, each research result, and three escort carriers. Carriers are not fleet factors."""
    r, fleet = b.rulings, b.fleets[side]
    g = fleet.groups[group]
    n = combat_tables.cell_number(r, "air-defence-level", "combat-group")
    n += (
        undamaged_factors(r, tuple(s for s in g.ships if s.type in FLEET))
        // 10
        * combat_tables.cell_number(r, "air-defence-level", "per-10-factors")
    )
    n += fleet.defence * combat_tables.cell_number(r, "air-defence-level", "per-research")
    if sum(s.size for s in g.ships if s.type == "CVE") >= 3:
        n += combat_tables.cell_number(r, "air-defence-level", "three-cve")
    return max(0, min(combat_tables.cell_number(r, "air-defence-level", "most"), n))


async def run_strike(
    t: Table[Battle], side: int, source: int, squadrons: int, target: int, surprise: bool
) -> None:
    """Carry out one strike of *squadrons* at group *target*, from surprise level to attack."""
    level = await surprise_level(t, side, source) if surprise else 0
    absent = combat_tables.surprise_effect(t.state.rulings, level, "absent")
    cover = cover_over(t.state.fleets[1 - side], target)
    left = await fight_cover(t, side, source, squadrons, cover - absent)
    left = await fight_air_patrol(t, side, source, left, target, level, max(0, absent - cover))
    left = await fire_air_defence(t, side, source, left, target, level)
    if left > 0:
        await air_attack(t, side, source, left, target, level)


async def surprise_level(t: Table[Battle], side: int, source: int) -> int:
    """Roll the surprise level of a strike (22.47). It depends on cards ahead, rounds fought, and
    whether the enemy has found the group from which the strike comes."""
    b, r = t.state, t.state.rulings
    found_me = source >= 0 and b.fleets[side].groups[source].seen
    drm = (b.fleets[side].cards - b.fleets[1 - side].cards) * combat_tables.cell_number(
        r, "surprise-roll", "card"
    )
    drm += 0 if found_me else combat_tables.cell_number(r, "surprise-roll", "unfound")
    drm += (b.round - 1) * combat_tables.cell_number(r, "surprise-roll", "later-round")
    about = facts(drm=drm, side=b.fleets[side].side)
    level: int = await Roll(
        Column(combat_tables.surprise_column(r, drm)),
        "22.47",
        "surprise",
        "awaw.surprise-roll",
        about,
    )
    t.record(SurpriseRolled("22.47", side, level))
    return level


def cover_over(fleet: Fleet, group: int) -> int:
    """Return the land-based squadrons that cover a group."""
    return (
        fleet.air.cover + fleet.air.naval_cover
        if fleet.air.over and fleet.air.over == fleet.groups[group].number
        else 0
    )


async def fight_cover(t: Table[Battle], side: int, source: int, squadrons: int, cover: int) -> int:
    """Fight a strike's air combat with the cover that is in time. Return the squadrons left."""
    mine, foe = strike_air_drm(t.state, side, source), t.state.fleets[1 - side].air
    lost_a, lost_d = await fight_air_round(
        t, squadrons, cover, mine - foe.drm, foe.drm - mine, "cover", side
    )
    record_attacker_losses(t, side, source, lost_a)
    if sum(lost_d):
        t.record(land_air_loss(1 - side, "cover", foe.cover, lost_d))
    return squadrons - sum(lost_a)


async def fight_air_patrol(
    t: Table[Battle], side: int, source: int, squadrons: int, target: int, level: int, absent: int
) -> int:
    """Fight a strike's air combat with the combat air patrol, less what surprise keeps away. Return
    the squadrons left."""
    r, g = t.state.rulings, t.state.fleets[1 - side].groups[target]
    mine, their = strike_air_drm(t.state, side, source), carrier_drm(g)
    bonus = combat_tables.cell_number(r, "cap", "cap") + combat_tables.surprise_effect(
        r, level, "cap"
    )
    cap = min(g.cap, squadrons_flying(r, g)) - absent
    lost_a, lost_d = await fight_air_round(
        t, squadrons, cap, mine - their, their - mine + bonus, "cap", side
    )
    record_attacker_losses(t, side, source, lost_a)
    if sum(lost_d):
        t.record(CarrierAirLost("22.43", 1 - side, target, lost_d[0], cap=sum(lost_d)))
    return squadrons - sum(lost_a)


async def fire_air_defence(
    t: Table[Battle], side: int, source: int, squadrons: int, target: int, level: int
) -> int:
    """Let the group's air defence fire at the squadrons that come through (23.5). Return the
    squadrons left."""
    r = t.state.rulings
    ad = air_defence_level(t.state, 1 - side, target) + combat_tables.surprise_effect(
        r, level, "defence"
    )
    if squadrons <= 0 or ad <= 0:
        return squadrons
    about = facts(level=ad, attackers=squadrons, side=t.state.fleets[1 - side].side)
    fired = await Roll(
        AirColumn(combat_tables.air_defence_column(r, ad)),
        "23.5",
        "air-defence",
        "awaw.air-defence",
        about,
    )
    lost = limit_result(fired, squadrons)
    t.record(AirDefended("23.5", 1 - side, ad, *lost))
    record_attacker_losses(t, side, source, lost)
    return squadrons - sum(lost)


def carrier_drm(g: Group) -> int:
    """Return the air nationality modifier of the squadrons of a group's carriers."""
    return max((s.air for s in g.ships if s.carrier), default=0)


def strike_air_drm(b: Battle, side: int, source: int) -> int:
    """Return the air nationality modifier of the squadrons that strike."""
    fleet = b.fleets[side]
    return fleet.air.drm if source < 0 else carrier_drm(fleet.groups[source])


def record_attacker_losses(t: Table[Battle], side: int, source: int, lost: tuple[int, int]) -> None:
    """Record the eliminated squadrons of a strike. Aborted carrier squadrons need no record: they
    have flown for this round."""
    if source < 0 and lost != (0, 0):
        t.record(land_air_loss(side, "attack", t.state.fleets[side].air.attack, lost))
    if source >= 0 and lost[0]:
        t.record(CarrierAirLost("22.43", side, source, lost[0]))


def land_air_loss(
    side: int, role: Literal["cover", "attack"], army: int, lost: tuple[int, int]
) -> LandAirLost:
    """Return the event for land-based squadrons eliminated or aborted in a role. Army squadrons are
    lost before naval ones."""
    gone = min(army, sum(lost))
    dead = min(gone, lost[0])
    roles = {role: gone, f"naval_{role}": sum(lost) - gone}
    return LandAirLost("22.43", side, eliminated=dead, naval_eliminated=lost[0] - dead, **roles)


def attack_drm(b: Battle, side: int, source: int, group: int, target: int, level: int) -> int:
    """Return the modifier of an air attack (23.7): the attackers' air nationality, less the
    target's naval nationality, +1 for naval air, +1 for surprise of level 3 or more."""
    r = b.rulings
    g = b.fleets[1 - side].groups[group]
    ships = (
        tuple(s for s in g.ships if not s.heavy and not is_sunk(r, s))
        if target == LIGHTS
        else (g.ships[target],)
    )
    air = b.fleets[side].air
    naval = source >= 0 or (air.attack == 0 and air.naval_attack > 0)
    n = (
        strike_air_drm(b, side, source)
        - lowest_drm(ships)
        + combat_tables.surprise_effect(r, level, "attack")
    )
    return n + (combat_tables.cell_number(r, "air-attack-drm", "naval-air-at-sea") if naval else 0)


async def air_attack(
    t: Table[Battle], side: int, source: int, squadrons: int, group: int, level: int
) -> None:
    """Let the squadrons that got through attack one target, or divide among the best targets, as
    their owner chooses."""
    b = t.state
    r = b.rulings
    g = b.fleets[1 - side].groups[group]
    named = [i for i, s in enumerate(g.ships) if s.heavy and not is_sunk(r, s)]
    named.sort(key=lambda i: (not g.ships[i].carrier, *rank_key(r, g.ships[i]), i))
    light = tuple(i for i, s in enumerate(g.ships) if not s.heavy and not is_sunk(r, s))
    targets = [*named, *((LIGHTS,) if light else ())]
    if not targets:
        return
    if not g.known:
        t.record(ShipsIdentified("23.7", 1 - side, group))
    words = {i: ship_label(b, 1 - side, group, i) if i != LIGHTS else "lights" for i in targets}
    options = [Choice(f"all at {words[i]}", (i, squadrons)) for i in targets]
    for n in range(2, min(len(targets), squadrons) + 1):
        share = [squadrons // n + (1 if k < squadrons % n else 0) for k in range(n)]
        value = tuple(x for i, k in zip(targets[:n], share, strict=True) for x in (i, k))
        options.append(
            Choice(
                "split "
                + " ".join(f"{k} at {words[i]}" for i, k in zip(targets[:n], share, strict=True)),
                value,
            )
        )
    about = facts(squadrons=squadrons, group=g.number, round=b.round, level=level)
    value = (await choose_one(b.fleets[side].side, "air-target", "23.7", options, about)).value
    for target, n in zip(value[::2], value[1::2], strict=True):
        before = t.state.fleets[1 - side].groups[group]
        cap = effects_limit(r, before, target, light)
        if not cap:
            continue
        drm = attack_drm(t.state, side, source, group, target, level)
        about = facts(squadrons=n, drm=drm, target=words[target], side=b.fleets[side].side)
        effects = await Roll(
            Salvo((combat_tables.air_column(r, n, drm),), cap),
            "23.7",
            "air-attack",
            "awaw.naval-attack",
            about,
            b.players(),
        )
        await apply_effects(t, 1 - side, group, target, light, effects, "air")
        if effects and target != LIGHTS and combat_tables.surprise_effect(r, level, "critical"):
            await critical_hit(t, 1 - side, group, target)


async def critical_hit(t: Table[Battle], side: int, group: int, ship: int) -> None:
    """Roll for a critical hit when a strike with complete surprise has damaged a named ship
    (20.524)."""
    r = t.state.rulings
    was = t.state.fleets[side].groups[group].ships[ship]
    if is_sunk(r, was) or not is_damaged(r, was):
        return
    about = facts(target=was.id or was.type, side=t.state.fleets[1 - side].side)
    more = await Roll(
        Die(combat_tables.critical_cells(r)),
        "20.524",
        "critical-hit",
        "awaw.critical-hit",
        about,
        t.state.players(),
    )
    if int(more) > 0:
        t.record(Hit("20.524", side, group, ship, was.id, int(more), "critical"))
        report_hit(t, side, was, t.state.fleets[side].groups[group].ships[ship])
