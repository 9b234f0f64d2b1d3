"""Preview of an order: verdict, tracks, risk, cost and remedies; also the danger sea of ships."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from flagplot.table import AskOrder, TextError, Verdict, about_map
from flagplot.table.display.orders import Forecast, OrderPreview, Risk
from flagplot.table.display.position import Clause, DangerSea, Overlay, Route, SeaChance
from flagplot.table.language.sentences import capitalise, count_text

from ..advice import interception_risk, order_tracks, sea_danger
from ..advice.interception_candidates import interception_chance
from ..advice.order_tracks import Track
from ..map import theatre
from ..nouns import L
from ..orders import BaseChange, Counter, Done, Intercept, Pass, Patrol, Strike, Transport
from ..rules import mission_points
from ..rules.forces import selected_units, ships_by_base
from ..rules.movement import routing
from ..rules.patrols.patrol import NO_PATROL
from ..rules.transport import cargo
from ..rules.transport.sea_transport import selected_cargo
from ..state import State, Unit, factors
from . import answer_odds, names
from .interception_forecast import forecast_meeting
from .names import words
from .order_forms import forms_for
from .prompt import percent_text
from .shipping_cost import cost_of_shipping


def preview(view: State, request: AskOrder, order: Any, verdict: Verdict) -> OrderPreview:
    """Return an order's tracks, its risk and cost, and the forecast of a legal order."""
    sailed = preview_tracks(view, request, order)
    profile, odds = track_risk(view, request, order, sailed)
    return OrderPreview(
        preview_routes(view, request, sailed, verdict),
        culprit_overlays(view, verdict),
        profile,
        tuple(order_summary(view, request, order, sailed)),
        (*odds, *(order_odds(view, request, order) if verdict else ())),
        order_forecast(view, request, order) if verdict else None,
    )


def order_forecast(view: State, request: AskOrder, order: Any) -> Forecast | None:
    """Return the forecast of an order, or ``None``."""
    return (
        forecast_meeting(view, request, order)
        if isinstance(order, (Intercept, Counter))
        else answer_odds.forecast(view, request, order)
    )


def order_odds(view: State, request: AskOrder, order: Any) -> tuple[Clause, ...]:
    """Return the odds of an order that leads to more than interception, in a sentence."""
    told = "" if request.kind in answer_odds.SAILING else answer_odds.odds(view, request, order)
    return (Clause(f"{capitalise(told)}.", request.clause),) if told else ()


# ----------------------------------------------------------------------------------------- tracks
def preview_tracks(view: State, request: AskOrder, order: Any) -> tuple[Track, ...]:
    """Return the tracks of an order, one for each base its ships leave; of interceptors, to the hex
    asked about. Empty when the order names unknown places."""
    side = request.side
    try:
        if isinstance(order, (Intercept, Counter)):
            goal = order.hex or str(about_map(request).get("hex", ""))
            groups = ships_by_base(selected_units(view, side, order.units)) if goal else {}
            return tuple(
                Track(
                    "intercept",
                    routing.plot_route(view, side, g, b, goal, order.via, "intercept", "21.3611"),
                    goal,
                    g,
                )
                for b, g in groups.items()
                if b
            )
        return order_tracks.tracks_of(view, side, order)
    except (TextError, KeyError, ValueError, IndexError):
        return ()


def preview_routes(
    view: State, request: AskOrder, sailed: Sequence[Track], verdict: Verdict
) -> tuple[Route, ...]:
    """Return the tracks of the draft, and the track of the first remedy with another one."""
    plans = [x.plan for x in sailed]
    out = [
        Route(p.path, request.side, "draft" if verdict else "refused", f"{p.distance} hexes")
        for p in plans
        if p.legs
    ]
    for r in verdict.refusals:
        for remedy in r.remedies:
            if not remedy.order:
                continue
            try:
                mended = L.parse(remedy.order, view, request.side)
            except TextError:
                continue
            paths = {p.path for p in plans}
            more = [
                x.plan
                for x in preview_tracks(view, request, mended)
                if x.plan.path not in paths and len(x.plan.path) > 1
            ]
            if more:
                return (
                    *out,
                    Route(more[0].path, request.side, "remedy", f"{more[0].distance} hexes"),
                )
    return tuple(out)


def culprit_overlays(view: State, verdict: Verdict) -> tuple[Overlay, ...]:
    """Return the hexes and ports at fault."""
    board = theatre.load_board(view.board)
    hexes = tuple(
        dict.fromkeys(c for r in verdict.refusals for c in r.culprits if c in board.hexes)
    )
    return (Overlay(hexes, "culprit"),) if hexes else ()


# ------------------------------------------------------------------------------------------- risk
def track_risk(
    view: State, request: AskOrder, order: Any, sailed: Sequence[Track]
) -> tuple[tuple[Risk, ...], list[Clause]]:
    """Return the chances of interception hex by hex, and the notes on them. Enemy ports with
    ships, submarine patrols and defensive patrols are considered."""
    side = request.side
    if isinstance(order, (Intercept, Counter)):
        return (), own_chance(view, request, order)
    sailed = [x for x in sailed if x.plan.legs]  # without a route there is no interception
    if not sailed:
        return (), []
    ships = [u for x in sailed for u in x.ships]
    if ships and all(u.type == "SS" for u in ships):
        return (), [Clause("Submarines cannot be intercepted.", "22.1")]
    profile: dict[str, Risk] = {}
    words: list[Clause] = []
    for x in sailed:
        met = interception_risk.risk_of(view, side, x.kind, x.plan.path, x.target, factors(ships))
        why = (
            f"ships at {names.list_text(met.ports)}"
            if met.ports
            else "no enemy ships are seen in reach"
        )
        for hex_id, chance in met.profile:
            if hex_id not in profile or 100 * chance > profile[hex_id].percent:
                profile[hex_id] = Risk(hex_id, 100 * chance, why)
        if met.ports:
            known = f"{percent_text(100 * met.total)}, if {met.assumption} ({names.list_text(met.ports)})"
            slower = f"{percent_text(100 * met.slower)} with slow ships among them"
            words.append(Clause(f"Chance to be intercepted: {known}; {slower}.", "22.22"))
    if isinstance(order, Patrol):
        stays = interception_risk.risk_of(
            view, side, "patrol-stays", (order.to,), order.to, factors(ships)
        )
        words.append(
            Clause(
                f"If it stays through the combat phase: {percent_text(100 * stays.total)}.",
                "21.416L",
            )
        )
    return tuple(profile.values()), words


def own_chance(view: State, request: AskOrder, order: Intercept | Counter) -> list[Clause]:
    """Return the chance of the side's own interception to succeed."""
    from ..rules.interception.legality import activity_from

    counter = isinstance(order, Counter)
    chance, dice, distance = interception_chance(
        view, request, order, activity_from(request), counter
    )
    if not dice and not chance:
        return []
    dice_, way = count_text(dice, "die", "dice"), count_text(distance, "hex", "hexes")
    return [Clause(f"{percent_text(chance)} to be there: {dice_}, {way}.", "22.22")]


# ---------------------------------------------------------------------------------------- summary
def order_summary(
    view: State, request: AskOrder, order: Any, sailed: Sequence[Track]
) -> list[Clause]:
    """Return the order in figures: strength, distance, cost, lift."""
    side = request.side
    out: list[Clause] = []
    if isinstance(order, (Done, Pass)):
        return [Clause("Nothing more is ordered here.", request.clause)]
    ships: Sequence[Unit] = ()
    if isinstance(order, BaseChange):
        ships = [u for m in order.moves for u in selected_units(view, side, m.units)]
    elif hasattr(order, "units"):
        ships = [u for u in selected_units(view, side, order.units) if u.kind == "ship"]
    if ships:
        fast = "all fast" if all(u.fast for u in ships) else "with slow ships"
        size = f"{count_text(factors(ships), 'factor')}, {fast}" if factors(ships) else fast
        out.append(Clause(f"{names.units_text(ships)}: {size}.", "21.312"))
    answers = isinstance(order, (Intercept, Counter))
    cite = "21.3611" if answers else "21.3613" if isinstance(order, BaseChange) else "21.3614"
    for plan in (x.plan for x in sailed):
        if plan.path and plan.distance:
            start, end = (names.short_place(view, place) for place in (plan.path[0], plan.path[-1]))
            legs = f", longest stretch without a port {max(plan.legs)}" if plan.legs else ""
            out.append(
                Clause(
                    f"{start} to {end}: {count_text(plan.distance, 'hex', 'hexes')}{legs}.", cite
                )
            )
    out += cost_of_shipping(view, side, order, sailed)
    if isinstance(order, (Patrol, Transport)) and side in view.points:
        need, left = mission_points.mission_cost(ships), mission_points.points_left(view, side)
        out.append(Clause(f"Costs {count_text(need, 'mission point')} of {left} left.", "21.414A"))
    if isinstance(order, Transport):
        loaded = selected_cargo(view, side, order)
        needs = cargo.destroyers_needed(
            view, side, "transport", loaded, theatre.box_named(order.to) or order.to
        )
        load, lift = (
            count_text(cargo.cargo_factors(loaded), "factor"),
            count_text(cargo.destroyer_lift(ships), "destroyer factor"),
        )
        out.append(Clause(f"Carries {load}; {lift} to lift {needs}.", "21.434A"))
    if (answers or isinstance(order, Patrol)) and ships:
        out.append(
            Clause(
                "These ships are inverted afterwards until the end of a player turn of yours.",
                "21.311",
            )
        )
    if isinstance(order, Strike):
        squadrons = count_text(
            sum(view.units[p.id].factors for p in order.units if p.id in view.units), "squadron"
        )
        out.append(Clause(f"{squadrons} against {names.place_name(view, order.to)}.", "21.416I"))
    return out


def forms_begun(view: State, request: AskOrder, text: str) -> tuple[tuple[str, str], ...]:
    """Return (start, title) of the forms that a first word may begin; empty once a second word
    follows."""
    low = text.strip().casefold()
    return (
        ()
        if " " in low
        else tuple(
            (f.start, f.title)
            for f in forms_for(view, request)
            if f.start.casefold().startswith(low)
        )
    )


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Return every hex in which the named ships can patrol, with the chance of interception.
    Submarines get none, because they are never intercepted."""
    ships = ships_from_ids(view, side, ids)
    surface = tuple(u for u in ships if u.type != "SS")
    if not ships:
        return DangerSea(note=words().term("no-ships"))
    if not sea_danger.mission_for(ships):
        return DangerSea(names.units_text(ships, 3), note=words().term("boxed"))
    why = words().term("errand", sea_danger.mission_for(ships), "")
    who = f"{names.units_text(ships, 3)}, {why}" if why else names.units_text(ships, 3)
    if not surface:
        return DangerSea(who, note=words().term("unseen"))
    chances = (
        (h, *sea_danger.chances_met(view, side, surface, h))
        for h in sea_danger.reachable_hexes(view, side, surface)
    )
    return DangerSea(
        who,
        words().term("danger"),
        Clause(words().term("worst-case"), "22.14"),
        Clause(words().term("likely-case"), "22.13A"),
        tuple(SeaChance(h, 100 * worst, 100 * likely) for h, worst, likely in chances),
        words().term("no-reach"),
    )


def ships_from_ids(view: State, side: str, ids: Collection[str]) -> tuple[Unit, ...]:
    """Return the ships of a side that ids of its forces list name. Damaged ships and those that
    never patrol are left out when others remain."""
    ports = {i.split(":", 2)[2] for i in ids if i.startswith(f"port:{side}:")}
    named = [
        u
        for u in view.ships(side)
        if u.base and (u.id in ids or u.force in ids or (not u.force and u.base in ports))
    ]
    able = [u for u in named if not u.damaged and u.type not in NO_PATROL]
    return tuple(able or named)
