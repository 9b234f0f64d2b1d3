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
from flagplot.table.language.sentences import capital, plural

from ..advice import interception_risk
from ..advice.landing_odds import beach_at, fate
from ..advice.landing_worth import cover
from ..rules import independent_powers, mission_points
from ..rules.invasion import beach_forces
from ..rules.invasion.announced_strength import coming, outlook
from ..rules.invasion.strength import odds
from ..state import Force, State, factors
from . import names
from . import names as presentation_names
from .battle_forecast import percent


def outlooks(view: State, request: Single) -> list[Clause]:
    """Return the strength at each beach while missions are announced, with all aircraft in range.
    Off the beach, return the forces there."""
    if request.kind == "landing":
        a = view.assaults.get(str(about_map(request).get("hex", "")))
        if a is None:
            return []
        troops = beach_forces.afloat(view, a)
        guns = sum(u.factors for u in beach_forces.at_the_guns(view, a))
        names = presentation_names.several(troops, 6)
        return [
            Clause(
                f"Off the beach: {names}; {plural(guns, 'naval factor')} can bombard.", "21.517A"
            )
        ]
    if request.kind != "combat":
        return []
    return [
        Clause(line(view, request.side, h), "21.5152")
        for h, a in view.assaults.items()
        if a.side == request.side
    ]


def line(view: State, side: str, place: str) -> str:
    """Return one operation as a sentence."""
    ships, troops = coming(view, side, place)
    o = outlook(view, side, place, ships, troops)
    name = names.place_name(view, place)
    if not o.defence:
        return f"{name} is undefended: {plural(o.ground, 'ground factor')} would land."
    parts = f"{o.ground} on the ground, {o.guns} by guns, {o.support} from the air"
    found = fate(view, side, place)
    won = f"; taken {percent(found.won)}" if found is not None else ""
    more = cover(view, side, place)
    besides = f" Enemy aircraft in reach can add {more}." if more else ""
    aside = independent_powers.asked(view, place)
    if aside is not None:
        besides += (
            f" The garrison throws a die when you sail, and steps aside on {aside.aside} or less."
        )
    return f"{name}: {o.attack} ({parts}) against {o.defence}, {odds(o.attack, o.defence) or 'hopeless'}{won}.{besides}"


@memo_per_state
def met(view: State, f: Force) -> interception_risk.Risks | None:
    """Return the interception risk of the side's own force before it sails. ``None`` once it has
    sailed, and when no enemy can intercept it on the map."""
    ships = view.members(f)
    if f.state != "announced" or not ships or len(f.path) < 2 or all(u.type == "SS" for u in ships):
        return None
    return interception_risk.risk_of(view, f.side, f.mission, f.path, f.target, factors(ships))


def operation(view: State, side: str) -> SheetForecast:
    """Return the forecast of all that a side has announced: each force, each beach, and the
    cost."""
    sailing = [
        f
        for f in view.forces.values()
        if f.side == side and f.state == "announced" and view.members(f)
    ]
    strengths = (Clause(line(view, side, h), "21.5152") for h in attacked(view, side))
    lines = [*passages(view, sailing), *strengths, *bill(view, side, sailing)]
    pictures = [p for h in attacked(view, side) for p in [picture(view, side, h)] if p is not None]
    return SheetForecast(tuple(lines), tuple(pictures))


def attacked(view: State, side: str) -> list[str]:
    """Return the hexes for which a side has announced an attack."""
    return [h for h, a in view.assaults.items() if a.side == side and a.state == "announced"]


def passages(view: State, sailing: list[Force]) -> Iterator[Clause]:
    """Yield the chance that each force is intercepted before its goal, and the chance for any of
    those with troops."""
    found = {f.id: r for f in sailing for r in [met(view, f)] if r is not None}
    by_goal: dict[str, list[Force]] = {}
    for f in sailing:
        if f.id in found:
            by_goal.setdefault(f.target, []).append(f)
    for goal, here in by_goal.items():
        landing = [f for f in here if f.mission == "invade"]
        parts = [f"the {who(view, f)} {percent(found[f.id].total)}{alone(view, f)}" for f in here]
        some = (
            f"; some that carry troops {percent(stopped(found[f.id] for f in landing))}"
            if len(landing) > 1
            else ""
        )
        yield Clause(
            f"Met on the way to {names.place_name(view, goal)}: {names.listed(parts)}{some}.",
            "22.22",
        )
    if found:
        assumption = next(iter(found.values())).assumption
        slow = percent(1 - prod(1 - r.slower for r in found.values()))
        yield Clause(
            f"Reckoned as if {assumption}. With slow ships among them, any of all these: {slow}."
        )


def alone(view: State, f: Force) -> str:
    """Return the chance of interception by the likeliest port alone, in words."""
    port, chance = interception_risk.likeliest(
        view, f.side, f.mission, f.path, f.target, factors(view.members(f))
    )
    return f" (by {port} alone {percent(chance)})" if port else ""


def who(view: State, f: Force) -> str:
    """Return a force by its mission and port of origin."""
    return f"{names.mission_word(f.mission)} from {names.short_place(view, f.path[0])}"


def stopped(found: Iterable[interception_risk.Risks]) -> float:
    """Return the chance (0 to 1) that at least one force is intercepted, each independently."""
    return 1 - prod(1 - r.total for r in found)


def bill(view: State, side: str, sailing: list[Force]) -> Iterator[Clause]:
    """Yield the cost of the operation: mission points, and the ships that are used this turn."""
    ships = [u for f in sailing for u in view.members(f)]
    if side in view.points and ships:
        cost, left = mission_points.promised(view, side), mission_points.left(view, side)
        yield Clause(f"Costs {plural(cost, 'mission point')}; {left} are left.", "21.414A")
    if ships:
        aboard = sum(view.units[i].factors for f in sailing for i in f.cargo if i in view.units)
        troops = f", {plural(aboard, 'ground factor')} aboard" if aboard else ""
        said = f"{plural(factors(ships), 'naval factor')} sail{troops}; they do nothing else until they are ready again."
        yield Clause(said, "21.31")


def picture(view: State, side: str, place: str) -> Forecast | None:
    """Return the forecast of an assault if all that is announced arrives: the factors each side
    loses. ``None`` without a defender, and beyond the run budget."""
    found = fate(view, side, place)
    if found is None:
        return None
    beach = beach_at(view, side, place)
    his = distribution_bars("Ground factors the enemy loses", view.enemy(side), dict(found.his))
    mine = distribution_bars("Ground factors you lose", side, dict(found.mine))
    name = names.place_name(view, place)
    rests = (
        Clause(
            f"{capital(name)} is won {percent(found.won)}, if the attack goes on as long as it may.",
            "21.517G",
        ),
        Clause(
            "Exact for all that is announced arriving, every aircraft of yours in range and none "
            "of the enemy's."
        ),
    )
    return Forecast(f"At {name}, {beach.attack} against {beach.held}", (his, mine), rests)
