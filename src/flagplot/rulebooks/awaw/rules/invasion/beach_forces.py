"""Forces at a beach: ships, troops aboard, guns free to fire, support, and their strengths."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, clause, facts

from ...map import theatre
from ...map.ports import side_holding, supply_level
from ...nouns import Pick
from ...scenarios import cards
from ...state import FLEET, Assault, Force, State, Unit, replace
from ..combat import combat_tables
from ..forces import expand_picks
from ..transport.cargo import destroyer_lift, lift_each
from . import strength
from .ground_units import enemy_defenders, ground_factors
from .lift import destroyers_by_unit

AT_BEACH = ("invade", "bombard")


@clause("21.554B")
def timing_refusal(view: State, side: str, cite: str, also: tuple[str, ...] = ()) -> Refusal | None:
    """Refuse missions of the combat phase at another time. The mover announces them together,
    before any of them sails."""
    if view.phase != "combat" or view.mover != side:
        return Refusal(cite, "wrong-phase", (), facts(phase=view.phase), also_cites=("21.5", *also))
    if view.segment not in ("missions", "start"):
        return Refusal(
            cite,
            "missions-announced-already",
            (),
            facts(segment=view.segment),
            also_cites=("21.5", "21.554B", *also),
        )
    return None


def forces_at(state: State, a: Assault) -> tuple[Force, ...]:
    """Return the naval forces of an assault that have arrived at its hex."""
    return tuple(
        f
        for f in state.forces.values()
        if f.side == a.side
        and f.mission in AT_BEACH
        and f.target == a.hex
        and f.state == "on-station"
        and state.members(f)
    )


def troops_aboard(state: State, f: Force) -> tuple[Unit, ...]:
    """Return the ground units aboard a force."""
    return tuple(
        state.units[i]
        for i in f.cargo
        if i in state.units and state.units[i].present and state.units[i].force == f.id
    )


def troops_off_beach(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the ground units of an assault that are off the beach."""
    return tuple(u for f in forces_at(state, a) for u in troops_aboard(state, f))


def factors_carrying(state: State, f: Force) -> int:
    """Return the destroyer factors that the ground units aboard a force need."""
    return sum(destroyers_by_unit(state, f.side, troops_aboard(state, f), f.target).values())


def factors_fallen(state: State, f: Force) -> int:
    """Return the destroyer factors whose ground units went ashore and were lost there. These
    factors take no part."""
    a = state.assaults.get(f.target)
    gone = [
        u
        for u in map(state.units.__getitem__, f.cargo)
        if a is not None and u.id in a.attackers and not u.present
    ]
    return sum(u.lost * lift_each(state, f.side, "invade", u, f.target) for u in gone)


@clause("21.517C", "21.517H")
def free_guns(state: State, f: Force) -> tuple[Unit, ...]:
    """Return the fleet units of a force that can bombard: undamaged ones, and of destroyers the
    factors that carry no units, including those whose cargo was lost at sea."""
    out = []
    ships = [u for u in state.members(f) if not u.damaged]
    busy = min(factors_carrying(state, f) + factors_fallen(state, f), destroyer_lift(ships))
    for u in sorted(
        ships,
        key=lambda u: (u.type == "DD", combat_tables.naval_drm(state.rulings, u.nation), u.id),
    ):
        if u.type not in FLEET:
            continue
        if u.type == "DD" and busy:
            taken = min(busy, u.factors)
            busy -= taken
            if taken == u.factors:
                continue
            u = replace(u, factors=u.factors - taken)
        out.append(u)
    return tuple(out)


@clause("21.521", "21.517C")
def has_invaders(state: State, a: Assault) -> bool:
    """Return True while an attack is an invasion: an initial invader from the sea takes part and is
    left. A landing that was beaten at sea, barred, broken off or wiped out leaves only an attack by
    land or from the air."""
    return a.fleet and not a.exploiting and bool(initial_invaders(state, a))


def bombarding_ships(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the ships that bombard now, destroyers with the factors that do: those in ``a.guns``,
    or all that may when it is empty. Ships bombard only for invasions."""
    return gun_ships(state, a) if has_invaders(state, a) else ()


def gun_ships(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the ships off the beach that bombard for an invasion, whether the troops have been
    ordered to storm or not."""
    free = [u for f in forces_at(state, a) for u in free_guns(state, f)]
    named = {id: int(part or 0) for id, _, part in (gun.partition(":") for gun in a.guns)}
    if not named:
        return tuple(free)
    return tuple(
        replace(u, factors=min(u.factors, named[u.id] or u.factors)) for u in free if u.id in named
    )


def gun_names(state: State, side: str, picks: Sequence[Pick]) -> tuple[str, ...]:
    """Return the ids of the ships to bombard, with a colon and the number of factors where not all
    of them do."""
    return tuple(
        f"{p.id}:{p.factors}" if p.factors else p.id for p in expand_picks(state, side, picks)
    )


def gun_list(state: State, a: Assault) -> tuple[strength.Guns, ...]:
    """Return (modifier, factors) of every bombarding ship, less the factors that losses have
    silenced."""
    out, silent = [], a.silent
    for u in sorted(
        bombarding_ships(state, a),
        key=lambda u: (combat_tables.naval_drm(state.rulings, u.nation), u.id),
    ):
        n = max(0, u.factors - silent)
        silent -= u.factors - n
        if n:
            out.append((combat_tables.naval_drm(state.rulings, u.nation), n))
    return tuple(out)


def announced_by_land(state: State) -> frozenset[str]:
    """Return the ids of ground units announced to attack by land or from the air. They do nothing
    else."""
    return frozenset(i for a in state.assaults.values() for i in (*a.land, *a.drops))


@clause("21.517B")
def attacking_units(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the ground units that attack: from the sea, dropped on the hex, and from adjacent
    hexes."""
    return tuple(
        state.units[i] for i in (*a.attackers, *a.drops, *a.land) if state.units[i].present
    )


def initial_invaders(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the initial invaders that are left."""
    return tuple(state.units[i] for i in a.attackers if state.units[i].present)


def supporting_units(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the aircraft and escort carriers that support the attack."""
    here = (state.units[i] for i in a.support if i in state.units)
    return tuple(u for u in here if u.present and not u.inverted and not u.damaged)


def covering_units(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the aircraft that support the defence."""
    return tuple(
        u
        for u in (state.units[i] for i in a.cover if i in state.units)
        if u.present and not u.inverted and u.factors
    )


def gun_factors(state: State, a: Assault) -> int:
    """Return the combat factors of the bombardment by itself. This is the most losses that may fall
    on ships (21.5283)."""
    return (
        strength.gun_thirds(
            state.rulings, gun_list(state, a), ground_factors(attacking_units(state, a))
        )
        // strength.THIRD
    )


def attack_factors(state: State, a: Assault) -> int:
    """Return the strength of the attack."""
    ground = ground_factors(attacking_units(state, a))
    if a.exploiting or not ground:
        return ground
    guns = strength.gun_thirds(state.rulings, gun_list(state, a), ground)
    flying = [(u.type, u.factors) for u in supporting_units(state, a)]
    return ground + strength.support_factors(
        guns, strength.support_thirds(state.rulings, flying, ground)
    )


def defence_multiplier(state: State, a: Assault) -> int:
    """Return the defence multiplier of the hex against this attack."""
    return defence_multiplier_at(
        state, a.side, a.hex, initial_invaders(state, a), exploiting=a.exploiting
    )


def defence_multiplier_at(
    state: State, side: str, place: str, invading: Sequence[Unit], *, exploiting: bool = False
) -> int:
    """Return the defence multiplier of a hex that a side attacks, with these units from the sea."""
    r = state.rulings
    forts = [name for name, _ in r.table("awaw.fortresses").rows]
    fortress = any(p.name in forts for p in theatre.places_at(state, place))
    here = enemy_defenders(state, side, place)
    return strength.multiplier(
        r,
        invading=ground_factors(invading),
        marines=ground_factors(u for u in invading if u.type == "MAR"),
        fortress=int(fortress),
        armor=exploiting and all(u.type != "ARM" for u in here),
        unready=is_surprised(state, here),
        unsupplied=supply_level(state, place) == "none",
    )


def is_surprised(state: State, units: Sequence[Unit]) -> bool:
    """Return True when the scenario has these defenders surprised. They then have no advantage
    against an invasion."""
    card = cards.scenario_card(state.scenario, state.start) if state.scenario else None
    rule = card.surprise if card is not None else None
    now = f"{state.mover} {state.season} {state.year}"
    return rule is not None and rule.when == now and all(u.nation in rule.unready for u in units)


def defence_factors(state: State, a: Assault) -> int:
    """Return the strength of the defence: ground factors multiplied, and the aircraft that support
    them."""
    ground = ground_factors(enemy_defenders(state, a.side, a.hex)) * defence_multiplier(state, a)
    cover = 0 if a.exploiting else sum(u.factors for u in covering_units(state, a))
    return ground + strength.cover_factors(cover, invasion=has_invaders(state, a))


@clause("21.5153A", "21.5153B", "21.5153C")
def does_fleet_bar(state: State, side: str, place: str) -> bool:
    """Return True when enemy ships in a hex bar its invasion: a task force with an undamaged ship,
    or ten undamaged factors outside one.

    Submarines, ASW and transports have no factors and do not count, nor do ships in the ports of
    Lorient and Famagusta, which face another coast.
    """
    elsewhere = any(p.name in ("Lorient", "Famagusta") for p in theatre.places_at(state, place))
    loose = 0
    for u in state.ships():
        if u.side == side or u.damaged or not u.naval_factors or u.status == "repair":
            continue
        f = state.forces.get(u.force)
        if f is None and u.base == place and not elsewhere:
            if u.tf:
                return True
            loose += u.naval_factors
        elif f is not None and f.at == place and f.state == "on-station":
            if f.task_force:
                return True
            loose += u.naval_factors
    return loose >= 10


def is_hostile(state: State, side: str, place: str) -> bool:
    """Return True when a hex is not in friendly hands."""
    return side_holding(state, place) != side
