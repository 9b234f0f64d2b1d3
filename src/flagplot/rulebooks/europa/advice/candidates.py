"""Candidate orders for computer admirals, made from what a side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from .. import nouns
from ..map import chart
from ..nouns import TARGETS, Shot
from ..orders import (
    Activate,
    Attack,
    Bombard,
    BombPort,
    CounterAttack,
    Declare,
    Done,
    EnterPort,
    Ferry,
    Fire,
    Hold,
    Land,
    March,
    Move,
    Pass,
    PutToSea,
    Repair,
    Rescue,
    Screen,
    Search,
    Support,
    UseMalta,
    Wait,
    Work,
)
from ..rules.combat import zones
from ..rules.legality import check
from ..rules.movement import costs, routing, waters
from ..rules.search import modifiers, reaction
from ..rules.special import fleets, inland, landing
from ..scenarios.cards import card
from ..state import Group, State
from ..state.units import CRAFT, can_fire, count_transports, is_warship, tf_like


class Pilot:
    """The default choice of goals and routes for groups: each group's own goal, by the shortest
    route."""

    dark = -0.5
    """The value in points of sailing by night, where aircraft search by day and boats by night."""

    def bound(self, view: State, g: Group) -> str:
        """Return the hex to which a group is to sail; empty when none."""
        return goal_of(view, g)

    def far(self, view: State, g: Group, goal: str) -> Callable[[str], float]:
        """Return a function that gives the distance in hexes from a hex to the goal, for a
        group."""
        field = routing.sea_distances(view, goal)
        return lambda hex: field.steps(hex, 200)

    def courses(self, view: State, g: Group, goal: str, mps: int) -> Iterable[tuple[str, ...]]:
        """Return routes toward the goal for *mps* MPs."""
        return (
            routing.course_to(view, g, goal, mps, True),
            routing.course_to(view, g, goal, mps, False),
        )

    def nights(self, view: State, g: Group, path: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """Return variants of a route with part of it by night, as it may be sailed in a step."""
        return ()

    def toll(self, view: State, g: Group, places: Iterable[str]) -> float:
        """Return the cost of a route's places to a group, in hexes of detour."""
        return 0.0

    def sweeps(self, g: Group) -> bool:
        """Return True when warships other than sweepers clear the belt in their hex."""
        return False

    def dares(self, view: State, g: Group, goal: str) -> bool:
        """Return True when a group attacks its prey: boats and submarines always, ships when its
        escort looks no stronger."""
        if all(u.kind in ("SUB", "MTB") for u in view.of(g)):
            return True
        prey = next(
            (x for x in view.standing(view.other(g.side)) if x.hex == goal and x.where == "sea"),
            None,
        )
        if prey is None:
            return False
        escorts = (
            0
            if view.kind(prey) == "cargo"
            else prey.disclosed_counts[0]
            if prey.disclosed_counts[0] >= 0
            else 2
        )
        return sum(u.strength for u in view.of(g) if can_fire(u)) >= 4 * escorts


PLAIN = Pilot()


def candidates(state: State, request: AskOrder, pilot: Pilot = PLAIN) -> Iterator[Any]:
    """Yield legal candidates, the passing order last. Groups sail as the *pilot* chooses."""
    return (order for order in drafts(state, request, pilot) if check(state, request, order))


def drafts(state: State, request: AskOrder, pilot: Pilot = PLAIN) -> Iterator[Any]:
    """Yield unchecked candidates for a request, without repeats, the passing order last."""
    return iter(dict.fromkeys(_unchecked_orders(state, request, pilot)))


def _unchecked_orders(state: State, request: AskOrder, pilot: Pilot) -> Iterable[Any]:
    kind = request.kind
    about = about_map(request)
    if kind in ("movement", "reaction"):
        return _movement_orders(state, request, pilot)
    if kind == "search":
        return _search_orders(state, about)
    if kind == "activate":
        ids = str(about["groups"]).split(" ")
        return [Activate(tuple(ids)), *(Activate((g,)) for g in ids), Pass()]
    if kind == "declare":
        n = int(about["most"])
        return [*(Declare(k) for k in range(n // 2, n + n // 2 + 2) if k != n), Declare(n)]
    if kind == "attack":
        bases = tuple(str(about["bases"]).split(" "))
        every = [Attack(bases, t) for t in (*TARGETS, "")] if about["all"] else []
        return [*every, *(Attack((b,), t) for b in bases for t in (*TARGETS, "")), Pass()]
    if kind == "inland":
        return _division_orders(state, request.side)
    if kind == "screen":
        group = state.groups[str(about["group"])]
        fighters = sorted(
            (u for u in state.of(group) if is_warship(u)), key=lambda u: (u.strength, u.id)
        )
        half = tuple(u.id for u in fighters[: len(fighters) // 2])
        return [Screen(half), *(Screen((u,)) for u in half), Screen()]
    return _fire_orders(state, about) if "foe" in about else (Pass(),)


def goal_of(state: State, group: Group) -> str:
    """Return the hex to which a group is bound: the scenario's goal for cargo, its prey for others,
    or empty."""
    return _goal_of(state, group.id)


@memo_per_state
def _goal_of(state: State, id: str) -> str:
    group, goal = state.groups[id], state.facts.get("goal-hex", "")
    units = state.of(group)
    if group.id in _scenario_goals(state.scenario):
        return _scenario_goal_of(state, group)
    if group.id in _groups_that_stay(state.scenario):
        return ""
    if group.side == "Allied" and goal:
        if count_transports(units):
            return goal
        if any(u.kind == "SUB" for u in units):
            return ""
        charges = [
            g
            for g in state.standing("Allied")
            if state.kind(g) in ("mixed", "cargo") and g.hex != goal
        ]
        if charges:
            return min(charges, key=lambda g: chart.distance(g.hex, group.hex)).hex
        return ""
    prey = [
        g
        for g in state.standing(state.other(group.side))
        if g.where == "sea" and state.kind(g) != "submarine"
    ]
    if not prey:
        return group.home
    soft = [g for g in prey if state.kind(g) in ("mixed", "cargo")] or prey
    near = min(soft, key=lambda g: (chart.distance(g.hex, group.hex), g.id))
    return near.hex


def _scenario_goals(scenario: str) -> Mapping[str, str]:
    """Return the places to which a scenario sends groups: group -> place."""
    return card(scenario).goals if scenario else {}


def _scenario_goal_of(state: State, group: Group) -> str:
    """Return the hex to which the scenario sends a group. Cargo that cannot assault a beach waits
    until its side owns a port there, and empty transports stay; the hex is then empty."""
    hex, units = nouns.place(state, _scenario_goals(state.scenario)[group.id]), state.of(group)
    if count_transports(units) and not _cargo_aboard_group(state, group):
        return ""
    storms = any(u.kind in CRAFT for u in units) or not count_transports(units)
    return hex if storms or state.owner(hex) == group.side else ""


def _cargo_aboard_group(state: State, group: Group) -> list[str]:
    """Return the cargo aboard a group, by id."""
    if not (aboard := _cargo_by_unit(state)).keys() & group.members:
        return []
    return sorted([k for m in group.members for k in aboard.get(m, ())])


@memo_per_parts(lambda state: (state.cargo,))
def _cargo_by_unit(state: State) -> dict[str, list[str]]:
    """Return the cargo with REs aboard each unit that carries some."""
    found: dict[str, list[str]] = {}
    for k, c in state.cargo.items():
        if c.aboard and c.res:
            found.setdefault(c.aboard, []).append(k)
    return found


def _groups_that_stay(scenario: str) -> tuple[str, ...]:
    """Return the groups that a scenario keeps in place while an admiral has no orders for them."""
    return card(scenario).stays if scenario else ()


def _movement_orders(state: State, request: AskOrder, pilot: Pilot) -> Iterator[Any]:
    reacting = request.kind == "reaction"
    for g in state.standing(request.side):
        if not g.members or g.where == "riverine":
            continue
        if g.reserve and g.where == "sea" and not reacting:
            yield Hold(g.id, False)
        stuck = reaction.why_not_react(state, g) if reacting else reaction.why_not_phasing(state, g)
        if stuck or g.ended:
            continue
        port = state.ports.get(g.hex)
        if g.where == "sea" and port is not None and port.owner == g.side:
            yield EnterPort(g.id)
        yield from _service_orders(state, g, pilot)
        mps = costs.mps_left(state, g)
        goal = pilot.bound(state, g)
        if not mps:
            continue
        if goal and goal != g.hex:
            yield from _moves_toward(state, g, goal, mps, pilot)
        yield from (Move(g.id, (h,)) for h in chart.neighbours(g.hex))
        if g.where == "port" and g.id not in _groups_that_stay(state.scenario):
            yield PutToSea(g.id)
    yield from _malta_orders(state, request)
    yield Done()


def _malta_orders(state: State, request: AskOrder) -> Iterator[Any]:
    """Yield orders to bomb Malta, or to repair it with its points."""
    if state.malta is None or request.kind != "movement":
        return
    strikes = [
        a.id
        for _, a in sorted(state.air.items())
        if a.side == request.side and a.mission == "strike" and not a.struck
    ]
    yield from (BombPort((id,), "", "status") for id in strikes)
    yield UseMalta(1, "repair")


def _service_orders(state: State, g: Group, pilot: Pilot) -> Iterator[Any]:
    """Yield services that units perform without moving: repair of hits in port, fire of gunfire
    support that is ready."""
    for u in state.of(g):
        if g.where == "port" and u.hits and state.accounts:
            yield Repair(u.id, 1)
        if g.where == "sea" and u.ready:
            shores = chart.hexes_within(g.hex, fleets.gunfire_range(state))
            yield from (Support(h, u.id) for h in shores if state.owner(h) == state.other(g.side))
    if g.where == "sea" and state.enemy_mines(g.hex, g.side):
        yield from (
            Work("sweep", u.id)
            for u in state.of(g)
            if u.sweeper or (tf_like(u) and pilot.sweeps(g))
        )
    if fleets.res_in_water(state, g.side, g.hex):
        yield Rescue(g.id, g.night_block > 0)
    yield from _shore_orders(state, g)


def _shore_orders(state: State, g: Group) -> Iterator[Any]:
    """Yield the orders of a group at the beach or port to which the scenario sends it: landing its
    cargo, silencing the battery, preparing gunfire."""
    yield from (
        Ferry(chart.side_id(g.hex, h), u.id)
        for u in state.of(g)
        if u.kind in CRAFT and not u.ferry and state.divisions
        for h in waters.straits_of(state, g.hex)
    )
    if g.id not in _scenario_goals(state.scenario):
        return
    at = "port" if g.where == "port" else "assault"
    if g.hex == goal_of(state, g):
        yield from (Land(c, at) for c in _cargo_aboard_group(state, g))
    guns = [u for u in state.of(g) if tf_like(u)]
    foes = zones.coast_foes(state, g, g.dark) if g.where == "sea" else ()
    for d in (d for d in foes if d.fires):
        yield from (Bombard(d.hex, u.id) for u in guns)
        short = -dict(g.zones).get(d.hex, 0) % zones.COAST_FIRE_EVERY
        if guns and 0 < short < costs.mps_left(state, g):
            yield Wait(g.id, short)
    if g.where == "sea" and _landing_near(state, g):
        yield from (
            Work(part, u.id)
            for u in guns
            if not u.ready
            for part in ("half gunfire", "quarter gunfire")
        )


def _landing_near(state: State, g: Group) -> bool:
    """Return True when landing craft of its side with troops aboard, or troops ashore, are in a
    group's hex or one beside it."""
    near = chart.hexes_within(g.hex, 1)
    return any(h in near for h in landing.beachheads(state, g.side)) or any(
        x.hex in near and x.where == "sea" and _cargo_aboard_group(state, x)
        for x in state.standing(g.side)
    )


def _division_orders(state: State, side: str) -> Iterator[Any]:
    """Yield the orders of divisions inland: counter-attack a hex within reach, march towards the
    nearest beachhead, stand."""
    beaches = landing.beachheads(state, state.other(side))
    for d in inland.divisions_of(state, side):
        yield from (CounterAttack(h, d.id) for h in beaches)
        if beaches:
            near = inland.march_field(state, d)
            yield March(
                d.id,
                min(near, key=lambda h: (min(chart.distance(h, b) for b in beaches), near[h], h)),
            )
    yield Pass()


def _moves_toward(state: State, g: Group, goal: str, mps: int, pilot: Pilot) -> Iterator[Any]:
    for path in dict.fromkeys(pilot.courses(state, g, goal, mps)):
        for part in (path, path[: len(path) // 2], path[:3]):
            if part:
                yield Move(g.id, part)
        yield from (Move(g.id, dark) for dark in pilot.nights(state, g, path))
        if path and (g.night_block or mps >= 5):
            yield Move(g.id, ("night", *path[: 5 - g.night_block]))


def _search_orders(state: State, about: Any) -> Iterator[Any]:
    yield Search()
    air = [state.air[a] for a in str(about["air"]).split(" ") if a]
    group = state.groups[str(about["group"])]
    near = sorted({(chart.distance(modifiers.air_place(state, a), group.hex), a.base) for a in air})
    for k in range(1, len(near)):
        yield Search(tuple(b for _, b in near[:k]))
    for g in str(about["groups"]).split(" ")[:2]:
        if g:
            yield Search((g,))
    yield Pass()


def _fire_orders(state: State, about: Any) -> Iterator[Any]:
    group, foe = state.groups[str(about["group"])], state.groups[str(about["foe"])]
    guns = [u for u in state.of(group) if can_fire(u)]
    screen = state.battle.screen(foe.id) if state.battle else ()
    foes = sorted(state.of(foe), key=lambda u: (-(not is_warship(u)), -u.strength, u.id))
    for target in foes:
        yield Fire(tuple(Shot(u.id, target.id) for u in guns))
    shield = [u for u in state.of(foe) if u.id in screen]
    body = [u for u in foes if u.id not in screen]
    if shield and body:
        spare = sum(u.strength for u in guns) - sum(u.strength for u in shield)
        shots = []
        for u in sorted(guns, key=lambda u: (u.strength, u.id)):
            if u.strength <= spare:
                spare -= u.strength
                shots.append(Shot(u.id, body[0].id))
            else:
                shots.append(Shot(u.id, shield[0].id))
        yield Fire(tuple(shots))
    yield Fire()
