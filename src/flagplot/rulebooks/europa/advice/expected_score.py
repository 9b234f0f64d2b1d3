"""Expected points: cargo likely to arrive in time, and cargo ashore that scores later."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import exp

from ..rules.movement import costs
from ..rules.special import landing
from ..scenarios.loss_points import is_tanker, points_for_hits, score_table
from ..state import Group, State
from ..state.units import CRAFT, FREIGHTERS
from . import gunfire_worth, minesweeping, ways_to_goal
from .candidates import goal_of

WEAR = 0.0125
"""The share of a group lost for each hex of its route, apart from mines and batteries, because the
enemy searches for it."""


LANDS = 0.5
"""The share of the troops aboard that is ashore in supply in the end."""


FAR = 400
"""MPs that suffice for any route."""


def steps_begun(state: State) -> int:
    """Return how many naval movement steps have begun."""
    return sum([p.steps for p in state.plan[: state.at]]) + state.step


def expected_points(s: State, side: str) -> float:
    """Return the points that a side can expect beyond its present score, less those that the other
    side can expect."""
    if not s.scenario or s.phase is None:
        return 0.0
    points = expected_from_supplied(s) + sum(
        [expected_from_arrival(s, g) for g in s.standing("Allied") if g.members]
    )
    return points if side == "Allied" else -points


def expected_from_supplied(s: State) -> float:
    """Return the points that cargo ashore and in supply will bring in the turns to come."""
    each = gunfire_worth.points_of_an_re(s, "Allied")
    return each * landing.supplied_res(s, "Allied") if each else 0.0


def expected_from_arrival(s: State, g: Group) -> float:
    """Return the points that a group brings at its goal, weighted by the share of it that is likely
    to arrive in time. The points that its losses on the route give the enemy are subtracted. It
    waits for a lane that is being cleared while there is time."""
    goal = s.facts.get("goal-hex", "") or goal_of(s, g)
    ahead = (
        [(mps, points_on_arrival(s, g, turn)) for turn, mps in turns_left_to_sail(s, g)]
        if goal
        else []
    )
    if not any(points for _, points in ahead):
        return 0.0
    way = ways_to_goal.cheapest_course(s, g, goal, FAR) if g.hex != goal else ()
    if not way and g.hex != goal:
        return 0.0
    due = sum([costs.entry_cost(s, g, h) or 0 for h in way]) + landing_mps_due(s, g)
    points = next((points for mps, points in ahead if mps >= due), 0.0)
    dangers = (
        ways_to_goal.cost_field(minesweeping.with_belts_cleared(s, g, due), g, goal)(g.hex)
        - len(way)
    ) / ways_to_goal.DETOUR
    comes = exp(-WEAR * len(way)) * max(0.0, 1 - dangers)
    soft = sum(
        [
            points_for_hits(s, u, u.strength)
            for u in s.of(g)
            if u.kind in FREIGHTERS or u.kind in CRAFT
        ]
    )
    return points * comes - soft * (1 - comes)


def turns_left_to_sail(s: State, g: Group) -> Iterator[tuple[str, int]]:
    """Yield the turns in which a group may still sail, and the MPs that it can have spent by the
    end of each."""
    mine = [(n, p) for n, p in enumerate(s.plan[s.at :]) if p.side == g.side]
    each = min([u.allowance or int(s.rulings.switch("ma_base")) for u in s.of(g)], default=0)
    mps = [
        p.steps * each
        if n
        else (p.steps - s.step) * each + (0 if g.ended else costs.mps_left(s, g))
        for n, p in mine
    ]
    return zip([p.turn for _, p in mine], accumulate(mps), strict=True)


def landing_mps_due(s: State, g: Group) -> int:
    """Return the MPs that are still to be paid for a group's landing."""
    dues = [
        costs.landing_cost(s, g, c, s.units[c.aboard], "assault")
        for c in s.cargo.values()
        if c.res and c.aboard in g.members and s.units[c.aboard].kind in CRAFT
    ]
    due = max([d.mps for d in dues if isinstance(d, costs.Charge)], default=0)
    return max(0, due - g.paid) if g.task.startswith("assault") else due


def points_on_arrival(s: State, g: Group, turn: str) -> float:
    """Return the points that a group brings by arriving in *turn*."""
    score, goal = score_table(s), s.facts.get("goal-hex", "")
    found = 0.0
    for u in s.of(g):
        if u.kind in FREIGHTERS and "docked" in score:
            tanker = is_tanker(s, u)
            found += score["tanker-docked" if tanker else "docked"].get(turn, 0) * (
                1 if tanker else u.strength
            )
        if g.hex != goal:
            found += score.get("home", {}).get(u.kind, 0) * u.strength
    each = gunfire_worth.points_of_an_re(s, g.side)
    return (
        found + LANDS * each * sum([c.res for c in s.cargo.values() if c.aboard in g.members])
        if each
        else found
    )
