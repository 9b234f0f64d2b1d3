"""Case lines about ports and the ships based there, supply, accounts and boxes."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Found, ListNoun

from ..map import ports, straits, theatre
from ..map.fronts import fronts_of, is_two_front_port, seas_of
from ..nouns import FRONT
from ..rules.range import limits
from ..state import SEASONS, Account, PortCounter, State, SWBox, Unit, replace, with_changes
from . import nouns as n
from .control import FILL_NATION, with_holder
from .nouns import lines
from .units import with_unit_added

Level = Literal["full", "partial", "none"]


Fronts = Annotated[tuple[str, ...], ListNoun(FRONT, none="none")]


MONEY = {"construction limit": "limit", "BRPs": "brp", "RPs": "rp", "port RPs": "port_rp"}


Money = Literal["construction limit", "BRPs", "RPs", "port RPs"]


# -- given: ports and supply
lines.given_row(
    "supply {places} {level}",
    lambda state, places, level: replace(
        state, supply=with_changes(state.supply, dict.fromkeys(places, level))
    ),
    level=Level,
)


lines.given_row(
    "{place} is {now}",
    lambda state, place, now: replace(
        state, closed=with_changes(state.closed, {place: now != "operational"})
    ),
    now=Literal["operational", "not operational"],
)


@lines.given("port at {place} built by {nation} [in {season} {year}]")
@lines.given("port at {place} built by {nation} in {year}")
def given_port(
    state: State, place: n.Place, nation: n.Nation, season: n.Season = "", year: int = 0
) -> State:
    """Put a port counter. Its builder holds the hex unless a line names another holder."""
    year = year or state.year
    turn = year * 4 + SEASONS.index(season) if season else -1
    state = replace(
        state, ports=with_changes(state.ports, {place: PortCounter(place, nation, year, turn)})
    )
    return state if place in state.control else with_holder(state, place, nation)


# Number of ports in a hex, when it differs from the board.
lines.given_row(
    "{place} has {number} ports",
    lambda state, place, number: replace(
        state, anchors=with_changes(state.anchors, {place: number})
    ),
)


@lines.given("fill {place} to {factors} factors [of {side} ships]")
def given_fill(state: State, place: n.Place, factors: int, side: n.Side = "") -> State:
    """Put destroyers ``FILL-PLACE`` in a port until it bases *factors*. They belong to the side
    that holds the port unless *side* names another."""
    who = side or ports.side_holding(state, place)
    who = who if who in state.sides else state.mover
    there = ports.factors_based(state, place)
    if factors < there:
        raise TextError(f"{place} already bases {there} factors")
    if factors == there:
        return state
    name = theatre.name_of(state, place)
    key = "FILL-" + re.sub(r"\W+", "-", name)
    if key in state.units:
        key += f"-{sum(u.startswith(key) for u in state.units) + 1}"
    ships = Unit(
        key,
        f"ships at {name}",
        who,
        FILL_NATION[who],
        "ship",
        "DD",
        factors - there,
        "fast",
        place,
        place,
    )
    return with_unit_added(state, ships)


lines.given_row(
    "{place} is under enemy invasion",
    lambda state, place: replace(state, invaded=(*state.invaded, place)),
)


lines.given_row(
    "target {places}", lambda state, places: replace(state, targets=(*state.targets, *places))
)


lines.given_row(
    "bridgehead at {place}",
    lambda state, place: replace(state, bridgeheads=(*state.bridgeheads, place)),
)


lines.given_row(
    "crossing arrow strait {one} and {other}",
    lambda state, one, other: replace(
        state, straits=with_changes(state.straits, {f"arrow {one}-{other}": (one, other)})
    ),
    one=n.Place,
    other=n.Place,
)


lines.given_row(
    "{place} is in supply zone {zone}",
    lambda state, place, zone: replace(state, zones=with_changes(state.zones, {place: zone})),
)


def zone_of(state: State, zone: str) -> str:
    """Return a supply zone of the position. Raises :class:`TextError` for any other word."""
    known = {*state.zones.values(), *(key.partition("|")[2] for key in state.closed_zones)}
    if zone not in known:
        raise TextError(
            f"there is no supply zone {zone!r}", -1, sorted(known) or ["Malta is in supply zone Z"]
        )
    return zone


lines.given_row(
    "zone {zone} closed to {side}",
    lambda state, zone, side: replace(
        state, closed_zones=state.closed_zones | {f"{side}|{zone_of(state, zone)}"}
    ),
)


# -- given: accounts
@lines.given("{nation} has {number} {what}")
def given_account(state: State, nation: n.Nation, number: int, what: Money) -> State:
    """Set what a nation has to spend."""
    had = state.accounts.get(nation, Account())
    return replace(
        state,
        accounts=with_changes(state.accounts, {nation: replace(had, **{MONEY[what]: number})}),
    )


lines.given_row(
    "points {side} {points}",
    lambda state, side, points: replace(state, points=with_changes(state.points, {side: points})),
)


lines.given_row(
    "oil {side} {factors} factors",
    lambda state, side, factors: replace(state, oil=with_changes(state.oil, {side: factors})),
)


@lines.given("{box} has {number} {side} {what}")
def given_box_contents(
    state: State,
    box: n.Place,
    number: int,
    side: n.Side,
    what: Literal["transports", "CVEs", "ASW"],
) -> State:
    """Set the number of a side's transports, CVEs or ASW in a box of strategic warfare."""
    key = f"{side} {box}"
    had = state.sw.get(key, SWBox())
    return replace(state, sw=with_changes(state.sw, {key: replace(had, **{what.lower(): number})}))


lines.given_row(
    "{side} conducted submarine warfare",
    lambda state, side: replace(state, sw_conducted=state.sw_conducted | {side}),
)


# -- what must follow: ports
def limit_text(number: int, unlimited: int = ports.UNLIMITED) -> str:
    """Return a number of factors as text; ``unlimited`` from *unlimited* on."""
    return "unlimited" if number >= unlimited else str(number)


@lines.fact("basing capacity {place} {factors}")
def fact_capacity(state: State, place: n.Place, factors: n.Limit) -> Found:
    """Check the basing capacity of a place."""
    found = limit_text(ports.capacity(state, place))
    return found == str(factors), f"capacity of {n.place_with_id(state, place)}: {found}"


@lines.fact("room at {place} {factors}")
def fact_room(state: State, place: n.Place, factors: n.Limit) -> Found:
    """Check the factors that a place can still base."""
    found = limit_text(ports.spare_capacity(state, place), ports.UNLIMITED // 2)
    return found == str(factors), f"room at {n.place_with_id(state, place)}: {found}"


lines.fact_row(
    "{place} holds {factors} factors", lambda state, place: ports.factors_based(state, place)
)


@lines.fact("naval base {place}")
def fact_naval_base(state: State, place: n.Place) -> Found:
    """Check that a place has the anchor symbol."""
    found = ports.is_naval_base(state, place)
    return found, f"{n.place_with_id(state, place)} is {'a' if found else 'no'} naval base"


@lines.fact("port at {place} [built by {nation}]")
def fact_port(state: State, place: n.Place, nation: n.Nation = "") -> Found:
    """Check that a place is a port, and its builder if named."""
    here = state.ports.get(place)
    builder = here.builder if here is not None else ""
    found = f"{n.place_with_id(state, place)}: {ports.port_count(state, place)} ports"
    return ports.is_port(state, place) and nation in ("", builder), found + (
        f", built by {builder}" if builder else ""
    )


lines.fact_row("{place} has {number} ports", lambda state, place: ports.port_count(state, place))


@lines.fact("{place} is operational")
def fact_operational(state: State, place: n.Place) -> Found:
    """Check that a port is operational."""
    found = ports.is_operational(state, place)
    return found, f"{n.place_with_id(state, place)} is {'' if found else 'not '}operational"


lines.fact_row(
    "supply {place} {level}", lambda state, place: ports.supply_level(state, place), level=Level
)


@lines.fact("{place} is a range port for {side}")
def fact_range_port(state: State, place: n.Place, side: n.Side) -> Found:
    """Check that a port may end a range leg."""
    found = limits.is_range_port(state, side, place)
    return (
        found,
        f"{n.place_with_id(state, place)} {'may' if found else 'may not'} serve a range leg",
    )


# -- what must follow: waters
@lines.fact("front of {spot} {fronts}")
def fact_front(state: State, spot: n.Spot, fronts: Fronts) -> Found:
    """Check the fronts of a hex or port, or of a unit's base."""
    found = fronts_of(state, n.place_or_base(state, spot))
    return (
        set(found) == set(fronts),
        f"fronts of {n.place_with_id(state, n.place_or_base(state, spot))}: {', '.join(found) or 'none'}",
    )


@lines.fact("seas of {place}: {seas}")
def fact_seas(state: State, place: n.Place, seas: n.Words) -> Found:
    """Check the waters of a port or hex."""
    found = seas_of(state, place)
    board = theatre.load_board(state.board)
    known = {board.water(node) for h in board.hexes for node in board.bodies(h)}
    strange = [
        x.strip()
        for x in seas.split(",")
        if x.strip().casefold() not in {k.casefold() for k in known}
    ]
    if strange:
        raise TextError(f"there is no water {strange[0]!r}", -1, sorted(known))
    return {x.strip().casefold() for x in seas.split(",")} == {
        x.casefold() for x in found
    }, ", ".join(found)


@lines.fact("two-front ports {places}")
def fact_two_front_ports(state: State, places: n.Places) -> Found:
    """Check the list of all ports on two fronts."""
    found = {
        p.hex
        for p in theatre.ports_of(theatre.load_board(state.board))
        if is_two_front_port(state, p.hex)
    }
    return found == set(places), ", ".join(sorted(found))


@lines.fact("strait {strait} {now} to {side}")
def fact_strait(
    state: State, strait: n.Strait, now: Literal["open", "closed"], side: n.Side
) -> Found:
    """Check that a strait or canal is open or closed to a side."""
    board = theatre.load_board(state.board)
    link = board.links[strait]
    found = "open" if straits.is_open_to(state, side, link, board) else "closed"
    lacking = ", ".join(
        c.hex for c in link.controls if not straits.is_control_met(state, side, c, board)
    )
    return found == now, f"{link.title} is {found} to {side}" + (
        f", which does not hold {lacking}" if lacking else ""
    )


@lines.fact("zone {zone} closed to {side}")
def fact_closed_zone(state: State, zone: n.Name, side: n.Side) -> Found:
    """Check that a supply zone is closed to a side."""
    shut = f"{side}|{zone_of(state, zone)}" in state.closed_zones
    return shut, ", ".join(sorted(state.closed_zones)) or "no zone closed"


# -- what must follow: accounts
@lines.fact("{nation} has {number} {what}")
def fact_account(state: State, nation: n.Nation, number: int, what: Money) -> Found:
    """Check what a nation has to spend. When RPs for ports are kept apart, ``RPs`` means these."""
    a = state.accounts.get(nation)
    if a is None:
        return False, f"{nation} has no account"
    apart = what == "RPs" and a.port_rp >= 0
    found = a.port_rp if apart else getattr(a, MONEY[what])
    return found == number, f"{a.brp} BRPs, {a.rp} RPs, construction limit {a.limit}"


lines.fact_row("points {side} {points}", lambda state, side: state.points.get(side, -1))


@lines.fact("charged {side} {front} {points}")
def fact_charged(
    state: State,
    side: n.Side,
    points: int,
    front: Literal["western", "eastern", "mediterranean", "pacific", "southeast-asia"],
) -> Found:
    """Check the mission points charged to a front this player turn."""
    found = "; ".join(f"{k}: {v}" for k, v in state.spent.items()) or "nothing charged"
    return state.spent.get(f"{side} {front}", 0) == points, found
