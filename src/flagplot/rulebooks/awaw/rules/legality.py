"""Check of every order: which orders answer which question, and where in the turn each belongs.

:func:`view_after` returns the view after an announcement that has not been carried out.
"""

from __future__ import annotations

from typing import Any

from flagplot.table import LEGAL, AskOrder, Table, Verdict
from flagplot.table.assist.rehearse import run_without_chance
from flagplot.table.core.memo import memo_per_request
from flagplot.table.core.procedure import tag_of
from flagplot.table.core.verdict import Refusal

from .. import orders
from ..nouns import L
from ..orders import BaseChange, Done, FormTF, Mission, Pass, Patrol, RaidOrder, landing
from ..orders.landing import GroundAttack
from ..state import State, replace
from .registry import carries, checks, ends

ORGANISING = (orders.FormTF, orders.DisbandTF)


STRICT = (
    "movement",
    "harbor",
    "supply",
    "transport",
    "ground",
    "combat",
    "redeployment",
    "construction",
    "uninversion",
    "displacement",
    "surplus",
    "interception",
    "counter-interception",
    "none",
    "air-missions",
    "air-cover",
    "oppose-cover",
    "landing",
    "ground-losses",
    "overstack",
    "exploitation",
)
"""Kinds of question that take only the orders declared for them. Any other kind takes every order
that passes its check."""


ADMITTED: dict[str, tuple[type, ...]] = {
    kind: tuple(t for t in L.order_types if kind in L.answers()[tag_of(t)]) for kind in STRICT
}
"""Kind of question -> orders that answer it, besides ``done`` and ``pass``. Other kinds take every
order that passes its check."""


HOME: tuple[tuple[tuple[type, ...], str, str, str], ...] = (
    (
        (orders.BaseChange, orders.Patrol, orders.Withdraw, orders.Sequence, orders.AssignRP),
        "movement",
        "announce",
        "movement",
    ),
    ((orders.HarborAttack,), "movement", "harbor", "harbor"),
    ((orders.Supply,), "movement", "supply", "supply"),
    ((orders.Transport,), "movement", "transport", "transport"),
    ((orders.Occupy,), "movement", "ground", "ground"),
    ((orders.Mission, landing.GroundAttack, orders.RaidOrder), "combat", "missions", "combat"),
    ((orders.Redeploy, orders.Relay), "redeployment", "redeploy", "redeployment"),
    ((orders.BuildPort,), "construction", "build", "construction"),
)
"""Place of orders in the turn: (types, phase, segment, kind of question)."""


def place_in_turn(order: Any) -> tuple[str, str, str]:
    """Return the phase, segment and kind of question of an order; empty strings for an order
    without a fixed place."""
    return next(((p, s, k) for types, p, s, k in HOME if isinstance(order, types)), ("", "", ""))


@memo_per_request
def check_order(state: State, request: AskOrder, order: Any) -> Verdict:
    """Return the verdict of the order's own check, with a refusal added when it comes at the wrong
    time."""
    check = checks.get(type(order))
    if check is not None:
        verdict = check(state, request, order)
        fits = ADMITTED.get(request.kind)
        return (
            verdict
            if fits is None or isinstance(order, fits)
            else misplaced_verdict(state, request, order, verdict)
        )
    if isinstance(order, (Done, Pass)):
        end = ends.get(request.kind)
        return end(state, request) if end is not None else LEGAL
    return Verdict((Refusal("21.31", "no-such-order", (), (("kind", request.kind),)),))


def misplaced_verdict(view: State, request: AskOrder, order: Any, verdict: Verdict) -> Verdict:
    """Return the verdict of an order that no question asks for now: the wrong time, and all other
    refusals."""
    kind = place_in_turn(order)[2]
    more = (
        checks[type(order)](view, replace(request, kind=kind), order)
        if kind and kind != request.kind
        else verdict
    )
    found = dict.fromkeys((*verdict.refusals, *more.refusals))
    if not verdict.refusals:
        found = dict.fromkeys(
            (Refusal(request.clause or "21.31", "not-now", (), (("kind", request.kind),)), *found)
        )
    return Verdict(tuple(found), more.cautions)


ANNOUNCED = (Mission, GroundAttack, RaidOrder, Patrol, BaseChange, FormTF)
"""Orders that only announce. No question and no roll comes until all of them are given."""


def view_after(view: State, request: AskOrder, order: Any) -> State | None:
    """Return the view after an announcement; None for orders that are carried out at once."""
    if not isinstance(order, ANNOUNCED):
        return None
    t: Table[State] = Table(view)
    return t.state if run_without_chance(carries[type(order)](t, request.side, order)) else None
