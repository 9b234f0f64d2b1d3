"""Evaluation of the answers to a battle's questions for the side asked, from its view: fighting on,
targets, losses.

Choices after which the battle goes on are played to its end, several playouts an answer. Fire and
losses are counted exactly. Unit: victory points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flagplot.odds import Policy, Sampler, first_option, seeded_rng, significantly_better
from flagplot.table import Ask, Rulings, Single, Table, TailCall, about_map
from flagplot.table.core.memo import memo_per_state

from ..rules.combat import air_combat, battle, combat_tables, gunnery
from ..rules.combat.battle_choices import AUTO, Choice
from ..rules.combat.battle_setup import air_of, group_of
from ..rules.combat.damage import cargo_lost, effects_possible, spread_effects, with_ship
from ..rules.combat.dice import salvo_outcomes
from ..rules.combat.gunnery import HOLD, LIGHTS, Shot
from ..rules.combat.ships import (
    Battle,
    Group,
    Ship,
    is_damaged,
    is_sunk,
    replace,
    undamaged_factors,
)
from ..rules.interception.activity import Activity
from ..rules.interception.attempt import HINDERED
from ..state import State
from .assumed_ships import HIS
from .candidates import landing_places
from .determinization import determinize
from .loss_points import FREIGHT, LADEN, LossPrices, loss_prices
from .worth import PLAIN_PRIZE, points_at_stake, watch_points

GAMES, MOST = 48, 8
"""Playouts of a battle for one question, and the most answers that are played out."""
TRACE = 1e-6
"""Points by which ``auto`` counts less than the same answer by its own name. The log then names the
answer."""
SCRATCH = 0.1
"""Share of a factor's points that a hit counts when it neither damages nor sinks the ship."""
GUESSED: Mapping[str, tuple[tuple[str, int], ...]] = {
    "10+": (("BB", 4), ("CA", 4), ("DD", 6)),
    "under 10": (("CA", 2), ("DD", 3)),
    "": (("CA", 4), ("DD", 5)),
}
"""Ships assumed in a group by its size band: (type, factors) pairs. The empty band is an unknown
size."""


def evaluate_targets(view: State, request: Ask[Any]) -> Mapping[Any, float] | None:
    """Return the points of every target, or of every way to take losses. ``None`` for other
    questions, and when nothing tells the answers apart."""
    rate, side = FIRED.get(request.kind), fleet_asked(view, request)
    found = (
        rate(view, view.battle, side, request) if rate is not None and side is not None else None
    )
    return None if found is None else {AUTO: found[request.options[1]] - TRACE, **found}


def fleet_asked(view: State, request: Single) -> int | None:
    """Return the index (0 or 1) of the fleet asked by a battle's question that offers ``auto``.
    ``None`` for other questions."""
    b: Battle | None = view.battle
    if (
        b is None
        or not isinstance(request, Ask)
        or len(request.options) < 3
        or request.options[0] != AUTO
    ):
        return None
    return next((i for i, f in enumerate(b.fleets) if f.side == request.side), None)


def improve_answer(
    view: State, request: Single, answer: Any, rated: Sequence[tuple[Any, float]]
) -> Any:
    """Return the answer after which a battle goes best when played on. Keep *answer* unless another
    is significantly better than the usual one."""
    side, begins = fleet_asked(view, request), stage_of_question(request)
    if side is None or begins is None:
        return answer
    assert isinstance(request, Ask)
    stood = play_answers(view, view.battle, side, request, begins)
    usual = stood[request.options[1]]
    surer = [a for a, games in stood.items() if significantly_better(games, usual)]
    return max(surer, key=lambda a: sum(stood[a]), default=answer)


# --------------------------------------------------------------------------- the battle played on
def stage_of_question(request: Single) -> TailCall | None:
    """Return the stage of a battle that begins with this question; ``None`` for a question in the
    middle of a fight."""
    if request.kind == "strike":
        return TailCall(run_strikes_from, (int(about_map(request)["step"]),))
    return STAGES.get(request.kind)


async def run_strikes_from(t: Table[Battle], step: int) -> TailCall:
    """Run the strikes of a round from one of its steps on."""
    await t.run(air_combat.run_strikes, step)
    return TailCall(battle.screen_stage)


STAGES: Mapping[str, TailCall] = {
    "combat-group": TailCall(battle.battle),
    "air-split": TailCall(battle.air_stage),
    "air-roles": TailCall(battle.air_stage),
    "screen": TailCall(battle.screen_stage),
    "engage": TailCall(battle.ask_further_engagements),
    "withdraw": TailCall(battle.close_round),
}


class AnswerOnce:
    """A policy that gives one answer to one question, once, and the usual answer to every other."""

    def __init__(self, request: Ask[Any], answer: Any) -> None:
        self.request, self.answer, self.given = request, answer, False

    def __call__(self, request: Any, situation: Any) -> Any:
        known = self.request
        if (
            not self.given
            and request.kind == known.kind
            and (request.side, request.about) == (known.side, known.about)
        ):
            self.given = True
            if self.answer in request.options:
                return self.answer
        return request.options[0]


def play_answers(
    view: State, b: Battle, side: int, request: Ask[Any], begins: TailCall
) -> Mapping[Any, list[float]]:
    """Return the points of the battle after each answer, one value a playout. All answers get the
    same seeds."""
    answers = answers_to_play(request.options[1:])
    games = GAMES // len(answers)
    if request.kind == "screen" and has_unseen_group(b, side):  # unseen guns may decide it
        thought = [
            with_assumed_ships(view, b, side, draw_enemy(view, b, side, seed))
            for seed in range(games)
        ]
    else:
        thought = [with_assumed_ships(view, b, side)] * games
    usual, *others = answers
    return {
        usual: [play_usual(view, side, begins, whole, seed) for seed, whole in enumerate(thought)]
    } | {
        a: [
            play_once(view, side, begins, whole, seed, AnswerOnce(request, a))
            for seed, whole in enumerate(thought)
        ]
        for a in others
    }


def play_once(
    view: State, side: int, begins: TailCall, whole: Battle, seed: int, policy: Policy
) -> float:
    """Return the points of one playout of a battle."""
    return points_of_outcome(view, whole, side, Sampler(policy, seed).play(begins, whole))


@memo_per_state
def play_usual(view: State, side: int, begins: TailCall, whole: Battle, seed: int) -> float:
    """Return the points of one playout in which all answers are the usual ones. Memoised: each
    numbered group is compared with it."""
    return play_once(view, side, begins, whole, seed, first_option)


def answers_to_play(answers: Sequence[Any]) -> Sequence[Any]:
    """Return at most MOST answers: the usual one, which is the first, and others evenly spread over
    the rest."""
    return (
        answers
        if len(answers) <= MOST
        else [answers[n * len(answers) // MOST] for n in range(MOST)]
    )


def points_of_outcome(view: State, before: Battle, side: int, ended: tuple[Any, Battle]) -> float:
    """Return the points of a battle that was played out: the enemy's losses less one's own by the
    scenario's score, plus the prize if *side* won."""
    winner, then = ended
    stakes, charged, cost = battle_stakes(view, before)
    points = stakes if winner == side else 0.0
    for i, sign in ((side, -1), (1 - side, 1)):
        points += sign * (charged[i].toll(then.fleets[i], then.rulings) - cost[i])
    return points


@memo_per_state
def battle_stakes(
    view: State, b: Battle
) -> tuple[float, tuple[LossPrices, LossPrices], tuple[float, float]]:
    """Return the stakes of a battle: the prize for the winner, the prices of each fleet's losses,
    and what each fleet has lost already, in points."""
    one, two = loss_prices(view, b.fleets[0].side), loss_prices(view, b.fleets[1].side)
    return (
        hex_prize(view, view.battle),
        (one, two),
        (one.toll(b.fleets[0], b.rulings), two.toll(b.fleets[1], b.rulings)),
    )


def hex_prize(view: State, b: Battle) -> float:
    """Return the points that depend on which side is left in the hex."""
    total = 0.0
    for g in b.fleets[0].groups:
        f = view.forces.get(g.id)
        if f is None or f.state == "returning":
            continue
        a = Activity(f.mission, f.side, (f.id,), (), f.target)
        carries = f.mission in HINDERED and not (
            f.mission == "transport" and f.side == view.viewer and not f.loaded
        )
        total += (
            points_at_stake(view, a, f.band)
            if carries
            else watch_points(view, f.target, sum(s.factors for s in g.ships))
        )
    return max(total, PLAIN_PRIZE)


def with_assumed_ships(view: State, b: Battle, side: int, thought: State | None = None) -> Battle:
    """Return the battle with ships in the enemy's unseen groups, and with its land-based aircraft.

    The ships are those of the determinised state *thought*, where they agree with the search; else
    those assumed for the group's size."""
    foe = b.fleets[1 - side]
    nations = {u.nation for u in view.units.values() if u.side == foe.side}
    drm = max((combat_tables.naval_drm(b.rulings, n) for n in nations), default=0)
    groups = []
    numbered = any(g.number for f in b.fleets for g in f.groups)
    for place, g in enumerate(foe.groups, 1):
        number = g.number or (min(place, battle.MOST_GROUPS) if numbered else 0)
        ships = (
            g.ships
            if g.known or g.ships or g.away
            else drawn_ships(thought, g) or guessed_ships(view, g, drm)
        )
        groups.append(replace(g, ships=ships, number=number))
    air_there = air_of(view, foe.side, b.hex) if b.hex and not foe.air.squadrons else foe.air
    own, other = b.fleets[side], replace(foe, groups=tuple(groups), air=air_there)
    return replace(b, fleets=(own, other) if side == 0 else (other, own))


def with_ship_ids(b: Battle) -> Battle:
    """Return the battle with an id for each assumed ship, so that each can be told from the
    others."""
    fleets = []
    for f in b.fleets:
        groups = tuple(
            replace(
                g,
                ships=tuple(
                    s if s.id else replace(s, id=f"{HIS}{k}:{i}") for i, s in enumerate(g.ships)
                ),
            )
            for k, g in enumerate(f.groups)
        )
        fleets.append(replace(f, groups=groups))
    return replace(b, fleets=(fleets[0], fleets[1]))


def has_unseen_group(b: Battle, side: int) -> bool:
    """Return True when some enemy group of the battle is unseen."""
    return not all(g.ships or g.known or g.away for g in b.fleets[1 - side].groups)


def draw_enemy(view: State, b: Battle, side: int, seed: int) -> State | None:
    """Return one determinisation of the enemy's ships in a battle; ``None`` when there is none."""
    return determinize(replace(view, battle=None), b.fleets[side].side, seeded_rng(seed))


def drawn_ships(thought: State | None, g: Group) -> tuple[Ship, ...]:
    """Return a group's ships in the state *thought* when their carriers agree with the search
    report. Empty when they do not, and without *thought*."""
    if thought is None or g.id not in thought.forces:
        return ()
    ships = group_of(thought, thought.forces[g.id]).ships
    return ships if g.report is None or g.report.carriers == sum(s.carrier for s in ships) else ()


def guessed_ships(view: State, g: Group, drm: int) -> tuple[Ship, ...]:
    """Return assumed ships for a group of which only the size and the carriers are reported."""
    f = view.forces.get(g.id)
    band = g.report.band if g.report else f.band if f is not None else ""
    ships = tuple(Ship(kind, size, drm=drm) for kind, size in GUESSED[band])
    carriers = g.report.carriers if g.report else 0
    return (*ships, *(Ship("CV", 3, drm=drm, nas=3) for _ in range(carriers)))


# -------------------------------------------------------------------------------- fire and losses
def points_of_hits(r: Rulings, price: LossPrices, group: Group, ship: Ship, effects: int) -> float:
    """Return the enemy's points for effects on one counter."""
    if effects <= 0:
        return 0.0
    if not ship.sized:
        laden = group.hindered and ship.type not in ("TR", "CVE")
        return (price.light(ship) + (LADEN if laden else 0.0)) * min(effects, ship.size)
    now = replace(ship, hits=ship.hits + effects)
    if is_sunk(r, now) or (is_damaged(r, now) and not is_damaged(r, ship)):
        return price.lost(now, r) - price.lost(ship, r)
    return SCRATCH * price.factor(ship) * min(effects, ship.size)


def points_at_target(
    r: Rulings, price: LossPrices, group: Group, target: int, light: tuple[int, ...], effects: int
) -> float:
    """Return the enemy's points for effects on one ship of a group, or spread over its light ships
    when *target* is LIGHTS."""
    if target != LIGHTS:
        return points_of_hits(r, price, group, group.ships[target], effects)
    dealt = spread_effects(r, group, light, effects, gunnery.default_loss(r, group, light, effects))
    return sum(points_of_hits(r, price, group, group.ships[i], n) for i, n in dealt)


@memo_per_state
def expected_points(
    r: Rulings,
    price: LossPrices,
    group: Group,
    target: int,
    light: tuple[int, ...],
    columns: tuple[tuple[int, ...], ...],
) -> float:
    """Return the expected points of fire in *columns* at one target."""
    cap = gunnery.effects_limit(r, group, target, light)
    if not columns or not cap:
        return 0.0
    outcomes, total = salvo_outcomes(columns, cap)
    return (
        sum(
            w * points_at_target(r, price, group, target, light, effects) for effects, w in outcomes
        )
        / total
    )


def opposed_groups(
    b: Battle, side: int, options: Sequence[Choice], ship: str = ""
) -> tuple[Group, Group] | None:
    """Return the own group and the enemy group of the fight asked about: those of *ship* and of the
    ships the options name, else the first pair that fights. ``None`` when there is none."""
    own, foes = b.fleets[side], b.fleets[1 - side]
    named = {word for o in options for word in o.text.split()}
    mine = next((g for g in own.groups if ship and any(s.id == ship for s in g.ships)), None)
    his = next((g for g in foes.groups if any(s.id and s.id in named for s in g.ships)), None)
    if mine is not None and his is not None:
        return mine, his
    for x, y in battle.paired_groups(b):
        one, two = (own.groups[x], foes.groups[y]) if side == 0 else (own.groups[y], foes.groups[x])
        if (mine in (None, one)) and (his in (None, two)) and two.ships:
            return one, two
    return None


def evaluate_heavy_fire(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points that a heavy ship's fire adds at each target to the usual fire at it."""
    price = loss_prices(view, b.fleets[1 - side].side)
    ship, options = str(about_map(request).get("ship", "")), request.options[1:]
    fight = opposed_groups(b, side, options, ship)
    at = (
        next((i for i, s in enumerate(fight[0].ships) if s.id == ship), None)
        if fight is not None
        else None
    )
    if fight is None or at is None:
        return None
    r, (own, foe) = b.rulings, fight
    line, his = gunnery.lines_of(r, own), gunnery.lines_of(r, foe)
    aims = [(i, x) for i, x in gunnery.default_targets(line, his) if i != at]

    def adds(target: int) -> float:
        if target == HOLD:
            return 0.0
        others = tuple(
            gunnery.heavy_shot(r, own, i, foe, x, his.light) for i, x in aims if x == target
        )
        mine = gunnery.heavy_shot(r, own, at, foe, target, his.light)
        with_it, without = gunnery.fire_columns(r, (*others, mine)), gunnery.fire_columns(r, others)
        return expected_points(r, price, foe, target, his.light, with_it) - expected_points(
            r, price, foe, target, his.light, without
        )

    return {o: adds(o.value[0]) for o in options}


def evaluate_light_fire(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points that surplus light factors bring at each target, or beside the other light
    factors at the enemy's light ships."""
    price = loss_prices(view, b.fleets[1 - side].side)
    options = request.options[1:]
    fight = opposed_groups(b, side, options)
    if fight is None:
        return None
    r, (own, foe) = b.rulings, fight
    line, his = gunnery.lines_of(r, own), gunnery.lines_of(r, foe)
    firers = tuple(own.ships[i] for i in line.light)
    pairs = gunnery.split_light_factors(
        gunnery.light_factors(r, own, line.light), gunnery.light_factors(r, foe, his.light)
    )[0]

    def brings(target: int, n: int) -> float:
        if target == HOLD or not n:
            return 0.0
        aimed = tuple(foe.ships[i] for i in his.light) if target == LIGHTS else (foe.ships[target],)
        drm = gunnery.fire_drm(r, firers, own, aimed, foe)
        return expected_points(
            r,
            price,
            foe,
            target,
            his.light,
            gunnery.fire_columns(r, (Shot(LIGHTS, n, target, drm),)),
        )

    def worth(value: tuple[int, ...]) -> float:
        shots = zip(value[::2], value[1::2], strict=True)
        return sum(
            brings(x, n) if x != LIGHTS else brings(x, n + pairs) - brings(x, pairs)
            for x, n in shots
        )

    return {o: worth(o.value) for o in options}


def evaluate_screened_fire(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points of each ship behind the screen as a target for the strongest guns that are
    left."""
    price = loss_prices(view, b.fleets[1 - side].side)
    options = request.options[1:]
    fight = opposed_groups(b, side, options)
    if fight is None:
        return None
    r, (own, foe) = b.rulings, fight
    factors = max(
        (s.size for s in own.ships if s.heavy and not is_damaged(r, s)),
        default=undamaged_factors(r, own.ships),
    )
    small = tuple(i for i, s in enumerate(foe.ships) if not s.heavy and not is_sunk(r, s))
    column = combat_tables.fleet_column(r, max(1, min(factors, combat_tables.MOST_FLEET)), 0)
    return {o: expected_points(r, price, foe, o.value[0], small, (column,)) for o in options}


def evaluate_air_attack(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points of the squadrons that got through, at each target or divided."""
    price = loss_prices(view, b.fleets[1 - side].side)
    about, foes = about_map(request), b.fleets[1 - side]
    k = next(
        (i for i, g in enumerate(foes.groups) if g.number == about.get("group") and g.ships), None
    )
    if k is None:
        return None
    r, foe, own = b.rulings, foes.groups[k], b.fleets[side]
    source = next((i for i, g in enumerate(own.groups) if g.strike), -1)
    light = tuple(i for i, s in enumerate(foe.ships) if not s.heavy and not is_sunk(r, s))

    def brings(target: int, n: int) -> float:
        drm = air_combat.attack_drm(b, side, source, k, target, int(about.get("level", 0)))
        return expected_points(r, price, foe, target, light, (combat_tables.air_column(r, n, drm),))

    return {
        o: sum(brings(x, n) for x, n in zip(o.value[::2], o.value[1::2], strict=True))
        for o in request.options[1:]
    }


def evaluate_pursuit(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points of the pursuit's fire at each slow ship. ``None`` when a ship belongs to a
    group that was found but not seen."""
    price = loss_prices(view, b.fleets[1 - side].side)
    strength = int(about_map(request)["factors"])
    r, own = b.rulings, b.fleets[side]
    if not all(b.fleets[1 - side].groups[o.value[0]].ships for o in request.options[1:]):
        return None
    hunter = next(
        (g for g in own.groups if undamaged_factors(r, g.ships) == strength), own.groups[0]
    )

    def brings(group: int, ship: int) -> float:
        foe = b.fleets[1 - side].groups[group]
        drm = gunnery.lowest_drm(hunter.ships) - foe.ships[ship].drm
        return expected_points(
            r,
            price,
            foe,
            ship,
            (),
            (combat_tables.fleet_column(r, min(strength, combat_tables.MOST_FLEET), drm),),
        )

    return {o: brings(o.value[0], o.value[1]) for o in request.options[1:]}


def evaluate_torpedoes(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points of a submarine's effects on each ship."""
    price = loss_prices(view, b.fleets[0].side)
    effects = int(about_map(request)["effects"])
    foe = next(
        (g for g in b.fleets[0].groups if any(s.id == request.options[1].text for s in g.ships)),
        None,
    )
    if foe is None:
        return None
    return {
        o: points_of_hits(b.rulings, price, foe, foe.ships[o.value[0]], effects)
        for o in request.options[1:]
    }


def evaluate_losses(
    view: State, b: Battle, side: int, request: Ask[Any]
) -> Mapping[Any, float] | None:
    """Return the points, at most 0, of each split of effects between destroyers and cruisers. It
    includes cargo that no ship can lift any more."""
    price = loss_prices(view, b.fleets[side].side)
    about, options, r = about_map(request), request.options[1:], b.rulings
    effects = int(about["effects"])
    each = max((p for p in landing_places(view, request.side).values()), default=FREIGHT)
    for g in b.fleets[side].groups:
        lights = tuple(i for i, s in enumerate(g.ships) if not s.heavy and not is_sunk(r, s))
        line = tuple(
            i
            for i in lights
            if g.ships[i].type in ("CA", "DD")
            and not g.ships[i].held
            and (not is_damaged(r, g.ships[i]) or g.ships[i].hurt == 2)
        )
        for among in (line, lights) if about.get("by") != "air" else (lights,):
            if {o.value[0] for o in options} == offered_splits(r, g, among, effects):
                return {
                    o: -points_of_split(
                        r, price, g, spread_effects(r, g, among, effects, o.value[0]), each
                    )
                    for o in options
                }
    return None


def offered_splits(r: Rulings, g: Group, among: tuple[int, ...], effects: int) -> set[int]:
    """Return the numbers of effects that the owner may put on destroyers when *effects* fall on the
    ships *among*."""
    loose, cruisers = effects_possible(r, g, among)
    return {
        gunnery.default_loss(r, g, among, effects),
        *range(max(0, effects - cruisers), min(effects, loose) + 1),
    }


def points_of_split(
    r: Rulings, price: LossPrices, g: Group, dealt: tuple[tuple[int, int], ...], each: float
) -> float:
    """Return the points that dealt effects cost their owner. *each* is the price of a factor of
    lost cargo."""
    plain, then = replace(g, hindered=False), g
    total = 0.0
    for i, n in dealt:
        was = g.ships[i]
        total += points_of_hits(r, price, plain, was, n)
        then = with_ship(
            then,
            i,
            replace(was, hits=was.hits + n)
            if was.sized
            else replace(was, size=max(0, was.size - n)),
        )
    return total + each * sum(n for _, n in cargo_lost(r, g, then))


FIRED = {
    "surplus-heavy": evaluate_heavy_fire,
    "return-fire": evaluate_heavy_fire,
    "surplus-light": evaluate_light_fire,
    "screened": evaluate_screened_fire,
    "air-target": evaluate_air_attack,
    "pursuit": evaluate_pursuit,
    "submarine-target": evaluate_torpedoes,
    "losses": evaluate_losses,
}
