"""Candidates for troops: convoys to friendly ports, and invasions of enemy ports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from flagplot.table.core.memo import memo_per_state

from .. import orders as o
from ..rules.missions.convoys import check_convoy
from ..rules.missions.invasions import check_invade
from ..rules.movement.order_routes import fill_route, with_route
from ..rules.pools import transports_available
from ..scenarios.cards import scenario_of
from ..state import Ship, State
from ..state.troops import Troop

TOGETHER = 2
"""The most land units that an admiral ships together in a convoy."""


WITH_THEM = 8
"""The most warships sent with an invasion: as many as may bombard."""


PRIZE = 10.0
"""Points of a port that add 1 to the value of its invasion."""


@memo_per_state
def landing_ports(state: State, side: str) -> tuple[str, ...]:
    """Return the ports where a side still scores for troops put ashore."""
    found: list[str] = []
    for x in scenario_of(state).get("score", {}).get("landing", ()):
        left = x.get("units", 99) - sum(p.what == x["what"] for p in state.score)
        if x["side"] == side and state.turn <= x["until"] and left > 0:
            found += [p for p in x["ports"] if p in state.ports and p not in found]
    return tuple(found)


@memo_per_state
def prize_ports(state: State, side: str) -> Mapping[str, float]:
    """Return the enemy ports that score for a side, with their points: those that count when taken,
    and those where troops count once ashore."""
    score = scenario_of(state).get("score", {})
    by_turn = score.get("assault", {})
    worth: dict[str, float] = dict.fromkeys(landing_ports(state, side), 1.0)
    for port, points in score.get("taken", {}).items():
        worth[port] = worth.get(port, 0.0) + points
    if by_turn.get("side") == side and "taken" in by_turn:
        for port in (p.name for p in state.ports.values() if p.island):
            worth[port] = by_turn["taken"][min(state.turn, len(by_turn["taken"])) - 1]
    return {
        port: points
        for port, points in sorted(worth.items(), key=lambda x: (-x[1], x[0]))
        if port in state.ports and not (state.friendly(side, port) or state.ports[port].neutral)
    }


def troop_orders(state: State, side: str) -> Iterator[o.Order]:
    """Yield orders for the troops that wait in each port: to ports that score, and against ports
    worth taking."""
    waiting: dict[str, list[Troop]] = {}
    for x in state.troops.values():
        ready = x.present and x.forms <= state.turn and not (x.mission or x.reserve or x.fixed)
        if x.side == side and ready and x.at in state.ports:
            waiting.setdefault(x.at, []).append(x)
    goals, enemy = landing_ports(state, side), prize_ports(state, side)
    for origin, troops in sorted(waiting.items()):
        if origin not in goals and state.friendly(side, origin):
            force = tuple(x.id for x in troops[:TOGETHER])
            yield from islice(troop_convoys(state, side, origin, force, goals), 2)
            yield from islice(
                invasion_candidates(state, side, origin, tuple(x.id for x in troops), enemy), 2
            )


def troop_convoys(
    state: State, side: str, origin: str, force: tuple[str, ...], goals: tuple[str, ...]
) -> Iterator[o.Order]:
    """Yield a convoy with a force to each friendly port."""
    for port in goals:
        if state.friendly(side, port):
            order = o.Convoy("transports", len(force), origin, port, cargo=force)
            route = fill_route(state, side, [], order)
            whole = with_route(order, route) if route else None
            if isinstance(whole, o.Convoy) and check_convoy(state, side, whole):
                yield whole


def invasion_candidates(
    state: State, side: str, origin: str, troops: tuple[str, ...], goals: Mapping[str, float]
) -> Iterator[o.Order]:
    """Yield invasions of enemy ports, the best prize first, with the largest force that the
    transports allow and warships of the port in range."""
    idle = [
        s
        for s in state.based_at(origin, side)
        if not s.mission and not s.damaged and s.readiness == "ready" and not s.cargo
    ]
    fleets = dict.fromkeys(
        tuple(s.id for s in ships)
        for ships in (ships_for_invasion(idle), ships_for_invasion(idle)[: WITH_THEM // 2], [])
    )
    lift = transports_available(state, side, origin)
    most = len(troops) if lift is None else min(len(troops), lift)
    invaded = {m.target for m in state.missions.values() if m.kind == "invasion" and m.side == side}
    for port in (x for x in goals if x not in invaded):
        orders = (
            o.Invade(troops[:n], origin, port, escorts=fleet)
            for n in range(most, 0, -1)
            for fleet in fleets
        )
        whole = (with_shortest_route(state, side, order) for order in orders)
        found = (
            order
            for order in whole
            if isinstance(order, o.Invade) and check_invade(state, side, order)
        )
        yield from islice(found, 1)


def with_shortest_route(state: State, side: str, order: o.Invade) -> o.Order | None:
    """Return an invasion with its shortest route, or ``None`` without one."""
    route = fill_route(state, side, [state.ships[u] for u in order.escorts], order)
    return with_route(order, route) if route else None


def ships_for_invasion(ships: list[Ship]) -> list[Ship]:
    """Return the ships to send with an invasion: those of longest Patrol Range, no submarines."""
    return sorted((s for s in ships if not s.submarine), key=lambda s: (-s.patrol, s.id))[
        :WITH_THEM
    ]


def troop_worth(view: State, side: str, answer: o.Order) -> float | None:
    """Return the value of shipping troops, by their target; ``None`` for other orders."""
    if isinstance(answer, o.Convoy) and answer.cargo:
        return 1.8
    if not isinstance(answer, o.Invade):
        return None
    prize = prize_ports(view, side).get(answer.target, 0.0)
    alone = 0.5 if not answer.escorts else 0.0
    return 1.6 + prize / PRIZE + 0.02 * len(answer.troops) - alone
