"""Aims of a side in its turn: cargo to bring in, groups that cover it, prey to stop, ships to bring
home."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flagplot.table import AskOrder, Single, about_map
from flagplot.table.contract.aims import Aim, Plan

from ..map import chart
from ..orders import Attack, EnterPort, Fire, Move, PutToSea, Search, Support, Work
from ..rules.special import night
from ..scenarios.cards import card
from ..state import Group, State
from . import (
    air_cover,
    candidates,
    fire_forecast,
    fire_worth,
    gunfire_worth,
    minesweeping,
    route_losses,
    search_worth,
    ways_to_goal,
)
from .worth import evaluate, has_non_warships, heading_of

COMING_HOME = 20.0
"""The value of entering the port to which a group is sent, where it is safe."""
ESCORT, CARRIER = 1.0, 1.5
"""Points of a hit on a warship beside transports, and the factor for a carrier."""
SWEPT = 8.0
"""Points at stake for a belt in the way of cargo."""
AIMED = ("torpedo", "coast-fire")
"""Kinds of question whose answer is the target of a single shot. The shot goes where it costs the
enemy most."""
FIRST = 15.0
"""The priority of groups that clear a lane for others or fly over them."""
SECOND = 8.0
"""The priority of groups that help sweepers to clear a lane, after the sweepers have acted."""
COVER = 3.0
"""Points at stake for fighters over cargo."""
ALONE = 0.2
"""The share of its value that a move keeps by which cargo leaves fighters behind that could come
along."""
WAITS = -1.0
"""The value of cargo's move into a belt that is still being swept."""
HELPS = 0.5
"""The efficiency of warships at clearing a belt, compared with a sweeper."""


def aims(view: State, side: str) -> Iterator[Aim]:
    """Yield the aims of a side: own cargo to cover, enemy cargo to stop."""
    if not view.scenario:
        return
    mine = [g for g in view.standing(side) if g.members and g.id not in card(view.scenario).goals]
    if goal := view.facts.get("goal-hex", ""):
        yield from escort_aims(view, goal, mine) if side == "Allied" else ()
        yield from sweep_aims(view, goal, mine) if side == "Allied" else ()
    else:
        yield from cover_aims(view, side, mine)


def value_of_strike(view: State, order: Attack, group: str) -> float:
    """Return the points of an attack on a group, less the points that the same airbases could
    expect from groups that have not sailed yet in this step."""
    prey = view.groups[group]
    laden = view.kind(prey) in ("mixed", "cargo")
    dear = fire_worth.points_of_a_hit(view, group)
    each = 1.0 if not dear or laden == (order.target == "transports") else min(1.0, ESCORT / dear)
    each *= CARRIER if order.target == "carriers" else 1.0
    return sum(
        each * search_worth.strike_points(view, prey, base)
        - search_worth.points_of_unsailed(view, prey, base)
        for base in order.bases
    )


def escort_aims(view: State, goal: str, mine: list[Group]) -> Iterator[Aim]:
    """Yield aims for escorts. Carriers that have flown off their aircraft turn back, and ships that
    score at home go there in the side's last player-turn. The others cover the cargo, as they do
    without a plan."""
    rules = card(view.scenario)
    last = not any(p.side == "Allied" for p in view.plan[view.at + 1 :])
    for g in mine:
        home = sum(u.strength * rules.score.get("home", {}).get(u.kind, 0) for u in view.of(g))
        if (
            rules.fly_off is not None
            and rules.fly_off.unit in g.members
            and "home-again" not in view.facts
        ):
            flown = "flown-off" in view.facts
            yield _make_aim(
                "home" if flown else "fly off",
                g,
                rules.fly_off.points,
                view.gibraltar if flown else goal,
            )
        elif home and g.hex != goal and last:
            yield _make_aim("home", g, home, goal)
        elif (charge := air_cover.covered_by(view, g)) is not None:
            yield _make_aim("cover", g, COVER, air_cover.hex_ahead_of(view, g, charge))


def sweep_aims(view: State, goal: str, mine: list[Group]) -> Iterator[Aim]:
    """Yield aims for groups of sweepers: the belts on the direct route of cargo, the nearest to it
    first, one for each mine point. Where they are too few, warships without points in the scenario
    help."""
    sweepers = [g for g in mine if all(u.sweeper for u in view.of(g))]
    laden = [g for g in mine if g.hex != goal and view.kind(g) in ("mixed", "cargo")]
    if not laden:
        return
    others = [g for g in mine if g not in sweepers and g not in laden]
    way = dict.fromkeys(
        h for g in laden for h in ways_to_goal.cheapest_course(view, g, goal, minesweeping.FAR)
    )
    belts = [h for h in way if view.enemy_mines(h, "Allied")]
    for n, hex in enumerate(belts):
        fit = tuple((g.id, 1 / (1 + chart.distance(g.hex, hex))) for g in sweepers)
        fit += tuple(
            (g.id, HELPS / (1 + chart.distance(g.hex, hex)))
            for g in others
            if minesweeping.should_help_sweeping(view, g, hex)
        )
        needs = sum(sorted((f for _, f in fit), reverse=True)[: view.enemy_mines(hex, "Allied")])
        yield Aim(f"sweep {hex}", SWEPT - 0.1 * n, needs, fit, hex)


def cover_aims(view: State, side: str, mine: list[Group]) -> Iterator[Aim]:
    """Yield the aim of a carrier when cargo is bound for several places: the hex from which it
    covers most of them, given the fighters ashore."""
    flying = [g for g in mine if air_cover.cover_range(view, g)]
    if flying and air_cover.uncovered_hexes(view, side):
        (_, at), id = min((air_cover.best_cover_hex(view, g), g.id) for g in flying)
        yield _make_aim("cover", view.groups[id], COVER, at)


def _make_aim(what: str, g: Group, points: float, at: str) -> Aim:
    return Aim(f"{what} {g.id}", points, 1.0, ((g.id, 1.0),), at)


class Planned(candidates.Pilot):
    """A pilot that follows a plan: groups sail to their aims by the cheapest routes, considered by
    day and by night."""

    dark = -0.05

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def bound(self, view: State, g: Group) -> str:
        aim = self.plan.aim_of(g.id)
        return aim.at if aim is not None else super().bound(view, g)

    def far(self, view: State, g: Group, goal: str) -> Callable[[str], float]:
        return ways_to_goal.cost_field(view, g, goal)

    def courses(self, view: State, g: Group, goal: str, mps: int) -> Iterable[tuple[str, ...]]:
        cheap = ways_to_goal.cheapest_course(view, g, goal, mps)
        return (
            cheap,
            cheap[: air_cover.hexes_under_cover(view, g, cheap)],
            *super().courses(view, g, goal, mps),
        )

    def nights(self, view: State, g: Group, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not path or not has_non_warships(view, g.members) or g.side != view.phasing:
            return
        block = night.BLOCK - g.night_block
        for n in (0,) if g.night_block else range(0, len(path), night.BLOCK):
            dark, rest = path[n : n + block], path[n + block :]
            yield (*path[:n], "night", *dark, *(("day", *rest) if rest else ()))

    def toll(self, view: State, g: Group, places: Iterable[str]) -> float:
        prices = ways_to_goal.entry_costs(view, g)
        return sum([prices[h] for h in places if h in prices])

    def sweeps(self, g: Group) -> bool:
        aim = self.plan.aim_of(g.id)
        return aim is not None and aim.id == f"sweep {g.hex}"

    def dares(self, view: State, g: Group, goal: str) -> bool:
        return fire_worth.attacks_prey(view, g, goal)


def enters_planned_port(view: State, order: Any, plan: Plan) -> bool:
    """Return True when an order takes a group into the port to which the plan sends it."""
    aim = plan.aim_of(order.group) if isinstance(order, EnterPort) else None
    return aim is not None and view.groups[order.group].hex == aim.at


def rate_order(
    view: State, request: AskOrder, order: Any, plan: Plan, pilot: candidates.Pilot
) -> float:
    """Return the value of an order under a plan."""
    if enters_planned_port(view, order, plan):
        return COMING_HOME
    if isinstance(order, Work) and order.activity == "sweep":
        return FIRST
    if isinstance(order, Work) and order.activity.endswith("gunfire"):
        return gunfire_worth.value_of_preparing(view, order)
    if isinstance(order, Support):
        return gunfire_worth.value_of_support(view, order)
    if isinstance(order, Move):
        if minesweeping.should_wait_for_lane(
            view, order, pilot.bound(view, view.groups[order.group])
        ):
            return WAITS
        good = evaluate(view, request, order, pilot)
        if good <= 0:
            return hexes_gained_in_a_hurry(view, order, pilot) or good
        first = priority_of(view, order.group, plan)
        return (
            good + first
            if first
            else good * (ALONE if air_cover.would_leave_cover(view, request, order) else 1)
        )
    if isinstance(order, PutToSea):
        g = view.groups[order.group]
        return 0.5 if pilot.bound(view, g) not in ("", g.hex) else -1.0
    if isinstance(order, Attack):
        return value_of_strike(view, order, str(about_map(request)["group"]))
    if isinstance(order, Search):
        return search_worth.value_of_search(view, request, order, pilot)
    if isinstance(order, Fire):
        return fire_worth.mean_points_of_shots(view, order.shots)
    return evaluate(view, request, order, pilot)


def hexes_gained_in_a_hurry(view: State, order: Move, pilot: candidates.Pilot) -> float:
    """Return the hexes by which a move brings troops nearer to their beach that must sail now to be
    ashore in time, regardless of danger; else 0."""
    h = heading_of(view, pilot, order.group)
    return (
        max(0.0, h.left - h.far(order.end))
        if h is not None and gunfire_worth.must_sail_now(view, h.group, h.goal)
        else 0.0
    )


def priority_of(view: State, group: str, plan: Plan) -> float:
    """Return the priority of a group that is to clear a belt or to cover others; 0 for other
    groups."""
    aim = plan.aim_of(group)
    if aim is None or not aim.id.startswith(("sweep ", "cover ")):
        return 0.0
    helps = aim.id.startswith("sweep ") and not any(u.sweeper for u in view.of(view.groups[group]))
    return SECOND if helps else FIRST


def evaluate_under_plan(
    view: State, request: Single, plan: Plan, *, unchecked: bool = False
) -> Iterator[tuple[Any, float]]:
    """Yield the orders and answers with their values. Groups sail to the aims of the plan."""
    if isinstance(request, AskOrder):
        pilot = Planned(plan)
        for order in (candidates.drafts if unchecked else candidates.candidates)(
            view, request, pilot
        ):
            yield order, rate_order(view, request, order, plan, pilot)
        return
    for option in request.options:
        if request.kind == "battle":
            yield option, fire_worth.value_of_going_on(view, request, option)
            continue
        shot = fire_forecast.shot_of(view, request, option) if request.kind in AIMED else None
        yield (
            option,
            evaluate(view, request, option)
            if shot is None
            else route_losses.mean_points_of_shot(view, shot),
        )
