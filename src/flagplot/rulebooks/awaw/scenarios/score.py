"""Victory points earned in a game, and its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from flagplot.table import Outcome, Table
from flagplot.table.game.endings import short_of

from ..state import FAST_CARRIERS, GONE, STAYS, State, Unit, replace
from .cards import Card, ScoreRules, scenario_card
from .events import Scored


def ship_class(unit: Unit) -> str:
    """Return the line of the score rules to which a ship belongs."""
    if unit.type in FAST_CARRIERS or unit.type == "CVE":
        return "carrier"
    return {"DD": "destroyer", "CA": "cruiser", "SS": "submarine"}.get(unit.type, "capital")


def factor_worth(rules: ScoreRules, unit: Unit) -> float:
    """Return the points for one sunk factor of a ship."""
    return rules.sunk[ship_class(unit)] * rules.of.get(unit.nation, rules.of.get(unit.side, 1.0))


def damage_worth(rules: ScoreRules, unit: Unit) -> float:
    """Return the points for a ship that is damaged and afloat at the end."""
    each = rules.damaged_each.get(ship_class(unit))
    return unit.factors * factor_worth(rules, unit) * rules.damaged if each is None else each


def ashore_worth(rules: ScoreRules, unit: Unit) -> float:
    """Return the points for a factor lost: of an air unit anywhere, of a ground unit on land."""
    if unit.kind == "air" and rules.air_lost:
        return rules.air_lost.get(unit.note or unit.type, rules.air_lost.get(unit.type, 0.0))
    return rules.land_lost


def lost_so_far(state: State, rules: ScoreRules, side: str) -> tuple[float, float, float]:
    """Return the points that the enemy of *side* has earned so far: for ships sunk, for cargo lost
    at sea, for losses on land."""
    sunk = cargo = land = 0.0
    for u in state.units.values():
        if u.side == side and (u.lost or u.status in GONE):  # nothing else is lost
            by = losses_of(rules, u)
            sunk, cargo, land = sunk + by[0], cargo + by[1], land + by[2]
    return sunk, cargo, land


REASONS = ("sunk", "cargo", "land")


def losses_of(rules: ScoreRules, u: Unit) -> tuple[float, float, float]:
    """Return the points that the enemy earns by a unit's losses so far, in the order of
    ``REASONS``. Every lost factor of cargo counts. A ground unit on land counts only when all of it
    is gone."""
    if u.kind == "air" and rules.air_lost:
        return 0.0, 0.0, u.lost * ashore_worth(rules, u)
    if u.kind == "ship":
        return (
            (u.lost or (u.factors if u.status == "sunk" else 0)) * factor_worth(rules, u),
            0.0,
            0.0,
        )
    ashore = u.lost - u.drowned if u.status == "removed" and not u.aboard else 0
    return 0.0, u.drowned * rules.cargo_lost, ashore * ashore_worth(rules, u)


def loss_changes(
    rules: ScoreRules, units: Iterable[Unit], side: str
) -> tuple[tuple[str, float], ...]:
    """Return (tally of losses, change) pairs for units that join *side*, so that no side scores
    again for earlier losses."""
    changes: dict[str, float] = {}
    for u in units:
        for owner, sign in ((u.side, -1.0), (side, 1.0)):
            for reason, points in zip(
                REASONS, losses_of(rules, replace(u, side=owner)), strict=True
            ):
                if points:
                    changes[f"{reason} {owner}"] = (
                        changes.get(f"{reason} {owner}", 0.0) + sign * points
                    )
    return tuple(changes.items())


def points_against(rules: ScoreRules, u: Unit) -> float:
    """Return all points that the enemy has for a unit now: its losses, and its damage if the game
    ended now."""
    hurt = u.kind == "ship" and u.afloat and u.damaged
    return sum(losses_of(rules, u)) + (damage_worth(rules, u) if hurt else 0.0)


def settle_losses(t: Table[State]) -> None:
    """Record the points for losses since the last call. Call it after every battle and every
    strike."""
    s = t.state
    if not s.scenario:
        return
    rules = scenario_card(s.scenario, s.start).score
    for side in s.sides:
        for reason, total in zip(REASONS, lost_so_far(s, rules, side), strict=True):
            tally = f"{reason} {side}"
            more = total - s.tallies.get(tally, 0.0)
            if more > 1e-9:
                t.record(Scored(s.enemy(side), reason, more, side, tally, more))


def transport_points(t: Table[State], side: str, sunk: int) -> None:
    """Record points for transports that *side* sank in an SW box."""
    each = scenario_card(t.state.scenario).score.transports if t.state.scenario else 0.0
    if each and sunk:
        t.record(Scored(side, "transports", each * sunk, str(sunk)))


def home_points(t: Table[State], side: str, group: str) -> None:
    """Record points for a raider group that has attacked or been engaged, and has returned."""
    each = scenario_card(t.state.scenario).score.raid_home if t.state.scenario else 0.0
    if each:
        t.record(Scored(side, "home", each, group))


def landing_points(state: State, side: str, place: str, units: Iterable[Unit]) -> Iterator[Scored]:
    """Yield points for units that debark now in a place (a hex id), within the limits of the
    scenario."""
    if not state.scenario:
        return
    c = scenario_card(state.scenario, state.start)
    try:
        name = c.place(place).name
    except KeyError:
        return
    landed = [u for u in units if u.note not in STAYS]
    for i, rule in enumerate(c.score.landing):
        if (
            rule.side != side
            or name not in rule.at
            or (rule.seasons and f"{state.season} {state.year}" not in rule.seasons)
        ):
            continue
        tally = f"landing {i}"
        room = rule.first - state.tallies.get(tally, 0.0)
        n = min(room, sum(u.factors for u in landed if u.kind in rule.kinds))
        if n > 0:
            yield Scored(side, "landing", n * rule.at[name], name, tally, float(n))


def patrol_points(t: Table[State]) -> None:
    """Record points for undefeated patrols still in a named hex when regular combat ends. Call it
    before they return."""
    s = t.state
    rule = scenario_card(s.scenario, s.start).score.patrol if s.scenario else None
    if rule is None:
        return
    for f in s.forces.values():
        there = (
            f.side == s.mover
            and f.mission == "patrol"
            and f.state == "on-station"
            and f.at in rule.hexes
        )
        if there and sum(u.naval_factors for u in s.members(f)) >= rule.factors:
            t.record(Scored(f.side, "patrol", rule.each, f.at))


def final_points(t: Table[State]) -> None:
    """Record the points counted at the end: damaged enemy ships afloat, places held, idle raiders
    and the scenario's closing question. Call it once, when the game is over."""
    s = t.state
    if not s.scenario:
        return
    rules = scenario_card(s.scenario, s.start).score
    for side in s.sides:
        hurt = [u for u in s.units.values() if u.side == side and u.afloat and u.damaged]
        points = sum(damage_worth(rules, u) for u in hurt)
        if points:
            t.record(Scored(s.enemy(side), "damaged", points, side))
    for event in (*holding_points(s, rules), *idle_points(s, rules)):
        t.record(event)
    for event in end_points(s, scenario_card(s.scenario, s.start)):
        t.record(event)


def holding_points(state: State, rules: ScoreRules) -> Iterator[Scored]:
    """Yield points for the sides that hold the scenario's places at its end."""
    c = scenario_card(state.scenario, state.start)
    for name in rules.holding:
        holder = state.control.get(c.place(name).hex, "")
        points = rules.held(holder)[name] if holder in state.sides else 0.0
        if points:
            yield Scored(holder, "holding", points, name)


def idle_points(state: State, rules: ScoreRules) -> Iterator[Scored]:
    """Yield the points that a side loses for its ships that were in play and never raided."""
    rule = rules.idle
    if rule is None:
        return
    for u in state.units.values():
        if (
            u.side == rule.side
            and u.kind == "ship"
            and u.type in rule.types
            and u.status != "reserve"
            and not u.raided
        ):
            yield Scored(rule.side, "idle", -rule.each, u.name)


def won_at_once(state: State) -> str:
    """Return the side that has won by its sinkings before the last player turn ends; empty when no
    side has."""
    rule = scenario_card(state.scenario, state.start).sudden if state.scenario else None
    held = state.sw.get(f"{state.enemy(rule.side)} {rule.box}") if rule is not None else None
    return (
        rule.side
        if rule is not None and held is not None and held.transports <= rule.transports
        else ""
    )


def taken_points(t: Table[State]) -> None:
    """Record extra points for places held at the end of a player turn that the scenario names."""
    s = t.state
    if not s.scenario:
        return
    c = scenario_card(s.scenario, s.start)
    for rule in c.score.taken:
        if rule.when == f"{s.mover} {s.season} {s.year}":
            for name in rule.places:
                where = c.place(name).hex
                how = any(
                    rule.how in u.used
                    for u in s.units.values()
                    if u.side == s.mover and u.base == where
                )
                if s.control.get(where) == s.mover and (how or not rule.how):
                    t.record(Scored(s.mover, "taken", rule.each, name))


def end_points(state: State, c: Card) -> Iterator[Scored]:
    """Yield the points of the scenario's closing question, as the position stands."""
    end = c.score.end
    if end is None:
        return
    if end.kind == "garrisons":
        allied, axis = (_factors_in(state, c, names, "ground") for names in (end.Allied, end.Axis))
        if allied != axis:
            yield Scored(
                "Allied" if allied > axis else "Axis",
                "garrisons",
                end.points,
                f"{allied} to {axis}",
            )
    else:
        there = _factors_in(state, c, (end.place,), "air", end.side)
        winner = end.side if there >= end.factors else state.enemy(end.side)
        yield Scored(winner, "air", end.points, end.place)


def _factors_in(state: State, c: Card, names: Iterable[str], kind: str, side: str = "") -> int:
    hexes = {c.place(n).hex for n in names}
    return sum(
        u.factors
        for u in state.units.values()
        if u.kind == kind
        and u.present
        and not u.force
        and u.base in hexes
        and u.type != "NAS"
        and side in ("", u.side)
    )


def points(state: State) -> dict[str, float]:
    """Return the points by side, including those that an end now would bring."""
    t = Table(state)
    if not state.over:
        final_points(t)
    return {s: t.state.score.get(s, 0.0) for s in state.sides}


def degree_name(rules: ScoreRules, difference: float) -> str:
    """Return the name of a result by the difference in points."""
    found = rules.degrees[0][0]
    for name, least in rules.degrees:
        if difference >= least:
            found = name
    return found


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; ``None`` while it goes on."""
    if not state.over:
        return None
    points = {s: state.score.get(s, 0.0) for s in state.sides}
    if not state.scenario:
        return Outcome("", "draw", tuple(points.items()))
    rules = scenario_card(state.scenario, state.start).score
    if state.winner:
        return Outcome(state.winner, rules.degrees[-1][0], tuple(points.items()))
    return verdict_on(rules, state.sides, points)


def verdict_on(rules: ScoreRules, sides: tuple[str, ...], points: Mapping[str, float]) -> Outcome:
    """Return winner, degree and scores of a final count."""
    ahead = max(sides, key=lambda s: points[s])
    difference = points[ahead] - min(points.values())
    name, scores = degree_name(rules, difference), tuple(points.items())
    if name == rules.degrees[0][0]:
        return Outcome("", name, scores, short_of(ahead, difference, f"{rules.degrees[1][1]:g}"))
    return Outcome(ahead, name, scores)
