"""Shots and their hits: salvos in which all fire takes effect together, and damage to units."""

from __future__ import annotations

from flagplot.table import Table, clause

from ... import events
from ...scenarios.loss_points import is_tanker
from ...state import State
from .. import scoring
from ..special.fleets import is_flipped
from .events import CoastHit, Hit, SalvoLaid, SalvoOver
from .salvo import SalvoOf, Shot, fire


async def fire_salvo(t: Table[State], shots: tuple[Shot, ...], which: str) -> dict[str, int]:
    """Roll simultaneous shots, then let all damage take effect together. Return the hits by
    target."""
    shots = tuple(s for s in shots if s.over > 0)
    if not shots:
        return {}
    t.record(SalvoLaid(which, shots))
    await t.focus(SalvoOf()).run(fire)
    hits = dict(t.state.salvo.hits)
    t.record(SalvoOver(which))
    for s in shots:
        if (
            hits.get(s.at)
            and s.by in t.state.units
            and f"hit-by-{s.by}" not in t.state.facts
            and t.state.scenario
        ):
            t.record(events.Noted(which, f"hit-by-{s.by}", "yes"))
    for target, n in hits.items():
        if target in t.state.units:
            mark_damage(t, target, n, which, any(s.private for s in shots))
        else:
            t.record(CoastHit(which, target, n))
    return hits


@clause("36.C.1.s05")
def mark_damage(t: Table[State], unit: str, hits: int, which: str, secret: bool = False) -> None:
    """Mark hits on a unit. It sinks at its whole strength. A TF that has lost half its printed
    strength or more is flipped."""
    u = t.state.units[unit]
    if hits <= 0 or u.lost:
        return
    hits = min(hits, u.strength)
    sunk = u.strength - hits <= 0
    flips = is_flipped(u, hits)
    tanker = is_tanker(t.state, u)
    t.record(Hit(which, unit, hits, u.side, sunk, flips, secret))
    scoring.score_hit(t, u, hits, sunk, tanker, secret)
