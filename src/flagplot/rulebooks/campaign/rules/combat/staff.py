"""The staff, which fights a battle for a side: one battle order at a time, from what the side
knows, by a plain doctrine without dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from msgspec.structs import replace

from ...map.battle_ocean import SIDE, Hex, distance, neighbours
from ...orders import battle as o
from ...state.battle import Colour, Combatant, SeaBattle
from .coast_staff import coast_order, mine_laid
from .formula import expected_kills, may_attack, shoots_back
from .legality import check_retreat, reachable_hexes
from .scenario_rules import shunned_by
from .visibility import crowded_by, deployment_hexes, gun_range, has_arrived, of_battle, seen_by


@of_battle
def staff_order(b: SeaBattle, colour: Colour) -> o.BattleOrder:
    """Return the next order of *colour*'s staff. *b* is the battle as that side knows it. The order
    is always legal, and at last ends the turn."""
    if b.phase == "deploy":
        return mine_laid(b, colour) or o.Ready()
    if b.ground:
        return coast_order(b, colour)
    own = [u for u in b.afloat(colour) if u.at is not None or u.aboard]
    enemies = [b.unit(i) for i in sorted(seen_by(b, colour))]
    able = [u for u in own if shunned_by(b, u) is None]
    order = (
        _screen(b, own, enemies)
        or _shoot(able, enemies)
        or _take_off(b, own, enemies)
        or _sail(b, own, enemies)
    )
    if order is not None:
        return order
    return o.Retreat() if should_retreat(b, colour) else o.EndTurn()


def _screen(b: SeaBattle, own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order of an escort whose attack lets the convoy scatter: it attacks an enemy that
    is too strong for the convoy, at any cost. ``None`` without one."""
    screen = [x for x in own if x.screen and x.at is not None]
    if not screen or b.scattered or not is_outmatched(b, "blue"):
        return None
    for u in screen:
        prey = [
            e
            for e in enemies
            if e.at is not None
            and not (e.submarine or e.flies)
            and may_attack(u.fighter(), e.fighter())
        ]
        near = min(prey, key=lambda e: (hexes_between(u, e), e.id), default=None)
        if near is None or near.at is None:
            continue
        if hexes_between(u, near) <= gun_range(u) and not u.fired and u.ammo > 0:
            return o.Fire(u.id, near.id)
        goal = near.at
        to = min(reachable_hexes(b, u), key=lambda h: (distance(h, goal), h), default=None)
        if to is not None and to != u.at:
            return o.Move(u.id, to)
    return None


def hexes_between(u: Combatant, v: Combatant) -> int:
    """Return the distance in hexes between two units on the map; a large one when either is not on
    it."""
    return distance(u.at, v.at) if u.at is not None and v.at is not None else SIDE


def _shoot(own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order of the first unit that has a shot worth firing, or ``None``."""
    for u in own:
        if not u.fired and u.at is not None and u.ammo > 0:
            shot = best_shot(u, enemies)
            if shot is not None:
                return o.Fire(u.id, shot.id)
    return None


def _take_off(b: SeaBattle, own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order to launch an aircraft, once an enemy is seen; else ``None``."""
    for u in own:
        if u.aboard and not u.moved and enemies and b.has(u.aboard):
            at = _launch_hex(b, u)
            if at is not None:
                return o.Launch(u.id, at)
    return None


def _sail(b: SeaBattle, own: list[Combatant], enemies: list[Combatant]) -> o.BattleOrder | None:
    """Return the order of the first unit that has somewhere to go, or ``None``. Aircraft that need
    to land do so when their carrier is beside them."""
    for u in own:
        if u.at is None or u.moved:
            continue
        deck = _carrier_for(b, u) if _must_land(u) else None
        if deck is not None and deck.at is not None and distance(u.at, deck.at) <= 1:
            return o.Rearm(u.id, deck.id)
        to = destination(b, u, enemies)
        if to is not None:
            return o.Move(u.id, to)
    return None


def _must_land(u: Combatant) -> bool:
    """Return True for aircraft without ammunition, or with fuel only for the way back."""
    return u.flies and (u.ammo <= 0 or u.fuel <= 2 * u.ratings.move)


RETURN_FIRE = 0.7
"""The weight of a point lost to return fire, against a point taken."""


UNSURE = 0.5
"""The weight of a hit on a submarine, which may dive away."""


CONCENTRATE = 1.0
"""The bonus of a shot at a unit about to sink over one at an undamaged unit."""


def hurt_already(e: Combatant) -> float:
    """Return the factor by which a shot at a damaged unit counts more, so that fire is
    concentrated."""
    return 1 + CONCENTRATE * (1 - e.strength / max(1, e.full))


def best_shot(u: Combatant, enemies: list[Combatant]) -> Combatant | None:
    """Return the enemy in range most worth firing at: strength points taken by price, less the
    return fire. ``None`` when no shot gains."""
    best: Combatant | None = None
    most = 0.0
    for e in enemies:
        if e.at is None or u.at is None or distance(u.at, e.at) > gun_range(u):
            continue
        f, g = u.fighter(), e.fighter()
        if not may_attack(f, g):
            continue
        gain = (
            expected_kills(f, g)
            * (UNSURE if e.submarine else 1.0)
            * e.ratings.price
            * hurt_already(e)
        )
        cost = (
            expected_kills(g, f, returning=True) * u.ratings.price
            if shoots_back(f, g, distance(u.at, e.at))
            else 0.0
        )
        if gain - RETURN_FIRE * cost > most:
            best, most = e, gain - RETURN_FIRE * cost
    return best


def destination(b: SeaBattle, u: Combatant, enemies: list[Combatant]) -> Hex | None:
    """Return the hex to which the staff sends a unit: defenders to their destination, attackers to
    the nearest good target, outmatched units away. ``None`` to stay."""
    assert u.at is not None
    if passes_by(b, u) and has_arrived(b, u) and not _prey(u, enemies):
        return None
    if not u.flies and is_outmatched(b, u.colour):
        return _clear_of(b, u, reachable_hexes(b, u), enemies)
    prey = _prey(u, enemies)
    goal: Hex | None = None
    keep = 0
    if _must_land(u):
        deck = _carrier_for(b, u)
        goal, keep = (deck.at if deck is not None else None), 1
    elif prey is not None and not passes_by(b, u):
        goal, keep = prey.at, gun_range(u)
    else:
        goal = makes_for(b, u)
    if goal is None:
        return None
    best, best_key = None, (abs(distance(u.at, goal) - keep), 0, u.at)
    if not best_key[0]:
        return None
    for hx in reachable_hexes(b, u):
        gap = abs(distance(hx, goal) - keep)
        if gap <= best_key[0] and hx != u.at:
            key = (gap, distance(u.at, hx), hx)
            if key < best_key:
                best, best_key = hx, key
    return best


def passes_by(b: SeaBattle, u: Combatant) -> bool:
    """Return True for a defender that must reach a destination, and does not chase enemies
    (6.5.1.3)."""
    return u.colour == "blue" and not u.flies and not b.on_station


def makes_for(b: SeaBattle, u: Combatant) -> Hex | None:
    """Return the hex for a unit without enemies in sight: its destination, a hex to head off the
    defender, or one to search or hide in on a station. ``None`` to stay."""
    if passes_by(b, u):
        return _destination_hex(b, u)
    if u.colour == "red":
        return _sweep_hex(b, u) if b.on_station else _hunt_hex(b, u)
    return _hiding_hex(b) if not u.flies and len(b.afloat("blue")) <= LONE else None


OUTMATCHED = 1.5
"""The ratio of enemy strength in sight to its own, by price, from which a side's staff avoids
battle."""


@of_battle
def is_outmatched(b: SeaBattle, colour: Colour) -> bool:
    """Return True when the enemies that a side sees are worth more than it can fight. Enemies that
    cannot hurt it, transports among them, do not count."""
    own = [u for u in b.afloat(colour) if not u.left]
    visible = [b.unit(i) for i in seen_by(b, colour)]
    able = {
        e.cls
        for e in visible
        if any(may_attack(e.fighter(), u.fighter()) for u in {x.cls: x for x in own}.values())
    }
    return _value_of(e for e in visible if e.cls in able) > OUTMATCHED * _value_of(own)


def _value_of(units: Iterable[Combatant]) -> float:
    return sum(u.strength * u.ratings.price for u in units)


def _clear_of(
    b: SeaBattle, u: Combatant, open_hexes: Iterable[Hex], enemies: list[Combatant]
) -> Hex | None:
    """Return the hex that is safest from the enemy's guns. Among equals a defender goes on towards
    the destination, an attacker away."""
    assert u.at is not None
    threats = [e for e in enemies if e.at is not None and may_attack(e.fighter(), u.fighter())]
    goal = _destination_hex(b, u) if u.colour == "blue" else None

    def danger(at: Hex) -> tuple[float, int, int, Hex]:
        under = sum(
            expected_kills(e.fighter(), u.fighter())
            for e in threats
            if e.at is not None and distance(e.at, at) <= gun_range(e) + e.ratings.move
        )
        near = min((distance(e.at, at) for e in threats if e.at is not None), default=0)
        return (
            under,
            (distance(at, goal) if goal is not None and not under else 0) - near,
            distance(u.at or at, at),
            at,
        )

    best = min((u.at, *open_hexes), key=danger)
    return None if best == u.at else best


def _prey(u: Combatant, enemies: list[Combatant]) -> Combatant | None:
    worth = [
        (
            expected_kills(u.fighter(), e.fighter()) * e.ratings.price * hurt_already(e)
            - distance(u.at, e.at),
            e.id,
            e,
        )
        for e in enemies
        if e.at is not None
        and u.at is not None
        and u.ammo > 0
        and may_attack(u.fighter(), e.fighter())
        and 2 * expected_kills(u.fighter(), e.fighter()) * e.ratings.price
        > expected_kills(e.fighter(), u.fighter(), returning=True) * u.ratings.price
    ]
    return max(worth)[2] if worth else None


def _destination_hex(b: SeaBattle, u: Combatant) -> Hex:
    assert u.at is not None
    if b.scattered and u.cls == "TR":
        return _nearest_edge(b, u)
    square_rows = sorted({(s - 1) // 4 for s in b.destination}) or [0]
    row = min(max(u.at[1], square_rows[0] * 10 + 1), square_rows[-1] * 10 + 10)
    columns = sorted({(s - 1) % 4 for s in b.destination}) or [3]
    return columns[0] * 10 + 2, row


def _nearest_edge(b: SeaBattle, u: Combatant) -> Hex:
    """Return the hex at the map's edge for a transport that has scattered: near it, and away from
    the enemies in sight."""
    assert u.at is not None
    column, row = here = u.at
    foes = [e.at for e in (b.unit(i) for i in seen_by(b, u.colour)) if e.at is not None]
    ways = ((1, row), (SIDE, row), (column, 1), (column, SIDE))
    return min(
        ways, key=lambda h: (distance(here, h) - min((distance(h, x) for x in foes), default=0), h)
    )


def _nearly_there(b: SeaBattle, u: Combatant) -> bool:
    """Return True in the destination area, or when the next turn reaches it."""
    return any(
        has_arrived(b, replace(u, at=at))
        for at in (u.at, *reachable_hexes(b, replace(u, moved=False)))
    )


def _hunt_hex(b: SeaBattle, u: Combatant) -> Hex | None:
    """Return the hex for an attacker that sees no enemy: to head the defender off, and then to
    sweep the destination area north and south."""
    assert u.at is not None
    columns = sorted({(s - 1) % 4 for s in b.destination}) or [3]
    rows = [(s - 1) // 4 * 10 + 5 for s in b.blue_squares]
    middle = sum(rows) // len(rows)
    edge = columns[0] * 10
    if b.turn <= 5:
        return max(1, edge - 4), middle
    sweep = (0, -7, 0, 7)[(b.turn - 6) // 4 % 4]
    return min(40, edge + 3), min(40, max(1, middle + sweep))


LONE = 2
"""The most ships of a patrol that hide rather than wait for the enemy: a raider group."""


AREAS: tuple[Hex, ...] = tuple((c, r) for r in (7, 20, 34) for c in (7, 20, 34))
"""The middles of nine parts of the ocean, apart by a unit's sight and a turn's sailing."""


def _hiding_hex(b: SeaBattle) -> Hex:
    """Return a part of the ocean away from the attacker's deployment, a different one in every
    battle."""
    away = _away_from(deployment_hexes(b, "red"))
    return away[_secret_number(b, "blue") % len(away)]


@lru_cache(maxsize=64)
def _away_from(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the parts of the ocean far from all of these hexes; every part when none is far."""
    return (
        tuple(a for a in AREAS if min((distance(a, h) for h in hexes), default=SIDE) > SIDE // 3)
        or AREAS
    )


def _sweep_hex(b: SeaBattle, u: Combatant) -> Hex:
    """Return the part of the ocean that an attacker searches now. Attackers that look for a patrol
    on its station separate, and each searches one part after another."""
    pack = sorted(x.id for x in b.units if x.colour == "red")
    return AREAS[(_secret_number(b, "red") + pack.index(u.id) * 2 + (b.turn - 1) // 3) % len(AREAS)]


@of_battle
def _secret_number(b: SeaBattle, colour: Colour) -> int:
    """Return a number from a side's own ships, which the other side cannot compute."""
    return crc32(" ".join(f"{u.id} {u.experience}" for u in b.units if u.colour == colour).encode())


def _carrier_for(b: SeaBattle, u: Combatant) -> Combatant | None:
    if u.carrier and b.has(u.carrier) and b.unit(u.carrier).alive:
        return b.unit(u.carrier)
    decks = [c for c in b.afloat(u.colour) if c.cls in ("CV", "CVL", "CVE")]
    return decks[0] if decks else None


def _launch_hex(b: SeaBattle, u: Combatant) -> Hex | None:
    deck = b.unit(u.aboard)
    if deck.at is None:
        return None
    for at in (deck.at, *neighbours(deck.at)):
        if crowded_by(u, at, b.units) is None:
            return at
    return None


def should_retreat(b: SeaBattle, colour: Colour) -> bool:
    """Return True when the staff withdraws: it may, it is outmatched, and no ship is as good as at
    its destination."""
    if not check_retreat(b, b.red if colour == "red" else b.blue, o.Retreat()) or not is_outmatched(
        b, colour
    ):
        return False
    ships = [u for u in b.afloat(colour) if not u.flies and u.at is not None]
    return colour == "red" or b.on_station or not any(_nearly_there(b, u) for u in ships)
