"""Aircraft in the combat phase (21.517D, 21.517F, 21.554B, 21.556): missions are chosen when all
interceptions are over."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, facts, refuse

from ...map import theatre
from ...orders import Strike
from ...orders.landing import AirSupport
from ...state import FAST_CARRIERS, Assault, State, Unit, replace
from .. import remedies
from ..air import air_units, base_strike
from ..forces import muster, selected, unknown
from ..registry import at_moment, checks
from . import beach_forces
from .events import AssaultChanged
from .ground_units import defenders

MISSIONS, COVER, OPPOSE = "air-missions", "air-cover", "oppose-cover"


OUT = ("carrier", "invade", "bombard", "patrol")


def open_assaults(state: State) -> tuple[Assault, ...]:
    """Attacks of the mover that are still to be fought in regular combat."""
    return tuple(
        a
        for a in state.assaults.values()
        if a.side == state.mover
        and a.state == "announced"
        and not a.exploiting
        and (beach_forces.afloat(state, a) or a.land or a.drops)
    )


@clause("21.556#2", "21.555D")
def squadrons_out(state: State, side: str) -> tuple[Unit, ...]:
    """Squadrons that can fly from carriers at sea: of carrier missions, of invasions, of patrols
    that stayed out, whether they have fought a naval battle or not."""
    decks = {
        u.id
        for f in state.forces.values()
        if f.side == side and f.mission in OUT and f.state == "on-station"
        for u in state.members(f)
        if u.type in FAST_CARRIERS and not u.damaged
    }
    return tuple(u for u in state.units.values() if u.aboard in decks and air_units.ready(u))


def targets(state: State, flying: Sequence[Unit]) -> tuple[str, ...]:
    """Enemy bases that some of these squadrons reach."""
    enemy = state.enemy(state.mover)
    air = (
        u
        for u in state.units.values()
        if u.kind == "air" and u.side == enemy and u.present and not u.aboard
    )
    places = {u.base for u in air if u.base}
    places |= {u.base for u in state.ships(enemy) if not u.force and u.base}
    places |= {p for p, sides in state.presence.items() if enemy in sides}
    return tuple(sorted(p for p in places if any(air_units.in_range(state, u, p) for u in flying)))


def supported(u: Unit) -> bool:
    return "ground support" in u.used


def may_support(state: State, a: Assault) -> tuple[Unit, ...]:
    """Units that may give ground support at a hex: aircraft in range that have flown no mission,
    escort carriers off the beach."""
    here = {
        u.id
        for f in beach_forces.forces_at(state, a)
        for u in state.members(f)
        if u.type == "CVE" and not u.damaged
    }
    out = {u.id for u in squadrons_out(state, a.side)}
    return tuple(
        u
        for u in state.units.values()
        if u.side == a.side
        and not supported(u)
        and not air_units.base_struck(u)
        and (
            u.id in here
            or (
                air_units.ready(u)
                and (u.id in out or not u.aboard)
                and air_units.in_range(state, u, a.hex)
            )
        )
    )


def may_cover(state: State, a: Assault) -> tuple[Unit, ...]:
    """Land-based aircraft of the defender in range of the hex."""
    found = air_units.within(state, state.enemy(a.side), a.hex)
    taken = {i for x in state.assaults.values() for i in x.cover}
    return tuple(u for u in found if u.id not in taken) if defenders(state, a.side, a.hex) else ()


# -------------------------------------------------------------------------------- the mover's own
@at_moment(MISSIONS)
@clause("21.554B#2")
async def assign(t: Table[State]) -> bool:
    """Missions of the mover's aircraft, one order after the other, until he has no more. Only now,
    when every battle that an enemy interception brought is over."""
    if await assigned(t):
        return True
    base_strike.rest_aborted(t, MISSIONS)
    return False


async def assigned(t: Table[State]) -> bool:
    """Let the mover give one mission; false when he has no more."""
    s = t.state
    hexes = [a.hex for a in open_assaults(s) if defenders(s, a.side, a.hex) and may_support(s, a)]
    bases = targets(s, [u for u in squadrons_out(s, s.mover) if not supported(u)])
    if not hexes and not bases:
        return False
    about = facts(hexes=", ".join(hexes), bases=", ".join(bases))
    order = await AskOrder(s.mover, "21.554B", MISSIONS, about)
    if isinstance(order, AirSupport):
        join(t, order)
        return True
    if isinstance(order, Strike):
        await strike(t, order)
        return True
    return False


def join(t: Table[State], order: AirSupport) -> None:
    """Put aircraft to an assault, on its side or the defender's."""
    a = t.state.assaults[order.to]
    mine = order.what == "support"
    side = a.side if mine else t.state.enemy(a.side)
    ids = muster(t, side, order.units, "21.556")
    t.record(air_units.AirUsed("21.517D" if mine else "21.517F", side, ids, "ground support"))
    more = replace(a, support=(*a.support, *ids)) if mine else replace(a, cover=(*a.cover, *ids))
    t.record(AssaultChanged("21.517D" if mine else "21.517F", more))


@clause("21.556A", "21.551")
async def strike(t: Table[State], order: Strike) -> None:
    """Squadrons attack one base; they may come again. Of a unit that flies in part the rest is free
    for another mission."""
    side = t.state.mover
    ids = muster(t, side, order.units, "21.556")
    fresh = tuple(i for i in ids if not air_units.base_struck(t.state.units[i]))
    if fresh:
        t.record(air_units.AirUsed("21.556A", side, fresh, f"base {order.to}"))
    flying = tuple(t.state.units[i] for i in ids)
    await base_strike.sortie(t, MISSIONS, side, flying, order, "21.556A")


@checks(AirSupport)
def check_support(view: State, request: AskOrder, order: AirSupport) -> Verdict:
    """Say whether aircraft may take part in the ground combat of a hex."""
    side = request.side
    early = timing(view, request, order)
    if early is not None:
        return refuse(early)
    a = view.assaults.get(order.to)
    missing = unknown(view, side, order.units)
    units = selected(view, side, order.units)
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
def timing(view: State, request: AskOrder, order: AirSupport) -> Refusal | None:
    """Aircraft are given missions after all interceptions, and never for attacks of
    exploitation."""
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
    """Any aircraft in range and any escort carrier off the beach may support, with bombardment or
    without, if they have flown no other mission in this phase."""
    able = {u.id for u in may_support(view, a)}
    flown = tuple(u.id for u in units if supported(u) or air_units.base_struck(u))
    out: list[Refusal | None] = []
    if flown:
        out.append(Refusal("21.556", "one-mission-each", flown, (), remedies.without(order, flown)))
    far = tuple(u.id for u in units if u.id not in able and u.id not in flown)
    if far:
        out.append(
            Refusal(
                "21.517D",
                "cannot-support",
                far,
                facts(place=theatre.name_of(view, a.hex)),
                remedies.without(order, far),
            )
        )
    return out


def cover_refusals(
    view: State, a: Assault, order: AirSupport, units: Sequence[Unit]
) -> list[Refusal | None]:
    """The defender's land-based aircraft in range support the defence."""
    able = {u.id for u in may_cover(view, a)}
    far = tuple(u.id for u in units if u.id not in able)
    about = facts(place=theatre.name_of(view, a.hex))
    return (
        [Refusal("21.517F", "cannot-support", far, about, remedies.without(order, far))]
        if far
        else []
    )


@clause("21.556B")
def oppose_refusals(
    view: State, a: Assault, order: AirSupport, units: Sequence[Unit]
) -> list[Refusal | None]:
    """Carrier squadrons in range that have flown no mission fight the aircraft that support the
    defence."""
    free = [
        u for u in squadrons_out(view, a.side) if not supported(u) and not air_units.base_struck(u)
    ]
    able = {u.id for u in free if air_units.in_range(view, u, a.hex)}
    out: list[Refusal | None] = []
    if not beach_forces.covering(view, a):
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
                remedies.without(order, far),
            )
        )
    return out


@clause("21.556", "21.556A", "21.557F", "21.557D", "21.554B#2")
def check_base_strike(view: State, request: AskOrder, order: Strike) -> Verdict:
    """Squadrons of a carrier mission (of several, with those of patrols, together) counterair or
    strike one base in range, as often as they like; not a second one, and not on their way."""
    side = request.side
    units = selected(view, side, order.units)
    able = {u.id for u in squadrons_out(view, side)}
    out: list[Refusal | None] = []
    strangers = tuple(p.id for p in order.units if p.id not in able)
    if strangers:
        also = air_units.from_hurt_decks(view, strangers)
        out.append(
            Refusal(
                "21.556", "not-flying", strangers, (), remedies.without(order, strangers), also=also
            )
        )
    busy = tuple(u.id for u in units if supported(u))
    if busy:
        out.append(Refusal("21.556", "one-mission-each", busy, (), remedies.without(order, busy)))
    other = tuple(u.id for u in units if air_units.base_struck(u) not in ("", order.to))
    if other:
        out.append(
            Refusal(
                "21.556A",
                "one-base-each",
                other,
                facts(base=air_units.base_struck(units[0])),
                (),
                (),
                ("21.557F",),
            )
        )
    if order.to not in targets(view, units):
        open_ = ", ".join(targets(view, units)) or "none"
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
async def cover(t: Table[State]) -> bool:
    """The defender's aircraft, one order after the other, until he has no more."""
    s = t.state
    hexes = [a.hex for a in open_assaults(s) if may_cover(s, a)]
    if not hexes:
        return False
    order = await AskOrder(s.enemy(s.mover), "21.517F", COVER, facts(hexes=", ".join(hexes)))
    if not isinstance(order, AirSupport):
        return False
    join(t, order)
    return True


@at_moment(OPPOSE)
@clause("21.556B")
async def oppose(t: Table[State]) -> bool:
    """Carrier squadrons that have no mission yet may fight the aircraft that support the defence;
    what these lose or have aborted supports nobody."""
    s = t.state
    free = [
        u for u in squadrons_out(s, s.mover) if not supported(u) and not air_units.base_struck(u)
    ]
    hexes = [
        a.hex
        for a in open_assaults(s)
        if beach_forces.covering(s, a) and any(air_units.in_range(s, u, a.hex) for u in free)
    ]
    if not hexes:
        return False
    order = await AskOrder(s.mover, "21.556B", OPPOSE, facts(hexes=", ".join(hexes)))
    if not isinstance(order, AirSupport):
        return False
    flying = tuple(t.state.units[i] for i in muster(t, s.mover, order.units, "21.556"))
    t.record(air_units.AirUsed("21.556B", s.mover, tuple(u.id for u in flying), "ground support"))
    s = t.state
    covering = beach_forces.covering(s, s.assaults[order.to])
    aborted = await base_strike.air_fight(t, s.mover, flying, covering, order.to, "21.556B")
    air_units.invert(t, [t.state.units[u.id] for u in covering], aborted, "21.556B")
    return True
