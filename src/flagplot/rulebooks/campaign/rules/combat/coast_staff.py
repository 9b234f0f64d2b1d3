"""The staff's doctrine before a coast: fire where it pays, land the troops, hold and retake
objectives, get the ships out of port."""

from __future__ import annotations

from collections.abc import Iterable

from ...map.battle_ground import (
    OBJECTIVES,
    WATER,
    exit_hexes,
    foot_costs,
    ground_of,
    hexes_of,
    objectives,
)
from ...map.battle_ocean import Hex, distance, neighbours
from ...orders import battle as o
from ...state.battle import Colour, Combatant, SeaBattle
from ...state.battle_ratings import SHORE_GUNS
from .coast import landing_hexes, letter_at
from .formula import expected_kills, may_attack, shoots_back
from .legality import enters_now, free_deployment, reachable_hexes
from .scenario_rules import owes_fire
from .visibility import gun_range, seen_by

CUT_OFF = 40
"""The distance counted when no land leads to a unit's goal."""


HOLD_FIRE = 3
"""Hexes within which coast guns fire at ships that have not found them yet."""


RETURN_FIRE = 0.7


DEAR = 3.0
"""The factor of value for loaded boats, and for enemies on an objective."""


DUG_OUT = 0.4
"""The value of a level of entrenchment worn down, in strength points."""


def coast_order(b: SeaBattle, colour: Colour) -> o.BattleOrder:
    """Return the next order of *colour*'s staff before a coast, from what it knows. It is always
    legal, and at last ends the turn."""
    own = [u for u in b.afloat(colour) if not u.facility]
    enemies = [b.unit(i) for i in sorted(seen_by(b, colour))]
    order = _arrive(b, own) or _shoot(b, own, enemies) or _land(b, own) or _move(b, own, enemies)
    return order or (o.Retreat() if _is_spent(b, colour) or owes_fire(b) else o.EndTurn())


def mine_laid(b: SeaBattle, colour: Colour) -> o.BattleOrder | None:
    """Return the order to lay a mine, in the free water beside the berths that is nearest to the
    way out; ``None`` for the defender or without mines."""
    if colour == "blue" or not b.mines:
        return None
    ground = ground_of(b.rulings, b.ground)
    ways, taken = exit_hexes(ground), {u.at for u in b.units} | {h for h, _ in b.mined}
    gates = [
        h
        for h in ground.hexes
        if ground.at(h) == "."
        and h not in taken
        and any(ground.at(n) == "b" for n in neighbours(h))
    ]
    best = min(
        gates, key=lambda h: (min((distance(h, x) for x in ways), default=0), h), default=None
    )
    return None if best is None else o.Mine(best)


def _arrive(b: SeaBattle, own: list[Combatant]) -> o.BattleOrder | None:
    """Return the order to place a unit that arrives now, in the hex that the staff prefers;
    ``None`` without one."""
    for u in own:
        if enters_now(b, u):
            at = free_deployment(b, u)
            if at is not None:
                return o.Place(u.id, at)
    return None


def _shoot(b: SeaBattle, own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order of the first unit that has a shot worth firing, or ``None``."""
    for u in own:
        if u.fired or u.at is None or u.ammo <= 0 or b.turn < u.silent:
            continue
        shot = best_shot(b, u, enemies)
        if shot is not None:
            return o.Fire(u.id, shot.id)
    return None


def best_shot(b: SeaBattle, u: Combatant, enemies: Iterable[Combatant]) -> Combatant | None:
    """Return the enemy in range most worth firing at, or ``None``: strength taken by price and
    entrenchment worn down, less the return fire."""
    best, most = None, 0.0
    for e in enemies:
        if (
            e.at is None
            or u.at is None
            or (far := distance(u.at, e.at)) > gun_range(u)
            or not may_attack(u.fighter(), e.fighter())
        ):
            continue
        if (
            u.kind
            and u.cls in SHORE_GUNS
            and not e.kind
            and not e.flies
            and far > HOLD_FIRE
            and not u.lost
            and e.cls != "TR"
        ):
            continue
        worth = (
            shot_value(b, u, e)
            - _return_fire(u, e, far)
            - (_flak_damage(u, enemies, u.at) if u.flies else 0.0)
        )
        if worth > most:
            best, most = e, worth
    return best


def shot_value(b: SeaBattle, u: Combatant, e: Combatant) -> float:
    """Return the value of a shot in points: strength taken, entrenchment worn down. Loaded boats
    and ships that cannot be repaired count more."""
    dear = (
        DEAR
        if any(x.aboard == e.id for x in b.units)
        or (u.colour == "red" and b.kind != "port" and e.ground_letter in OBJECTIVES)
        else 1.0
    )
    worn = DUG_OUT if e.kind and e.entrenched and b.kind != "port" else 0.0
    return (expected_kills(u.fighter(), e.fighter()) * dear + worn) * e.ratings.price


def _return_fire(u: Combatant, e: Combatant, far: int) -> float:
    if not shoots_back(u.fighter(), e.fighter(), far) or e.ammo <= 0:
        return 0.0
    return RETURN_FIRE * expected_kills(e.fighter(), u.fighter(), returning=True) * u.ratings.price


def _flak_damage(u: Combatant, enemies: Iterable[Combatant], at: Hex) -> float:
    """Return the damage that the anti-aircraft guns in sight would do to aircraft that attack from
    a hex."""
    guns = [
        g
        for g in enemies
        if g.flak and g.ammo > 0 and g.at is not None and distance(g.at, at) <= gun_range(g)
    ]
    return (
        RETURN_FIRE * sum(expected_kills(g.fighter(), u.fighter()) for g in guns) * u.ratings.price
    )


def _land(b: SeaBattle, own: list[Combatant]) -> o.BattleOrder | None:
    """Return the order to land troops from a boat that lies near, in the hex nearest to their
    objective; ``None`` without one."""
    for u in own:
        if not u.kind or not u.aboard or u.moved or not b.has(u.aboard):
            continue
        boat = b.unit(u.aboard)
        if boat.moved and not boat.beaches:
            continue
        best = min(landing_hexes(b, boat, u), key=lambda h: (_to_goal(b, u, h), h), default=None)
        if best is not None:
            return o.Land(u.id, best)
    return None


def _land_objectives(b: SeaBattle, u: Combatant) -> list[Hex]:
    """Return the objectives of a land unit: those in the other side's hands, or all when there is
    none."""
    every = objectives(ground_of(b.rulings, b.ground))
    wanted = [h for h in every if (h in b.taken) != (u.colour == "red")]
    return wanted or list(every)


def _to_goal(b: SeaBattle, u: Combatant, at: Hex) -> int:
    """Return the distance on foot from a hex to a land unit's nearest objective; much larger when
    water lies between."""
    goals = _land_objectives(b, u)
    walked = foot_costs(b.rulings, b.ground, u.movement_kind, tuple(goals)).get(at)
    return (
        walked if walked is not None else CUT_OFF + min((distance(at, g) for g in goals), default=0)
    )


def _move(b: SeaBattle, own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order of the first unit that gains by a move, or ``None``."""
    for u in own:
        if u.at is None or u.moved or u.fixed:
            continue
        if u.kind and (u.fired or (u.colour == "blue" and not b.taken)):
            continue
        to = destination(b, u, enemies)
        if to is not None and to != u.at:
            return o.Move(u.id, to)
    return None


def destination(b: SeaBattle, u: Combatant, enemies: list[Combatant]) -> Hex | None:
    """Return the hex to which the staff sends a unit: boats to the beach, troops to objectives,
    ships out of port or into range, aircraft to a target. ``None`` to stay."""
    assert u.at is not None
    here = u.at
    open_hexes = [here, *reachable_hexes(b, u)]
    if u.kind:
        return min(open_hexes, key=lambda h: (_to_goal(b, u, h), distance(here, h), h))
    if u.cls == "TR":
        return _boat_to(b, u, open_hexes)
    if u.colour == "red" and not u.flies and b.kind != "port":
        return _bombarding_hex(b, u, enemies, open_hexes)
    ways_out = exit_hexes(ground_of(b.rulings, b.ground))
    if u.colour == "blue" and not u.flies and b.kind == "port":
        return (
            min(open_hexes, key=lambda h: (min((distance(h, x) for x in ways_out), default=0), h))
            if ways_out
            else None
        )
    if u.flies and u.ammo <= 0:
        return max(
            open_hexes,
            key=lambda h: (
                min((distance(h, e.at) for e in enemies if e.at is not None), default=0),
                h,
            ),
        )
    prey = max(
        (
            (
                shot_value(b, u, e)
                - distance(here, e.at)
                - (_flak_damage(u, enemies, e.at) if u.flies else 0.0),
                e.id,
                e,
            )
            for e in enemies
            if e.at is not None and u.ammo > 0 and may_attack(u.fighter(), e.fighter())
        ),
        default=None,
    )
    if prey is not None and prey[0] > 0:
        at, keep = prey[2].at, gun_range(u)
        assert at is not None
        return min(open_hexes, key=lambda h: (abs(distance(h, at) - keep), distance(here, h), h))
    return None


STAND_OFF = 5
"""Distance in hexes from places where guns may stand at which ships see no danger."""


BOLD = 0.3
"""The weight of a salvo's effect against the danger to the firing ship."""


WARY = 0.25
"""The danger feared for each hex nearer, in strength points; less once troops are ashore."""


LAST = 0.2
"""The weight of danger in the last turns of a landing, when the landing fails without risks. It
falls to this as time runs out."""


FOUND = 60.0
"""The value of bringing a place into sight where an enemy may still be."""


SITES = OBJECTIVES | {"C"}
"""Ground on which the staff expects guns and troops."""


def _bombarding_hex(
    b: SeaBattle, u: Combatant, enemies: list[Combatant], open_hexes: list[Hex]
) -> Hex:
    """Return the hex of a bombarding ship with the best balance of targets in range and danger from
    guns, known and unknown."""
    assert u.at is not None
    here, ground = u.at, ground_of(b.rulings, b.ground)
    eyes = [(x.at, x.ratings.spot) for x in b.afloat(u.colour) if x.at is not None]
    manned = {e.at for e in enemies}
    sites = [h for h in hexes_of(ground, SITES) if h not in b.taken]
    unseen = [h for h in sites if not any(distance(at, h) <= spot for at, spot in eyes)]
    feared = [*unseen, *(h for h in sites if h in manned)]
    me, guns_reach, eyesight, price = u.fighter(), gun_range(u), u.ratings.spot, u.ratings.price
    prey = [
        (e.at, shot_value(b, u, e))
        for e in enemies
        if e.at is not None and e.kind and may_attack(me, e.fighter())
    ]
    guns = [
        (e.at, gun_range(e), expected_kills(e.fighter(), me))
        for e in enemies
        if e.cls in SHORE_GUNS and e.at is not None and may_attack(e.fighter(), me)
    ]
    ashore = any(x.colour == "red" and x.kind and x.at is not None for x in b.units)
    wary, left = WARY / 2 if ashore else WARY, max(LAST, 1 - b.turn / b.turns)

    def good(h: Hex) -> float:
        gain = max([worth for at, worth in prey if distance(at, h) <= guns_reach], default=0.0)
        if gain < FOUND and any(distance(h, g) <= eyesight for g in unseen):
            gain = FOUND
        hits = sum([effect for at, far, effect in guns if distance(at, h) <= far])
        near = max(0, STAND_OFF - min([distance(h, f) for f in feared], default=STAND_OFF))
        return BOLD * gain - left * (RETURN_FIRE * hits + near * wary) * price

    return max(open_hexes, key=lambda h: (good(h), -distance(here, h), h))


def _boat_to(b: SeaBattle, u: Combatant, open_hexes: list[Hex]) -> Hex | None:
    """Return the hex of a boat: loaded boats go to the free beach nearest to an objective, empty
    ones keep off. ``None`` to stay."""
    assert u.at is not None
    here = u.at
    load = next((x for x in b.units if x.aboard == u.id and x.alive), None)
    if load is None:
        return None
    ground = ground_of(b.rulings, b.ground)
    taken = {x.at for x in b.units if x.alive and not x.flies and x.id != u.id}
    found: list[tuple[int, Hex]] = []
    for h in hexes_of(ground, WATER):
        if h not in taken:
            inland = [
                _to_goal(b, load, n)
                for n in neighbours(h)
                if letter_at(b, n) not in WATER | {"", "M"} and n not in taken
            ]
            if inland:
                found.append((2 * min(inland) + distance(here, h), h))
    beach = min(found, default=None)
    return None if beach is None else min(open_hexes, key=lambda h: (distance(h, beach[1]), h))


def _is_spent(b: SeaBattle, colour: Colour) -> bool:
    """Return True for an attacker that can do no more: it has no unit able to fire, or no foothold
    by the turn in which it may withdraw."""
    if colour == "blue" or b.turn < b.retreat_from:
        return False
    left = [u for u in b.afloat("red") if u.cls != "TR"]
    return not any(u.ammo > 0 for u in left) or (b.kind != "port" and not b.taken)
