"""Forecasts of fire: the hits on both sides, from the same salvo procedure that play rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from msgspec.structs import replace

from flagplot.odds import convolve, distribution_bars, expected_points_clause, percent_text
from flagplot.table import Ask, Single, about_map
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause

from .. import nouns
from ..orders import Attack, Fire
from ..rules.combat.air_attack import attack_shot, attackers, targets_of_class
from ..rules.combat.encounters import torpedo_shot
from ..rules.combat.gunnery import defence_gunnery
from ..rules.combat.salvo import Shot, salvo_of, shot_fired
from ..rules.special import landing
from ..scenarios.loss_points import points_for_hits
from ..state import Group, State
from ..state.units import Unit, can_fire, is_warship, short_name
from .odds_questions import count_salvo, hits_by, hits_in, salvo_of_order, strike_hit_chances

SINGLE = frozenset({"torpedo", "coast-fire", "return-fire"})
"""Kinds of question about a single shot."""


def battle_groups(view: State, request: Single) -> tuple[Group, Group] | None:
    """Return the side's own group and the enemy's in the battle of the request; ``None`` when there
    is none."""
    about = about_map(request)
    own, foe = (
        view.groups.get(str(about.get("group", ""))),
        view.groups.get(str(about.get("foe", ""))),
    )
    return None if view.battle is None or own is None or foe is None else (own, foe)


def forecast_round(view: State, request: Single, order: Fire | None = None) -> Forecast | None:
    """Return the hits of the coming round: of *order*, or of all guns at the best target when no
    order is written, and of the enemy's reply if it may fire. ``None`` outside a battle and when
    nobody can fire."""
    sides = battle_groups(view, request)
    if sides is None or request.kind not in ("fire", "battle", "screen"):
        return None
    titles = {"fire": "This round of fire", "screen": "The first round of fire"}
    return forecast_exchange(view, *sides, titles.get(request.kind, "If both fight on"), order)


def forecast_exchange(
    view: State, own: Group, foe: Group, title: str, order: Fire | None = None
) -> Forecast | None:
    """Return the forecast of a round of fire between two groups; ``None`` when nobody can fire.
    Without *order* all guns fire at the best target."""
    given = order is not None
    order = order or best_volley(view, own, foe)
    answer = best_volley(view, foe, own)
    spreads, exact, notes, points = [], True, [], dict.fromkeys(view.sides, 0.0)
    for side, bars, what in (
        (foe.side, "Hits the enemy takes", order),
        (own.side, "Hits you take", answer),
    ):
        if not what.shots:
            continue
        chances, sunk, counted = hit_chances(view, what)
        points[view.other(side)] += mean_points(view, what)
        exact = exact and counted
        spreads.append(distribution_bars(bars, side, chances))
        notes += [
            Clause(f"{plain_name(view, at)} sunk {percent_text(p)}.", "36.F.3")
            for at, p in sunk
            if p
        ]
    if not spreads:
        return None
    if view.scenario:
        notes.append(expected_points_clause(own.side, points))
    rests = []
    if not given and order.shots:
        rests.append(f"if all your guns fire at {plain_name(view, order.shots[0][1])}")
    if answer.shots:
        rests.append(
            f"if the enemy answers with all guns at {plain_name(view, answer.shots[0][1])}"
        )
    if not answer.shots:
        rests.append("the enemy cannot answer")
    told = f"{'Exact' if exact else 'Sampled'}: {' and '.join(rests) or 'of the fire you wrote'}."
    return Forecast(title, tuple(spreads), (*notes, Clause(told, "32.D.2")), exact)


def plain_name(view: State, id: str) -> str:
    """Return a unit's name without details, as the lines of the battle show it; the id when there
    is no name or no unit."""
    return (short_name(view.units[id]) if id in view.units else "") or id


def forecast_of_question(view: State, request: Single) -> Forecast | None:
    """Return the forecast of a question for its most likely answer; ``None`` when there is none."""
    about = about_map(request)
    if request.kind in SINGLE and isinstance(request, Ask):
        return next(
            (
                x
                for x in (forecast_option(view, request, str(o)) for o in request.options)
                if x is not None
            ),
            None,
        )
    if request.kind == "attack":
        return forecast_strike(
            view,
            request,
            Attack(bases_named(about) if about.get("all") else bases_named(about)[:1]),
        )
    if request.kind == "join" and isinstance(request, Ask):
        return forecast_strike(
            view, request, Attack(tuple(str(o) for o in request.options if o != "nobody")[:1])
        )
    if request.kind == "search":
        return forecast_when_found(view, request)
    if request.kind == "beach-strike" and isinstance(request, Ask):
        at = next((str(o) for o in request.options if str(o) in view.groups), "")
        return forecast_beach_strike(view, request, at) if at else None
    return forecast_round(view, request)


def bases_named(about: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the airbases that a question names."""
    return tuple(str(about.get("bases", "")).split())


def forecast_when_found(view: State, request: Single) -> Forecast | None:
    """Return the forecast of the attack that the aircraft in range make on a group once it is
    found; ``None`` when none may attack it."""
    group = view.groups.get(str(about_map(request).get("group", "")))
    able = tuple(sorted({a.base for a in attackers(view, group)})) if group is not None else ()
    found = forecast_strike(view, request, Attack(able)) if able else None
    return (
        None
        if found is None
        else replace(found, title="If it is found: what all aircraft in reach would do")
    )


def forecast_strike(view: State, request: Single, order: Attack) -> Forecast | None:
    """Return the hits and points of an air attack on a group by all its bases together; ``None``
    when no aircraft fly."""
    group = view.groups.get(str(about_map(request).get("group", "")))
    if group is None or not order.bases:
        return None
    each = [strike_hit_chances(view, group, base) for base in order.bases]
    return forecast_air_attacks(view, request, group, each, order.target)


def forecast_beach_strike(view: State, request: Single, at: str) -> Forecast | None:
    """Return the hits of an airbase's strikes on a group off a beach."""
    group = view.groups[at]
    shot = beach_strike_shot(view, group, str(about_map(request)["base"]))
    return forecast_air_attacks(view, request, group, [hits_by(shot, view)], "")


def beach_strike_shot(view: State, group: Group, base: str) -> Shot:
    """Return the attack of an airbase's strikes on a group off a beach as a shot, by night at
    -1."""
    own = view.other(group.side)
    found = attack_shot(
        view, group, base, landing.strike_units(view, own, base, group.hex), "target"
    )
    return replace(found, plus=found.plus - int(group.dark))


def forecast_air_attacks(
    view: State, request: Single, group: Group, each: Sequence[dict[int, float]], wanted: str
) -> Forecast:
    """Return the forecast of air attacks in bars: hits, ships sunk, points. Each attack is on a
    unit drawn at random from those wanted."""
    chances: dict[int, float] = {0: 1.0}
    for one in each:
        chances = convolve(chances, one)
    known = targets_of_class(tuple(u for u in view.of(group) if u.strength), wanted)
    prey = known or (assumed_target(group.side, wanted),)
    points = sum(
        p * points_for_hits(view, u, n) for one in each for n, p in one.items() for u in prey
    ) / len(prey)
    safe = prod(
        1 - sum(p for n, p in one.items() for u in prey if n >= u.strength) / len(prey)
        for one in each
    )
    told = f"A hit {percent_text(1 - chances.get(0, 0.0))}" + (
        f", a ship sunk {percent_text(1 - safe)}." if known else "."
    )
    notes = [Clause(told, request.clause)]
    if view.scenario:
        notes.append(
            expected_points_clause(
                request.side, {request.side: points, view.other(request.side): 0.0}
            )
        )
    rests = (
        "Exact; each base at a ship that chance picks of those you know"
        if known
        else f"Exact, as if {AS_IF} were hit"
    )
    notes.append(Clause(f"{rests}."))
    return Forecast(
        "What the aircraft would do",
        (distribution_bars("Hits the enemy takes", group.side, chances),),
        tuple(notes),
    )


ASSUMED = 6
"""Strength points of a ship of which nothing is known."""


AS_IF = "a ship of six points"


def assumed_target(side: str, wanted: str) -> Unit:
    """Return the unit that is assumed to be hit in a group of which nothing is known."""
    return Unit("", side, {"carriers": "CG", "transports": "NT"}.get(wanted, "TF"), ASSUMED)


def forecast_option(view: State, request: Single, option: str) -> Forecast | None:
    """Return the forecast of the single shot of submarines, a coast defence or a ship; ``None`` for
    holding fire."""
    aimed = shot_of(view, request, option)
    return (
        forecast_shot(view, request, aimed, "What the shot would do")
        if aimed is not None and aimed.over > 0
        else None
    )


def forecast_shot(view: State, request: Single, aimed: Shot, title: str) -> Forecast:
    """Return the forecast of a shot in bars, with its points."""
    chances, target = hits_by(aimed, view), view.units.get(aimed.at)
    side = target.side if target is not None else view.other(request.side)
    told = f"At {plain_name(view, aimed.at)}: a hit {percent_text(1 - chances.get(0, 0.0))}"
    sunk = sum(p for n, p in chances.items() if target is not None and n >= target.strength)
    notes = [
        Clause(
            f"{told}, sunk {percent_text(sunk)}." if target is not None else f"{told}.",
            request.clause,
        )
    ]
    if view.scenario:
        mine = (
            sum(p * points_for_hits(view, target, n) for n, p in chances.items())
            if target is not None
            else 0.0
        )
        notes.append(
            expected_points_clause(
                request.side, {request.side: mine, view.other(request.side): 0.0}
            )
        )
    return Forecast(
        title, (distribution_bars("Hits the enemy takes", side, chances),), tuple(notes)
    )


def best_volley(view: State, own: Group, foe: Group) -> Fire:
    """Return fire of all guns of a group at its most valuable targets: cargo before warships,
    strong before weak ships, and the screen before the ships that it covers."""
    only = view.battle.fires if view.battle else ""
    if only and own.side != only:
        return Fire()
    targets = sorted(
        (u for u in view.of(foe) if u.strength), key=lambda u: (is_warship(u), -u.strength, u.id)
    )
    screen = view.battle.screen(foe.id) if view.battle else ()
    shield = [u for u in targets if u.id in screen]
    aim = (shield or targets)[:1]
    return Fire(
        tuple(nouns.Shot(u.id, aim[0].id) for u in view.of(own) if can_fire(u)) if aim else ()
    )


def hit_chances(view: State, order: Fire) -> tuple[dict[int, float], list[tuple[str, float]], bool]:
    """Return the chances of the sum of hits, the chance that each target sinks, and whether all
    chances are exact."""
    salvo = salvo_of_order(view, order)
    outcomes, exact = count_salvo(salvo)
    chances: dict[int, float] = {}
    sunk = dict.fromkeys((at for at, _ in salvo.afloat), 0.0)
    for text, p in outcomes:
        chances[hits_in(text)] = chances.get(hits_in(text), 0.0) + p
        for at, room in salvo.afloat:
            if f"{at} {room}" in text.split(", "):
                sunk[at] += p
    return chances, list(sunk.items()), exact


def mean_points(view: State, order: Fire) -> float:
    """Return the mean points that a side gets for the hits of an order to fire, by the score of the
    scenario."""
    found = 0.0
    for text, p in count_salvo(salvo_of_order(view, order))[0]:
        for part in text.split(", ") if text != "no hits" else ():
            at, hits = part.rsplit(" ", 1)
            found += (
                p * points_for_hits(view, view.units[at], int(hits)) if at in view.units else 0.0
            )
    return found


def note_on_shot(view: State, request: Single, option: str) -> str:
    """Return a note for an option to fire: the chance that the single shot of submarines, a coast
    defence or a ship hits, and that it sinks its target. It is counted from the salvo that play
    rolls."""
    aimed = shot_of(view, request, option)
    if aimed is None or aimed.over <= 0:
        return ""
    outcomes, _ = count_salvo(salvo_of(view, (aimed,)))
    hit = 1 - sum(p for text, p in outcomes if text == "no hits")
    mean = sum(p * hits_in(text) for text, p in outcomes)
    target = view.units.get(aimed.at)
    sunk = sum(p for text, p in outcomes if target is not None and hits_in(text) >= target.strength)
    return f"a hit {percent_text(hit)}, {mean:.1f} hits on average" + (
        f", sunk {percent_text(sunk)}" if sunk else ""
    )


def shot_of(view: State, request: Single, option: str) -> Shot | None:
    """Return the shot that an option fires; ``None`` for holding fire, or when the firing unit is
    not known."""
    about, fight = about_map(request), view.battle
    if request.kind == "torpedo":
        group, boats = (view.groups.get(str(about.get(key, ""))) for key in ("group", "submarine"))
        return (
            torpedo_shot(view, group, boats, option)
            if group is not None and boats is not None
            else None
        )
    if fight is None or option == "hold fire" or not str(about.get("coast", "")):
        return None
    coast, group = view.defences[str(about["coast"])], view.groups.get(fight.mover)
    if group is None:
        return None
    if request.kind == "return-fire" and request.side != coast.owner:
        return shot_fired(view, view.units[str(about["unit"])], coast.hex, fight.night)
    target = option.removeprefix("fire at ") if request.kind == "coast-fire" else str(about["unit"])
    strength = defence_gunnery(view, coast, group.hex, fight.night)
    return Shot(coast.hex, target, strength.numerator, strength.denominator)
