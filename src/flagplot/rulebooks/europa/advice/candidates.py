"""What computer admirals consider, from what a side may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from flagplot.table import Command, about_map
from flagplot.table.latest import latest

from ..map import chart
from ..nouns import Shot
from ..orders import (
    TARGETS,
    Activate,
    Attack,
    BombPort,
    Declare,
    Done,
    EnterPort,
    Fire,
    Hold,
    Move,
    Pass,
    PutToSea,
    Repair,
    Screen,
    Search,
    Support,
    UseMalta,
)
from ..rules import reaction, search
from ..rules.legality import check
from ..rules.movement import costs, routing
from ..scenarios.cards import card
from ..state import Campaign, Group
from ..state.units import fires, is_warship, transports


def candidates(state: Campaign, request: Command[Any]) -> Iterator[Any]:
    """Legal orders worth considering, the one that passes last."""
    seen: set[Any] = set()
    for order in _raw(state, request):
        if order not in seen and check(state, request, order):
            seen.add(order)
            yield order


def _raw(state: Campaign, request: Command[Any]) -> Iterable[Any]:
    kind = request.kind
    about = about_map(request)
    if kind in ("movement", "reaction"):
        return _moves(state, request)
    if kind == "search":
        return _searches(state, about)
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
    if kind == "screen":
        group = state.groups[str(about["group"])]
        fighters = sorted((u for u in state.of(group) if is_warship(u)), key=lambda u: (u.strength, u.id))
        half = tuple(u.id for u in fighters[: len(fighters) // 2])
        return [Screen(half), *(Screen((u,)) for u in half), Screen()]
    return _salvoes(state, about) if "foe" in about else (Pass(),)


def goal_of(state: Campaign, group: Group) -> str:
    """Where a group of the position wants to go: its scenario's goal for cargo, its prey for others, or empty."""
    return _goal_of(state, group.id)


@latest
def _goal_of(state: Campaign, id: str) -> str:
    group, goal = state.groups[id], state.facts.get("goal-hex", "")
    units = state.of(group)
    if group.side == "Allied" and goal:
        if transports(units):
            return goal
        if any(u.kind == "SUB" for u in units):
            return ""
        charges = [g for g in state.standing("Allied") if state.kind(g) in ("mixed", "cargo") and g.hex != goal]
        if charges and group.id not in _staying(state.scenario):
            return min(charges, key=lambda g: chart.distance(g.hex, group.hex)).hex
        return ""
    prey = [g for g in state.standing(state.other(group.side)) if g.where == "sea" and state.kind(g) != "submarine"]
    if not prey:
        return group.home
    soft = [g for g in prey if state.kind(g) in ("mixed", "cargo")] or prey
    near = min(soft, key=lambda g: (chart.distance(g.hex, group.hex), g.id))
    return near.hex


def _staying(scenario: str) -> tuple[str, ...]:
    """The groups that a scenario keeps where they are when an admiral has no orders for them."""
    return card(scenario).stays if scenario else ()


def _moves(state: Campaign, request: Command[Any]) -> Iterator[Any]:
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
        yield from _services(state, g)
        mps = costs.left(state, g)
        goal = goal_of(state, g)
        if not mps:
            continue
        if goal and goal != g.hex:
            yield from _toward(state, g, goal, mps)
        yield from (Move(g.id, (h,)) for h in chart.neighbours(g.hex))
        if g.where == "port":
            yield PutToSea(g.id)
    yield from _at_malta(state, request)
    yield Done()


def _at_malta(state: Campaign, request: Command[Any]) -> Iterator[Any]:
    """Bombing Malta, or repairing it with its points."""
    if state.malta is None or request.kind != "movement":
        return
    strikes = [a.id for _, a in sorted(state.air.items()) if a.side == request.side and a.mission == "strike" and not a.struck]
    yield from (BombPort((id,), "", "status") for id in strikes)
    yield UseMalta(1, "repair")


def _services(state: Campaign, g: Group) -> Iterator[Any]:
    """What units do without moving: have hits repaired in port, fire the gunfire support they have ready."""
    for u in state.of(g):
        if g.where == "port" and u.hits and state.accounts:
            yield Repair(u.id, 1)
        if g.where == "sea" and u.ready.endswith("gunfire"):
            yield from (Support(h, u.id) for h in chart.within(g.hex, 1) if state.owner(h) == state.other(g.side))


def _toward(state: Campaign, g: Group, goal: str, mps: int) -> Iterator[Any]:
    wary = routing.course(state, g, goal, mps, True)
    straight = routing.course(state, g, goal, mps, False)
    for path in dict.fromkeys((wary, straight)):
        for part in (path, path[: len(path) // 2], path[:3]):
            if part:
                yield Move(g.id, part)
        if path and (g.night_block or mps >= 5):
            yield Move(g.id, ("night", *path[: 5 - g.night_block]))


def _searches(state: Campaign, about: Any) -> Iterator[Any]:
    yield Search()
    air = [state.air[a] for a in str(about["air"]).split(" ") if a]
    group = state.groups[str(about["group"])]
    near = sorted({(chart.distance(search.air_place(state, a), group.hex), a.base) for a in air})
    for k in range(1, len(near)):
        yield Search(tuple(b for _, b in near[:k]))
    for g in str(about["groups"]).split(" ")[:2]:
        if g:
            yield Search((g,))
    yield Pass()


def _salvoes(state: Campaign, about: Any) -> Iterator[Any]:
    group, foe = state.groups[str(about["group"])], state.groups[str(about["foe"])]
    guns = [u for u in state.of(group) if fires(u)]
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
