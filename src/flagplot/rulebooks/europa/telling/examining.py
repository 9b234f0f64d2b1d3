"""What the table says of an order while it is being built."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from flagplot.table import Command, TextError, Verdict
from flagplot.table.display import Clause, Examination, Forecast, Overlay, Risk, Route

from .. import orders
from ..advice import candidates, forecast
from ..advice.odds import hits_in_words, of_fire
from ..nouns import named
from ..rules import reading
from ..rules.movement import costs, journey
from ..state import Campaign
from . import outlook, words

LIKELIEST = 6
"""How many outcomes of a salvo are told."""
ORDERS_SHOWN = 12
"""How many orders are offered while one types."""


class _Drawn(msgspec.Struct, frozen=True):
    """What an order looks like: on the map, along the way, in numbers."""

    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    picture: Forecast | None = None


def examine(
    view: Campaign, request: Command[Any], text: str, judge: Callable[[Campaign, Command[Any], Any], Verdict]
) -> Examination:
    """Verdict in words as *judge* has it, the drawn route with MPs, and where along it the group may be found."""
    try:
        order = reading.read(text, view, request.side)
    except TextError as e:
        return Examination(text, False, False, e.reason, e.at)
    verdict = judge(view, request, order)
    said, cautions = words.words().verdict(verdict, partial(named, view))
    if isinstance(order, orders.Move) and order.group in view.groups and view.groups[order.group].members:
        drawn = _drawn(view, request, order)
    elif isinstance(order, orders.PutToSea) and verdict:
        drawn = _Drawn(odds=outlook.outlook(view, order.group, ()).lines)
    elif isinstance(order, orders.BombPort) and verdict:
        drawn = _Drawn(odds=outlook.bombing(view, request.side, text))
    elif isinstance(order, orders.Fire) and order.shots and verdict:
        drawn = _Drawn(odds=tuple(
            Clause(f"{p:.0%}: {hits_in_words(hits)}.", "32.D.2") for hits, p in of_fire(view, order)[:LIKELIEST]
        ), picture=forecast.forecast(view, request, order))
    elif isinstance(order, orders.Attack) and verdict:
        drawn = _Drawn(picture=forecast.strike(view, request, order))
    elif isinstance(order, orders.Search) and verdict:
        drawn = _Drawn(odds=outlook.when_found(view, request))
    else:
        drawn = _Drawn()
    term = words.words().term if drawn.profile else lambda _: ""
    return Examination(
        text, bool(verdict), True, "", -1, said, cautions, drawn.routes, drawn.overlays, drawn.profile, drawn.summary, drawn.odds,
        (), drawn.picture, term("danger"), term("safe"),
    )


def _drawn(view: Campaign, request: Command[Any], order: orders.Move) -> _Drawn:
    """The legs of a move that can be sailed and those refused, their price, and the risk along them."""
    group = view.groups[order.group]
    trip = journey.plot(view, group, order.path)
    sailed = (journey.at(group), *(leg.to for leg in trip.legs))
    refused = order.places[len(trip.legs):] if trip.refusal else ()
    routes: tuple[Route, ...] = (Route(sailed, request.side, "draft", f"{trip.mps} MPs"),)
    if refused:
        routes += (Route((sailed[-1], *refused), request.side, "refused"),)
    left = costs.left(view, group) - trip.mps
    summary: tuple[Clause, ...] = (Clause(f"{trip.mps} MPs for {len(trip.legs)} legs, {left} left in this step.", "32.A.s08"),)
    dark = [leg.mps for leg in trip.legs if leg.night]
    if dark:
        summary += (Clause(f"{sum(dark)} of them by night.", "36.A.2"),)
    seen = outlook.outlook(view, order.group, order.path) if trip.legs else outlook.Told()
    summary += outlook.narrows(view, group, trip)
    overlays = (Overlay(tuple(trip.refusal.culprits), "culprit"),) if trip.refusal else ()
    return _Drawn(routes, overlays, seen.profile, summary, seen.lines)


def begun(view: Campaign, request: Command[Any], text: str) -> Iterable[tuple[str, str]]:
    """Orders worth considering that begin so."""
    said = text.strip().casefold()
    whole = (orders.text(order) for order in candidates.candidates(view, request))
    return islice(((line, "") for line in whole if line.casefold().startswith(said)), ORDERS_SHOWN)
