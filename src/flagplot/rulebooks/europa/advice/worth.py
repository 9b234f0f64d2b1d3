"""Evaluation of answers for computer admirals, from what a side may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flagplot.table import AskOrder, Single, about_map
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ..map import chart
from ..orders import (
    Activate,
    Attack,
    Bombard,
    BombPort,
    CounterAttack,
    Declare,
    EnterPort,
    Ferry,
    Fire,
    Hold,
    Land,
    March,
    Move,
    Repair,
    Rescue,
    Screen,
    Search,
    Support,
    UseMalta,
    Wait,
    Work,
)
from ..rules.combat import gunnery
from ..rules.legality import check
from ..rules.movement import routing
from ..rules.search import modifiers
from ..rules.search.situations import hunt_for, hunt_modifier
from ..rules.special import inland, landing, mines
from ..scenarios.cards import card
from ..state import Group, State, group_parts
from ..state.units import can_fire, is_warship, tf_like
from . import route_losses
from .candidates import PLAIN, Pilot

DREAD = 0.9
"""The share of its value that a move loses when the group is sure to be hit. It stays below 1: a
group that must get through gains nothing by waiting, and sails where or when it is safest."""


def evaluate(view: State, request: Single, answer: Any, pilot: Pilot = PLAIN) -> float:
    """Return the value of an answer: higher is better, 0 is passing. Groups sail as the *pilot*
    chooses."""
    if not isinstance(request, AskOrder):
        return _option_worth(view, request, str(answer))
    if isinstance(answer, Move):
        return _move_worth(view, request, answer, pilot)
    if isinstance(answer, EnterPort):
        return _port_worth(view, answer, pilot)
    if isinstance(answer, Search):
        c = search_chances(view, request, answer)
        return 4 * c.get("S", 0) + 5 * c.get("S*", 0) - 1.5 * c.get("D", 0) - 0.7 * c.get("F*", 0)
    if isinstance(answer, Activate):
        return value_of_activation(view, request, answer, pilot)
    if isinstance(answer, Attack):
        return _attack_worth(view, answer)
    if isinstance(answer, Declare):
        return -abs(answer.number - int(about_map(request)["most"])) * 0.5 + answer.number * 0.01
    if isinstance(answer, Screen):
        return sum(view.units[u].strength for u in answer.units) * 0.1
    if isinstance(answer, Fire):
        return sum(_shot_worth(view, u, v) for u, v in answer.shots)
    if isinstance(answer, Support):
        return 2.0 if answer.hex in landing.contested_hexes(view, request.side) else -1.0
    if isinstance(answer, Repair | Rescue | UseMalta):
        return 2.0
    if isinstance(answer, Bombard | Wait | Land | Work):
        half = isinstance(answer, Work) and answer.activity.startswith("half")
        return {Bombard: 9.0, Wait: 8.5, Land: 8.0, Work: 3.0 + half}[type(answer)]
    if isinstance(answer, CounterAttack):
        return _counter_worth(view, answer)
    if isinstance(answer, March):
        return 0.1
    if isinstance(answer, BombPort | Ferry):
        return 0.1
    if isinstance(answer, Hold):
        return 0.5
    return 0.0


class Heading(NamedTuple):
    """A group with its goal, and the figures by which all its moves are evaluated."""

    group: Group
    goal: str
    far: Callable[[str], float]
    left: float
    """The distance from the group to its goal, in hexes."""
    soft: bool
    """True when not all of its units are warships."""
    risky: frozenset[str]
    """The hexes that it should avoid."""
    dark: float
    """The value of sailing by night, where the enemy sees the group by day."""


@memo_per_state
def heading_of(view: State, pilot: Pilot, id: str) -> Heading | None:
    """Return the heading that a pilot gives a group; ``None`` without a goal."""
    g = view.groups[id]
    goal = pilot.bound(view, g)
    if not goal:
        return None
    far, soft = pilot.far(view, g, goal), has_non_warships(view, g.members)
    late = view.phase is not None and view.step >= view.phase.steps - 2
    lands = view.owner(goal) == view.other(g.side)  # landings are made by day
    sought = (
        soft
        and not lands
        and any(
            a.side != g.side
            and a.mission in ("patrol", "strike")
            and not a.marker
            and chart.distance(modifiers.air_place(view, a), g.hex) <= a.reach
            for a in view.air.values()
        )
    )
    dark = PLAIN.dark if not sought else 3.0 if late else pilot.dark
    risky = routing.hexes_to_avoid(view, g.side) if soft else routing.NOWHERE
    return Heading(g, goal, far, far(g.hex), soft, risky, dark)


def _move_worth(view: State, request: AskOrder, order: Move, pilot: Pilot) -> float:
    h = heading_of(view, pilot, order.group)
    if h is None:
        return -1.0
    end = order.end
    gain = (
        h.left - h.far(end) - pilot.toll(view, h.group, order.path)
    )  # dangers already passed do not count
    if request.kind == "reaction" and not pilot.dares(view, h.group, h.goal):
        return -1.0
    battery = view.defences.get(end)
    if battery is not None and battery.owner != h.group.side and battery.fires and h.soft:
        gain -= 4  # the guns must be silenced first
    if gain <= 0:
        return gain - 1.0
    risk = sum([3.0 for w in order.path if w in h.risky])
    return gain + (5 if end == h.goal else 0) + (h.dark if "night" in order.path else 0.0) - risk


@memo_per_parts(group_parts)
def has_non_warships(view: State, members: tuple[str, ...]) -> bool:
    """Return True when some units are not warships."""
    return any(not is_warship(view.units[m]) for m in members if m in view.units)


def choose_safest_move(
    view: State, request: Single, answer: Any, rated: Sequence[tuple[Any, float]]
) -> Any:
    """Return the move that a group makes after all: of the moves considered, the one with the
    highest value less its danger."""
    if not isinstance(request, AskOrder) or not isinstance(answer, Move):
        return answer
    ways = [(good, a) for a, good in rated if isinstance(a, Move) and a.group == answer.group]
    best, least = answer, 0.0
    for good, way in sorted(ways, reverse=True, key=lambda w: w[0]):
        if good <= least:  # no better even without danger
            break
        if way != answer and not check(view, request, way):
            continue
        left = good * (1 - DREAD * route_losses.mean_share_lost(view, way.group, way.path))
        if left > least:
            best, least = way, left
    return best


def _port_worth(view: State, order: EnterPort, pilot: Pilot) -> float:
    g = view.groups[order.group]
    goal = pilot.bound(view, g)
    if g.hex in (view.facts.get("goal-hex"), goal) and any(not is_warship(u) for u in view.of(g)):
        return 20.0
    return 0.2 if not goal else -1.0


def value_of_activation(view: State, request: AskOrder, order: Activate, pilot: Pilot) -> float:
    """Return how many of the reserves called out can act, less the cost of leaving port."""
    prey = view.groups[str(about_map(request)["group"])]
    called = [view.groups[g] for g in order.groups]
    near = [
        chart.distance(g.hex, prey.hex) <= 25 and pilot.dares(view, g, pilot.bound(view, g))
        for g in called
    ]
    fleet = any(tf_like(u) for g in order.groups for u in view.of(view.groups[g]))
    kept = (
        card(view.scenario).score.get("fleet-in-being", 0)
        if view.scenario and request.side == "Axis" and fleet
        else 0
    )
    return sum(1.0 if n else -0.5 for n in near) - kept


def chance_to_throw_back(view: State, order: CounterAttack, guns: bool | None = None) -> float:
    """Return the chance that a counter-attack throws back half of the landed REs. *guns* states
    whether gunfire is ready off the beach; ``None`` reads it from the view."""
    plus = inland.counter_attack_modifier(view, view.divisions[order.division], order.hex, guns)
    pairs, every = gunnery.success_roll(view.rulings, plus).outcomes()
    return sum(w for result, w in pairs if result in inland.THROWS) / every


def _counter_worth(view: State, order: CounterAttack) -> float:
    """Return the mean REs that a counter-attack throws back."""
    d = view.divisions[order.division]
    return chance_to_throw_back(view, order) * landing.rounded_share(
        landing.sum_res(landing.cargo_ashore(view, view.other(d.side), order.hex)), 2
    )


def _attack_worth(view: State, order: Attack) -> float:
    power = sum(
        a.strength / (3 if a.torpedo else 5)
        for a in view.air.values()
        if a.base in order.bases and not a.struck
    )
    return power * {"transports": 1.2, "carriers": 1.1, "task forces": 1.0, "": 0.9}[order.target]


def _shot_worth(view: State, by: str, at: str) -> float:
    night = bool(view.battle and view.battle.night)
    strength = gunnery.ship_gunnery(view, view.units[by], night)
    target = view.units[at]
    return min(mean_hits(view, strength), target.strength) * (
        1.5 if not is_warship(target) else 1.0
    )


def mean_hits(view: State, strength: Fraction) -> float:
    """Return the mean hits of a gunnery strength."""
    total = 0.0
    for spec in gunnery.gunnery_rolls(view.rulings, strength):
        pairs, every = spec.outcomes()
        total += sum(hits * w for hits, w in pairs) / every
    return total


def search_chances(view: State, request: AskOrder, order: Search) -> dict[str, float]:
    """Return the chance of each result of a search, from what the searching side may know."""
    about = about_map(request)
    group = view.groups[str(about["group"])]
    means = modifiers.search_means(view, group, bool(about["entered"]))
    air = tuple(a.id for a in modifiers.chosen_air(view, means, order.using))
    plus = hunt_modifier(hunt_for(view, group, air, bool(about["entered"])))
    pairs, every = gunnery.search_roll(view.rulings, plus).outcomes()
    return {result: w / every for result, w in pairs}


def _option_worth(view: State, request: Any, option: str) -> float:
    about = about_map(request)
    if request.kind == "battle":
        mine, theirs = view.groups.get(str(about["group"])), view.groups.get(str(about["foe"]))
        balance = _gun_strength(view, mine) - _gun_strength(view, theirs)
        has_cargo = mine is not None and any(not is_warship(u) for u in view.of(mine))
        return {
            "fight on": balance + (0 if not has_cargo else -2),
            "decline": 0.0,
            "disengage": -balance,
        }[option]
    if request.kind == "zone-sweep":
        account = view.accounts.get(request.side)
        return 0.0 if option == mines.NO_MORE else 1.0 if account and account.points >= 1 else -1.0
    if request.kind == "beach-strike":
        aim = view.groups.get(option)
        return 0.0 if aim is None else {"cargo": 3.0, "mixed": 2.0}.get(view.kind(aim), 1.0)
    if request.kind in ("torpedo", "coast-fire"):
        unit = view.units.get(option.removeprefix("fire at "))
        return -1.0 if unit is None else unit.strength + (3 if not is_warship(unit) else 0)
    return float(-request.options.index(option)) if option in request.options else 0.0


def _gun_strength(view: State, group: Group | None) -> int:
    return sum(u.strength for u in view.of(group) if can_fire(u)) if group else 0
