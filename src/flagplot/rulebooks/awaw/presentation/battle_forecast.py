"""Odds of a battle in bars and words: the next exchange, and the fire at each target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flagplot.odds import distribution_bars, expected_points_clause
from flagplot.table import Ask, about_map
from flagplot.table.display.orders import Forecast
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import capitalise, count_text

from ..advice import battle_choices, battle_points
from ..advice import exchange_forecast as fights
from ..advice.assumed_ships import HIS
from ..rules.combat import gunnery
from ..rules.combat.battle import pursuit_salvo
from ..rules.combat.damage import effects_possible
from ..rules.combat.dice import salvo_outcomes
from ..rules.combat.gunnery import LIGHTS, Shot
from ..rules.combat.ships import (
    Battle,
    Fleet,
    Group,
    is_active,
    is_damaged,
    left_to_sink,
    replace,
    undamaged_factors,
)
from ..state import State
from . import names

BEFORE = frozenset({"air-split", "air-roles", "strike", "air-target", "screen"})
"""Questions answered before the gunfire of the round being fought."""


ASSUMED = "the enemy's groups were what their size stands for: none of the ships that would fight is in sight"


MOST_FATES = 3
"""Most ships of each side whose fate is told."""


SMALL = 0.005
"""Least chance of a fate that is told."""


def exchange_bars(view: State, request: Ask[Any]) -> Forecast | None:
    """Return bars of the effects each side takes in the exchange that is decided here, with the ships
    seen or else assumed. ``None`` for other questions, and when no exchange can be forecast."""
    battle = view.battle
    if (
        not isinstance(battle, Battle)
        or not battle.hex
        or request.kind not in (*BEFORE, "withdraw", "combat-group")
    ):
        return None
    round = battle.round if request.kind in BEFORE else battle.round + 1
    found, seen = forecast_round(view, request, round)
    if found is None:
        return None
    foe = next(f.side for f in battle.fleets if f.side != request.side)
    title = (
        f"If both fight round {round}"
        if request.kind == "withdraw"
        else f"When the guns speak in round {round}"
    )
    return Forecast(
        title,
        (
            distribution_bars("Effects the enemy takes", foe, found.his_effects),
            distribution_bars("Effects you take", request.side, found.my_effects),
        ),
        tuple(exchange_notes(view, request, found, seen)),
        found.exact,
    )


def forecast_round(
    view: State, request: Ask[Any], round: int
) -> tuple[fights.Forecast | None, bool]:
    """Forecast the exchange of a round with the ships seen; if none would meet, with assumed ships
    for the unseen groups.

    The second value is True when the ships are seen."""
    found = fights.forecast_exchange(without_late_groups(view.battle), request.side, round)
    if found is not None or battle_choices.fleet_asked(view, request) is None:
        return found, found is not None
    return fights.forecast_exchange(
        without_late_groups(with_assumed_groups(view, request)), request.side, round
    ), False


def without_late_groups(b: Battle) -> Battle:
    """Return the battle without the groups that are still on the way to it (22.163)."""
    fleets = [
        replace(f, groups=tuple(replace(g, ships=()) if g.away else g for g in f.groups))
        for f in b.fleets
    ]
    return replace(b, fleets=(fleets[0], fleets[1]))


def with_assumed_groups(view: State, request: Ask[Any]) -> Battle:
    """Return the battle with assumed ships in its unseen groups."""
    side = battle_choices.fleet_asked(view, request)
    battle: Battle = view.battle
    return (
        battle
        if side is None
        else battle_choices.with_ship_ids(battle_choices.with_assumed_ships(view, battle, side))
    )


def exchange_notes(
    view: State, request: Ask[Any], found: fights.Forecast, seen: bool
) -> Iterable[Clause]:
    """Yield notes on an exchange: the side that comes off better, fates of heavy ships, points, and
    the assumption. *seen* is False when ships are assumed."""
    yield Clause(
        f"You come off better {percent_of_chance(found.better)}, worse {percent_of_chance(found.worse)}.",
        "22.6",
    )
    fate = [*fate_sentences(view, found.his_ships), *fate_sentences(view, found.my_ships)]
    if fate:
        yield Clause(" ".join(fate), "22.55")
    points = battle_points.expected_score(view, with_assumed_groups(view, request), found.ends)
    if points is not None:
        yield expected_points_clause(request.side, points)
    hidden = sum(
        1 for f in view.battle.fleets if f.side != request.side for g in f.groups if not g.ships
    )
    counted = "Exact" if found.exact else f"About, from {fights.SAMPLES} trials,"
    rests = [
        f"{counted} for the ships you see, surplus ships doubling on enemy ships"
        if seen
        else f"{counted} as if {ASSUMED}"
    ]
    if hidden and seen:
        rests.append(
            f"{count_text(hidden, 'enemy group')} not yet in sight {'is' if hidden == 1 else 'are'} "
            "left out"
        )
    if request.kind in BEFORE:
        rests.append("before aircraft strike")
    yield Clause("; ".join(rests) + ".")


def fate_sentences(view: State, ships: Iterable[fights.Fate]) -> list[str]:
    """Return the likeliest losses among heavy ships: ``Repulse sunk 17 %, damaged 42 %.``"""
    worst = sorted(
        (x for x in ships if x.sunk >= SMALL or x.damaged >= SMALL),
        key=lambda x: (-x.sunk, -x.damaged, x.id),
    )
    out = []
    for x in worst[:MOST_FATES]:
        parts = [
            f"{word} {percent_of_chance(p)}"
            for word, p in (("sunk", x.sunk), ("damaged", x.damaged))
            if p >= SMALL
        ]
        name = (
            "a ship not seen"
            if x.id.startswith(HIS)
            else names.unit_name(view, x.id)
            if x.id in view.units
            else x.id
        )
        out.append(f"{capitalise(name)} {', '.join(parts)}.")
    return out


def target_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside a target: the fire at it, including the side's ships that already fire
    there."""
    battle = view.battle
    if not isinstance(battle, Battle) or text == "hold":
        return ""
    if request.kind == "surplus-light":
        return light_fire_odds(view, request, text)
    if request.kind == "screened":
        return screened_odds(view, request, text)
    about = about_map(request)
    mine = find_ship(battle, request.side, str(about.get("ship", "")))
    if mine is None:
        return ""
    group, firer = mine
    foes = [g for f in battle.fleets if f.side != request.side for g in f.groups if g.ships]
    for foe in foes:
        own, line = gunnery.lines_of(battle.rulings, group), gunnery.lines_of(battle.rulings, foe)
        target = (
            LIGHTS
            if text == "lights" and line.light
            else next((i for i, s in enumerate(foe.ships) if s.id == text), None)
        )
        if target is None:
            continue
        firers = [
            firer,
            *(i for i, x in gunnery.paired_ships(own, line) if x == target and i != firer),
        ]
        return salvo_odds(battle, group, foe, firers, target)
    return ""


def light_fire_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside a use of surplus light factors: their effect on each target, with the
    other light ships where they join."""
    b, side = view.battle, battle_choices.fleet_asked(view, request)
    chosen = next((o for o in request.options if str(o) == text), None)
    fight = (
        battle_choices.opposed_groups(b, side, request.options[1:]) if side is not None else None
    )
    if chosen is None or fight is None:
        return ""
    r, (own, foe) = b.rulings, fight
    line, light = gunnery.lines_of(r, own), gunnery.lines_of(r, foe).light
    firers = tuple(own.ships[i] for i in gunnery.fighting_ships(r, own, line.light))
    facing = gunnery.fighting_ships(r, foe, light)
    pairs = gunnery.split_light_factors(
        gunnery.light_factors(r, own, line.light), gunnery.light_factors(r, foe, light)
    )[0]
    told = []
    for target, n in zip(chosen.value[::2], chosen.value[1::2], strict=True):
        hit = tuple(foe.ships[i] for i in facing) if target == LIGHTS else (foe.ships[target],)
        drm = gunnery.fire_drm(r, firers, own, hit, foe)
        told.append(
            fire_odds(
                b, foe, facing, target, (Shot(LIGHTS, n + pairs * (target == LIGHTS), target, drm),)
            )
        )
    return "; ".join(told)


def screened_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside a ship behind the screen: fire by the strongest guns left."""
    b, side = view.battle, battle_choices.fleet_asked(view, request)
    chosen = next((o for o in request.options if str(o) == text), None)
    fight = (
        battle_choices.opposed_groups(b, side, request.options[1:]) if side is not None else None
    )
    if chosen is None or not chosen.value or fight is None:
        return ""
    r, (own, foe) = b.rulings, fight
    guns = [i for i in gunnery.lines_of(r, own).heavy if not is_damaged(r, own.ships[i])]
    small = gunnery.screened_targets(r, foe, gunnery.lines_of(r, foe))[1]
    if not guns:
        return ""
    return fire_odds(
        b,
        foe,
        small,
        chosen.value[0],
        (gunnery.heavy_shot(r, own, guns[0], foe, chosen.value[0], small),),
    )


def torpedo_result(view: State, request: Ask[Any], text: str) -> str:
    """Return the result beside a ship that submarines may choose: the effect of their hits on
    it."""
    battle = view.battle
    hits = about_map(request).get("effects")
    if (
        request.kind != "submarine-target"
        or not isinstance(battle, Battle)
        or not isinstance(hits, int)
    ):
        return ""
    for side in (f.side for f in battle.fleets if f.side != request.side):
        found = find_ship(battle, side, text)
        if found is None:
            continue
        r, ship = battle.rulings, found[0].ships[found[1]]
        left = left_to_sink(r, ship)
        if hits >= left:
            return "sinks her"
        if not ship.sized:
            return f"costs {count_text(hits, 'factor')} of {ship.size}"
        hurt = is_damaged(r, replace(ship, hits=ship.hits + hits)) and not is_damaged(r, ship)
        return (
            f"damages her, {left - hits} more to sink"
            if hurt
            else f"no damage yet, {left - hits} more to sink"
        )
    return ""


def pursuit_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside a slow ship that withdraws: the fire of the side's pursuing group."""
    battle, strength = view.battle, about_map(request).get("factors")
    if request.kind != "pursuit" or not isinstance(battle, Battle):
        return ""
    r = battle.rulings
    hunters = [
        g
        for g in battle.fleet(request.side).groups
        if is_active(g, battle.round) and undamaged_factors(r, g.ships) == strength
    ]
    prey = next(
        (
            p
            for f in battle.fleets
            if f.side != request.side
            if (p := find_ship(battle, f.side, text))
        ),
        None,
    )
    if not hunters or prey is None:
        return ""
    outcomes, total = pursuit_salvo(r, hunters[0], *prey).outcomes()
    left = left_to_sink(r, prey[0].ships[prey[1]])
    sinks, hits = (sum(w for n, w in outcomes if n >= least) / total for least in (left, 1))
    return f"sinks {percent_of_chance(sinks)}, hits {percent_of_chance(hits)}"


def engagement_odds(view: State, request: Ask[Any], text: str) -> str:
    """Return the odds beside another group to engage: the side that comes off better."""
    battle, own = view.battle, about_map(request).get("group")
    if request.kind != "engage" or not isinstance(battle, Battle) or not text.startswith("engage "):
        return ""
    battle = with_assumed_groups(view, request)
    mine = [g for g in battle.fleet(request.side).groups if g.number == own and g.ships]
    other = next(f for f in battle.fleets if f.side != request.side)
    his = [g for g in other.groups if str(g.number) == text.removeprefix("engage ") and g.ships]
    if not mine or not his:
        return ""
    fleets = (
        Fleet(other.side, (replace(his[0], number=1),)),
        Fleet(request.side, (replace(mine[0], number=1),)),
    )
    found = fights.forecast_exchange(Battle(fleets, battle.rulings), request.side, 1)
    return (
        ""
        if found is None
        else f"{percent_of_chance(found.better)} better, {percent_of_chance(found.worse)} worse"
    )


def find_ship(battle: Battle, side: str, ship: str) -> tuple[Group, int] | None:
    """Return the group of *side* with this ship and the ship's index in it, or ``None``."""
    for g in battle.fleet(side).groups:
        for i, s in enumerate(g.ships):
            if s.id == ship:
                return g, i
    return None


def salvo_odds(battle: Battle, group: Group, foe: Group, firers: list[int], target: int) -> str:
    """Return the odds of one salvo of heavy ships."""
    r = battle.rulings
    light = gunnery.lines_of(r, foe).light
    return fire_odds(
        battle,
        foe,
        light,
        target,
        tuple(gunnery.heavy_shot(r, group, i, foe, target, light) for i in firers),
    )


def fire_odds(
    battle: Battle, foe: Group, light: tuple[int, ...], target: int, shots: tuple[Shot, ...]
) -> str:
    """Return the odds of some fire at one target: a heavy ship sunk or hit, or effects on light
    ships."""
    r = battle.rulings
    cap = (
        sum(effects_possible(r, foe, light))
        if target == LIGHTS
        else left_to_sink(r, foe.ships[target])
    )
    outcomes, total = salvo_outcomes(gunnery.fire_columns(r, shots), cap)
    if target == LIGHTS:
        return f"{sum(n * w for n, w in outcomes) / total:.1f} effects"
    sinks = sum(w for n, w in outcomes if n >= cap) / total
    hits = sum(w for n, w in outcomes if n) / total
    return f"sinks {percent_of_chance(sinks)}, hits {percent_of_chance(hits)}"


def percent_of_chance(chance: float) -> str:
    """Return a chance (0 to 1) as a percentage. A chance that is not certain never shows as 0 or
    100 %."""
    if 0 < chance < 0.005:
        return "<1 %"
    return ">99 %" if 0.995 < chance < 1 else f"{100 * chance:.0f} %"
