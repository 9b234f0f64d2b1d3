"""Tracks of an order: for each base its ships leave, the route and the kind of mission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ..map import theatre
from ..orders import (
    BaseChange,
    Displace,
    Mission,
    Patrol,
    RaidOrder,
    Redeploy,
    Relay,
    Supply,
    Transport,
)
from ..rules import redeployment
from ..rules.forces import selected_units, ships_by_base
from ..rules.invasion.announce import mission_track
from ..rules.invasion.lift import contingents
from ..rules.movement import base_change, displacement, routing
from ..rules.raiders import raid
from ..rules.transport import sea_escort
from ..rules.transport.sea_transport import selected_cargo, transport_track
from ..state import State, Unit


class Track(msgspec.Struct, frozen=True):
    """One track of an order: its mission word, its plan, its goal (a place id), and the ships."""

    kind: str
    plan: routing.Plan
    target: str
    ships: tuple[Unit, ...]


def tracks_of(view: State, side: str, order: Any) -> tuple[Track, ...]:
    """Return the tracks of an order that sails; empty for other orders. Raises :class:`TextError`
    for an unknown place."""
    return tuple(_tracks(view, side, order))


def _tracks(view: State, side: str, order: Any) -> Iterator[Track]:
    if isinstance(order, BaseChange):
        for m in order.moves:
            goal = theatre.place_id(view, m.to)
            for base, group in ships_leaving(view, side, m.units):
                yield Track(
                    "base-change",
                    base_change.base_change_track(view, side, group, base, goal, m.via),
                    goal,
                    group,
                )
        return
    if isinstance(order, RaidOrder):
        ships = selected_units(view, side, order.units)
        for here, way in (
            raid.raid_routes(view, side, order, ships)
            if theatre.is_sw_box(order.to) and ships
            else ()
        ):
            yield Track("raid", way.plan, order.to, here)
        return
    if isinstance(order, Relay):
        yield from relay_tracks(view, side, order)
        return
    if not isinstance(order, (Patrol, Transport, Redeploy, Mission, Supply, Displace)):
        return
    goal = theatre.place_id(view, order.to)
    if isinstance(order, Supply):
        source, ships = (
            theatre.place_id(view, order.source),
            tuple(selected_units(view, side, order.units)),
        )
        yield Track(
            "supply",
            routing.plot_route(view, side, ships, source, goal, order.via, "supply"),
            goal,
            ships,
        )
        return
    if isinstance(order, Mission):
        yield from mission_tracks(view, side, order, goal)
        return
    for base, group in ships_leaving(view, side, order.units):
        yield _track(view, side, order, base, group, goal)


def mission_tracks(view: State, side: str, order: Mission, goal: str) -> Iterator[Track]:
    """Yield the tracks of a mission: one for each base of each force, by way of the places where
    its cargo waits."""
    ships = [u for u in selected_units(view, side, order.units) if u.kind == "ship" and u.base]
    for c in contingents(
        view, side, order.kind, ships, selected_units(view, side, order.cargo), goal
    ):
        for base, group in ships_by_base(c.ships).items():
            yield Track(
                order.kind,
                mission_track(view, side, order.kind, group, base, c.cargo, order.via, goal),
                goal,
                group,
            )


def relay_tracks(view: State, side: str, order: Relay) -> Iterator[Track]:
    """Yield the legs of an escort that other ships take over."""
    cargo = selected_units(view, side, order.cargo)
    start = sea_escort.embarkation_place(view, side, cargo)
    for leg in order.legs:
        goal, ships = theatre.place_id(view, leg.to), tuple(selected_units(view, side, leg.bearers))
        base = ships[0].base if ships else start
        yield Track(
            "escort",
            sea_escort.escort_track(view, side, ships or cargo, base, start, goal, leg.via),
            goal,
            ships or cargo,
        )
        start = goal


def ships_leaving(
    view: State, side: str, picks: Sequence[Any]
) -> list[tuple[str, tuple[Unit, ...]]]:
    """Return the ships named, by the base they leave."""
    ships = [u for u in selected_units(view, side, picks) if u.kind == "ship"]
    return [(base, group) for base, group in ships_by_base(ships).items() if base]


def _track(
    view: State,
    side: str,
    order: Patrol | Transport | Redeploy | Displace,
    base: str,
    group: tuple[Unit, ...],
    goal: str,
) -> Track:
    if isinstance(order, Transport):
        plan = transport_track(
            view, side, group, base, selected_cargo(view, side, order), order.via, goal
        )
        return Track("transport", plan, goal, group)
    if isinstance(order, Redeploy) and order.cargo:
        start = sea_escort.embarkation_place(view, side, selected_units(view, side, order.cargo))
        return Track(
            "escort",
            sea_escort.escort_track(view, side, group, base, start, goal, order.via),
            goal,
            group,
        )
    if isinstance(order, Redeploy):
        return Track(
            "redeploy",
            redeployment.redeployment_track(view, side, group, base, goal, order.via),
            goal,
            group,
        )
    if isinstance(order, Displace):
        return Track(
            "displaced",
            displacement.displacement_track(view, side, group, base, goal, order.via, ""),
            goal,
            group,
        )
    return Track(
        "patrol",
        routing.plot_route(view, side, group, base, goal, order.via, "patrol", "21.412"),
        goal,
        group,
    )
