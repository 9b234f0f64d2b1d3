"""The staff fights for a side: one battle order at a time, from what the side knows. Plain doctrine, no dice, no tricks."""

from __future__ import annotations

from . import orders as o
from .formula import expected, may_attack, shoots_back
from .legal import check_retreat, free_deployment, moves
from .ocean import Hex, distance, neighbours
from .sea import Colour, Combatant, SeaBattle, crowded_by, gun_range, in_destination, seen_by


def staff_order(b: SeaBattle, colour: Colour) -> o.BattleOrder:
    """The next order of *colour*'s staff. *b* is the battle as that side knows it. Always legal; ends the turn at last."""
    if b.phase == "deploy":
        return o.Ready()
    own = [u for u in b.afloat(colour) if u.at is not None or u.aboard]
    enemies = [b.unit(i) for i in sorted(seen_by(b, colour))]
    for u in own:
        if not u.fired and u.at is not None and u.ammo > 0:
            shot = best_shot(u, enemies)
            if shot is not None:
                return o.Fire(u.id, shot.id)
    for u in own:
        if u.aboard and not u.moved and enemies and b.has(u.aboard):
            at = _launch_hex(b, u)
            if at is not None:
                return o.Launch(u.id, at)
    for u in own:
        if u.at is None or u.moved:
            continue
        if u.flies and (u.ammo <= 0 or u.fuel <= 2 * u.ratings.move):
            deck = _deck(b, u)
            if deck is not None and deck.at is not None and distance(u.at, deck.at) <= 1:
                return o.Rearm(u.id, deck.id)
        to = destination(b, u, enemies)
        if to is not None:
            return o.Move(u.id, to)
    if should_retreat(b, colour):
        return o.Retreat()
    return o.EndTurn()


def best_shot(u: Combatant, enemies: list[Combatant]) -> Combatant | None:
    """The enemy in range worth firing at most: strength points taken by price, less what comes back; ``None`` when it loses."""
    best: Combatant | None = None
    most = 0.0
    for e in enemies:
        if e.at is None or u.at is None or distance(u.at, e.at) > gun_range(u):
            continue
        f, g = u.fighter(), e.fighter()
        if not may_attack(f, g):
            continue
        gain = expected(f, g) * (0.5 if e.submarine else 1.0) * e.ratings.price
        cost = expected(g, f, returning=True) * u.ratings.price if shoots_back(f, g, distance(u.at, e.at)) else 0.0
        if gain - 0.7 * cost > most:
            best, most = e, gain - 0.7 * cost
    return best


def destination(b: SeaBattle, u: Combatant, enemies: list[Combatant]) -> Hex | None:
    """Where the staff sends a unit: defenders towards their destination, attackers towards the nearest good target."""
    assert u.at is not None
    if u.colour == "blue" and not u.flies and in_destination(b, u.at) and not _prey(u, enemies):
        return None
    open_hexes = moves(b, u)
    prey = _prey(u, enemies)
    goal: Hex | None = None
    keep = 0
    if u.flies and (u.ammo <= 0 or u.fuel <= 2 * u.ratings.move):
        deck = _deck(b, u)
        goal, keep = (deck.at if deck is not None else None), 1
    elif u.colour == "blue" and not u.flies:
        goal = _destination_hex(b, u)
    elif prey is not None:
        goal, keep = prey.at, gun_range(u)
    elif u.colour == "red":
        goal = _hunt_hex(b, u)
    if goal is None:
        return None
    best, best_key = None, (abs(distance(u.at, goal) - keep), 0, u.at)
    for hx in open_hexes:
        if hx == u.at:
            continue
        key = (abs(distance(hx, goal) - keep), distance(u.at, hx), hx)
        if key < best_key:
            best, best_key = hx, key
    return best


def _prey(u: Combatant, enemies: list[Combatant]) -> Combatant | None:
    worth = [
        (expected(u.fighter(), e.fighter()) * e.ratings.price - distance(u.at, e.at), e.id, e)
        for e in enemies
        if e.at is not None
        and u.at is not None
        and u.ammo > 0
        and may_attack(u.fighter(), e.fighter())
        and 2 * expected(u.fighter(), e.fighter()) * e.ratings.price
        > expected(e.fighter(), u.fighter(), returning=True) * u.ratings.price
    ]
    return max(worth)[2] if worth else None


def _destination_hex(b: SeaBattle, u: Combatant) -> Hex:
    assert u.at is not None
    square_rows = sorted({(s - 1) // 4 for s in b.destination}) or [0]
    row = min(max(u.at[1], square_rows[0] * 10 + 1), square_rows[-1] * 10 + 10)
    columns = sorted({(s - 1) % 4 for s in b.destination}) or [3]
    return columns[0] * 10 + 2, row


def _hunt_hex(b: SeaBattle, u: Combatant) -> Hex | None:
    """An attacker who sees nothing steers to head the defender off, and then sweeps the destination area north and south."""
    assert u.at is not None
    columns = sorted({(s - 1) % 4 for s in b.destination}) or [3]
    rows = [(s - 1) // 4 * 10 + 5 for s in b.blue_squares]
    middle = sum(rows) // len(rows)
    edge = columns[0] * 10
    if b.turn <= 5:
        return max(1, edge - 4), middle
    sweep = (0, -7, 0, 7)[(b.turn - 6) // 4 % 4]
    return min(40, edge + 3), min(40, max(1, middle + sweep))


def _deck(b: SeaBattle, u: Combatant) -> Combatant | None:
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
    """The staff breaks off from turn 12 on when left with less than a third of what it faces, having lost more."""
    if not check_retreat(b):
        return False
    mine = sum(u.strength * u.ratings.price for u in b.afloat(colour))
    his = sum(u.strength * u.ratings.price for u in b.units if u.colour != colour and u.alive and u.at is not None)
    lost = sum(u.lost * u.ratings.price for u in b.units if u.colour == colour)
    return his > 3 * mine and lost > mine


__all__ = ["best_shot", "destination", "free_deployment", "should_retreat", "staff_order"]
