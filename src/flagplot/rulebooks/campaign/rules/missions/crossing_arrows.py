"""Crossing Arrows: narrow waters that armies cross, and attack over, without Naval Transports of
the pools (6.2.5)."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, clause, refuse

from ... import orders as o
from ...state import State
from ...state.territories import on_true_island
from ..assault.islands import crowding, unloaded_on
from ..registry import checks
from .loading import built_in, crossing_arrows, why_busy, why_not_formed


@checks(o.Cross)
@clause("6.2.5.a", "6.2.5.b", "6.5.3.a")
def check_cross(state: State, side: str, order: o.Cross) -> Verdict:
    """Check that land units use an arrow to a friendly place, or to attack an enemy one. They need
    no transports of a pool (6.2.5)."""
    faults: list[Refusal | None] = []
    there = state.ports.get(order.target)
    if there is not None and there.neutral:
        faults.append(Refusal("6.2.5.a", "stop-not-friendly", (order.target,)))
    for id in order.troops:
        troop = state.troops.get(id)
        if troop is None or troop.side != side or not troop.present:
            faults.append(Refusal("6.1.a", "no-such-troops", (id,)))
            continue
        faults.extend(
            (why_busy(state, troop), why_not_formed(state, troop, "6.2.5.a"), built_in(troop))
        )
        if frozenset((troop.at, order.target)) not in crossing_arrows(state):
            faults.append(Refusal("6.2.5.a", "no-crossing", (troop.at, order.target)))
    if on_true_island(state, order.target) and state.friendly(side, order.target):
        faults.extend(unloaded_on(state, side, order.target, order.troops))
        return refuse(*faults)
    verdict, many = refuse(*faults), crowding(state, side, order.target, order.troops)
    return Verdict((), (many,)) if verdict and many is not None else verdict
