"""What the table says of an order while it is being built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flagplot.rulebooks.europa import advice, costs, forecast, journey, legality, orders, reading, words
from flagplot.rulebooks.europa.odds import hits_in_words, of_fire, passage
from flagplot.rulebooks.europa.state import Campaign
from flagplot.table import Command, TextError
from flagplot.table.display import Clause, Completion, Examination, Overlay, Risk, Route


def examine(view: Campaign, request: Command[Any], text: str) -> Examination:
    """Verdict in words, the drawn route with MPs, and where along it the group may be found."""
    completions = tuple(Completion(t, m) for t, m in complete(view, request, text))
    try:
        order = reading.read(text, view, request.side)
    except TextError as e:
        return Examination(text, False, False, e.reason, e.at, completions=completions)
    verdict = legality.check(view, request, order)
    said, cautions = words.said(view, verdict)
    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    if isinstance(order, orders.Move) and order.group in view.groups and view.groups[order.group].members:
        group = view.groups[order.group]
        trip = journey.plot(view, group, order.path)
        places = (journey.at(group), *(leg.to for leg in trip.legs))
        left = costs.left(view, group) - trip.mps
        routes = (Route(places, request.side, "draft", f"{trip.mps} MPs"),)
        if trip.refusal and len(order.places) > len(trip.legs):
            routes += (Route((places[-1], *order.places[len(trip.legs):]), request.side, "refused"),)
        summary = (
            Clause(f"{trip.mps} MPs for {len(trip.legs)} legs, {left} left in this step.", "32.A.s08"),
            *(Clause(f"{sum(leg.mps for leg in trip.legs if leg.night)} of them by night.", "36.A.2")
              for _ in range(any(leg.night for leg in trip.legs))),
        )
        if request.kind == "movement" and trip.legs:
            profile, odds = risks(view, group, order)
        overlays = (Overlay(tuple(trip.refusal.culprits), "culprit"),) if trip.refusal else ()
    if isinstance(order, orders.Fire) and order.shots and verdict:
        salvo = of_fire(view, order)
        odds = tuple(Clause(f"{p:.0%}: {hits_in_words(hits)}.", "32.D.2") for hits, p in salvo[:6])
    picture = forecast.forecast(view, request, order) if isinstance(order, orders.Fire) and order.shots and verdict else None
    return Examination(
        text, bool(verdict), True, "", -1, said, cautions, routes, overlays, profile, summary, odds, completions, picture,
        words.words().term("danger") if profile else "", words.words().term("safe") if profile else "",
    )


def risks(view: Campaign, group: Any, order: orders.Move) -> tuple[tuple[Risk, ...], tuple[Clause, ...]]:
    """The chance of being found in each hex of a path, and in all, if the enemy searches with everything known."""
    from flagplot.odds import of_rule
    from flagplot.rulebooks.europa.situations import pass_window
    from flagplot.table import Next

    found = of_rule(Next(pass_window), passage(view, group, order.path), lambda request, situation: request.options[0])
    by_hex = {str(k): float(p) for k, p in found.outcomes if k != "unfound"}
    profile = tuple(Risk(h, 100 * p, f"found at {h}", found.exact) for h, p in by_hex.items() if p > 0)
    total = sum(by_hex.values())
    return profile, (Clause(f"Found along this path: {total:.0%}, if the enemy searches with all you know of.", "32.B"),)


def complete(view: Campaign, request: Command[Any], text: str) -> Iterable[tuple[str, str]]:
    """Ways to go on typing: orders worth considering that begin so, then the grammar's forms."""
    said = text.strip().lower()
    out: list[tuple[str, str]] = []
    for order in advice.candidates(view, request):
        whole = orders.text(order)
        if whole.lower().startswith(said) and len(out) < 12:
            out.append((whole, ""))
    fits = legality.FITS[request.kind]
    verbs = {orders.text(o).split(" ")[0] for o in _EXAMPLES if isinstance(o, fits)}
    for grammar, example in orders.GRAMMAR:
        word = grammar.split(" ")[0]
        if word in verbs and (word.startswith(said) or said.startswith(word)) and len(out) < 16:
            out.append((grammar.split(" ")[0] + " ", f"{grammar}, e.g. {example}"))
    return out


_EXAMPLES: tuple[Any, ...] = (
    orders.Move("A", ("B",)), orders.PutToSea("A"), orders.EnterPort("A"), orders.Wait("A", 1), orders.Combine(("A", "B"), "A"),
    orders.Split("A", ()), orders.Work("mine", "A"), orders.Load("A", "B"), orders.Land("A"), orders.Transfer("A", "B"),
    orders.Hold("A"), orders.Hold("A", False), orders.Form("A", ()), orders.Bombard("A", "B"), orders.Done(), orders.Pass(),
    orders.Search(), orders.Activate(("A",)), orders.Declare(1), orders.Attack(("A",)), orders.Screen(),
    orders.Fire((("A", "B"),)),
)
