"""The order forms a side may fill in now: title, grammar, a legal example, and a text to start
from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from flagplot.table import AskOrder, about_map
from flagplot.table.assist.nearby_orders import first_legal
from flagplot.table.core.memo import memo_per_state
from flagplot.table.display.position import OrderForm

from ..advice.candidates import candidates
from ..map import theatre
from ..nouns import L
from ..rules.employment import free_ships
from ..rules.legality import check_order
from ..rules.remedies import free_name
from ..state import STAYS, State
from . import names
from .names import words

MUST = ("surplus", "displacement")
"""Questions that must be answered with an order, so that ``done`` is not offered."""


Forms = tuple[OrderForm, ...]


REFUSABLE = ("interception", "counter-interception")
"""Questions that end with ``pass``; others end with ``done``."""


@memo_per_state
def forms_for(view: State, request: AskOrder) -> Forms:
    """Return a form for each order that answers the request and has a legal example. The form that
    passes comes last, if passing is allowed."""
    offered = L.forms(request.kind)
    legal = legal_examples(
        view, request, [f.start for f in offered if f.start not in ("done", "pass")]
    )
    titled = {
        f.start: f for f in reversed(offered)
    }  # of wordings with one beginning the first is offered
    found = [
        replace(f, example=legal[f.start])
        for f in offered
        if f.start in legal and titled[f.start] is f
    ]
    end = "pass" if request.kind in REFUSABLE else "done"
    if request.kind not in MUST and first_legal(
        view, request, [end], L.parse, check_order
    ):  # some questions do not accept ``done`` yet
        form = next(f for f in offered if f.kind == end)
        title = words().term("end", request.kind, form.title)
        found.append(replace(form, title=title, example=end, clause=request.clause or form.clause))
    return tuple(found)


def legal_examples(view: State, request: AskOrder, starts: Iterable[str]) -> dict[str, str]:
    """Return the shortest legal candidate for the beginning of each form; submarines only when no
    other ships can sail. For beginnings without a candidate, return the first legal sample."""
    found: dict[str, str] = {}
    for order in candidates(view, request):
        line = L.text(order)
        start = next((s for s in starts if line.startswith(s)), "")
        if start and (
            start not in found
            or ("-SS-" in line, len(line)) < ("-SS-" in found[start], len(found[start]))
        ):
            found[start] = line
    rare = [s for s in starts if s not in found]
    for start in rare:
        likely = (x for x in sample_orders(view, request, start) if x.startswith(start))
        if legal := first_legal(view, request, likely, L.parse, check_order):
            found[start] = legal
    return found


def sample_orders(view: State, request: AskOrder, start: str) -> Iterator[str]:
    """Yield orders to try that no admiral considers: of the side's own ships, forces, cargo and
    ports."""
    side, verb = request.side, start.split(" ")[0]
    ships = free_ships(view, side)
    ports = list(dict.fromkeys(theatre.name_of(view, u.base) for u in view.ships(side) if u.base))
    if verb == "form":
        yield from (f"form {free_name(view, side)} with {u.id}" for u in ships)
    elif verb == "pass":
        yield "pass all"
    elif verb == "disband":
        yield from (f"disband {g.name}" for g in view.groups.values() if g.side == side)
    elif verb == "withdraw":
        yield from (
            f"withdraw {f.id}"
            for f in view.forces.values()
            if f.side == side and f.state == "announced"
        )
    elif verb == "sequence":
        patrols = str(about_map(request).get("patrols", "")) or ", ".join(
            f.id
            for f in view.forces.values()
            if f.side == side and f.mission == "patrol" and f.state == "announced"
        )
        yield f"sequence {patrols}"
    elif verb == "split":
        yield from (
            f"split {f.id} with {i}"
            for f in view.forces.values()
            if f.side == side
            for i in f.units[1:]
        )
    elif verb in ("supply", "ship", "grant"):
        yield from (
            f"{'grant 1 BRPs from ' if verb == 'grant' else 'ship oil 1 from ' if verb == 'ship' else start}{a} to {b}"
            for a in ports
            for b in ports
            if a != b
        )
    elif verb == "place":
        yield from (f"place {u.id} in {theatre.ATLANTIC_SW}" for u in ships)
    elif verb in ("invade", "bombard", "carrier"):
        goals = dict.fromkeys(
            u.base or u.at for u in view.units.values() if u.side != side and u.present
        )
        yield from (
            f"{start}{names.short_place(view, g)} with {u.id}" for g in goals if g for u in ships
        )
    elif verb in ("transport", "escort"):
        cargo = [
            u
            for u in view.units.values()
            if u.side == side and u.kind == "ground" and u.present and not u.force
        ]
        yield from (f"{start}{u.id} to {p}" for u in cargo for p in ports if u.note not in STAYS)
    elif verb in ("intercept", "counter"):
        where = str(
            about_map(request).get("hex", "")
            or str(about_map(request).get("path", "")).split(",")[0]
        )
        yield from (f"{verb} {u.id}" + f" at {where}" * (verb == "intercept") for u in ships)
    elif verb in ("base", "redeploy", "displace"):
        yield from (f"{start}{u.id} to {p}" for u in ships for p in ports)
    else:
        yield from (f"{start}{u.id}" for u in view.ships(side))
