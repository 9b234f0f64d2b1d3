"""The checks of battle orders, landings and embarkations before a coast included: every reason,
with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import LEGAL, Refusal, Remedy, Verdict, clause, facts, refuse

from ...map.battle_ground import NAMES, ground_of
from ...map.battle_ocean import Hex, distance, hex_text, reachable_from, route_found
from ...nouns import L
from ...orders import battle as o
from ...state.battle import Combatant, SeaBattle
from ..assault.surprise import ORAN
from .coast import (
    begins_in,
    landing_hexes,
    letter_at,
    march_reach,
    staff_preference,
    steps_of,
    water_beside,
)
from .formula import may_attack, rearms_aircraft
from .registry import checks, own_unit_check, why_missing, why_not_fighting
from .scenario_rules import owes_fire, shunned_by
from .visibility import (
    blocked_hexes,
    crowded_by,
    deployment_hexes,
    gun_range,
    least_distance,
    of_battle,
    seen_by,
    square_in,
    watched_hexes,
    zone_squares,
)


@own_unit_check(o.Land)
def check_land(battle: SeaBattle, u: Combatant, order: o.Land) -> Verdict:
    """Check that a land unit lands in a free hex beside its transport, which has not moved this
    turn (C7 of the notes). Boats that run ashore may have moved (scenario rule)."""
    at = order.at
    if not u.kind or not u.aboard or not battle.has(u.aboard):
        return refuse(why_not_fighting(battle), Refusal("6.5.2.a", "not-aboard", (u.id,)))
    boat = battle.unit(u.aboard)
    faults: list[Refusal | None] = [why_not_fighting(battle)]
    if boat.moved and not boat.beaches:
        faults.append(Refusal("6.5.2.a", "boat-has-moved", (u.id, boat.id)))
    if u.moved:
        faults.append(Refusal("6.5.2.a", "moved-already", (u.id,)))
    if at not in landing_hexes(battle, boat, u):
        ground = NAMES.get(letter_at(battle, at), "off the map")
        apart = distance(boat.at, at) if boat.at is not None else 0
        faults.append(
            Refusal(
                "6.5.2.a", "no-beach", (u.id, hex_text(at)), facts(ground=ground, distance=apart)
            )
        )
    return refuse(*faults)


@own_unit_check(o.Board)
def check_board(battle: SeaBattle, u: Combatant, order: o.Board) -> Verdict:
    """Check that a land unit goes aboard an empty transport beside it, from a port or a beach,
    before it does anything else (C7 of the notes)."""
    gone = why_missing(battle, u.side, order.ship)
    if gone:
        return refuse(why_not_fighting(battle), gone)
    boat = battle.unit(order.ship)
    near = u.at is not None and boat.at is not None and distance(u.at, boat.at) <= 1
    full = any(x.aboard == boat.id and x.alive for x in battle.units)
    return refuse(
        why_not_fighting(battle),
        None if u.kind and not u.fixed else Refusal("6.5.3.3.b", "does-not-embark", (u.id,)),
        None
        if boat.cls == "TR" and not full
        else Refusal("6.5.3.3.b", "no-empty-transport", (boat.id,)),
        None
        if near and u.at is not None and water_beside(battle, u.at)
        else Refusal("6.5.3.3.b", "no-beach-to-embark", (u.id, boat.id)),
        None if not (u.moved or u.fired) else Refusal("6.5.1", "moved-already", (u.id,)),
    )


def check(battle: SeaBattle, side: str, order: o.BattleOrder) -> Verdict:
    """Return the verdict on *order* by *side* now. *battle* is the battle as the side knows it
    (:func:`~.visibility.known`)."""
    return checks[type(order)](battle, side, order)


@own_unit_check(o.Place)
@clause("6.5.1.1.d", "6.1.8.3.c")
def check_place(battle: SeaBattle, u: Combatant, order: o.Place) -> Verdict:
    """Check that the attacker deploys only in the red zone and the defender only in the blue zone,
    clear of the zones of battleships (6.5.1.1)."""
    at = order.at
    crowd = crowded_by(u, at, battle.units)
    flak = ("6.1.8.3.c",) if u.flak else ()
    return refuse(
        None
        if enters_now(battle, u)
        else Refusal("6.5.1.1", "already-deployed", (u.id,), also_cites=flak),
        None if not u.aboard else Refusal("6.1.7.3", "aboard-carrier", (u.id, u.aboard)),
        _outside_coast(battle, u, at) if battle.ground else _outside_zone(battle, u, at),
        _too_far_off(battle, u, at),
        why_crowded(u, at, crowd),
    )


def _too_far_off(battle: SeaBattle, u: Combatant, at: Hex) -> Refusal | None:
    """Return the refusal for a ship that would begin out of range of the port, else ``None``
    (6.5.4.7)."""
    told = facts(range=gun_range(u))
    return (
        None
        if in_reach_of_port(battle, u, at)
        else Refusal("6.5.4.7.e", "too-far-off", (u.id, hex_text(at)), told)
    )


@clause("6.5.4.7.e")
def in_reach_of_port(battle: SeaBattle, u: Combatant, at: Hex) -> bool:
    """Return True when a ship may begin in a hex. Ships that attack a port begin where they can
    fire on a ship in it (6.5.4.7)."""
    if battle.kind != "port" or u.colour == "blue" or u.flies or u.kind:
        return True
    moored = [
        e.at
        for e in battle.units
        if e.colour == "blue" and e.alive and e.at is not None and e.berthed and not e.kind
    ]
    return not moored or min(distance(at, x) for x in moored) <= gun_range(u)


@checks(o.Ready)
def check_ready(battle: SeaBattle, side: str, order: o.Ready) -> Verdict:
    """Check that a side deploys once (6.5.1.1)."""
    return refuse(None if battle.phase == "deploy" else Refusal("6.5.1.1", "already-deployed"))


@checks(o.Staff)
def check_staff(battle: SeaBattle, side: str, order: o.Staff) -> Verdict:
    """Check that a battle may be left to the staff at any time."""
    return LEGAL


@checks(o.Mine)
def check_mine(battle: SeaBattle, side: str, order: o.Mine) -> Verdict:
    """Check that the attacker mines free hexes of open water, before the battle (scenario rule)."""
    at = order.at
    free = letter_at(battle, at) in (".", "X") and not any(
        u.at == at and u.alive for u in battle.units
    )
    left = battle.phase == "deploy" and side == battle.red and battle.mines > 0
    return refuse(
        None if left else Refusal("6.5.1.1", "no-mines"),
        None if free else Refusal("6.5.1.1", "not-to-be-mined", (hex_text(at),)),
    )


@checks(o.Terms)
def check_terms(battle: SeaBattle, side: str, order: o.Terms) -> Verdict:
    """Check that the attacker calls for terms at most once a turn, in the first turns, and before
    any of its units has fired (scenario rule)."""
    in_time = battle.turn <= battle.terms and battle.refused_in < battle.turn and side == battle.red
    quiet = not any(u.side == side and u.ammo < u.ratings.ammo for u in battle.units)
    return refuse(
        why_not_fighting(battle), None if in_time and quiet else Refusal("6.5.4.7", "no-terms")
    )


@checks(o.EndTurn)
def check_end(battle: SeaBattle, side: str, order: o.EndTurn) -> Verdict:
    """Return the verdict on ending a turn, which is always allowed with one exception. Ships that a
    scenario orders to open fire by this turn must have done so; otherwise the side must
    withdraw."""
    owed = Refusal(
        "6.5.1",
        "opens-fire-or-stays-out",
        (),
        facts(turn=battle.duty),
        (Remedy("break-off", L.text(o.Retreat())),),
    )
    return refuse(why_not_fighting(battle), owed if owes_fire(battle) else None)


def enters_now(battle: SeaBattle, u: Combatant) -> bool:
    """Return True when a unit may be placed now: while both sides deploy, or for a unit that
    arrives later, from its turn on (scenario rule)."""
    if u.left:
        return False
    if battle.phase == "deploy":
        return u.enters <= 1
    return battle.phase == "fight" and 1 < u.enters <= battle.turn and u.at is None


def _outside_zone(battle: SeaBattle, u: Combatant, at: Hex) -> Refusal | None:
    """Return the refusal for a hex outside the squares of a colour, else ``None`` (6.5.1.1)."""
    squares = zone_squares(battle, u.colour)
    square = square_in(battle.rulings, at)
    detail = facts(zone=u.colour, square=square, squares=" ".join(map(str, squares)))
    return (
        None
        if square in squares
        else Refusal("6.5.1.1.d", "outside-zone", (u.id, hex_text(at)), detail)
    )


@clause("6.5.4.2.c")
def _outside_coast(battle: SeaBattle, u: Combatant, at: Hex) -> Refusal | None:
    """Return the refusal for a hex where a unit may not begin before a coast, else ``None``
    (6.5.1.1, 6.5.4.2). Ships in port begin only at their berths."""
    if begins_in(battle, u, at):
        return None
    in_port = battle.kind == "port" and u.colour == "blue" and not u.kind and not u.flies
    ground = NAMES.get(letter_at(battle, at), "off the map")
    return Refusal(
        "6.5.4.2.c" if in_port else "6.5.1.1.d",
        "not-there",
        (u.id, hex_text(at)),
        facts(ground=ground),
    )


def why_crowded(u: Combatant, at: Hex, crowd: Combatant | None) -> Refusal | None:
    """Return the refusal for a hex that another unit keeps clear, else ``None`` (6.1.7.1)."""
    if crowd is None:
        return None
    where, *also = ring_clauses(u, crowd)
    least = least_distance(u, crowd)
    assert crowd.at is not None
    about = facts(hex=hex_text(at), apart=distance(at, crowd.at), least=least)
    lean = ("HR-18",) if "CVE" in (u.cls, crowd.cls) else ()
    return Refusal(
        where, "too-close", (u.id, crowd.id), about, rests_on=lean, also_cites=tuple(also)
    )


def ring_clauses(u: Combatant, v: Combatant) -> tuple[str, ...]:
    """Return the clauses that keep two units apart, the most important first: carriers, battle
    cruisers, battleships (6.1.7)."""
    if least_distance(u, v) == 1:
        return ("6.5.1.1",)
    both = u.zoned and v.zoned
    ring = [x.cls for x in (u, v) if x.zoned]
    if not ring:
        return ("6.5.1.1",)
    base = "6.1.7.1.c" if both else "6.1.7.1.b"
    if any(c in ("CV", "CVL", "CVE") for c in ring):
        return ("6.1.7.3.a", base)
    return ("6.1.7.2.b", base) if "BC" in ring else (base, "6.1.7.1.d")


@of_battle
def reachable_hexes(battle: SeaBattle, u: Combatant) -> Mapping[Hex, Hex]:
    """Return every hex that *u* can reach now, each with the hex before it, from what its side
    knows."""
    if u.at is None or u.moved or u.fixed:
        return {}
    shut = blocked_hexes(battle, u, battle.units)
    stop = watched_hexes(u, battle.units)
    return (
        march_reach(battle, u, shut, stop)
        if u.kind
        else reachable_from(u.at, steps_of(battle, u), shut, stop)
    )


@own_unit_check(o.Move)
def check_move(battle: SeaBattle, u: Combatant, order: o.Move) -> Verdict:
    """Check that a unit moves once a turn, within its movement and fuel, and not into or past the
    zones of other ships."""
    to = order.to
    faults: list[Refusal | None] = [why_not_fighting(battle)]
    if u.at is None:
        faults.append(Refusal("6.1.7.3" if u.aboard else "6.5.1.1", "not-on-map", (u.id,)))
        return refuse(*faults)
    if u.moved:
        faults.append(Refusal("6.5.1", "moved-already", (u.id,)))
    if u.fixed:
        in_port = u.kind == ""
        also = ("6.5.4.7.d",) if in_port and battle.where == ORAN else ()
        code = "moored" if in_port else "does-not-move"
        faults.append(
            Refusal("6.5.4.2.c" if in_port else "6.1.7.4.c", code, (u.id,), also_cites=also)
        )
    if u.at == to:
        faults.append(Refusal("6.5.1", "stays-there", (u.id, hex_text(to))))
    faults.append(why_crowded(u, to, crowded_by(u, to, battle.units)))
    if not any(faults) and to not in reachable_hexes(battle, u):
        far = distance(u.at, to)
        steps = min(u.ratings.move, u.fuel)
        code = "too-far" if far > steps else "no-way"
        faults.append(
            Refusal(
                "6.5.1",
                code,
                (u.id, hex_text(to)),
                facts(distance=far, move=u.ratings.move, fuel=u.fuel),
            )
        )
    return refuse(*faults)


def route_of_move(battle: SeaBattle, u: Combatant, to: Hex) -> tuple[Hex, ...]:
    """Return the hexes of a legal move, start first."""
    return route_found(reachable_hexes(battle, u), to)


@own_unit_check(o.Fire)
def check_fire(battle: SeaBattle, u: Combatant, order: o.Fire) -> Verdict:
    """Check that a unit fires once a turn at an enemy that its side sees, within its guns' range.
    Only destroyers and ASW aircraft may fire at submarines."""
    target_id = order.target
    faults: list[Refusal | None] = [why_not_fighting(battle)]
    if battle.has(target_id) and battle.unit(target_id).side == u.side:
        return refuse(*faults, Refusal("6.5.1", "own-unit", (u.id, target_id)))
    if not battle.has(target_id) or target_id not in seen_by(battle, u.colour):
        return refuse(*faults, Refusal("6.4.2", "target-not-seen", (u.id, target_id)))
    target = battle.unit(target_id)
    if u.at is None or target.at is None:
        return refuse(*faults, Refusal("6.5.1.1", "not-on-map", (u.id,)))
    far, guns = distance(u.at, target.at), gun_range(u)
    if u.fired:
        faults.append(Refusal("6.5.1", "fired-already", (u.id,)))
    if (shunned := shunned_by(battle, u)) is not None:
        faults.append(
            Refusal(
                "6.5.1", "breaks-off", (u.id, shunned.id), facts(strength=u.strength, least=u.shy)
            )
        )
    if battle.turn < u.silent:
        faults.append(Refusal("6.5.1", "not-manned", (u.id,), facts(turn=u.silent)))
    if u.ammo <= 0:
        faults.append(Refusal("6.5.1", "no-ammunition", (u.id,)))
    if far > guns:
        faults.append(
            Refusal("6.1.7.1.a", "out-of-range", (u.id, target.id), facts(distance=far, range=guns))
        )
    if not may_attack(u.fighter(), target.fighter()):
        where = (
            ("6.4.2.1.f" if u.cls == "fighter" else "6.4.2.1.e")
            if u.flies and not u.asw
            else "6.1.7.6.b"
        )
        code = "cannot-attack-submarine" if target.submarine else "cannot-attack"
        where = where if target.submarine else "6.5.1"
        remedies = tuple(
            Remedy("let-another-fire", L.text(o.Fire(w.id, target.id)))
            for w in battle.afloat(u.colour)
            if w.at is not None
            and target.at is not None
            and not w.fired
            and w.ammo > 0
            and distance(w.at, target.at) <= gun_range(w)
            and may_attack(w.fighter(), target.fighter())
        )
        also = ("6.1.7.7.a", *(("6.1.7.5",) if u.cls == "CL" else ())) if target.submarine else ()
        faults.append(
            Refusal(where, code, (u.id, target.id), remedies=remedies[:2], also_cites=also)
        )
    return refuse(*faults)


@own_unit_check(o.Rearm)
@clause("6.1.7.3.c")
def check_rearm(battle: SeaBattle, u: Combatant, order: o.Rearm) -> Verdict:
    """Check that an air unit is rearmed by a carrier of its own side, in the carrier's hex or
    beside it (6.1.7.3)."""
    gone = why_missing(battle, u.side, order.carrier)
    if gone:
        return refuse(why_not_fighting(battle), gone)
    carrier = battle.unit(order.carrier)
    near = u.at is not None and carrier.at is not None and distance(u.at, carrier.at) <= 1
    return refuse(
        why_not_fighting(battle),
        None if u.flies else Refusal("6.1.7.3.c", "not-an-aircraft", (u.id,)),
        None
        if rearms_aircraft(carrier.cls)
        else Refusal("6.1.7.4.b", "not-a-carrier", (carrier.id,)),
        None if near else Refusal("6.1.7.3.c", "not-beside-carrier", (u.id, carrier.id)),
    )


@own_unit_check(o.Launch)
def check_launch(battle: SeaBattle, u: Combatant, order: o.Launch) -> Verdict:
    """Check that an air unit aboard flies to its carrier's hex or one beside it, where no other
    aircraft is (6.1.7.3)."""
    at = order.at
    if not u.aboard or not battle.has(u.aboard):
        return refuse(why_not_fighting(battle), Refusal("6.1.7.3", "not-aboard", (u.id,)))
    carrier = battle.unit(u.aboard)
    near = carrier.at is not None and distance(carrier.at, at) <= 1
    return refuse(
        why_not_fighting(battle),
        None if carrier.alive else Refusal("6.1.7.3", "unit-sunk", (carrier.id,)),
        None if not u.moved else Refusal("6.5.1", "moved-already", (u.id,)),
        None if near else Refusal("6.1.7.3", "not-beside-carrier", (u.id, carrier.id)),
        why_crowded(u, at, crowded_by(u, at, battle.units)),
    )


@checks(o.Retreat)
@clause("6.5.1.b")
def check_retreat(battle: SeaBattle, side: str, order: o.Retreat) -> Verdict:
    """Check that a side withdraws at the end of turn 12 or any later turn (HR-7, 6.5.1). Only the
    side that first says so withdraws."""
    only = battle.rulings.switch("HR-7") == "only-12"
    in_time = (
        battle.turn == battle.retreat_from
        if only and not battle.ground
        else battle.turn >= battle.retreat_from
    )
    in_time = in_time or owes_fire(battle)
    detail = facts(turn=battle.turn, first=battle.retreat_from)
    return refuse(
        why_not_fighting(battle),
        None
        if in_time
        else Refusal("6.5.1.b", "too-early-to-retreat", (), detail, rests_on=("HR-7",)),
        None if not battle.ground or battle.mover == "red" else Refusal("6.5.1.b", "nowhere-to-go"),
        None
        if not battle.withdrew
        else Refusal("6.5.1.b", "other-side-withdrew", (battle.withdrew,)),
    )


@lru_cache(maxsize=512)
def _preferred_hexes(battle: SeaBattle, u: Combatant) -> tuple[Hex, ...]:
    """Return the hexes before a coast where a unit of this kind may begin, in the order of the
    staff's preference. Memoised without the fields that make no difference."""
    hexes = (h for h in ground_of(battle.rulings, battle.ground).hexes if begins_in(battle, u, h))
    return tuple(sorted(hexes, key=lambda h: staff_preference(battle, u, h)))


def units_to_place(battle: SeaBattle, side: str) -> list[Combatant]:
    """Return the units that a side still has to place before the battle, ships before aircraft."""
    found = [
        u
        for u in battle.units
        if u.side == side
        and u.alive
        and u.at is None
        and not u.aboard
        and u.enters <= 1
        and not u.left
    ]
    return sorted(found, key=lambda u: u.flies)


def free_deployment(battle: SeaBattle, u: Combatant) -> Hex | None:
    """Return the first hex by the staff's preference where a unit may begin now, or ``None`` when
    its zone is full."""
    free = (h for h in liked_by_staff(battle, u) if crowded_by(u, h, battle.units) is None)
    return next((h for h in free if not battle.ground or in_reach_of_port(battle, u, h)), None)


def liked_by_staff(battle: SeaBattle, u: Combatant) -> tuple[Hex, ...]:
    """Return the hexes of a unit's zone in the order of the staff's preference: the middle first;
    before a coast by the kind of unit."""
    if not battle.ground:
        return _from_the_middle(deployment_hexes(battle, u.colour))
    bare = replace(
        battle,
        units=(),
        taken=(),
        staff=(),
        deployed=(),
        turn=1,
        phase="deploy",
        mover="blue",
        mines=0,
        where="",
    )
    shape = Combatant(
        "",
        "",
        "",
        u.colour,
        u.cls,
        u.ratings,
        1,
        1,
        aboard=u.aboard,
        flies=u.flies,
        kind=u.kind,
        movement_kind=u.movement_kind,
        fixed=u.fixed,
    )
    return _preferred_hexes(bare, shape)


@lru_cache(maxsize=64)
def _from_the_middle(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    middle = hexes[len(hexes) // 2 + 5]
    return tuple(sorted(hexes, key=lambda x: (distance(x, middle), x)))
