"""Troops that a scenario rewards for being landed: convoys to ports in friendly hands, invasions of those in the enemy's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .. import orders as o
from ..rules.missions.convoys import check_convoy
from ..rules.missions.invasions import check_invade
from ..rules.movement.courses import fill_route, with_route
from ..scenarios import scenario_of
from ..state import Ship, State
from ..state.troops import Troop

TOGETHER = 2
"""Land units that an admiral ships at once."""
WITH_THEM = 4
"""Warships he sends with an invasion."""


def landings(state: State, side: str) -> tuple[str, ...]:
    """The ports where a side still scores for troops put ashore."""
    found: list[str] = []
    for x in scenario_of(state).get("score", {}).get("landing", ()):
        left = x.get("units", 99) - sum(p.what == x["what"] for p in state.score)
        if x["side"] == side and state.turn <= x["until"] and left > 0:
            found += [p for p in x["ports"] if p in state.ports and p not in found]
    return tuple(found)


def troop_orders(state: State, side: str) -> Iterator[o.Order]:
    """Ships for the troops that wait in each port, to the ports that score."""
    waiting: dict[str, list[Troop]] = {}
    for x in state.troops.values():
        if x.side == side and x.present and not x.mission and not x.reserve and x.forms <= state.turn and x.at in state.ports:
            waiting.setdefault(x.at, []).append(x)
    goals = landings(state, side)
    for origin, troops in sorted(waiting.items()):
        if origin not in goals and state.friendly(side, origin):
            force = tuple(x.id for x in troops[:TOGETHER])
            yield from islice(convoys(state, side, origin, force, goals), 2)
            yield from islice(invasions(state, side, origin, force, goals), 1)


def convoys(state: State, side: str, origin: str, force: tuple[str, ...], goals: tuple[str, ...]) -> Iterator[o.Order]:
    """A force by convoy to each port in friendly hands."""
    for port in goals:
        if state.friendly(side, port):
            order = o.Convoy("transports", len(force), origin, port, cargo=force)
            route = fill_route(state, side, [], order)
            whole = with_route(order, route) if route else None
            if isinstance(whole, o.Convoy) and check_convoy(state, side, whole):
                yield whole


def invasions(state: State, side: str, origin: str, force: tuple[str, ...], goals: tuple[str, ...]) -> Iterator[o.Order]:
    """A force against each port in the enemy's hands, with warships of its port that reach so far."""
    idle = [s for s in state.based_at(origin, side) if not s.mission and not s.damaged and s.readiness == "ready" and not s.cargo]
    for port in goals:
        if state.friendly(side, port) or state.ports[port].neutral:
            continue
        for ships in (able(idle), []):
            order = o.Invade(force, origin, port, escorts=tuple(s.id for s in ships))
            route = fill_route(state, side, ships, order)
            whole = with_route(order, route) if route else None
            if isinstance(whole, o.Invade) and check_invade(state, side, whole):
                yield whole
                break


def able(ships: list[Ship]) -> list[Ship]:
    """The ships to send with an invasion: those of longest Patrol Range, no submarines."""
    return sorted((s for s in ships if not s.submarine), key=lambda s: (-s.patrol, s.id))[:WITH_THEM]


def troop_worth(view: State, answer: o.Order) -> float | None:
    """What shipping troops is worth; ``None`` for any other order."""
    if isinstance(answer, o.Convoy) and answer.cargo:
        return 1.8
    return 1.6 if isinstance(answer, o.Invade) else None
