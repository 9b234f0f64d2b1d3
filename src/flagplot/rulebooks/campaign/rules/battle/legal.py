"""Which battle orders may be given: every reason at once, with its clause."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse

from ...map.ocean import Hex, distance, hex_text, reach, track
from ...nouns import L
from ...orders import battle as o
from ...state.battle import Combatant, SeaBattle
from .formula import may_attack, rearms_aircraft
from .sea import blocked, crowded_by, deployment_hexes, gun_range, seen_by, square_in, watched_hexes, zone_squares


def _missing(battle: SeaBattle, side: str, id: str) -> Refusal | None:
    if not battle.has(id):
        return Refusal("6.1.a", "no-such-unit", (id,))
    u = battle.unit(id)
    if u.side != side:
        return Refusal("6.1.a", "not-your-unit", (id,))
    if not u.alive:
        return Refusal("6.1.a", "unit-sunk", (id,))
    return None


def check(battle: SeaBattle, side: str, order: o.BattleOrder) -> Verdict:
    """Say whether *side* may give *order* now. *battle* is what the side knows (:func:`~.sea.known`)."""
    match order:
        case o.Place(unit, at):
            return _missing_or(battle, side, unit, lambda u: check_place(battle, u, at))
        case o.Move(unit, to):
            return _missing_or(battle, side, unit, lambda u: check_move(battle, u, to))
        case o.Fire(unit, target):
            return _missing_or(battle, side, unit, lambda u: check_fire(battle, u, target))
        case o.Launch(unit, at):
            return _missing_or(battle, side, unit, lambda u: check_launch(battle, u, at))
        case o.Rearm(unit, carrier):
            return _missing_or(battle, side, unit, lambda u: check_rearm(battle, u, carrier))
        case o.Ready():
            return refuse(None if battle.phase == "deploy" else Refusal("6.5.1.1", "already-deployed"))
        case o.EndTurn():
            return refuse(_fighting(battle))
        case o.Retreat():
            return check_retreat(battle)
    return Verdict()


def _missing_or(battle: SeaBattle, side: str, id: str, then: Callable[[Combatant], Verdict]) -> Verdict:
    gone = _missing(battle, side, id)
    return refuse(gone) if gone else then(battle.unit(id))


def _fighting(battle: SeaBattle) -> Refusal | None:
    return None if battle.phase == "fight" else Refusal("6.5.1.1", "deploy-first")


@clause("6.5.1.1.d", "6.1.8.3.c")
def check_place(battle: SeaBattle, u: Combatant, at: Hex) -> Verdict:
    """6.5.1.1 The attacker deploys in the red zone only, the defender in the blue; zones of battleships keep clear."""
    squares = zone_squares(battle, u.colour)
    crowd = crowded_by(u, at, battle.units)
    return refuse(
        None if battle.phase == "deploy" else Refusal("6.5.1.1", "already-deployed", (u.id,)),
        None if not u.aboard else Refusal("6.1.7.3", "aboard-carrier", (u.id, u.aboard)),
        None
        if square_in(battle.rulings, at) in squares
        else Refusal(
            "6.5.1.1.d",
            "outside-zone",
            (u.id, hex_text(at)),
            facts(zone=u.colour, square=square_in(battle.rulings, at), squares=" ".join(map(str, squares))),
        ),
        crowding(u, at, crowd),
    )


def crowding(u: Combatant, at: Hex, crowd: Combatant | None) -> Refusal | None:
    """6.1.7.1 The refusal for a hex that another unit keeps clear."""
    if crowd is None:
        return None
    where, *also = ring_clauses(u, crowd)
    least = 3 if u.zoned and crowd.zoned else 2 if u.zoned or crowd.zoned else 1
    assert crowd.at is not None
    about = facts(hex=hex_text(at), apart=distance(at, crowd.at), least=least)
    lean = ("HR-18",) if "CVE" in (u.cls, crowd.cls) else ()
    return Refusal(where, "too-close", (u.id, crowd.id), about, rests_on=lean, also=tuple(also))


def ring_clauses(u: Combatant, v: Combatant) -> tuple[str, ...]:
    """6.1.7 The clauses that keep two units apart, most telling first: carriers, battle cruisers, battleships."""
    both = u.zoned and v.zoned
    ring = [x.cls for x in (u, v) if x.zoned]
    if not ring:
        return ("6.5.1.1",)
    base = "6.1.7.1.c" if both else "6.1.7.1.b"
    if any(c in ("CV", "CVL", "CVE") for c in ring):
        return ("6.1.7.3.a", base)
    return ("6.1.7.2.b", base) if "BC" in ring else (base, "6.1.7.1.d")


def moves(battle: SeaBattle, u: Combatant) -> dict[Hex, Hex]:
    """Every hex *u* can reach now, each with the hex before it, as far as its side knows."""
    if u.at is None or u.moved:
        return {}
    shut = blocked(battle, u, battle.units)
    stop = watched_hexes(battle, u, battle.units)
    return reach(u.at, min(u.ratings.move, u.fuel), shut, stop)


def check_move(battle: SeaBattle, u: Combatant, to: Hex) -> Verdict:
    """A unit moves once a turn, within its movement and fuel, not into or past the zones of other ships."""
    faults: list[Refusal | None] = [_fighting(battle)]
    if u.at is None:
        faults.append(Refusal("6.1.7.3" if u.aboard else "6.5.1.1", "not-on-map", (u.id,)))
        return refuse(*faults)
    if u.moved:
        faults.append(Refusal("6.5.1", "moved-already", (u.id,)))
    if u.at == to:
        faults.append(Refusal("6.5.1", "stays-there", (u.id, hex_text(to))))
    faults.append(crowding(u, to, crowded_by(u, to, battle.units)))
    if not any(faults) and to not in moves(battle, u):
        far = distance(u.at, to)
        steps = min(u.ratings.move, u.fuel)
        code = "too-far" if far > steps else "no-way"
        faults.append(Refusal("6.5.1", code, (u.id, hex_text(to)), facts(distance=far, move=u.ratings.move, fuel=u.fuel)))
    return refuse(*faults)


def way(battle: SeaBattle, u: Combatant, to: Hex) -> tuple[Hex, ...]:
    """The hexes of a legal move, start first."""
    return track(moves(battle, u), to)


def check_fire(battle: SeaBattle, u: Combatant, target_id: str) -> Verdict:
    """A unit fires once a turn at an enemy its side sees, within its guns' range; submarines only by destroyers and ASW air."""
    faults: list[Refusal | None] = [_fighting(battle)]
    if not battle.has(target_id) or battle.unit(target_id).side == u.side or target_id not in seen_by(battle, u.colour):
        return refuse(*faults, Refusal("6.4.2", "target-not-seen", (u.id, target_id)))
    target = battle.unit(target_id)
    if u.at is None or target.at is None:
        return refuse(*faults, Refusal("6.5.1.1", "not-on-map", (u.id,)))
    far, guns = distance(u.at, target.at), gun_range(u)
    if u.fired:
        faults.append(Refusal("6.5.1", "fired-already", (u.id,)))
    if u.ammo <= 0:
        faults.append(Refusal("6.5.1", "no-ammunition", (u.id,)))
    if far > guns:
        faults.append(Refusal("6.1.7.1.a", "out-of-range", (u.id, target.id), facts(distance=far, range=guns)))
    if not may_attack(u.fighter(), target.fighter()):
        where = ("6.4.2.1.f" if u.cls == "fighter" else "6.4.2.1.e") if u.flies and not u.asw else "6.1.7.6.b"
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
        faults.append(Refusal(where, code, (u.id, target.id), remedies=remedies[:2], also=also))
    return refuse(*faults)


@clause("6.1.7.3.c")
def check_rearm(battle: SeaBattle, u: Combatant, carrier_id: str) -> Verdict:
    """6.1.7.3 Only a carrier of one's own rearms aircraft, which must be over it or beside it."""
    gone = _missing(battle, u.side, carrier_id)
    if gone:
        return refuse(_fighting(battle), gone)
    carrier = battle.unit(carrier_id)
    near = u.at is not None and carrier.at is not None and distance(u.at, carrier.at) <= 1
    return refuse(
        _fighting(battle),
        None if u.flies else Refusal("6.1.7.3.c", "not-an-aircraft", (u.id,)),
        None if rearms_aircraft(carrier.cls) else Refusal("6.1.7.4.b", "not-a-carrier", (carrier.id,)),
        None if near else Refusal("6.1.7.3.c", "not-beside-carrier", (u.id, carrier.id)),
    )


def check_launch(battle: SeaBattle, u: Combatant, at: Hex) -> Verdict:
    """6.1.7.3 An air unit aboard flies off into a hex at most one from its carrier that no other aircraft holds."""
    if not u.aboard or not battle.has(u.aboard):
        return refuse(_fighting(battle), Refusal("6.1.7.3", "not-aboard", (u.id,)))
    carrier = battle.unit(u.aboard)
    near = carrier.at is not None and distance(carrier.at, at) <= 1
    return refuse(
        _fighting(battle),
        None if carrier.alive else Refusal("6.1.7.3", "unit-sunk", (carrier.id,)),
        None if not u.moved else Refusal("6.5.1", "moved-already", (u.id,)),
        None if near else Refusal("6.1.7.3", "not-beside-carrier", (u.id, carrier.id)),
        crowding(u, at, crowded_by(u, at, battle.units)),
    )


@clause("6.5.1.b")
def check_retreat(battle: SeaBattle) -> Verdict:
    """6.5.1 A side may withdraw at the end of turn 12 or any later turn (HR-7); the first to say so is the one."""
    only = battle.rulings.switch("HR-7") == "only-12"
    in_time = battle.turn == battle.retreat_from if only else battle.turn >= battle.retreat_from
    detail = facts(turn=battle.turn, first=battle.retreat_from)
    return refuse(
        _fighting(battle),
        None if in_time else Refusal("6.5.1.b", "too-early-to-retreat", (), detail, rests_on=("HR-7",)),
        None if not battle.withdrew else Refusal("6.5.1.b", "other-side-withdrew", (battle.withdrew,)),
    )


def free_deployment(battle: SeaBattle, u: Combatant) -> Hex | None:
    """The first free hex of the unit's zone, towards the middle of the zone, or ``None`` when it is full."""
    hexes = deployment_hexes(battle, u.colour)
    middle = hexes[len(hexes) // 2 + 5]
    for h in sorted(hexes, key=lambda x: (distance(x, middle), x)):
        if crowded_by(u, h, battle.units) is None:
            return h
    return None
