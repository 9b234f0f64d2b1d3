"""Naval battle from the first group number to the last withdrawal (22.3 to 22.7).

``battle`` starts it. Each stage is a tail call: equal states can be grouped, and a driver may stop
between stages.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Roll, Rulings, Table, TailCall, clause, facts

from . import combat_tables
from .air_combat import give_roles, run_search, run_strikes
from .battle_choices import Choice, choose_each, choose_one
from .dice import Advance, Salvo
from .events import (
    BattleEnded,
    DistanceClosed,
    Hit,
    Numbered,
    OnceMarked,
    RoundBegan,
    Screened,
    SearchUsed,
    ShipsIdentified,
    SunkRemoved,
    WithdrawalDecided,
)
from .gunnery import effects_limit, fleet_combat, lowest_drm, report_hit
from .ships import (
    Battle,
    Fleet,
    Group,
    assumed_factors,
    factors,
    has_fast_carrier,
    is_active,
    is_distant,
    is_fast,
    is_fast_group,
    is_sunk,
    rank_key,
    squadrons_flying,
    undamaged_factors,
)

MOST_GROUPS = 6


@clause("21.416D")
async def battle(t: Table[Battle]) -> TailCall:
    """Let both sides give each group a secret number from 1 to 6, then start the rounds (22.3)."""
    asked, spots = [], []
    for side in (0, 1):
        fleet = t.state.fleets[side]
        here = [i for i, g in enumerate(fleet.groups) if not g.number]
        for order, i in enumerate(here):
            asked.append((side, i, order))
    taken: dict[int, list[int]] = {0: [], 1: []}
    for order in range(MOST_GROUPS):
        turn = [(s, i) for s, i, k in asked if k == order]
        if not turn:
            break
        batch = []
        for side, i in turn:
            fleet = t.state.fleets[side]
            free = free_numbers(t.state.rulings, fleet.groups[i], taken[side]) or [6]
            about = facts(
                group=fleet.groups[i].id or str(i + 1), factors=factors(fleet.groups[i].ships)
            )
            batch.append(
                (
                    fleet.side,
                    "combat-group",
                    "22.3",
                    tuple(Choice(str(n), (n,)) for n in free),
                    about,
                )
            )
        answers = await choose_each(batch)
        for (side, i), answer in zip(turn, answers, strict=True):
            taken[side].append(answer.value[0])
            spots.append((side, i, answer.value[0]))
    for side in (0, 1):
        chosen = {i: n for s, i, n in spots if s == side}
        if chosen:
            fleet = t.state.fleets[side]
            numbers = tuple(
                chosen.get(i, g.number or MOST_GROUPS) for i, g in enumerate(fleet.groups)
            )
            t.record(Numbered("22.3", side, fleet.side, numbers))
    return TailCall(open_round)


def free_numbers(r: Rulings, group: Group, taken: Sequence[int]) -> list[int]:
    """Return the free numbers for a group, the default first. The default is the lowest, except for
    a group that relies on its aircraft: it stands off for a round, in which only they can
    strike."""
    stands_off = 2 * squadrons_flying(r, group) > sum(
        s.factors for s in group.ships if not s.carrier
    )
    return sorted(
        (n for n in range(1, 7) if n not in taken), key=lambda n: (stands_off and n == 1, n)
    )


def has_ships(fleet: Fleet) -> bool:
    """Return True while the fleet has a ship in the battle."""
    return any(g.ships and g.away == 0 for g in fleet.groups)


@clause("21.4182C")
async def open_round(t: Table[Battle]) -> TailCall:
    """Open a new round. Late counter-interceptors roll again and add (22.163). Air roles, search,
    strikes and fleet combat follow."""
    t.record(RoundBegan("22.4", t.state.round + 1))
    if t.state.round > 1:
        for side in (0, 1):
            for i, g in enumerate(t.state.fleets[side].groups):
                if g.away > 0 and g.ships:
                    about = facts(
                        force=g.id, left=g.away, dice=g.dice, side=t.state.fleets[side].side
                    )
                    gained = await Roll(
                        Advance(g.dice, g.away),
                        "22.163",
                        "closing",
                        "awaw.interception-dice",
                        about,
                    )
                    t.record(DistanceClosed("22.163", side, i, g.id, gained, g.away - gained))
    return TailCall(air_stage if has_aircraft(t.state) else search_stage)


def has_aircraft(b: Battle) -> bool:
    """Return True when either side has aircraft: land-based squadrons or carriers."""
    return any(f.air.squadrons or any(s.nas for g in f.groups for s in g.ships) for f in b.fleets)


async def air_stage(t: Table[Battle]) -> TailCall:
    await give_roles(t)
    return TailCall(search_stage)


async def search_stage(t: Table[Battle]) -> TailCall:
    await run_search(t)
    return TailCall(strike_stage) if has_aircraft(t.state) else TailCall(screen_stage)


async def strike_stage(t: Table[Battle]) -> TailCall:
    await t.run(run_strikes, 1)
    return TailCall(screen_stage)


async def screen_stage(t: Table[Battle]) -> TailCall:
    """Let each owner put a group's undamaged carriers in the heavy line instead of behind the
    screen."""
    asked = []
    for side in (0, 1):
        for i, g in enumerate(t.state.fleets[side].groups):
            foes = t.state.fleets[1 - side].groups
            if (
                is_active(g, t.state.round)
                and has_fast_carrier(t.state.rulings, g)
                and any(is_active(f, t.state.round) for f in foes)
            ):
                options = (Choice("carriers screened"), Choice("carriers in line", (1,)))
                about = facts(group=g.number, round=t.state.round)
                asked.append(
                    ((side, i), (t.state.fleets[side].side, "screen", "22.53", options, about))
                )
    for side in (0, 1):
        for (s, i), question in asked:
            if s == side and (await choose_one(*question)).value:
                t.record(Screened("22.53", side, i))
    return TailCall(fleet_stage, (0,))


def paired_groups(b: Battle) -> tuple[tuple[int, int], ...]:
    """Return the pairs of groups that fight (22.51). Active groups with the same number come first.
    Then, from the lowest number, each unpaired active group meets the next higher unpaired active
    enemy group, until one side has none left."""
    sides = [
        sorted((g.number, i) for i, g in enumerate(f.groups) if is_active(g, b.round))
        for f in b.fleets
    ]
    out: list[tuple[int, int]] = []
    for n, i in sides[0]:
        same = [k for m, k in sides[1] if m == n and k not in [y for _, y in out]]
        if same:
            out.append((i, same[0]))
    mine = [i for _, i in sides[0] if i not in [x for x, _ in out]]
    other = [k for _, k in sides[1] if k not in [y for _, y in out]]
    out += zip(mine, other, strict=False)
    return tuple(out)


async def fleet_stage(t: Table[Battle], done: int) -> TailCall:
    """Start the fights of the paired groups. The pairs are fixed when the stage begins."""
    return TailCall(fight_pairs, (paired_groups(t.state),))


async def fight_pairs(t: Table[Battle], left: tuple[tuple[int, int], ...]) -> TailCall:
    if not left:
        return TailCall(ask_further_engagements, ())
    a, b = left[0]
    for side, i in ((0, a), (1, b)):
        t.record(OnceMarked("22.51", f"{side}:{i}"))
    await fleet_combat(t, a, b)
    if not t.state.fleets[1].groups[b].ships:
        t.record(OnceMarked("22.52", f"free 0:{a}"))
    if not t.state.fleets[0].groups[a].ships:
        t.record(OnceMarked("22.52", f"free 1:{b}"))
    return TailCall(fight_pairs, (left[1:],))


def possible_engagements(b: Battle, side: int) -> list[tuple[int, int]]:
    """Return (own group, enemy group) pairs that may still engage (22.52). A group without an
    opponent, or that sank its opponent, may engage another active group. A fast group may also
    engage a distant group that was found."""
    out = []
    for i, g in enumerate(b.fleets[side].groups):
        busy = f"{side}:{i}" in b.used and f"free {side}:{i}" not in b.used
        if (
            not is_active(g, b.round)
            or busy
            or f"again {side}:{i}" in b.used
            or not undamaged_factors(b.rulings, g.ships)
        ):
            continue
        for k, foe in enumerate(b.fleets[1 - side].groups):
            if is_active(foe, b.round) or (
                is_distant(foe, b.round) and foe.found and is_fast_group(b.rulings, g)
            ):
                out.append((i, k))
    return out


async def ask_further_engagements(t: Table[Battle]) -> TailCall:
    """Let groups that are free seek another opponent, the interceptors' side first."""
    for side in (1, 0):
        chances = possible_engagements(t.state, side)
        if not chances:
            continue
        i = chances[0][0]
        mine, foes = t.state.fleets[side], t.state.fleets[1 - side].groups
        options = [Choice(f"engage {foes[k].number}", (k,)) for x, k in chances if x == i]
        strong = undamaged_factors(t.state.rulings, mine.groups[i].ships)
        weak = [
            o for o in options if 2 * strong >= assumed_factors(t.state.rulings, foes[o.value[0]])
        ]
        order = [*weak, Choice("hold"), *(o for o in options if o not in weak)]
        about = facts(group=mine.groups[i].number, round=t.state.round)
        choice = await choose_one(mine.side, "engage", "22.52", order, about)
        t.record(OnceMarked("22.52", f"again {side}:{i}"))
        if choice.value:
            k = choice.value[0]
            if not is_active(foes[k], t.state.round):
                t.record(SearchUsed("22.43", 1 - side, k))
            await fleet_combat(t, *((i, k) if side == 0 else (k, i)))
        return TailCall(ask_further_engagements)
    return TailCall(close_round)


def speaks_first(b: Battle) -> int:
    """Return the side that speaks first (22.6): the one that lost more factors this round; if
    equal, the one with more factors damaged; if equal, the interceptor."""
    a, c = b.fleets
    if a.lost != c.lost:
        return 0 if a.lost > c.lost else 1
    if a.hurt != c.hurt:
        return 0 if a.hurt > c.hurt else 1
    return 0 if a.interceptor else 1


def must_withdraw(b: Battle, side: int) -> bool:
    """Return True for a side without a group that is active in the coming round: it must withdraw
    (house reading HR-A3-withdraw)."""
    if b.rulings.switch("HR-A3-withdraw") == "free":
        return False
    return not any(is_active(g, b.round + 1) for g in b.fleets[side].groups)


def stays_by_default(b: Battle, side: int) -> bool:
    """Return True when a side stays by default: unless it has less than two thirds of the enemy's
    undamaged factors, by its own estimate."""
    mine = sum(undamaged_factors(b.rulings, g.ships) for g in b.fleets[side].groups if g.away == 0)
    other = sum(assumed_factors(b.rulings, g) for g in b.fleets[1 - side].groups if g.away == 0)
    return 3 * mine >= 2 * other


@clause("21.313#4", "21.232B")
def carriers_may_leave(fleet: Fleet) -> bool:
    """Return True when carriers may withdraw from a battle without the other ships, and without
    escorts. Displaced ships withdraw only together."""
    ships = [s for g in fleet.groups for s in g.ships]
    return not fleet.whole and any(s.carrier for s in ships) and not all(s.carrier for s in ships)


async def close_round(t: Table[Battle]) -> TailCall | int:
    """Close a round. A side without ships has lost. Otherwise the side that speaks first decides
    first about staying."""
    alive = [has_ships(f) for f in t.state.fleets]
    if not all(alive):
        winner = 1 if not alive[0] else 0
        t.record(BattleEnded("22.7", winner, "annihilated"))
        return winner
    first = speaks_first(t.state)
    for side in (first, 1 - first):
        b = t.state
        fleet = b.fleets[side]
        options = [Choice("withdraw")]
        if not must_withdraw(b, side):
            options.insert(0 if stays_by_default(b, side) else 1, Choice("stay"))
            if carriers_may_leave(fleet):
                options.append(Choice("carriers withdraw"))
        about = facts(
            round=b.round, lost=fleet.lost, enemy_lost=b.fleets[1 - side].lost, first=side == first
        )
        answer = str(await choose_one(fleet.side, "withdraw", "22.6", options, about))
        t.record(
            WithdrawalDecided(
                "22.6", side, fleet.side, "carriers" if answer.startswith("carriers") else answer
            )
        )
        if answer == "withdraw":
            await run_pursuit(t, side)
            t.record(BattleEnded("22.7", 1 - side, "withdrew"))
            return 1 - side
        if not has_ships(t.state.fleets[side]):
            t.record(BattleEnded("22.7", 1 - side, "withdrew"))
            return 1 - side
    if t.state.round >= (
        t.state.most or combat_tables.cell_number(t.state.rulings, "withdrawal", "rounds")
    ):
        t.record(BattleEnded("22.7", 1 - first, "rounds"))
        return 1 - first
    return TailCall(open_round)


async def run_pursuit(t: Table[Battle], side: int) -> None:
    """Let each fast active enemy group that found the withdrawing side fire once, unanswered, at
    its slow ships (HR-A3-pursuit). Groups with slow ships come into the pursuers' sight."""
    if t.state.rulings.switch("HR-A3-pursuit") == "none":
        return
    for i in range(len(t.state.fleets[1 - side].groups)):
        b = t.state
        r = b.rulings
        hunter = b.fleets[1 - side].groups[i]
        strength = undamaged_factors(r, hunter.ships)
        if not is_active(hunter, b.round) or not is_fast_group(r, hunter) or not strength:
            continue
        prey = slow_prey(r, b.fleets[side])
        if not prey:
            return
        for found in dict.fromkeys(g for g, _ in prey if not b.fleets[side].groups[g].known):
            t.record(ShipsIdentified("22.6", side, found))
        options = [
            Choice(b.fleets[side].groups[g].ships[s].id or f"{g + 1}.{s + 1}", (g, s))
            for g, s in prey
        ]
        about = facts(factors=strength, round=b.round)
        g, s = (await choose_one(b.fleets[1 - side].side, "pursuit", "22.6", options, about)).value
        group = b.fleets[side].groups[g]
        was, salvo = group.ships[s], pursuit_salvo(r, hunter, group, s)
        drm = lowest_drm(hunter.ships) - was.drm
        about = facts(
            factors=strength, drm=drm, target=was.id or was.type, side=b.fleets[1 - side].side
        )
        effects = await Roll(salvo, "22.6", "pursuit", "awaw.naval-attack", about, b.players())
        if effects:
            t.record(Hit("22.6", side, g, s, was.id, effects, "pursuit"))
            report_hit(t, side, was, t.state.fleets[side].groups[g].ships[s])
    t.record(SunkRemoved("22.55", side))


def pursuit_salvo(r: Rulings, hunter: Group, prey: Group, ship: int) -> Salvo:
    """Return a group's fire at a slow ship that withdraws (22.6)."""
    drm = lowest_drm(hunter.ships) - prey.ships[ship].drm
    column = combat_tables.fleet_column(
        r, min(undamaged_factors(r, hunter.ships), combat_tables.MOST_FLEET), drm
    )
    return Salvo((column,), effects_limit(r, prey, ship, ()))


def slow_prey(r: Rulings, fleet: Fleet) -> list[tuple[int, int]]:
    """Return (group, ship) of slow ships in groups that were found or engaged this round, the best
    ship first."""
    out = [
        (g, s)
        for g, group in enumerate(fleet.groups)
        if group.seen and group.away == 0
        for s, ship in enumerate(group.ships)
        if not is_fast(r, ship) and not is_sunk(r, ship)
    ]
    return sorted(
        out,
        key=lambda p: (
            not fleet.groups[p[0]].ships[p[1]].heavy,
            *rank_key(r, fleet.groups[p[0]].ships[p[1]]),
            p,
        ),
    )
