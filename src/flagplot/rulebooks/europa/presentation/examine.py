"""The preview of an order while it is written, and the danger sea round a group."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

from flagplot.odds import percent_text
from flagplot.table import AskOrder, Verdict, about_map
from flagplot.table.display.orders import OrderPreview
from flagplot.table.display.position import Clause, DangerSea, Overlay, Route, SeaChance
from flagplot.table.language.sentences import count_text

from .. import orders
from ..advice import candidates, fire_forecast, reserve_reaction, sea_danger
from ..advice.odds_questions import fire_outcomes, hits_in_words
from ..rules.movement import costs, path_check
from ..state import Group, State
from ..state.units import count_transports
from . import route_dangers
from .prompt import words

LIKELIEST = 6
"""The most outcomes of a salvo that are shown."""


ORDERS_SHOWN = 12
"""The most orders that are offered while the player types."""


def preview(view: State, request: AskOrder, order: Any, verdict: Verdict) -> OrderPreview:
    """Return the preview of an order: for a move its route and the chances to be found along it,
    for other legal orders their consequences."""
    if (
        isinstance(order, orders.Move)
        and order.group in view.groups
        and view.groups[order.group].members
    ):
        return preview_move(view, request, order)
    if not verdict:
        return OrderPreview()
    match order:
        case orders.PutToSea():
            return OrderPreview(odds=route_dangers.describe_route(view, order.group, ()).lines)
        case orders.BombPort():
            return OrderPreview(
                odds=route_dangers.bombing_sentences(view, request.side, orders.order_text(order))
            )
        case orders.Fire() if order.shots:
            hits = ((p, hits_in_words(hits)) for hits, p in fire_outcomes(view, order)[:LIKELIEST])
            told = tuple(Clause(f"{percent_text(p)}: {said}.", "32.D.2") for p, said in hits)
            return OrderPreview(
                odds=told, forecast=fire_forecast.forecast_round(view, request, order)
            )
        case orders.Attack():
            return OrderPreview(forecast=fire_forecast.forecast_strike(view, request, order))
        case orders.Activate():
            told = tuple(reserve_reaction.sortie_sentences(view, request, order))
            return OrderPreview(
                odds=told, forecast=reserve_reaction.forecast_reserves(view, request, order.groups)
            )
        case orders.Declare():
            return OrderPreview(summary=(declaration_sentence(view, request, order),))
        case orders.Search():
            return OrderPreview(odds=route_dangers.search_sentences(view, request))
    return OrderPreview()


def declaration_sentence(view: State, request: AskOrder, order: orders.Declare) -> Clause:
    """Return a sentence with the number that the enemy is told of a found group, and the true
    number."""
    true = count_transports(view.of(view.groups[str(about_map(request)["group"])]))
    count = count_text(order.number, "transport")
    return Clause(f"The enemy is told of {count}; it has {true}.", "32.B-T1.res.04.s04")


def preview_move(view: State, request: AskOrder, order: orders.Move) -> OrderPreview:
    """Return the legs of a move that can be sailed, those refused, the cost, and the risk along
    them."""
    group = view.groups[order.group]
    trip = path_check.plot_path(view, group, order.path)
    sailed = (path_check.place_of(group), *(leg.to for leg in trip.legs))
    refused = order.places[len(trip.legs) :] if trip.refusal else ()
    routes: tuple[Route, ...] = (Route(sailed, request.side, "draft", f"{trip.mps} MPs"),)
    if refused:
        routes += (Route((sailed[-1], *refused), request.side, "refused"),)
    left = costs.mps_left(view, group) - trip.mps
    summary: tuple[Clause, ...] = (
        Clause(f"{trip.mps} MPs for {len(trip.legs)} legs, {left} left in this step.", "32.A.s08"),
    )
    dark = sum(leg.by_night for leg in trip.legs)
    if dark:
        summary += (Clause(f"{dark} of them by night.", "36.A.2"),)
    seen = (
        route_dangers.describe_route(view, order.group, order.path)
        if trip.legs
        else route_dangers.RouteDangers()
    )
    summary += route_dangers.strait_sentences(view, group, trip)
    overlays = (Overlay(tuple(trip.refusal.culprits), "culprit"),) if trip.refusal else ()
    return OrderPreview(routes, overlays, seen.profile, summary, seen.lines)


def orders_beginning_with(view: State, request: AskOrder, text: str) -> Iterable[tuple[str, str]]:
    """Return candidate orders whose text begins with *text*."""
    said = text.strip().casefold()
    whole = (orders.order_text(order) for order in candidates.candidates(view, request))
    return islice(((line, "") for line in whole if line.casefold().startswith(said)), ORDERS_SHOWN)


def danger_sea(view: State, side: str, ids: Collection[str]) -> DangerSea:
    """Return every hex that a group can enter in this step by day, with the chance to be found or
    hit there."""
    group = group_from_ids(view, side, ids)
    if group is None:
        return DangerSea(note=words().term("no-group"))
    chances = (
        (now.hex, *sea_danger.chances_at(view, now, mps))
        for now, mps in sea_danger.hexes_in_reach(view, group)
    )
    return DangerSea(
        group.id,
        words().term("met"),
        Clause(words().term("worst-case"), "32.B"),
        Clause(words().term("likely-case"), "32.D"),
        tuple(SeaChance(h, 100 * worst, 100 * likely) for h, worst, likely in sorted(chances)),
        words().term("no-reach"),
    )


def group_from_ids(view: State, side: str, ids: Collection[str]) -> Group | None:
    """Return the side's own group that some ids of its list of forces name, by the group or by a
    unit in it; else ``None``."""
    own = (g for _, g in sorted(view.groups.items()) if g.side == side and g.members)
    return next((g for g in own if g.id in ids or any(m in ids for m in g.members)), None)
