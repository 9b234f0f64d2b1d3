"""Candidates for offensive missions and the answers they need: landings, bombardment, air missions,
losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..map.ports import side_holding
from ..nouns import Pick
from ..orders import Mission, Strike
from ..orders.landing import AirSupport, BreakOff, Exploit, GroundAttack, Lose, ShipBack, Storm
from ..rules import duty_orders
from ..rules.air import air_units
from ..rules.employment import free_ships
from ..rules.forces import TF_LIMIT
from ..rules.invasion import air_support, beach_forces, losses, occupation
from ..rules.invasion import exploitation as invasion_exploitation
from ..rules.invasion.announced_strength import first_wave
from ..rules.invasion.ground_units import enemy_defenders, own_units
from ..rules.remedies import free_name
from ..rules.transport.cargo import lift_each
from ..scenarios import cards
from ..state import BIG, CAPITAL, FAST_CARRIERS, STAYS, State, Unit, factors
from .interception_candidates import whole_picks

FEW = 3
"""Most goals considered for the troops of a port."""


@memo_per_state
def hexes_worth_taking(view: State, side: str) -> dict[str, float]:
    """Return the hexes worth taking that the side does not hold, with the points for holding them.
    When nothing scores, return the hexes with enemy ground units, 1 point each."""
    found: dict[str, float] = {}
    if view.scenario:
        card = cards.scenario_card(view.scenario, view.start)
        mine, his = card.score.held(side), card.score.held(view.enemy(side))
        for name in card.score.holding:
            found[card.place(name).hex] = mine[name] + his[name] if mine != his else mine[name]
        now = f"{view.mover} {view.season} {view.year}"
        for early in card.score.taken:
            open_ = (
                early.when == now
                and view.mover == side
                and (not early.how or view.segment == "exploitation")
            )
            for name in early.places if open_ else ():
                place = card.place(name).hex
                found[place] = found.get(place, 0.0) + early.each
        for rule in card.score.landing:
            for name, points in rule.at.items() if rule.side == side else ():
                found.setdefault(card.place(name).hex, points)
    if not found:
        for u in view.units.values():
            if u.kind == "ground" and u.side != side and u.present and not u.force and u.base:
                found[u.base] = 1.0
    return {
        h: p
        for h, p in sorted(found.items())
        if not theatre.is_box(h) and side_holding(view, h) != side
    }


def nearest_places(view: State, base: str, places: Iterable[str], n: int) -> list[str]:
    """Return the *n* places nearest in a straight line."""
    board = (
        theatre.board_of(view, base) if not theatre.is_box(base) else theatre.load_board(view.board)
    )
    return sorted(places, key=lambda p: (theatre.flight_distance(board, base, p), p))[:n]


def draft_missions(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the offensive missions worth considering: invasions, bombardment for them, carriers
    against ports, airdrops, and land attacks that join a landing."""
    side = request.side
    goals = hexes_worth_taking(view, side)
    if (owed := duty_orders.duty_order(view, request)) is not None:
        yield owed
    yield from draft_bombardments(view, side)
    yield from draft_land_attacks(view, side)
    yield from draft_airdrops(view, side, goals)
    ready = free_ships(view, side)
    taken = {i for f in view.forces.values() if f.side == side for i in f.cargo}
    troops: dict[str, list[Unit]] = {}
    for u in view.units.values():
        fit = (
            u.side == side
            and u.kind == "ground"
            and u.present
            and not u.force
            and u.id not in taken
            and u.note not in STAYS
        )
        if fit and u.supply == "full" and not (u.oil or u.transported or u.used or u.landed):
            troops.setdefault(u.base, []).append(u)
    for base, waiting in sorted(troops.items()):
        destroyers = [u for u in ready if u.type == "DD" and u.base == base]
        destroyers = destroyers or [u for u in ready if u.type == "DD"][:2]
        for goal in nearest_places(view, base, goals, FEW + 1) if destroyers else ():
            yield from draft_invasions(view, side, goal, waiting, destroyers, ready)
    yield from draft_carrier_missions(view, side, ready)


def draft_invasions(
    view: State,
    side: str,
    goal: str,
    waiting: Sequence[Unit],
    destroyers: Sequence[Unit],
    ready: Sequence[Unit],
) -> Iterator[Mission]:
    """Yield landings at a hex of as many units as the destroyers lift, and of 1 factor; alone, and
    with heavy ships of the same base."""
    each = lift_each(view, side, "invade", waiting[0], goal)
    lift = sum(u.factors for u in destroyers)
    held = sum(u.factors for u in enemy_defenders(view, side, goal))
    for most in dict.fromkeys(
        (lift // each, *(n for n in (4 * held, 3 * held) if 1 < n < lift // each), 1)
    ):
        aboard: list[Unit] = []
        for u in sorted(waiting, key=lambda u: (-u.factors, u.id)):
            if sum(x.factors for x in aboard) + u.factors <= most:
                aboard.append(u)
        if not aboard:
            continue
        need = each * sum(u.factors for u in aboard)
        carrying: list[Pick] = []
        left = need
        for u in destroyers:
            if left > 0:
                n = min(left, u.factors)
                carrying.append(Pick(u.id, 0 if n == u.factors else n))
                left -= n
        base = destroyers[0].base
        heavy = sorted(
            (u for u in ready if u.base == base and u.type in CAPITAL | {"CA"}),
            key=lambda u: -u.factors,
        )
        decks = support_carriers(view, ready, base) if held else []
        with_air = (ships_within((*decks, *heavy), TF_LIMIT - need),) if decks else ()
        for company in dict.fromkeys(
            (
                ships_within(heavy, TF_LIMIT - need),
                *with_air,
                ships_within(heavy, BIG - 1 - need),
                (),
            )
        ):
            total = need + factors(company)
            tf = free_name(view, side) if total >= BIG else ""
            yield Mission(
                "invade", (*carrying, *whole_picks(company)), goal, whole_picks(aboard), (), tf
            )


def support_carriers(view: State, ready: Sequence[Unit], base: str) -> list[Unit]:
    """Return the carriers of a base that can support a landing: escort carriers, and others with
    squadrons ready to fly."""
    flying = {u.aboard for u in view.units.values() if u.aboard and air_units.is_ready(u)}
    here = (
        u
        for u in ready
        if u.base == base and (u.type == "CVE" or (u.type in FAST_CARRIERS and u.id in flying))
    )
    return sorted(here, key=lambda u: (-u.factors, u.id))


def ships_within(ships: Sequence[Unit], limit: int) -> tuple[Unit, ...]:
    """Return ships in order while they fit within *limit* factors."""
    out: list[Unit] = []
    for u in ships:
        if factors(out) + u.factors <= limit:
            out.append(u)
    return tuple(out)


def draft_bombardments(view: State, side: str) -> Iterator[Mission]:
    """Yield bombardment by heavy ships of every base for announced invasions of defended hexes."""
    for a in view.assaults.values():
        if (
            a.side != side
            or not a.fleet
            or a.state != "announced"
            or not enemy_defenders(view, side, a.hex)
        ):
            continue
        by_base: dict[str, list[Unit]] = {}
        for u in free_ships(view, side):
            if u.type in CAPITAL | {"CA"}:
                by_base.setdefault(u.base, []).append(u)
        for base, ships in sorted(by_base.items()):
            heavy = sorted(ships, key=lambda u: (-u.factors, u.id))
            with_air = (*support_carriers(view, free_ships(view, side), base), *heavy)
            for group in dict.fromkeys(
                (
                    ships_within(heavy, TF_LIMIT),
                    ships_within(with_air, TF_LIMIT),
                    ships_within(heavy, BIG - 1),
                )
            ):
                if group:
                    tf = free_name(view, side) if factors(group) >= BIG else ""
                    yield Mission("bombard", whole_picks(group), a.hex, (), (), tf)


def draft_airdrops(view: State, side: str, goals: Iterable[str]) -> Iterator[GroundAttack]:
    """Yield drops of airborne units on hexes worth taking."""
    for u in view.units.values():
        if u.side == side and u.type == "ABN" and u.present and not u.force:
            for goal in nearest_places(view, u.base, goals, FEW):
                yield GroundAttack("drop", goal, (Pick(u.id),))


def draft_land_attacks(view: State, side: str) -> Iterator[GroundAttack]:
    """Yield attacks by units ashore beside a defended hex that is invaded: by all of them, and by
    the strongest."""
    for a in view.assaults.values():
        if (
            a.side != side
            or not a.fleet
            or a.state != "announced"
            or not enemy_defenders(view, side, a.hex)
        ):
            continue
        beside = theatre.board_of(view, a.hex).adjacent(theatre.bare_id(a.hex))
        here = [
            u
            for u in view.units.values()
            if u.side == side
            and u.kind == "ground"
            and u.present
            and not (u.force or u.aboard)
            and u.note not in STAYS
            and theatre.bare_id(u.base or u.at) in beside
        ]
        strongest = sorted(here, key=lambda u: (-u.factors, u.id))
        for group in dict.fromkeys((tuple(strongest), tuple(strongest[:1]))):
            if group:
                yield GroundAttack("land", a.hex, whole_picks(group))


def draft_carrier_missions(view: State, side: str, ready: Sequence[Unit]) -> Iterator[Mission]:
    """Yield carriers with squadrons to the sea off enemy ports in which ships are seen."""
    enemy = view.enemy(side)
    decks = [
        u
        for u in ready
        if u.type in FAST_CARRIERS
        and any(n.aboard == u.id and n.present for n in view.units.values())
    ]
    for base in sorted({u.base for u in decks}):
        if theatre.is_box(base):
            continue
        here = [u for u in decks if u.base == base]
        escort = ships_within(
            sorted(
                (
                    u
                    for u in ready
                    if u.base == base and u.fast and u.type not in FAST_CARRIERS and u.naval_factors
                ),
                key=lambda u: (-u.factors, u.id),
            ),
            12,
        )
        board = theatre.board_of(view, base)
        ports = nearest_places(
            view, base, [p for p, sides in sorted(view.presence.items()) if enemy in sides], 2
        )
        for port in ports:
            off = [
                h
                for h in sorted(board.adjacent(theatre.bare_id(port)))
                if board.hexes[h].kind == "sea"
            ][:1]
            for goal in off:
                ships = (*here, *escort)
                yield Mission(
                    "carrier",
                    whole_picks(ships),
                    goal,
                    (),
                    (),
                    free_name(view, side) if factors(ships) >= BIG else "",
                )


# ---------------------------------------------------------------------------------------- answers
def hexes_asked(request: AskOrder) -> list[str]:
    """Return the hexes that a request names."""
    return [h for h in str(about_map(request).get("hexes", "")).split(", ") if h]


def draft_air_missions(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield air missions: all units that reach an attack, one of them, and carrier squadrons
    against the ships or aircraft of bases in range."""
    for h in hexes_asked(request):
        units = air_support.possible_support(view, view.assaults[h])
        if units:
            yield AirSupport("support", h, whole_picks(units))
            yield AirSupport("support", h, whole_picks(units[:1]))
    flying = [
        u
        for u in air_support.squadrons_at_sea(view, request.side)
        if not air_support.has_supported(u) and not air_units.attacked_base(u)
    ]
    for base in [b for b in str(about_map(request).get("bases", "")).split(", ") if b]:
        able = sorted(
            (u for u in flying if air_units.is_in_range(view, u, base)),
            key=lambda u: (u.factors, u.id),
        )
        if able:
            yield Strike(whole_picks(able), base)
        if air_units.land_based(view, view.enemy(request.side), base):
            for n in range(1, len(able) + 1):
                yield Strike(whole_picks(able[:n]), base, "counterair")


def draft_air_cover(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield cover of an attacked hex by all units in range, and by one."""
    for h in hexes_asked(request):
        units = air_support.possible_cover(view, view.assaults[h])
        if units:
            yield AirSupport("cover", h, whole_picks(units))
            yield AirSupport("cover", h, whole_picks(units[:1]))


def draft_opposition(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield opposition by every squadron without a mission."""
    for h in hexes_asked(request):
        free_ = [
            u
            for u in air_support.squadrons_at_sea(view, request.side)
            if not air_support.has_supported(u) and not air_units.attacked_base(u)
        ]
        units = [u for u in free_ if air_units.is_in_range(view, u, h)]
        if units:
            yield AirSupport("oppose", h, whole_picks(units))


def draft_landing(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the answers of a landing: the usual first wave, a wave with armour held back, single
    units, and breaking off."""
    place = str(about_map(request).get("hex", ""))
    a = view.assaults[place]
    troops = beach_forces.troops_off_beach(view, a)
    yield Storm(place, whole_picks(first_wave(troops)))
    armor = [u for u in troops if u.type == "ARM"]
    if len(armor) > 1:
        strongest = sorted(armor, key=lambda u: (-u.factors, u.id))
        others = [u for u in first_wave(troops) if u.type != "ARM"][:1]
        yield Storm(place, whole_picks((strongest[0], *others)))
    for u in troops[:FEW]:
        yield Storm(place, (Pick(u.id),))
    yield BreakOff(place)


def draft_ground_losses(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield ways to take losses: the usual way, then with ships or troops first."""
    about = about_map(request)
    a = view.assaults[str(about.get("hex", ""))]
    need = int(about.get("thirds", 3 * int(about.get("need", 0))))
    if about.get("who") == "defence":
        mine = {u.id: u for u in enemy_defenders(view, a.side, a.hex)}
        yield Lose(losses.default_losses(view, mine, need, 0))
        return
    mine = dict(losses.possible_losses(view, a))
    ships = 3 * int(about.get("ships", 0))
    yield Lose(losses.default_losses(view, mine, need, ships))
    afloat = {i: u for i, u in mine.items() if u.kind == "ship"}
    yield Lose(losses.default_losses(view, afloat, need, ships))
    sound = {i: u for i, u in mine.items() if losses.loss_kind(u) not in ("lights", "cruiser")}
    yield Lose(losses.default_losses(view, sound, need, ships))
    yield Lose(
        losses.default_losses(view, {i: u for i, u in mine.items() if u.kind != "ship"}, need, 0)
    )


def draft_overstack(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield the return of surplus units to the nearest ports. When no other way is left, the
    weakest are lost."""
    about = about_map(request)
    place, over = str(about.get("hex", "")), int(about.get("units", 0))
    weak = occupation.weakest_units(view, request.side, place, over)
    if about.get("last"):
        yield Lose(weak)
    units = [view.units[p.id] for p in weak]
    for port in occupation.ship_back_places(view, request.side, place, units)[:FEW]:
        yield ShipBack(weak, theatre.name_of(view, port))


def draft_exploitation(view: State, request: AskOrder) -> Iterator[Any]:
    """Yield moves of armour against the enemies it reaches, and to the hexes worth taking."""
    side = request.side
    for a in invasion_exploitation.breached_assaults(view):
        board = theatre.board_of(view, a.hex)
        for u in invasion_exploitation.units_that_exploit(view, a):
            ways = invasion_exploitation.reachable_hexes(view, a, u)
            seen = sorted(
                {h for w in ways for h in board.adjacent(w) if enemy_defenders(view, side, h)}
            )
            for h in seen[:2]:
                yield Exploit((Pick(u.id),), h)
            good = [h for h in hexes_worth_taking(view, side) if h in ways]
            empty = good or sorted(
                h
                for h, d in ways.items()
                if d and not own_units(view, side, h) and side_holding(view, h) != side
            )
            for h in empty[:2]:
                yield Exploit((Pick(u.id),), h)


MAKERS = {
    "air-missions": draft_air_missions,
    "air-cover": draft_air_cover,
    "oppose-cover": draft_opposition,
    "landing": draft_landing,
    "ground-losses": draft_ground_losses,
    "overstack": draft_overstack,
    "exploitation": draft_exploitation,
}
