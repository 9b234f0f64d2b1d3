"""Victory points of the scenarios, and the end of a game."""

from __future__ import annotations

from flagplot.table import Outcome, Table
from flagplot.table.game.endings import short_of

from .. import events, nouns
from ..map import chart
from ..scenarios.cards import card
from ..scenarios.loss_points import crippled_points, hit_points, is_tanker, score_table
from ..state import Group, State
from ..state.units import FREIGHTERS, Unit, tf_like
from .special import fleets, landing


def record_points(t: Table[State], side: str, points: float, why: str, subject: str) -> None:
    """Record victory points, if there are any."""
    if points:
        t.record(events.Scored("32.A", side, float(points), why, subject))


def score_hit(
    t: Table[State], unit: Unit, hits: int, sunk: bool, tanker: bool, secret: bool
) -> None:
    """Record victory points for hits on a unit, for the other side. That side is not told which
    unit was hit when it did not see the hits."""
    points = hit_points(t.state, unit, hits, sunk, tanker)
    record_points(
        t,
        t.state.other(unit.side),
        points,
        "sunk" if sunk else "hit",
        unit.id if sunk or not secret else "",
    )


def score_docked(t: Table[State]) -> None:
    """Count the transports that lie in the goal's port."""
    goal = t.state.facts.get("goal-hex", "")
    score = score_table(t.state)
    if not goal or "docked" not in score or t.state.phasing != "Allied":
        return
    for group in t.state.groups_at(goal, "Allied", "port"):
        for unit in t.state.of(group):
            if unit.kind in FREIGHTERS and unit.strength:
                tanker = is_tanker(t.state, unit)
                each = score["tanker-docked" if tanker else "docked"].get(t.state.turn, 0)
                points = each if tanker else each * unit.strength
                t.record(events.Docked("32.A.4.s02", unit.id, goal))
                record_points(t, "Allied", points, "docked", unit.id)


def score_flown_off(t: Table[State]) -> None:
    """Let the ferry carrier fly off its aircraft when it is near enough to the goal. Count it when
    it is back at Gibraltar."""
    s = t.state
    rule = card(s.scenario).fly_off if s.scenario else None
    group = s.group_of(rule.unit) if rule else None
    if rule is None or group is None or s.units[rule.unit].lost:
        return
    if (
        group.where == "sea"
        and chart.distance(group.hex, s.facts["goal-hex"]) <= rule.hexes
        and "flown-off" not in s.facts
    ):
        t.record(events.Noted("32.A", "flown-off", "yes"))
    if "flown-off" in s.facts and "home-again" not in s.facts and group.hex == s.gibraltar:
        t.record(events.Noted("32.A", "home-again", "yes"))
        record_points(t, "Allied", rule.points, "flew off and came home", rule.unit)


def step_began(t: Table[State]) -> None:
    """Score as a step begins: transports that start it in port are unloaded."""
    score_docked(t)


def step_over(t: Table[State]) -> None:
    """Score at the end of a step."""
    score_flown_off(t)


def phase_over(t: Table[State]) -> None:
    """Score at the end of a player-turn: transports in port, and cargo ashore and in supply."""
    score_docked(t)
    each = score_table(t.state).get("ashore", {}).get(t.state.turn, 0)
    if each and t.state.phasing == "Allied":
        record_points(
            t, "Allied", each * landing.supplied_res(t.state, "Allied"), "ashore and in supply", ""
        )


def score_gunfire(t: Table[State], unit: str) -> None:
    """Score gunfire support at half or full strength. It costs points beyond the number of uses
    that the scenario allows."""
    score, side = score_table(t.state), t.state.units[unit].side
    used = sum(fleets.gunfire_uses(t.state, u) for u in t.state.units.values() if u.side == side)
    if used > score.get("gunfire-free", used):
        record_points(
            t, t.state.other(side), score["gunfire-use"], "gunfire that was to be kept", ""
        )


def score_prizes(t: Table[State]) -> None:
    """Score the places that the Allies own as the game ends."""
    for place, points in score_table(t.state).get("prizes", {}).items():
        if t.state.owner(nouns.place(t.state, place)) == "Allied":
            record_points(t, "Allied", points, "held", nouns.place(t.state, place))


def fleet_in_being(t: Table[State]) -> None:
    """Score an Axis fleet that has never sailed."""
    points = score_table(t.state).get("fleet-in-being", 0)
    fleet = [id for id, u in t.state.units.items() if u.side == "Axis" and tf_like(u)]
    if points and fleet and not any(f"left-{id}" in t.state.facts for id in fleet):
        record_points(t, "Axis", points, "a fleet in being", "")


def score_home(t: Table[State]) -> None:
    """Score the strength of the Allied units that lie at the goal as the game ends, by their
    kinds."""
    each = score_table(t.state).get("home", {})
    for group in t.state.standing("Allied"):
        for unit in t.state.of(group):
            if each.get(unit.kind) and group.hex == t.state.facts.get("goal-hex"):
                record_points(t, "Allied", each[unit.kind] * unit.strength, "home", group.hex)


def score_sweep(t: Table[State], side: str, hex: str) -> None:
    """Score a mine point swept by ships or by naval superiority."""
    record_points(t, side, score_table(t.state).get("mine-swept", 0), "a mine point swept", hex)


def score_rescue(t: Table[State], group: Group, res: int) -> None:
    """Score people rescued from the water."""
    record_points(t, group.side, score_table(t.state).get("saved", 0) * res, "people saved", "")


def score_crippled(t: Table[State]) -> None:
    """Score, for the other side, units named by the scenario that are sunk or below half of their
    strength."""
    for id in score_table(t.state).get("crippled", {}):
        unit = t.state.units[id]
        record_points(
            t,
            t.state.other(unit.side),
            crippled_points(t.state, unit, unit.strength),
            "crippled",
            "",
        )


def game_over(t: Table[State]) -> None:
    """Score at the end of the game, cruiser groups included that went out, hit nothing and came
    home unhurt."""
    score_home(t)
    score_prizes(t)
    fleet_in_being(t)
    score_crippled(t)
    points = score_table(t.state).get("unhurt-cruisers", 0)
    for id, unit in sorted(t.state.units.items()):
        group = t.state.group_of(id)
        if (
            unit.side == "Axis"
            and tf_like(unit)
            and not unit.hits
            and not unit.lost
            and group
            and group.where == "port"
            and f"left-{id}" in t.state.facts
            and f"hit-by-{id}" not in t.state.facts
        ):
            record_points(t, "Axis", points, "came home unhurt", id)


def points_now(state: State) -> dict[str, float]:
    """Return the points by side, including those that the game's end would bring now."""
    t = Table(state)
    if state.phase is not None:
        game_over(t)
    return {side: t.state.scores.get(side, 0.0) for side in state.sides}


def outcome(state: State) -> Outcome | None:
    """Return the result of the game, or ``None`` while it goes on: Allied less Axis points, by the
    scenario's degrees of victory."""
    if state.phase is not None:
        return None
    scores = tuple((side, state.scores.get(side, 0.0)) for side in state.sides)
    margin = scores[0][1] - scores[1][1]
    degrees = card(state.scenario).degrees if state.scenario else ((-999, "over"),)
    degree = [name for least, name in degrees if margin >= least][-1]
    winner = (
        "Allied" if degree.startswith("Allied") else "Axis" if degree.startswith("Axis") else ""
    )
    wins = next(
        (least for least, name in degrees if least > margin and name.startswith("Allied")), None
    )
    short = (
        short_of("Allied", margin, f"{wins:g}")
        if winner != "Allied" and wins is not None and margin > 0
        else ""
    )
    return Outcome(winner, degree, scores, short)
