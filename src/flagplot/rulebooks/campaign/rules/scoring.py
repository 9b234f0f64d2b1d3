"""Victory points of scenarios: the standing of a game and its result."""

from __future__ import annotations

from typing import Any

from flagplot.table import Outcome, Roll, Table, facts
from flagplot.table.game.endings import short_of
from flagplot.table.language import sentences

from .. import events
from ..scenarios.cards import raider_of, scenario_of
from ..state import Mission, Points, Ship, State
from ..state.battle import SeaBattle
from .combat.volleys import Die
from .loss_points import assault_toll, battle_points, damage_points
from .scenario_limits import script_of
from .trade import trade_demands


def is_hunt_decided(state: State) -> bool:
    """Return True when the raider hunt is decided: the raider is sunk, interned or damaged far from
    any yard (scenario rule)."""
    raider = raider_of(state)
    return raider is not None and (not raider.afloat or raider.damaged)


def points_by_side(state: State) -> dict[str, float]:
    """Return the victory points by side."""
    return {side: sum(p.points for p in state.score if p.side == side) for side in state.sides}


def outcome(state: State) -> Outcome | None:
    """Return the result of the game; ``None`` while it goes on."""
    if not state.over:
        return None
    points = points_by_side(state)
    scores = tuple(points.items())
    score = scenario_of(state).get("score", {})
    degrees = score.get("degrees", [[1, "draw"], [999, "win"]])
    if "counted" in score:  # only one side's points count, and the degrees are named for the winner
        counted = score["counted"]
        _, side, *title = next(row for row in degrees if points[counted] < row[0])
        wins = max((limit for limit, who, *_ in degrees if who != counted), default=0)
        short = (
            f"{sentences.side_clause(counted, 'has', 'have')} {points[counted]:g}, a win takes "
            f"{wins:g}"
            if side != counted
            else ""
        )
        return Outcome(side if side != "draw" else "", title[0] if title else side, scores, short)
    if (
        "difference" in score
    ):  # the lead over the other side counts, and the degree is named for the winner
        one, two = score["difference"]
        lead = points[one] - points[two]
        place = next(n for n, (limit, _) in enumerate(degrees) if lead < limit)
        degree = degrees[place][1]
        winner = degree.split()[0]
        if winner in points:
            return Outcome(winner, degree, scores)
        wins = f"{degrees[place][0]:g}" if lead > 0 else f"more than {-degrees[place - 1][0]:g}"
        return Outcome("", degree, scores, short_of(one if lead > 0 else two, abs(lead), wins))
    ranked = sorted(points.items(), key=lambda x: (-x[1], x[0]))
    margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 0
    limit, degree = next(row for row in degrees if margin < row[0])
    if degree == "draw":
        return Outcome("", degree, scores, short_of(ranked[0][0], margin, f"{limit:g}"))
    return Outcome(ranked[0][0], degree, scores)


def landing_points(t: Table[State], side: str, port: str, landed: tuple[str, ...]) -> None:
    """Score troops put ashore in a friendly port: once a landing, or for every unit once, up to a
    number (scenario rule). Some points are only for land units, not for troops that warships
    carry."""
    s = t.state
    for x in scenario_of(s).get("score", {}).get("landing", ()):
        once = {p.about for p in s.score if p.what == x["what"]}
        fresh = tuple(
            u for u in landed if u not in once and (u in s.troops or not x.get("land-units"))
        )
        if side != x["side"] or port not in x["ports"] or s.turn > x["until"] or not fresh:
            continue
        if "units" not in x:
            t.record(events.Scored(Points(side, x["points"], x["what"], port)))
            continue
        before = sum(1 for scored in s.score if scored.what == x["what"])
        for u in fresh[: max(0, x["units"] - before)]:
            t.record(events.Scored(Points(side, x["points"], x["what"], u, side)))


def trade_points(t: Table[State], raider: Ship) -> None:
    """Score the trade of the raider's zone, unless the raider is intercepted there (scenario rule).
    A zone raided last turn has none."""
    s = t.state
    m = s.missions.get(raider.mission)
    where = s.flags.get("raiding", "")
    if m is not None and where == m.target and not m.attacked and raider.afloat:
        trade = next(z["trade"] for z in scenario_of(s)["zone"] if z["id"] == where)
        if trade:
            t.record(events.Scored(Points(raider.side, trade, "trade", where)))
    t.record(events.Flagged("raided", m.target if m is not None else ""))
    t.record(events.Flagged("raiding", "", raider.side))


def turn_points(t: Table[State]) -> None:
    """Score units back in port, and ports held, at the end of a turn that the scenario names
    (scenario rule)."""
    s, score = t.state, scenario_of(t.state).get("score", {})
    for x in score.get("returned", ()):
        for ship in (s.ships[u] for u in x["units"]):
            if s.turn == x["turn"] and ship.afloat and ship.base in x["ports"]:
                t.record(
                    events.Scored(Points(ship.side, x["points"], x["what"], ship.id, ship.side))
                )
    for x in score.get("held", ()):
        if s.turn == x["turn"] and _is_port_watched(s, x):
            t.record(events.Scored(Points(x["side"], x["points"], x["what"])))


def _is_port_watched(state: State, held: dict[str, Any]) -> bool:
    """Return True when ships of a side watch a port, and no undamaged enemy of the classes that
    deny it lies there (scenario rule)."""
    watching = (ship for near in held["near"] for ship in state.based_at(near, held["side"]))
    denying = (
        ship
        for ship in state.based_at(held["port"])
        if ship.side != held["side"] and not ship.damaged
    )
    return any(ship.cls in held["by"] for ship in watching) and not any(
        ship.cls in held["without"] for ship in denying
    )


def score_battle(t: Table[State], before: State) -> None:
    """Score the ships lost in a battle, by the scenario."""
    for points in battle_points(t.state, before):
        t.record(events.Scored(points))


def shipping_points(t: Table[State], side: str, pps: int, through: int) -> None:
    """Score PPs of damage to a side's shipping for the enemy, and shipping brought through for the
    side (scenario rule)."""
    score = scenario_of(t.state).get("score", {})
    if pps and "sw" in score:
        t.record(events.Scored(Points(t.state.enemies(side)[0], pps / score["sw"], "shipping")))
    if through and "through" in score:
        t.record(events.Scored(Points(side, through * score["through"], "brought-through")))


def score_assault(t: Table[State], b: SeaBattle, taken: bool) -> None:
    """Score an assault: ships sunk and damaged, ships that got out to sea, strength lost, the
    territory (scenario rule)."""
    score = scenario_of(t.state).get("score", {}).get("assault", {})
    counted = score.get("side", b.red)
    if b.agreed:
        t.record(events.Scored(Points(counted, score.get("terms", 0), "terms")))
    for u in b.units:
        id = u.part_of or u.id
        about, points = assault_toll(t.state, u)
        if points:
            wreck = (
                id in t.state.ships and t.state.ships[id].gone == "sunk"
            )  # all others are their owner's secret
            t.record(events.Scored(Points(counted, points, about, id, "" if wreck else u.side)))
    worth = scenario_of(t.state).get("score", {}).get("taken", {}).get(b.where, 0)
    if taken and worth:
        t.record(events.Scored(Points(b.red, worth, "port-taken", b.where)))
    if taken and "taken" in score:
        t.record(
            events.Scored(
                Points(
                    counted,
                    score["taken"][min(t.state.turn, len(score["taken"])) - 1],
                    "port-taken",
                    b.where,
                )
            )
        )


async def roll_independents(t: Table[State]) -> None:
    """Roll a die for each disguised raider far away, which may take a merchant that sails alone
    (scenario rule). Before that each patrol in the raider's zone finds and sinks it on a die of at
    most the patrol's Search. Only the patrol's side sees that die."""
    x = script_of(t.state).get("independents", {})
    for raider, zone in x.get("raiders", {}).items():
        if t.state.flags.get(f"raider:{raider}") or await _roll_raider_hunt(t, raider, zone, x):
            continue
        if await Roll(Die(6), "6.1.5.1.a", "independent", about=facts(raider=raider)) >= x["from"]:
            t.record(events.Scored(Points(x["side"], x["points"], "independent-ship")))


async def _roll_raider_hunt(t: Table[State], raider: str, zone: str, said: dict[str, Any]) -> bool:
    """Roll whether a patrol in its zone finds a disguised raider. Return True when one does."""
    for m in watching_patrols(t.state, said["side"], zone):
        search = max(t.state.ships[u].search for u in m.units if t.state.ships[u].afloat)
        found = await Roll(
            Die(6),
            "6.4.2.c",
            "raider-hunt",
            about=facts(raider=raider, mission=m.id),
            seen_by=(m.side,),
        )
        if found <= search:
            t.record(events.Flagged(f"raider:{raider}", "sunk"))
            t.record(events.Scored(Points(m.side, said["hunted"], "disguised-raider")))
            return True
    return False


def watching_patrols(state: State, raiders: str, zone: str) -> list[Mission]:
    """Return the patrols in a zone of sides other than *raiders*."""
    return [
        m
        for m in sorted(state.missions.values(), key=lambda m: m.id)
        if m.side != raiders
        and m.kind == "patrol"
        and m.target == zone
        and m.status in ("sailing", "completed")
        and any(state.ships[u].afloat and not state.ships[u].submarine for u in m.units)
    ]


def final_points(t: Table[State]) -> None:
    """Score the points that only the game's end brings: ships heavily damaged, and ships that never
    sailed."""
    s = t.state
    for points in damage_points(s):
        t.record(events.Scored(points))
    unsailed = scenario_of(s).get("score", {}).get("unsailed", 0)
    for source in (x for side in s.sides for x in trade_demands(s, side)):
        if unsailed:
            t.record(
                events.Scored(
                    Points(
                        s.enemies(source.side)[0],
                        unsailed * source.needs,
                        "never-sailed",
                        source.key,
                    )
                )
            )


def points_now(state: State) -> dict[str, float]:
    """Return the points by side, including those that the game's end would bring now."""
    t = Table(state)
    if not state.over:
        final_points(t)
    return points_by_side(t.state)
