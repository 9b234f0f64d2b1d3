"""Candidates: legal orders worth considering, from a side's view, in a fixed order.

They serve the admirals and the test harness; a player may order anything else. Better ones come
first, the pass last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..map.ports import is_friendly, spare_capacity
from ..nouns import Pick
from ..orders import (
    DONE,
    BaseChange,
    Displace,
    Eliminate,
    Freeze,
    Move,
    Patrol,
    Redeploy,
    Strike,
    Transport,
    Uninvert,
)
from ..orders import Sequence as SequenceOrder
from ..rules import duty_orders
from ..rules.air import air_units
from ..rules.basing import surplus as basing
from ..rules.employment import free_ships
from ..rules.forces import TF_LIMIT, fast_carriers, fast_fleet, fitting_picks
from ..rules.legality import check_order
from ..rules.movement import displacement as displacing
from ..rules.patrols import patrol_air
from ..rules.raiders import scenario_rules
from ..rules.remedies import free_name
from ..rules.transport import cargo
from ..scenarios import cards
from ..state import BIG, FAST_CARRIERS, STAYS, State, Unit, factors, needs_task_force
from . import garrisons, harbor_attacks, landing_candidates, raider_candidates, shipping_candidates
from .interception_candidates import draft_interceptions, whole_picks

GOALS_PER_BASE = 3


def candidates(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the legal candidates for a request. There is at least one; the pass comes last."""
    return (order for order in drafts(view, request) if check_order(view, request, order))


def drafts(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield unchecked orders for a request, none twice, the pass last."""
    kind = request.kind
    if kind in ("interception", "counter-interception"):
        yield from draft_interceptions(view, request)
        return
    maker = MAKERS.get(kind)
    yield from dict.fromkeys(maker(view, request)) if maker else ()
    if kind not in ("surplus", "displacement"):
        yield DONE


# --------------------------------------------------------------------------------------- movement
def draft_movement(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield patrols of several strengths, submarine patrols and base changes, to the hexes and
    ports that matter."""
    side = request.side
    if (owed := duty_orders.duty_order(view, request)) is not None:
        yield owed
    goals = patrol_goals(view, side)
    by_base = ships_by_port(free_ships(view, side))
    for base, ships in by_base.items():
        near = nearest_hexes(view, base, goals, GOALS_PER_BASE)
        for bundle in patrol_forces(tuple(ships)):
            tf = free_name(view, side) if needs_task_force(bundle) else ""
            for goal in near:
                yield Patrol(whole_picks(bundle), goal, (), tf)
        for boat in ships:
            if boat.type == "SS":
                for goal in nearest_hexes(view, base, submarine_goals(view, side) or goals, 2):
                    yield Patrol((Pick(boat.id),), goal)
    yield from draft_base_changes(view, side)


def draft_base_changes(view: State, side: str) -> Iterator[Any]:
    """Yield moves of a port's idle ships to useful ports: of its destroyers, of fast escorts, and
    of all surface ships."""
    idle = [
        u
        for u in view.ships(side)
        if not (u.force or u.sortied or u.patrolled or u.status or u.used)
    ]
    goals = busy_ports(view, side)
    for base, ships in ships_by_port(idle).items():
        destroyers = [u for u in ships if u.type == "DD"]
        for goal in [g for g in nearest_hexes(view, base, goals, 3) if g != base]:
            name = theatre.name_of(view, goal)
            if destroyers:
                yield BaseChange((Move(whole_picks(destroyers), name),))
            escorts = ships_up_to(
                [
                    u
                    for u in ships
                    if u.fast and not u.inverted and u.type in ("BB", "BC", "PB", "CA")
                ],
                16,
                4,
            )
            if escorts:
                yield BaseChange((Move(whole_picks(escorts), name),))
            surface = [u for u in ships if u.type != "SS"]
            if surface and len(surface) > len(destroyers):
                yield BaseChange((Move(whole_picks(surface), name, (), ""),))


def ships_by_port(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Return ships by base, the strongest base first. Boxes are left out."""
    out: dict[str, list[Unit]] = {}
    for u in units:
        if u.base and u.base not in theatre.BOX_THEATRE:
            out.setdefault(u.base, []).append(u)
    return dict(sorted(out.items(), key=lambda x: (-factors(x[1]), x[0])))


@lru_cache(1 << 12)
def patrol_forces(ships: tuple[Unit, ...]) -> list[tuple[Unit, ...]]:
    """Return forces worth sending on patrol: 12 fast factors, with carriers, a full task force, and
    a small fast force."""
    surface = [
        u for u in ships if u.type in ("BB", "BC", "PB", "CA", "DD") or u.type in FAST_CARRIERS
    ]
    fast = [u for u in surface if u.fast and u.type not in FAST_CARRIERS]
    order = {"BC": 0, "BB": 1, "CA": 2, "PB": 3, "DD": 4}
    fast.sort(key=lambda u: (order.get(u.type, 5), u.id))
    carriers = [u for u in surface if u.type in FAST_CARRIERS]
    out = [
        ships_up_to(fast, 12, BIG),
        ships_up_to([*carriers, *fast], 15, BIG),
        ships_up_to(sorted(surface, key=lambda u: (u.type in FAST_CARRIERS, u.id)), TF_LIMIT, BIG),
    ]
    out.append(ships_up_to([u for u in fast if u.type in ("CA", "DD")], BIG - 1, 2))
    return list(dict.fromkeys(x for x in out if x and fast_carriers(x) <= fast_fleet(x)))


def ships_up_to(ships: Sequence[Unit], limit: int, least: int) -> tuple[Unit, ...]:
    """Return ships in order while they fit within *limit* factors; empty when they have fewer than
    *least*."""
    out: list[Unit] = []
    total = 0
    for u in ships:
        if total + u.naval_factors <= limit:
            out.append(u)
            total += u.naval_factors
    return tuple(out) if total >= least else ()


def nearest_hexes(view: State, base: str, places: Sequence[str], n: int) -> list[str]:
    """Return the *n* hexes nearest to a base in a straight line, nearest first."""
    return _nearest(view.board, base, tuple(places))[:n]


@lru_cache(1 << 12)
def _nearest(board_id: str, base: str, places: tuple[str, ...]) -> list[str]:
    board = theatre.load_board(board_id)
    here = [p for p in places if p in board.coords and base in board.coords]
    return sorted(here, key=lambda p: (board.distance(base, p), p))


@memo_per_state
def landing_places(view: State, side: str) -> dict[str, float]:
    """Return the hexes where a side still scores by landing, with the points a factor."""
    if not view.scenario:
        return {}
    card = cards.scenario_card(view.scenario, view.start)
    out: dict[str, float] = {}
    for i, rule in enumerate(card.score.landing):
        if rule.side != side or view.tallies.get(f"landing {i}", 0) >= rule.first:
            continue
        if rule.seasons and f"{view.season} {view.year}" not in rule.seasons:
            continue
        for name, points in rule.at.items():
            hex_id = card.place(name).hex
            out[hex_id] = max(points, out.get(hex_id, 0.0))
    return out


def sea_hexes_by(view: State, place: str) -> list[str]:
    """Return the sea hexes next to a place, in order of ids."""
    return _waters_by(view.board, place)


@lru_cache(1 << 12)
def _waters_by(board_id: str, place: str) -> list[str]:
    board = theatre.load_board(board_id)
    return (
        [h for h in sorted(board.adjacent(place)) if board.hexes[h].kind == "sea"]
        if place in board.coords
        else []
    )


@memo_per_state
def patrol_goals(view: State, side: str) -> tuple[str, ...]:
    """Return the hexes where a patrol matters: scoring ones, and the sea off the ports where either
    side wants to land. Without any, the sea off the side's own bases."""
    out: dict[str, None] = {}
    if view.scenario:
        rule = cards.scenario_card(view.scenario, view.start).score.patrol
        for h in rule.hexes if rule else ():
            out[h] = None
    for owner in (view.enemy(side), side):
        for place in landing_places(view, owner):
            for h in sea_hexes_by(view, place)[:2]:
                out[h] = None
    if not out:
        for u in view.units.values():
            if u.side == side and u.kind == "ship" and u.base:
                for h in sea_hexes_by(view, u.base)[:1]:
                    out[h] = None
    return tuple(out)


@memo_per_state
def submarine_goals(view: State, side: str) -> tuple[str, ...]:
    """Return the hexes for submarine patrols: off the ports where the enemy wants to land."""
    return tuple(
        dict.fromkeys(
            h
            for place in landing_places(view, view.enemy(side))
            for h in sea_hexes_by(view, place)[:2]
        )
    )


def busy_ports(view: State, side: str) -> tuple[str, ...]:
    """Return the ports with waiting cargo, those where landing scores, and the bases of the side's
    ships."""
    out: dict[str, None] = {}
    for u in waiting_cargo(view, side):
        out[u.base] = None
    for place in landing_places(view, side):
        out[place] = None
    for u in view.ships(side):
        if u.base:
            out[u.base] = None
    return tuple(p for p in out if p not in theatre.BOX_THEATRE)


# -------------------------------------------------------------------------------------- transport
@memo_per_state
def waiting_cargo(view: State, side: str) -> tuple[Unit, ...]:
    """Return the units that may be shipped and are not where landing them scores: ground units, and
    air units when landing aircraft scores."""
    kinds = ("ground", "air") if does_air_score(view, side) else ("ground",)
    goals = landing_places(view, side)
    return tuple(
        u
        for u in view.units.values()
        if u.side == side
        and u.kind in kinds
        and u.present
        and not (u.force or u.aboard or u.transported or u.staged)
        and u.note not in STAYS
        and u.type != "NAS"
        and not (u.landed or u.base in goals)
    )


def draft_transport(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield transports of each port's cargo to places that score (else to any port of the side),
    alone and with escorts."""
    side = request.side
    goals = {
        **dict.fromkeys(garrisons.weak_garrisons(view, side), 0.0),
        **landing_places(view, side),
    }
    others = [p for p in busy_ports(view, side) if p not in goals][:2]
    loads: dict[tuple[str, str], list[Unit]] = {}
    for u in waiting_cargo(view, side):
        loads.setdefault((u.base, u.kind), []).append(u)
    for (origin, _), units in sorted(loads.items()):
        ranked = sorted(goals, key=lambda p: (-goals[p], p)) or others
        for goal in [p for p in ranked if p != origin]:
            yield from draft_sailings(view, side, units, origin, goal)


@memo_per_state
def does_air_score(view: State, side: str) -> bool:
    """Return True when landing aircraft scores for a side. True without a scenario."""
    if not view.scenario:
        return True
    rules = cards.scenario_card(view.scenario, view.start).score.landing
    return any("air" in r.kinds and "ground" not in r.kinds and r.side == side for r in rules)


def draft_sailings(
    view: State, side: str, units: Sequence[Unit], origin: str, goal: str
) -> Iterator[Transport]:
    """Yield transports of as many units as the destroyers in the base can lift, and of 1 factor,
    with several escorts."""
    ready = free_ships(view, side)
    destroyers = sorted(
        (u for u in ready if u.type == "DD"), key=lambda u: (u.base != origin, -u.factors, u.id)
    )
    if not destroyers:
        return
    base = destroyers[0].base
    local = [u for u in destroyers if u.base == base]
    lift = sum(u.factors for u in local)
    name = theatre.name_of(view, goal)
    escorts = [u for u in ready if u.base == base and u.type in ("BB", "BC", "PB", "CA")]
    escorts.sort(key=lambda u: (not u.fast, u.type == "CA", -u.factors, u.id))
    for amount in dict.fromkeys((min(lift, sum(u.factors for u in units)), 1)):
        freight = whole_units(units, amount)
        if not freight:
            continue
        need = cargo.cargo_factors(freight)
        carrying = destroyer_parts(local, need)
        for company in dict.fromkeys(
            (
                ships_up_to(escorts, BIG - 1 - need, 1),
                (),
                ships_up_to(escorts, TF_LIMIT - need, BIG),
            )
        ):
            rest = (
                destroyer_parts(local, min(lift, need + 2))
                if company and need + 2 + factors(company) <= TF_LIMIT
                else carrying
            )
            ships = (*rest, *whole_picks(company))
            total = sum(p.factors or view.units[p.id].factors for p in ships)
            yield Transport(
                whole_picks(freight), name, ships, (), free_name(view, side) if total >= BIG else ""
            )


def whole_units(units: Sequence[Unit], amount: int) -> tuple[Unit, ...]:
    """Return whole units that fit within *amount* factors."""
    out: list[Unit] = []
    for u in sorted(units, key=lambda u: u.id):
        if sum(x.factors for x in out) + u.factors <= amount:
            out.append(u)
    return tuple(out)


def destroyer_parts(destroyers: Sequence[Unit], need: int) -> tuple[Pick, ...]:
    """Return destroyer factors that together make up *need*, or as many as there are."""
    out: list[Pick] = []
    for u in destroyers:
        if need <= 0:
            break
        n = min(need, u.factors)
        out.append(Pick(u.id, 0 if n == u.factors else n))
        need -= n
    return tuple(out)


# ----------------------------------------------------------------------------------------- others
def draft_sequence(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the patrols in the order announced, and reversed."""
    ids = tuple(p for p in str(about_map(request).get("patrols", "")).split(", ") if p)
    yield SequenceOrder(ids)
    yield SequenceOrder(tuple(reversed(ids)))


def draft_redeployment(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield moves of destroyers to waiting cargo, of surplus to other ports, and escorts of
    cargo."""
    side = request.side
    goals = [u.base for u in waiting_cargo(view, side)]
    idle = [
        u
        for u in view.ships(side)
        if not (u.force or u.sortied or u.status or u.frozen or u.damaged)
    ]
    for base, ships in ships_by_port(idle).items():
        destroyers = [u for u in ships if u.type == "DD"]
        for goal in dict.fromkeys(g for g in goals if g != base):
            if destroyers:
                total = factors(destroyers)
                yield Redeploy(
                    whole_picks(destroyers),
                    theatre.name_of(view, goal),
                    (),
                    (),
                    free_name(view, side) if total >= BIG else "",
                )
    yield from draft_relief(view, side, idle)
    yield from shipping_candidates.draft_escorts(view, request)


def draft_relief(view: State, side: str, idle: Sequence[Unit]) -> Iterator[Redeploy]:
    """Yield moves of a port's surplus to the nearest friendly ports with room. Surplus that stays
    is lost."""
    for base, ships in ships_by_port(idle).items():
        over = basing.excess(view, base)
        leaving: list[Pick] = []
        for u in sorted(
            (u for u in ships if u.naval_factors),
            key=lambda u: (u.type != "DD", u.factors < over, u.factors, u.id),
        ):
            if over > 0:
                n = min(over, u.factors) if u.type == "DD" else u.factors
                leaving.append(Pick(u.id, 0 if n == u.factors else n))
                over -= n
        if not leaving:
            continue
        more = sum(p.factors or view.units[p.id].factors for p in leaving)
        roomy = [
            p for p in friendly_ports(view, side) if p != base and spare_capacity(view, p) >= more
        ]
        for goal in nearest_hexes(view, base, roomy, GOALS_PER_BASE):
            yield Redeploy(
                tuple(leaving),
                theatre.name_of(view, goal),
                (),
                (),
                free_name(view, side) if more >= BIG else "",
            )


@memo_per_state
def friendly_ports(view: State, side: str) -> tuple[str, ...]:
    """Return the ports of a side on the map."""
    return tuple(
        p.hex
        for p in theatre.ports_of(theatre.load_board(view.board))
        if is_friendly(view, side, p.hex)
    )


def draft_strikes(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield strikes and counterair with all squadrons of the patrol against each base in range."""
    about = about_map(request)
    force = view.forces.get(str(about.get("force", "")))
    if force is None:
        return
    combat = request.kind == patrol_air.COMBAT
    for base in str(about.get("bases", "")).split(", "):
        flying = whole_picks(
            u
            for u in air_units.squadrons_aboard(view, force)
            if not combat or patrol_air.can_strike(view, u, base)
        )
        if not flying:
            continue
        if request.kind != "patrol-counterair":
            yield Strike(flying, base)
        yield Strike(flying, base, "counterair")


def draft_uninversion(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield uses of the oil, up to its limit: destroyers and capital ships first, then the
    reverse."""
    limit = int(about_map(request).get("limit", 0))
    tired = [
        u for u in view.ships(request.side) if u.inverted and not scenario_rules.is_resting(view, u)
    ]
    for order in (("DD", "BB", "BC", "CA"), ("BB", "BC", "CA", "DD"), ("CA", "DD", "BC", "BB")):
        ranked = sorted(
            tired, key=lambda u: (order.index(u.type) if u.type in order else -1, u.damaged, u.id)
        )
        chosen = fitting_picks(ranked, limit)
        if chosen:
            yield Uninvert(chosen)


def draft_surplus(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the least valuable ships that make up the surplus, tried in several orders."""
    about = about_map(request)
    need, place, idle = (
        int(about.get("factors", 0)),
        str(about.get("place", "")),
        about.get("what") == "idle",
    )
    here = [
        u
        for u in basing.surplus_candidates(view, request.side, place)
        if not idle or (u.sortied and u.inverted and not u.frozen)
    ]
    for turn in range(max(1, len(here))):
        chosen: list[Pick] = []
        left = need
        ranked = sorted(here, key=lambda u: (u.type not in ("DD", "CA"), u.factors, u.id))
        for u in ranked[turn:] + ranked[:turn]:
            if left <= 0:
                break
            n = u.factors if idle or u.type != "DD" else min(left, u.factors)
            chosen.append(Pick(u.id, 0 if n == u.factors else n))
            left -= n
        yield Freeze(tuple(chosen)) if idle else Eliminate(tuple(chosen))
    exact = tuple(
        Pick(i, 0 if n == view.units[i].factors else n) for i, n in basing.covering_set(here, need)
    )
    yield Freeze(exact) if idle else Eliminate(exact)


def draft_displacement(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield all displaced ships, or as many as fit, to each of the nearest ports."""
    about = about_map(request)
    place, front = str(about.get("place", "")), str(about.get("front", ""))
    ships = displacing.group_by_box_use(
        [u for u in view.based(place, request.side) if not u.force]
    )[0]
    for port in displacing.nearest_refuges(view, ships, place, front):
        yield Displace(
            displacing.default_picks(ships, port.room), theatre.name_of(view, port.place)
        )


def draft_offensives(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield raids, then invasions and the missions that go with them."""
    yield from raider_candidates.draft_raids(view, request)
    yield from landing_candidates.draft_missions(view, request)


MAKERS = {
    "movement": draft_movement,
    "transport": draft_transport,
    "supply": shipping_candidates.draft_supply,
    "harbor": harbor_attacks.draft_harbor_attacks,
    "combat": draft_offensives,
    "raid-setup": raider_candidates.draft_openings,
    "raid-numbers": raider_candidates.draft_numbers,
    "raid-engage": raider_candidates.draft_engagements,
    "sequence": draft_sequence,
    "redeployment": draft_redeployment,
    "patrol-strike": draft_strikes,
    "combat-strike": draft_strikes,
    "patrol-counterair": draft_strikes,
    "uninversion": draft_uninversion,
    "surplus": draft_surplus,
    "displacement": draft_displacement,
    **landing_candidates.MAKERS,
}
