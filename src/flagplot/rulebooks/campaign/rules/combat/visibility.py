"""Visibility and room in a battle on the ocean or before a coast (6.5): the units each side sees,
deployment zones, distances between ships, the end of the battle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import Rulings, clause
from flagplot.table.core.memo import memo_per_parts

from ...map.battle_ground import zone_hexes
from ...map.battle_ocean import SIDE, Hex, distance, hex_of, hexes_at, hexes_within, square_of
from ...state.battle import Colour, Combatant, SeaBattle
from .coast import is_conquered, is_thrown_back, off_limits
from .formula import counts_as_destroyer


def _battle_part(battle: SeaBattle) -> tuple[object, ...]:
    return (battle,)


of_battle = memo_per_parts(_battle_part)
"""Memoise a function of battles, separately from functions of whole states."""


def zone_squares(battle: SeaBattle, colour: Colour) -> tuple[int, ...]:
    """Return the squares where a colour may deploy (6.5.1.1)."""
    return battle.red_squares if colour == "red" else battle.blue_squares


def in_destination(battle: SeaBattle, at: Hex | None) -> bool:
    """Return True in the area where a defender's ship completes its mission (6.5.1.3)."""
    return at is not None and square_in(battle.rulings, at) in battle.destination


def has_arrived(battle: SeaBattle, u: Combatant) -> bool:
    """Return True for a unit in a hex that completes its mission (6.5.1.3). For transports that
    have scattered, any edge of the map does."""
    return in_destination(battle, u.at) or (
        battle.scattered and u.cls == "TR" and u.at is not None and at_edge(u.at)
    )


def at_edge(at: Hex) -> bool:
    """Return True for a hex at the edge of the ocean map."""
    return at[0] in (1, SIDE) or at[1] in (1, SIDE)


@clause("6.5.1.1.b", "6.5.1.1.c")
def square_in(rulings: Rulings, at: Hex) -> int:
    """Return the square of a hex by the Map Hexes chart, which is binding; by arithmetic for hexes
    that the chart leaves out (6.5.1.1)."""
    return _chart_squares(rulings).get(at) or square_of(at)


@lru_cache(maxsize=32)
def _chart_squares(rulings: Rulings) -> dict[Hex, int]:
    """Return the Map Hexes chart by hex. Its single hexes override its blocks, like
    ``01,01-10,10``."""
    singles: dict[Hex, int] = {}
    out: dict[Hex, int] = {}
    for label, cells in rulings.table("campaign.map-hexes").rows:
        for part in str(cells[0]).split():
            first, dash, last = part.partition("-")
            a = hex_of(first)
            if not dash:
                singles[a] = int(label)
                continue
            b = hex_of(last)
            out.update(
                {(c, r): int(label) for c in range(a[0], b[0] + 1) for r in range(a[1], b[1] + 1)}
            )
    return {**out, **singles}


@lru_cache(maxsize=512)
def hexes_in(rulings: Rulings, square: int) -> tuple[Hex, ...]:
    """Return all hexes of a square by the chart, row by row."""
    return tuple(
        (c, r)
        for r in range(1, SIDE + 1)
        for c in range(1, SIDE + 1)
        if square_in(rulings, (c, r)) == square
    )


# -- seeing (6.4.2 gives the campaign's search; on the battle map each unit sees its spot range)
def sees(watcher: Combatant, target: Combatant) -> bool:
    """Return True when *watcher* sees *target* now. Submarines are seen only beside a destroyer or
    an ASW aircraft."""
    if watcher.at is None or target.at is None or not watcher.alive:
        return False
    if target.revealed:
        return True
    if target.submarine:
        hunter = counts_as_destroyer(watcher.cls) or (watcher.flies and watcher.asw)
        return hunter and distance(watcher.at, target.at) <= 1
    return distance(watcher.at, target.at) <= watcher.ratings.spot


@clause("6.5.4.2.c")
def easily_found(battle: SeaBattle, e: Combatant) -> bool:
    """Return True for a unit that every enemy sees: one that has fired or been hit; for the
    attacker of a port also ships at berths and works ashore (6.5.4.2)."""
    return e.revealed or (
        battle.kind == "port" and e.colour == "blue" and (e.facility or e.berthed)
    )


@of_battle
def seen_by(battle: SeaBattle, colour: Colour) -> frozenset[str]:
    """Return the ids of enemy units that *colour* sees now."""
    targets = [
        e for e in battle.units if e.colour != colour and e.strength > 0 and e.at is not None
    ]
    watchers = (
        [u for u in battle.units if u.colour == colour and u.strength > 0 and u.at is not None]
        if targets
        else []
    )
    return frozenset(
        [e.id for e in targets if easily_found(battle, e) or any(sees(w, e) for w in watchers)]
    )


@of_battle
def battle_known_to(battle: SeaBattle, colour: Colour) -> SeaBattle:
    """Return the battle as *colour* knows it, without the enemy units that it does not see,
    aircraft aboard and orders included."""
    visible = seen_by(battle, colour)
    return replace(
        battle,
        units=tuple(
            u for u in battle.units if u.colour == colour or u.id in visible or not u.alive
        ),
        staff=tuple(s for s in battle.staff if s == battle.side(colour)),
    )


def battle_seen_by_enemies(battle: SeaBattle) -> SeaBattle:
    """Return the battle with only those units that the other side sees, and those lost."""
    visible = seen_by(battle, "red") | seen_by(battle, "blue")
    return replace(
        battle, units=tuple(u for u in battle.units if u.id in visible or not u.alive), staff=()
    )


def battle_for_spectators(battle: SeaBattle) -> SeaBattle:
    """Return the battle as a spectator sees it: units that both sides know to be seen, and those
    that every enemy sees. A side whose unit is seen by an enemy it does not see must not learn that
    from a spectator's view."""
    shown = battle_seen_by_enemies(battle).units
    known = (
        u
        for u in shown
        if not u.alive or easily_found(battle, u) or any(_eye_to_eye(u, w) for w in shown)
    )
    return replace(
        battle, units=tuple(replace(u, revealed=True) if u.alive else u for u in known), staff=()
    )


def _eye_to_eye(u: Combatant, w: Combatant) -> bool:
    return u.colour != w.colour and sees(u, w) and sees(w, u)


# -- room for ships on the map
@clause("6.1.7.1.b", "6.1.7.1.c", "6.1.7.5", "6.1.7.1.d")
def crowded_by(mover: Combatant, at: Hex, others: Iterable[Combatant]) -> Combatant | None:
    """Return the unit that keeps *mover* out of hex *at*, or ``None``.

    No ship may be next to a battleship, battle cruiser or carrier, and two of those keep 3 hexes
    apart (6.1.7.1). Aircraft need only a hex without other aircraft.
    """
    for u in others:
        if u.id == mover.id or not u.alive or u.at is None or u.flies != mover.flies:
            continue
        if distance(at, u.at) < least_distance(mover, u):
            return u
    return None


def least_distance(u: Combatant, v: Combatant) -> int:
    """Return the least distance of two units in hexes (6.1.7.1): 3 when both have a zone, 2 when
    one has; 1 for aircraft, land units, and ships in a harbour (6.5.4.2)."""
    if u.flies or u.kind or v.kind or u.berthed or v.berthed or u.fixed or v.fixed:
        return 1
    return 3 if u.zoned and v.zoned else 2 if u.zoned or v.zoned else 1


def blocked_hexes(
    battle: SeaBattle, mover: Combatant, others: Iterable[Combatant]
) -> frozenset[Hex]:
    """Return every hex that *mover* may not enter because of *others*, the units it knows of."""
    shut: set[Hex] = set()
    for u in others:
        if u.id == mover.id or not u.alive or u.at is None or u.flies != mover.flies:
            continue
        shut.update(hexes_within(u.at, least_distance(mover, u) - 1))
    return frozenset(shut) | off_limits(battle, mover)


def watched_hexes(mover: Combatant, others: Iterable[Combatant]) -> frozenset[Hex]:
    """Return the hexes where an enemy's zone of control stops *mover*: those next to a known enemy
    ship. Empty for aircraft, which are not stopped."""
    if mover.flies:
        return frozenset()
    stops: set[Hex] = set()
    for u in others:
        if (
            u.colour == mover.colour
            or not u.alive
            or u.at is None
            or u.flies
            or u.submarine
            or u.facility
        ):
            continue
        if bool(u.kind) == bool(mover.kind):
            stops.update(hexes_at(u.at, 2 if u.zoned and not u.berthed else 1))
    return frozenset(stops)


def deployment_hexes(battle: SeaBattle, colour: Colour) -> tuple[Hex, ...]:
    """Return all hexes where a colour may deploy, in a fixed order."""
    if battle.ground:
        return zone_hexes(battle.rulings, battle.ground, colour)
    return tuple(h for s in zone_squares(battle, colour) for h in hexes_in(battle.rulings, s))


def gun_range(u: Combatant) -> int:
    """Return the range of a unit's guns in hexes: that of its sheet, but for destroyers and
    submarines at least 2, to reach past a zone (HR-18)."""
    if u.flies:
        return 1
    if u.kind:
        return max(1, u.ratings.range)
    return (
        max(2, u.ratings.range)
        if u.submarine or counts_as_destroyer(u.cls)
        else max(1, u.ratings.range)
    )


def flak_guards(battle: SeaBattle, firer: Combatant, target: Combatant) -> tuple[Combatant, ...]:
    """Return the flak cruisers that fire at aircraft before these attack *target*: in range of the
    aircraft, with ammunition (6.1.8.3)."""
    if not firer.flies or target.flies or firer.at is None:
        return ()
    at = firer.at
    return tuple(
        g
        for g in battle.units
        if g.flak
        and battle.turn >= g.silent
        and g.colour == target.colour
        and g.id != target.id
        and g.alive
        and g.at is not None
        and g.ammo > 0
        and distance(g.at, at) <= gun_range(g)
    )


@clause("6.5.1.a", "6.5.4.b", "6.5.3.3.a")
def is_finished(battle: SeaBattle) -> bool:
    """Return True when the battle is over: its turns have run out, a side withdrew, or a side has
    no ship left."""
    if battle.phase == "over" or battle.turn > battle.turns:
        return True
    if (
        battle.kind in ("island", "invasion")
        and battle.mover == "red"
        and (is_conquered(battle) or is_thrown_back(battle))
    ):
        return True
    ships = {u.colour for u in battle.units if u.alive and not u.flies}
    if "blue" not in ships and any(u.colour == "blue" and not u.flies for u in battle.units):
        return True
    red = [u for u in battle.units if u.colour == "red"]
    if battle.kind == "port" and not any(
        u.colour == "blue" and u.alive and not (u.flies or u.left) for u in battle.units
    ):
        return True
    return bool(red) and not any(u.alive and not u.left for u in red)


@clause("6.5.1.d", "6.5.1.3.a")
def completed_ships(b: SeaBattle) -> tuple[str, ...]:
    """Return the ids of the defender's ships that were in the destination area when the battle
    ended, or did not need to reach it (6.5.1.3)."""
    free = b.on_station or not any(u.alive and u.colour == "red" and not u.left for u in b.units)
    return tuple(
        u.id
        for u in b.units
        if u.colour == "blue" and u.alive and not u.flies and (free or has_arrived(b, u))
    )
