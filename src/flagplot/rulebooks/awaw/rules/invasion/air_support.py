"""Aircraft in the combat phase (21.517D, 21.517F, 21.554B, 21.556). Their missions are chosen after
all interceptions."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ...map import theatre
from ...orders import Strike
from ...orders.landing import AirSupport
from ...state import FAST_CARRIERS, Assault, State, Unit, replace
from .. import remedies
from ..air import air_units, base_strike
from ..forces import muster_units, selected_units, unknown_picks
from ..registry import at_moment, checks
from . import beach_forces
from .events import AssaultChanged
from .ground_units import enemy_defenders

MISSIONS, COVER, OPPOSE = "air-missions", "air-cover", "oppose-cover"


OUT = ("carrier", "invade", "bombard", "patrol")


def open_assaults(state: State) -> tuple[Assault, ...]:
    """Return the mover's attacks that are still to be fought in regular combat."""
    return tuple(
        a
        for a in state.assaults.values()
        if a.side == state.mover
        and a.state == "announced"
        and not a.exploiting
        and (beach_forces.troops_off_beach(state, a) or a.land or a.drops)
    )


@clause("21.556#2", "21.555D")
def squadrons_at_sea(state: State, side: str) -> tuple[Unit, ...]:
    """Return the squadrons that can fly from carriers at sea: on carrier missions, invasions and
    patrols that stayed out, with or without a naval battle before."""
    decks = {
        u.id
        for f in state.forces.values()
        if f.side == side and f.mission in OUT and f.state == "on-station"
        for u in state.members(f)
        if u.type in FAST_CARRIERS and not u.damaged
    }
    return tuple(u for u in state.units.values() if u.aboard in decks and air_units.is_ready(u))


def bases_in_range(state: State, flying: Sequence[Unit]) -> tuple[str, ...]:
    """Return the enemy bases that at least one of these squadrons reaches."""
    enemy = state.enemy(state.mover)
    air = (
        u
        for u in state.units.values()
        if u.kind == "air" and u.side == enemy and u.present and not u.aboard
    )
    places = {u.base for u in air if u.base}
    places |= {u.base for u in state.ships(enemy) if not u.force and u.base}
    places |= {p for p, sides in state.presence.items() if enemy in sides}
    return tuple(
        sorted(p for p in places if any(air_units.is_in_range(state, u, p) for u in flying))
    )


def has_supported(u: Unit) -> bool:
    return "ground support" in u.used


def possible_support(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the units that may give ground support at a hex: aircraft in range without another
    mission, and escort carriers off the beach."""
    here = {
        u.id
        for f in beach_forces.forces_at(state, a)
        for u in state.members(f)
        if u.type == "CVE" and not u.damaged
    }
    out = {u.id for u in squadrons_at_sea(state, a.side)}
    return tuple(
        u
        for u in state.units.values()
        if u.side == a.side
        and not has_supported(u)
        and not air_units.attacked_base(u)
        and (
            u.id in here
            or (
                air_units.is_ready(u)
                and (u.id in out or not u.aboard)
                and air_units.is_in_range(state, u, a.hex)
            )
        )
    )


def possible_cover(state: State, a: Assault) -> tuple[Unit, ...]:
    """Return the defender's land-based aircraft in range of the hex."""
    found = air_units.units_in_range(state, state.enemy(a.side), a.hex)
    taken = {i for x in state.assaults.values() for i in x.cover}
    return (
        tuple(u for u in found if u.id not in taken)
        if enemy_defenders(state, a.side, a.hex)
        else ()
    )


# -------------------------------------------------------------------------------- the mover's own
@at_moment(MISSIONS)
@clause("21.554B#2")
async def take_missions(t: Table[State]) -> bool:
    """Take the missions of the mover's aircraft, one order at a time, until it gives no more. They
    come after every battle that an enemy interception caused."""
    if await take_mission(t):
        return True
    base_strike.invert_aborted(t, MISSIONS)
    return False


async def take_mission(t: Table[State]) -> bool:
    """Let the mover order one mission. Return False when it orders no more."""
    s = t.state
    hexes = [
        a.hex
        for a in open_assaults(s)
        if enemy_defenders(s, a.side, a.hex) and possible_support(s, a)
    ]
    bases = bases_in_range(s, [u for u in squadrons_at_sea(s, s.mover) if not has_supported(u)])
    if not hexes and not bases:
        return False
    about = facts(hexes=", ".join(hexes), bases=", ".join(bases))
    order = await AskOrder(s.mover, "21.554B", MISSIONS, about)
    if isinstance(order, AirSupport):
        join_assault(t, order)
        return True
    if isinstance(order, Strike):
        await strike_base(t, order)
        return True
    return False


def join_assault(t: Table[State], order: AirSupport) -> None:
    """Add aircraft to an assault, on the attacker's side or the defender's."""
    a = t.state.assaults[order.to]
    mine = order.what == "support"
    side = a.side if mine else t.state.enemy(a.side)
    ids = muster_units(t, side, order.units, "21.556")
    t.record(air_units.AirUsed("21.517D" if mine else "21.517F", side, ids, "ground support"))
    more = replace(a, support=(*a.support, *ids)) if mine else replace(a, cover=(*a.cover, *ids))
    t.record(AssaultChanged("21.517D" if mine else "21.517F", more))


@clause("21.556A", "21.551")
async def strike_base(t: Table[State], order: Strike) -> None:
    """Let squadrons attack one base; they may attack it again. When a unit flies in part, the rest
    is free for another mission."""
    side = t.state.mover
    ids = muster_units(t, side, order.units, "21.556")
    fresh = tuple(i for i in ids if not air_units.attacked_base(t.state.units[i]))
    if fresh:
        t.record(air_units.AirUsed("21.556A", side, fresh, f"base {order.to}"))
    flying = tuple(t.state.units[i] for i in ids)
    await base_strike.fly_sortie(t, MISSIONS, side, flying, order, "21.556A")


@checks(AirSupport)
def check_support(view: State, request: AskOrder, order: AirSupport) -> Verdict:
    """Check whether aircraft may take part in the ground combat of a hex."""
    side = request.side
    early = timing_refusal(view, request, order)
    if early is not None:
        return refuse(early)
    a = view.assaults.get(order.to)
    missing = unknown_picks(view, side, order.units)
    units = selected_units(view, side, order.units)
    if missing:
        return refuse(Refusal("21.517D", "unknown-unit", missing))
    if a is None or a.state != "announced" or a.exploiting:
        return refuse(
            Refusal(
                "21.556B",
                "no-attack-there",
                (order.to,),
                facts(place=theatre.name_of(view, order.to)),
            )
        )
    if order.what == "support":
        return refuse(*mission_refusals(view, a, order, units))
    if order.what == "cover":
        return refuse(*cover_refusals(view, a, order, units))
    return refuse(*oppose_refusals(view, a, order, units))


KIND = {"support": MISSIONS, "cover": COVER, "oppose": OPPOSE}


@clause("21.554B#2", "21.556B")
def timing_refusal(view: State, request: AskOrder, order: AirSupport) -> Refusal | None:
    """Refuse air missions before all interceptions are over, and for attacks of exploitation."""
    if request.kind == KIND[order.what]:
        return None
    if view.segment == "exploitation":
        return Refusal("21.556B", "not-in-exploitation", (order.to,))
    code = "after-interceptions" if view.segment in ("missions", "sailing") else "not-now"
    return Refusal("21.554B#2", code, (order.to,), facts(phase=view.phase))


@clause("21.517D", "21.556", "21.556B")
def mission_refusals(
    view: State, a: Assault, order: AirSupport, units: Sequence[Unit]
) -> list[Refusal | None]:
    """Refuse ground support by aircraft out of range or with another mission in this phase, and by
    escort carriers that are not off the beach. The attack needs no bombardment."""
    able = {u.id for u in possible_support(view, a)}
    flown = tuple(u.id for u in units if has_supported(u) or air_units.attacked_base(u))
    out: list[Refusal | None] = []
    if flown:
        out.append(
            Refusal("21.556", "one-mission-each", flown, (), remedies.without_ships(order, flown))
        )
    far = tuple(u.id for u in units if u.id not in able and u.id not in flown)
    if far:
        out.append(
            Refusal(
                "21.517D",
                "cannot-support",
                far,
                facts(place=theatre.name_of(view, a.hex)),
                remedies.without_ships(order, far),
            )
        )
    return out


def cover_refusals(
    view: State, a: Assault, order: AirSupport, units: Sequence[Unit]
) -> list[Refusal | None]:
    """Refuse support of the defence by aircraft that may not give it: only the defender's
    land-based aircraft in range may."""
    able = {u.id for u in possible_cover(view, a)}
    far = tuple(u.id for u in units if u.id not in able)
    about = facts(place=theatre.name_of(view, a.hex))
    return (
        [Refusal("21.517F", "cannot-support", far, about, remedies.without_ships(order, far))]
        if far
        else []
    )


@clause("21.556B")
def oppose_refusals(
    view: State, a: Assault, order: AirSupport, units: Sequence[Unit]
) -> list[Refusal | None]:
    """Refuse to oppose aircraft over a hex unless they support its defence, and the carrier
    squadrons are in range and have no mission."""
    free = [
        u
        for u in squadrons_at_sea(view, a.side)
        if not has_supported(u) and not air_units.attacked_base(u)
    ]
    able = {u.id for u in free if air_units.is_in_range(view, u, a.hex)}
    out: list[Refusal | None] = []
    if not beach_forces.covering_units(view, a):
        out.append(
            Refusal(
                "21.556B", "no-cover-there", (a.hex,), facts(place=theatre.name_of(view, a.hex))
            )
        )
    far = tuple(u.id for u in units if u.id not in able)
    if far:
        out.append(
            Refusal(
                "21.556B",
                "cannot-support",
                far,
                facts(place=theatre.name_of(view, a.hex)),
                remedies.without_ships(order, far),
            )
        )
    return out


@clause("21.556", "21.556A", "21.557F", "21.557D", "21.554B#2")
def check_base_strike(view: State, request: AskOrder, order: Strike) -> Verdict:
    """Check a strike on a base by squadrons of carrier missions, and of patrols with them. They may
    counterair or strike one base in range repeatedly, but no second base, and not on their way."""
    side = request.side
    units = selected_units(view, side, order.units)
    able = {u.id for u in squadrons_at_sea(view, side)}
    out: list[Refusal | None] = []
    strangers = tuple(p.id for p in order.units if p.id not in able)
    if strangers:
        also = air_units.damaged_deck_clause(view, strangers)
        out.append(
            Refusal(
                "21.556",
                "not-flying",
                strangers,
                (),
                remedies.without_ships(order, strangers),
                also_cites=also,
            )
        )
    busy = tuple(u.id for u in units if has_supported(u))
    if busy:
        out.append(
            Refusal("21.556", "one-mission-each", busy, (), remedies.without_ships(order, busy))
        )
    other = tuple(u.id for u in units if air_units.attacked_base(u) not in ("", order.to))
    if other:
        out.append(
            Refusal(
                "21.556A",
                "one-base-each",
                other,
                facts(base=air_units.attacked_base(units[0])),
                (),
                (),
                ("21.557F",),
            )
        )
    if order.to not in bases_in_range(view, units):
        open_ = ", ".join(bases_in_range(view, units)) or "none"
        out.append(
            Refusal(
                "21.556A",
                "base-out-of-range",
                (order.to,),
                facts(hex=units[0].at if units else "", bases=open_),
            )
        )
    if order.what not in ("", "counterair"):
        out.append(Refusal("21.556A", "no-strike-now", (order.to,), facts(phase=view.phase)))
    return refuse(*out)


# ------------------------------------------------------------------------------------ the defence
@at_moment(COVER)
async def take_cover(t: Table[State]) -> bool:
    """Take the support of the defender's aircraft, one order at a time, until it gives no more."""
    s = t.state
    hexes = [a.hex for a in open_assaults(s) if possible_cover(s, a)]
    if not hexes:
        return False
    order = await AskOrder(s.enemy(s.mover), "21.517F", COVER, facts(hexes=", ".join(hexes)))
    if not isinstance(order, AirSupport):
        return False
    join_assault(t, order)
    return True


@at_moment(OPPOSE)
@clause("21.556B")
async def take_opposition(t: Table[State]) -> bool:
    """Let carrier squadrons without a mission fight the aircraft that support the defence. Aircraft
    lost or aborted in that fight give no support."""
    s = t.state
    free = [
        u
        for u in squadrons_at_sea(s, s.mover)
        if not has_supported(u) and not air_units.attacked_base(u)
    ]
    hexes = [
        a.hex
        for a in open_assaults(s)
        if beach_forces.covering_units(s, a)
        and any(air_units.is_in_range(s, u, a.hex) for u in free)
    ]
    if not hexes:
        return False
    order = await AskOrder(s.mover, "21.556B", OPPOSE, facts(hexes=", ".join(hexes)))
    if not isinstance(order, AirSupport):
        return False
    flying = tuple(t.state.units[i] for i in muster_units(t, s.mover, order.units, "21.556"))
    t.record(air_units.AirUsed("21.556B", s.mover, tuple(u.id for u in flying), "ground support"))
    s = t.state
    covering = beach_forces.covering_units(s, s.assaults[order.to])
    aborted = await base_strike.fight_air_round(t, s.mover, flying, covering, order.to, "21.556B")
    air_units.invert(t, [t.state.units[u.id] for u in covering], aborted, "21.556B")
    return True
