"""Evaluation of an answer for the side asked, from its view only: the greedy admiral's rule.

Unit: victory points. All values are rough estimates: interception from the nearest enemy port with
ships, unknown strength from the size band."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flagplot.table import AskOrder, Single, about_map
from flagplot.table.core.memo import memo_per_parts, memo_per_state

from ..map import theatre
from ..orders import (
    BaseChange,
    Counter,
    Displace,
    Done,
    Eliminate,
    HarborAttack,
    Intercept,
    Pass,
    Patrol,
    Redeploy,
    Relay,
    Strike,
    Supply,
    Transport,
    Uninvert,
)
from ..orders import Sequence as SequenceOrder
from ..rules import mission_points, scenario_duties
from ..rules.air.air_units import air_units, airfields
from ..rules.basing.surplus import excess
from ..rules.employment import free_ships
from ..rules.forces import selected_units
from ..rules.interception.activity import Activity
from ..rules.interception.legality import activity_from
from ..rules.invasion.air_support import MISSIONS
from ..rules.patrols import patrol_air
from ..rules.range.return_to_base import APART
from ..rules.transport import cargo
from ..scenarios import cards
from ..state import Force, State, Unit, factors
from . import (
    air_raid_forecast,
    garrisons,
    harbor_attacks,
    landing_worth,
    raider_worth,
    shipping_candidates,
)
from .assumed_ships import usual_nation
from .battle_worth import (
    FLAT,
    NOBODY,
    UNKNOWN,
    LossPoints,
    Strength,
    aircraft_strength,
    battle_worth,
    enemy_strength,
    strength_of_ships,
)
from .candidates import landing_places, sea_hexes_by, waiting_cargo
from .interception_candidates import interception_chance
from .landing_candidates import hexes_worth_taking
from .track_danger import chance_met, expected_loss, track_of

ESCORTS = frozenset({"BB", "BC", "PB", "CA"})
SHIP_COST = 0.04
"""Points of keeping one naval factor ready for the next turn."""


def evaluate(view: State, request: Single, answer: Any) -> float:
    """Return the points of an answer; higher is better."""
    if not isinstance(request, AskOrder):
        return rate_option(view, request, str(answer))
    if isinstance(answer, (Done, Pass)):
        return 0.0
    rate = RATES.get(type(answer))
    return rate(view, request, answer) if rate else -0.5


# ---------------------------------------------------------------------------------------- choices
def rate_option(view: State, request: Single, text: str) -> float:
    """Return the points of an option. ``auto`` is the usual answer of a battle; elsewhere staying
    at sea and going on are better, unless half the force is damaged."""
    if text == "auto":
        return 1.0
    kind, options = request.kind, option_order(request)
    force, ships, hurt = force_asked(view, str(about_map(request).get("force", "")))
    if kind == "assault-again":
        again = landing_worth.win_chance(
            int(about_map(request).get("attack", 0)), int(about_map(request).get("defence", 0))
        )
        return again if text == "attack again" else 0.2
    if kind in ("patrol-go-on", "transport-go-on", "mission-go-on"):
        return 1.0 if (text == "go on") != hurt else 0.0
    if kind == "patrol-stay":
        return (
            rate_stay(view, ships, force.target if force else "", hurt) if text == "stay" else 0.0
        )
    if kind in ("defensive-patrol", "submarine-stay"):
        return 1.0 if (text == "stay") != hurt else 0.0
    if kind in ("return-base", "raid-return"):
        if text == APART:
            return -1.0
        good = raider_worth.port_points(view, text) if kind == "raid-return" else 0.0
        return good + rate_port(view, request.side, ships, text) - options[text] * 0.05
    if kind in ("harbor-answer", "harbor-cards", "tactical-cards", "strategic-cards", "raid-cards"):
        return 1.0 if text in ("counter-intelligence", "1") else 0.5 if text == "0" else 0.0
    if kind in ("raid-oppose", "raid-withhold"):
        return raider_worth.rate_option(view, kind, text, about_map(request))
    if kind == "air-attack":
        return 0.0 if text == "pass" else 1.0 - 0.01 * options[text]
    if kind == "attack-submarine":
        return float(text)
    if kind == "cover-submarine":
        return -float(text)
    return -0.01 * options[text] if text in options else 0.0


@memo_per_state
def force_asked(view: State, id: str) -> tuple[Force | None, tuple[Unit, ...], bool]:
    """Return the force a question is about (``None`` without one), its ships, and True when half of
    its factors are damaged."""
    force = view.forces.get(id)
    ships = view.members(force) if force is not None else ()
    return force, ships, sum(u.factors for u in ships if u.damaged) * 2 >= max(1, factors(ships))


@memo_per_state
def option_order(request: Single) -> Mapping[str, int]:
    """Return the options of a question -> their index."""
    texts = [str(o) for o in getattr(request, "options", ())]
    return {text: n for n, text in reversed([*enumerate(texts)])}


def rate_port(view: State, side: str, ships: Sequence[Unit], place: str) -> float:
    """Return the points of a port for ships: more near waiting cargo for destroyers, less within
    range of enemy aircraft."""
    good = 0.0
    if any(u.type == "DD" for u in ships) and place in waiting_load(view, side):
        good += 0.4
    return good - 0.1 * enemy_air(view, side, place)


@memo_per_parts(airfields)
def enemy_air(view: State, side: str, place: str) -> int:
    """Return the factors of enemy land-based aircraft within 4 hexes of a place."""
    board = theatre.load_board(view.board)
    if place not in board.coords:
        return 0
    return sum(
        u.factors
        for u in air_units(view)
        if u.side != side
        and u.present
        and not u.aboard
        and u.base in board.coords
        and board.distance(place, u.base) <= 4
    )


def rate_stay(view: State, ships: Sequence[Unit], place: str, hurt: bool) -> float:
    """Return the points of staying on station: those of the hex less the danger of interception."""
    side = view.viewer or view.mover
    points = patrol_value(view, place, ships)
    return (
        points
        + 0.3
        - expected_loss(view, side, ships, [place], "patrol-stays")
        - (1.0 if hurt else 0.0)
    )


# --------------------------------------------------------------------------------------- movement
def patrol_value(view: State, place: str, ships: Iterable[Unit]) -> float:
    """Return the points a patrol earns on its station."""
    return watch_points(view, place, factors(ships))


def watch_points(view: State, place: str, size: int) -> float:
    """Return the points for a patrol of *size* factors in a hex."""
    rule = cards.scenario_card(view.scenario, view.start).score.patrol if view.scenario else None
    return rule.each if rule is not None and place in rule.hexes and size >= rule.factors else 0.0


def rate_patrol(view: State, request: AskOrder, order: Patrol) -> float:
    """Return the points of a patrol: those of the hex and of blocking enemy transports, less danger
    and the use of its ships."""
    side = request.side
    ships = selected_units(view, side, order.units)
    if any(u.type == "SS" for u in ships):
        return 0.3 - 0.01 * (order.to not in sea_lanes(view, view.enemy(side)))
    busy = order.to in patrolled_hexes(view, side)
    value = patrol_value(view, order.to, ships) if not busy else 0.0
    if order.to in sea_lanes(view, view.enemy(side)) and not busy:
        value += 0.3
    if mission_points.mission_cost(ships) > spare_points(view, side):
        value -= 1.5
    value += landing_worth.DUTY if scenario_duties.has_duty(view, side, ships) else 0.0
    return (
        value
        - expected_loss(view, side, ships, [order.to], "patrol-stays") * 0.6
        - SHIP_COST * factors(ships)
        - lift_price(view, side, ships)
    )


@memo_per_state
def patrolled_hexes(view: State, side: str) -> frozenset[str]:
    """Return the hexes to which a side has sent patrols."""
    return frozenset(
        f.target for f in view.forces.values() if f.side == side and f.mission == "patrol"
    )


@memo_per_state
def spare_points(view: State, side: str) -> int:
    """Return the mission points left beyond those reserved for transports."""
    return mission_points.points_left(view, side) - reserved_points(view, side)


@memo_per_state
def sea_lanes(view: State, side: str) -> frozenset[str]:
    """Return the sea hexes off the ports where a side wants to land."""
    return frozenset(h for place in landing_places(view, side) for h in sea_hexes_by(view, place))


def reserved_points(view: State, side: str) -> int:
    """Return the mission points to reserve for this turn's transports (0 to 6)."""
    load = sum(waiting_load(view, side).values()) if landing_places(view, side) else 0
    return min(6, -(-load // 3) * 2)


@memo_per_state
def arriving_factors(view: State, side: str) -> int:
    """Return the ground factors that arrive in a side's next player turn. Ships that sail in the
    enemy's turn are idle then. 0 in its own player turn."""
    if not view.scenario or side == view.mover:
        return 0
    due = next((x for x in later_turns(view) if x.startswith(f"{side} ")), "")
    return sum(
        u.factors
        for u in card_of(view).units
        if u.kind == "ground" and u.side == side and u.when == due
    )


def later_turns(view: State) -> Sequence[str]:
    """Return the player turns that follow this one."""
    turns, now = card_of(view).turns(view.start), f"{view.mover} {view.season} {view.year}"
    return turns[turns.index(now) + 1 :] if now in turns else ()


def card_of(view: State) -> cards.Card:
    """Return the card of the scenario being played."""
    return cards.scenario_card(view.scenario, view.start)


def lift_price(view: State, side: str, ships: Iterable[Unit]) -> float:
    """Return the points lost by using destroyers otherwise: those of the waiting cargo they could
    not carry then."""
    need = needed_lift(view, side)
    if need is None:
        return 0.0
    gone: dict[str, int] = {}
    for u in ships:
        if u.type == "DD":
            gone[u.base] = gone.get(u.base, 0) + u.factors
    if not gone:
        return 0.0
    waiting, ready, used = need.waiting, need.ready, sum(gone.values())
    short = float(max(0, waiting - (ready - used)) - max(0, waiting - ready))
    for port, n in gone.items():
        here, there = need.load.get(port, 0), need.lift.get(port, 0)
        short = max(short, 0.4 * (max(0, here - (there - n)) - max(0, here - there)))
    return short * need.each


class LiftNeed(NamedTuple):
    """The cargo of a side and the destroyers for it, by port and in total."""

    load: Mapping[str, int]
    lift: Mapping[str, int]
    waiting: int
    """Factors that wait, or arrive in the side's next player turn."""
    ready: int
    each: float
    """Points of a factor that is not carried."""


@memo_per_state
def needed_lift(view: State, side: str) -> LiftNeed | None:
    """Return the cargo a side needs its destroyers for; ``None`` when no waiting cargo would
    score."""
    goals, load, lift = landing_places(view, side), waiting_load(view, side), ready_lift(view, side)
    waiting = sum(load.values()) + arriving_factors(view, side)
    if not goals or not waiting:
        return None
    return LiftNeed(load, lift, waiting, sum(lift.values()), min(2.0, max(goals.values())))


@memo_per_state
def waiting_load(view: State, side: str) -> Mapping[str, int]:
    """Return the factors of waiting cargo, by port."""
    return factors_by_port(waiting_cargo(view, side))


@memo_per_state
def ready_lift(view: State, side: str) -> Mapping[str, int]:
    """Return the destroyer factors that can begin an operation now, by port."""
    return factors_by_port(u for u in free_ships(view, side) if u.type == "DD")


@memo_per_state
def ready_guards(view: State, side: str) -> Mapping[str, int]:
    """Return the factors of escorts that can begin an operation now, by port."""
    return factors_by_port(u for u in free_ships(view, side) if u.type in ESCORTS)


def factors_by_port(units: Iterable[Unit]) -> Mapping[str, int]:
    """Return the factors of units by the port they lie in."""
    out: dict[str, int] = {}
    for u in units:
        out[u.base] = out.get(u.base, 0) + u.factors
    return out


def rate_base_change(view: State, request: AskOrder, order: BaseChange) -> float:
    """Return the points of a base change: for destroyers and escorts brought to waiting cargo, and
    for ships nearer to the landing places."""
    side = request.side
    waiting = waiting_load(view, side)
    goals = list(landing_places(view, side))
    board = theatre.load_board(view.board)
    total = 0.0
    for move in order.moves:
        ships = selected_units(view, side, move.units)
        goal = theatre.place_id(view, move.to)
        start = ships[0].base if ships else goal
        lift = ready_lift(view, side).get(goal, 0)
        if goal in waiting and start not in waiting and lift < 3 and landing_places(view, side):
            total += 0.5 if all(u.type == "DD" for u in ships) else 0.1
        if start in waiting and any(u.type == "DD" for u in ships):
            total -= 1.0
        guards = ready_guards(view, side).get(goal, 0)
        coming = [u for u in ships if u.type in ESCORTS and u.fast and not u.inverted]
        if (
            goal in waiting
            and start not in waiting
            and guards < 10
            and coming
            and lift
            and landing_places(view, side)
        ):
            total += 0.06 * min(factors(coming), 16)
        inbound = any(
            f.side == side and f.mission == "base-change" and f.target == goal
            for f in view.forces.values()
        )
        if goal in waiting and inbound:
            total -= 0.6
        if goals and not inbound and start in board.coords and goal in board.coords:
            closer = distance_to_nearest(board.id, start, tuple(goals)) - distance_to_nearest(
                board.id, goal, tuple(goals)
            )
            if (
                closer > 0
                and enemy_air(view, side, goal) == 0
                and not any(u.inverted for u in ships)
            ):
                total += 0.02 * min(closer, 6)
        total -= expected_loss(view, side, ships, [goal], "base-change") * 0.3 + 0.05
    return total


@lru_cache(1 << 12)
def distance_to_nearest(board: str, place: str, goals: tuple[str, ...]) -> int:
    """Return the distance in hexes to the nearest goal in a straight line."""
    return min(theatre.load_board(board).distance(place, g) for g in goals)


# -------------------------------------------------------------------------------------- transport
def rate_transport(view: State, request: AskOrder, order: Transport) -> float:
    """Return the expected points of a transport: those of the landing, less the losses if it is
    intercepted."""
    side = request.side
    freight = selected_units(view, side, order.cargo)
    ships = selected_units(view, side, order.units)
    goal = theatre.place_id(view, order.to)
    card = cards.scenario_card(view.scenario, view.start) if view.scenario else None
    if card is None:
        return 0.1 * cargo.cargo_factors(freight) - 0.02 * factors(ships)
    guard = sum(u.factors for u in freight if u.kind == "ground")
    points = garrisons.garrison_gain(view, side, goal, guard) - garrisons.points_at_risk(
        view, side, freight
    )
    for i, rule in enumerate(card.score.landing):
        here = {card.place(n).hex: p for n, p in rule.at.items()}
        if (
            rule.side != side
            or goal not in here
            or (rule.seasons and f"{view.season} {view.year}" not in rule.seasons)
        ):
            continue
        room = rule.first - view.tallies.get(f"landing {i}", 0)
        points += here[goal] * min(room, sum(u.factors for u in freight if u.kind in rule.kinds))
    if points <= 0:
        return -0.2
    track = track_of(view, goal)
    met = chance_met(view, side, track, "transport", factors(ships))
    escort = sum(u.factors for u in ships if u.type != "DD" and not u.damaged)
    lost = max(0.1, 0.75 - 0.05 * escort)
    loss = (
        met
        * lost
        * (
            points
            + cargo.cargo_factors(freight)
            + 0.5 * sum(u.factors for u in ships if u.type == "DD")
        )
    )
    return points - loss - SHIP_COST * factors(ships) - met * 0.1 * escort


# ----------------------------------------------------------------------------------- interception
def rate_intercept(
    view: State,
    request: AskOrder,
    order: Intercept | Counter,
    tolls: LossPoints = FLAT,
    more: float = 0.0,
    unseen: Strength = NOBODY,
) -> float:
    """Return the points of an interception: the chance to succeed times the gain in the battle,
    less the cost of using these ships.

    Forces already under way count, since a weak force may be welcome beside another. *more* are
    points for the side left in the hex. *unseen* is enemy strength beyond that assumed for the
    forces."""
    side = request.side
    about = about_map(request)
    counter = isinstance(order, Counter)
    ships = selected_units(view, side, order.units)
    a = activity_from(request)
    chance = interception_chance(view, request, order, a, counter)[0] / 100
    if any(u.type == "SS" for u in ships):
        return chance * sum(u.factors for u in ships) * 0.5 + 0.05
    carries, where = bool(about.get("transports")), order.hex or str(about.get("hex", ""))
    there, his, prize, held = stakes_of_battle(
        view, side, a, counter, where, carries, str(about.get("band", ""))
    )
    his += unseen
    after = battle_worth(there + strength_of_ships(view, ships), his, prize + more, tolls)
    before = battle_worth(there, his, prize + more, tolls) if held else 0.0
    idle = 0.0 if view.closing else IDLE_COST * factors_missed(view, side, ships)
    return chance * (after - before) - idle - 0.5 * lift_price(view, side, ships)


class BattleStakes(NamedTuple):
    """The stakes of a battle in a hex, for any force that joins it now."""

    mine: Strength
    """Strength of the side there, or on its way there."""
    his: Strength
    prize: float
    held: bool
    """True when ships of the side are there or on their way, so that there is a battle already."""


@memo_per_state
def stakes_of_battle(
    view: State, side: str, a: Activity, counter: bool, where: str, carries: bool, band: str
) -> BattleStakes:
    """Return the stakes of an interception (or *counter*-interception) of an activity in a hex."""
    foes = a.against if counter else a.forces
    nations = a.nations or (usual_nation(view, view.enemy(side)),)
    his = enemy_strength(
        view, foes, "" if counter else band, nations, hampered=carries and not counter
    )
    his += aircraft_strength(enemy_air(view, side, where))
    mine = aircraft_strength(enemy_air(view, view.enemy(side), where))
    friends = (
        [u for f in a.forces for u in view.members(view.forces[f])]
        if counter and a.side == side
        else []
    )
    sailing = [
        f
        for f in view.forces.values()
        if f.side == side and f.mission in ("intercept", "counter") and not f.submarines
    ]
    there = (
        mine
        + strength_of_ships(view, friends, hampered=carries)
        + strength_of_ships(view, [u for f in sailing for u in view.members(f)])
    )
    prize = (
        points_at_stake(view, a, band)
        if carries
        else PLAIN_PRIZE
        + (
            watch_points(view, a.target, UNKNOWN[band or "under 10"])
            if a.kind.startswith("patrol")
            else 0.0
        )
    )
    return BattleStakes(there, his, prize, bool(friends or sailing))


def factors_missed(view: State, side: str, ships: Sequence[Unit]) -> float:
    """Return the naval factors of these ships that are missed when they are idle in the next turn.
    Factors beyond READY count only by the share SPARE."""
    sent = factors(ships)
    spare = max(0, min(sent, ready_factors(view, side) - READY))
    return sent - (1 - SPARE) * spare


@memo_per_state
def ready_factors(view: State, side: str) -> int:
    """Return the naval factors of a side that are ready in its ports."""
    return sum(
        u.naval_factors for u in view.ships(side) if not (u.inverted or u.damaged or u.force)
    )


READY = 30
"""Naval factors that have work in a turn."""
SPARE = 0.3
"""Share of a factor's points when it is ready beyond READY."""
IDLE_COST = 0.15
"""Points of a naval factor that is idle in the next turn because it intercepted."""
CARGO_PRIZE = 1.0
"""Points for turning back, or getting through, a force with unknown cargo."""
PLAIN_PRIZE = 0.6
"""Points for turning back, or getting through, any other force."""
INVASION_SHARE = 0.4
"""Share of a hex's points at stake when the ships that invade it are turned back."""
CARGO_SHARE = 0.7
"""Share of a cargo's points lost when it is turned back."""


def points_at_stake(view: State, a: Activity, band: str) -> float:
    """Return the points at stake in the cargo of a force, by its score when it lands.

    Unseen cargo is estimated from the size band. Only a share counts, because cargo that turns back
    may come again."""
    each = landing_places(view, a.side).get(a.target, 0.0)
    aboard = [
        view.units[c]
        for f in a.forces
        if f in view.forces
        for c in view.forces[f].cargo
        if c in view.units
    ]
    load = sum(u.factors for u in aboard) or (4 if band == "10+" else 3)
    landing = hexes_worth_taking(view, a.side).get(a.target, 0.0) if a.kind == "invade" else 0.0
    return (
        CARGO_PRIZE
        + CARGO_SHARE * each * load
        + 0.5 * garrison_points(view, a.target)
        + INVASION_SHARE * landing
    )


def garrison_points(view: State, place: str) -> float:
    """Return the points for the stronger garrisons at the end, if *place* is one of those counted;
    else 0."""
    card = cards.scenario_card(view.scenario, view.start) if view.scenario else None
    end = card.score.end if card is not None else None
    if card is None or end is None or end.kind != "garrisons":
        return 0.0
    return end.points if any(card.place(n).hex == place for n in (*end.Axis, *end.Allied)) else 0.0


# ----------------------------------------------------------------------------------------- others
def rate_strike(view: State, request: AskOrder, order: Strike) -> float:
    """Return the points of a strike. Before a landing its squadrons, and the aircraft they fight,
    count there. Elsewhere fighting aircraft alone is worth little, and a patrol risks
    interception."""
    raid = air_raid_forecast.raid_on_base(view, request.side, order)
    clearing = (
        landing_worth.rate_clearing(view, request.side, order) if request.kind == MISSIONS else 0.0
    )
    if order.what == "counterair":
        return clearing if request.kind == MISSIONS else -0.2
    risk = 0.0
    if request.kind == patrol_air.STRIKES:
        about = about_map(request)
        risk = expected_loss(
            view, request.side, view.members(str(about["force"])), [str(about["hex"])], "patrol"
        )
    return (air_raid_forecast.raid_gain(view, raid) if raid is not None else 0.0) + clearing - risk


def rate_uninvert(view: State, request: AskOrder, order: Uninvert) -> float:
    """Return the points of uninverted ships: more for more factors, and for destroyers while cargo
    may land."""
    ships = selected_units(view, request.side, order.units)
    lift = sum(u.factors for u in ships if u.type == "DD")
    return (
        1.0 + 0.01 * factors(ships) + (0.02 * lift if landing_places(view, request.side) else 0.0)
    )


def rate_redeploy(view: State, request: AskOrder, order: Redeploy) -> float:
    """Return the points of a redeployment: of destroyers to waiting cargo without any, and of
    surplus out of a full port. Surplus that stays is lost."""
    if order.cargo:
        return shipping_candidates.rate_escort(view, request, order)
    side = request.side
    goal = theatre.place_id(view, order.to)
    here = sum(
        u.factors for u in view.ships(side) if u.type == "DD" and u.base == goal and not u.force
    )
    ships = selected_units(view, side, order.units)
    start = ships[0].base
    if (over := excess(view, start)) > 0:
        return min(over, factors(ships)) - 0.1 * factors(ships)
    waiting = waiting_load(view, side)
    return (
        0.3
        if goal in waiting and here < 3 and start not in waiting and landing_places(view, side)
        else -0.2
    )


def rate_eliminate(view: State, request: AskOrder, order: Eliminate) -> float:
    """Return the factors given up, as a negative number."""
    return -float(factors(selected_units(view, request.side, order.units)))


def rate_displace(view: State, request: AskOrder, order: Displace) -> float:
    """Return the factors saved."""
    return float(factors(selected_units(view, request.side, order.units)))


def rate_sequence(view: State, request: AskOrder, order: SequenceOrder) -> float:
    """Return 0.1 for the order as announced, else 0."""
    return 0.1 if ", ".join(order.forces) == str(about_map(request).get("patrols", "")) else 0.0


RATES: dict[type, Any] = {
    Patrol: rate_patrol,
    BaseChange: rate_base_change,
    Transport: rate_transport,
    Intercept: rate_intercept,
    Counter: rate_intercept,
    Strike: rate_strike,
    Uninvert: rate_uninvert,
    Redeploy: rate_redeploy,
    Relay: shipping_candidates.rate_relay,
    Supply: shipping_candidates.rate_supply,
    HarborAttack: harbor_attacks.rate_attack,
    Eliminate: rate_eliminate,
    Displace: rate_displace,
    SequenceOrder: rate_sequence,
    **landing_worth.RATES,
    **raider_worth.RATES,
}
