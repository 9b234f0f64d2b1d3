"""The checks of attacks on ports and landings in Operations, and of the reactions to them (6.5.2,
6.5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse
from flagplot.table.core.memo import memo_per_state

from ... import orders as o
from ...state import Assault, Plane, Ship, State
from ...state.territories import on_true_island
from ...state.troops import Troop
from ..groups import ships_named
from ..interception.search import active_port, base_place, free_to_fly, not_ready, squares_between
from ..missions.air_patrols import beyond_reach
from ..missions.bombardment import mostly_by_land, refuse_guns
from ..missions.loading import why_busy
from ..movement.reach import beyond_patrol
from ..movement.route_search import shortest_route
from ..movement.routes import passage_of
from ..registry import checks
from .islands import island_faults, too_many_divisions, troops_holding, troops_named
from .landings import invasion_of, kind_of
from .surprise import is_vichy_oran, neutral_port, special_of
from .targets import limit_of_ships
from .unit_limits import at_base, sent_over, split_by_role, stacking_limit

AIRBORNE_SQUARES = 8
"""The distance in squares to which airborne troops are flown (house rule)."""


REACTION_SQUARES = 3
"""The distance in squares from an invaded territory within which troops of its neighbours react
(house rule)."""


def assault_of(state: State, side: str, order: o.PortAttack | o.Attack) -> Assault:
    """Return the assault that a checked order declares. For an attack ordered again, return the
    whole landing as it then is."""
    if isinstance(order, o.PortAttack):
        return special_of(state, Assault("port", side, order.port, order.air, order.ships))
    apart = neither_by_sea_nor_land(state, order)
    before = landing_ordered(state, side, order.port)
    if before is not None:
        more = (*before.troops, *order.dropped, *order.partisans)
        return replace(
            before, air=(*before.air, *order.air), troops=more, apart=before.apart + apart
        )
    inv = invasion_of(state, order.port, side)
    assert inv is not None
    landing = (*(order.troops or inv.troops), *order.dropped, *order.partisans)
    return Assault(
        kind_of(state, order.port), side, order.port, order.air, (), landing, apart=apart
    )


@clause("6.5.2.2.b", "6.5.2.3.d")
def neither_by_sea_nor_land(state: State, order: o.Attack) -> int:
    """Return how many attackers come neither by sea nor by land (6.5.2.2): airborne troops, and
    partisans where the house rule counts them (``partisans-attack``)."""
    return len(order.dropped) + (
        len(order.partisans) if state.rulings.switch("partisans-attack") == "yes" else 0
    )


@memo_per_state
def taken_up(state: State) -> frozenset[str]:
    """Return the air units and ships that are already declared for an action this turn."""
    hunting = {x for i in (*state.interceptions, *state.queue) for x in (*i.ships, *i.air)}
    attacking = {x for a in state.assaults for x in (*a.air, *a.ships)}
    return frozenset(hunting | attacking | {x for _, x in state.scrambled})


@clause("6.5.4.a", "6.5.2.3.c")
def air_faults(
    state: State,
    side: str,
    port: str,
    air: Iterable[str],
    where: str,
    before: Iterable[str] = (),
    *,
    limited: bool = True,
) -> list[Refusal | None]:
    """Return the refusals for the aircraft of an attack, or of the defence against one: each by
    itself, and their number with those named *before* (four fighters and four bombers), where
    that is *limited*."""
    planes: list[Plane] = [
        p for i in air if (p := state.planes.get(i)) is not None and p.side == side
    ]
    known = {p.id for p in planes}
    faults: list[Refusal | None] = [
        Refusal("6.1.a", "no-such-plane", (i,)) for i in air if i not in known
    ]
    busy = taken_up(state)
    for p in planes:
        if not free_to_fly(state, p) or p.id in busy:
            faults.append(replace(not_ready(state, p), also_cites=(where,)))
        faults.append(
            beyond_reach(
                p,
                squares_between(state, base_place(state, p), port),
                port,
                "6.4.3.1.a",
                also=(where,),
            )
        )
    if not limited:
        return faults
    together = [*(state.planes[x] for x in before), *planes]
    for kind, units in zip(("fighters", "bombers"), split_by_role(together), strict=True):
        limit = stacking_limit(state.rulings, kind)
        if len(units) > limit:
            extra = tuple(p.id for p in units[limit:])
            faults.append(
                Refusal(where, "too-many-aircraft", extra, facts(role=kind[:-1], most=limit))
            )
    return faults


@clause("6.5.3.2.c")
def are_limited(state: State, place: str) -> bool:
    """6.5.3.2 Whether no more aircraft may be named for a landing than fight in it: off an island
    what is named beyond that stays out of the battle."""
    return not on_true_island(state, place)


@checks(o.PortAttack)
def check_port_attack(state: State, side: str, order: o.PortAttack) -> Verdict:
    """Check that aircraft attack a port of another side (6.5.4). Ships may attack only at Oran, at
    most twelve (6.5.4.7)."""
    port = state.ports.get(order.port)
    if port is None or port.side == side:
        return refuse(Refusal("6.5.4.a", "no-target-port", (order.port,)))
    ships, missing = ships_named(state, side, order.ships)
    faults: list[Refusal | None] = [*missing]
    if not order.air and not order.ships:
        faults.append(Refusal("6.5.4.a", "nobody-named"))
    faults += air_faults(state, side, order.port, order.air, "6.5.4.a")
    if faults and any(
        f is not None and f.code in ("no-such-plane", "no-such-ship") for f in faults
    ):
        return refuse(*faults)
    a = assault_of(state, side, order)
    faults.append(neutral_port(state, a))
    limit = limit_of_ships(state, "oran" if is_vichy_oran(state, order.port) else a.special)
    if len(ships) > limit:
        code, also = ("too-many-ships", ()) if limit else ("no-ships-in-port-attack", ("6.5.4.a",))
        faults.append(Refusal("6.5.4.7.b", code, (order.port,), facts(most=limit), also_cites=also))
    if any(x.port == order.port and x.side == side and x.kind == "port" for x in state.assaults):
        faults.append(Refusal("6.5.4.a", "attacked-already", (order.port,)))
    if hurt := tuple(s.id for s in ships if s.damaged or s.readiness != "ready"):
        faults.append(
            Refusal(
                "6.5.1.4.f",
                "damaged",
                hurt,
                facts(strength=min(state.ships[x].strength for x in hurt), full=10),
            )
        )
    if hunting := tuple(s.id for s in ships if s.id in taken_up(state)):
        faults.append(Refusal("6.4.3.2.a", "already-hunting", hunting, also_cites=("6.5.4.7.b",)))
    return refuse(*faults, *(f for s in ships for f in _sortie_faults(state, side, s, order.port)))


@clause("6.3.1.a", "6.3.b", "6.1.8.1.c")
def _sortie_faults(state: State, side: str, ship: Ship, port: str) -> Iterator[Refusal]:
    """Yield the refusals for a ship that attacks a port: it must be within Patrol Range of its
    base, not an escort carrier (6.1.8.1), and on no other mission (6.3.1)."""
    if ship.fixed:
        yield Refusal("6.1.7.4.c", "fixed-gun", (ship.id,))
    elif ship.cls == "CVE":
        yield Refusal("6.1.8.1.c", "may-not-patrol", (ship.id,), facts(type=ship.cls))
    elif (start := active_port(state, ship)) is None:
        yield Refusal("6.3.a", "has-mission", (ship.id, ship.mission))
    else:
        p = passage_of(state, side, [ship])
        way = shortest_route(p, start, port)
        yield from (
            beyond_patrol(p, way, [ship], "6.3.1.a")
            if way
            else (Refusal("6.4.1.a", "no-route", (port,)),)
        )


@checks(o.Attack)
@clause("6.5.2.a", "6.5.2.3.c", "6.5.2.3.d")
def check_attack(state: State, side: str, order: o.Attack) -> Verdict:
    """Check that the attack order follows invasion orders (6.5.2). On an island one division lands,
    besides special forces (6.5.3). An attack ordered again names the units that join the landing
    (6.5.2.3)."""
    inv = invasion_of(state, order.port, side)
    if inv is None:
        return refuse(Refusal("6.5.2.a", "no-invasion-orders", (order.port,)))
    if (
        inv.crossing and order.port not in state.ports
    ):  # a shore beyond an arrow: the battle is on land
        return refuse(Refusal("6.2.5.b", "battle-on-land", (order.port,)))
    landing = landing_ordered(state, side, order.port)
    if landing is not None and not order.troops and (order.air or order.dropped or order.partisans):
        return joining_verdict(state, side, landing, order)
    faults: list[Refusal | None] = [_lands_later(state, side, order)]
    if strangers := tuple(
        x for x in order.troops if x not in (*inv.troops, *later_waves(state, side, order.port))
    ):
        faults.append(Refusal("6.5.2.a", "not-aboard-the-invasion", strangers))
    faults.append(
        too_many_divisions(state, order.port, (*(order.troops or inv.troops), *order.dropped))
    )
    if landing is not None:
        faults.append(Refusal("6.5.2.a", "attacked-already", (order.port,)))
    faults += air_faults(
        state, side, order.port, order.air, "6.5.2.3.c", limited=are_limited(state, order.port)
    )
    faults += _behind_the_lines(state, side, order)
    return refuse(*faults) and Verdict((), _guns_fall_silent(state, side, order))


def landing_ordered(state: State, side: str, place: str) -> Assault | None:
    """Return the landing that a side has ordered at a place this turn, or ``None``."""
    return next(
        (a for a in state.assaults if (a.port, a.side) == (place, side) and a.kind != "port"), None
    )


def joining_verdict(state: State, side: str, landing: Assault, order: o.Attack) -> Verdict:
    """Return the verdict on the air units, airborne troops and partisans that join an ordered
    landing (6.5.2.3)."""
    faults = [_lands_later(state, side, order)]
    limited = are_limited(state, landing.port)
    faults += air_faults(
        state, side, landing.port, order.air, "6.5.2.3.c", landing.air, limited=limited
    )
    faults.append(too_many_divisions(state, landing.port, (*landing.troops, *order.dropped)))
    faults += _behind_the_lines(state, side, order)
    if again := tuple(x for x in order.partisans if x in landing.troops):
        faults.append(Refusal("6.5.2.3.d", "reacts-already", again))
    return refuse(*faults) and Verdict((), _guns_fall_silent(state, side, order))


def _guns_fall_silent(state: State, side: str, order: o.Attack) -> tuple[Refusal, ...]:
    """Return a caution when ships assigned to bombard would not fire, because less than half of
    these attackers come by sea (6.5.2.2)."""
    ours = any(place == order.port and state.ships[x].side == side for place, x in state.bombarding)
    before = landing_ordered(state, side, order.port)
    others = (a for a in state.assaults if a is not before)
    after = replace(state, assaults=(*others, assault_of(state, side, order)))
    return (refuse_guns(after, order.port),) if ours and mostly_by_land(after, order.port) else ()


@clause("6.3.6.4.c")
def later_waves(state: State, side: str, port: str) -> tuple[str, ...]:
    """Return the land units that sail against a port with one transport each and land after it is
    won (6.3.6.4)."""
    return tuple(
        x for m in state.missions.values() if m.side == side and m.target == port for x in m.later
    )


def _lands_later(state: State, side: str, order: o.Attack) -> Refusal | None:
    """Return the refusal for units of later waves that an attack names, else ``None`` (6.3.6.4)."""
    follow = later_waves(state, side, order.port)
    named = tuple(x for x in (*order.troops, *order.dropped) if x in follow)
    return Refusal("6.3.6.4.c", "lands-later", named, also_cites=("6.5.2.a",)) if named else None


def _behind_the_lines(state: State, side: str, order: o.Attack) -> list[Refusal]:
    """Return the refusals for airborne troops that are to drop, and partisans that are to rise
    (6.5.2.3). Units of later waves are refused elsewhere."""
    faults = []
    follow = later_waves(state, side, order.port)
    for id in (x for x in order.dropped if x not in follow):
        x = state.troops.get(id)
        far = squares_between(state, x.at, order.port) if x is not None and x.at else None
        if x is None or x.side != side or not x.airborne or not x.present:
            faults.append(Refusal("6.5.2.3.c", "not-airborne", (id,)))
        elif (
            any(id in a.troops for a in state.assaults)
            or x.forms > state.turn
            or why_busy(state, x) is not None
        ):
            faults.append(Refusal("6.5.2.3.c", "does-not-drop", (id,)))
        elif far is None or far > AIRBORNE_SQUARES:
            faults.append(
                Refusal("6.5.2.3.c", "too-far-to-drop", (id,), facts(most=AIRBORNE_SQUARES))
            )
    for id in order.partisans:
        x = state.troops.get(id)
        if x is None or x.side != side or not x.partisan or not x.present or x.at != order.port:
            faults.append(Refusal("6.5.2.3.d", "no-partisans", (id,)))
    return faults


@checks(o.Reinforce)
@clause("6.5.2.3.a", "6.5.2.3.c")
def check_reinforce(state: State, side: str, order: o.Reinforce) -> Verdict:
    """Check a reaction: of the defender to an invasion or an attack on a port, or of the attacker
    to a landing it has ordered (6.5.2.3, 6.5.4)."""
    landing = landing_ordered(state, side, order.port)
    if landing is not None:
        if order.spared:
            return refuse(Refusal("6.5.2.1.e", "attacker-spares-nobody", order.spared))
        return joining_verdict(state, side, landing, as_attack_order(state, order))
    if invasion_of(state, order.port, side) is not None:
        ordered = Remedy("order-the-landing", o.order_text(o.Attack(order.port)))
        return refuse(
            Refusal("6.5.2.3.c", "landing-not-ordered", (order.port,), remedies=(ordered,))
        )
    inv = invasion_of(state, order.port)
    bombed = any(
        a.port == order.port and a.kind == "port" and a.side != side for a in state.assaults
    )
    troops, faults = troops_named(order, state, side)
    if (order.troops or not bombed) and inv is None:
        return refuse(*faults, Refusal("6.5.2.3.a", "not-invaded", (order.port,)))
    faults += _check_marching(state, side, order.port, troops)
    return refuse(*faults, *_flying_there(state, side, order, bombed_only=inv is None))


@clause("6.5.2.3.c", "6.5.2.3.d")
def as_attack_order(state: State, order: o.Reinforce) -> o.Attack:
    """Return an attacker's reaction as the equal attack order: partisans rise, all other troops
    drop (6.5.2.3)."""
    risen = tuple(x for x in order.troops if x in state.troops and state.troops[x].partisan)
    return o.Attack(
        order.port,
        air=order.air,
        dropped=tuple(x for x in order.troops if x not in risen),
        partisans=risen,
    )


def _check_marching(state: State, side: str, port: str, troops: list[Troop]) -> Iterator[Refusal]:
    """Check that the reacting troops are in a neighbouring territory, as for any attack on land
    (6.5.2.3)."""
    for x in troops:
        far = squares_between(state, x.at, port) if x.at else None
        if (
            x.fixed
            or x.forms > state.turn
            or why_busy(state, x) is not None
            or far is None
            or not 0 < far <= REACTION_SQUARES
        ):
            yield Refusal("6.5.2.3.a", "does-not-react", (x.id,), facts(most=REACTION_SQUARES))
    if again := tuple(x.id for x in troops if any(x.id == id for _, id in state.reinforced)):
        yield Refusal("6.5.2.3.a", "reacts-already", again)
    there = {x.id: x for x in (*troops_holding(state, side, port), *troops)}
    yield from (
        island_faults(state, port, there.values()) if troops and on_true_island(state, port) else ()
    )


@clause("6.5.2.1.e", "6.5.4.c")
def _flying_there(
    state: State, side: str, order: o.Reinforce, *, bombed_only: bool
) -> Iterator[Refusal | None]:
    """Yield the refusals for aircraft that defend a territory: they must be ready and in range, and
    only fighters defend a port attacked from the air. The defender may keep aircraft of the place
    out of the battle (6.5.2.1, 6.5.4)."""
    where = "6.5.4.c" if bombed_only else "6.5.2.1.e"
    yield from air_faults(
        state,
        side,
        order.port,
        order.air,
        where,
        sent_over(state, order.port, side),
        limited=bombed_only or are_limited(state, order.port),
    )
    if others := tuple(
        x
        for x in order.air
        if bombed_only and x in state.planes and state.planes[x].role != "fighter"
    ):
        yield Refusal("6.5.4.c", "only-fighters-intercept", others)
    here = {p.id for p in state.planes.values() if p.side == side and at_base(state, p, order.port)}
    if away := tuple(x for x in order.spared if x not in here):
        yield Refusal(where, "not-at-the-place", (*away, order.port))
