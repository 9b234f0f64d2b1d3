"""Forecast of an announced operation: interception on the way, strength at each beach, chance to
take it, expected losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from flagplot.odds import distribution_bars
from flagplot.table import Single, about_map
from flagplot.table.core.memo import memo_per_state
from flagplot.table.display.orders import Forecast, SheetForecast
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import capitalise, count_text

from ..advice import interception_risk
from ..advice.landing_odds import announced_assault, forecast_announced_assault
from ..advice.landing_worth import enemy_cover
from ..rules import independent_powers, mission_points
from ..rules.invasion import beach_forces
from ..rules.invasion.announced_strength import announced_strength, announced_units
from ..rules.invasion.strength import odds_column
from ..state import Force, State, factors
from . import names
from . import names as presentation_names
from .battle_forecast import percent_of_chance


def beach_notes(view: State, request: Single) -> list[Clause]:
    """Return the strength at each beach while missions are announced, with all aircraft in range.
    Off the beach, return the forces there."""
    if request.kind == "landing":
        a = view.assaults.get(str(about_map(request).get("hex", "")))
        if a is None:
            return []
        troops = beach_forces.troops_off_beach(view, a)
        guns = sum(u.factors for u in beach_forces.gun_ships(view, a))
        names = presentation_names.units_text(troops, 6)
        return [
            Clause(
                f"Off the beach: {names}; {count_text(guns, 'naval factor')} can bombard.",
                "21.517A",
            )
        ]
    if request.kind != "combat":
        return []
    return [
        Clause(beach_sentence(view, request.side, h), "21.5152")
        for h, a in view.assaults.items()
        if a.side == request.side
    ]


def beach_sentence(view: State, side: str, place: str) -> str:
    """Return one operation as a sentence."""
    ships, troops = announced_units(view, side, place)
    o = announced_strength(view, side, place, ships, troops)
    name = names.place_name(view, place)
    if not o.defence:
        return f"{name} is undefended: {count_text(o.ground, 'ground factor')} would land."
    parts = f"{o.ground} on the ground, {o.guns} by guns, {o.support} from the air"
    found = forecast_announced_assault(view, side, place)
    won = f"; taken {percent_of_chance(found.won)}" if found is not None else ""
    more = enemy_cover(view, side, place)
    besides = f" Enemy aircraft in reach can add {more}." if more else ""
    aside = independent_powers.open_garrison_rule(view, place)
    if aside is not None:
        besides += (
            f" The garrison throws a die when you sail, and steps aside on {aside.aside} or less."
        )
    return f"{name}: {o.attack} ({parts}) against {o.defence}, {odds_column(o.attack, o.defence) or 'hopeless'}{won}.{besides}"


@memo_per_state
def force_risk(view: State, f: Force) -> interception_risk.Risks | None:
    """Return the interception risk of the side's own force before it sails. ``None`` once it has
    sailed, and when no enemy can intercept it on the map."""
    ships = view.members(f)
    if f.state != "announced" or not ships or len(f.path) < 2 or all(u.type == "SS" for u in ships):
        return None
    return interception_risk.risk_of(view, f.side, f.mission, f.path, f.target, factors(ships))


def forecast_operation(view: State, side: str) -> SheetForecast:
    """Return the forecast of all that a side has announced: each force, each beach, and the
    cost."""
    sailing = [
        f
        for f in view.forces.values()
        if f.side == side and f.state == "announced" and view.members(f)
    ]
    strengths = (
        Clause(beach_sentence(view, side, h), "21.5152") for h in hexes_attacked(view, side)
    )
    lines = [*interception_notes(view, sailing), *strengths, *cost_notes(view, side, sailing)]
    pictures = [
        p
        for h in hexes_attacked(view, side)
        for p in [announced_assault_bars(view, side, h)]
        if p is not None
    ]
    return SheetForecast(tuple(lines), tuple(pictures))


def hexes_attacked(view: State, side: str) -> list[str]:
    """Return the hexes for which a side has announced an attack."""
    return [h for h, a in view.assaults.items() if a.side == side and a.state == "announced"]


def interception_notes(view: State, sailing: list[Force]) -> Iterator[Clause]:
    """Yield the chance that each force is intercepted before its goal, and the chance for any of
    those with troops."""
    found = {f.id: r for f in sailing for r in [force_risk(view, f)] if r is not None}
    by_goal: dict[str, list[Force]] = {}
    for f in sailing:
        if f.id in found:
            by_goal.setdefault(f.target, []).append(f)
    for goal, here in by_goal.items():
        landing = [f for f in here if f.mission == "invade"]
        parts = [
            f"the {force_text(view, f)} {percent_of_chance(found[f.id].total)}{likeliest_port_text(view, f)}"
            for f in here
        ]
        some = (
            f"; some that carry troops {percent_of_chance(chance_any_met(found[f.id] for f in landing))}"
            if len(landing) > 1
            else ""
        )
        yield Clause(
            f"Met on the way to {names.place_name(view, goal)}: {names.list_text(parts)}{some}.",
            "22.22",
        )
    if found:
        assumption = next(iter(found.values())).assumption
        slow = percent_of_chance(1 - prod(1 - r.slower for r in found.values()))
        yield Clause(
            f"Reckoned as if {assumption}. With slow ships among them, any of all these: {slow}."
        )


def likeliest_port_text(view: State, f: Force) -> str:
    """Return the chance of interception by the likeliest port alone, in words."""
    port, chance = interception_risk.likeliest_port(
        view, f.side, f.mission, f.path, f.target, factors(view.members(f))
    )
    return f" (by {port} alone {percent_of_chance(chance)})" if port else ""


def force_text(view: State, f: Force) -> str:
    """Return a force by its mission and port of origin."""
    return f"{names.mission_word(f.mission)} from {names.short_place(view, f.path[0])}"


def chance_any_met(found: Iterable[interception_risk.Risks]) -> float:
    """Return the chance (0 to 1) that at least one force is intercepted, each independently."""
    return 1 - prod(1 - r.total for r in found)


def cost_notes(view: State, side: str, sailing: list[Force]) -> Iterator[Clause]:
    """Yield the cost of the operation: mission points, and the ships that are used this turn."""
    ships = [u for f in sailing for u in view.members(f)]
    if side in view.points and ships:
        cost, left = (
            mission_points.points_promised(view, side),
            mission_points.points_left(view, side),
        )
        yield Clause(f"Costs {count_text(cost, 'mission point')}; {left} are left.", "21.414A")
    if ships:
        aboard = sum(view.units[i].factors for f in sailing for i in f.cargo if i in view.units)
        troops = f", {count_text(aboard, 'ground factor')} aboard" if aboard else ""
        said = f"{count_text(factors(ships), 'naval factor')} sail{troops}; they do nothing else until they are ready again."
        yield Clause(said, "21.31")


def announced_assault_bars(view: State, side: str, place: str) -> Forecast | None:
    """Return the forecast of an assault if all that is announced arrives: the factors each side
    loses. ``None`` without a defender, and beyond the run budget."""
    found = forecast_announced_assault(view, side, place)
    if found is None:
        return None
    beach = announced_assault(view, side, place)
    his = distribution_bars("Ground factors the enemy loses", view.enemy(side), dict(found.his))
    mine = distribution_bars("Ground factors you lose", side, dict(found.mine))
    name = names.place_name(view, place)
    rests = (
        Clause(
            f"{capitalise(name)} is won {percent_of_chance(found.won)}, if the attack goes on as long as it may.",
            "21.517G",
        ),
        Clause(
            "Exact for all that is announced arriving, every aircraft of yours in range and none "
            "of the enemy's."
        ),
    )
    return Forecast(f"At {name}, {beach.attack} against {beach.held}", (his, mine), rests)
