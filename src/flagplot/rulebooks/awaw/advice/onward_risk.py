"""Risk of a force that goes on, stays or sails home: the chance that it is intercepted, from what
its side knows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from ..map import theatre
from ..rules.interception.attempts_made import has_tried
from ..rules.raiders import groups
from ..rules.raiders.voyage import is_safe_return
from ..scenarios import score
from ..state import Force, State, factors
from ..state.raider_groups import Raid
from . import interception_risk, order_tracks


def chance_met_again(view: State, f: Force) -> float:
    """Return the chance (0 to 1) that a force is intercepted on the rest of its route. It is 0 once
    the enemy has used its one attempt (21.4171)."""
    if has_tried(view, view.enemy(f.side), f.mission, (f.id,)):
        return 0.0
    return interception_risk.risk_of(
        view, f.side, f.mission, f.path[f.step :], f.target, factors(view.members(f))
    ).total


def chance_met_on_way(view: State, side: str, order: Any) -> float | None:
    """Return the chance (0 to 1) that some ships of an order are intercepted on their way. ``None``
    for an order that sends no ships, or submarines alone."""
    sailed = [
        x
        for x in order_tracks.tracks_of(view, side, order)
        if x.plan.legs and any(u.type != "SS" for u in x.ships)
    ]
    if not sailed:
        return None
    strength = factors([u for x in sailed for u in x.ships])
    return 1 - prod(
        1 - interception_risk.risk_of(view, side, x.kind, x.plan.path, x.target, strength).total
        for x in sailed
    )


def chance_met_staying(view: State, f: Force) -> float:
    """Return the chance (0 to 1) that a patrol is intercepted if it stays on station."""
    if has_tried(view, view.enemy(f.side), "patrol-stays", (f.id,)):
        return 0.0
    return interception_risk.risk_of(
        view, f.side, "patrol-stays", (f.target,), f.target, factors(view.members(f))
    ).total


def chance_met_on_way_home(view: State, f: Force, port: str) -> float:
    """Return the chance (0 to 1) that the raider group *f* is intercepted on its way home to *port*
    (21.537)."""
    ships = tuple(u for u in view.members(f) if u.present)
    raid = Raid(f.id, f.side, ships[0].nation if ships else "", f.target, setup=len(f.path) == 1)
    if is_safe_return(view, raid, port) or not ships:
        return 0.0
    track: Sequence[str] = groups.route_to_box(view, raid.side, ships, port, raid.box).plan.path[
        ::-1
    ]
    on_map = [h for h in track if not theatre.is_box(h)]
    return (
        interception_risk.risk_of(view, raid.side, "raid", on_map, port, factors(ships)).total
        if on_map
        else 0.0
    )


def cargo_points(view: State, f: Force) -> float:
    """Return the points that the cargo of a force brings when it lands."""
    aboard = [view.units[i] for i in f.cargo if i in view.units and view.units[i].present]
    return sum(event.points for event in score.landing_points(view, f.side, f.target, aboard))
