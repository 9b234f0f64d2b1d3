"""The order forms of the page: what may be ordered now and makes sense there, with examples of one's own forces."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.rulebooks.europa import orders
from flagplot.rulebooks.europa.advice.candidates import goal_of
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.rules import legality, reaction, reading
from flagplot.rulebooks.europa.rules.movement import costs, journey
from flagplot.rulebooks.europa.state import Campaign, Group
from flagplot.rulebooks.europa.state.units import CRAFT, Unit, tf_like
from flagplot.table import Single, TextError, about_map
from flagplot.table.display import OrderForm

SLOTS = {
    "sail": ("groups", "path"), "move": ("groups", "path"), "put": ("groups",), "enter": ("groups",),
    "wait": ("groups", "number"), "combine": ("groups",), "split": ("groups", "units"), "search": ("units",),
    "activate": ("groups",), "declare": ("number",), "attack": ("place", "choice"), "screen": ("units",),
    "fire": ("units", "units"), "embark": ("units", "units"), "disembark": ("units",), "bombard": ("place", "units"),
    "lay": ("units",), "sweep": ("units",), "replenish": ("groups",), "load": ("units",), "prepare": ("choice", "units"),
    "assault": ("units",), "transfer": ("units", "units"), "hold": ("groups",), "release": ("groups",),
    "form": ("groups", "units"),
}
EVERYDAY = ("sail", "move", "enter", "put", "split", "combine", "wait", "search", "activate", "attack",
            "declare", "screen", "fire")
"""The order kinds offered first; the rarer ones follow, then what closes."""
TITLES = {
    "move": "Move hex by hex", "sail": "Sail",
    "put": "Put to sea", "enter": "Enter port", "wait": "Wait", "combine": "Combine", "split": "Split",
    "lay": "Lay a mine", "sweep": "Sweep a mine", "replenish": "Replenish", "load": "Load aircraft", "prepare": "Prepare",
    "embark": "Embark", "disembark": "Disembark", "assault": "Assault", "transfer": "Transfer cargo",
    "hold": "Hold in reserve", "release": "Release", "form": "Form a screen", "bombard": "Bombard", "done": "Done",
    "pass": "Pass", "search": "Search", "activate": "Activate", "declare": "Declare", "attack": "Attack from the air",
    "screen": "Screen", "fire": "Fire",
}
VERBS: dict[str, type] = {
    "move": orders.Move, "sail": orders.Move,
    "put": orders.PutToSea, "enter": orders.EnterPort, "wait": orders.Wait,
    "combine": orders.Combine, "split": orders.Split, "lay": orders.Work, "sweep": orders.Work,
    "replenish": orders.Work, "load": orders.Work, "prepare": orders.Work, "embark": orders.Load,
    "disembark": orders.Land, "assault": orders.Land, "transfer": orders.Transfer, "hold": orders.Hold,
    "release": orders.Hold, "form": orders.Form, "bombard": orders.Bombard, "done": orders.Done,
    "pass": orders.Pass, "search": orders.Search, "activate": orders.Activate, "declare": orders.Declare,
    "attack": orders.Attack, "screen": orders.Screen, "fire": orders.Fire,
}
"""The kind of order that each verb of the grammar begins."""


def forms(view: Campaign, requests: Sequence[Single]) -> tuple[OrderForm, ...]:
    """The order kinds that may be given now: the everyday ones first, and of the rarer ones those there is anything for."""
    found: list[OrderForm] = []
    for request in requests:
        fits = legality.FITS.get(request.kind, ())
        known = examples(view, request)
        for grammar, example in orders.GRAMMAR:
            verb = grammar.split(" ")[0]
            if VERBS.get(verb) not in fits or grammar == "hold fire" or not known.get(verb, example):
                continue
            start = verb if grammar == verb else f"{verb} "
            found.append(OrderForm(f"{verb}-{len(found)}", TITLES[verb], grammar, known.get(verb, example), start, request.clause,
                                   SLOTS.get(verb, ())))
    rank = {verb: n for n, verb in enumerate(EVERYDAY)}
    return tuple(sorted(found, key=lambda f: rank.get(f.grammar.split(" ")[0], 99)))


def examples(view: Campaign, request: Single) -> dict[str, str]:
    """An example of each order kind with one's own forces; empty for what there is nothing for."""
    about = {k: str(v) for k, v in about_map(request).items()}
    if request.kind in ("movement", "reaction"):
        own = [g for g in view.standing(request.side) if g.members]
        why = reaction.why_not_phasing if request.kind == "movement" else reaction.why_not_react
        able = [g for g in own if why(view, g) is None and costs.left(view, g) > 0]
        able.sort(key=lambda g: (-len(g.members), g.id))
        return {**moves(view, able), **activities(view, able), **reserves(own)}
    if request.kind == "search":
        means = [*(view.air[a].base for a in about["air"].split()), *about["groups"].split()]
        return {"search": f"search with {' '.join(dict.fromkeys(means))}" if means else "search"}
    if request.kind == "activate":
        return {"activate": f"activate {about['groups']}"}
    if request.kind == "declare":
        return {"declare": f"declare {about['most']}"}
    if request.kind == "attack":
        return {"attack": f"attack from {about['bases'].split()[0]} at transports"}
    return {}


def moves(view: Campaign, able: Sequence[Group]) -> dict[str, str]:
    """Examples of moving, parting and joining; empty when no group can."""
    if not able:
        return dict.fromkeys(("sail", "move", "put", "enter", "wait", "combine", "split"), "")
    g = able[0]
    sea = [h for h in chart.neighbours(g.hex) if view.ground(h) in ("sea", "coastal")]
    on = [h for h in chart.neighbours(sea[0]) if h != g.hex and view.ground(h) in ("sea", "coastal")] if sea else []
    afloat = [x for x in able if x.where == "sea"]
    berthed = next((x for x in able if x.where == "port"), None)
    home = next((x for x in afloat if x.hex in view.ports and view.ports[x.hex].owner == x.side), None)
    pair = next(((x, y) for x in able for y in able if x.id < y.id and (x.hex, x.where) == (y.hex, y.where)), None)
    big = next((x for x in able if len(x.members) > 1), None)
    return {
        "sail": f"sail {g.id} to {bound(view, g) or next(iter(sea), g.hex)}",
        "move": f"move {g.id} to {' '.join([*sea[:1], 'night', *on[:1]])}" if on else "",
        "put": f"put {berthed.id} to sea" if berthed else "",
        "enter": f"enter port {home.id}" if home else "",
        "wait": f"wait {g.id} 5 MPs",
        "combine": f"combine {pair[0].id} {pair[1].id} as {pair[0].id}" if pair else "",
        "split": f"split {big.id}: {big.members[-1]} as {big.id}-2" if big else "",
    }


def bound(view: Campaign, g: Group) -> str:
    """Where a group may get in this step on its way to its goal, or to the nearest port of its own; empty when nowhere."""
    ports = [p for p in view.ports.values() if p.owner == g.side and p.hex != g.hex]
    goal = goal_of(view, g) if g.side == "Allied" else ""
    near = min(ports, key=lambda p: (chart.distance(p.hex, g.hex), p.name)).name if ports else ""
    port = next((p.name for p in ports if p.hex == goal), near)
    if not port:
        return ""
    try:
        order = reading.read(f"sail {g.id} to {port}", view, g.side)
    except TextError:
        return ""
    trip = journey.plot(view, g, order.path)
    return port if trip.refusal is None else trip.legs[-1].to if trip.legs else ""


def activities(view: Campaign, able: Sequence[Group]) -> dict[str, str]:
    """Examples of the activities there is anything for: mines, cargo, carriers, coast defences."""
    units = [(g, u) for g in able for u in view.of(g)]
    guns = [(g, u) for g, u in units if tf_like(u)]
    cargo = [c for _, c in sorted(view.cargo.items()) if any(c.aboard == u.id for _, u in units)]
    mines = next((c.aboard for c in cargo if "mine" in c.marks), "")
    freight = next((c.id for c in cargo if "mine" not in c.marks), "")
    ashore = next(((c.id, u.id) for _, c in sorted(view.cargo.items()) for g, u in units
                   if c.side == g.side and not c.aboard and c.place == g.hex), None)
    belt = next((u.id for g, u in guns if g.hex in view.mines), "")
    carrier = next((u.id for _, u in units if u.kind == "CG"), "")
    craft = next((u.id for _, u in units if u.kind in CRAFT), "")
    target = next(((d.hex, u.id) for g, u in guns for _, d in sorted(view.defences.items())
                   if d.owner not in (g.side, "") and d.fires and chart.distance(d.hex, g.hex) <= 1), None)
    berth = next((g.id for g in able if g.where == "port"), "")
    return {
        "lay": f"lay mine with {mines}" if mines else "",
        "sweep": f"sweep mine with {belt}" if belt else "",
        "replenish": f"replenish {berth}" if berth else "",
        "load": f"load air on {carrier}" if carrier else "",
        "prepare": f"prepare half gunfire with {guns[0][1].id}" if guns else "",
        "embark": f"embark {ashore[0]} on {ashore[1]} at port" if ashore else "",
        "disembark": f"disembark {freight} at port" if freight else "",
        "assault": f"assault with {freight}" if freight else "",
        "transfer": f"transfer {freight} to {craft}" if freight and craft else "",
        "form": screened(able, view),
        "bombard": f"bombard {target[0]} with {target[1]}" if target else "",
    }


def screened(able: Sequence[Group], view: Campaign) -> str:
    """An example of forming a screen, empty where no group has enough combat units."""
    for g in able:
        fighters: list[Unit] = [u for u in view.of(g) if tf_like(u)]
        if len(fighters) > 1:
            return f"form {g.id}: screen {min(fighters, key=lambda u: (u.strength, u.id)).id}"
    return ""


def reserves(own: Sequence[Group]) -> dict[str, str]:
    """Examples of holding groups in reserve and releasing them."""
    held = next((g.id for g in own if g.reserve), "")
    free = next((g.id for g in own if not g.reserve and g.where == "port"), "") or next((g.id for g in own if not g.reserve), "")
    return {"hold": f"hold {free} in reserve" if free else "", "release": f"release {held} from reserve" if held else ""}
