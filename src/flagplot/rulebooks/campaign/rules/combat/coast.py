"""Battles before a coast: the ground and its effects, movement of land units, entrenchment,
landing, and the end of the battle."""

from __future__ import annotations

from heapq import heappop, heappush

from msgspec.structs import replace

from flagplot.table import clause

from ...map.battle_ground import (
    WHOLE_MOVE,
    barred_hexes,
    ground_of,
    is_coastal,
    objectives,
    to_objective,
    walk_cost,
    zone_set,
)
from ...map.battle_ocean import Hex, neighbours
from ...state.battle import Combatant, SeaBattle
from ...state.battle_ratings import MARINES

FORTIFIED = 8
"""The entrenchment of a fortified line, added to the ground's own (6.5.2.4)."""


DIG_BEYOND = 5
"""The levels that a unit can dig in beyond those of the ground (C6 of the notes)."""


def letter_at(b: SeaBattle, at: Hex) -> str:
    """Return the letter of the ground in a hex; empty on the open ocean."""
    return ground_of(b.rulings, b.ground).at(at) if b.ground else ""


def is_small(u: Combatant) -> bool:
    """Return True for transports and landing craft, which can pass reefs."""
    return u.cls == "TR"


def place_unit(b: SeaBattle, u: Combatant, at: Hex) -> Combatant:
    """Return the unit in a hex of the battle, with the effects of the ground there. A land unit
    that comes to a hex starts to dig in anew."""
    if not b.ground:
        return replace(u, at=at)
    letter = letter_at(b, at)
    table = b.rulings.table("campaign.terrain")
    start, cap, bonus, close = (int(x) for x in table.row(letter)[:4])
    if not u.kind or u.facility:
        return replace(u, at=at, ground_letter=letter, bonus=0 if u.flies or u.facility else bonus)
    fresh = u.at is None and not u.aboard
    kept = u.entrenched + start if fresh else 0 if u.at != at else u.entrenched
    return replace(
        u,
        at=at,
        ground_letter=letter,
        start=start,
        cap=cap,
        bonus=bonus,
        close=bool(close),
        entrenched=kept,
        dug=0,
    )


def dig_in(u: Combatant) -> Combatant:
    """Return a land unit at the end of its own turn. It is entrenched at least as the ground gives,
    and digs in if it stayed in its hex.

    Each turn adds its experience in hundreds and its rate by the ground; higher levels cost more
    (C6 of the notes). A fortified line that has been worn down is not rebuilt.
    """
    if not u.kind or u.at is None or u.facility:
        return u
    level = max(u.entrenched, u.start)
    if u.moved or not u.digs or level >= u.start + DIG_BEYOND:
        return replace(u, entrenched=level)
    dug = u.dug + u.level + (u.start + 1) * u.digs
    while level < u.start + DIG_BEYOND and dug >= (need := 9 * (level - u.start) + 4):
        level, dug = level + 1, dug - need
    return replace(u, entrenched=level, dug=dug)


@clause("6.5.3.1.e")
def worn_entrenchment(firer: Combatant, target: Combatant) -> int:
    """Return the entrenchment of a target after an attack. Each attack lowers it by 1, a level
    bomber's by 2 (6.5.3.1)."""
    return (
        max(0, target.entrenched - (2 if firer.cls == "LEV" else 1))
        if target.kind
        else target.entrenched
    )


def off_limits(b: SeaBattle, u: Combatant) -> frozenset[Hex]:
    """Return the hexes of the map where a unit may never be, apart from other units: wrong ground,
    mines, sea beyond the map."""
    if not b.ground:
        return frozenset()
    shut = barred_hexes(b.rulings, b.ground, u.flies, u.movement_kind, is_small(u))
    if not b.mined or u.colour == "red" or u.flies or u.kind:
        return shut
    return shut | frozenset(h for h, until in b.mined if b.turn < until)


def steps_of(b: SeaBattle, u: Combatant) -> int:
    """Return the movement of a unit this turn: none when it is fixed, 1 hex while it raises steam,
    else what its sheet says."""
    if u.fixed:
        return 0
    return min(1, u.ratings.move) if b.turn < u.slow else min(u.ratings.move, u.fuel)


def march_reach(
    b: SeaBattle, u: Combatant, shut: frozenset[Hex], stops: frozenset[Hex]
) -> dict[Hex, Hex]:
    """Return the hexes that a land unit can reach, each with the hex before it. Costs are by the
    ground, but it can always move one hex that it may enter."""

    assert u.at is not None
    ground, most = ground_of(b.rulings, b.ground), steps_of(b, u)
    came: dict[Hex, Hex] = {u.at: u.at}
    spent = {u.at: 0}
    front = [(0, u.at)] if most else []
    while front:
        so_far, here = heappop(front)
        if so_far > spent[here] or (here in stops and here != u.at):
            continue
        for n in neighbours(here):
            cost = walk_cost(b.rulings, ground.at(n), u.movement_kind) if n not in shut else 0
            if not cost:
                continue
            total = most if cost == WHOLE_MOVE and not so_far else so_far + cost
            if total <= most or here == u.at:
                total = min(total, most) if here == u.at else total
                if total < spent.get(n, most + 1):
                    spent[n], came[n] = total, here
                    heappush(front, (total, n))
    return came


def landing_hexes(b: SeaBattle, transport: Combatant, u: Combatant) -> tuple[Hex, ...]:
    """Return the hexes beside a transport where a unit aboard can land, from what its side
    knows."""
    if transport.at is None:
        return ()
    taken = {x.at for x in b.units if x.alive and x.at is not None and not x.flies}
    shut = (
        barred_hexes(b.rulings, b.ground, False, u.movement_kind, False)
        if b.ground
        else frozenset()
    )
    return tuple(n for n in neighbours(transport.at) if n not in taken and n not in shut)


def fights_on_landing(u: Combatant) -> bool:
    """Return True for units that may attack in the turn they land: marines, naval infantry and
    commandos (C7 of the notes)."""
    return u.cls in MARINES


def water_beside(b: SeaBattle, at: Hex) -> bool:
    """Return True for a land hex that boats reach."""
    return bool(b.ground) and is_coastal(b.rulings, b.ground, at)


def begins_in(b: SeaBattle, u: Combatant, at: Hex) -> bool:
    """Return True when a unit may be placed in a hex before the battle: in its side's zone, on its
    own kind of ground (6.5.1.1, 6.5.4.2).

    Ships in port are placed at berths, the attacker's aircraft anywhere at the edge. The attacker's
    airborne troops and partisans are placed anywhere ashore except on an objective.
    """
    letter = letter_at(b, at)
    if not letter or at in off_limits(b, u):
        return False
    if u.flies and u.colour == "red":
        ground = ground_of(b.rulings, b.ground)
        return at[0] in (1, len(ground.rows[0])) or at[1] in (1, len(ground.rows))
    if u.kind and u.colour == "red":
        return at not in objectives(ground_of(b.rulings, b.ground))
    if at not in zone_set(b.rulings, b.ground, u.colour):
        return False
    if u.colour == "blue" and b.kind == "port" and not u.kind and not u.flies:
        return letter in ("b", "P") or at[0] == len(ground_of(b.rulings, b.ground).rows[0])
    return True


def staff_preference(b: SeaBattle, u: Combatant, at: Hex) -> tuple[int, int, Hex]:
    """Return the staff's preference of a hex for a unit, least is best: guns at sites by the water,
    troops at objectives, facilities inland."""
    letter = letter_at(b, at)
    near = to_objective(ground_of(b.rulings, b.ground), at)
    if u.facility or u.cls in ("AAL", "AAH"):
        return (0 if letter not in "APTC" and not water_beside(b, at) else 1, near, at)
    if u.kind and u.fixed:
        return (0 if letter == "C" else 1 if water_beside(b, at) else 2, near, at)
    if u.kind:
        return (0 if letter in "APT" else 1, near, at)
    if u.flies and u.colour == "blue":
        return (0 if letter == "A" else 1, near, at)
    if u.colour == "blue":
        return (0 if letter == "b" else 1 if letter == "P" else 2, 0, (at[1], at[0]))
    return (0, near, at)


@clause("6.5.2.a")
def is_conquered(b: SeaBattle) -> bool:
    """Return True when the invader has conquered the territory (C9 of the notes). Either it holds
    every port, town and airfield of the map, or the defenders that could stop its land units, which
    may still be in their boats, are all destroyed. A territory without defenders is conquered by
    landing in it."""
    goals = objectives(ground_of(b.rulings, b.ground))
    defenders = [u for u in b.units if u.colour == "blue" and u.kind and not u.facility]
    landing = [u for u in b.units if u.colour == "red" and u.kind and u.alive]
    beaten = not any(u.alive for u in defenders)
    ashore = any(u.at is not None for u in landing)
    return (beaten and bool(landing) and (ashore or bool(defenders))) or (
        ashore and set(goals) <= set(b.taken)
    )


def is_thrown_back(b: SeaBattle) -> bool:
    """Return True when an invader has no land unit left, ashore or afloat."""
    came = [u for u in b.units if u.colour == "red" and u.kind]
    return b.kind in ("island", "invasion") and bool(came) and not any(u.alive for u in came)


def held_after(b: SeaBattle, u: Combatant, at: Hex) -> tuple[Hex, ...]:
    """Return the objectives in red's hands after a land unit has come to a hex."""
    if not u.kind or at not in objectives(ground_of(b.rulings, b.ground)):
        return b.taken
    others = tuple(h for h in b.taken if h != at)
    return tuple(sorted((*others, at))) if u.colour == "red" else others
